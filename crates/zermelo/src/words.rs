//! Words for errors of the flow: what happened, where, and what can be done.
//!
//! Exit codes follow from the kind of an error alone.

use std::convert::Infallible;
use std::fmt::Write;

use analysis::AnalysisError;
use explicit::ExplicitError;
use game::{Obstacle, StopReason};
use gdl::InterpretError;
use ground::GroundError;
use judge::JudgeError;
use play::{MoveError, PlayError};
use report::{counted, grouped};
use solver::{Error, Part, Unfinished};
use symbolic::SymbolicError;
use table::StoreError;
use table::solution::SolutionError;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::layout;

/// Advice for games that sets of states are not for.
const LISTED: &str = "--engine explicit takes all games";

/// Advice for atoms that depend on their own negation.
const STRATIFIED: &str = "no state may make an atom depend on its own negation";

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (exit, causes) = (Exit::from(error.kind()), causes(&error));
        Failure {
            exit,
            causes,
            ..told(error)
        }
    }
}

impl From<Unfinished> for Failure {
    fn from(unfinished: Unfinished) -> Self {
        let mut failure = Failure::from(*unfinished.error);
        if let Some(folder) = unfinished.kept {
            failure = failure.note(format!(
                "what is finished is kept in {}; the same command goes on from there",
                folder.display()
            ));
        }
        match unfinished.part {
            Some(part) => failure.note(part_text(part)),
            None => failure,
        }
    }
}

macro_rules! errors_of_the_flow {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Error::from(error).into()
            }
        })*
    };
}
errors_of_the_flow!(
    InterpretError,
    GroundError,
    SolutionError,
    PlayError,
    MoveError<Infallible>
);

/// What is behind an error, from the outside in.
fn causes(error: &Error) -> Vec<String> {
    let first = std::error::Error::source(error);
    let chain = std::iter::successors(first, |it| it.source());
    chain.map(ToString::to_string).collect()
}

/// The message with what can be done about it. The exit code is found elsewhere.
fn told(error: Error) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        Error::Interpret(error) | Error::Play(PlayError::Rules(error)) => interpreted(&error),
        Error::Ground(GroundError::Stopped(reason))
        | Error::Analysis(AnalysisError::Stopped(reason))
        | Error::Play(PlayError::Stopped(reason)) => Failure::stopped(reason, ""),
        Error::Ground(error) => grounded(&error),
        Error::Reference(error) => judged(error),
        Error::Explicit(error) => listed(error),
        Error::Symbolic(error) => by_sets(error),
        Error::Store(error) => stored(&error),
        Error::File(error) | Error::Unwritten(error) | Error::Play(PlayError::File(error)) => {
            filed(&error)
        }
        Error::Move(error) => moved(&error),
        Error::Play(PlayError::Move(error)) => moved(&error),
        Error::Play(PlayError::AtMove { source, .. }) => Failure {
            help: told(Error::Play(*source)).help,
            ..said
        },
        Error::Play(PlayError::Misfit(_)) => {
            said.help("a state is written with all its fluents, as `query` prints it")
        }
        Error::Play(PlayError::Contradiction(_)) => {
            said.help("solve the game again, or check the file with `zermelo verify`")
        }
        Error::NotAState(fault) => Failure::usage(format!("--state: {fault}")),
        Error::WrongEngine { engine, .. } => {
            let engine = engine.name();
            said.help(format!("leave --engine out, or say --engine {engine}"))
        }
        Error::ForAllStates(_) => {
            said.help("leave --algorithm and --engine out, or ask for --level strong")
        }
        Error::NoSuchRole { roles, .. } => {
            let roles = format!("its roles are {}", roles.join(", "));
            said.help(roles)
        }
        Error::WeakNeedsGround => said.help("--level strong can do without"),
        _ => said,
    }
}

fn interpreted(error: &InterpretError) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        InterpretError::Stopped(reason) => Failure::stopped(*reason, ""),
        InterpretError::Undefined { .. } => said.help(STRATIFIED),
        InterpretError::TermTooDeep { .. } => {
            said.help("do the rules build ever larger terms? Count with constants instead")
        }
        _ => said.help("make the rule's conditions narrower, or split it into several rules"),
    }
}

fn grounded(error: &GroundError) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        GroundError::Unstratified { .. } => said.help(STRATIFIED),
        _ => said.help("--engine reference does without grounding, but is slow"),
    }
}

fn judged(error: JudgeError<InterpretError>) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        JudgeError::Game(error) => interpreted(&error),
        JudgeError::InState { error, state, path } => {
            interpreted(&error).note(place(&state, &path))
        }
        JudgeError::Obstacle(obstacle) => obstructed(obstacle),
        _ => said,
    }
}

fn listed(error: ExplicitError) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        ExplicitError::Obstacle(obstacle) => obstructed(obstacle),
        ExplicitError::Store(error) => stored(&error),
        ExplicitError::File(error) => filed(&error),
        ExplicitError::NotWeakly(_) => {
            said.help("--level strong lists all states, and may solve it")
        }
        ExplicitError::SearchStopped { reason, visited } => {
            Failure::stopped(reason, &format!(" after {}", counted(visited, "state")))
        }
        _ => said,
    }
}

