//! Writes a solution file: sections, one by one, then the rest.
//!
//! In: states with their outcomes, as sorted keys or as sets. Out: a file that appears as
//! a whole or not at all.
//!
//! | file | what |
//! |---|---|
//! | `diagram`, `sorted`, `sets`, `each` | diagrams: their nodes, from sorted keys, from sets, and all their keys |
//! | `tally` | which form is smallest |
//! | `form` | a section's bytes in each form |

mod diagram;
mod each;
mod form;
mod sets;
mod sorted;
mod take;
mod tally;

use std::path::Path;

use game::{Bucket, Count, Value};
use rustc_hash::FxHashMap;

use super::SolutionError;
use super::directory::{Form, RECORD, Record};
use super::encoding::Encoding;
use super::features::{Features, UNREACHABLE_STATES};
use super::file::OutcomeId;
use super::filter::Records;
use super::frame::VERSION;
use super::key::key_words;
use super::meta::{About, Counts, Layout, MAX_META, Meta, Outcome};
use super::output::{Output, StreamWriter};
use crate::checksum::checksum;
use diagram::{Diagram, Full, Ref};
use form::Shape;
use sorted::Sorted;
use tally::{Sizes, Tally, key_bytes};

pub use sets::{SetNode, SetNodes, SetRef};
pub use take::Take;

/// Most bytes of memory that a node takes while a section is made.
const NODE_BYTES: u64 = 64;
/// Number of states from which sets are not listed one by one.
const MAX_LISTED: u128 = 1 << 36;

/// The number of nodes that fit in `memory` bytes; with fewer, diagrams would hardly be
/// tried.
fn most_nodes(memory: u64) -> usize {
    let most = usize::try_from(memory / NODE_BYTES).unwrap_or(usize::MAX);
    most.max(1 << 16)
}

/// A solution file under construction.
///
/// Until it is finished it stands next to its final path, under another name; if it is
/// dropped before, it is removed.
pub struct SolutionWriter {
    output: Output,
    most_nodes: usize,
    encoding: Option<(Encoding, Layout)>,
    distances: bool,
    required: Features,
    records: Vec<Record>,
    outcomes: Vec<Outcome>,
    numbers: FxHashMap<Outcome, u32>,
    /// The number of states of each outcome.
    counts: Vec<u128>,
    /// The form of all sections; `None` for the smallest.
    form: Option<Form>,
}

impl SolutionWriter {
    /// Begins a file; `identity` is what makes it differ from others, such as the hash of
    /// the rules. A section's diagrams take up to about `memory` bytes.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if no file can be created there.
    pub fn create(path: &Path, identity: &str, memory: u64) -> Result<Self, SolutionError> {
        Ok(SolutionWriter {
            output: Output::create(path, checksum(identity.as_bytes(), 0))?,
            most_nodes: most_nodes(memory),
            encoding: None,
            distances: false,
            required: Features::default(),
            records: Vec::new(),
            outcomes: Vec::new(),
            numbers: FxHashMap::default(),
            counts: Vec::new(),
            form: None,
        })
    }

    /// Sets the memory of a section's diagrams from now on, in bytes.
    pub fn use_memory(&mut self, memory: u64) {
        self.most_nodes = most_nodes(memory);
    }

    /// Writes all sections in one form, even if another is smaller: to compare forms.
    pub fn force(&mut self, form: Form) {
        self.form = Some(form);
    }

    /// Sets how states become keys, in which section they are, and whether distances were
    /// computed: before the first section. It replaces an earlier call, required features
    /// included.
    pub fn begin(&mut self, encoding: Encoding, layout: Layout, distances: bool) {
        self.encoding = Some((encoding, layout));
        self.distances = distances;
        self.required = Features::default();
    }

    /// Requires a feature of the format by name: only readers that know it can read the
    /// file right; `detail` is what they need to know. Call it after
    /// [`SolutionWriter::begin`] and before the first section. A file that requires
    /// something has version 2.
    ///
    /// # Panics
    ///
    /// After the first section, or if it is not a name: names consist of lower-case
    /// letters, digits and hyphens, at most 64.
    pub fn require(&mut self, feature: &str, detail: serde_json::Value) {
        self.output.require_version(VERSION);
        self.required.add(feature, detail);
    }

