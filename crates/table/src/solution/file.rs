//! An open solution file.
//!
//! In: states. Out: what they are worth, or that they are not known. Opening
//! reads the frame and the meta document; everything else is read when it is
//! needed.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{Lent, Pool};

use super::SolutionError;
use super::cache::{Cache, Stream};
use super::directory::{Form, RECORD, Record};
use super::encoding::Encoding;
use super::features::Steps;
use super::filter::Records;
use super::frame::{self, FOOTER, Flaw, Footer, HEADER};
use super::key::Key;
use super::meta::{About, Absent, Counts, Layout, MAX_META, Meta, MetaFlaw, Outcome};
use super::section::{Section, read_all};
use super::sections::Sections;
use super::shared::Shared;
use super::source::Source;
use crate::checksum::checksum;

/// Bytes of memory for blocks that are usually enough.
pub const DEFAULT_CACHE: usize = 256 << 20;

/// Most readers that a group of threads keeps while it does not read: about half a
/// megabyte each, besides the blocks.
const MAX_IDLE: usize = 4;

/// The number of an outcome of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutcomeId(pub u32);

/// Where a state stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The number of its section.
    pub section: u64,
    /// Its key.
    pub key: Key,
}

/// What a file knows of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// It has this outcome.
    Known(OutcomeId),
    /// It cannot be reached.
    Unreachable,
    /// The file does not know.
    Unknown,
}

/// What is known of a section without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionInfo {
    /// Its number.
    pub number: u64,
    /// How many states it has.
    pub states: u128,
    /// How they are stored.
    pub form: Form,
    /// Bytes of its nodes or keys and of its outcomes, decompressed.
    pub bytes: u64,
}

/// A solution file, open for reading.
///
/// Its memory is bounded, however large the file is. All methods may be called
/// from several threads at once: each thread has its own working memory, and
/// blocks are read and kept once for all.
pub struct SolutionFile {
    path: PathBuf,
    bytes: u64,
    meta: Meta,
    directory: Stream,
    sections: Sections,
    shared: Arc<Shared>,
    caches: Pool<Cache>,
}

impl SolutionFile {
    /// Whether a file begins as solution files do; false if it cannot be read.
    pub fn is_at(path: &Path) -> bool {
        let mut start = [0; HEADER];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && frame::read_header(&start) != Err(Flaw::Foreign)
    }

