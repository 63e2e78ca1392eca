//! Writes sets of states into a solution file.
//!
//! In: sets as lists of nodes, each with the value of its states. Out: sections of a
//! file. Not here: the file's bytes (`table`).

use analysis::Apart;
use game::{Model, Obstacle, Rewards, Value};
use table::solution::{
    Encoding as KeyEncoding, Field as KeyField, Layout, OutcomeId, SetNode, SetNodes, SetRef,
    SolutionError, SolutionWriter,
};
use table::{Archive, StoreError};

use crate::SymbolicError;
use crate::diagram::{ListedNode, Listing, Reference};
use crate::encode::encoding::{Encoding, Field};
use crate::pass::engine::Engine;
use crate::pass::entries::{read_layer, read_values, values_name};
use crate::pass::forward::Found;
use crate::pass::listed::{Form, ListedValues};
use crate::pass::scale::Side;
use crate::pass::summary::{Rated, Valued};

/// The file for all states, if there is one.
pub(crate) type File<'f> = Option<&'f mut SolutionWriter>;

impl SetNodes for Listing {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, place: usize) -> SetNode {
        let ListedNode { level, high, low } = self.nodes[place - 1];
        SetNode {
            level,
            lo: SetRef(low.0),
            hi: SetRef(high.0),
        }
    }
}

impl Engine<'_> {
    /// Writes all layers of the archive, which are valued, from the last one back: so
    /// what is written is closed under moves, even if the work is interrupted.
    pub(super) fn export_layers(
        &self,
        file: &mut SolutionWriter,
        archive: &Archive<'_>,
        model: Model,
        found: &Found,
    ) -> Result<(), SymbolicError> {
        file.begin(self.keys()?, by_measure(&found.apart), false);
        for layer in (0..found.layers.len()).rev() {
            let stopped = self.space.check();
            stopped.map_err(|halt| self.error(halt, layer as u64))?;
            self.export_layer(file, archive, model, layer)?;
        }
        Ok(())
    }

    /// Writes the layers that were valued before an error and that the file does not
    /// have yet. That error is the one reported: after a further one, the file just has
    /// fewer layers.
    pub(super) fn save_layers(
        &self,
        file: &mut SolutionWriter,
        archive: &Archive<'_>,
        model: Model,
        found: &Found,
        error: &SymbolicError,
    ) {
        match error {
            SymbolicError::OutOfNodes { .. }
            | SymbolicError::Obstacle(Obstacle::Stopped { .. })
            | SymbolicError::Store(StoreError::Full { .. }) => {}
            _ => return,
        }
        let written = file.first_section().map(|it| it as usize);
        let layers = written.unwrap_or(found.layers.len());
        let valued = |&layer: &usize| archive.contains(&values_name(model, layer));
        let mut valued = (0..layers).rev().take_while(valued).peekable();
        let (Some(_), Ok(keys)) = (valued.peek(), self.keys()) else {
            return;
        };
        self.space.stop.save();
        file.begin(keys, by_measure(&found.apart), false);
        let _ = valued.try_for_each(|layer| self.export_layer(file, archive, model, layer));
    }

    fn export_layer(
        &self,
        file: &mut SolutionWriter,
        archive: &Archive<'_>,
        model: Model,
        layer: usize,
    ) -> Result<(), SymbolicError> {
        let variables = self.space.variables;
        let values = read_values(archive, model, layer, variables)?;
        let valued = match values.form {
            Form::Apart => {
                let rated = values.rewards().map(rated).collect();
                let sets = values.sets;
                Valued { rated, sets }
            }
            Form::Graded(side) => {
                let mut layer = read_layer(archive, layer, variables)?;
                layer.roots.truncate(1);
                nested(&values, side, &layer)
            }
        };
        Ok(export(file, layer as u64, &valued)?)
    }

    /// Writes layers, each as a section if they are known to be apart. Otherwise they
    /// may share states, which have the same value in each.
    pub fn export_valued(
        &self,
        file: &mut SolutionWriter,
        layers: &[Valued],
        apart: Option<&Apart>,
        distances: bool,
    ) -> Result<(), SymbolicError> {
        if let Some(apart) = apart {
            file.begin(self.keys()?, by_measure(apart), distances);
            for (layer, valued) in (0..).zip(layers) {
                export(file, layer, valued)?;
            }
            return Ok(());
        }
        let mut all = Valued {
            rated: Vec::new(),
            sets: Listing::new(self.space.variables),
        };
        for layer in layers {
            all.rated.extend_from_slice(&layer.rated);
            append(&mut all.sets, &layer.sets);
        }
        self.export_whole(file, &all, distances)
    }

    /// Writes all states as one section.
    pub fn export_whole(
        &self,
        file: &mut SolutionWriter,
        valued: &Valued,
        distances: bool,
    ) -> Result<(), SymbolicError> {
        let layout = Layout::single(self.game.fluents().len());
        file.begin(self.keys()?, layout, distances);
        Ok(export(file, 0, valued)?)
    }

    pub fn keys(&self) -> Result<KeyEncoding, SolutionError> {
        let fluents = self.game.fluents().to_vec();
        let Encoding { fields, always, .. } = &self.encoding;
        let always = always.iter().map(|it| it.index() as u32);
        let fields = fields.iter().map(key_field);
        let keys = KeyEncoding::new(fluents, always.collect(), fields.collect());
        keys.map_err(SolutionError::Limit)
    }
}

