//! The choice of an engine: what positions are computed with.

use analysis::Facts;
use explicit::{Storage, Task, Way};
use gdl::{Budget, Interpreter, Rules};
use ground::{BitState, GroundError, GroundGame, Simulator};

use crate::arguments::EngineArgument;
use crate::commands::Context;
use crate::failure::Failure;
use crate::output;

/// Instances of rules up to which `auto` makes a game ground.
const AUTO_INSTANCES: u64 = 3_000_000;

/// What computes positions.
pub enum Engine {
    /// The ground game, one bit for each fluent.
    Explicit(Simulator),
    /// The rules with their variables, as they are.
    Reference(Interpreter),
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
            EngineArgument::Explicit => {}
            EngineArgument::Auto => budget.instances = AUTO_INSTANCES,
        }
        match GroundGame::new(rules, &budget) {
            Ok(game) => {
                context.explain(&format!(
                    "engine: explicit, on {} fluents and {} moves",
                    game.fluents().len(),
                    game.moves().len()
                ));
                Ok(Engine::Explicit(Simulator::new(game)))
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

    /// What it is called in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Explicit(_) => "explicit",
            Engine::Reference(_) => "reference",
        }
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
            stop: self.stop.clone(),
        }
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
    fn explain(&self, text: &str) {
        if self.verbose {
            output::note(text);
        }
    }
}

/// Runs an expression on the game of either engine.
macro_rules! on_game {
    ($engine:expr, $game:ident => $body:expr) => {
        match $engine {
            $crate::engine::Engine::Explicit($game) => $body,
            $crate::engine::Engine::Reference($game) => $body,
        }
    };
}
pub(crate) use on_game;
