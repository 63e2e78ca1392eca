//! The layer of each state, where a file does not tell: found by a walk.

use game::Stop;
use rustc_hash::FxHashMap;

use crate::{Oracle, PlayError, SolvedGame, State};

/// States that are expanded between two checks whether to stop.
const BATCH_STATES: usize = 4096;

/// The layers of all states: the smallest numbers of moves from the start.
#[derive(Clone, Debug, Default)]
pub struct Layers(FxHashMap<State, u64>);

impl Layers {
    /// Walks over all states by the rules; `None` if there are more than `limit`. All
    /// of them are in memory meanwhile and afterwards.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the rules cannot be evaluated; [`PlayError::Stopped`] on request.
    pub fn find<O: Oracle>(
        solved: &SolvedGame<O>,
        limit: usize,
        stop: &Stop,
    ) -> Result<Option<Self>, PlayError> {
        let mut layers = FxHashMap::default();
        let mut layer = vec![solved.start().clone()];
        layers.insert(solved.start().clone(), 0);
        for number in 1.. {
            let mut found = Vec::new();
            for part in layer.chunks(BATCH_STATES) {
                if let Some(reason) = stop.requested() {
                    return Err(PlayError::Stopped(reason));
                }
                for expanded in solved.referee().expand(part, false)? {
                    for (_, next) in expanded?.moves {
                        if !layers.contains_key(&next) {
                            layers.insert(next.clone(), number);
                            found.push(next);
                        }
                    }
                }
                if layers.len() > limit {
                    return Ok(None);
                }
            }
            if found.is_empty() {
                break;
            }
            layer = found;
        }
        Ok(Some(Layers(layers)))
    }

    /// The layer of a state; `None` if it cannot be reached.
    pub fn of(&self, state: &State) -> Option<u64> {
        self.0.get(state).copied()
    }
}
