//! What can go wrong with a solution file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::frame::VERSION;
use crate::space::is_about_space;

/// Why a solution file cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// The system refused an operation.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The disk is full, or a quota or the largest size of a file is reached.
    #[error("no room on the disk for {}", path.display())]
    Full {
        /// What could not be written.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file is not a solution file.
    #[error("{} is not a solution file", path.display())]
    NotASolution {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a program that writes it differently.
    #[error(
        "{} has version {found} of the format, this program reads 1 to {VERSION}: \
         use the program that wrote it, or solve the game again",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that it names.
        found: u32,
    },
    /// The file requires features of the format that this program does not know.
    #[error(
        "{} requires features of the format that this program does not know ({}): \
         use the program that wrote it, or solve the game again",
        path.display(),
        names.join(", ")
    )]
    Features {
        /// The file.
        path: PathBuf,
        /// The names of those that are not known.
        names: Vec<String>,
    },
    /// The end of the file is missing, or something follows it.
    #[error("{} has no valid end: it was cut off, or something follows it", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
    },
    /// The file is not as it was written.
    #[error("{} is damaged at byte {offset}: {why}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Where the damage shows.
        offset: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// The solution has too much of something for the format.
    #[error("this solution does not fit into a file: {0}")]
    Limit(&'static str),
}

impl SolutionError {
    /// Adds the path to an error of the system and, if it is about space, its
    /// kind.
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match is_about_space(&source) {
            true => SolutionError::Full { path, source },
            false => SolutionError::Io { path, source },
        }
    }

    /// Whether the content of the file is at fault, and not the access to it.
    pub fn is_about_content(&self) -> bool {
        matches!(
            self,
            SolutionError::NotASolution { .. }
                | SolutionError::Version { .. }
                | SolutionError::Features { .. }
                | SolutionError::Truncated { .. }
                | SolutionError::Corrupt { .. }
        )
    }
}
