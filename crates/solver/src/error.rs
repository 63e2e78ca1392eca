//! Why a request has no answer, and what is left to go on from.
//!
//! Not here: words for people beyond the plain fact, advice and exit codes: doors have
//! these.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;

use analysis::AnalysisError;
use explicit::ExplicitError;
use game::Count;
use gdl::{Diagnostic, InterpretError};
use ground::GroundError;
use judge::JudgeError;
use library::LibraryError;
use play::{MoveError, PlayError};
use symbolic::SymbolicError;
use table::StoreError;
use table::solution::SolutionError;
use thiserror::Error;

use crate::engine::Engine;

/// Why a request has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules have errors.
    #[error("the rules are invalid: {}", list(.0))]
    Rules(Vec<Diagnostic>),
    /// There is no such game in the library.
    #[error("the library has no game called {0}")]
    NoSuchGame(String),
    /// A parameter of a library game is wrong.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The interpreter could not evaluate the rules.
    #[error(transparent)]
    Interpret(#[from] InterpretError),
    /// The rules could not be made ground.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The game could not be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The game could not be solved on the interpreter.
    #[error(transparent)]
    Reference(#[from] JudgeError<InterpretError>),
    /// The game could not be solved by listing its states.
    #[error(transparent)]
    Explicit(#[from] ExplicitError),
    /// The game could not be solved by sets of states.
    #[error(transparent)]
    Symbolic(#[from] SymbolicError),
    /// Layers could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The solution file could not be written.
    #[error(transparent)]
    File(#[from] SolutionError),
    /// The solution file could not be brought to its end, though it could be begun.
    #[error(transparent)]
    Unwritten(SolutionError),
    /// The file that is there already knows more, and stays.
    #[error("{} stays as it is: what is valued by now is less", .0.display())]
    Behind(PathBuf),
    /// A folder stands where the solution file is to be.
    #[error("{} is a folder", .0.display())]
    OutputIsFolder(PathBuf),
    /// The solution file could not be asked, or a move not be made.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A move cannot be made, by the interpreter.
    #[error(transparent)]
    Move(#[from] MoveError<InterpretError>),
    /// The position to begin from is not written as a state.
    #[error("{0}")]
    NotAState(String),
    /// The position to begin from cannot be reached.
    #[error("the state ({0}) cannot be reached")]
    Unreachable(String),
    /// There is no role of that name.
    #[error("the game has no role called {role}")]
    NoSuchRole {
        /// The name.
        role: String,
        /// The names of its roles.
        roles: Vec<String>,
    },
    /// Only ground games can be taken apart.
    #[error("only ground games can be taken apart")]
    NotGround,
    /// What is proven of all states excludes that this role is on turn in the position.
    #[error("{role} cannot be on turn in this position")]
    NoSuchTurn {
        /// The role.
        role: String,
    },
    /// Another role is to be on turn, and whose turn it is is not known.
    #[error("it is not proven that the roles of the game take turns")]
    TurnUnknown,
    /// The algorithm is one of another engine.
    #[error("the algorithm {algorithm} is one of the engine {}", engine.name())]
    WrongEngine {
        /// The algorithm.
        algorithm: &'static str,
        /// The engine that has it.
        engine: Engine,
    },
    /// Backward steps are an algorithm, and another one is asked for.
    #[error("backward steps are an algorithm of their own")]
    OneAlgorithm,
    /// What was asked for values all states, and the first state alone is wanted.
    #[error("{0} is for all states")]
    ForAllStates(AllStates),
    /// The first state alone can be valued only on ground games.
    #[error("only ground games can be solved weakly")]
    WeakNeedsGround,
}

/// What values all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllStates {
    /// The symbolic engine.
    Symbolic,
    /// Retrograde analysis.
    Retrograde,
    /// An algorithm on sets.
    OnSets,
    /// Backward steps from the ends.
    Backward,
}

impl fmt::Display for AllStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AllStates::Symbolic => "the engine symbolic",
            AllStates::Retrograde => "retrograde analysis",
            AllStates::OnSets => "that algorithm",
            AllStates::Backward => "a database of backward steps",
        })
    }
}

fn list(diagnostics: &[Diagnostic]) -> String {
    let messages = diagnostics.iter().map(|it| it.message.as_str());
    messages.collect::<Vec<_>>().join("; ")
}

// On the ground game nothing fails while a position is computed: these two have the
// same facts in other clothes.
impl From<JudgeError<Infallible>> for Error {
    fn from(error: JudgeError<Infallible>) -> Self {
        Error::Explicit(game::Obstacle::from(error).into())
    }
}

impl From<MoveError<Infallible>> for Error {
    fn from(error: MoveError<Infallible>) -> Self {
        Error::Play(error.into())
    }
}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Error {
    /// Whether the game turned out to have no layers that can be taken as sets one by
    /// one, or not to be one for the algorithm: another way on sets may do.
    pub(crate) fn is_unsuited_for_sets(&self) -> bool {
        matches!(
            self,
            Error::Symbolic(
                SymbolicError::Unsuited(_)
                    | SymbolicError::Inapplicable { .. }
                    | SymbolicError::Cyclic { .. }
            )
        )
    }

    /// Whether there is no room for that many nodes: listing states may do.
    pub(crate) fn is_too_large_for_sets(&self) -> bool {
        matches!(
            self,
            Error::Symbolic(SymbolicError::OutOfNodes { .. } | SymbolicError::TooLarge(_))
        )
    }

    /// Whether it is the solution file alone that there is no room for: the work itself
    /// can be done.
    pub(crate) fn is_of_output(&self) -> bool {
        let file = match self {
            Error::File(error) | Error::Unwritten(error) => error,
            Error::Explicit(ExplicitError::File(error)) => error,
            Error::Symbolic(SymbolicError::File(error)) => error,
            _ => return false,
        };
        matches!(file, SolutionError::Full { .. })
    }
}

/// Work that did not come to its end: why, and what is left of it.
#[derive(Debug)]
pub struct Unfinished {
    /// Why.
    pub error: Box<Error>,
    /// The folder from which the same request goes on.
    pub kept: Option<PathBuf>,
    /// What became of the solution file, where one was to be written.
    pub part: Option<Part>,
}

/// What became of the solution file of a run that did not come to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum Part {
    /// No state was valued yet: there is none.
    Nothing {
        /// The file that was asked for.
        path: PathBuf,
    },
    /// The file that was there before knows more, and stays.
    Behind {
        /// That file.
        path: PathBuf,
    },
    /// It has what was valued: an endgame database.
    Written {
        /// The file.
        path: PathBuf,
        /// The first layer that it has; it has all behind it.
        first: u64,
        /// The number of states in it.
        states: Count,
    },
    /// It could not be written.
    Failed {
        /// The file that was asked for.
        path: PathBuf,
        /// Why not.
        error: Box<Error>,
    },
}

impl<E> From<E> for Unfinished
where
    Error: From<E>,
{
    fn from(error: E) -> Self {
        Unfinished {
            error: Box::new(error.into()),
            kept: None,
            part: None,
        }
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Unfinished {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}
