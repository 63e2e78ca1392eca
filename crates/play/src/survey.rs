//! A walk over all states: their values, and how hard they are to play.
//!
//! In: a solved game. Out: a [`Survey`]. States are found breadth first from the
//! start, so layers are numbers of moves; all of them are in memory meanwhile, and a
//! game with more than a given number of them is not surveyed.

use game::{Count, RoleId, Stop, Value};
use rustc_hash::FxHashSet;

use crate::{Oracle, PlayError, Position, SolvedGame, State};

/// States that are expanded between two checks whether to stop.
const BATCH_STATES: usize = 4096;

/// What a walk over all states shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The states of each layer by value; `None` for unknown values.
    pub layers: Vec<Vec<(Option<Value>, Count)>>,
    /// For each role the states in which it chooses.
    pub turns: Vec<Turns>,
    /// States in which nobody has a choice, and that are not terminal.
    pub forced: Count,
    /// States in which exactly one move keeps the value.
    pub only_moves: Count,
}

/// States in which one role chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// All of them.
    pub states: Count,
    /// States in which it gets more than every other role.
    pub won: Count,
    /// States in which another role does.
    pub lost: Count,
    /// The number of moves in these states.
    pub moves: Count,
    /// The number of these moves that lose value.
    pub mistakes: Count,
}

/// Walks over all states, if there are at most `limit`.
///
/// # Errors
///
/// As [`SolvedGame::position`]; [`PlayError::Stopped`] on request.
pub fn survey<O: Oracle>(
    solved: &SolvedGame<O>,
    limit: usize,
    stop: &Stop,
) -> Result<Option<Survey>, PlayError> {
    let mut survey = Survey {
        turns: vec![Turns::default(); solved.roles().len()],
        ..Survey::default()
    };
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut layer = vec![solved.start().clone()];
    seen.extend(layer.iter().cloned());
    while !layer.is_empty() {
        let mut found = Vec::new();
        let mut counts = Vec::new();
        for part in layer.chunks(BATCH_STATES) {
            if let Some(reason) = stop.requested() {
                return Err(PlayError::Stopped(reason));
            }
            for position in solved.positions(part)? {
                let position = position?;
                survey.count(&position);
                count_value(&mut counts, &position);
                for choice in position.moves {
                    if seen.insert(choice.next.clone()) {
                        found.push(choice.next);
                    }
                }
            }
            if seen.len() > limit {
                return Ok(None);
            }
        }
        survey.layers.push(counts);
        layer = found;
    }
    Ok(Some(survey))
}

fn count_value(counts: &mut Vec<(Option<Value>, Count)>, position: &Position) {
    let value = position.outcome.as_ref().map(|it| &it.value);
    match counts.iter_mut().find(|(known, _)| known.as_ref() == value) {
        Some((_, count)) => *count += 1,
        None => counts.push((value.cloned(), 1)),
    }
}

impl Survey {
    fn count(&mut self, position: &Position) {
        let Some(mover) = position.mover else {
            self.forced += Count::from(!position.terminal);
            return;
        };
        self.only_moves += Count::from(position.has_only_move());
        let turns = &mut self.turns[mover.index()];
        let (mistakes, moves) = position.mistakes();
        turns.states += 1;
        turns.moves += moves as Count;
        turns.mistakes += mistakes as Count;
        let leader = leader(position);
        turns.won += Count::from(leader == Some(mover));
        turns.lost += Count::from(leader.is_some_and(|it| it != mover));
    }
}

fn leader(position: &Position) -> Option<RoleId> {
    match position.outcome.as_ref().map(|it| &it.value) {
        Some(Value::Rewards(rewards)) if rewards.role_count() > 1 => rewards.leader(),
        _ => None,
    }
}
