//! `cargo xtask engines`: the explicit and the symbolic engine on the same
//! sheets.
//!
//! Where both finish they must find the same states, layers and values. Rows
//! are added to a file as they are finished, and sheets that have a row are not
//! tried again.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::child::{Ended, Run};
use crate::limits::Limits;
use crate::outcome::{Outcome, Shown};
use crate::record;
use crate::scratch::Scratch;
use crate::sheets::{SheetArguments, SheetFile};
use crate::zermelo::Zermelo;

/// What is compared.
#[derive(Debug, Args)]
pub struct EnginesArguments {
    #[command(flatten)]
    sheets: SheetArguments,
    /// Takes the games of the library instead
    #[arg(long)]
    library: bool,
    /// The models to solve under
    #[arg(long, value_delimiter = ',', default_value = "difference,own")]
    models: Vec<String>,
    /// The time for each run, as `zermelo solve` takes it
    #[arg(long, value_name = "DURATION", default_value = "20s")]
    time: String,
    /// The memory for each run, as `zermelo solve` takes it
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    memory: String,
    /// The file with the rows
    #[arg(long, value_name = "FILE", default_value = "target/engines.tsv")]
    record: PathBuf,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

/// A last resort: the program keeps to its own limits, which are tighter.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(3600),
    memory: 64 << 30,
};

/// Runs the command.
///
/// # Errors
///
/// When a sheet is missing, or the program.
pub fn run(arguments: &EnginesArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let scratch = Scratch::new()?;
    let files = match arguments.library {
        true => library(&scratch)?,
        false => arguments.sheets.files()?,
    };
    let known = fs::read_to_string(&arguments.record).unwrap_or_default();
    let done: BTreeSet<String> = known.lines().map(key).collect();
    for file in &files {
        for model in &arguments.models {
            if done.contains(&format!("{}\t{model}", file.name)) {
                continue;
            }
            let row = compare(&zermelo, file, model, arguments)?;
            println!("{row}");
            record::append(&arguments.record, &row)?;
        }
    }
    let rows = fs::read_to_string(&arguments.record)?;
    let count = |what: &str| rows.lines().filter(|row| row.contains(what)).count();
    let differ = count("\tDIFFERENT\t");
    println!("{} equal, {differ} different", count("\tequal\t"));
    Ok(if differ == 0 { Shown::Yes } else { Shown::No })
}

/// What a row is about: the sheet and the model.
fn key(row: &str) -> String {
    let cells: Vec<&str> = row.split('\t').take(2).collect();
    cells.join("\t")
}

fn library(scratch: &Scratch) -> Outcome<Vec<SheetFile>> {
    let mut files = Vec::new();
    for game in library::games() {
        let text = game.render(&[])?;
        let path = scratch.write(format!("{}.kif", game.name()), &text)?;
        files.push(SheetFile::new(path));
    }
    Ok(files)
}

/// A row: the sheet, the model, the verdict, and for both engines the ending,
/// seconds and MiB.
fn compare(
    zermelo: &Zermelo,
    file: &SheetFile,
    model: &str,
    arguments: &EnginesArguments,
) -> Outcome<String> {
    let solve = |engine: &str| {
        let options = [
            "--engine",
            engine,
            "--model",
            model,
            "--time",
            &arguments.time,
            "--memory",
            &arguments.memory,
        ];
        zermelo.run("solve", &file.path, &options, LIMITS)
    };
    let runs = [solve("explicit")?, solve("symbolic")?];
    let [explicit, symbolic] = runs.each_ref().map(told);
    let verdict = match (&explicit, &symbolic) {
        (Some(explicit), Some(symbolic)) if explicit == symbolic => "equal",
        (Some(_), Some(_)) => "DIFFERENT",
        _ => "–",
    };
    let mut cells = vec![file.name.clone(), model.to_owned(), verdict.to_owned()];
    for run in &runs {
        cells.push(outcome(run));
        cells.push(format!("{:.2}", run.cpu_seconds));
        cells.push((run.peak_memory_bytes >> 20).to_string());
    }
    Ok(cells.join("\t"))
}

/// What both engines must agree on.
fn told(run: &Run) -> Option<Value> {
    let solved: Value = serde_json::from_str(&run.output).ok()?;
    let layers = solved["layers"].as_array()?.iter();
    let layers: Vec<&Value> = layers.map(|layer| &layer["states"]).collect();
    Some(json!({
        "states": solved["states"],
        "terminals": solved["terminals"],
        "layers": layers,
        "rewards": solved["initial"]["rewards"],
        "mover": solved["initial"]["mover"],
        "buckets": solved["buckets"],
        "unresolved": solved["unresolved"],
        "infinite": solved["infinite"],
    }))
}

fn outcome(run: &Run) -> String {
    let errors = run.complaints.lines();
    let mut errors = errors.filter(|line| line.starts_with("error"));
    match run.ended {
        Ended::Code(0) => "solved".to_owned(),
        _ => errors.next().map_or_else(
            || format!("{:?}", run.ended),
            |line| line.replace('\t', " "),
        ),
    }
}
