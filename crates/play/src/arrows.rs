//! The graph of all states that were walked over: where moves lead, and which are best.
//!
//! States are numbered in the order of the walk.

use game::{RoleId, Value};

use crate::position::Position;

/// Most arrows that are kept, of 4 bytes each.
const MOST: usize = 1 << 26;

/// The bit of an arrow that says that the move is best.
const BEST: u32 = 1 << 31;

/// A graph. It may be empty, if it would take too much memory.
#[derive(Clone, Debug, Default)]
pub struct Arrows {
    /// Where the arrows of each state end; those of the next begin there.
    ends: Vec<u32>,
    arrows: Vec<u32>,
    /// Who chooses in each state.
    movers: Vec<Option<u8>>,
    /// What each state is worth that has no arrows, by number of the state.
    terminal: Vec<(u32, Value)>,
    given_up: bool,
}

/// A state of a graph.
pub enum Node<'a> {
    /// The game is over.
    Terminal(Option<&'a Value>),
    /// Moves lead to these states; a role may choose.
    Turn(Option<RoleId>, &'a [u32]),
}

impl Arrows {
    /// Adds the next state, whose moves lead to these.
    pub fn add(&mut self, position: &Position, next: impl Iterator<Item = u32>) {
        if self.given_up {
            return;
        }
        let number = self.ends.len() as u32;
        let best = position.moves.iter().map(|it| it.judgement.is_best());
        let arrows = next.zip(best);
        let arrows = arrows.map(|(next, best)| next | if best { BEST } else { 0 });
        self.arrows.extend(arrows);
        self.ends.push(self.arrows.len() as u32);
        let mover = position.mover.map(|role| role.index());
        self.movers.push(mover.and_then(|it| u8::try_from(it).ok()));
        if let (true, Some(outcome)) = (position.terminal, &position.outcome) {
            self.terminal.push((number, outcome.value.clone()));
        }
        if self.arrows.len() > MOST {
            *self = Arrows {
                given_up: true,
                ..Arrows::default()
            };
        }
    }

    /// The number of states; 0 if there were too many arrows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A state.
    pub fn node(&self, number: u32) -> Node<'_> {
        let place = number as usize;
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        let arrows = &self.arrows[begin as usize..self.ends[place] as usize];
        if arrows.is_empty() {
            let found = self.terminal.binary_search_by_key(&number, |it| it.0);
            return Node::Terminal(found.ok().map(|place| &self.terminal[place].1));
        }
        let mover = self.movers[place].map(|role| RoleId::new(role.into()));
        Node::Turn(mover, arrows)
    }

    /// Where an arrow leads, and whether it is best.
    pub fn read(arrow: u32) -> (u32, bool) {
        (arrow & !BEST, arrow & BEST != 0)
    }

    /// The states in an order in which each comes after all states that its arrows lead
    /// to; `None` if some state can be reached again.
    pub fn backwards(&self) -> Option<Vec<u32>> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut marks = vec![NEW; self.len()];
        let mut order = Vec::with_capacity(self.len());
        // Each state with the number of its arrows that were followed.
        let mut path: Vec<(u32, usize)> = Vec::new();
        if self.len() > 0 {
            path.push((0, 0));
            marks[0] = OPEN;
        }
        while let Some((state, followed)) = path.last_mut() {
            let arrow = match self.node(*state) {
                Node::Terminal(_) => None,
                Node::Turn(_, arrows) => arrows.get(*followed).copied(),
            };
            *followed += 1;
            let Some(arrow) = arrow else {
                marks[*state as usize] = DONE;
                order.push(*state);
                path.pop();
                continue;
            };
            let (next, _) = Arrows::read(arrow);
            match marks[next as usize] {
                OPEN => return None,
                DONE => {}
                _ => {
                    marks[next as usize] = OPEN;
                    path.push((next, 0));
                }
            }
        }
        Some(order)
    }
}
