//! Opens a folder, and deals with what an earlier run left.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::StoreError;
use super::folder::{Files, Folder, list, remove};
use super::manifest::{Found, Manifest};
use super::names::{Kind, MANIFEST};
use super::publish::sync_folder;
use super::reader::EntryReader;

/// Opens or creates the store of this identity, and locks it.
pub(super) fn open(
    dir: &Path,
    identity: &[(&str, &str)],
    fresh: bool,
) -> Result<Folder, StoreError> {
    let wanted = Manifest::new(identity);
    fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, error))?;
    // Before the first file of ours is written, and again under the lock.
    refuse_strangers(dir, &list(dir)?, &find_manifest(dir)?)?;
    let folder = Folder::lock(dir, wanted.checksum())?;
    let files = list(dir)?;
    let found = find_manifest(dir)?;
    refuse_strangers(dir, &files, &found)?;
    if fresh {
        clear(&folder, &files)?;
    } else {
        refuse_others(dir, &files, &found, &wanted)?;
        remove_all(&folder, &files, |kind| kind == Kind::Temp)?;
    }
    if found != Found::Whole(wanted.clone()) {
        write_manifest(&folder, &wanted)?;
    }
    drop_damaged(&folder)?;
    Ok(folder)
}

/// Whether the folder has a store of this identity.
pub(super) fn is_kept(dir: &Path, identity: &[(&str, &str)]) -> bool {
    let wanted = Found::Whole(Manifest::new(identity));
    find_manifest(dir).is_ok_and(|found| found == wanted)
}

fn find_manifest(dir: &Path) -> Result<Found, StoreError> {
    let path = dir.join(MANIFEST);
    match fs::read(&path) {
        Ok(bytes) => Ok(Manifest::parse(&bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Missing),
        Err(error) => Err(StoreError::io(&path, error)),
    }
}

/// Refuses a folder that holds files of others, and no sign of a store.
fn refuse_strangers(dir: &Path, files: &Files, found: &Found) -> Result<(), StoreError> {
    match (found, &files.foreign) {
        (Found::Missing | Found::Damaged, Some(foreign)) => Err(StoreError::NotAStore {
            path: dir.to_owned(),
            found: foreign.clone(),
        }),
        _ => Ok(()),
    }
}

/// Refuses a store with entries of another run.
fn refuse_others(
    dir: &Path,
    files: &Files,
    found: &Found,
    wanted: &Manifest,
) -> Result<(), StoreError> {
    let durable = files.ours.iter().any(|(_, kind)| *kind == Kind::Durable);
    let path = dir.to_owned();
    let file = dir.join(MANIFEST);
    match found {
        Found::Whole(stored) if stored == wanted => Ok(()),
        Found::Whole(stored) => {
            let differences = wanted.differences(stored);
            Err(StoreError::Foreign { path, differences })
        }
        &Found::Version(found) => Err(StoreError::Version { file, found }),
        Found::Missing if durable => Err(StoreError::corrupt(&file, "it is missing")),
        Found::Damaged if durable => Err(StoreError::corrupt(&file, "wrong checksum")),
        // The manifest becomes durable before the first entry does. So power
        // failed in between, and other entries are checked or removed.
        Found::Missing | Found::Damaged => Ok(()),
    }
}

/// Removes all entries; the old manifest stays until there is a new one.
fn clear(folder: &Folder, files: &Files) -> Result<(), StoreError> {
    let durable = files.ours.iter().any(|(_, kind)| *kind == Kind::Durable);
    remove_all(folder, files, |kind| {
        matches!(kind, Kind::Durable | Kind::Unsynced | Kind::Temp)
    })?;
    // Otherwise they might come back, after a power failure, under a new
    // manifest.
    match durable {
        true => sync_folder(folder.path()),
        false => Ok(()),
    }
}

fn remove_all(
    folder: &Folder,
    files: &Files,
    which: impl Fn(Kind) -> bool,
) -> Result<(), StoreError> {
    let chosen = files.ours.iter().filter(|(_, kind)| which(*kind));
    for (file, _) in chosen {
        remove(&folder.path().join(file))?;
    }
    Ok(())
}

fn write_manifest(folder: &Folder, manifest: &Manifest) -> Result<(), StoreError> {
    let mut temp = folder.temp("manifest")?;
    let written: io::Result<()> = temp.append(manifest.to_text().as_bytes());
    written.map_err(|error| StoreError::io(temp.path(), error))?;
    let manifest = folder.manifest();
    let renamed = temp.rename(&manifest);
    renamed.map_err(|error| StoreError::io(&manifest, error))
}

/// Removes those of the unsynced entries that a power failure has damaged.
fn drop_damaged(folder: &Folder) -> Result<(), StoreError> {
    for name in folder.entries(Kind::Unsynced)? {
        let path = folder.unsynced(&name);
        let entry = EntryReader::open(&path, folder.key(&name));
        match entry.and_then(EntryReader::check) {
            Err(error) if error.is_about_content() => remove(&path)?,
            checked => checked?,
        }
    }
    Ok(())
}
