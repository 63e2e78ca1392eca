//! A reader of solution files, written from `docs/formats/solution.md`: it shares no code
//! with the one that the rest of the program uses.
//!
//! | file | what |
//! |---|---|
//! | `frame`, `stream` | header, footer, blocks; the streams that they make up |
//! | `meta`, `features`, `encoding` | what a file says about itself; what a reader must know; states as keys |
//! | `entry`, `nodes`, `section` | the directory; diagrams; the states of a section and their outcomes |
//! | `diagram` | a section in any form, as one diagram |

mod diagram;
mod encoding;
mod entry;
mod features;
mod frame;
mod meta;
mod nodes;
mod section;
mod stream;

use std::io::{Read, Seek};

pub(crate) use diagram::Diagram;
pub(crate) use encoding::{Encoding, FieldCodes, Home, Scratch};
use entry::{ENTRY, Entry, Form};
use features::{Features, PARTS};
use frame::{FIRST_VERSION, Frame};
pub(crate) use meta::Meta;
use section::Section;
use serde_json::Value as Json;
use stream::{Kept, Records, Stream};

use crate::error::Unreadable;
use crate::value::Outcome;

/// Largest meta document, in bytes.
const MAX_META: u64 = 64 << 20;

/// What a file says of a state, as text that needs no other type of this reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its value: rewards with slashes between them, or a word.
    pub value: String,
    /// Its distance, if it has one.
    pub distance: Option<u64>,
}

impl Told {
    fn new(outcome: &Outcome) -> Self {
        Told {
            value: outcome.value.to_string(),
            distance: outcome.distance,
        }
    }
}

/// An open solution file.
pub struct SolutionFile<R> {
    frame: Frame<R>,
    meta: Meta,
    features: Features,
    /// How many moves play lasts at most, in an endgame database.
    endgames: Option<Option<u64>>,
    entries: Vec<Entry>,
    kept: Kept,
    /// The last section that was read.
    current: Option<(usize, Section)>,
}

impl<R: Read + Seek> SolutionFile<R> {
    /// Reads what a file says about itself, and which sections it has.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if it is damaged, cut off, of another version, requires an
    /// unknown feature or is something else.
    pub fn open(reader: R) -> Result<Self, Unreadable> {
        let (mut frame, footer) = Frame::open(reader)?;
        let damage = |why: String| Unreadable::damage(footer.meta.root, why);
        if footer.meta.length > MAX_META {
            return Err(damage("a meta document of more than 64 MiB".into()));
        }
        let json = Stream::open(&mut frame, footer.meta, Records::Plain(1))?.read(&mut frame)?;
        if frame.checksum(&json) != footer.meta_checksum {
            return Err(damage("the meta document's checksum is wrong".into()));
        }
        let mut features = Features::default();
        if frame.version() > FIRST_VERSION {
            features = Features::from_json(&json).map_err(damage)?;
            let names = features.unknown();
            if !names.is_empty() {
                return Err(Unreadable::Features { names });
            }
        }
        let meta = Meta::from_json(&json, frame.version()).map_err(damage)?;
        let endgames = features.endgames().map_err(damage)?;
        if endgames.is_some() && meta.whole {
            return Err(damage("an endgame database that says it is whole".into()));
        }
        let directory = Stream::open(&mut frame, footer.directory, Records::Plain(ENTRY))?;
        let directory = directory.read(&mut frame)?;
        let damage = |why| Unreadable::damage(footer.directory.root, why);
        let entries = directory.chunks_exact(ENTRY).map(Entry::from_bytes);
        let entries: Option<Vec<Entry>> = entries.collect();
        let entries = entries.ok_or_else(|| damage("a section of no known form"))?;
        if !entries.is_sorted_by(|a, b| a.number < b.number) {
            return Err(damage("the sections are not in order"));
        }
        Ok(SolutionFile {
            frame,
            meta,
            features,
            endgames,
            entries,
            kept: Kept::default(),
            current: None,
        })
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.meta.game
    }

    /// The hash of the rules, as the file says.
    pub fn rules_hash(&self) -> &str {
        &self.meta.rules_hash
    }

    /// Whether it has all reachable states, as it says.
    pub fn is_whole(&self) -> bool {
        self.meta.whole
    }

    /// Whether it is an endgame database: each state that it has comes with all that can
    /// follow it, and need not be reachable.
    pub fn is_database(&self) -> bool {
        self.endgames.is_some()
    }

    /// After how many moves play has ended, if the file is an endgame database, and if it
    /// says so.
    pub(crate) fn endgames(&self) -> Option<Option<u64>> {
        self.endgames
    }

