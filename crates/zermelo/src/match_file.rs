//! Matches as files in a folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use player::Record;
use table::WholeFile;

use crate::exit::Exit;
use crate::failure::Failure;

/// A folder for matches, one file for each.
pub struct MatchFolder(PathBuf);

impl MatchFolder {
    /// The folder, which is made if it is not there.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(path).map_err(|error| {
            let message = format!("cannot make the folder {}: {error}", path.display());
            Failure::usage(message)
        })?;
        Ok(MatchFolder(path.to_owned()))
    }

    /// Writes a match. A file of that name that is there stays: this one gets a number.
    pub fn write(&self, record: &Record) -> Result<PathBuf, Failure> {
        let name = player::file_name(&record.id);
        let numbered = (1..).map(|number| match number {
            1 => format!("{name}.json"),
            more => format!("{name}-{more}.json"),
        });
        let mut paths = numbered.map(|name| self.0.join(name));
        let path = paths.find(|it| !it.exists()).expect("numbers do not end");
        let text = report::record_json(record).to_string();
        let written = WholeFile::create(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.finish()
        });
        written.map_err(|error| {
            let message = format!("cannot write {}: {error}", path.display());
            Failure::new(Exit::Limit, message)
        })?;
        Ok(path)
    }
}
