//! Exit codes, and the last line of defence against bugs.

use std::panic;
use std::process::{self, ExitCode};

use crate::{output, system};

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

/// Runs the program; a panic becomes a report and an exit code.
pub fn guarded(run: impl FnOnce() -> Exit + panic::UnwindSafe) -> ExitCode {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        system::end_if_refused(info);
        system::panicked();
        default_hook(info);
        output::note(&format!(
            "this is a bug in zermelo {}: please report it with the command line and the rules",
            env!("CARGO_PKG_VERSION")
        ));
    }));
    let exit = panic::catch_unwind(run).unwrap_or(Exit::Bug);
    ExitCode::from(exit as u8)
}

/// Ends the process while others are at work. What they are writing is removed: files
/// get their names when they are whole.
pub fn at_once(exit: Exit) -> ! {
    table::remove_unfinished();
    process::exit(exit as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_bug() {
        let code = guarded(|| panic!("for the test"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(1)));
    }
}
