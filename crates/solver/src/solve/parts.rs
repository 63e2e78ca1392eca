//! By the parts of the game, where it falls apart.

use analysis::Facts;
use decompose::{Decomposition, Estimate, LastMover, Task};
use game::{Initial, Level, Playable};
use ground::{BitState, GroundGame, Simulator};
use play::{PartsOracle, Referee, SolvedGame, State, best_line, readings_of_state};

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
        if !self.may_decompose(&position.facts) {
            return Ok(None);
        }
        let model = self.request.options.model;
        let task = self.task(position.game.game(), &position.facts, &position.start);
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
        let Some(summary) = parts.summary(&position.start) else {
            return Ok(None);
        };
        let Some(initial) = self.initial(position.game, &parts, &position.start)? else {
            return Ok(None);
        };
        let fluents = summary.parts.iter().map(|it| {
            let names = it.fluents.iter();
            let names = names.map(|it| position.game.game().fluents()[it.index()].clone());
            names.collect()
        });
        let solution = SumSolution {
            model,
            combination: parts.combination(),
            cyclic: parts.is_cyclic(),
            infinite: parts.infinite().cloned(),
            initial,
            counted,
            fluents: fluents.collect(),
            summary,
        };
        Ok(Some(Sum {
            solution,
            start: position.game.fluents(&position.start),
            json,
        }))
    }

    /// Whether parts may answer what is asked for, in a game that is worth it.
    fn may_decompose(&self, facts: &Facts) -> bool {
        let request = self.request;
        request.decompose == Decompose::Auto
            && request.algorithm == Algorithm::Auto
            && request.options.level == Level::Strong
            && !request.by_layer
            && facts.bits() >= self.run.knobs.parts_bits
    }

    fn task<'t>(&'t self, game: &'t GroundGame, facts: &'t Facts, start: &'t BitState) -> Task<'t> {
        Task {
            game,
            facts,
            start,
            model: self.request.options.model,
            knobs: self.run.knobs.parts,
            stop: &self.run.limits.stop,
        }
    }

    /// The state with these fluents, if the parts of the whole game tell that it can be
    /// reached; `None` if they leave that open.
    pub(super) fn reached(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        fluents: &str,
    ) -> Result<Option<BitState>, Error> {
        if !self.may_decompose(facts) {
            return Ok(None);
        }
        let Ok(initial) = game.initial();
        let Ok(parts) = LastMover::solve(&self.task(game.game(), facts, &initial)) else {
            return Ok(None);
        };
        let readings = readings_of_state(fluents).map_err(Error::NotAState)?;
        let mut is_open = false;
        for reading in &readings {
            let Some(state) = game.state_of(reading) else {
                continue;
            };
            match parts.reaches(&state) {
                Some(true) => return Ok(Some(state)),
                Some(false) => {}
                None => is_open = true,
            }
        }
        match (is_open, readings.first()) {
            (false, Some(first)) => Err(Error::Unreachable(first.join(" "))),
            _ => Ok(None),
        }
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
