//! By the parts of the game, where it falls apart.

use analysis::Facts;
use decompose::{Decomposition, Estimate, LastMover, Task, parts_at_a_glance};
use game::{Initial, Level, Playable};
use ground::{BitState, GroundGame, Simulator};
use play::{PartsOracle, Referee, SolvedGame, State, best_line, readings_of_state};

use super::{Position, Solving};
use crate::engine::{Algorithm, Engine};
use crate::error::{Error, Unfinished};
use crate::event::{Event, Phase, Reason};
use crate::request::Decompose;
use crate::sum::{Sum, SumSolution};

impl Solving<'_> {
    /// Solves a game that the last mover decides by its parts, if it seems to have several or
    /// is so large that nothing else is likely to do it.
    pub(super) fn by_parts(&self, position: &Position<'_>) -> Result<Option<Sum>, Unfinished> {
        let Position { game, facts, start } = position;
        let (bits, knobs) = (facts.bits(), self.run.knobs);
        if !self.may_decompose() || bits < knobs.parts_bits {
            return Ok(None);
        }
        let large = bits >= knobs.many_bits || self.request.engine != Engine::Auto;
        if !large && parts_at_a_glance(game.game(), facts) < 2 {
            return Ok(None);
        }
        let mut task = self.task(game.game(), facts, start);
        let many = bits >= knobs.uncounted_parts_bits;
        if !many {
            task.knobs.pieces = 0;
        }
        // A stop is seen again by what solves the game instead.
        let Ok(parts) = Decomposition::last_mover(&task) else {
            return Ok(None);
        };
        if !many && parts.counted(self.request.options.model).is_none() {
            return Ok(None);
        }
        self.sum(position, &parts)
    }

    /// The game to be looked at once so many of its states are listed that looking for parts
    /// costs little beside; `None` if it was looked at, or need not be.
    pub(super) fn later(&self, position: &Position<'_>) -> Option<GroundGame> {
        let Position { game, facts, .. } = position;
        let bits = self.run.knobs.uncounted_parts_bits..self.run.knobs.many_bits;
        let fits = self.may_decompose() && bits.contains(&facts.bits());
        (fits && parts_at_a_glance(game.game(), facts) == 1).then(|| game.game().clone())
    }

    /// Solves a game as a product of its parts, if that is far smaller than the game: where
    /// sets of states do not do it.
    pub(super) fn by_product(&self, position: &Position<'_>) -> Result<Option<Sum>, Unfinished> {
        let knobs = self.run.knobs;
        if !self.may_decompose() || position.facts.bits() < knobs.product_bits {
            return Ok(None);
        }
        let share = f64::from(knobs.product_share);
        let pays = |it: &Estimate| it.classes * share <= it.states;
        let task = self.task(position.game.game(), &position.facts, &position.start);
        match Decomposition::product(&task, &self.request.options, pays) {
            Ok(parts) => self.sum(position, &parts),
            Err(_) => Ok(None),
        }
    }

    pub(super) fn sum(
        &self,
        position: &Position<'_>,
        parts: &Decomposition,
    ) -> Result<Option<Sum>, Unfinished> {
        // Parts that cannot be kept do not answer who asks for a file.
        let model = self.request.options.model;
        let json = match &self.request.out {
            Some(_) => match parts.to_json(position.game.game(), model) {
                Some(json) => Some(json),
                None => return Ok(None),
            },
            None => None,
        };
        self.run.tell(Event::Chosen(Reason::Parts));
        self.run.tell(Event::Begins(Phase::Solve));
        let solution = self.sum_solution(position, parts)?;
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

    /// Whether parts may answer what is asked for.
    fn may_decompose(&self) -> bool {
        let request = self.request;
        request.decompose == Decompose::Auto
            && request.algorithm == Algorithm::Auto
            && request.options.level == Level::Strong
            && !request.by_layer
    }

    pub(super) fn task<'t>(
        &'t self,
        game: &'t GroundGame,
        facts: &'t Facts,
        start: &'t BitState,
    ) -> Task<'t> {
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
        if !self.may_decompose() || facts.bits() < self.run.knobs.parts_bits {
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
