//! `zermelo export`: all states with what they are worth, as CSV or Parquet.
//!
//! | file | what |
//! |---|---|
//! | `csv` | rows of text |
//! | `parquet` | columns, in a build with the feature of that name |

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, BufWriter, Write};

use play::SolvedGame;
use table::WholeFile;
use table::solution::{Key, Outcome};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file_arguments::ExportArguments;
use crate::solved;
use report::grouped;

/// After so many states it is asked whether to stop.
const AT_ONCE: u64 = 4096;

/// Where the bytes go.
type Out = BufWriter<Place>;

/// Standard output, or a file that is there when it is whole.
enum Place {
    Standard,
    File(WholeFile),
}

/// Takes rows, and makes them what was asked for.
trait Table {
    /// Takes a state, in KIF, with what it is worth.
    fn row(&mut self, state: String, outcome: &Outcome) -> Result<(), End>;

    /// Writes what is left, and gives back where it went.
    fn finish(self: Box<Self>) -> Result<Out, End>;
}

/// Why writing ends early.
enum End {
    /// The reader wants no more.
    Enough,
    Failure(Failure),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => End::Enough,
            _ => End::Failure(Failure::new(Exit::Limit, format!("cannot write: {error}"))),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &ExportArguments, context: &Context) -> Result<(), Failure> {
    if context.columns && cfg!(not(feature = "parquet")) {
        return Err(
            Failure::usage("this build of zermelo cannot write Parquet").help(
                "build it with `cargo install --path crates/zermelo --features parquet`, or \
                 leave --format out for CSV",
            ),
        );
    }
    let solved = solved::open(&arguments.file, context)?;
    let place = match &arguments.out {
        None => Place::Standard,
        Some(path) => Place::File(WholeFile::create(path).map_err(|error| {
            Failure::usage(format!("cannot write {}: {error}", path.display()))
        })?),
    };
    let out = BufWriter::with_capacity(1 << 20, place);
    let written = table(&solved, out, context.columns)
        .and_then(|table| write(&solved, table, arguments.limit, context))
        .and_then(|out| out.into_inner().map_err(|error| error.into_error().into()))
        .and_then(|place| Ok(place.finish()?));
    match written {
        Err(End::Failure(failure)) => Err(failure),
        Ok(()) | Err(End::Enough) => Ok(()),
    }
}

impl Place {
    fn finish(self) -> io::Result<()> {
        match self {
            Place::Standard => Ok(()),
            Place::File(file) => file.finish(),
        }
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Place::Standard => io::stdout().write(bytes),
            Place::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Place::Standard => io::stdout().flush(),
            Place::File(file) => file.flush(),
        }
    }
}

#[cfg(feature = "parquet")]
fn table(solved: &SolvedGame, out: Out, columns: bool) -> Result<Box<dyn Table>, End> {
    Ok(match columns {
        true => Box::new(parquet::Columns::new(solved.roles(), out)?),
        false => Box::new(csv::Rows::new(solved.roles(), out)?),
    })
}

#[cfg(not(feature = "parquet"))]
fn table(solved: &SolvedGame, out: Out, _: bool) -> Result<Box<dyn Table>, End> {
    Ok(Box::new(csv::Rows::new(solved.roles(), out)?))
}

fn write(
    solved: &SolvedGame,
    mut table: Box<dyn Table>,
    limit: Option<u64>,
    context: &Context,
) -> Result<Out, End> {
    let file = solved.file();
    let failure = |error| End::Failure(Failure::from(error));
    let (limit, mut written) = (limit.unwrap_or(u64::MAX), 0_u64);
    for section in file.sections().map_err(failure)? {
        for state in file.states(section.number) {
            if written == limit {
                return table.finish();
            }
            let (key, outcome) = state.map_err(failure)?;
            let text = state_text(solved, &key).map_err(End::Failure)?;
            table.row(text, file.outcome(outcome))?;
            written += 1;
            if written.is_multiple_of(AT_ONCE)
                && let Some(reason) = context.stop.requested()
            {
                let done = format!(" after {} states", grouped(written));
                return Err(End::Failure(Failure::stopped(reason, &done)));
            }
        }
    }
    table.finish()
}

/// A state of the file in KIF.
fn state_text(solved: &SolvedGame, key: &Key) -> Result<String, Failure> {
    let encoding = solved.file().encoding();
    let held = encoding.decode(key).ok_or_else(|| {
        Failure::new(
            Exit::File,
            "the file has a key that is no state: it is damaged",
        )
    })?;
    let fluents = held
        .iter()
        .map(|&it| encoding.fluents()[it as usize].as_str());
    Ok(format!("({})", fluents.collect::<Vec<_>>().join(" ")))
}
