//! A file of rows, to which chores add each row as it is finished.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Adds a row to a file, which is created if it is missing.
///
/// # Errors
///
/// When the file cannot be written.
pub fn append(path: &Path, row: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    writeln!(file, "{row}")
}