/// Sections by the progress measure that keeps layers apart: the number of moves made
/// from the start.
pub(crate) fn by_measure(apart: &Apart) -> Layout {
    Layout {
        offset: -apart.first(),
        weights: apart.weights().to_vec(),
    }
}

/// Variables are numbered from the top, as in a file, so codes stay as they are.
fn key_field(field: &Field) -> KeyField {
    let number = |it: &ground::FluentId| it.index() as u32;
    let code = |held: &Vec<ground::FluentId>| {
        let mut held: Vec<u32> = held.iter().map(number).collect();
        held.sort_unstable();
        held
    };
    let codes = field.block.codes.iter();
    KeyField {
        bits: field.bits,
        fluents: field.block.fluents().map(|it| number(&it)).collect(),
        codes: codes.map(|held| held.as_ref().map(code)).collect(),
    }
}

/// Writes sets of states as a section.
pub(crate) fn export(
    file: &mut SolutionWriter,
    section: u64,
    valued: &Valued,
) -> Result<(), SolutionError> {
    let numbers = valued.rated.iter();
    let numbers = numbers.map(|(value, distance)| file.outcome(value, *distance));
    let numbers: Vec<OutcomeId> = numbers.collect();
    let roots = valued.sets.roots.iter().map(|root| SetRef(root.0));
    let sets: Vec<_> = roots.zip(numbers).collect();
    file.add_sets(section, &valued.sets, &sets)
}

fn rated(rewards: &Rewards) -> Rated {
    (Value::Rewards(rewards.clone()), None)
}

/// The states of a layer by grades, from one end of the scale on, and last all states:
/// if several sets of a file have a state, the first counts. No space is needed, so
/// this also works when a space has no room.
fn nested(values: &ListedValues, side: Side, layer: &Listing) -> Valued {
    let (grades, bits) = (values.scale().grades(), values.scale().bits());
    let mut all = Valued {
        rated: Vec::new(),
        sets: Listing::new(layer.variables),
    };
    let mut add = |place: usize, grade: Option<usize>| {
        let (rewards, states) = &values.worths[place];
        if *states == 0 {
            return;
        }
        all.rated.push(rated(rewards));
        match grade {
            Some(grade) => append(&mut all.sets, &values.sets.column(grade as u32, bits)),
            None => append(&mut all.sets, layer),
        }
    };
    match side {
        Side::Makes => {
            (0..grades).rev().for_each(|it| add(it + 1, Some(it)));
            add(0, None);
        }
        Side::Misses => {
            (0..grades).for_each(|it| add(it, Some(it)));
            add(grades, None);
        }
    }
    all
}

/// Adds the sets of a list to those of another one.
fn append(all: &mut Listing, more: &Listing) {
    let by = all.nodes.len();
    let moved = |reference: Reference| match reference.place() {
        Some(place) => Reference::new(by + place + 1, reference.is_complement()),
        None => reference,
    };
    all.nodes.extend(more.nodes.iter().map(|node| ListedNode {
        level: node.level,
        high: moved(node.high),
        low: moved(node.low),
    }));
    all.roots.extend(more.roots.iter().map(|&root| moved(root)));
}