fn by_sets(error: SymbolicError) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        // Another engine at least counts the states of such games.
        SymbolicError::Obstacle(Obstacle::Simultaneous { state, path, .. }) => {
            Failure::usage("several roles choose at once")
                .note(place(&state, &path))
                .help("--engine explicit counts the states of such games")
        }
        SymbolicError::Obstacle(obstacle) => obstructed(obstacle),
        SymbolicError::Store(error) => stored(&error),
        SymbolicError::File(error) => filed(&error),
        SymbolicError::OutOfNodes { layer, capacity } => {
            let nodes = grouped(capacity);
            let done = format!(": {nodes} nodes are in use in layer {layer}");
            Failure::stopped(StopReason::Memory, &done)
        }
        SymbolicError::TooLarge(_) | SymbolicError::Unsuited(_) => said.help(LISTED),
        SymbolicError::Inapplicable { .. } => said.help("leave --algorithm out"),
        SymbolicError::Cyclic { state } => said
            .note(format!("  from {state}"))
            .help("--algorithm attractor takes cyclic games"),
        SymbolicError::OtherOrder => said.help("leave --order out, or start over with --fresh"),
        _ => said,
    }
}

fn obstructed(obstacle: Obstacle) -> Failure {
    let message = obstacle.to_string();
    match obstacle {
        Obstacle::Fault { state, path, .. } => {
            Failure::usage(format!("the game is ill-formed: {message}")).note(place(&state, &path))
        }
        Obstacle::Simultaneous { state, path, .. } => Failure::usage(message)
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
        _ => Failure::usage(message),
    }
}

fn stored(error: &StoreError) -> Failure {
    let advice = match error {
        StoreError::Foreign { .. } => "; work in another folder, or start over with --fresh",
        StoreError::Corrupt { .. } | StoreError::Version { .. } => ": start over with --fresh",
        _ => "",
    };
    let said = Failure::usage(format!("{error}{advice}"));
    match error {
        StoreError::Full { .. } => said.help("make room on the disk"),
        _ => said,
    }
}

fn filed(error: &SolutionError) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        SolutionError::Full { .. } => said.help("make room on the disk"),
        _ => said,
    }
}

fn moved<E: std::error::Error + 'static>(error: &MoveError<E>) -> Failure {
    let said = Failure::usage(error.to_string());
    match error {
        MoveError::Illegal { legal, .. } => said.help(legal_moves(legal)),
        _ => match error.help() {
            Some(help) => said.help(help),
            None => said,
        },
    }
}

/// The moves that each role can make, in lines.
fn legal_moves(legal: &[(String, Vec<String>)]) -> String {
    let mut text = "the legal moves are".to_owned();
    for (role, moves) in legal {
        let moves = layout::list(moves, ',', role.chars().count() + 4, true);
        text.push_str(&format!("\n  {role}: {moves}"));
    }
    text
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

/// What became of the solution file.
fn part_text(part: Part) -> String {
    match part {
        Part::Nothing { path } => {
            format!("nothing is valued yet: {} was not written", path.display())
        }
        Part::Behind { path } => {
            let path = path.display();
            format!("{path} stays as it is: what is valued by now is less")
        }
        Part::Written {
            path,
            first,
            states,
        } => format!(
            "{} has the layers from {first} on, {}; all else is unknown to it",
            path.display(),
            counted(states, "state")
        ),
        Part::Failed { path, error } => {
            let why = Failure::from(*error).message;
            format!("{} was not written: {why}", path.display())
        }
        _ => String::new(),
    }
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
        let failure = Failure::from(Error::from(corrupt));
        let message = "work/a.zlayer is damaged (it is short): start over with --fresh";
        assert_eq!(
            (failure.exit, failure.message.as_str()),
            (Exit::File, message)
        );
        let foreign = StoreError::Foreign {
            path: "work".into(),
            differences: Vec::new(),
        };
        let failure = Failure::from(Error::from(foreign));
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
        let failure = Failure::from(Error::from(ExplicitError::from(obstacle.clone())));
        let message = format!("several roles have a choice in one state: x, y\n{place}");
        assert_eq!((failure.exit, failure.message), (Exit::Rules, message));
        let failure = Failure::from(Error::from(SymbolicError::Obstacle(obstacle)));
        let message = format!("several roles choose at once\n{place}");
        assert_eq!((failure.exit, failure.message), (Exit::Rules, message));
    }

    #[test]
    fn what_was_behind_an_error_is_kept() {
        let full = SolutionError::Full {
            path: "a.solution".into(),
            source: std::io::ErrorKind::StorageFull.into(),
        };
        let failure = Failure::from(Error::from(ExplicitError::from(full)));
        assert_eq!(failure.causes, ["no storage space"]);
        assert!(!failure.message.contains("storage space"));
    }
}
