//! What values depend on: who moves in which state, the rewards of ends, and
//! the reversed arrows between states.
//!
//! In: states by number, each with its successors. Out: an [`Arena`], in a few
//! bytes for each state and four for each arrow. Not here: what a state is
//! (`graph.rs`, or the engine that numbers them), and the values.
//!
//! All passes work backwards, so the arrows in the direction of play are not
//! kept.

use game::{Rewards, RoleId};

use crate::offsets::Offsets;
use crate::outcome::OutcomeId;
use crate::{Graph, StateId};

/// What kind of state it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// The end of play, with the outcome of this number.
    End(usize),
    /// This role, or nobody, has a choice.
    Turn(Option<RoleId>),
}

/// A [`Vertex`] in four bytes: 0 for nobody's turn, then the roles, then the
/// outcomes.
#[derive(Clone, Copy, Debug)]
struct Packed(u32);

/// The first number of an outcome: a role has 16 bits.
const OUTCOMES: u32 = 1 + (1 << 16);

impl Packed {
    fn new(vertex: Vertex) -> Self {
        let number = match vertex {
            Vertex::Turn(None) => Some(0),
            Vertex::Turn(Some(role)) => Some(role.index() as u32 + 1),
            Vertex::End(outcome) => u32::try_from(outcome).ok(),
        };
        let number = match vertex {
            Vertex::End(_) => number.and_then(|number| number.checked_add(OUTCOMES)),
            Vertex::Turn(_) => number,
        };
        Packed(number.expect("there are fewer outcomes than numbers"))
    }

    fn vertex(self) -> Vertex {
        match self.0.checked_sub(OUTCOMES) {
            Some(outcome) => Vertex::End(outcome as usize),
            None => Vertex::Turn(self.0.checked_sub(1).map(|it| RoleId::new(it as usize))),
        }
    }
}

/// Who moves in which state, and the outcome of each end.
#[derive(Clone, Debug)]
pub(crate) struct Vertices(Vec<Packed>);

impl Vertices {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.0.len()).map(StateId::new)
    }

    pub(crate) fn outcome(&self, id: StateId) -> Option<OutcomeId> {
        match self.0[id.index()].vertex() {
            Vertex::End(outcome) => Some(OutcomeId::new(outcome)),
            Vertex::Turn(_) => None,
        }
    }

    pub(crate) fn is_terminal(&self, id: StateId) -> bool {
        self.outcome(id).is_some()
    }

    pub(crate) fn mover(&self, id: StateId) -> Option<RoleId> {
        match self.0[id.index()].vertex() {
            Vertex::End(_) => None,
            Vertex::Turn(mover) => mover,
        }
    }
}

/// States by number, with the arrows between them reversed.
#[derive(Clone, Debug)]
pub struct Arena {
    pub(crate) vertices: Vertices,
    /// The distinct rewards of terminal states.
    pub(crate) outcomes: Vec<Rewards>,
    /// Where the sources of the arrows to each state end.
    ends: Offsets,
    sources: Vec<StateId>,
}

/// Takes a state and its successors, each once.
pub type Take<'a> = &'a mut dyn FnMut(Vertex, &[StateId]);