    /// Opens a file; blocks take up to about `cache_bytes` bytes, and a
    /// sixteenth of that more for each thread besides the first.
    ///
    /// # Errors
    ///
    /// [`SolutionError`]: it cannot be read, is no solution file, is of another
    /// version, requires an unknown feature, is cut off, or is damaged.
    pub fn open(path: &Path, cache_bytes: usize) -> Result<Self, SolutionError> {
        let io = |error| SolutionError::io(path, error);
        let mut file = File::open(path).map_err(io)?;
        // Not the length in the metadata: a device has none.
        let bytes = file.seek(SeekFrom::End(0)).map_err(io)?;
        let source = Source::new(file);
        let (version, key, footer) = read_frame(&source, path, bytes)?;
        let shared = Shared::new(source, path.to_owned(), (key, bytes), cache_bytes);
        let shared = Arc::new(shared);
        let mut cache = Cache::new(shared.clone())?;
        let meta = read_meta(&mut cache, &footer, version)?;
        let directory = cache.stream(footer.directory, Records::Plain(RECORD))?;
        Ok(SolutionFile {
            path: path.to_owned(),
            bytes,
            meta,
            directory,
            sections: Sections::default(),
            shared,
            caches: Pool::new(cache, MAX_IDLE),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What was solved, and how.
    pub fn about(&self) -> &About {
        &self.meta.about
    }

    /// The details of a required feature; `None` if it is not required.
    pub fn required(&self, feature: &str) -> Option<&serde_json::Value> {
        self.meta.required.get(feature)
    }

    /// What the file says of its states if it is an endgame database: then it may have
    /// states that cannot be reached, and with each state it has all its successors.
    pub fn endgames(&self) -> Option<Steps> {
        self.meta.required.steps().ok().flatten()
    }

    /// Whether distances were computed: if not, a missing distance says nothing.
    pub fn has_distances(&self) -> bool {
        self.meta.distances
    }

    /// The numbers of states, as the file says.
    pub fn counts(&self) -> &Counts {
        &self.meta.counts
    }

    /// How states become keys.
    pub fn encoding(&self) -> &Encoding {
        &self.meta.encoding
    }

    /// How states are spread over sections.
    pub fn layout(&self) -> &Layout {
        &self.meta.layout
    }

    /// All outcomes, by their numbers.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.meta.outcomes
    }

    /// The outcome of this number.
    ///
    /// # Panics
    ///
    /// If it is not a number of this file.
    pub fn outcome(&self, id: OutcomeId) -> &Outcome {
        &self.meta.outcomes[id.0 as usize]
    }

    /// What the absence of a state from the file means.
    pub fn absent(&self) -> Probe {
        match self.meta.about.absent {
            Absent::Unreachable => Probe::Unreachable,
            Absent::Unknown => Probe::Unknown,
        }
    }

    /// The place of the state in which exactly these fluents hold, given by
    /// their numbers in the encoding, in ascending order; `None` if the file
    /// cannot have it.
    pub fn place(&self, held: &[u32]) -> Option<Place> {
        let key = self.meta.encoding.encode(held)?;
        let section = self.meta.layout.section(held)?;
        Some(Place { section, key })
    }

    /// The same, with fluents in KIF in any order.
    pub fn place_of<'t>(&self, fluents: impl IntoIterator<Item = &'t str>) -> Option<Place> {
        let numbers = fluents.into_iter();
        let numbers = numbers.map(|fluent| self.meta.encoding.fluent(fluent));
        let mut held = numbers.collect::<Option<Vec<u32>>>()?;
        held.sort_unstable();
        held.dedup();
        self.place(&held)
    }

    /// What is known of the state at a place.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if a block cannot be read or is damaged.
    pub fn probe(&self, place: &Place) -> Result<Probe, SolutionError> {
        let mut cache = self.cache()?;
        let section = self.section(&mut cache, place.section)?;
        let section = section.filter(|section| section.takes(&place.key));
        let Some(section) = section else {
            return Ok(self.absent());
        };
        let found = section.find(&mut cache, place.key.words())?;
        Ok(self.answer(found))
    }

    /// The file's answer for a state, from the result in its section.
    pub(super) fn answer(&self, found: Option<u32>) -> Probe {
        found.map_or(self.absent(), |outcome| Probe::Known(OutcomeId(outcome)))
    }

    /// All sections, by number.
    ///
    /// # Errors
    ///
    /// As [`SolutionFile::probe`].
    pub fn sections(&self) -> Result<Vec<SectionInfo>, SolutionError> {
        let mut cache = self.cache()?;
        let mut sections = Vec::new();
        for index in 0..self.directory.extent.len / RECORD as u64 {
            let record = record(&mut cache, &self.directory, index)?;
            let last = sections.last();
            if last.is_some_and(|last: &SectionInfo| last.number >= record.number) {
                let place = self.directory.extent.root;
                return Err(cache.corrupt(place, "sections are not in order"));
            }
            sections.push(SectionInfo {
                number: record.number,
                states: record.states,
                form: record.form,
                bytes: record.body.len.saturating_add(record.outcomes.len),
            });
        }
        Ok(sections)
    }

    /// Reads and checks every block.
    ///
    /// # Errors
    ///
    /// As [`SolutionFile::probe`].
    pub fn check_blocks(&self) -> Result<(), SolutionError> {
        for info in self.sections()? {
            let mut cache = self.cache()?;
            if let Some(section) = self.section(&mut cache, info.number)? {
                section.check_blocks(&mut cache)?;
            }
        }
        Ok(())
    }

    /// Access to the blocks, for this thread alone.
    pub(super) fn cache(&self) -> Result<Lent<'_, Cache>, SolutionError> {
        let generation = self.shared.generation();
        self.caches.each_idle(|cache| cache.refresh(generation));
        self.caches.lend(|| Cache::new(self.shared.clone()))
    }

