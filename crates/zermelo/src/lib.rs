#![doc = include_str!("../../../docs/library.md")]

pub use game::{
    Level, Model, Obstacle, Options, Playable, Reward, Rewards, RoleId, Stop, StopReason, Value,
};
pub use gdl::{Notation, Rules};
pub use host::Deadline;
pub use play::{
    Arrow, Board, Cell, Choice, FileOracle, Judgement, Knowledge, Oracle, Piece, PlayError,
    Position, Referee, Review, SolvedGame, Square, State, Summary, View, best_line, choose, review,
};
pub use solver::{
    Algorithm, Answer, Census, Check, Class, Counted, Engine, Error, Estimate, Event, Forecast,
    Game, Inspection, Keep, Kind, Knobs, Limits, Memory, Method, NodeForecast, Nodes, Observer,
    Part, Phase, Reason, Request, Size, Smaller, Solved, Start, Unfinished, Verdict, Written,
    check, forecast, inspect, open, reach, solve,
};
pub use table::solution::{Outcome, Probe, SolutionError};
