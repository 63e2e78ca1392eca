//! Writes solved states into a solution file.
//!
//! In: layers and their labels, a run of all states, or the judge's table. Out:
//! sections of a file. Not here: the file's bytes, which are `table`'s.

use std::ops::Range;

use analysis::Apart;
use game::{Stop, StopReason, Value};
use ground::{BitState, GroundGame};
use judge::StateId;
use packed::known::{Cursor, Run};
use packed::layers::{Block, LayerReader};
use packed::{Interrupt, Packing, Words, check};
use rustc_hash::FxHashMap;
use table::solution::{
    Encoding, Field, Key, Layout, OutcomeId, SolutionError, SolutionWriter, Take, key_words,
};
use table::{Archive, StoreError};

use crate::ExplicitError;
use crate::backward::labels::Labels;
use crate::backward::pass::Values;
use crate::backward::valued::Valued;
use crate::backward::valued::{Distance, NO_DISTANCE};
use crate::forward::pass::Layers;
use crate::task::stopped;

/// What can interrupt the export.
#[derive(Debug)]
pub(crate) enum Halt {
    Interrupt(Interrupt),
    File(SolutionError),
}

impl From<SolutionError> for Halt {
    fn from(error: SolutionError) -> Self {
        Halt::File(error)
    }
}

impl From<Interrupt> for Halt {
    fn from(interrupt: Interrupt) -> Self {
        Halt::Interrupt(interrupt)
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Halt::Interrupt(error.into())
    }
}

impl Halt {
    /// The error for the caller, when there were these layers.
    pub fn error(self, layers: &Layers) -> ExplicitError {
        match self {
            Halt::Interrupt(Interrupt::Stopped(reason)) => stopped(reason, layers),
            Halt::Interrupt(Interrupt::Store(error)) => error.into(),
            Halt::File(error) => error.into(),
        }
    }
}

/// How packed states become keys: the bits as they are. Where a field would have
/// crossed words there is an empty field instead.
pub(crate) fn encoding(game: &GroundGame, packing: &Packing) -> Result<Encoding, SolutionError> {
    let mut fields = Vec::new();
    let mut end = packing.bits();
    for field in packing.fields.iter().rev() {
        let gap = end - field.first - field.bits;
        if gap > 0 {
            fields.push(Field {
                bits: gap,
                fluents: Vec::new(),
                codes: vec![Some(Vec::new())],
            });
        }
        end = field.first;
        let number = |fluent: &ground::FluentId| fluent.index() as u32;
        let fluents = field.codes.iter().flatten().map(number);
        let codes = field.codes.iter();
        fields.push(Field {
            bits: field.bits,
            fluents: fluents.collect(),
            codes: codes
                .map(|code| Some(code.iter().map(number).collect()))
                .collect(),
        });
    }
    let always = packing.always().iter().map(|it| it.index() as u32);
    let fluents = game.fluents().to_vec();
    Encoding::new(fluents, always.collect(), fields).map_err(SolutionError::Limit)
}

/// Sections by the measure that keeps layers apart: the number of moves from the
/// start.
fn by_measure(apart: &Apart) -> Layout {
    Layout {
        offset: -apart.first(),
        weights: apart.weights().to_vec(),
    }
}

/// A packed state as a key: its bits at the other end of its words.
fn align<const W: usize>(state: &Words<W>, bits: u32, key: &mut [u64]) {
    let used = &state[W - key.len()..];
    let shift = (64 * key.len() as u32 - bits) % 64;
    for (place, word) in key.iter_mut().enumerate() {
        let next = used.get(place + 1).filter(|_| shift > 0);
        *word = used[place] << shift | next.map_or(0, |next| next >> (64 - shift));
    }
}

/// The numbers of labels with distances.
struct Numbers {
    /// By label, then by distance.
    of: Vec<Vec<Option<OutcomeId>>>,
}

impl Numbers {
    fn place(distance: Option<Distance>) -> usize {
        // The greatest distance stands for none, and so does the first place.
        distance.map_or(0, |it| usize::from(it.wrapping_add(1)))
    }

    /// Adds all outcomes that occur in a layer.
    fn add(&mut self, writer: &mut SolutionWriter, labels: &Labels, valued: &Valued) {
        for (place, &label) in valued.labels.iter().enumerate() {
            let distance = valued.distances.get(place).copied();
            let known = &mut self.of[usize::from(label)];
            let at = Numbers::place(distance);
            if at >= known.len() {
                known.resize(at + 1, None);
            }
            if known[at].is_none() {
                let value = Value::Rewards(labels.values[usize::from(label)].clone());
                let distance = distance.filter(|&it| it != NO_DISTANCE).map(u64::from);
                known[at] = Some(writer.outcome(&value, distance));
            }
        }
    }

