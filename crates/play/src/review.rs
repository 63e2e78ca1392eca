//! Reviews a match: judges each move, and summarises the players.
//!
//! In: the moves of a match. Out: a [`Review`] and [`Summary`]s. The words are those
//! of `docs/semantics.md`: best, only move, inaccuracy, mistake; forced and unknown
//! moves are not judged.

use game::{Reward, Rewards, RoleId, Value};
use table::solution::Outcome;

use crate::{Judgement, Oracle, PlayError, Position, SolvedGame, State};

/// A match, judged.
#[derive(Clone, Debug)]
pub struct Review {
    /// What the first position is worth; `None` if that is not known.
    pub start: Option<Outcome>,
    /// The moves, in order.
    pub moves: Vec<Reviewed>,
    /// What the roles got, if the match was played to its end.
    pub end: Option<Rewards>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The move in KIF: the mover's, or the list of all where nobody chose.
    pub text: String,
    /// Who chose.
    pub mover: Option<RoleId>,
    /// What the position was worth before.
    pub before: Option<Outcome>,
    /// What it was worth after.
    pub after: Option<Outcome>,
    /// How good it was.
    pub judgement: Judgement,
    /// The best moves.
    pub best: Vec<String>,
}

/// How well a player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Moves that were judged.
    pub judged: u64,
    /// Moves that were best, including only moves.
    pub perfect: u64,
    /// Only moves that were found.
    pub only: u64,
    /// Moves that kept the value, but not the distance.
    pub inaccuracies: u64,
    /// Moves that lost value.
    pub mistakes: u64,
    /// The total cost of mistakes.
    pub lost: Reward,
    /// Choices about which too little is known.
    pub unjudged: u64,
}

/// Judges the moves of a match.
///
/// # Errors
///
/// [`PlayError::AtMove`] of the first move that cannot be made.
pub fn review<O: Oracle>(solved: &SolvedGame<O>, moves: &[String]) -> Result<Review, PlayError> {
    let mut states: Vec<State> = vec![solved.start().clone()];
    for (number, text) in (1..).zip(moves) {
        let last = states.last().expect("there is the start").clone();
        let next = solved.after_move(&last, text);
        let next = next.map_err(|error| PlayError::AtMove {
            number,
            source: Box::new(error),
        })?;
        states.push(next);
    }
    let mut positions: Vec<Position> = Vec::with_capacity(states.len());
    for position in solved.positions(&states)? {
        positions.push(position?);
    }
    let pairs = positions.windows(2);
    let last = positions.last().expect("there is the start");
    let end = match &last.outcome {
        Some(Outcome {
            value: Value::Rewards(rewards),
            ..
        }) if last.terminal => Some(rewards.clone()),
        _ => None,
    };
    Ok(Review {
        start: positions[0].outcome.clone(),
        moves: pairs
            .map(|pair| Reviewed::new(&pair[0], &pair[1]))
            .collect(),
        end,
    })
}

impl Reviewed {
    fn new(before: &Position, after: &Position) -> Self {
        // Moves that lead to the same state get the same judgement.
        let played = before.moves.iter().find(|it| it.next == after.state);
        let played = played.expect("the move was legal, and leads there");
        Reviewed {
            text: played.text.clone(),
            mover: before.mover,
            before: before.outcome.clone(),
            after: after.outcome.clone(),
            judgement: played.judgement,
            best: before.best().map(|it| it.text.clone()).collect(),
        }
    }
}

impl Review {
    /// How well each role chose, in role order.
    pub fn summaries(&self, roles: usize) -> Vec<Summary> {
        let mut summaries = vec![Summary::default(); roles];
        for played in &self.moves {
            if let Some(mover) = played.mover {
                summaries[mover.index()].count(played.judgement);
            }
        }
        summaries
    }
}

impl Summary {
    fn count(&mut self, judgement: Judgement) {
        match judgement {
            Judgement::Forced => return,
            Judgement::Unjudged => {
                self.unjudged += 1;
                return;
            }
            Judgement::Only => {
                self.perfect += 1;
                self.only += 1;
            }
            Judgement::Best => self.perfect += 1,
            Judgement::Inaccuracy => self.inaccuracies += 1,
            Judgement::Mistake(cost) => {
                self.mistakes += 1;
                self.lost = self.lost + cost.unwrap_or(Reward::from_points(0));
            }
        }
        self.judged += 1;
    }

    /// Adds another summary.
    pub fn add(&mut self, other: &Summary) {
        self.judged += other.judged;
        self.perfect += other.perfect;
        self.only += other.only;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.lost = self.lost + other.lost;
        self.unjudged += other.unjudged;
    }

    /// The share of the judged moves that were best.
    pub fn perfect_rate(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.perfect as f64 / self.judged as f64)
    }
}

impl Default for Summary {
    fn default() -> Self {
        Summary {
            judged: 0,
            perfect: 0,
            only: 0,
            inaccuracies: 0,
            mistakes: 0,
            lost: Reward::from_points(0),
            unjudged: 0,
        }
    }
}
