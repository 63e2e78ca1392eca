//! The files of a store: which are ours, and what they are.
//!
//! The names are unlikely enough that a file which bears one is ours; nothing
//! else in a folder is ever read, renamed or removed.

use super::StoreError;

/// Says which run the layers belong to.
pub(super) const MANIFEST: &str = "zlayer.manifest";
/// Empty; locked by the process that works in the folder.
pub(super) const LOCK: &str = "zlayer.lock";
/// An entry that is on the disk.
pub(super) const DURABLE: &str = ".zlayer";
/// An entry that is finished, but may not survive a power failure.
pub(super) const UNSYNCED: &str = ".zlayer-unsynced";
/// What is being written, and scratch files.
pub(super) const TEMP: &str = ".zlayer-temp";

/// Leaves room for suffixes in the 255 bytes that a file's name may have.
const MAX_LEN: usize = 100;

/// What a file of ours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Manifest,
    Lock,
    Durable,
    Unsynced,
    Temp,
}

/// The kind of the file of this name; `None` if it is not ours.
pub(super) fn kind(file: &str) -> Option<Kind> {
    match file {
        MANIFEST => return Some(Kind::Manifest),
        LOCK => return Some(Kind::Lock),
        _ => {}
    }
    let stem = stem(file);
    match &file[stem.len()..] {
        // Temporary files have a number after the entry's name.
        TEMP => is_word(stem).then_some(Kind::Temp),
        DURABLE => is_valid(stem).then_some(Kind::Durable),
        UNSYNCED => is_valid(stem).then_some(Kind::Unsynced),
        _ => None,
    }
}

/// A file's name up to the suffix.
pub(super) fn stem(file: &str) -> &str {
    file.split_once('.').map_or(file, |(stem, _)| stem)
}

/// Whether an entry can have this name.
pub(super) fn is_valid(name: &str) -> bool {
    name.len() <= MAX_LEN && is_word(name)
}

pub(super) fn check(name: &str) -> Result<(), StoreError> {
    let error = || StoreError::Name { name: name.into() };
    is_valid(name).then_some(()).ok_or_else(error)
}

/// No capital letters: some file systems do not distinguish them.
fn is_word(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.bytes().all(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_names_are_ours() {
        let ours = [
            ("zlayer.lock", Kind::Lock),
            ("zlayer.manifest", Kind::Manifest),
            ("states-0012.zlayer", Kind::Durable),
            ("states-0012.zlayer-unsynced", Kind::Unsynced),
            ("states-0012-7.zlayer-temp", Kind::Temp),
        ];
        for (file, expected) in ours {
            assert_eq!(kind(file), Some(expected), "{file}");
        }
        let foreign = [
            "",
            ".",
            "notes",
            "notes.txt",
            ".zlayer",
            "A.zlayer",
            "a.b.zlayer",
            "a.zlayer~",
            "a b.zlayer",
            "ä.zlayer",
            "a.zlayer.gz",
            "manifest",
        ];
        for file in foreign {
            assert_eq!(kind(file), None, "{file}");
        }
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        for name in ["", "..", "a/b", "/a", "a\0", "a.b", &"a".repeat(101)] {
            assert!(check(name).is_err(), "{name:?}");
        }
        assert!(check(&"a".repeat(100)).is_ok());
    }
}
