//! Solves on all reachable states at once: for algorithms without layers.
//!
//! In: a game, an algorithm. Out: a [`Classification`]. Here is what these algorithms
//! share: infinite play, models, distances, counting.

use std::convert::Infallible;

use analysis::Facts;
use game::{Initial, Level, Model, Obstacle, Options, RoleId, Value, infinite_worth};

use super::arena::Arena;
use super::classification::{Classification, Findings, Numbers, sum_up};
use super::contest::Contest;
use super::cycles::{cycle, endless};
use super::distance::rings;
use super::pace::Paces;
use super::ranks::Ranks;
use super::{attractor, forced, one_player, restarts, strong, zero_sum};
use crate::SymbolicError;
use crate::algorithm::Algorithm;
use crate::diagram::Set;
use crate::pass::engine::Engine;
use crate::pass::export::File;
use crate::pass::product::{Parts, refine, together};
use crate::pass::summary::{self, Rated, initial};
use crate::pass::task::{Progress, Task};
use crate::pass::trouble::Trouble;
use ground::BitState;
use table::solution::SolutionWriter;

/// Works on the reachable states as one set.
pub(crate) fn on_all_states(
    task: &Task<'_>,
    algorithm: Algorithm,
    options: &Options,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Classification, SymbolicError> {
    let engine = &Engine::of(task)?;
    let arena = Arena::explore(engine, progress)?;
    let solver = Solver {
        arena: &arena,
        algorithm,
        options,
    };
    let solved = solver.solve(task, file);
    let (findings, numbers) = solved.map_err(|it| arena.error(it))?;
    let effort = engine.effort(arena.found.nodes.clone());
    Ok(sum_up(arena.found, findings, &numbers, effort))
}

struct Solver<'s, 'a> {
    arena: &'s Arena<'a>,
    algorithm: Algorithm,
    options: &'s Options,
}

/// The states of equal value.
struct Valued {
    value: Value,
    states: Set,
    /// By distance, if these are wanted.
    rings: Vec<Set>,
}

impl Solver<'_, '_> {
    fn solve(&self, task: &Task<'_>, file: File<'_>) -> Result<(Findings, Numbers), Trouble> {
        let infinite = self.infinite(task.facts)?;
        let cyclic = infinite.is_some();
        let with_distances = cyclic || self.options.level == Level::UltraStrong;
        let mut ranks = Ranks::default();
        let valued = match self.options.model {
            Model::Guaranteed => self.guaranteed(infinite.as_ref(), with_distances, &mut ranks)?,
            _ => self.by_model(infinite.as_ref(), with_distances)?,
        };
        let findings = Findings {
            model: self.options.model,
            level: self.options.level,
            infinite,
            initial: self.best_play(task, &valued, &ranks)?,
            with_distances,
        };
        let numbers = self.numbers(&valued)?;
        // The file comes last: a caller that tries another way after a limit then has a
        // file that is not begun.
        self.arena.engine.space.allow(usize::MAX);
        if let Some(file) = file {
            self.export(file, &valued, with_distances)?;
        }
        Ok((findings, numbers))
    }

    /// What infinite play is worth; none if play always ends.
    fn infinite(&self, facts: &Facts) -> Result<Option<Value>, Trouble> {
        let arena = self.arena;
        // The algorithm of 2008 detects cycles itself.
        let known = self.algorithm == Algorithm::StrongPreImage;
        if arena.found.apart || facts.always_ends() || known {
            return Ok(None);
        }
        let endless = endless(arena.engine, &arena.kinds.open)?;
        if endless.is_empty() {
            return Ok(None);
        }
        if !self.algorithm.takes_cycles() {
            return Err(arena.engine.cyclic(&endless));
        }
        let given = self.options.infinite.as_ref();
        match infinite_worth(given, arena.roles(), &arena.rewards()) {
            Some(worth) => Ok(Some(worth)),
            None => {
                let (path, cycle) = cycle(arena.engine, &endless)?;
                let obstacle = Obstacle::InfiniteNeeded { path, cycle };
                Err(SymbolicError::Obstacle(obstacle).into())
            }
        }
    }

    fn by_model(
        &self,
        infinite: Option<&Value>,
        with_distances: bool,
    ) -> Result<Vec<Valued>, Trouble> {
        let arena = self.arena;
        let (model, roles) = (self.options.model, arena.roles());
        let contest = Contest::by_model(model, roles, &arena.rewards(), infinite);
        let buckets = self.classify(&contest)?;
        let paces = match (infinite, contest.champion) {
            (None, _) => Paces::Acyclic {
                draws: self.options.draw_distances,
            },
            (Some(_), Some(_)) => Paces::Exact,
            (Some(_), None) => Paces::Forced,
        };
        let mut valued = Vec::new();
        for (outcome, states) in buckets.into_iter().enumerate() {
            let rings = match with_distances {
                true => rings(arena, &states, |role| paces.of(&contest, role, outcome))?,
                false => Vec::new(),
            };
            valued.push(Valued {
                value: contest.values()[outcome].clone(),
                states,
                rings,
            });
        }
        Ok(valued)
    }

    /// Each role against all others; a state's value is what all of them can force.
    /// Only terminal states have a distance. How near a role is to what it can force is
    /// stored in `ranks`.
    fn guaranteed(
        &self,
        infinite: Option<&Value>,
        with_distances: bool,
        ranks: &mut Ranks,
    ) -> Result<Vec<Valued>, Trouble> {
        let (arena, space) = (self.arena, self.arena.space());
        let rewards = arena.rewards();
        let mut parts: Parts<Value> = vec![(Vec::new(), arena.states.clone())];
        for role in RoleId::all(arena.roles()) {
            let contest = Contest::of_role(role, arena.roles(), &rewards, infinite);
            let buckets = self.classify(&contest)?;
            parts = refine(space, &parts, contest.values().iter().zip(&buckets))?;
            ranks.add(arena, &contest, role, &buckets)?;
        }
        let mut valued = Vec::new();
        for (values, states) in parts {
            let rings = match with_distances {
                true => vec![space.and(&states, &arena.kinds.terminal)?],
                false => Vec::new(),
            };
            valued.push(Valued {
                value: together(&values),
                states,
                rings,
            });
        }
        Ok(valued)
    }

    fn classify(&self, contest: &Contest) -> Result<Vec<Set>, Trouble> {
        let arena = self.arena;
        let ends = contest.ends(arena.space(), &arena.ends)?;
        match self.algorithm {
            Algorithm::OnePlayer => one_player::classify(arena, contest, &ends),
            Algorithm::ZeroSum => {
                if let Some(reason) = zero_sum::objection(contest) {
                    let algorithm = self.algorithm;
                    return Err(SymbolicError::Inapplicable { algorithm, reason }.into());
                }
                zero_sum::classify(arena, contest, &ends)
            }
            Algorithm::Restarts => restarts::classify(arena, contest, &ends),
            Algorithm::StrongPreImage => strong::classify(arena, contest, &ends),
            _ if contest.champion.is_some() => attractor::classify(arena, contest, &ends),
            _ => forced::classify(arena, contest, &ends),
        }
    }

    /// Writes all states into a file.
    fn export(
        &self,
        file: &mut SolutionWriter,
        valued: &[Valued],
        distances: bool,
    ) -> Result<(), Trouble> {
        let (mut rated, mut sets) = rated(valued);
        // What no other set has is unresolved.
        rated.push((Value::Unresolved, None));
        sets.push(&self.arena.states);
        let engine = self.arena.engine;
        let sets = engine.space.list(&sets);
        let valued = summary::Valued { rated, sets };
        Ok(engine.export_whole(file, &valued, distances)?)
    }

    /// The value of the first state, and best play from it.
    fn best_play(
        &self,
        task: &Task<'_>,
        valued: &[Valued],
        ranks: &Ranks,
    ) -> Result<Initial, Trouble> {
        let (rated, sets) = rated(valued);
        let engine = self.arena.engine;
        let sets = engine.space.list(&sets);
        let lookup = summary::Valued { rated, sets };
        let model = self.options.model;
        let mut worth =
            |_, state: &BitState| Ok::<_, Infallible>(lookup.of(&engine.encoding, state));
        let nearer =
            |role, from: &BitState, to: &BitState| ranks.nearer(&engine.encoding, role, from, to);
        let Ok(initial) = initial(task.game, task.start, model, &mut worth, &nearer);
        Ok(initial)
    }

    fn numbers(&self, valued: &[Valued]) -> Result<Numbers, Trouble> {
        let mut numbers = Numbers::new();
        let mut add = |value: &Value, distance, states| {
            if states > 0 {
                *numbers.entry((value.clone(), distance)).or_default() += states;
            }
        };
        for it in valued {
            let (mut left, _) = self.arena.engine.counted(&it.states)?;
            for (distance, ring) in (0..).zip(&it.rings) {
                let (states, _) = self.arena.engine.counted(ring)?;
                add(&it.value, Some(distance), states);
                left -= states;
            }
            add(&it.value, None, left);
        }
        Ok(numbers)
    }
}

/// Sets in the order in which they are looked up: states without a distance are those
/// that no ring has, so the first set with a state counts.
fn rated(valued: &[Valued]) -> (Vec<Rated>, Vec<&Set>) {
    let (mut rated, mut sets) = (Vec::new(), Vec::new());
    for it in valued {
        let rings = (0..)
            .zip(&it.rings)
            .map(|(distance, ring)| (Some(distance), ring));
        for (distance, set) in rings.chain([(None, &it.states)]) {
            rated.push((it.value.clone(), distance));
            sets.push(set);
        }
    }
    (rated, sets)
}
