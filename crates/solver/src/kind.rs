//! Kinds of failures: what a door makes an exit code, a status or an exception of.

use std::convert::Infallible;

use explicit::ExplicitError;
use game::{Obstacle, StopReason};
use gdl::InterpretError;
use ground::GroundError;
use judge::JudgeError;
use play::{MoveError, PlayError};
use symbolic::SymbolicError;
use table::StoreError;
use table::solution::SolutionError;

use crate::error::{Error, Unfinished};

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// What was asked for cannot be: another request may.
    Request,
    /// The rules are invalid, or not of a kind that the request is for.
    Rules,
    /// A limit on instances, nodes or the disk was reached.
    Limit,
    /// The work was told to stop.
    Stopped(StopReason),
    /// A file of ours is damaged, or of another version.
    File,
    /// Something that cannot be, was: a bug.
    Bug,
}

impl Kind {
    /// Whether the work could go on, given more time, memory or room.
    pub fn can_go_on(self) -> bool {
        matches!(self, Kind::Limit | Kind::Stopped(_))
    }
}

impl Error {
    /// What kind of failure it is.
    pub fn kind(&self) -> Kind {
        match self {
            Error::Rules(_) | Error::WeakNeedsGround | Error::NotGround | Error::TurnUnknown => {
                Kind::Rules
            }
            Error::NoSuchGame(_)
            | Error::OutputIsFolder(_)
            | Error::NotAState(_)
            | Error::Unreachable(_)
            | Error::NoSuchRole { .. }
            | Error::NoSuchTurn { .. }
            | Error::WrongEngine { .. }
            | Error::OneAlgorithm
            | Error::ForAllStates(_) => Kind::Request,
            Error::Behind(_) => Kind::Limit,
            Error::Library(library::LibraryError::Sheet { .. }) => Kind::Bug,
            Error::Library(_) => Kind::Request,
            Error::Interpret(error) => error.kind(),
            Error::Ground(error) => error.kind(),
            Error::Analysis(analysis::AnalysisError::Stopped(reason)) => Kind::Stopped(*reason),
            Error::Analysis(_) => Kind::Limit,
            Error::Reference(error) => error.kind(),
            Error::Explicit(error) => error.kind(),
            Error::Symbolic(error) => error.kind(),
            Error::Store(error) => error.kind(),
            Error::File(error) => error.kind(),
            Error::Unwritten(error) => match error.kind() {
                Kind::Request => Kind::Limit,
                kind => kind,
            },
            Error::Play(error) => error.kind(),
            Error::Move(error) => error.kind(),
        }
    }
}

impl Unfinished {
    /// Why the work was stopped, if it was.
    pub fn stopped(&self) -> Option<StopReason> {
        match self.error.kind() {
            Kind::Stopped(reason) => Some(reason),
            _ => None,
        }
    }

    /// Whether the same request would go on, given more time, memory or room.
    pub fn can_go_on(&self) -> bool {
        self.error.kind().can_go_on()
    }
}

/// An error whose kind is known.
trait Classified {
    fn kind(&self) -> Kind;
}

impl Classified for InterpretError {
    fn kind(&self) -> Kind {
        match self {
            InterpretError::Stopped(reason) => Kind::Stopped(*reason),
            InterpretError::Undefined { .. } => Kind::Rules,
            _ => Kind::Limit,
        }
    }
}

impl Classified for Infallible {
    fn kind(&self) -> Kind {
        match *self {}
    }
}

impl Classified for Obstacle {
    fn kind(&self) -> Kind {
        match self {
            Obstacle::Fault { .. } | Obstacle::Simultaneous { .. } => Kind::Rules,
            Obstacle::Stopped { reason, .. } => Kind::Stopped(*reason),
            Obstacle::StateLimit { .. } | Obstacle::Incomplete { .. } => Kind::Limit,
            _ => Kind::Request,
        }
    }
}

impl Classified for GroundError {
    fn kind(&self) -> Kind {
        match self {
            GroundError::Stopped(reason) => Kind::Stopped(*reason),
            GroundError::Unstratified { .. } => Kind::Rules,
            _ => Kind::Limit,
        }
    }
}

impl<E: std::error::Error + Classified + 'static> Classified for JudgeError<E> {
    fn kind(&self) -> Kind {
        match self {
            JudgeError::Game(error) | JudgeError::InState { error, .. } => error.kind(),
            JudgeError::Obstacle(obstacle) => obstacle.kind(),
            _ => Kind::Bug,
        }
    }
}

impl Classified for ExplicitError {
    fn kind(&self) -> Kind {
        match self {
            ExplicitError::Obstacle(obstacle) => obstacle.kind(),
            ExplicitError::Store(error) => error.kind(),
            ExplicitError::File(error) => error.kind(),
            ExplicitError::NotWeakly(_) => Kind::Rules,
            ExplicitError::SearchStopped { reason, .. } => Kind::Stopped(*reason),
            _ => Kind::Bug,
        }
    }
}

impl Classified for SymbolicError {
    fn kind(&self) -> Kind {
        match self {
            SymbolicError::Obstacle(obstacle) => obstacle.kind(),
            SymbolicError::OutOfNodes { .. } => Kind::Stopped(StopReason::Memory),
            SymbolicError::Inapplicable { .. }
            | SymbolicError::Cyclic { .. }
            | SymbolicError::Unsuited(_) => Kind::Rules,
            SymbolicError::Store(error) => error.kind(),
            SymbolicError::File(error) => error.kind(),
            SymbolicError::NoSuchOrder { .. } | SymbolicError::OtherOrder => Kind::Request,
            _ => Kind::Limit,
        }
    }
}

impl Classified for StoreError {
    fn kind(&self) -> Kind {
        match self {
            StoreError::Full { .. } => Kind::Limit,
            StoreError::Corrupt { .. } | StoreError::Version { .. } => Kind::File,
            _ => Kind::Request,
        }
    }
}

impl Classified for SolutionError {
    fn kind(&self) -> Kind {
        match self {
            _ if self.is_about_content() => Kind::File,
            SolutionError::Full { .. } | SolutionError::Limit(_) => Kind::Limit,
            _ => Kind::Request,
        }
    }
}

impl Classified for PlayError {
    fn kind(&self) -> Kind {
        match self {
            PlayError::File(error) => error.kind(),
            PlayError::Rules(error) => error.kind(),
            PlayError::Move(error) => error.kind(),
            PlayError::Stopped(reason) => Kind::Stopped(*reason),
            PlayError::Contradiction(_) => Kind::File,
            _ => Kind::Request,
        }
    }
}

impl<E: std::error::Error + Classified + 'static> Classified for MoveError<E> {
    fn kind(&self) -> Kind {
        match self {
            MoveError::Game(error) => error.kind(),
            MoveError::IllFormed { .. } => Kind::Rules,
            _ => Kind::Request,
        }
    }
}
