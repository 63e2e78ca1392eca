//! The choice of an engine: what positions are computed with.

use analysis::Facts;
use explicit::{Storage, Task, Way};
use game::{Count, StopReason};
use gdl::{Budget, Interpreter, Rules};
use ground::{BitState, GroundError, GroundGame, Simulator};

use symbolic::{Ending, Forecast, Order, SymbolicError};

use crate::arguments::EngineArgument;
use crate::commands::Context;
use crate::effort::LayerEffort;
use crate::failure::Failure;
use crate::number::grouped;
use crate::order;
use crate::output;
use crate::progress::Reporter;

/// Instances of rules up to which `auto` makes a game ground.
const AUTO_INSTANCES: u64 = 3_000_000;

/// Up to so many states nobody asks which engine lists them: to list these takes
/// about as long as to ask.
const SMALL: u64 = 1 << 20;

/// Where states cannot be valued layer by layer each takes the longer, the more moves
/// there are: there it is so many states times moves, and so many states in any case.
const SMALL_AS_A_WHOLE: u64 = 1 << 23;
const SMALL_ANYWAY: u64 = 1 << 16;

/// To value all states at once may take one unit of work on sets for each state and so
/// many moves, of which there are so many at the least: about as long as to list and to
/// value them. Then it is given up.
const MOVES_PER_WORK: Count = 4;
const FEWEST_MOVES: Count = 64;

/// So many states are looked at to see how sets do.
const FORECAST: Count = 4_000_000;

/// A node that stands for fewer states than that is not worth its while: at
/// this ratio both engines were seen to take about the same.
const FEW: Count = 70;

/// What computes positions.
pub enum Engine {
    /// The ground game, one bit for each fluent.
    Ground(Simulator),
    /// The rules with their variables, as they are.
    Reference(Interpreter),
}

/// How to go about a game as sets.
pub struct Sets {
    /// The order of variables.
    pub order: Order,
    /// How much work it may take; none if there is no going back, for finished layers
    /// are kept.
    pub work: Option<usize>,
}

