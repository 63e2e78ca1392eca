//! What is told of the parts of a position.
//!
//! In: a [`LastMover`] and a state. Out: a [`Summary`]: for each part and for all of them
//! what they are worth, in the notation of combinatorial game theory. Not here: words for
//! people.

use cgt::{GameId, Games, Outcome};
use game::{Count, RoleId};
use ground::{BitState, FluentId, MoveId};

use crate::last_mover::{LastMover, SourcedPart};
use crate::positions::{PositionId, Positions};
use crate::theory::{Worth, locked};
use crate::worth::{genus, value_of_sum};

/// What is told of a position and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The parts.
    pub parts: Vec<PartSummary>,
    /// What all of them together are worth.
    pub worth: WorthSummary,
    /// How many different pieces were found, if parts are told by pieces.
    pub pieces: usize,
    /// How many classes the states of each part fall into, in a product of them.
    pub classes: Option<Vec<usize>>,
    /// How many states that product has.
    pub product_states: Option<u64>,
    /// Whether both roles have the same moves.
    pub is_impartial: bool,
    /// How many elements the quotient has that tells who wins sums of wild positions under
    /// misère play, if there is one.
    pub quotient: Option<usize>,
}

/// What is told of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartSummary {
    /// Its fluents, in ascending order.
    pub fluents: Vec<FluentId>,
    /// Its moves, in ascending order.
    pub moves: Vec<MoveId>,
    /// How many states it has, if they are listed.
    pub states: Option<Count>,
    /// What it is worth.
    pub worth: WorthSummary,
}

/// What a position is worth; `None` is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorthSummary {
    /// The nimber, of impartial positions.
    pub nimber: Option<u32>,
    /// The Grundy values of both kinds of play, of impartial positions in misère play.
    pub genus: Option<String>,
    /// The value under normal play, in the notation of CGSuite; left is the first role.
    pub value: Option<String>,
    /// Who wins by starting.
    pub outcome: Option<Outcome>,
    /// The mean and the temperature of the value.
    pub heat: Option<(String, String)>,
}

impl LastMover {
    /// What is told of a state and its parts; `None` if no moves lead to it.
    pub fn summary(&self, state: &BitState) -> Option<Summary> {
        let mut all = Vec::new();
        let mut parts = Vec::new();
        let mut words = Vec::new();
        for SourcedPart { part, source } in &self.parts {
            part.state(state, &mut words);
            let mut sum = Vec::new();
            self.sources.find(*source, &part.game, &words, &mut sum)?;
            sum.sort_unstable();
            let table = self.sources.table(*source);
            parts.push(PartSummary {
                fluents: part.fluents.clone(),
                moves: part.moves.clone(),
                states: table.map(|it| it.states().len() as Count),
                worth: self.worth(&sum),
            });
            all.extend(sum);
        }
        all.sort_unstable();
        let some_pieces = parts.iter().any(|it| it.states.is_none());
        let pieces = self.sources.pieces().len();
        Some(Summary {
            parts,
            worth: self.worth(&all),
            pieces: if some_pieces { pieces } else { 0 },
            classes: None,
            product_states: None,
            is_impartial: self.is_impartial(),
            quotient: match self.theory.worth() {
                Worth::Genera(_, Some(quotient)) => Some(quotient.order()),
                _ => None,
            },
        })
    }

    /// Whether both roles have the same moves in every position.
    pub fn is_impartial(&self) -> bool {
        matches!(self.theory.worth(), Worth::Nimbers(_) | Worth::Genera(..))
    }

    fn worth(&self, sum: &[PositionId]) -> WorthSummary {
        let starts = |role| self.theory.wins(&self.sources, sum, RoleId::new(role));
        let outcome = starts(0).zip(starts(1));
        let outcome = outcome.map(|(left, right)| Outcome::of(left, right));
        let known = WorthSummary {
            outcome,
            ..WorthSummary::default()
        };
        match self.theory.worth() {
            Worth::Nimbers(nimbers) => {
                let nimber: cgt::Nimber = sum.iter().map(|it| nimbers[it.index()]).sum();
                WorthSummary {
                    nimber: Some(nimber.0),
                    value: Some(nimber.to_string()),
                    ..known
                }
            }
            Worth::Genera(genera, _) => WorthSummary {
                genus: genus(genera, sum).map(|it| it.to_string()),
                ..known
            },
            Worth::Games(games, values) => {
                let mut games = locked(games);
                match value_of_sum(values, sum, &mut games) {
                    Some(value) => of_value(&mut games, value, known),
                    None => known,
                }
            }
            Worth::Unknown => known,
        }
    }
}

fn of_value(games: &mut Games, value: GameId, known: WorthSummary) -> WorthSummary {
    let heat = games.thermograph(value).ok();
    WorthSummary {
        nimber: games.as_nimber(value).map(|it| it.0),
        value: games.show(value).ok(),
        heat: heat.map(|it| (it.mean.to_string(), it.temperature.to_string())),
        ..known
    }
}
