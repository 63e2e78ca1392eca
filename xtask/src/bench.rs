//! `cargo xtask bench`: the engines against a solver written by hand.
//!
//! The hand-written program is built and run in the same go, on the same games:
//! what counts is the ratio of CPU times, on one thread. Both must find the same
//! number of states.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use gdl::{Notation, Source};

use crate::child::{self, Run};
use crate::limits::Limits;
use crate::scratch::Scratch;
use crate::table::{Column, Table, ratio, seconds};
use crate::zermelo::Zermelo;
use crate::{Outcome, Shown};

/// What is measured.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// The source of the hand-written program
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/baselines/handmade.cpp"), hide_default_value = true)]
    baseline: PathBuf,
    /// Adds the rows to this file
    #[arg(long, value_name = "FILE", default_value = "target/bench.tsv")]
    record: PathBuf,
    /// Leaves the games of more than ten million states out
    #[arg(long)]
    quick: bool,
    /// Gives `zermelo` the same rules under other names, in another order; a number says which
    #[arg(long, value_name = "SEED")]
    obfuscated: Option<u64>,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

/// A game for both: settings of the library's, arguments of the other one's.
struct Race {
    game: &'static str,
    settings: &'static [&'static str],
    baseline: &'static [&'static str],
    is_quick: bool,
    /// How many times the other one's time it may take.
    most: f64,
}

const RACES: [Race; 4] = [
    Race {
        game: "connect-four",
        settings: &["width=5", "height=4"],
        baseline: &["mnk", "5", "4", "4", "1", "0"],
        is_quick: true,
        most: 2.0,
    },
    Race {
        game: "mnk",
        settings: &["width=4", "height=4", "length=4"],
        baseline: &["mnk", "4", "4", "4", "0", "0"],
        is_quick: true,
        most: 2.0,
    },
    Race {
        game: "clobber",
        settings: &["rows=4", "columns=5"],
        baseline: &["clob", "4", "5", "0"],
        is_quick: false,
        most: 2.0,
    },
    Race {
        game: "connect-four",
        settings: &["width=5", "height=5"],
        baseline: &["mnk", "5", "5", "4", "1", "0"],
        is_quick: false,
        most: 2.0,
    },
];

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(600),
    memory: 8 << 30,
};

/// Runs the command.
///
/// # Errors
///
/// When a program cannot be built or run, or the two disagree.
pub fn run(arguments: &BenchArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let scratch = Scratch::new()?;
    let baseline = build(&arguments.baseline, &scratch)?;
    println!("CPU seconds to solve, on one thread\n");
    let table = Table::start([
        Column("game", 32),
        Column("states", 12),
        Column("by hand", 9),
        Column("ours", 9),
        Column("ratio", 6),
        Column("MiB", 6),
    ]);
    let mut shown = Shown::Yes;
    for race in RACES
        .iter()
        .filter(|race| race.is_quick || !arguments.quick)
    {
        let sheet = sheet(race, arguments.obfuscated, &scratch)?;
        let ours = ours(&zermelo, &sheet, &scratch)?;
        let theirs = theirs(&baseline, race)?;
        let states = agreed(race, &ours, &theirs)?;
        let cells = [
            format!("{} {}", race.game, race.settings.join(" ")),
            states,
            seconds(theirs.cpu_seconds),
            seconds(ours.cpu_seconds),
            ratio(theirs.cpu_seconds, ours.cpu_seconds),
            (ours.peak_memory_bytes >> 20).to_string(),
        ];
        record(&arguments.record, &cells)?;
        table.row(cells);
        if ours.cpu_seconds > race.most * theirs.cpu_seconds {
            shown = Shown::No;
        }
    }
    Ok(shown)
}

fn build(source: &Path, scratch: &Scratch) -> Outcome<PathBuf> {
    let program = scratch.path("by-hand");
    let built = Command::new("g++")
        .args(["-O3", "-march=native", "-o"])
        .args([&program, source])
        .status()?;
    match built.success() {
        true => Ok(program),
        false => Err(format!("{} was not built", source.display()).into()),
    }
}

/// The rules as a file.
fn sheet(race: &Race, obfuscated: Option<u64>, scratch: &Scratch) -> Outcome<PathBuf> {
    let settings = race.settings.iter().filter_map(|it| it.split_once('='));
    let settings: Vec<_> = settings.map(|(a, b)| (a.into(), b.into())).collect();
    let game = library::find(race.game).ok_or("no such game in the library")?;
    let mut text = game.render(&settings)?;
    if let Some(seed) = obfuscated {
        let rules = gdl::load(&Source::new(race.game, text.as_bytes()), None).rules;
        let rules = rules.ok_or("the library's rules are not valid")?;
        let sheet = testkit::obfuscate(rules.sheet(), seed);
        text = gdl::print(sheet.sheet(), Notation::Kif);
    }
    Ok(scratch.write(format!("{}.kif", race.game), &text)?)
}

fn ours(zermelo: &Zermelo, sheet: &Path, scratch: &Scratch) -> Outcome<Run> {
    let work = scratch.path("work");
    let work = work.to_string_lossy();
    let options = ["--threads", "1", "--fresh", "--work", &work];
    zermelo.run("solve", sheet, &options, LIMITS)
}

fn theirs(program: &Path, race: &Race) -> Outcome<Run> {
    let arguments: Vec<&OsStr> = race.baseline.iter().map(OsStr::new).collect();
    child::run(program, &arguments, LIMITS)
}

/// The number of states that both found.
fn agreed(race: &Race, ours: &Run, theirs: &Run) -> Outcome<String> {
    let solved: serde_json::Value = serde_json::from_str(&ours.output)
        .map_err(|_| format!("{}: {}", race.game, ours.complaints))?;
    let states = solved["states"].as_str().unwrap_or_default().to_owned();
    let mut words = theirs.output.split_whitespace();
    let other = words.find_map(|word| word.strip_prefix("states="));
    match other == Some(states.as_str()) {
        true => Ok(states),
        false => Err(format!("{}: {states} states, and {other:?}", race.game).into()),
    }
}

fn record(path: &Path, cells: &[String]) -> Outcome<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    Ok(writeln!(file, "{}", cells.join("\t"))?)
}