    /// The section of a number, if there is one.
    pub(super) fn section(
        &self,
        cache: &mut Cache,
        number: u64,
    ) -> Result<Option<Arc<Section>>, SolutionError> {
        if let Some(known) = self.sections.get(number) {
            return Ok(known);
        }
        let (bits, outcomes) = (self.meta.encoding.bits(), self.meta.outcomes.len());
        let section = match find_record(cache, &self.directory, number)? {
            None => None,
            Some(record) => {
                let section = Section::load(cache, &record, bits, outcomes)?;
                Some(Arc::new(section))
            }
        };
        self.sections.keep(number, section.clone());
        Ok(section)
    }
}

fn record(cache: &mut Cache, directory: &Stream, index: u64) -> Result<Record, SolutionError> {
    let per_block = (directory.records.block_len() / RECORD) as u64;
    let content = cache.block(directory, index / per_block)?;
    let at = (index % per_block) as usize * RECORD;
    let record = Record::from_bytes(&content[at..at + RECORD]);
    let place = directory.extent.root;
    record.ok_or_else(|| cache.corrupt(place, "a section of no known form"))
}

fn find_record(
    cache: &mut Cache,
    directory: &Stream,
    number: u64,
) -> Result<Option<Record>, SolutionError> {
    let (mut first, mut end) = (0, directory.extent.len / RECORD as u64);
    while first < end {
        let middle = first + (end - first) / 2;
        let record = record(cache, directory, middle)?;
        match record.number.cmp(&number) {
            std::cmp::Ordering::Less => first = middle + 1,
            std::cmp::Ordering::Equal => return Ok(Some(record)),
            std::cmp::Ordering::Greater => end = middle,
        }
    }
    Ok(None)
}

/// Version, key and footer of a file of this size.
fn read_frame(
    source: &Source,
    path: &Path,
    bytes: u64,
) -> Result<(u32, u64, Footer), SolutionError> {
    let io = |error| SolutionError::io(path, error);
    let path = || path.to_owned();
    let mut header = [0; HEADER];
    let length = HEADER.min(usize::try_from(bytes).unwrap_or(HEADER));
    source.read(&mut header[..length], 0).map_err(io)?;
    let (version, key) = match frame::read_header(&header) {
        Err(Flaw::Foreign) => return Err(SolutionError::NotASolution { path: path() }),
        _ if length < HEADER => return Err(SolutionError::Truncated { path: path() }),
        Err(Flaw::Version(found)) => {
            let path = path();
            return Err(SolutionError::Version { path, found });
        }
        Err(Flaw::Damage(why)) => {
            let (path, offset) = (path(), 0);
            return Err(SolutionError::Corrupt { path, offset, why });
        }
        Ok(found) => found,
    };
    if bytes < (HEADER + FOOTER) as u64 {
        return Err(SolutionError::Truncated { path: path() });
    }
    let mut footer = [0; FOOTER];
    let end = bytes - FOOTER as u64;
    source.read(&mut footer, end).map_err(io)?;
    match Footer::from_bytes(&footer, key, bytes) {
        Some(footer) => Ok((version, key, footer)),
        None => Err(SolutionError::Truncated { path: path() }),
    }
}

fn read_meta(cache: &mut Cache, footer: &Footer, version: u32) -> Result<Meta, SolutionError> {
    let place = footer.meta.root;
    if footer.meta.len > MAX_META {
        return Err(cache.corrupt(place, "a meta document of more than 64 MiB"));
    }
    let stream = cache.stream(footer.meta, Records::Plain(1))?;
    let mut json = Vec::new();
    read_all(cache, &stream, &mut |content| {
        json.extend_from_slice(content);
    })?;
    if checksum(&json, cache.key()) != footer.meta_checksum {
        return Err(cache.corrupt(place, "wrong checksum of the meta document"));
    }
    Meta::from_json(&json, version).map_err(|flaw| match flaw {
        MetaFlaw::Damage(why) => cache.corrupt(place, why),
        MetaFlaw::Features(names) => SolutionError::Features {
            path: cache.path().to_owned(),
            names,
        },
    })
}
