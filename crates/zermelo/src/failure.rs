//! Why a command did not do what it was asked for, with its exit code.

use std::fmt::Write;
use std::io;

use game::StopReason;
use solver::Kind;

use crate::exit::Exit;

/// A message for the user, and how the program ends.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What happened; empty if it has been said already.
    pub message: String,
    /// What can be done about it.
    pub help: Option<String>,
    /// What was behind it, for those who want to know.
    pub causes: Vec<String>,
}

impl Failure {
    /// A failure without advice.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Failure {
            exit,
            message: message.into(),
            help: None,
            causes: Vec::new(),
        }
    }

    /// Bad arguments.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::new(Exit::Usage, message)
    }

    /// Something could not be read: a wrong name, or more than there is memory for.
    pub fn unreadable(name: &str, error: &io::Error) -> Self {
        let exit = match error.kind() {
            io::ErrorKind::OutOfMemory => Exit::Limit,
            _ => Exit::Usage,
        };
        Failure::new(exit, format!("cannot read {name}: {error}"))
    }

    /// Rules that are invalid; the diagnostics have been shown.
    pub fn invalid_rules() -> Self {
        Failure::new(Exit::Rules, "")
    }

    /// Names what it is about.
    pub fn of(mut self, name: &str) -> Self {
        self.message = format!("{name}: {}", self.message);
        self
    }

    /// Adds to the message.
    pub fn note(mut self, note: impl AsRef<str>) -> Self {
        let _ = write!(self.message, "\n{}", note.as_ref());
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The work was stopped; `done` says how far it was.
    pub fn stopped(reason: StopReason, done: &str) -> Self {
        let what = match reason {
            StopReason::Time => "the time limit was reached",
            StopReason::Memory => "the memory limit was reached",
            StopReason::Terminate => "terminated",
            _ => "interrupted",
        };
        let exit = Exit::from(Kind::Stopped(reason));
        let failure = Failure::new(exit, format!("{what}{done}"));
        match reason {
            StopReason::Time => failure.help("give more with --time"),
            StopReason::Memory if host::address_limit_bytes().is_some() => {
                failure.help("give more with --memory, and allow more with `ulimit -v`")
            }
            StopReason::Memory => failure.help("give more with --memory"),
            _ => failure,
        }
    }
}