    /// Says that the file may have states that cannot be reached, and that it is closed under
    /// moves: all successors of a state are in it. Play from each ends after at most `steps`
    /// moves, if that is told. Call it as [`SolutionWriter::require`].
    pub fn require_unreachable(&mut self, steps: Option<u64>) {
        self.require(UNREACHABLE_STATES, serde_json::json!({ "steps": steps }));
    }

    /// Whether [`SolutionWriter::begin`] was called.
    pub fn has_begun(&self) -> bool {
        self.encoding.is_some()
    }

    /// The number of an outcome, new or not.
    pub fn outcome(&mut self, value: &Value, distance: Option<u64>) -> OutcomeId {
        let outcome = Outcome {
            value: value.clone(),
            distance,
        };
        let next = self.outcomes.len() as u32;
        let number = *self.numbers.entry(outcome.clone()).or_insert(next);
        if number == next {
            self.outcomes.push(outcome);
        }
        OutcomeId(number)
    }

    /// Adds a section of states that come in the order of their keys, each once. `source`
    /// passes them on; it is called up to three times, and must do the same each time.
    ///
    /// # Errors
    ///
    /// Those of the source, and [`SolutionError`] if the section cannot be written.
    ///
    /// # Panics
    ///
    /// If keys do not ascend, or before [`SolutionWriter::begin`].
    pub fn add_sorted<E: From<SolutionError>>(
        &mut self,
        section: u64,
        source: &mut dyn FnMut(Take<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (bits, forced) = (self.bits(), self.form.is_some());
        let mut tally = Tally::default();
        let mut last = vec![0; key_words(bits)];
        let made = self.build(source, |nodes, key, outcome| {
            tally.add(outcome.0, key_bytes(&last, key, bits));
            last.copy_from_slice(key);
            (outcome.0 + 1, forced || !tally.is_hopeless(nodes))
        })?;
        if tally.states == 0 {
            return Ok(());
        }
        let set = match &made {
            Some((diagram, root)) => diagram.set(*root).ok(),
            // Without outcomes the diagram may still be small.
            None => {
                let mut all = tally.clone();
                all.states = 0;
                self.build(source, |nodes, _, _| {
                    all.states += 1;
                    (1, forced || !all.is_hopeless(nodes))
                })?
            }
        };
        let made = made.as_ref().map(|(diagram, root)| (diagram, *root));
        let set = set.as_ref().map(|(set, root)| (set, *root));
        self.write(section, &tally, made, set, source)
    }

    /// The diagram of a source, unless it is too large: `look` returns a state's kind and
    /// whether to continue, given the number of nodes so far.
    fn build<E: From<SolutionError>>(
        &self,
        source: &mut dyn FnMut(Take<'_>) -> Result<(), E>,
        mut look: impl FnMut(usize, &[u64], OutcomeId) -> (u32, bool),
    ) -> Result<Option<(Diagram, Ref)>, E> {
        let mut sorted = Some(Sorted::new(self.bits(), self.most_nodes));
        source(&mut |key, outcome| {
            let nodes = sorted.as_ref().map_or(0, |it| it.diagram.nodes.len());
            let (kind, go_on) = look(nodes, key, outcome);
            let pushed = sorted.as_mut().map(|it| it.push(key, kind));
            if !go_on || pushed == Some(Err(Full)) {
                sorted = None;
            }
            Ok(())
        })?;
        Ok(sorted.and_then(|it| it.finish().ok()))
    }

    /// Adds a section that is the union of sets, each with an outcome; if several have a
    /// state the first counts.
    ///
    /// # Errors
    ///
    /// [`SolutionError::Limit`] if there is no room for the diagram of all; other errors
    /// if it cannot be written.
    ///
    /// # Panics
    ///
    /// Before [`SolutionWriter::begin`].
    pub fn add_sets(
        &mut self,
        section: u64,
        nodes: &dyn SetNodes,
        sets: &[(SetRef, OutcomeId)],
    ) -> Result<(), SolutionError> {
        let bits = self.bits();
        let kinds: Vec<(SetRef, u32)> = sets.iter().map(|&(set, it)| (set, it.0 + 1)).collect();
        let combined = sets::combine(nodes, &kinds, bits, self.most_nodes);
        let full = |Full| SolutionError::Limit("its sets take too many nodes");
        let (diagram, root) = combined.map_err(full)?;
        let counts = diagram.counts(root, self.outcomes.len() + 1);
        let counts = counts.ok_or(SolutionError::Limit("more than 2^128 states"))?;
        let mut tally = Tally {
            states: counts.iter().sum(),
            outcomes: counts[1..].to_vec(),
            key_bytes: None,
        };
        if tally.states == 0 {
            return Ok(());
        }
        let words = key_words(bits);
        let mut set = None;
        if tally.states <= MAX_LISTED {
            set = diagram.set(root).ok();
        }
        if tally.states <= diagram.size(root) as u128 {
            let (mut last, mut bytes) = (vec![0; words], 0);
            let counted = each::each(&diagram, root, words, |key, _| {
                bytes += key_bytes(&last, key, bits);
                last.copy_from_slice(key);
                Ok::<(), SolutionError>(())
            });
            counted?;
            tally.key_bytes = Some(bytes);
        }
        let set = set.as_ref().map(|(set, root)| (set, *root));
        self.write(section, &tally, Some((&diagram, root)), set, &mut |take| {
            each::each(&diagram, root, words, |key, kind| {
                take(key, OutcomeId(kind - 1))
            })
        })
    }

    /// Writes a section in the form that is smallest.
    fn write<E: From<SolutionError>>(
        &mut self,
        section: u64,
        tally: &Tally,
        made: Option<(&Diagram, Ref)>,
        set: Option<(&Diagram, Ref)>,
        source: &mut dyn FnMut(Take<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let size = |(all, root): (&Diagram, Ref)| all.size(root);
        let sizes = Sizes {
            nodes: made.map(size),
            set_nodes: set.map(size),
        };
        let form = self.form.or_else(|| tally.choose(sizes));
        let form = form.ok_or(SolutionError::Limit("a section takes too many nodes"))?;
        let shape = Shape {
            bits: self.bits(),
            number: section,
            tally,
        };
        let record = shape.write(&mut self.output, form, (made, set), source)?;
        self.records.push(record);
        if self.counts.len() < tally.outcomes.len() {
            self.counts.resize(tally.outcomes.len(), 0);
        }
        for (sum, states) in self.counts.iter_mut().zip(&tally.outcomes) {
            *sum += states;
        }
        Ok(())
    }

    fn bits(&self) -> u32 {
        let (encoding, _) = self
            .encoding
            .as_ref()
            .expect("it was said how states are keys");
        encoding.bits()
    }

    /// The lowest number of a section so far.
    pub fn first_section(&self) -> Option<u64> {
        self.records.iter().map(|record| record.number).min()
    }

    /// The number of states so far.
    pub fn states(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// Writes the rest, gives the file its name, and returns its size in bytes.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if it cannot be written, or if what describes the game is too
    /// large.
    ///
    /// # Panics
    ///
    /// Before [`SolutionWriter::begin`].
    pub fn finish(mut self, about: About) -> Result<u64, SolutionError> {
        self.records.sort_unstable_by_key(|record| record.number);
        let mut directory = StreamWriter::new(Records::Plain(RECORD));
        for record in &self.records {
            directory.write(&mut self.output, &record.to_bytes())?;
        }
        let directory = directory.finish(&mut self.output)?;
        let counts = self.count(&about);
        let encoding = self.encoding.take();
        let (encoding, layout) = encoding.expect("it was said how states are keys");
        let meta = Meta {
            version: self.output.version(),
            required: self.required,
            about,
            distances: self.distances,
            counts,
            encoding,
            layout,
            outcomes: self.outcomes,
        };
        let json = meta.to_json();
        if json.len() as u64 > MAX_META {
            return Err(SolutionError::Limit(
                "its description takes more than 64 MiB",
            ));
        }
        let mut stream = StreamWriter::new(Records::Plain(1));
        stream.write(&mut self.output, &json)?;
        let stream = stream.finish(&mut self.output)?;
        let sum = checksum(&json, self.output.key);
        self.output.finish(stream, directory, sum)
    }

    /// The states by value, best for the first role first.
    fn count(&self, about: &About) -> Counts {
        let numbers = self.outcomes.iter().zip(&self.counts);
        let numbers = numbers.map(|(outcome, &states)| (outcome.value.clone(), states));
        let is_resolved = |it: &(Value, Count)| it.0 != Value::Unresolved;
        let (resolved, unresolved): (Vec<_>, Vec<_>) = numbers.partition(is_resolved);
        Counts {
            states: self.counts.iter().sum(),
            unresolved: unresolved.iter().map(|(_, states)| states).sum(),
            buckets: Bucket::in_order(about.terms.model, resolved),
        }
    }
}
