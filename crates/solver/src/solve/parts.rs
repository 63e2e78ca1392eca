//! By the parts of the game, where it falls apart.

use decompose::{Decomposition, Estimate, Task};
use game::{Initial, Level, Playable};
use ground::{BitState, GroundGame, Simulator};
use play::{PartsOracle, Referee, SolvedGame, State, best_line};

use super::found::SumSolution;
use super::{Position, Solving};
use crate::engine::{Algorithm, Engine};
use crate::error::{Error, Unfinished};
use crate::event::{Event, Phase, Reason};
use crate::request::Decompose;

/// A game that was solved by its parts, and all that its file needs.
pub(crate) struct Sum {
    pub solution: SumSolution,
    /// The parts as the file has them, if one was asked for.
    pub json: Option<serde_json::Value>,
    /// The fluents of the position that was solved.
    pub start: Vec<String>,
}

impl Solving<'_> {
    /// Solves the parts of a game, if it has any and that pays.
    pub(super) fn by_parts(&self, position: &Position<'_>) -> Result<Option<Sum>, Unfinished> {
        if !self.may_decompose(position) {
            return Ok(None);
        }
        let model = self.request.options.model;
        let task = Task {
            game: position.game.game(),
            facts: &position.facts,
            start: &position.start,
            model,
            knobs: self.run.knobs.parts,
            stop: &self.run.limits.stop,
        };
        let share = f64::from(self.run.knobs.product_share);
        let wide = position.facts.bits() >= self.run.knobs.product_bits;
        let pays = |it: &Estimate| wide && it.classes * share <= it.states;
        let parts = match Decomposition::solve(&task, &self.request.options, pays) {
            Ok(parts) => parts,
            // A stop is seen again by what solves the game instead.
            Err(_) => return Ok(None),
        };
        // Parts that cannot be kept do not answer who asks for a file.
        let json = match &self.request.out {
            Some(_) => match parts.to_json(position.game.game(), model) {
                Some(json) => Some(json),
                None => return Ok(None),
            },
            None => None,
        };
        let counted = parts.counted(model);
        let many = position.facts.bits() >= self.run.knobs.uncounted_parts_bits;
        if counted.is_none() && !many {
            return Ok(None);
        }
        self.run.tell(Event::Chosen(Reason::Parts));
        self.run.tell(Event::Begins(Phase::Solve));
        let solution = self.sum_solution(position, &parts)?;
        Ok(solution.map(|solution| Sum {
            solution,
            start: position.game.fluents(&position.start),
            json,
        }))
    }

    /// What is told of a game that was solved by its parts; `None` if they leave the value
    /// of the position open.
    pub(crate) fn sum_solution(
        &self,
        position: &Position<'_>,
        parts: &Decomposition,
    ) -> Result<Option<SumSolution>, Error> {
        let model = self.request.options.model;
        let Some(summary) = parts.summary(&position.start) else {
            return Ok(None);
        };
        let initial = self.initial(position.game, parts, &position.start)?;
        let fluents = summary.parts.iter().map(|it| {
            let names = it.fluents.iter();
            let names = names.map(|it| position.game.game().fluents()[it.index()].clone());
            names.collect()
        });
        let fluents = fluents.collect();
        Ok(initial.map(|initial| SumSolution {
            model,
            combination: parts.combination(),
            cyclic: parts.is_cyclic(),
            infinite: parts.infinite().cloned(),
            counted: parts.counted(model),
            initial,
            fluents,
            summary,
        }))
    }

    /// Whether parts may answer what is asked for, in a game that is worth it.
    fn may_decompose(&self, position: &Position<'_>) -> bool {
        let request = self.request;
        request.decompose == Decompose::Auto
            && request.algorithm == Algorithm::Auto
            && request.options.level == Level::Strong
            && !request.by_layer
            && position.facts.bits() >= self.run.knobs.parts_bits
    }

    /// The value of a position, its best moves and best play; `None` if parts leave its
    /// value open.
    fn initial(
        &self,
        game: &Simulator,
        parts: &Decomposition,
        start: &BitState,
    ) -> Result<Option<Initial>, Error> {
        let ground = GroundGame::clone(game.game());
        let stop = self.run.limits.stop.clone();
        let referee = Referee::of_ground(self.request.game.rules.clone(), ground, stop);
        let oracle = PartsOracle::new(parts, self.request.options.model);
        let solved = SolvedGame::with(referee, oracle, State::Bits(start.clone()));
        let position = solved.position(solved.start())?;
        let Some(outcome) = position.outcome.clone() else {
            return Ok(None);
        };
        let best = position.moves.iter().filter(|it| it.judgement.is_best());
        let best_moves = best.filter(|_| position.mover.is_some());
        Ok(Some(Initial {
            distance: outcome.distance,
            mover: position.mover,
            best_moves: best_moves.map(|it| it.text.clone()).collect(),
            line: best_line(&solved, &position)?,
            value: outcome.value,
        }))
    }
}

impl Sum {
    /// The engine and the algorithm, by name.
    pub fn way(&self) -> (Engine, &'static str) {
        (Engine::Parts, self.solution.combination)
    }
}
