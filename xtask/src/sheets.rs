//! The rulesheets that a chore is about.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use gdl::{Rules, Source};

use crate::outcome::Outcome;

/// Which sheets to take.
#[derive(Debug, Args)]
pub struct SheetArguments {
    /// Rulesheets: files, or names of published ones [default: all published ones]
    #[arg(value_name = "SHEET")]
    sheets: Vec<PathBuf>,
}

/// A rulesheet on disk.
#[derive(Clone, Debug)]
pub struct SheetFile {
    /// Its file's name, without the extension.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

impl SheetArguments {
    /// The files, by name if they were not given.
    ///
    /// # Errors
    ///
    /// When there is no such file, or there are no published sheets beside the
    /// repository.
    pub fn files(&self) -> Outcome<Vec<SheetFile>> {
        let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/games");
        if !self.sheets.is_empty() {
            return self.sheets.iter().map(|it| find(it, &published)).collect();
        }
        let entries = fs::read_dir(&published)
            .map_err(|_| format!("there are no sheets in {}", published.display()))?;
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|it| it == "kif") {
                files.push(SheetFile::new(path));
            }
        }
        files.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(files)
    }
}

fn find(given: &Path, published: &Path) -> Outcome<SheetFile> {
    let places = [
        given.to_owned(),
        published.join(given).with_extension("kif"),
    ];
    let found = places.into_iter().find(|path| path.is_file());
    let found = found.ok_or_else(|| format!("there is no sheet {}", given.display()))?;
    Ok(SheetFile::new(found))
}

impl SheetFile {
    /// The sheet at this path.
    pub fn new(path: PathBuf) -> Self {
        let name = path.file_stem().unwrap_or_default();
        SheetFile {
            name: name.to_string_lossy().into_owned(),
            path,
        }
    }

    /// The rules; `None` if they are not valid.
    pub fn rules(&self) -> Outcome<Option<Rules>> {
        let source = Source::new(&self.name, &fs::read(&self.path)?);
        Ok(gdl::load(&source, None).rules)
    }
}
