//! How the program ends: the last line of defence against bugs.

use std::panic;
use std::process::{self, ExitCode};

use crate::exit::Exit;
use crate::output;

/// Runs the program; a panic becomes a report and an exit code.
pub fn guarded(run: impl FnOnce() -> Exit + panic::UnwindSafe) -> ExitCode {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        host::end_if_refused(info);
        host::panicked();
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
