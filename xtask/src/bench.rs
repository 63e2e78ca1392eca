//! `cargo xtask bench`: the engines against solvers written by hand.
//!
//! The hand-written program is built and run together with ours, on the same games: what
//! counts is the ratio of CPU times, on one thread. Both must find the same number of
//! states.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::{Args, ValueEnum};
use gdl::{Notation, Source};

use crate::child::{self, Run};
use crate::limits::Limits;
use crate::outcome::{Outcome, Shown};
use crate::record;
use crate::scratch::Scratch;
use crate::table::{Column, Table, ratio, seconds};
use crate::zermelo::Zermelo;

/// What is measured.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// The engine that is measured
    #[arg(long, value_enum, default_value_t = EngineArgument::Explicit)]
    engine: EngineArgument,
    /// The folder with the programs written by hand
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/baselines"), hide_default_value = true)]
    baselines: PathBuf,
    /// Adds the rows to this file
    #[arg(long, value_name = "FILE", default_value = "target/bench.tsv")]
    record: PathBuf,
    /// Leaves the games of more than ten million states out
    #[arg(long)]
    quick: bool,
    /// Adds the games that take minutes
    #[arg(long, conflicts_with = "quick")]
    long: bool,
    /// Gives `zermelo` the same rules under other names, in another order; a number says which
    #[arg(long, value_name = "SEED")]
    obfuscated: Option<u64>,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineArgument {
    Explicit,
    Symbolic,
}

/// How long a race takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Length {
    Quick,
    Usual,
    Long,
}

/// A game for both: settings of the library's, arguments of the other one's.
struct Race {
    game: &'static str,
    settings: &'static str,
    command: &'static str,
    baseline: Baseline,
    length: Length,
    /// Largest allowed ratio of our time to the other one's.
    most: f64,
}

