//! A walk over all states: their values, and how hard they are to play.
//!
//! In: a solved game. Out: a [`Survey`]. States are found breadth first from the
//! start, so layers are numbers of moves; all of them are in memory meanwhile, and a
//! game with more than a given number of them is not surveyed.

mod hardest;
mod names;
mod swings;

use game::{Count, RoleId, Stop, Value};
use rustc_hash::FxHashMap;

use crate::arrows::Arrows;
use crate::contest::{Contest, exact};
use crate::{Oracle, PlayError, Position, SolvedGame, State};

pub use hardest::OnlyMove;
pub use names::NamedMove;
pub use swings::LayerMeans;

use hardest::Hardest;
use names::Names;
use swings::Sums;

/// States that are expanded between two checks whether to stop.
const BATCH_STATES: usize = 4096;

/// What a walk over all states shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The states of each layer by value; `None` for unknown values.
    pub layers: Vec<Vec<(Option<Value>, Count)>>,
    /// Means over the states of each layer.
    pub means: Vec<LayerMeans>,
    /// For each role the states in which it chooses.
    pub turns: Vec<Turns>,
    /// States in which nobody has a choice, and that are not terminal.
    pub forced: Count,
    /// States in which exactly one move keeps the value.
    pub only_moves: Count,
    /// Of these the hardest, hardest first.
    pub hardest: Vec<OnlyMove>,
    /// The moves, by name, that cost most in all states together, most first.
    pub costliest: Vec<NamedMove>,
    /// Perfect play against random play, exactly; `None` if that needs values that are
    /// not known, too much memory, or a game that always ends.
    pub contests: Option<Vec<Contest>>,
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
    let mut walk = Walk::new(solved);
    let mut layer = vec![solved.start().clone()];
    walk.numbers.insert(solved.start().clone(), 0);
    walk.parents.push(0);
    while !layer.is_empty() {
        let mut found = Vec::new();
        let mut counts = Vec::new();
        let mut sums = Sums::default();
        for part in layer.chunks(BATCH_STATES) {
            if let Some(reason) = stop.requested() {
                return Err(PlayError::Stopped(reason));
            }
            for position in solved.positions(part)? {
                let position = position?;
                count_value(&mut counts, &position);
                sums.add(&position);
                walk.visit(position, &mut found);
            }
            if walk.numbers.len() > limit {
                return Ok(None);
            }
        }
        walk.survey.layers.push(counts);
        walk.survey.means.push(sums.means());
        layer = found;
    }
    walk.end(solved).map(Some)
}

/// A walk that goes on. States are numbered in the order in which they are found, and
/// visited in that order.
struct Walk {
    survey: Survey,
    names: Names,
    hardest: Hardest,
    arrows: Arrows,
    numbers: FxHashMap<State, u32>,
    /// For each state that was found, the one from which it was.
    parents: Vec<u32>,
    visited: u32,
}

impl Walk {
    fn new<O: Oracle>(solved: &SolvedGame<O>) -> Self {
        let roles = solved.roles().len();
        Walk {
            survey: Survey {
                turns: vec![Turns::default(); roles],
                ..Survey::default()
            },
            names: Names::new(roles),
            hardest: Hardest::default(),
            arrows: Arrows::default(),
            numbers: FxHashMap::default(),
            parents: Vec::new(),
            visited: 0,
        }
    }

    /// Takes the next state, and adds what it leads to, and was not found before, to
    /// `found`.
    fn visit(&mut self, position: Position, found: &mut Vec<State>) {
        let number = self.visited;
        self.visited += 1;
        self.survey.count(&position);
        self.names.add(&position);
        self.hardest.add(number, &position);
        let next: Vec<u32> = position
            .moves
            .iter()
            .map(|choice| self.number(&choice.next, number, found))
            .collect();
        self.arrows.add(&position, next.into_iter());
    }

    /// The number of a state to which a move leads from another.
    fn number(&mut self, state: &State, parent: u32, found: &mut Vec<State>) -> u32 {
        if let Some(&known) = self.numbers.get(state) {
            return known;
        }
        let number = self.parents.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.parents.push(parent);
        found.push(state.clone());
        number
    }

    fn end<O: Oracle>(mut self, solved: &SolvedGame<O>) -> Result<Survey, PlayError> {
        let mut hardest = std::mem::take(&mut self.hardest).found();
        for position in &mut hardest {
            position.path = self.path(solved, position.number)?;
        }
        let mut survey = self.survey;
        survey.hardest = hardest;
        survey.costliest = self.names.costliest();
        // A part has ends whose values are not in the file, and unknown ones.
        if !solved.is_partial() {
            survey.contests = exact(&self.arrows, solved.roles().len());
        }
        Ok(survey)
    }

    /// The moves from the start to the state with this number.
    fn path<O: Oracle>(
        &self,
        solved: &SolvedGame<O>,
        number: u32,
    ) -> Result<Vec<String>, PlayError> {
        let parent = |&state: &u32| (state > 0).then(|| self.parents[state as usize]);
        let mut states: Vec<u32> = std::iter::successors(Some(number), parent).collect();
        states.reverse();
        let mut path = Vec::new();
        let mut state = solved.start().clone();
        for next in states.into_iter().skip(1) {
            let position = solved.position(&state)?;
            let mut moves = position.moves.into_iter();
            let choice = moves.find(|it| self.numbers.get(&it.next) == Some(&next));
            let choice = choice.expect("the state was found by a move from its parent");
            path.push(choice.text);
            state = choice.next;
        }
        Ok(path)
    }
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
