//! What can go wrong with a store.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::layout::VERSION;
use crate::space::is_about_space;

/// Why a store cannot be opened, read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another store is open on the folder, in this process or another one.
    #[error("{} is in use by another run: wait for its end, or work in another folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The disk is full, or a quota or the largest size of a file is reached.
    #[error(
        "no room on the disk for {}",
        path.display()
    )]
    Full {
        /// What could not be written.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The system refused an operation.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The folder holds the layers of another game, engine or setting.
    #[error(
        "{} holds layers of another run: {}",
        path.display(),
        list(differences)
    )]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What differs, in the order of the requested identity.
        differences: Vec<Difference>,
    },
    /// The folder holds files but no store: nothing is written into it.
    #[error(
        "{} is no folder of layers, it holds {found:?}: name one that is empty or new",
        path.display()
    )]
    NotAStore {
        /// The folder.
        path: PathBuf,
        /// One of the other files.
        found: String,
    },
    /// A file is not as it was written.
    #[error("{} is damaged ({why})", file.display())]
    Corrupt {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The store was written by a program that writes it differently.
    #[error(
        "{} has version {found} of the format, this program has {VERSION}",
        file.display()
    )]
    Version {
        /// The file.
        file: PathBuf,
        /// The version that it names.
        found: u32,
    },
    /// An entry cannot have this name.
    #[error("an entry cannot be named {name:?}")]
    Name {
        /// The name.
        name: String,
    },
}

impl StoreError {
    /// Adds the path to an error of the system and, if it is about space, its
    /// kind.
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match is_about_space(&source) {
            true => StoreError::Full { path, source },
            false => StoreError::Io { path, source },
        }
    }

    pub(super) fn corrupt(file: &Path, why: &'static str) -> Self {
        let file = file.to_owned();
        StoreError::Corrupt { file, why }
    }

    /// Whether the file itself is wrong, and not the access to it.
    pub(super) fn is_about_content(&self) -> bool {
        matches!(
            self,
            StoreError::Corrupt { .. } | StoreError::Version { .. }
        )
    }
}

/// A value in a store that differs from this run's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name in the identity.
    pub name: String,
    /// Its value in the store, if it has one there.
    pub stored: Option<String>,
    /// Its value in this run, if it has one here.
    pub wanted: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "unset".into());
        let (stored, wanted) = (value(&self.stored), value(&self.wanted));
        write!(f, "{} is {stored} there and {wanted} here", self.name)
    }
}

fn list(differences: &[Difference]) -> String {
    if differences.is_empty() {
        return "the same settings in another order".into();
    }
    let words: Vec<String> = differences.iter().map(Difference::to_string).collect();
    words.join(", ")
}
