//! Why a command did not do what it was asked for, with its exit code.

use std::convert::Infallible;
use std::error::Error;
use std::fmt::Write;
use std::io;

use analysis::AnalysisError;
use explicit::ExplicitError;
use game::{Obstacle, StopReason};
use gdl::InterpretError;
use ground::GroundError;
use judge::JudgeError;
use symbolic::SymbolicError;
use table::StoreError;
use table::solution::SolutionError;

use crate::exit::Exit;
use crate::number::{counted, grouped};
use crate::resources;

/// A message for the user, and how the program ends.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What happened; empty if it has been said already.
    pub message: String,
    /// What can be done about it.
    pub help: Option<String>,
    /// Whether it is the file to be written that there is no room for: the work itself
    /// can be done.
    pub of_output: bool,
}

impl Failure {
    /// A failure without advice.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Failure {
            exit,
            message: message.into(),
            help: None,
            of_output: false,
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

    /// Whether the work could go on, given more time, memory or room.
    pub fn can_go_on(&self) -> bool {
        matches!(
            self.exit,
            Exit::Limit | Exit::Interrupted | Exit::Terminated
        )
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
        let (exit, what) = match reason {
            StopReason::Time => (Exit::Limit, "the time limit was reached"),
            StopReason::Memory => (Exit::Limit, "the memory limit was reached"),
            StopReason::Terminate => (Exit::Terminated, "terminated"),
            _ => (Exit::Interrupted, "interrupted"),
        };
        let failure = Failure::new(exit, format!("{what}{done}"));
        match reason {
            StopReason::Time => failure.help("give more with --time"),
            StopReason::Memory if resources::address_limit_bytes().is_some() => {
                failure.help("give more with --memory, and allow more with `ulimit -v`")
            }
            StopReason::Memory => failure.help("give more with --memory"),
            _ => failure,
        }
    }
}

impl From<InterpretError> for Failure {
    fn from(error: InterpretError) -> Self {
        match error {
            InterpretError::Stopped(reason) => Failure::stopped(reason, ""),
            InterpretError::Undefined { .. } => Failure::new(Exit::Rules, error.to_string())
                .help("no state may make an atom depend on its own negation"),
            InterpretError::TermTooDeep { .. } => Failure::new(Exit::Limit, error.to_string())
                .help("do the rules build ever larger terms? Count with constants instead"),
            _ => Failure::new(Exit::Limit, error.to_string())
                .help("make the rule's conditions narrower, or split it into several rules"),
        }
    }
}

impl From<GroundError> for Failure {
    fn from(error: GroundError) -> Self {
        match error {
            GroundError::Stopped(reason) => Failure::stopped(reason, ""),
            GroundError::Unstratified { .. } => Failure::new(Exit::Rules, error.to_string())
                .help("no state may make an atom depend on its own negation"),
            _ => Failure::new(Exit::Limit, error.to_string())
                .help("--engine reference does without grounding, but is slow"),
        }
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Stopped(reason) => Failure::stopped(reason, ""),
            _ => Failure::new(Exit::Limit, error.to_string()),
        }
    }
}

impl From<ExplicitError> for Failure {
    fn from(error: ExplicitError) -> Self {
        match error {
            ExplicitError::Obstacle(obstacle) => obstacle.into(),
            ExplicitError::Store(error) => error.into(),
            ExplicitError::File(error) => error.into(),
            ExplicitError::NotWeakly(_) => Failure::new(Exit::Rules, error.to_string())
                .help("--level strong lists all states, and may solve it"),
            ExplicitError::SearchStopped { reason, visited } => {
                Failure::stopped(reason, &format!(" after {}", counted(visited, "state")))
            }
            _ => Failure::new(Exit::Bug, error.to_string()),
        }
    }
}

