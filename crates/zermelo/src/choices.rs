//! What is asked of a game: its position, what values mean, how it is solved.
//!
//! Not here: the commands that take these arguments.

use clap::{Args, ValueEnum};
use game::{Level, Model, Options, Rewards};
use solver::{Algorithm, Engine, Start};

use crate::option_values::rewards;

/// What values mean.
#[derive(Debug, Args)]
pub struct TermsArguments {
    /// What each role wants [default: difference; own with one role]
    #[arg(long, value_enum)]
    pub model: Option<ModelArgument>,
    /// What infinite play is worth to the roles, in their order
    #[arg(long, value_name = "A,B,…", value_parser = rewards, allow_hyphen_values = true)]
    pub infinite: Option<Rewards>,
}

impl TermsArguments {
    /// Options of a strong solution with these terms.
    pub fn options(&self) -> Options {
        Options {
            model: self.model.map_or(Model::Difference, Into::into),
            infinite: self.infinite.clone(),
            draw_distances: false,
            level: Level::Strong,
        }
    }
}

/// The position that is meant.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// The position after these moves: "mark 1 1; mark 2 2"
    #[arg(long, value_name = "MOVES", conflicts_with = "state")]
    pub moves: Option<String>,
    /// The position with just these fluents
    #[arg(long, value_name = "FLUENTS")]
    pub state: Option<String>,
}

impl PositionArguments {
    /// As the flow takes it.
    pub fn start(&self) -> Start {
        match (&self.moves, &self.state) {
            (Some(moves), _) => Start::After(moves.clone()),
            (_, Some(fluents)) => Start::Fluents(fluents.clone()),
            _ => Start::Initial,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecomposeArgument {
    /// If its parts are proven to be independent, and that pays
    Auto,
    /// Not
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineArgument {
    /// Whichever suits the game
    Auto,
    /// Enumeration of packed states, on the ground game
    Explicit,
    /// Sets of states as decision diagrams, on the ground game
    Symbolic,
    /// Enumeration on the reference interpreter
    Reference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AlgorithmArgument {
    /// Whichever suits the game
    Auto,
    /// Breadth first, then backwards from the ends, state by state
    Retrograde,
    /// Sets that a side can force, for every game, cyclic or not
    Attractor,
    /// One role: from the best gain down, all that can get there
    #[value(name = "one-player-2007")]
    OnePlayer2007,
    /// Two opposed sides, won, drawn or lost, cyclic or not
    #[value(name = "zero-sum-2007")]
    ZeroSum2007,
    /// Sets of equal rewards; conflicts start it again; no cycles
    #[value(name = "restarts-2007")]
    Restarts2007,
    /// States all of whose successors are known, round by round; no cycles
    #[value(name = "strong-2008")]
    Strong2008,
    /// Layer by layer, in sets; needs a measure of progress
    #[value(name = "layers-2010")]
    Layers2010,
    /// Layer by layer, states again in each of their layers; no cycles
    #[value(name = "repeated-layers-2010")]
    RepeatedLayers2010,
}

impl From<EngineArgument> for Engine {
    fn from(argument: EngineArgument) -> Self {
        match argument {
            EngineArgument::Auto => Engine::Auto,
            EngineArgument::Explicit => Engine::Explicit,
            EngineArgument::Symbolic => Engine::Symbolic,
            EngineArgument::Reference => Engine::Reference,
        }
    }
}

impl From<AlgorithmArgument> for Algorithm {
    fn from(argument: AlgorithmArgument) -> Self {
        Algorithm::OnSets(match argument {
            AlgorithmArgument::Auto => return Algorithm::Auto,
            AlgorithmArgument::Retrograde => return Algorithm::Retrograde,
            AlgorithmArgument::Attractor => symbolic::Algorithm::Attractor,
            AlgorithmArgument::OnePlayer2007 => symbolic::Algorithm::OnePlayer,
            AlgorithmArgument::ZeroSum2007 => symbolic::Algorithm::ZeroSum,
            AlgorithmArgument::Restarts2007 => symbolic::Algorithm::Restarts,
            AlgorithmArgument::Strong2008 => symbolic::Algorithm::StrongPreImage,
            AlgorithmArgument::Layers2010 => symbolic::Algorithm::Layers,
            AlgorithmArgument::RepeatedLayers2010 => symbolic::Algorithm::RepeatedLayers,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelArgument {
    /// The greatest lead over the others, then the greatest own reward
    Difference,
    /// The greatest own reward, then the least for the others
    Own,
    /// What each role can force against all others together
    Guaranteed,
}

impl From<ModelArgument> for Model {
    fn from(argument: ModelArgument) -> Self {
        match argument {
            ModelArgument::Difference => Model::Difference,
            ModelArgument::Own => Model::Own,
            ModelArgument::Guaranteed => Model::Guaranteed,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelArgument {
    /// The value of the first state, and no more work than that takes
    Weak,
    /// The values of all reachable states
    Strong,
    /// And their distances to the end
    UltraStrong,
}

impl From<LevelArgument> for Level {
    fn from(argument: LevelArgument) -> Self {
        match argument {
            LevelArgument::Weak => Level::Weak,
            LevelArgument::Strong => Level::Strong,
            LevelArgument::UltraStrong => Level::UltraStrong,
        }
    }
}