    fn get(&self, valued: &Valued, place: usize) -> OutcomeId {
        let distance = valued.distances.get(place).copied();
        let known = &self.of[usize::from(valued.labels[place])];
        known[Numbers::place(distance)].expect("all that occur have numbers")
    }
}

/// Layers that were valued one by one.
pub(crate) struct LayersExport<'a, 'b> {
    pub game: &'a GroundGame,
    pub packing: &'a Packing,
    pub archive: &'a Archive<'b>,
    pub layers: &'a Layers,
    pub apart: &'a Apart,
    pub values: &'a Values,
    pub labels: &'a Labels,
    pub stop: &'a Stop,
}

impl LayersExport<'_, '_> {
    /// Writes some layers, each as a section, from the last one back: so the file is
    /// closed under moves whenever it is interrupted.
    pub fn write<const W: usize>(
        &self,
        writer: &mut SolutionWriter,
        layers: Range<usize>,
    ) -> Result<(), Halt> {
        let encoding = encoding(self.game, self.packing)?;
        let bits = encoding.bits();
        writer.begin(
            encoding,
            by_measure(self.apart),
            self.values.has_distances(),
        );
        let mut numbers = Numbers {
            of: vec![Vec::new(); self.labels.values.len()],
        };
        for layer in layers.rev() {
            let (values, size) = (self.values, self.layers.sizes[layer] as usize);
            let valued = values.read(self.archive, layer, size, self.labels)?;
            numbers.add(writer, self.labels, &valued);
            writer.add_sorted(layer as u64, &mut |take| {
                self.list::<W>(layer, bits, take, &|place| numbers.get(&valued, place))
            })?;
        }
        Ok(())
    }

    /// Writes the layers that were valued before an interruption and that the file
    /// does not have yet. An error here comes after another one, which is reported:
    /// the file then has fewer layers.
    pub fn save<const W: usize>(
        &self,
        file: Option<&mut SolutionWriter>,
        first: usize,
        interrupt: &Interrupt,
    ) {
        let Some(file) = file else { return };
        let written = file.first_section().map(|it| it as usize);
        let layers = first..written.unwrap_or(self.layers.sizes.len());
        if layers.is_empty() {
            return;
        }
        match interrupt {
            // Lists take almost no memory besides the layer itself.
            Interrupt::Stopped(StopReason::Memory) => file.use_memory(0),
            Interrupt::Stopped(_) | Interrupt::Store(StoreError::Full { .. }) => {}
            Interrupt::Store(_) => return,
        }
        self.stop.save();
        let unasked = LayersExport {
            stop: &Stop::new(),
            ..*self
        };
        let _ = unasked.write::<W>(file, layers);
    }

    fn list<const W: usize>(
        &self,
        layer: usize,
        bits: u32,
        take: Take<'_>,
        outcome: &dyn Fn(usize) -> OutcomeId,
    ) -> Result<(), Halt> {
        let mut reader = LayerReader::new(self.archive, layer)?;
        let (mut block, mut states) = (Block::default(), Vec::new());
        let mut key = vec![0; key_words(bits)];
        while reader.next(&mut block)? {
            check(self.stop)?;
            states.clear();
            reader.decode::<W>(&block, &mut states)?;
            for (place, state) in states.iter().enumerate() {
                align(state, bits, &mut key);
                take(&key, outcome(block.place as usize + place))?;
            }
        }
        Ok(())
    }
}

/// All states as one section, from a run in which their places are their
/// numbers.
pub(crate) fn write_run<const W: usize>(
    writer: &mut SolutionWriter,
    (game, packing): (&GroundGame, &Packing),
    all: &Run<W>,
    values: &judge::Values,
    stop: &Stop,
) -> Result<(), Halt> {
    let encoding = encoding(game, packing)?;
    let bits = encoding.bits();
    writer.begin(encoding, Layout::single(game.fluents().len()), true);
    let outcomes = outcomes(writer, values, all.count as usize);
    writer.add_sorted(0, &mut |take| {
        let mut cursor = Cursor::new(all)?;
        let mut key = vec![0; key_words(bits)];
        let mut number = 0;
        while let Some(state) = cursor.read_next()? {
            if number % (1 << 16) == 0 {
                check(stop)?;
            }
            align(&state, bits, &mut key);
            take(&key, outcomes[number])?;
            number += 1;
        }
        Ok::<(), Halt>(())
    })
}

