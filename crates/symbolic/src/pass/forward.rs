//! The forward pass: finds all layers, one after the other (Edelkamp and Kissmann's
//! layered breadth-first search, without a search for duplicates: a progress measure
//! shows that layers have no state in common).

use analysis::{Apart, Claim, Refuted};
use game::{Count, Fault, Layer, RoleId};
use table::Archive;

use crate::SymbolicError;
use crate::diagram::{Halt, Listing, Set};
use crate::encode::measure::all_weigh;
use crate::pass::engine::Engine;
use crate::pass::entries::{LayerNumbers, layer_name, put_layer, read_layer, read_layer_numbers};
use crate::pass::task::Progress;
use crate::pass::trouble::Trouble;

/// All layers in numbers; their sets are in the archive.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub layers: Vec<LayerNumbers>,
    /// The proof that they have no state in common.
    pub apart: Apart,
    /// Whether nothing was left out by a depth limit.
    pub complete: bool,
}

/// A layer that is being worked on.
pub(crate) struct LayerSets {
    pub terminal: Set,
    /// The other states, by the role that chooses.
    pub open: Vec<Set>,
}

impl Found {
    pub fn states(&self) -> Count {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    pub fn terminals(&self) -> Count {
        self.layers.iter().map(|layer| layer.terminals).sum()
    }

    pub fn nodes(&self) -> Vec<usize> {
        self.layers.iter().map(|layer| layer.nodes).collect()
    }

    pub fn layers(&self) -> Vec<Layer> {
        let numbered = (0..).zip(&self.layers);
        let layer = |(index, layer): (u64, &LayerNumbers)| Layer {
            index,
            states: layer.states,
        };
        numbered.map(layer).collect()
    }
}

impl Engine<'_> {
    /// Finds all layers, continuing from those in the archive.
    pub fn forward(
        &self,
        archive: &mut Archive<'_>,
        max_depth: Option<u64>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Found, Trouble> {
        let mut claim = self.claim()?;
        let mut layers: Vec<LayerNumbers> = Vec::new();
        let deep = max_depth.map_or(usize::MAX, |depth| depth as usize + 1);
        while layers.len() < deep && archive.contains(&layer_name(layers.len())) {
            self.check_kept(archive, layers.len(), &mut claim)?;
            layers.push(read_layer_numbers(archive, layers.len())?);
        }
        let mut set = self.following(archive, layers.len())?;
        while !set.is_empty() && layers.len() < deep {
            let layer = layers.len();
            self.check_measure(layer as u64, &set, &mut claim)?;
            let rest = self.expand(layer as u64, &set)?;
            let numbers = self.keep(archive, layer, &set, &rest)?;
            layers.push(numbers);
            progress(Progress::Forward {
                layer: layer as u64,
                states: numbers.states,
                nodes: numbers.nodes,
                disk: archive.disk(),
            });
            set = self.image(layer as u64, &rest)?;
        }
        Ok(Found {
            apart: claim.apart(layers.len() as u64).map_err(shared)?,
            complete: set.is_empty(),
            layers,
        })
    }

    /// The progress measure that is to keep layers apart.
    pub fn claim(&self) -> Result<Claim<'_>, SymbolicError> {
        let claim = self.claim.clone();
        claim.ok_or(SymbolicError::Unsuited("no measure of progress was found"))
    }

    /// The layer after the first `layers` layers of the archive.
    fn following(&self, archive: &Archive<'_>, layers: usize) -> Result<Set, SymbolicError> {
        let Some(last) = layers.checked_sub(1) else {
            return Ok(self.start.clone());
        };
        let [_, rest] = self.layer(archive, last)?;
        self.image(last as u64, &rest)
    }

    /// A layer of the archive, and its states that are not terminal.
    pub fn layer(&self, archive: &Archive<'_>, layer: usize) -> Result<[Set; 2], SymbolicError> {
        let listing = read_layer(archive, layer, self.space.variables)?;
        let sets = self.space.restore(&listing);
        let sets = sets.map_err(|halt| self.error(halt, layer as u64))?;
        Ok(sets.try_into().expect("a layer is kept as two sets"))
    }

