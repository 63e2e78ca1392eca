//! `zermelo export`: states with what they are worth, as CSV or Parquet.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use game::Count;
use play::SolvedGame;
use report::{Column, Export, ExportEnd, Selection, TableForm, counted, grouped};
use table::WholeFile;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file_arguments::ExportArguments;
use crate::{output, solved};

/// Runs the command.
pub fn run(arguments: &ExportArguments, context: &Context) -> Result<(), Failure> {
    let export = Export {
        form: form(arguments, context),
        columns: arguments.columns.0.clone(),
        selection: match (arguments.sample, arguments.limit) {
            (Some(states), _) => Selection::Sample {
                states,
                seed: arguments.seed,
            },
            (None, Some(limit)) => Selection::First(limit),
            (None, None) => Selection::All,
        },
    };
    if !export.form.is_supported() {
        return Err(unsupported());
    }
    let solved = solved::open(&arguments.file, context)?;
    if let Some(path) = &arguments.encoding {
        if solved.parts().is_some() {
            return Err(no_keys(&export));
        }
        write_encoding(&solved, path)?;
    }
    let written = match &arguments.out {
        None => {
            let written = export.write(&solved, buffered(io::stdout()), &context.stop);
            written.map(drop)
        }
        // The file is there when it is whole.
        Some(path) => {
            let written = export.write(&solved, buffered(create(path)?), &context.stop);
            let whole = written.map(|out| out.into_inner().map_err(|error| error.into_error()));
            whole.and_then(|file| Ok(file?.finish()?))
        }
    };
    written.or_else(|end| failure(end, &export))?;
    warn_if_few(&export, &solved);
    Ok(())
}

/// The form that is asked for, also by the name of the file.
fn form(arguments: &ExportArguments, context: &Context) -> TableForm {
    let ending = arguments.out.as_deref().and_then(Path::extension);
    match context.columns || ending.is_some_and(|it| it == "parquet") {
        true => TableForm::Parquet,
        false => TableForm::Csv,
    }
}

fn create(path: &Path) -> Result<WholeFile, Failure> {
    let unwritable = |error| Failure::usage(format!("cannot write {}: {error}", path.display()));
    WholeFile::create(path).map_err(unwritable)
}

fn buffered<W: Write>(out: W) -> BufWriter<W> {
    BufWriter::with_capacity(1 << 20, out)
}

/// Writes what the bits of keys mean.
fn write_encoding(solved: &SolvedGame, path: &Path) -> Result<(), Failure> {
    let text = serde_json::to_string(solved.file().encoding());
    let text = text.expect("an encoding is valid JSON");
    let mut file = create(path)?;
    let written = writeln!(file, "{text}").and_then(|()| file.finish());
    written.map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        Failure::new(Exit::Limit, message)
    })
}

/// Warns if there are fewer states than the sample is to have.
fn warn_if_few(export: &Export, solved: &SolvedGame) {
    if let Some(all) = solved.counts().states
        && let Selection::Sample { states, .. } = export.selection
        && u128::from(states) > all
    {
        let all = counted(all, "state");
        output::warn(&format!("the file has {all}: all of them are written"));
    }
}

/// Why there is no whole table; a reader that wants no more is no failure.
fn failure(end: ExportEnd, export: &Export) -> Result<(), Failure> {
    Err(match end {
        ExportEnd::Enough => return Ok(()),
        ExportEnd::Stopped(reason, written) => {
            let done = format!(" after {} states", grouped(written));
            Failure::stopped(reason, &done)
        }
        ExportEnd::Unwritable(error) => Failure::new(Exit::Limit, format!("cannot write: {error}")),
        ExportEnd::File(error) => error.into(),
        ExportEnd::Play(error) => error.into(),
        ExportEnd::NotAState => {
            let message = "the file has a key that is no state: it is damaged";
            Failure::new(Exit::File, message)
        }
        ExportEnd::NoKeys => no_keys(export),
        ExportEnd::TooMany { states, most } => too_many(states, most),
        ExportEnd::NoLayers { most } => no_layers(export, most),
        _ => unsupported(),
    })
}

/// The names of the columns but for one; the usual ones if there are no others.
fn without(export: &Export, column: Column) -> String {
    let columns = export.columns.iter().filter(|&&it| it != column);
    let mut columns: Vec<&str> = columns.map(|it| it.name()).collect();
    if columns.is_empty() {
        columns.extend(Column::USUAL.map(Column::name));
    }
    columns.join(",")
}

fn no_keys(export: &Export) -> Failure {
    Failure::usage("the game was solved by its parts: its states have no keys")
        .help(format!("say --columns {}", without(export, Column::Key)))
}

fn too_many(states: Option<Count>, most: usize) -> Failure {
    let many = match states {
        Some(states) => counted(states, "state"),
        None => format!("more than {}", counted(most, "state")),
    };
    let message = format!("the game was solved by its parts and has {many}: too many to list");
    Failure::usage(message).help("say --limit N for the first ones, or --sample N")
}

fn no_layers(export: &Export, most: usize) -> Failure {
    let columns = without(export, Column::Layer);
    let message = format!(
        "the file does not tell layers, and a game of more than {} states is not walked over \
         to find them",
        grouped(most)
    );
    Failure::usage(message).help(format!("say --columns {columns}"))
}

fn unsupported() -> Failure {
    Failure::usage("this build of zermelo cannot write Parquet")
        .help("build it without `--no-default-features`, or write CSV")
}
