//! `zermelo export`: all states with what they are worth, as CSV or Parquet.

use std::io::{self, BufWriter, Write};

use report::{Export, ExportEnd, grouped};
use table::WholeFile;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file_arguments::ExportArguments;
use crate::solved;

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
    let (limit, stop) = (arguments.limit, &context.stop);
    let written = match &arguments.out {
        None => {
            let written = export.write(&solved, buffered(io::stdout()), limit, stop);
            written.map(drop)
        }
        // The file is there when it is whole.
        Some(path) => {
            let file = WholeFile::create(path).map_err(|error| {
                Failure::usage(format!("cannot write {}: {error}", path.display()))
            })?;
            let written = export.write(&solved, buffered(file), limit, stop);
            let whole = written.map(|out| out.into_inner().map_err(|error| error.into_error()));
            whole.and_then(|file| Ok(file?.finish()?))
        }
    };
    written.or_else(failure)
}

fn buffered<W: Write>(out: W) -> BufWriter<W> {
    BufWriter::with_capacity(1 << 20, out)
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
