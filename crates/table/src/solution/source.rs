//! The bytes of an open file, for many threads at once.
//!
//! In: an offset. Out: the bytes there. Not here: what they mean.

use std::fs::File;
use std::io;
#[cfg(any(not(unix), test))]
use std::io::{Read, Seek, SeekFrom};
#[cfg(any(not(unix), test))]
use std::sync::{Mutex, PoisonError};

/// A file that is read by offset: no thread moves another's position.
pub(super) struct Source {
    file: File,
    /// Held while the position is set and used, on systems without reads by
    /// offset.
    #[cfg(any(not(unix), test))]
    turn: Mutex<()>,
}

impl Source {
    pub fn new(file: File) -> Self {
        Source {
            file,
            #[cfg(any(not(unix), test))]
            turn: Mutex::new(()),
        }
    }

    /// Fills `bytes` from an offset on.
    #[cfg(unix)]
    pub fn read(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, offset)
    }

    /// Fills `bytes` from an offset on.
    #[cfg(not(unix))]
    pub fn read(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.read_in_turn(bytes, offset)
    }

    #[cfg(any(not(unix), test))]
    fn read_in_turn(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Write};

    use super::*;

    #[test]
    fn both_ways_read_the_same() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&(0..=255).collect::<Vec<u8>>()).unwrap();
        let source = Source::new(file);
        let (mut one, mut other) = ([0; 16], [0; 16]);
        for offset in [100, 0, 240] {
            source.read(&mut one, offset).unwrap();
            source.read_in_turn(&mut other, offset).unwrap();
            assert_eq!((one, one[0]), (other, offset as u8));
        }
        for result in [
            source.read(&mut one, 241),
            source.read_in_turn(&mut one, 241),
        ] {
            assert_eq!(result.unwrap_err().kind(), ErrorKind::UnexpectedEof);
        }
    }
}
