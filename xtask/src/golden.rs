//! `cargo xtask golden`: rewrites the solution files that tests read.
//!
//! They show that files of a version can be read for ever: only a new version
//! needs new ones.

use std::path::Path;

use crate::outcome::{Outcome, Shown};

/// Where they are kept, from the root.
const FOLDER: &str = "crates/table/tests/solution/version-1";

/// Writes them.
///
/// # Errors
///
/// When their folder is not there.
pub fn run() -> Outcome<Shown> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(FOLDER);
    if !folder.is_dir() {
        return Err(format!("there is no folder {FOLDER}").into());
    }
    testkit::solution_files::write_kept(&folder);
    println!("written: {FOLDER}");
    Ok(Shown::Yes)
}
