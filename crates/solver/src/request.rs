//! What is asked for.

use std::path::PathBuf;

use game::Options;
use game::{Level, Model};
use symbolic::Order;

use crate::engine::{Algorithm, Engine};
use crate::keep::Keep;
use crate::knobs::Knobs;
use crate::limits::Limits;
use crate::subject::Game;

/// The position to begin from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Where the game begins by its rules.
    #[default]
    Initial,
    /// After these moves, in KIF, separated by `;`.
    After(String),
    /// With just these fluents, in KIF. That it can be reached is seen by listing states.
    Fluents(String),
}

/// A game to be solved.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game.
    pub game: Game,
    /// The position to solve from.
    pub start: Start,
    /// What is to be known: model, level, worth of infinite play.
    pub options: Options,
    /// The engine.
    pub engine: Engine,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The order of variables of the symbolic engine.
    pub order: Order,
    /// What the work may use.
    pub limits: Limits,
    /// Where finished layers are kept.
    pub keep: Keep,
    /// The solution file that is to be written.
    pub out: Option<PathBuf>,
    /// Whether to count what the states of each layer are worth, also where states are
    /// listed and that takes a pass of its own.
    pub by_layer: bool,
    /// Whether the game may be solved by its parts.
    pub decompose: Decompose,
    /// Who is on turn in the position instead, by name: only in games in which roles
    /// provably take turns.
    pub to_move: Option<String>,
    /// The numbers by which engines are chosen.
    pub knobs: Knobs,
}

/// Whether a game may be solved by its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decompose {
    /// If it has parts that are proven to be independent, and that pays.
    #[default]
    Auto,
    /// Not.
    Off,
}

impl Request {
    /// The values of all states of a game by the difference of rewards, by whichever
    /// engine suits it, with nothing kept or written.
    pub fn new(game: Game) -> Self {
        Request {
            game,
            start: Start::default(),
            options: Options {
                model: Model::Difference,
                infinite: None,
                draw_distances: false,
                level: Level::Strong,
            },
            engine: Engine::default(),
            algorithm: Algorithm::default(),
            order: Order::Auto,
            limits: Limits::default(),
            keep: Keep::default(),
            out: None,
            by_layer: false,
            decompose: Decompose::default(),
            to_move: None,
            knobs: Knobs::default(),
        }
    }
}

/// A game whose states are to be counted.
#[derive(Clone, Debug)]
pub struct Census {
    /// The game.
    pub game: Game,
    /// How many moves from the start states are expanded; all if none is given.
    pub depth: Option<u64>,
    /// The engine.
    pub engine: Engine,
    /// The order of variables of the symbolic engine.
    pub order: Order,
    /// What the work may use.
    pub limits: Limits,
    /// Where finished layers are kept.
    pub keep: Keep,
    /// The numbers by which engines are chosen.
    pub knobs: Knobs,
}

impl Census {
    /// All states of a game, by whichever engine suits it, with nothing kept.
    pub fn new(game: Game) -> Self {
        Census {
            game,
            depth: None,
            engine: Engine::default(),
            order: Order::Auto,
            limits: Limits::default(),
            keep: Keep::default(),
            knobs: Knobs::default(),
        }
    }
}