/// A program that is raced, and its arguments.
#[derive(Clone, Copy)]
enum Baseline {
    /// Layers of states, for a few games.
    Explicit(&'static str),
    /// Sets of states, for Connect Four; variables in the environment come
    /// first.
    Sets(&'static str),
    /// The same on another game: a measure of the machine.
    Elsewhere(&'static str),
}

const EXPLICIT: [Race; 4] = [
    Race {
        game: "connect-four",
        settings: "width=5 height=4",
        command: "solve",
        baseline: Baseline::Explicit("mnk 5 4 4 1 0"),
        length: Length::Quick,
        most: 2.0,
    },
    Race {
        game: "mnk",
        settings: "width=4 height=4 length=4",
        command: "solve",
        baseline: Baseline::Explicit("mnk 4 4 4 0 0"),
        length: Length::Quick,
        most: 2.0,
    },
    Race {
        game: "clobber",
        settings: "rows=4 columns=5",
        command: "solve",
        baseline: Baseline::Explicit("clob 4 5 0"),
        length: Length::Usual,
        most: 2.0,
    },
    Race {
        game: "connect-four",
        settings: "width=5 height=5",
        command: "solve",
        baseline: Baseline::Explicit("mnk 5 5 4 1 0"),
        length: Length::Usual,
        most: 2.0,
    },
];

/// The other program with two bits a cell, and in its best encoding.
const PLAIN_5X5: &str = "ORD=2,1,3,0,4 LINES=all 5 5 two mall mall 25 24";
const BEST_5X5: &str = "ORD=1,3,2,0,4 LINES=all 5 5 bock mall mall 24 22";

const SYMBOLIC: [Race; 7] = [
    Race {
        game: "connect-four",
        settings: "width=5 height=4",
        command: "solve",
        baseline: Baseline::Sets("ORD=2,1,3,0,4 LINES=all 5 4 two mall mall 22 21"),
        length: Length::Quick,
        most: 2.0,
    },
    Race {
        game: "connect-four",
        settings: "width=5 height=5",
        command: "solve",
        baseline: Baseline::Sets(PLAIN_5X5),
        length: Length::Usual,
        most: 2.0,
    },
    Race {
        game: "connect-four",
        settings: "width=5 height=5",
        command: "solve",
        baseline: Baseline::Sets(BEST_5X5),
        length: Length::Usual,
        most: f64::INFINITY,
    },
    Race {
        game: "mnk",
        settings: "width=4 height=4 length=4",
        command: "solve",
        baseline: Baseline::Elsewhere(PLAIN_5X5),
        length: Length::Usual,
        most: 2.0 / 11.0,
    },
    Race {
        game: "clobber",
        settings: "rows=4 columns=5",
        command: "solve",
        baseline: Baseline::Elsewhere(PLAIN_5X5),
        length: Length::Usual,
        most: 16.0 / 11.0,
    },
    Race {
        game: "connect-four",
        settings: "width=6 height=5",
        command: "solve",
        baseline: Baseline::Sets("ORD=2,3,1,4,0,5 LINES=all 6 5 bock mall mall 28 25"),
        length: Length::Long,
        most: 2.0,
    },
    Race {
        game: "connect-four",
        settings: "width=6 height=6",
        command: "reach",
        baseline: Baseline::Sets("FWDONLY=1 ORD=2,3,1,4,0,5 LINES=all 6 6 bock mall mall 28 25"),
        length: Length::Long,
        most: 2.0,
    },
];

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(3600),
    memory: 20 << 30,
};

/// Runs the command.
///
/// # Errors
///
/// When a program cannot be built or run, or the two disagree.
pub fn run(arguments: &BenchArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let scratch = Scratch::new()?;
    let (races, baseline) = match arguments.engine {
        EngineArgument::Explicit => (
            EXPLICIT.as_slice(),
            build_listing(&arguments.baselines.join("handmade.cpp"), &scratch)?,
        ),
        EngineArgument::Symbolic => (
            SYMBOLIC.as_slice(),
            build_sets(&arguments.baselines.join("c4-matrix"))?,
        ),
    };
    println!("CPU seconds, on one thread\n");
    let table = Table::start([
        Column("game", 36),
        Column("states", 14),
        Column("by hand", 9),
        Column("ours", 9),
        Column("ratio", 6),
        Column("MiB", 6),
    ]);
    let longest = match (arguments.quick, arguments.long) {
        (true, _) => Length::Quick,
        (_, true) => Length::Long,
        _ => Length::Usual,
    };
    let mut shown = Shown::Yes;
    for race in races.iter().filter(|race| race.length <= longest) {
        let sheet = sheet(race, arguments.obfuscated, &scratch)?;
        let ours = ours(&zermelo, race, arguments.engine, &sheet, &scratch)?;
        let theirs = theirs(&baseline, race)?;
        let states = agreed(race, &ours, &theirs)?;
        let cells = [
            format!("{} {} {}", race.command, race.game, race.settings),
            states,
            seconds(theirs.cpu_seconds),
            seconds(ours.cpu_seconds),
            ratio(theirs.cpu_seconds, ours.cpu_seconds),
            (ours.peak_memory_bytes >> 20).to_string(),
        ];
        record::append(&arguments.record, &cells.join("\t"))?;
        table.row(cells);
        if ours.cpu_seconds > race.most * theirs.cpu_seconds {
            shown = Shown::No;
        }
    }
    Ok(shown)
}

fn build_listing(source: &Path, scratch: &Scratch) -> Outcome<PathBuf> {
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

/// Built next to this program, so that it is built once.
fn build_sets(folder: &Path) -> Outcome<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = std::env::current_exe()?.with_file_name("baselines");
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status()?;
    match built.success() {
        true => Ok(target.join("release/c4-matrix")),
        false => Err(format!("{} was not built", folder.display()).into()),
    }
}

/// The rules as a file.
fn sheet(race: &Race, obfuscated: Option<u64>, scratch: &Scratch) -> Outcome<PathBuf> {
    let settings = race.settings.split(' ').filter_map(|it| it.split_once('='));
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

fn ours(
    zermelo: &Zermelo,
    race: &Race,
    engine: EngineArgument,
    sheet: &Path,
    scratch: &Scratch,
) -> Outcome<Run> {
    let work = scratch.path("work");
    let work = work.to_string_lossy();
    let engine = match engine {
        EngineArgument::Explicit => "explicit",
        EngineArgument::Symbolic => "symbolic",
    };
    let options = [
        "--threads",
        "1",
        "--memory",
        "8G",
        "--engine",
        engine,
        "--fresh",
        "--work",
        &work,
    ];
    zermelo.run(race.command, sheet, &options, LIMITS)
}

fn theirs(program: &Path, race: &Race) -> Outcome<Run> {
    match race.baseline {
        Baseline::Explicit(arguments) => {
            let arguments: Vec<&OsStr> = arguments.split(' ').map(OsStr::new).collect();
            child::run(program, &arguments, LIMITS)
        }
        Baseline::Sets(arguments) | Baseline::Elsewhere(arguments) => {
            let (variables, rest): (Vec<&str>, Vec<&str>) =
                arguments.split(' ').partition(|it| it.contains('='));
            let mut all: Vec<&OsStr> = variables.iter().map(OsStr::new).collect();
            all.push(program.as_os_str());
            all.extend(rest.iter().map(OsStr::new));
            child::run(Path::new("env"), &all, LIMITS)
        }
    }
}

/// The number of states that both found.
fn agreed(race: &Race, ours: &Run, theirs: &Run) -> Outcome<String> {
    let solved: serde_json::Value = serde_json::from_str(&ours.output)
        .map_err(|_| format!("{}: {}", race.game, ours.complaints))?;
    let states = solved["states"].as_str().unwrap_or_default().to_owned();
    let mut words = theirs.output.split_whitespace();
    let other = words.find_map(|word| word.strip_prefix("states="));
    let elsewhere = matches!(race.baseline, Baseline::Elsewhere(_));
    match elsewhere || other == Some(states.as_str()) {
        true => Ok(states),
        false => Err(format!("{}: {states} states, and {other:?}", race.game).into()),
    }
}