    fn keep(
        &self,
        archive: &mut Archive<'_>,
        layer: usize,
        set: &Set,
        rest: &Set,
    ) -> Result<LayerNumbers, SymbolicError> {
        let listing = self.space.list(&[set, rest]);
        let counts = listing.counts().ok_or(SymbolicError::TooMany)?;
        let numbers = LayerNumbers {
            states: counts[0],
            terminals: counts[0] - counts[1],
            nodes: listing.size_of_first(),
        };
        self.notice_effort(archive)?;
        put_layer(archive, layer, numbers, &listing)?;
        Ok(numbers)
    }

    /// The states of a layer that are not terminal, checked for faults.
    pub fn expand(&self, layer: u64, set: &Set) -> Result<Set, Trouble> {
        let halt = |halt| self.error(halt, layer);
        let rest = self.terminal.outside(&self.space, set).map_err(halt)?;
        if let Some(several) = &self.turns.several {
            let found = self.space.and(&rest, several).map_err(halt)?;
            if !found.is_empty() {
                return Err(self.simultaneous(self.witness(&found), layer));
            }
        }
        for role in RoleId::all(self.relations.len()) {
            let own = self.own(role, &rest).map_err(halt)?;
            self.check_moves(layer, role, &own)?;
        }
        Ok(rest)
    }

    /// The states in which a role chooses.
    pub fn own(&self, role: RoleId, rest: &Set) -> Result<Set, Halt> {
        self.space.and(rest, &self.turns.of[role.index()])
    }

    fn image(&self, layer: u64, rest: &Set) -> Result<Set, SymbolicError> {
        let image = self.followers(rest);
        image.map_err(|halt| self.error(halt, layer))
    }

    /// Checks a measure that is only guessed, on all states of every layer. If each
    /// state has the layer's number, then every move of every reachable state adds one,
    /// which is the proof.
    pub fn check_measure(
        &self,
        layer: u64,
        set: &Set,
        claim: &mut Claim<'_>,
    ) -> Result<(), SymbolicError> {
        let listing = claim.wanted(layer).map(|_| self.space.list(&[set]));
        self.note(layer, listing.as_ref(), claim)
    }

    /// The same for a layer of the archive.
    fn check_kept(
        &self,
        archive: &Archive<'_>,
        layer: usize,
        claim: &mut Claim<'_>,
    ) -> Result<(), SymbolicError> {
        let listing = match claim.is_proven() {
            true => None,
            false => Some(read_layer(archive, layer, self.space.variables)?),
        };
        self.note(layer as u64, listing.as_ref(), claim)
    }

    /// Checks the measure of a layer's states, unless that is proven.
    fn note(
        &self,
        layer: u64,
        listing: Option<&Listing>,
        claim: &mut Claim<'_>,
    ) -> Result<(), SymbolicError> {
        let fits = match (claim.wanted(layer), listing) {
            (None, _) => true,
            (Some(wanted), Some(set)) => all_weigh(set, &self.encoding, claim.weights(), wanted),
            (Some(_), None) => false,
        };
        claim.note(layer, fits).map_err(shared)
    }

    /// Every role must have a legal move.
    fn check_moves(&self, layer: u64, role: RoleId, open: &Set) -> Result<(), Trouble> {
        for (other, stuck) in &self.stuck[role.index()] {
            let stuck = stuck.inside(&self.space, open);
            let stuck = stuck.map_err(|halt| self.error(halt, layer))?;
            if !stuck.is_empty() {
                return Err(self.fault(Fault::NoLegalMove(*other), &stuck, layer));
            }
        }
        Ok(())
    }
}

/// The error where a guessed measure fails.
fn shared(_: Refuted) -> SymbolicError {
    SymbolicError::Unsuited("layers may share states")
}
