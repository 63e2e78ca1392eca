//! `zermelo export`: all states with what they are worth, as CSV or Parquet.

use std::io::{self, BufWriter, Write};

use report::{Export, ExportEnd, grouped};
use table::WholeFile;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file_arguments::ExportArguments;
use crate::solved;

/// Standard output, or a file that is there when it is whole.
enum Place {
    Standard,
    File(WholeFile),
}

/// Runs the command.
pub fn run(arguments: &ExportArguments, context: &Context) -> Result<(), Failure> {
    let export = match context.columns {
        true => Export::Parquet,
        false => Export::Csv,
    };
    if !export.is_supported() {
        return Err(unsupported());
    }
    let solved = solved::open(&arguments.file, context)?;
    let place = match &arguments.out {
        None => Place::Standard,
        Some(path) => Place::File(WholeFile::create(path).map_err(|error| {
            Failure::usage(format!("cannot write {}: {error}", path.display()))
        })?),
    };
    let out = BufWriter::with_capacity(1 << 20, place);
    let written = export
        .write(&solved, out, arguments.limit, &context.stop)
        .and_then(|out| out.into_inner().map_err(|error| error.into_error().into()))
        .and_then(|place| Ok(place.finish()?));
    written.or_else(failure)
}

/// Why there is no whole table; a reader that wants no more is no failure.
fn failure(end: ExportEnd) -> Result<(), Failure> {
    Err(match end {
        ExportEnd::Enough => return Ok(()),
        ExportEnd::Stopped(reason, written) => {
            let done = format!(" after {} states", grouped(written));
            Failure::stopped(reason, &done)
        }
        ExportEnd::Unwritable(error) => Failure::new(Exit::Limit, format!("cannot write: {error}")),
        ExportEnd::File(error) => error.into(),
        ExportEnd::NotAState => {
            let message = "the file has a key that is no state: it is damaged";
            Failure::new(Exit::File, message)
        }
        _ => unsupported(),
    })
}

fn unsupported() -> Failure {
    Failure::usage("this build of zermelo cannot write Parquet").help(
        "build it with `cargo install --path crates/zermelo --features parquet`, or \
         leave --format out for CSV",
    )
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
