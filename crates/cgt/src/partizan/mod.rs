//! Partizan games under normal play: who cannot move loses.
//!
//! | module | in → out |
//! |---|---|
//! | `plain`, `uptimal` | closed forms of n + k·↑ + *m, and with ups of higher order |
//! | `memo` | memory for results that may be computed again |
//! | `arena` | canonical forms → ids; negatives, stops |
//! | `compare` | two values → ≤; outcome classes |
//! | `simplify` | options → canonical form |
//! | `parts`, `add` | values → their sum |
//! | `wall`, `thermograph`, `scaffold` | value → mean, temperature, walls |
//! | `notation` | value → text |
//! | `decide` | parts of a sum → who wins, without the sum's canonical form |

mod add;
mod arena;
mod compare;
mod decide;
mod memo;
mod notation;
mod parts;
mod plain;
mod scaffold;
mod simplify;
mod thermograph;
mod uptimal;
mod wall;

pub use arena::{GameId, Games};
pub use decide::decide;
pub use thermograph::Thermograph;
pub use wall::Wall;
