//! What is in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The names of all that is in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.flatten().map(name).collect();
    names.sort();
    names
}

/// All files of a folder, by name, with their contents.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |name: String| {
        let bytes = fs::read(folder.join(&name)).expect("the file can be read");
        (name, bytes)
    };
    names(folder).into_iter().map(read).collect()
}