impl Engine {
    /// Makes the engine that was asked for, or the one that suits the game.
    pub fn choose(
        asked: EngineArgument,
        rules: &Rules,
        context: &Context,
    ) -> Result<Engine, Failure> {
        let mut budget = ground::Budget::new(context.stop.clone());
        match asked {
            EngineArgument::Reference => return Engine::reference(rules, context),
            EngineArgument::Explicit | EngineArgument::Symbolic => {}
            EngineArgument::Auto => budget.instances = AUTO_INSTANCES,
        }
        match GroundGame::new(rules, &budget) {
            Ok(game) => {
                context.explain(&format!(
                    "{} fluents and {} moves",
                    game.fluents().len(),
                    game.moves().len()
                ));
                Ok(Engine::Ground(Simulator::new(game)))
            }
            Err(GroundError::Stopped(reason)) => Err(GroundError::Stopped(reason).into()),
            Err(error) if asked == EngineArgument::Auto => {
                context.explain(&format!("engine: reference, for {error}"));
                Engine::reference(rules, context)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn reference(rules: &Rules, context: &Context) -> Result<Engine, Failure> {
        let budget = Budget::new(context.stop.clone());
        Ok(Engine::Reference(Interpreter::new(rules, budget)?))
    }
}

impl Context {
    /// Finds out what can be proven about a game.
    pub fn analyse(&self, game: &GroundGame) -> Result<Facts, Failure> {
        let budget = analysis::Budget::new(self.stop.clone());
        let facts = analysis::analyse(game, &budget)?;
        self.explain(&format!("{} bits a state", facts.bits()));
        Ok(facts)
    }

    /// A task for the explicit engine, within the limits of this run.
    pub fn task<'a>(
        &self,
        game: &'a mut Simulator,
        facts: &'a Facts,
        start: BitState,
        storage: Storage<'a>,
    ) -> Task<'a> {
        Task {
            game,
            facts,
            start,
            threads: self.threads(),
            storage,
            memory: self.memory_left(),
            knobs: explicit::Knobs::default(),
            stop: self.stop.clone(),
        }
    }

    /// A task for the symbolic engine, within the limits of this run.
    pub fn sets_task<'a>(
        &self,
        game: &'a GroundGame,
        facts: &'a Facts,
        start: &'a BitState,
        order: Order,
    ) -> symbolic::Task<'a> {
        symbolic::Task {
            game,
            facts,
            start,
            order,
            memory: self.memory_left(),
            work: usize::MAX,
            knobs: symbolic::Knobs::default(),
            stop: self.stop.clone(),
        }
    }

    /// How to go about it if a game is one for sets of states; says why it is, or is
    /// not.
    ///
    /// Games of few states are not: they are counted first. Of others the first
    /// few million states are taken as sets. Listing them takes the same for
    /// each state; sets pay where a node stands for many. The look at sets has an
    /// allowance of its own, so that it costs little even where they do not pay.
    ///
    /// A game that cannot be valued layer by layer is one for sets if all its states are
    /// found in that look: on sets nothing of it is kept until it is solved, so it must
    /// not take long, and it is given up where it does.
    pub fn sets_suit(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: &BitState,
    ) -> Result<Option<Sets>, Failure> {
        let in_layers = facts
            .progress
            .as_ref()
            .is_some_and(|it| it.is_incremental());
        let moves = game.game().moves().len() as u64;
        let small = match in_layers {
            true => SMALL,
            false => (SMALL_AS_A_WHOLE / moves.max(1)).clamp(SMALL_ANYWAY, SMALL),
        };
        if self.is_small(game, facts, start, small)? {
            self.explain("engine: explicit, for there are few states");
            return Ok(None);
        }
        let task = self.sets_task(game.game(), facts, start, Order::Auto);
        let forecast = match symbolic::forecast(&task, FORECAST, FEW) {
            Err(SymbolicError::Unsuited(why)) => {
                output::note(&format!("engine: explicit, for {why}"));
                return Ok(None);
            }
            other => other.map_err(|error| Failure::of_sets(error, game))?,
        };
        let (suit, why) = verdict(&forecast);
        let suit = suit && (in_layers || forecast.ending == Ending::Complete);
        let engine = if suit { "symbolic" } else { "explicit" };
        output::note(&format!("engine: {engine}, for {why}"));
        let moves = Count::from(moves).max(FEWEST_MOVES);
        let work = forecast.states.saturating_mul(moves) / MOVES_PER_WORK;
        Ok(suit.then_some(Sets {
            order: forecast.order,
            work: (!in_layers).then(|| usize::try_from(work).unwrap_or(usize::MAX)),
        }))
    }

    /// Whether all states are soon listed: whether there are so many at the most.
    fn is_small(
        &self,
        game: &mut Simulator,
        facts: &Facts,
        start: &BitState,
        small: u64,
    ) -> Result<bool, Failure> {
        let stop = self.stop.child();
        let task = Task {
            stop: stop.clone(),
            ..self.task(game, facts, start.clone(), Storage::Memory)
        };
        let reached = explicit::reach(task, None, &mut |progress| {
            if let explicit::Progress::Forward { states, .. } = progress
                && states > small
            {
                stop.request(StopReason::Enough);
            }
        });
        match (reached, stop.requested()) {
            (Err(_), Some(StopReason::Enough)) => Ok(false),
            // Nothing is chosen yet, and nothing shall be said to be.
            (Err(error), Some(_)) => Err(error.into()),
            // What goes wrong here goes wrong again, and is told then.
            _ => Ok(true),
        }
    }

    /// Says how the symbolic engine went about it.
    pub fn explain_sets(&self, effort: &symbolic::Effort) {
        let relations: Vec<String> = effort.relations.iter().map(usize::to_string).collect();
        self.explain(&format!(
            "{} variables in the order {}, relations of {} nodes, at most {} nodes at once",
            effort.variables,
            effort.order.name,
            relations.join(", "),
            grouped(effort.peak_nodes)
        ));
        let order = order::described(&effort.order.fields);
        self.explain(&format!("order of variables: {order}"));
    }

    /// What layers of listed states took, for those who want to know.
    pub fn effort(&self, reporter: Reporter) -> Vec<LayerEffort> {
        let effort = reporter.finish();
        if self.verbose { effort } else { Vec::new() }
    }

    /// Says how the explicit engine came by its result.
    pub fn explain_way(&self, way: Way) {
        match way {
            Way::Layers => self.explain("solved layer by layer: every move makes progress"),
            Way::Graph(reason) => self.explain(&format!("breadth first: {reason}")),
            Way::Judge(reason) => self.explain(&format!("state by state, in memory: {reason}")),
        }
    }

    /// How many threads are to work: as the user says, or one for each core.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    /// Says why something is done as it is, to those who want to know.
    pub fn explain(&self, text: &str) {
        if self.verbose {
            output::note(text);
        }
    }
}

/// Whether sets are worth their while, and why.
fn verdict(forecast: &Forecast) -> (bool, String) {
    let (states, nodes) = (grouped(forecast.states), grouped(forecast.nodes));
    let first = match forecast.ending {
        Ending::Complete => "",
        _ => "first ",
    };
    let seen = format!("its {first}{states} states take {nodes} nodes as sets");
    match forecast.ending {
        Ending::TooLarge(part) => (false, format!("{part} takes too many nodes as sets")),
        Ending::Unsuited => (false, "its layers cannot be taken as sets".to_owned()),
        Ending::TooDear if forecast.states == 0 => {
            (false, "its rules take too many nodes as sets".to_owned())
        }
        Ending::TooDear => (false, format!("{seen}, and to see more takes long")),
        _ => {
            let (states, nodes) = forecast.expected;
            (states > FEW.saturating_mul(nodes), seen)
        }
    }
}

/// Runs an expression on the game of either engine.
macro_rules! on_game {
    ($engine:expr, $game:ident => $body:expr) => {
        match $engine {
            $crate::engine::Engine::Ground($game) => $body,
            $crate::engine::Engine::Reference($game) => $body,
        }
    };
}
pub(crate) use on_game;
