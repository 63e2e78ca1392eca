//! How many states a game has, by whichever engine.

use analysis::Facts;
use explicit::Reached;
use game::Playable;
use gdl::Interpreter;
use ground::{BitState, Simulator};
use judge::{Limits, Purpose, explore};
use symbolic::Order;

use crate::arguments::{EngineArgument, ReachArguments};
use crate::commands::Context;
use crate::effort::with_nodes;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::order;
use crate::output;
use crate::progress::Reporter;
use crate::solving::{Answer, SetsFailure};
use crate::storage::Work;

/// What is counted, and how.
pub struct Reaching<'a> {
    /// What the game is called, and the hash of its rules.
    pub named: (&'a str, String),
    /// What was asked for.
    pub arguments: &'a ReachArguments,
    /// What all commands get.
    pub context: &'a Context,
}

impl Reaching<'_> {
    /// Counts the states of a game with the engine that was asked for, or one
    /// that suits it.
    pub fn reach(&self, engine: &mut Engine) -> Result<Answer<Reached>, Failure> {
        self.order()?;
        match (engine, self.arguments.engine) {
            (Engine::Reference(game), _) => self.by_reference(game),
            (Engine::Ground(game), EngineArgument::Symbolic) => self.symbolically(game),
            (Engine::Ground(game), EngineArgument::Auto) if self.arguments.depth.is_none() => {
                let facts = self.context.analyse(game.game())?;
                let Ok(start) = game.initial();
                self.by_either(game, &facts, start)
            }
            (Engine::Ground(game), _) => self.explicitly(game),
        }
    }

    /// By the engine that suits the game, or has begun.
    fn by_either(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
    ) -> Result<Answer<Reached>, Failure> {
        let listing = self.work("reach", explicit::identity(game, facts, &start));
        if listing.is_kept() {
            return self.explicitly_from(game, facts, start);
        }
        let task = (self.context).sets_task(game.game(), facts, &start, Order::Auto);
        let sets = self.work("reach-symbolic", symbolic::identity(&task));
        let order = match sets.is_kept() {
            true => Some(Order::Auto),
            false => {
                let suit = self.context.sets_suit(game, facts, &start)?;
                suit.map(|it| it.order)
            }
        };
        let Some(order) = order else {
            return self.explicitly_from(game, facts, start);
        };
        match self.symbolically_from(game, facts, &start, order) {
            Err(SetsFailure::TooLarge(_)) => {
                output::note("engine: explicit, for its layers take too many nodes as sets");
                sets.clear();
                self.list(game, facts, start, &listing.begun_anew())
            }
            reached => Ok(reached?),
        }
    }

    fn by_reference(&self, game: &mut Interpreter) -> Result<Answer<Reached>, Failure> {
        let limits = Limits {
            max_depth: self.arguments.depth,
            stop: self.context.stop.clone(),
            ..Limits::default()
        };
        let initial = game.initial()?;
        let mut reporter = Reporter::start("reach");
        let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
            reporter.report(progress);
        })?;
        Ok(Answer {
            result: Reached::of(&graph),
            engine: "reference",
            algorithm: "breadth-first",
            effort: self.context.effort(reporter),
            worth: Vec::new(),
            work: None,
        })
    }

    fn explicitly(&self, game: &mut Simulator) -> Result<Answer<Reached>, Failure> {
        let facts = self.context.analyse(game.game())?;
        let Ok(start) = game.initial();
        self.explicitly_from(game, &facts, start)
    }

    fn explicitly_from(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
    ) -> Result<Answer<Reached>, Failure> {
        let work = self.work("reach", explicit::identity(game, facts, &start));
        self.list(game, facts, start, &work)
    }

    fn list(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: BitState,
        work: &Work,
    ) -> Result<Answer<Reached>, Failure> {
        let mut reporter = Reporter::start("reach");
        let answer = work.during(|storage| {
            let task = self.context.task(game, facts, start, storage);
            let answer = explicit::reach(task, self.arguments.depth, &mut |progress| {
                reporter.report(progress);
            });
            Ok::<_, Failure>(answer?)
        })?;
        let effort = self.context.effort(reporter);
        self.context.explain_way(answer.way);
        Ok(Answer {
            result: answer.result,
            engine: "explicit",
            algorithm: "breadth-first",
            effort,
            worth: Vec::new(),
            work: None,
        })
    }

    fn symbolically(&self, game: &mut Simulator) -> Result<Answer<Reached>, Failure> {
        let facts = self.context.analyse(game.game())?;
        let Ok(start) = game.initial();
        Ok(self.symbolically_from(game, &facts, &start, self.order()?)?)
    }

    fn symbolically_from(
        &self,
        game: &Simulator,
        facts: &Facts,
        start: &BitState,
        order: Order,
    ) -> Result<Answer<Reached>, SetsFailure> {
        let task = self.context.sets_task(game.game(), facts, start, order);
        let mut reporter = Reporter::start("reach");
        let depth = self.arguments.depth;
        let work = self.work("reach-symbolic", symbolic::identity(&task));
        let reached = work.during(|storage| {
            let reached = symbolic::reach(&task, depth, storage, &mut |progress| {
                reporter.report(progress);
            });
            reached.map_err(SetsFailure::new)
        });
        let reached = match reached {
            // Without layers that are apart, states that come again are left out.
            Err(SetsFailure::Unsuited(_)) => {
                let once = symbolic::Duplicates::Removed;
                let search = symbolic::reach_by(&task, once, depth, &mut |progress| {
                    reporter.report(progress);
                });
                search.map_err(SetsFailure::new)?.reached
            }
            other => other?,
        };
        let effort = with_nodes(reporter.finish(), &reached.effort.layers, &[]);
        self.context.explain_sets(&reached.effort);
        Ok(Answer {
            result: Reached {
                states: reached.states,
                terminals: reached.terminals,
                layers: reached.layers,
                complete: reached.complete,
            },
            engine: "symbolic",
            algorithm: "breadth-first",
            effort,
            worth: Vec::new(),
            work: None,
        })
    }

    /// The order of variables that was asked for.
    fn order(&self) -> Result<Order, Failure> {
        order::asked(self.arguments.order.as_deref(), self.arguments.engine)
    }

    fn work(&self, what: &str, identity: Vec<(String, String)>) -> Work {
        let (name, hash) = &self.named;
        let storage = &self.arguments.storage;
        Work::new(storage, what, (name, hash), identity)
    }
}
