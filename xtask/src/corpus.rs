//! `cargo xtask corpus`: which published sheets can be solved.
//!
//! Rows are added to a file as they are finished, and sheets that have a row
//! are not tried again: so a run that was stopped can be resumed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::child::{Ended, Run};
use crate::limits::Limits;
use crate::outcome::{Outcome, Shown};
use crate::record;
use crate::scratch::Scratch;
use crate::sheets::{SheetArguments, SheetFile};
use crate::zermelo::Zermelo;

/// What is tried.
#[derive(Debug, Args)]
pub struct CorpusArguments {
    #[command(flatten)]
    sheets: SheetArguments,
    /// The time for each sheet, as `zermelo solve` takes it
    #[arg(long, value_name = "DURATION", default_value = "30s")]
    time: String,
    /// The memory for each sheet, as `zermelo solve` takes it
    #[arg(long, value_name = "SIZE", default_value = "8G")]
    memory: String,
    /// The file with the rows
    #[arg(long, value_name = "FILE", default_value = "target/corpus.tsv")]
    record: PathBuf,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

/// A last resort: the program keeps to its own limits, which are tighter.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(6 * 3600),
    memory: 64 << 30,
};

/// Runs the command.
///
/// # Errors
///
/// When a sheet is missing, or the program.
pub fn run(arguments: &CorpusArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let done = done(&arguments.record);
    for file in &arguments.sheets.files()? {
        if done.contains(&file.name) {
            continue;
        }
        let row = attempt(&zermelo, file, arguments)?;
        println!("{row}");
        record::append(&arguments.record, &row)?;
    }
    let rows = fs::read_to_string(&arguments.record)?;
    let solved = rows.lines().filter(|row| row.contains("\tsolved\t"));
    println!("{} of {} solved", solved.count(), rows.lines().count());
    Ok(Shown::Yes)
}

/// The sheets that have a row.
fn done(record: &Path) -> BTreeSet<String> {
    let rows = fs::read_to_string(record).unwrap_or_default();
    let names = rows.lines().filter_map(|row| row.split('\t').next());
    names.map(str::to_owned).collect()
}

/// A row: the sheet, how it ended, states, result, CPU seconds, MiB.
fn attempt(zermelo: &Zermelo, file: &SheetFile, arguments: &CorpusArguments) -> Outcome<String> {
    let scratch = Scratch::new()?;
    let work = scratch.path("work");
    let work = work.to_string_lossy();
    let options = [
        "--time",
        &arguments.time,
        "--memory",
        &arguments.memory,
        "--work",
        &work,
    ];
    let run = zermelo.run("solve", &file.path, &options, LIMITS)?;
    let (states, result) = numbers(&run);
    let cells = [
        file.name.clone(),
        outcome(&run),
        states,
        result,
        format!("{:.2}", run.cpu_seconds),
        (run.peak_memory_bytes >> 20).to_string(),
    ];
    Ok(cells.join("\t"))
}

/// How it ended: solved, or in the words of the program's first complaint.
fn outcome(run: &Run) -> String {
    let complaint = || {
        let errors = run
            .complaints
            .lines()
            .filter(|line| line.starts_with("error"));
        let first = errors.map(str::to_owned).next();
        first.unwrap_or_else(|| format!("{:?}", run.ended))
    };
    match run.ended {
        Ended::Code(0) => "solved".to_owned(),
        Ended::Code(4) => "limit".to_owned(),
        _ => complaint().replace('\t', " "),
    }
}

fn numbers(run: &Run) -> (String, String) {
    let Ok(solved) = serde_json::from_str::<serde_json::Value>(&run.output) else {
        return (String::new(), String::new());
    };
    let states = solved["states"].as_str().unwrap_or_default();
    (states.to_owned(), solved["initial"]["rewards"].to_string())
}
