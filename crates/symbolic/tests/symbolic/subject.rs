//! A game that is solved by the algorithms and by the judge.

use std::collections::BTreeMap;
use std::convert::Infallible;

use analysis::Facts;
use game::{Count, Options, Playable, Solution, Stop, Value};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use judge::{JudgeError, Limits};
use symbolic::{Algorithm, Classification, Order, SymbolicError, Task, solve_by};
use testkit::{GraphGame, Style, library_rules, load, obfuscated};

/// A game, ready for both.
pub struct Subject {
    pub name: String,
    pub game: GroundGame,
    pub facts: Facts,
    pub start: BitState,
}

impl Subject {
    pub fn new(name: impl Into<String>, rules: &Rules) -> Self {
        let game = GroundGame::new(rules, &ground::Budget::new(Stop::new())).unwrap();
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
        let name = name.into();
        let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
        Subject {
            name,
            game,
            facts,
            start,
        }
    }

    pub fn of_library(name: &str, settings: &[(&str, &str)]) -> Self {
        let rules = library_rules(name, settings);
        Subject::new(format!("{name} {settings:?}"), &obfuscated(&rules, 5))
    }

    pub fn of_graph(name: impl Into<String>, game: &GraphGame, style: Style) -> Self {
        Subject::new(name, &load(game.to_gdl(style)))
    }

    pub fn task(&self) -> Task<'_> {
        Task {
            order: Order::Listed,
            ..Task::new(&self.game, &self.facts, &self.start, 32 << 20)
        }
    }

    pub fn solve(
        &self,
        algorithm: Algorithm,
        options: &Options,
    ) -> Result<Classification, SymbolicError> {
        solve_by(&self.task(), algorithm, options, &mut |_| {})
    }

    pub fn judge(&self, options: &Options) -> Result<Judged, JudgeError<Infallible>> {
        let mut game = Simulator::new(self.game.clone());
        let Ok(start) = game.initial();
        let limits = Limits::default();
        let table = judge::solve(&mut game, start, options, &limits, &mut |_| {})?;
        let Ok(solution) = table.solution(&mut game);
        let mut spread: BTreeMap<(Value, Option<u64>), Count> = BTreeMap::new();
        let mut ends: Vec<Value> = Vec::new();
        for entry in table.iter() {
            let key = (entry.value.clone(), entry.distance);
            *spread.entry(key).or_default() += 1;
            if table.graph().is_terminal(entry.id) && !ends.contains(entry.value) {
                ends.push(entry.value.clone());
            }
        }
        spread.retain(|(value, _), _| *value != Value::Unresolved);
        Ok(Judged {
            solution,
            spread,
            ends,
        })
    }
}

/// What the judge says.
pub struct Judged {
    pub solution: Solution,
    pub spread: BTreeMap<(Value, Option<u64>), Count>,
    /// What terminal states are worth.
    pub ends: Vec<Value>,
}

impl Judged {
    /// Whether there is nothing but to win, to draw and to lose.
    pub fn is_three_valued(&self) -> bool {
        let Some(Value::Rewards(middle)) = self.solution.infinite.clone() else {
            return self.ends.len() <= 3;
        };
        let side = |greater: bool| {
            let beyond = self.ends.iter().filter(|value| match value {
                Value::Rewards(rewards) if greater => rewards > &middle,
                Value::Rewards(rewards) => rewards < &middle,
                _ => false,
            });
            beyond.count()
        };
        side(true) <= 1 && side(false) <= 1
    }

    pub fn has_constant_sum(&self) -> bool {
        let sums = self.ends.iter().chain(&self.solution.infinite);
        let mut sums = sums.map(|value| match value {
            Value::Rewards(rewards) => rewards.sum_half_points(),
            _ => 0,
        });
        let first = sums.next();
        sums.all(|sum| Some(sum) == first)
    }
}