    /// What the file says about itself.
    pub(crate) fn meta(&self) -> &Meta {
        &self.meta
    }

    /// What the file says of its parts, if it is the solution of a sum.
    pub(crate) fn parts(&self) -> Option<&Json> {
        self.features.get(PARTS)
    }

    /// How many states the file has by its directory.
    pub fn states(&self) -> u128 {
        let states = self.entries.iter().map(|entry| entry.states);
        states.fold(0, u128::saturating_add)
    }

    /// The number of each section and how many states it has.
    pub fn sections(&self) -> impl Iterator<Item = (u64, u128)> + '_ {
        self.entries
            .iter()
            .map(|entry| (entry.number, entry.states))
    }

    /// Passes on all states of the section at this place of the directory, in the order of
    /// keys: the numbers of the fluents that hold, `None` if the key is not one of a
    /// state; and its value.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if the section is damaged.
    pub fn tell(
        &mut self,
        place: usize,
        take: &mut dyn FnMut(Option<Vec<u32>>, Told),
    ) -> Result<(), Unreadable> {
        let section = self.section(place)?;
        let (encoding, outcomes) = (&self.meta.encoding, &self.meta.outcomes);
        section.list(&mut self.frame, encoding, &mut |key, outcome| {
            let told = Told::new(&outcomes[outcome as usize]);
            take(encoding.decode(key), told);
        })
    }

    /// What the file says of the state in which exactly these fluents hold, given by their
    /// numbers in ascending order; `None` if it does not have it.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if its section is damaged.
    pub fn told(&mut self, held: &[u32]) -> Result<Option<Told>, Unreadable> {
        let encoding = &self.meta.encoding;
        let key = encoding.encode(held, &mut Scratch::default());
        let (Some(key), Some(section)) = (key, encoding.section(held)) else {
            return Ok(None);
        };
        let outcome = self.find(section, &key)?;
        Ok(outcome.map(|it| Told::new(&self.meta.outcomes[it as usize])))
    }

    /// Passes on all states of the section at this place of the directory.
    pub(crate) fn list(
        &mut self,
        place: usize,
        take: &mut dyn FnMut(&[u8], u32),
    ) -> Result<(), Unreadable> {
        let section = self.section(place)?;
        section.list(&mut self.frame, &self.meta.encoding, take)
    }

    /// The bytes of keys and outcomes in the section at this place, if they are listed one
    /// by one.
    pub(crate) fn listed_bytes(&self, place: usize) -> u64 {
        let entry = &self.entries[place];
        let keys = match entry.form {
            Form::Listed => entry.body.length,
            _ => 0,
        };
        keys.saturating_add(entry.outcomes.length)
    }

    /// The section at this place of the directory, as a diagram. The recursion that builds
    /// it is as deep as keys have bits: the caller must bound these.
    pub(crate) fn diagram(&mut self, place: usize) -> Result<Diagram, Unreadable> {
        let section = self.section(place)?;
        section.diagram(&mut self.frame, &self.meta.encoding)
    }

    fn section(&mut self, place: usize) -> Result<Section, Unreadable> {
        let outcomes = self.meta.outcomes.len();
        let entry = &self.entries[place];
        Section::open(&mut self.frame, entry, &self.meta.encoding, outcomes)
    }

    /// The outcome of a state, if the file has it.
    pub(crate) fn find(&mut self, section: u64, key: &[u8]) -> Result<Option<u32>, Unreadable> {
        let place = self
            .entries
            .binary_search_by_key(&section, |entry| entry.number);
        let Ok(place) = place else {
            return Ok(None);
        };
        self.enter(place)?;
        let Some((_, section)) = &self.current else {
            return Ok(None);
        };
        section.find(&mut self.frame, &mut self.kept, &self.meta.encoding, key)
    }

    /// The state of a rank in the section at this place, with its outcome.
    pub(crate) fn at(&mut self, place: usize, rank: u128) -> Result<(Vec<u8>, u32), Unreadable> {
        self.enter(place)?;
        let section = self.current.as_ref().map(|it| &it.1);
        let section = section.expect("it was just entered");
        section.at(&mut self.frame, &mut self.kept, &self.meta.encoding, rank)
    }

    fn enter(&mut self, place: usize) -> Result<(), Unreadable> {
        if self.current.as_ref().is_none_or(|it| it.0 != place) {
            // Two large sections are not kept at the same time.
            self.current = None;
            self.current = Some((place, self.section(place)?));
        }
        Ok(())
    }
}
