//! The words that every part of Zermelo shares.
//!
//! Roles, rewards, opponent models, distances and solutions are defined here
//! once; `docs/semantics.md` explains them to users. Nothing here knows how
//! rules are written or how states are stored.

mod clock;
mod count;
mod draws;
mod infinite;
mod joint;
mod level;
mod line;
mod model;
mod obstacle;
mod options;
mod playable;
mod pool;
mod reward;
mod role;
mod solution;
mod stop;
mod turn;
mod value;
mod warning;

pub use clock::Clock;
pub use count::Count;
pub use draws::Draws;
pub use infinite::{check_infinite, infinite_worth, shared_worth};
pub use joint::{JointMoves, joint_text};
pub use level::Level;
pub use line::{LINE_LENGTH, Line};
pub use model::Model;
pub use obstacle::Obstacle;
pub use options::Options;
pub use playable::{Fault, GoalValue, Playable, rewards_from_goals};
pub use pool::{Lent, Pool};
pub use reward::{Reward, Rewards};
pub use role::RoleId;
pub use solution::{Bucket, Initial, Layer, Solution, WorthByLayer};
pub use stop::{Stop, StopReason};
pub use turn::{Turn, choosers, turn};
pub use value::Value;
pub use warning::Warning;
