//! Exit codes.

use game::StopReason;
use solver::Kind;

/// How a run of the program ended. `docs/cli.md` lists these for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is done.
    Done = 0,
    /// A bug of ours.
    Bug = 1,
    /// Bad arguments, a missing file, an unreachable state asked for.
    Usage = 2,
    /// The rules are invalid, or not of a kind that the command handles.
    Rules = 3,
    /// A limit on memory, time or disk was reached.
    Limit = 4,
    /// A file of ours is damaged, or of another version.
    File = 5,
    /// A solution file is wrong.
    Wrong = 6,
    /// Ended by SIGINT.
    Interrupted = 130,
    /// Ended by SIGTERM.
    Terminated = 143,
}

impl From<Kind> for Exit {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Request => Exit::Usage,
            Kind::Rules => Exit::Rules,
            Kind::Limit | Kind::Stopped(StopReason::Time | StopReason::Memory) => Exit::Limit,
            Kind::Stopped(StopReason::Terminate) => Exit::Terminated,
            Kind::Stopped(_) => Exit::Interrupted,
            Kind::File => Exit::File,
            _ => Exit::Bug,
        }
    }
}