/// The outcomes of all states, by their numbers.
fn outcomes(writer: &mut SolutionWriter, values: &judge::Values, count: usize) -> Vec<OutcomeId> {
    // A value is identified by its address: there are few, each stored once.
    let mut known: FxHashMap<(usize, Option<u64>), OutcomeId> = FxHashMap::default();
    let outcome = |number| {
        let id = StateId::new(number);
        let (value, distance) = (values.value(id), values.distance(id));
        let place = std::ptr::from_ref(value) as usize;
        let known = known.entry((place, distance));
        *known.or_insert_with(|| writer.outcome(value, distance))
    };
    (0..count).map(outcome).collect()
}

/// The judge's states as one section; `key` returns their keys.
pub(crate) fn write_table<S>(
    writer: &mut SolutionWriter,
    encoding: Encoding,
    table: &judge::Table<S>,
    key: &dyn Fn(&Encoding, &S) -> Key,
) -> Result<(), SolutionError> {
    let keys = table.iter().map(|entry| {
        let outcome = writer.outcome(entry.value, entry.distance);
        (key(&encoding, entry.state), outcome)
    });
    let mut keys: Vec<(Key, OutcomeId)> = keys.collect();
    keys.sort_unstable();
    let layout = Layout::single(encoding.fluents().len());
    writer.begin(encoding, layout, true);
    writer.add_sorted(0, &mut |take| {
        keys.iter()
            .try_for_each(|(key, outcome)| take(key.words(), *outcome))
    })
}

/// The key of a packed state.
pub(crate) fn key_of<const W: usize>(encoding: &Encoding, state: &Words<W>) -> Key {
    let mut key = vec![0; key_words(encoding.bits())];
    align(state, encoding.bits(), &mut key);
    Key::from_words(&key)
}

/// The key of a state of the simulator.
pub(crate) fn key_of_state(game: &GroundGame, encoding: &Encoding, state: &BitState) -> Key {
    let held = game.fluent_ids().filter(|&fluent| state.holds(fluent));
    let held: Vec<u32> = held.map(|fluent| fluent.index() as u32).collect();
    let key = encoding.encode(&held);
    key.expect("groups are proven: every reachable state has a code")
}

#[cfg(test)]
mod tests {
    use game::Playable;
    use gdl::Source;
    use ground::Simulator;

    use super::*;

    fn simulator(name: &str, settings: &[(&str, &str)]) -> Simulator {
        let owned = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
        let settings: Vec<(String, String)> = settings.iter().map(owned).collect();
        let text = library::find(name).unwrap().render(&settings).unwrap();
        let rules = gdl::load(&Source::new(name, text.as_bytes()), None).rules;
        let budget = ground::Budget::new(Stop::new());
        Simulator::new(GroundGame::new(&rules.unwrap(), &budget).unwrap())
    }

    /// The bits of packed states are the keys of their fluents, whatever the
    /// number of words and the gaps between fields.
    fn keys_are_packed_states<const W: usize>(name: &str, settings: &[(&str, &str)]) {
        let mut game = simulator(name, settings);
        let budget = analysis::Budget::new(Stop::new());
        let facts = analysis::analyse(game.game(), &budget).unwrap();
        let packing = Packing::new(game.game(), facts.partition());
        assert!(packing.words() <= W && (W == 1 || packing.words() > 1));
        let encoding = encoding(game.game(), &packing).unwrap();
        let Ok(mut state) = game.initial();
        let mut random = testkit::SplitMix64::new(5);
        for _ in 0..200 {
            let packed = key_of::<W>(&encoding, &packing.pack(&state));
            assert_eq!(packed, key_of_state(game.game(), &encoding, &state));
            let Ok(terminal) = game.is_terminal(&state);
            if terminal {
                break;
            }
            let Ok(legal) = game.legal_moves(&state);
            let joint: Vec<_> = legal.iter().map(|moves| *random.pick(moves)).collect();
            let Ok(next) = game.successor(&state, &joint);
            state = next;
        }
    }

    #[test]
    fn keys_are_packed_states_of_any_length() {
        keys_are_packed_states::<1>("tic-tac-toe", &[]);
        keys_are_packed_states::<2>("connect-four", &[]);
        let large = [("width", "9"), ("height", "8")];
        keys_are_packed_states::<4>("connect-four", &large);
    }
}