impl Arena {
    /// Reverses the arrows: counts them first, then places them.
    ///
    /// `list` is called twice. Both times it must hand over the same states, as
    /// many as announced, in the order of their numbers. An end has no
    /// successors.
    ///
    /// # Errors
    ///
    /// Those of `list`.
    ///
    /// # Panics
    ///
    /// If there are more states than announced.
    pub fn new<E>(
        state_count: usize,
        outcomes: Vec<Rewards>,
        mut list: impl FnMut(Take<'_>) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut counts = vec![0; state_count];
        let mut vertices = Vec::with_capacity(state_count);
        list(&mut |vertex, successors| {
            vertices.push(Packed::new(vertex));
            for to in successors {
                counts[to.index()] += 1;
            }
        })?;
        let (mut ends, arrows) = Offsets::starts(counts);
        let mut sources = vec![StateId::START; arrows as usize];
        let mut from = 0;
        list(&mut |_, successors| {
            for to in successors {
                // Each start moves on to where the next one was.
                sources[ends.advance(to.index()) as usize] = StateId::new(from);
            }
            from += 1;
        })?;
        Ok(Arena {
            vertices: Vertices(vertices),
            outcomes,
            ends,
            sources,
        })
    }

    /// Estimated bytes of an arena while it is valued.
    ///
    /// Besides the arena itself each state has a label, a distance, a number to
    /// wait for and a place in the queue.
    pub fn bytes(states: u64, arrows: u64) -> u64 {
        let kept = size_of::<Packed>() as u64 + Offsets::BYTES;
        let worked_on = 4 * size_of::<u32>() as u64;
        states * (kept + worked_on) + arrows * size_of::<StateId>() as u64
    }

    /// The arena of a graph.
    pub(crate) fn of<S>(graph: &Graph<S>) -> Self {
        let arena = Arena::new(graph.states.len(), graph.outcomes.clone(), |take| {
            for id in graph.ids() {
                let vertex = match graph.outcome(id) {
                    Some(outcome) => Vertex::End(outcome.index()),
                    None => Vertex::Turn(graph.mover(id)),
                };
                take(vertex, graph.successors(id));
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(arena) = arena;
        arena
    }

    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// The states of which `id` is a successor.
    pub(crate) fn predecessors(&self, id: StateId) -> &[StateId] {
        let start = match id.index() {
            0 => 0,
            index => self.ends.get(index - 1),
        };
        &self.sources[start as usize..self.ends.get(id.index()) as usize]
    }

    /// How many successors each state has.
    pub(crate) fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.len()];
        for from in &self.sources {
            degrees[from.index()] += 1;
        }
        degrees
    }

    /// The states from which play can go on for ever; `None` if it always ends.
    ///
    /// States whose successors are all removed are removed, ends first. Every
    /// state that remains has a successor that remains.
    pub(crate) fn endless(&self) -> Option<Endless> {
        let mut waits = self.degrees();
        let mut open: Vec<StateId> = self.vertices.ids().collect();
        open.retain(|id| waits[id.index()] == 0);
        let mut gone = 0;
        while let Some(next) = open.pop() {
            gone += 1;
            for id in self.predecessors(next) {
                waits[id.index()] -= 1;
                if waits[id.index()] == 0 {
                    open.push(*id);
                }
            }
        }
        (gone < self.len()).then_some(Endless(waits))
    }
}

/// The states from which play can go on for ever.
#[derive(Clone, Debug)]
pub struct Endless(Vec<u32>);

impl Endless {
    /// Whether it can from here.
    pub fn contains(&self, id: StateId) -> bool {
        self.0[id.index()] > 0
    }
}

impl<S> Graph<S> {
    /// Tells whether a state can be reached again, as far as the graph goes.
    pub fn is_cyclic(&self) -> bool {
        Arena::of(self).endless().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_states_come_back() {
        let kinds = [
            Vertex::Turn(None),
            Vertex::Turn(Some(RoleId::new(0))),
            Vertex::Turn(Some(RoleId::new(65_535))),
            Vertex::End(0),
            Vertex::End(1 << 31),
        ];
        assert_eq!(kinds.map(|kind| Packed::new(kind).vertex()), kinds);
    }

    #[test]
    fn arrows_are_turned_round() {
        let ids = |numbers: &[usize]| -> Vec<StateId> {
            numbers.iter().copied().map(StateId::new).collect()
        };
        let arrows = [ids(&[1, 2]), ids(&[2, 0]), vec![]];
        let arena = Arena::new(3, Vec::new(), |take| {
            for successors in &arrows {
                take(Vertex::Turn(None), successors);
            }
            Ok::<(), ()>(())
        });
        let arena = arena.unwrap();
        let sources: Vec<_> = arena.vertices.ids().collect();
        let sources: Vec<_> = sources.iter().map(|&id| arena.predecessors(id)).collect();
        assert_eq!(sources, [&ids(&[1])[..], &ids(&[0]), &ids(&[0, 1])]);
        assert_eq!(arena.degrees(), [2, 2, 0]);
        let endless = arena.endless().unwrap();
        assert_eq!(
            [0, 1, 2].map(|it| endless.contains(StateId::new(it))),
            [true, true, false]
        );
    }
}
