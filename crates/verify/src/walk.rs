//! The walk: from the start along all legal moves, breadth first, with the
//! reference interpreter. Every state that it reaches must be in the file.
//!
//! In: the states of the file. Out: the graph of the reachable ones. Threads
//! expand parts of a layer; their results are combined in the order of states,
//! so the result does not depend on the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use game::Stop;
use gdl::State;

use crate::board::{Board, Next};
use crate::error::{VerifyError, Wrong};
use crate::file::Encoding;
use crate::graph::{Graph, NONE};
use crate::listing::Listing;
use crate::value::Value;

/// States that a thread takes at a time, and states that are expanded before
/// their results are combined.
const PART: usize = 64;
pub const BATCH: usize = 16384;

/// The result of expanding a state.
pub enum Seen {
    /// Play ends there with these rewards.
    End(Value),
    /// The mover, and the successors by their numbers in the listing.
    Moves(Option<usize>, Vec<u32>),
    /// The rules are at fault.
    Fault(String),
    /// The file does not have this successor.
    Missing(String),
    /// It could not be checked.
    Failed(VerifyError),
}

/// A walk over the states of a file.
pub struct Walk<'a> {
    pub encoding: &'a Encoding,
    pub listing: &'a Listing,
    pub stop: &'a Stop,
}

impl Walk<'_> {
    /// Walks from the start, with a thread for each board.
    pub fn run(
        &self,
        boards: &mut [Board],
        start: u32,
        look: &mut dyn FnMut(usize),
    ) -> Result<Graph, VerifyError> {
        let mut graph = Graph::default();
        let mut found = vec![NONE; self.listing.len()];
        found[start as usize] = graph.add(start, NONE);
        let mut layer = 0..1;
        while !layer.is_empty() {
            graph.layers.push(layer.len() as u128);
            while graph.expanded() < layer.end {
                let first = graph.expanded();
                let batch = first..layer.end.min(first + BATCH);
                let states = graph.listed[batch.clone()].to_vec();
                for (state, seen) in batch.zip(self.expand(boards, &states)) {
                    self.enter(&mut boards[0], &mut graph, &mut found, state, seen)?;
                }
                look(graph.expanded());
            }
            layer = layer.end..graph.len();
        }
        Ok(graph)
    }

    /// Expands states of the listing, whose keys must be keys of states.
    pub fn expand(&self, boards: &mut [Board], states: &[u32]) -> Vec<Seen> {
        let parts: Vec<&[u32]> = states.chunks(PART).collect();
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Vec<Seen>)>> = Mutex::new(Vec::new());
        let work = |board: &mut Board| {
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && let Some(part) = parts.get(number)
            {
                let seen = part.iter().map(|&state| self.look(board, state)).collect();
                let mut done = done.lock().expect("no thread panics while it writes");
                done.push((number, seen));
            }
        };
        match boards {
            // For few states, threads cost more than they gain.
            [first, ..] if parts.len() < 4 => work(first),
            [first, others @ ..] => thread::scope(|scope| {
                for board in others {
                    // Where the system has no thread to give, the others do its
                    // work.
                    let _ = thread::Builder::new().spawn_scoped(scope, || work(board));
                }
                work(first);
            }),
            [] => {}
        }
        let mut done = done.into_inner().expect("no thread panics while it writes");
        done.sort_unstable_by_key(|it| it.0);
        done.into_iter().flat_map(|(_, seen)| seen).collect()
    }

    fn look(&self, board: &mut Board, state: u32) -> Seen {
        if let Some(reason) = self.stop.requested() {
            return Seen::Failed(VerifyError::Stopped(reason));
        }
        let state = self.state(board, state);
        match board.next(&state) {
            Err(error) => Seen::Failed(error),
            Ok(Next::Fault(fault)) => Seen::Fault(fault),
            Ok(Next::End(value)) => Seen::End(value),
            Ok(Next::Moves { mover, successors }) => {
                let mut found = Vec::with_capacity(successors.len());
                for next in successors {
                    let place = board.place(self.encoding, &next);
                    match place.and_then(|place| self.listing.find(&place)) {
                        Some(number) => found.push(number),
                        None => {
                            let text = board.text(&next);
                            return Seen::Missing(text);
                        }
                    }
                }
                Seen::Moves(mover, found)
            }
        }
    }

    /// The state of a number in the listing; its key must be the key of a state.
    pub fn state(&self, board: &Board, listed: u32) -> State {
        let held = self.encoding.decode(self.listing.key(listed));
        board.state(&held.expect("a key that was made from a state"))
    }

    fn enter(
        &self,
        board: &mut Board,
        graph: &mut Graph,
        found: &mut [u32],
        state: usize,
        seen: Seen,
    ) -> Result<(), VerifyError> {
        match seen {
            Seen::Failed(error) => return Err(error),
            Seen::Fault(what) => return Err(self.wrong(board, graph, state, what)?.into()),
            Seen::Missing(missing) => {
                let what = format!("a successor is missing\n  right  {missing} can be reached");
                return Err(self.wrong(board, graph, state, what)?.into());
            }
            Seen::End(value) => graph.end(&value),
            Seen::Moves(mover, mut successors) => {
                for next in &mut successors {
                    let number = &mut found[*next as usize];
                    if *number == NONE {
                        *number = graph.add(*next, state as u32);
                    }
                    *next = *number;
                }
                graph.moves(mover, &successors);
            }
        }
        Ok(())
    }

    /// The error in a state, with the path to it.
    pub fn wrong(
        &self,
        board: &mut Board,
        graph: &Graph,
        state: usize,
        what: String,
    ) -> Result<Wrong, VerifyError> {
        let way = graph.way(state).into_iter();
        let way: Vec<State> = way.map(|it| self.state(board, graph.listed[it])).collect();
        let mut path = Vec::new();
        for step in way.windows(2) {
            path.push(board.joint_move(&step[0], &step[1])?);
        }
        Ok(Wrong {
            what,
            state: way.last().map(|state| board.text(state)),
            path: Some(path),
        })
    }
}
