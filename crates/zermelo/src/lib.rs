//! Zermelo for Rust programs: rules in, solution file out, and what states are worth.
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("tic-tac-toe.solution");
//! let rules = zermelo::library_rules("tic-tac-toe", &[])?;
//! let solved = zermelo::solve("tic-tac-toe", &rules, &zermelo::options(), &path)?;
//! let state = solved.after_moves("mark 2 2; mark 1 2")?;
//! let position = solved.position(&state)?;
//! for choice in &position.moves {
//!     println!("{} is {}", choice.text, choice.judgement.name());
//! }
//! assert_eq!(position.best().count(), 6);
//! # Ok::<(), zermelo::ZermeloError>(())
//! ```
//!
//! Rules of your own come from [`rules`], a file that is there from [`open`]. The flow
//! is one short function, [`solve`]; whoever needs more of it (another engine, limits,
//! work that goes on after a stop) takes the crates below, or the command line.

use std::io;
use std::path::Path;

use analysis::AnalysisError;
use explicit::{ExplicitError, Storage, Task};
use gdl::{Notation, Source};
use ground::{GroundError, GroundGame};
use table::solution::{About, DEFAULT_CACHE, SolutionWriter, Subject};
use thiserror::Error;

pub use game::{Level, Model, Playable, Reward, Rewards, RoleId, Stop, Value};
pub use gdl::Rules;
pub use ground::{BitState, Simulator};
pub use judge::Options;
pub use library::LibraryError;
pub use play::{
    Answer, Choice, FileOracle, Judgement, Oracle, PlayError, Position, Referee, Review,
    SolvedGame, State, Summary, best_line, choose, review,
};
pub use table::solution::{Outcome, Probe, SolutionError};

/// Why a game was not solved, or a file not opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ZermeloError {
    /// The rules have errors.
    #[error("the rules are invalid: {}", .0.join("; "))]
    Rules(Vec<String>),
    /// There is no such game in the library, or it has no such parameter.
    #[error("the library has no game called {0}")]
    NoSuchGame(String),
    /// A parameter of a library game is wrong.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The rules could not be made ground.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The game could not be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The game could not be solved.
    #[error(transparent)]
    Solve(#[from] ExplicitError),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] SolutionError),
    /// The solution could not be asked.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The system refused something.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads rules in GDL, in either notation.
///
/// # Errors
///
/// [`ZermeloError::Rules`] with all that is wrong.
pub fn rules(text: &str) -> Result<Rules, ZermeloError> {
    let checked = gdl::load(&Source::new("rules", text.as_bytes()), None);
    let found = checked.diagnostics.into_iter();
    let errors = found.filter(|it| it.severity() == gdl::Severity::Error);
    let errors = errors.map(|it| it.message);
    checked
        .rules
        .ok_or_else(|| ZermeloError::Rules(errors.collect()))
}

/// The rules of a game of the library, with parameters by name and value.
///
/// # Errors
///
/// [`ZermeloError`] if there is no such game, or a parameter is wrong.
pub fn library_rules(name: &str, settings: &[(String, String)]) -> Result<Rules, ZermeloError> {
    let entry = library::find(name).ok_or_else(|| ZermeloError::NoSuchGame(name.to_owned()))?;
    rules(&entry.render(settings)?)
}

/// What is usually asked: values and distances of all states, by the difference of
/// the rewards.
pub fn options() -> Options {
    Options {
        model: Model::Difference,
        infinite: None,
        draw_distances: false,
        level: Level::UltraStrong,
    }
}

/// Solves a game, with the explicit engine in memory, and writes what every reachable
/// state is worth into a file, which is then open.
///
/// # Errors
///
/// [`ZermeloError`]; the file is not there then.
pub fn solve(
    name: &str,
    rules: &Rules,
    options: &Options,
    path: &Path,
) -> Result<SolvedGame, ZermeloError> {
    let stop = Stop::new();
    let game = GroundGame::new(rules, &ground::Budget::new(stop.clone()))?;
    let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone()))?;
    let mut simulator = Simulator::new(game);
    let Ok(start) = simulator.initial();
    let hash = rules.hash().to_string();
    let mut writer = SolutionWriter::create(path, &hash, WRITER_MEMORY)?;
    let task = Task {
        game: &mut simulator,
        facts: &facts,
        start: start.clone(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        storage: Storage::Memory,
        memory: u64::MAX,
        stop,
    };
    let solution = explicit::solve_into(task, options, &mut writer, &mut |_| {})?.result;
    let held = simulator.game().fluent_ids().filter(|&it| start.holds(it));
    let held = held.map(|it| simulator.game().fluents()[it.index()].clone());
    let subject = Subject {
        program: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned(),
        game: name.to_owned(),
        settings: Vec::new(),
        rules: gdl::print(rules.sheet(), Notation::Kif),
        rules_hash: hash,
        roles: simulator.roles().to_vec(),
        start: held.collect(),
        engine: "explicit".to_owned(),
        algorithm: "retrograde".to_owned(),
    };
    writer.finish(About::whole(subject, &solution))?;
    open(path)
}

/// What writing may take beside the states.
const WRITER_MEMORY: u64 = 1 << 30;

/// Opens a solution file.
///
/// # Errors
///
/// [`ZermeloError::Play`] if it cannot be read.
pub fn open(path: &Path) -> Result<SolvedGame, ZermeloError> {
    Ok(SolvedGame::open(path, DEFAULT_CACHE, Stop::new())?)
}
