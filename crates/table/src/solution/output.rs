//! A file under construction: blocks at its end, and streams of them.
//!
//! The header comes with the first block. The file gets its name when it is
//! complete and on the disk.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::SolutionError;
use super::block::Packer;
use super::filter::Records;
use super::frame::{self, BLOCK, Extent, Footer};
use crate::WholeFile;

/// A file that grows at its end.
pub(super) struct Output {
    file: WholeFile,
    target: PathBuf,
    pub key: u64,
    version: u32,
    len: u64,
    packer: Packer,
    /// The first error: what follows it in the file is at the wrong place.
    failed: Option<io::ErrorKind>,
}

impl Output {
    pub fn create(target: &Path, key: u64) -> Result<Self, SolutionError> {
        Ok(Output {
            file: WholeFile::create(target).map_err(|error| SolutionError::io(target, error))?,
            target: target.to_owned(),
            key,
            version: frame::PLAIN,
            len: 0,
            packer: Packer::new(),
            failed: None,
        })
    }

    pub fn version(&self) -> u32 {
        self.version
    }

    /// Gives the file at least this version.
    ///
    /// # Panics
    ///
    /// After the first block, if the version would change: a pipe takes no
    /// second header.
    pub fn require_version(&mut self, version: u32) {
        let fits = self.version >= version || self.len == 0;
        assert!(fits, "the version stands before the first block");
        self.version = self.version.max(version);
    }

    /// Appends a block, and returns where it is.
    pub fn block(&mut self, records: Records, content: &[u8]) -> Result<u64, SolutionError> {
        if self.len == 0 {
            self.append(&frame::header(self.version, self.key))?;
        }
        let offset = self.len;
        let block = self.packer.pack(records, content, self.key, offset);
        self.append(&block)?;
        Ok(offset)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), SolutionError> {
        let earlier = self.failed.map_or(Ok(()), |kind| Err(kind.into()));
        let written = earlier.and_then(|()| self.file.write_all(bytes));
        self.len += bytes.len() as u64;
        written.map_err(|error: io::Error| {
            self.failed = Some(error.kind());
            SolutionError::io(self.file.path(), error)
        })
    }

    /// Ends the file and gives it its name; returns its size in bytes.
    pub fn finish(
        mut self,
        meta: Extent,
        directory: Extent,
        meta_checksum: u64,
    ) -> Result<u64, SolutionError> {
        let footer = Footer {
            file_len: self.len + frame::FOOTER as u64,
            meta,
            directory,
            meta_checksum,
        };
        self.append(&footer.to_bytes(self.key))?;
        let finished = self.file.finish();
        finished.map_err(|error| SolutionError::io(&self.target, error))?;
        Ok(footer.file_len)
    }
}

/// A stream that is being written; several may be written at once.
pub(super) struct StreamWriter {
    records: Records,
    /// Bytes that do not fill a block yet.
    content: Vec<u8>,
    len: u64,
    offsets: Vec<u64>,
}

impl StreamWriter {
    pub fn new(records: Records) -> Self {
        StreamWriter {
            records,
            content: Vec::new(),
            len: 0,
            offsets: Vec::new(),
        }
    }

    /// Appends bytes; in the end they must form whole records.
    pub fn write(&mut self, output: &mut Output, mut bytes: &[u8]) -> Result<(), SolutionError> {
        let full = self.records.block_len();
        while !bytes.is_empty() {
            let room = full - self.content.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.content.extend_from_slice(now);
            bytes = later;
            if self.content.len() == full {
                self.end_block(output)?;
            }
        }
        Ok(())
    }

    fn end_block(&mut self, output: &mut Output) -> Result<(), SolutionError> {
        let offset = output.block(self.records, &self.content)?;
        self.offsets.push(offset);
        self.len += self.content.len() as u64;
        self.content.clear();
        Ok(())
    }

    /// Writes the rest, and the tables of where blocks are.
    pub fn finish(mut self, output: &mut Output) -> Result<Extent, SolutionError> {
        if !self.content.is_empty() {
            self.end_block(output)?;
        }
        let mut offsets = self.offsets;
        while offsets.len() > 1 {
            let mut above = Vec::new();
            for part in offsets.chunks(BLOCK / 8) {
                let table: Vec<u8> = part.iter().flat_map(|it| it.to_le_bytes()).collect();
                above.push(output.block(Records::Plain(8), &table)?);
            }
            offsets = above;
        }
        Ok(Extent {
            len: self.len,
            root: offsets.first().copied().unwrap_or(0),
        })
    }
}
