//! The chores from outside.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod gringo;
mod modules;
mod warden;
