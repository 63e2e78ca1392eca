//! What is told of states: from the file alone, or with a look at the rules.

use std::borrow::Cow;

use game::{Stop, Value};
use play::{Layers, Position, SolvedGame, State};
use table::solution::Outcome;

use super::column::Column;
use super::pick::Pick;
use super::table::{ExportEnd, Row};

/// Most states that are walked over to find their layers: as many as `stats` takes.
pub const MAX_WALKED: usize = 5_000_000;

/// Describes states.
pub struct Describer<'a> {
    solved: &'a SolvedGame,
    columns: &'a [Column],
    /// The layers of all states, where sections do not tell them.
    layers: Option<Layers>,
}

/// What the rules tell of a state.
#[derive(Default)]
struct Told<'a> {
    mover: Option<&'a str>,
    best: Option<Vec<String>>,
}

impl<'a> Describer<'a> {
    /// Prepares for some columns.
    pub fn new(
        solved: &'a SolvedGame,
        columns: &'a [Column],
        stop: &Stop,
    ) -> Result<Self, ExportEnd> {
        // Programs write a section for each layer, or one for all states.
        let walk = solved.parts().is_none()
            && columns.contains(&Column::Layer)
            && solved.file().layout().is_single();
        let layers = match walk {
            false => None,
            true => {
                let most = MAX_WALKED;
                let layers = Layers::find(solved, most, stop)?;
                Some(layers.ok_or(ExportEnd::NoLayers { most })?)
            }
        };
        Ok(Describer {
            solved,
            columns,
            layers,
        })
    }

    fn has(&self, column: Column) -> bool {
        self.columns.contains(&column)
    }

    /// The rows of some states.
    pub fn rows(&self, picks: &[Pick]) -> Result<Vec<Row<'a>>, ExportEnd> {
        let file = self.solved.file();
        let encoding = file.encoding();
        let held = picks.iter().map(|it| encoding.decode(&it.key));
        let held: Option<Vec<Vec<u32>>> = held.collect();
        let held = held.ok_or(ExportEnd::NotAState)?;
        let by_rules = self.has(Column::Mover) || self.has(Column::Best);
        let states = match by_rules || self.layers.is_some() {
            true => self.states(&held)?,
            false => Vec::new(),
        };
        let mut told = match by_rules {
            true => self.told(&states)?,
            false => Vec::new(),
        }
        .into_iter();
        let mut rows = Vec::with_capacity(picks.len());
        for (place, (pick, held)) in picks.iter().zip(&held).enumerate() {
            let Told { mover, best } = told.next().unwrap_or_default();
            rows.push(Row {
                state: match self.has(Column::State) {
                    true => self.text(held),
                    false => String::new(),
                },
                key: match self.has(Column::Key) {
                    true => encoding.key_bytes(&pick.key),
                    false => Vec::new(),
                },
                outcome: Cow::Borrowed(file.outcome(pick.outcome)),
                mover,
                layer: match &self.layers {
                    Some(layers) => layers.of(&states[place]),
                    None => Some(pick.section),
                },
                best,
            });
        }
        Ok(rows)
    }

    /// The rows of some states of a sum, with their layers.
    pub fn rows_of_sum(&self, part: &[(State, Option<u64>)]) -> Result<Vec<Row<'a>>, ExportEnd> {
        let states: Vec<State> = part.iter().map(|it| it.0.clone()).collect();
        let mut told = match self.has(Column::Mover) || self.has(Column::Best) {
            true => self.told(&states)?,
            false => Vec::new(),
        }
        .into_iter();
        let outcomes = self.solved.outcomes(&states)?;
        let row = |((state, layer), outcome): (&(State, Option<u64>), Result<_, _>)| {
            let Told { mover, best } = told.next().unwrap_or_default();
            let unknown = Outcome {
                value: Value::Unresolved,
                distance: None,
            };
            let outcome: Option<Outcome> = outcome?;
            Ok(Row {
                state: match self.has(Column::State) {
                    true => self.solved.state_text(state),
                    false => String::new(),
                },
                key: Vec::new(),
                outcome: Cow::Owned(outcome.unwrap_or(unknown)),
                mover,
                layer: *layer,
                best,
            })
        };
        part.iter().zip(outcomes).map(row).collect()
    }

    /// The states in which these fluents hold.
    fn states(&self, held: &[Vec<u32>]) -> Result<Vec<State>, ExportEnd> {
        let state = |held: &Vec<u32>| -> Result<State, ExportEnd> {
            let state = self.solved.state_holding(held)?;
            state.ok_or(ExportEnd::NotAState)
        };
        held.iter().map(state).collect()
    }

    fn told(&self, states: &[State]) -> Result<Vec<Told<'a>>, ExportEnd> {
        let roles = self.solved.roles();
        let name = |role: game::RoleId| roles[role.index()].as_str();
        let mut all = Vec::with_capacity(states.len());
        if !self.has(Column::Best) {
            for mover in self.solved.movers(states)? {
                let (mover, best) = (mover?.map(name), None);
                all.push(Told { mover, best });
            }
            return Ok(all);
        }
        for position in self.solved.positions(states)? {
            let position = position?;
            all.push(Told {
                mover: position.mover.map(name),
                best: best(&position),
            });
        }
        Ok(all)
    }

    /// A state in KIF.
    fn text(&self, held: &[u32]) -> String {
        let names = self.solved.file().encoding().fluents();
        let fluents = held.iter().map(|&it| names[it as usize].as_str());
        format!("({})", fluents.collect::<Vec<_>>().join(" "))
    }
}

/// The best moves; none where nobody has a choice; `None` if they are not known.
fn best(position: &Position) -> Option<Vec<String>> {
    let best: Vec<String> = position.best().map(|it| it.text.clone()).collect();
    let known = position.mover.is_none() || !best.is_empty();
    known.then_some(best)
}
