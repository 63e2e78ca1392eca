//! How many states a game has, by whichever engine.

use analysis::Facts;
use explicit::Reached;
use game::Playable;
use gdl::Interpreter;
use ground::{BitState, Simulator, StateMachine};
use judge::{Purpose, explore};
use symbolic::Order;

use crate::engine::Engine;
use crate::error::Unfinished;
use crate::event::{Event, Observer, Phase, Reason};
use crate::keep::Work;
use crate::machine;
use crate::request::Census;
use crate::run::Run;
use crate::suit::suit;

/// The states of a game.
#[derive(Debug)]
pub struct Counted {
    /// How many there are, and in which layers.
    pub reached: Reached,
    /// The engine that found them.
    pub engine: Engine,
    /// The nodes of each layer as one set, where sets were used.
    pub nodes: Option<Vec<usize>>,
}

/// Counts the states that can be reached.
///
/// # Errors
///
/// [`Unfinished`]: why there is no answer, and what is left to go on from.
pub fn reach(census: &Census, observer: Observer<'_>) -> Result<Counted, Unfinished> {
    let run = &Run::new(&census.limits, &census.knobs, observer);
    let mut machine = machine::choose(census.engine, &census.game.rules, run)?;
    let game = match &mut machine {
        StateMachine::Reference(game) => return Reaching::by_reference(census, run, game),
        StateMachine::Ground(game) => game,
    };
    let facts = &run.analyse(game.game())?;
    let Ok(start) = game.initial();
    let reaching = Reaching {
        census,
        run,
        facts,
        start: &start,
    };
    match census.engine {
        Engine::Symbolic => reaching.by_sets(game, census.order.clone()),
        Engine::Auto if census.depth.is_none() => reaching.by_either(game),
        _ => reaching.list(game, &reaching.listing(game)),
    }
}

/// A census of a ground game.
struct Reaching<'a> {
    census: &'a Census,
    run: &'a Run<'a>,
    facts: &'a Facts,
    start: &'a BitState,
}

impl<'a> Reaching<'a> {
    fn by_reference(
        census: &Census,
        run: &Run<'_>,
        game: &mut Interpreter,
    ) -> Result<Counted, Unfinished> {
        let limits = run.judge_limits(census.depth);
        let initial = game.initial()?;
        run.tell(Event::Begins(Phase::Reach));
        let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
            run.tell(Event::States(progress.into()));
        })?;
        Ok(Counted {
            reached: Reached::of(&graph),
            engine: Engine::Reference,
            nodes: None,
        })
    }

    /// By the engine that suits the game, or has begun.
    fn by_either(&self, game: &mut Simulator) -> Result<Counted, Unfinished> {
        let listing = self.listing(game);
        if listing.is_kept() {
            return self.list(game, &listing);
        }
        let sets = self.sets_work(&self.sets_task(game, Order::Auto));
        let order = match sets.is_kept() {
            true => Some(Order::Auto),
            false => {
                suit(self.run, (game, self.facts, self.start), &mut || false)?.map(|it| it.order)
            }
        };
        let Some(order) = order else {
            return self.list(game, &listing);
        };
        match self.by_sets(game, order) {
            Err(failed) if failed.error.is_too_large_for_sets() => {
                self.run.tell(Event::Chosen(Reason::LayersTooLarge));
                sets.clear();
                self.list(game, &listing.begun_anew())
            }
            counted => counted,
        }
    }

    fn list(&self, game: &mut Simulator, work: &Work<'_>) -> Result<Counted, Unfinished> {
        let run = self.run;
        run.tell(Event::Begins(Phase::Reach));
        let answer = work.during(|storage| {
            let task = run.task(game, self.facts, self.start.clone(), storage);
            explicit::reach(task, self.census.depth, &mut |progress| {
                run.tell(Event::States(progress));
            })
        })?;
        run.tell(Event::Took(answer.way));
        Ok(Counted {
            reached: answer.result,
            engine: Engine::Explicit,
            nodes: None,
        })
    }

    fn by_sets(&self, game: &Simulator, order: Order) -> Result<Counted, Unfinished> {
        let (run, depth) = (self.run, self.census.depth);
        let task = self.sets_task(game, order);
        run.tell(Event::Begins(Phase::Reach));
        let report = &mut |it| run.tell(Event::Sets(it));
        let work = self.sets_work(&task);
        let reached = work.during(|storage| symbolic::reach(&task, depth, storage, report));
        let reached = match reached {
            // Without layers that are apart, states that come again are left out.
            Err(failed) if failed.error.is_unsuited_for_sets() => {
                let once = symbolic::Duplicates::Removed;
                symbolic::reach_by(&task, once, depth, report)?.reached
            }
            reached => reached?,
        };
        run.tell(Event::TookSets(&reached.effort));
        Ok(Counted {
            reached: Reached {
                states: reached.states,
                terminals: reached.terminals,
                layers: reached.layers,
                complete: reached.complete,
            },
            engine: Engine::Symbolic,
            nodes: Some(reached.effort.layers),
        })
    }

    fn sets_task<'t>(&'t self, game: &'t Simulator, order: Order) -> symbolic::Task<'t> {
        self.run
            .sets_task(game.game(), self.facts, self.start, order)
    }

    /// Where the explicit engine keeps its layers.
    fn listing(&self, game: &Simulator) -> Work<'a> {
        let identity = explicit::identity(game, self.facts, self.start);
        self.work("reach", identity)
    }

    /// Where layers as sets are kept, whatever the order of variables.
    fn sets_work(&self, task: &symbolic::Task<'_>) -> Work<'a> {
        self.work("reach-symbolic", symbolic::identity(task))
    }

    fn work(&self, kind: &str, identity: Vec<(String, String)>) -> Work<'a> {
        let Census { keep, game, .. } = self.census;
        Work::new(self.run, keep, kind, game, identity)
    }
}
