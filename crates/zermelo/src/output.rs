//! Writing: data to standard output, everything else to standard error.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use report::{Used, human_size};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;

static QUIET: AtomicBool = AtomicBool::new(false);
static VERBOSE: AtomicBool = AtomicBool::new(false);

/// Leaves out warnings and notes from now on; errors are still shown.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Tells from now on what was behind errors.
pub fn be_verbose() {
    VERBOSE.store(true, Ordering::Relaxed);
}

/// Whether warnings and notes are left out.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes data to standard output.
///
/// A reader that has gone away (`zermelo print … | head`) wants no more: that
/// is not an error.
///
/// # Errors
///
/// When the data cannot be written, such as to a full disk.
pub fn data(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let message = format!("cannot write to standard output: {error}");
            Err(Failure::new(Exit::Limit, message))
        }
        _ => Ok(()),
    }
}

/// What this run has used so far.
pub fn usage() -> Used {
    Used {
        cpu_seconds: host::cpu_seconds(),
        peak_memory_bytes: host::peak_memory_bytes(),
    }
}

/// Tells the user of a failure, and with which code the program ends.
pub fn failure(failure: &Failure) -> Exit {
    if !failure.message.is_empty() {
        error(&failure.message);
    }
    if VERBOSE.load(Ordering::Relaxed) {
        let causes = failure.causes.iter();
        let untold = causes.filter(|cause| !failure.message.contains(cause.as_str()));
        untold.for_each(|cause| note(&format!("caused by: {cause}")));
    }
    if let Some(advice) = &failure.help {
        help(advice);
    }
    failure.exit
}

/// Writes an object as JSON to standard output.
///
/// # Errors
///
/// As [`data`].
pub fn json(object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(object).expect("our objects are all valid JSON");
    data(&(text + "\n"))
}

/// Writes to standard error, even to the quiet: errors, and what belongs to them.
pub fn note(text: &str) {
    // Nothing can be done about a broken standard error.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes what is neither data nor an error, unless the user wants none of that.
pub fn remark(text: &str) {
    if !is_quiet() {
        note(text);
    }
}

/// Writes a warning, unless the user wants none.
pub fn warn(text: &str) {
    remark(&format!("{YELLOW}warning{RESET}: {text}"));
}

/// Writes what the run has cost. Not part of the data: it differs each time.
pub fn used() {
    if let (Some(cpu), Some(memory)) = (host::cpu_seconds(), host::peak_memory_bytes()) {
        remark(&format!(
            "{DIM}{cpu:.2} s of CPU, {}{RESET}",
            human_size(memory)
        ));
    }
}

/// Writes an error.
pub fn error(text: &str) {
    note(&format!("{RED}error{RESET}: {text}"));
}

/// Writes advice that belongs to an error.
pub fn help(text: &str) {
    note(&format!("{CYAN}help{RESET}: {text}"));
}

// `anstream` takes these out where the reader does not want colours.
pub const BOLD: &str = "\x1b[1m";
pub const DIM: &str = "\x1b[2m";
pub const RESET: &str = "\x1b[0m";
const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const CYAN: &str = "\x1b[1;36m";
