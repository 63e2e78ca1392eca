//! A file that a picture goes to.

use std::io::Write;
use std::path::{Path, PathBuf};

use report::Plot;
use table::WholeFile;

use crate::exit::Exit;
use crate::failure::Failure;

/// A file that a picture is to go to.
pub struct PlotFile<'a>(Option<&'a Path>);

impl<'a> PlotFile<'a> {
    /// Makes sure that the file can be written before there is work to lose. It is
    /// there when there is a picture, and not before.
    pub fn open(path: &'a Option<PathBuf>) -> Result<Self, Failure> {
        if let Some(path) = path {
            let tried = WholeFile::try_out(path);
            tried.map_err(|error| Failure::usage(unwritable(path, &error)))?;
        }
        Ok(PlotFile(path.as_deref()))
    }

    /// Draws, if there is a file. To be called when the result is told: what the disk
    /// then has no room for is a picture, and nothing else is lost.
    pub fn draw(&self, plot: &Plot<'_>) -> Result<(), Failure> {
        match self.0 {
            Some(_) => self.write(&plot.to_svg()),
            None => Ok(()),
        }
    }

    /// Writes a picture, if there is a file.
    pub fn write(&self, svg: &str) -> Result<(), Failure> {
        let Some(path) = self.0 else { return Ok(()) };
        let written = WholeFile::create(path).and_then(|mut file| {
            file.write_all(svg.as_bytes())?;
            file.finish()
        });
        written.map_err(|error| Failure::new(Exit::Limit, unwritable(path, &error)))
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
