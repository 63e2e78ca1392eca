//! A file that appears only when it is complete.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::temp::{TempFile, sync_names};

/// A file under construction: it stands next to its target under another name, and
/// gets its final name, perhaps replacing an older file, when it is finished. If it
/// is dropped before that, it leaves nothing, and the older file stays.
///
/// A target that is not a regular file, such as `/dev/null` or a pipe, is written to
/// directly.
#[derive(Debug)]
pub struct WholeFile {
    target: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Beside(TempFile),
    Device(File),
}

impl WholeFile {
    /// Begins a file of this name.
    ///
    /// # Errors
    ///
    /// If it cannot be created, or an existing file must not be changed.
    pub fn create(target: &Path) -> io::Result<Self> {
        // The file that a link points to is replaced, not the link.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let place = match fs::metadata(&target) {
            Ok(old) if old.is_file() => replace(&target, &old)?,
            // Opening a folder fails, as it should.
            Ok(_) => Place::Device(OpenOptions::new().write(true).open(&target)?),
            Err(_) => Place::Beside(TempFile::beside(&target)?),
        };
        Ok(WholeFile { target, place })
    }

    /// Checks whether a file of this name can be created, and changes nothing.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create`].
    pub fn try_out(target: &Path) -> io::Result<()> {
        match fs::metadata(target) {
            // Opening a pipe would wait for its reader.
            Ok(other) if !other.is_file() && !other.is_dir() => Ok(()),
            _ => WholeFile::create(target).map(drop),
        }
    }

    /// Where the bytes are at the moment.
    pub(crate) fn path(&self) -> &Path {
        match &self.place {
            Place::Beside(temp) => temp.path(),
            Place::Device(_) => &self.target,
        }
    }

    /// Gives the file its name, once it is completely on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed; an older file then is unchanged.
    pub fn finish(self) -> io::Result<()> {
        let temp = match self.place {
            Place::Beside(temp) => temp,
            Place::Device(mut device) => return device.flush(),
        };
        temp.sync()?;
        temp.rename(&self.target)?;
        match self.target.parent() {
            Some(parent) if parent != Path::new("") => sync_names(parent),
            _ => sync_names(Path::new(".")),
        }
    }
}

/// A file next to an existing one that it will replace.
fn replace(target: &Path, old: &Metadata) -> io::Result<Place> {
    // Without the right to write to a file it must not be replaced either.
    OpenOptions::new().append(true).open(target)?;
    let temp = TempFile::beside(target)?;
    fs::set_permissions(temp.path(), old.permissions())?;
    Ok(Place::Beside(temp))
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Beside(temp) => temp.append(bytes).map(|()| bytes.len()),
            Place::Device(device) => device.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use testkit::folder::names;

    use super::*;

    #[test]
    fn a_file_is_replaced_when_it_is_whole_and_not_before() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(names(dir.path()).len(), 2);
        drop(file);
        WholeFile::try_out(&path).unwrap();
        WholeFile::try_out(&dir.path().join("b")).unwrap();
        assert_eq!(names(dir.path()), ["a"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(names(dir.path()), ["a"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(WholeFile::create(dir.path()).is_err());
        assert!(WholeFile::create(&dir.path().join("no/such/folder")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_one_and_a_link_too() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let mut file = WholeFile::create(Path::new("/dev/null")).unwrap();
        file.write_all(b"gone").unwrap();
        file.finish().unwrap();
        let null = fs::metadata("/dev/null").unwrap();
        assert!(null.file_type().is_char_device());
        let dir = tempfile::TempDir::new().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, PermissionsExt::from_mode(0o640)).unwrap();
        symlink("real", &link).unwrap();
        let mut file = WholeFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        let mode = fs::metadata(&real).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