impl From<SymbolicError> for Failure {
    fn from(error: SymbolicError) -> Self {
        let message = error.to_string();
        match error {
            // Another engine at least counts the states of such games.
            SymbolicError::Obstacle(Obstacle::Simultaneous { state, path, .. }) => {
                Failure::new(Exit::Rules, "several roles choose at once")
                    .note(place(&state, &path))
                    .help("--engine explicit counts the states of such games")
            }
            SymbolicError::Obstacle(obstacle) => obstacle.into(),
            SymbolicError::Store(error) => error.into(),
            SymbolicError::File(error) => error.into(),
            SymbolicError::OutOfNodes { layer, capacity } => {
                let nodes = grouped(capacity);
                let done = format!(": {nodes} nodes are in use in layer {layer}");
                Failure::stopped(StopReason::Memory, &done)
            }
            SymbolicError::TooLarge(_) => {
                Failure::new(Exit::Limit, message).help("--engine explicit takes all games")
            }
            SymbolicError::Unsuited(_) => {
                Failure::new(Exit::Rules, message).help("--engine explicit takes all games")
            }
            SymbolicError::Inapplicable { .. } => {
                Failure::new(Exit::Rules, message).help("leave --algorithm out")
            }
            SymbolicError::Cyclic { state } => Failure::new(Exit::Rules, message)
                .note(format!("  from {state}"))
                .help("--algorithm attractor takes cyclic games"),
            SymbolicError::NoSuchOrder { .. } => Failure::usage(message),
            SymbolicError::OtherOrder => {
                Failure::usage(message).help("leave --order out, or start over with --fresh")
            }
            _ => Failure::new(Exit::Limit, message),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let exit = match &error {
            StoreError::Full { .. } => Exit::Limit,
            StoreError::Corrupt { .. } | StoreError::Version { .. } => Exit::File,
            _ => Exit::Usage,
        };
        let advice = match &error {
            StoreError::Foreign { .. } => "; work in another folder, or start over with --fresh",
            StoreError::Corrupt { .. } | StoreError::Version { .. } => ": start over with --fresh",
            _ => "",
        };
        let failure = Failure::new(exit, format!("{error}{advice}"));
        match error {
            StoreError::Full { .. } => failure.help("make room on the disk"),
            _ => failure,
        }
    }
}

impl From<SolutionError> for Failure {
    fn from(error: SolutionError) -> Self {
        let exit = match &error {
            _ if error.is_about_content() => Exit::File,
            SolutionError::Full { .. } | SolutionError::Limit(_) => Exit::Limit,
            _ => Exit::Usage,
        };
        let failure = Failure::new(exit, error.to_string());
        match error {
            SolutionError::Full { .. } => Failure {
                of_output: true,
                ..failure.help("make room on the disk")
            },
            _ => failure,
        }
    }
}

impl From<Infallible> for Failure {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl<E: Error + 'static> From<JudgeError<E>> for Failure
where
    Failure: From<E>,
{
    fn from(error: JudgeError<E>) -> Self {
        match error {
            JudgeError::Game(inner) => inner.into(),
            JudgeError::InState { error, state, path } => {
                Failure::from(error).note(place(&state, &path))
            }
            JudgeError::Obstacle(obstacle) => obstacle.into(),
            _ => Failure::new(Exit::Bug, error.to_string()),
        }
    }
}

impl From<Obstacle> for Failure {
    fn from(obstacle: Obstacle) -> Self {
        let message = obstacle.to_string();
        match obstacle {
            Obstacle::Fault { state, path, .. } => {
                Failure::new(Exit::Rules, format!("the game is ill-formed: {message}"))
                    .note(place(&state, &path))
            }
            Obstacle::Simultaneous { state, path, .. } => Failure::new(Exit::Rules, message)
                .note(place(&state, &path))
                .help("only games in which one role chooses at a time can be solved"),
            Obstacle::InfiniteNeeded { path, cycle } => infinite_needed(&message, &path, &cycle),
            Obstacle::Stopped {
                reason,
                states,
                layer,
            } => {
                let at = |states| format!(" at {},", counted(states, "state"));
                let at = states.map_or(String::new(), at);
                Failure::stopped(reason, &format!("{at} in layer {layer}"))
            }
            Obstacle::StateLimit { .. } | Obstacle::Incomplete { .. } => {
                Failure::new(Exit::Limit, message)
            }
            _ => Failure::usage(message),
        }
    }
}

fn place(state: &str, path: &[String]) -> String {
    let way = match path {
        [] => "it is the initial state".to_owned(),
        path => format!("reached by {}", path.join("; ")),
    };
    format!("  in {state}\n  {way}")
}

fn infinite_needed(message: &str, path: &[String], cycle: &[(String, String)]) -> Failure {
    let mut text = message.to_owned();
    if !path.is_empty() {
        let _ = write!(text, "\n  after {}", path.join("; "));
    }
    for (state, mov) in cycle {
        let _ = write!(text, "\n  from {state}\n    {mov}");
    }
    text.push_str("\n  leads back to the first of these states");
    Failure::usage(text).help("say what each role gets for infinite play, such as --infinite 50,50")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_gone_on_with_says_what_to_do() {
        let corrupt = StoreError::Corrupt {
            file: "work/a.zlayer".into(),
            why: "it is short",
        };
        let failure = Failure::from(corrupt);
        let message = "work/a.zlayer is damaged (it is short): start over with --fresh";
        assert_eq!(
            (failure.exit, failure.message.as_str()),
            (Exit::File, message)
        );
        let foreign = StoreError::Foreign {
            path: "work".into(),
            differences: Vec::new(),
        };
        let failure = Failure::from(foreign);
        let advice = "; work in another folder, or start over with --fresh";
        assert!(failure.message.ends_with(advice), "{}", failure.message);
        assert_eq!(failure.exit, Exit::Usage);
    }

    #[test]
    fn an_obstacle_is_told_with_its_place() {
        let obstacle = Obstacle::Simultaneous {
            roles: vec!["x".to_owned(), "y".to_owned()],
            state: "(s)".to_owned(),
            path: vec!["(a b)".to_owned()],
        };
        let place = "  in (s)\n  reached by (a b)";
        let failure = Failure::from(obstacle.clone());
        let message = format!("several roles have a choice in one state: x, y\n{place}");
        assert_eq!((failure.exit, failure.message), (Exit::Rules, message));
        let failure = Failure::from(SymbolicError::Obstacle(obstacle));
        let message = format!("several roles choose at once\n{place}");
        assert_eq!((failure.exit, failure.message), (Exit::Rules, message));
    }
}
