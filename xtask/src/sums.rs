//! `cargo xtask sums`: writes the table `sums` of `docs/results.md`: games that fall into
//! parts, solved as they are and by their parts.
//!
//! Whole runs of `solve`, on one thread. A cell that reaches its limit says so.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::child::{Ended, Run};
use crate::limits::Limits;
use crate::measured::{Game, game};
use crate::outcome::{Outcome, Shown};
use crate::results::{replace, rewards, sheet};
use crate::scratch::Scratch;
use crate::table::grouped;
use crate::zermelo::Zermelo;

/// The table's name.
const NAME: &str = "sums";

const HEAD: &str = "| game | states | value | plain | by itself |
|---|---:|---:|---:|---:|";

/// What is measured.
#[derive(Debug, Args)]
pub struct SumsArguments {
    /// The CPU time for each cell, in whole seconds
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = humantime::parse_duration)]
    time: std::time::Duration,
    /// The memory for each cell, as `zermelo solve` takes it
    #[arg(long, value_name = "SIZE", default_value = "6G")]
    memory: String,
    /// The document
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results.md"), hide_default_value = true)]
    document: PathBuf,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

const EIGHT: &str = "heaps=100,100,100,100,100,100,100,100";

const GAMES: [Game; 17] = [
    game("Nim 1, 5, 4, 2", "nim", &["heaps=1,5,4,2"], &[]),
    game("Nim 2, 2, 10, 10", "nim", &["heaps=2,2,10,10"], &[]),
    game("Nim 11, 12, 15, 25", "nim", &["heaps=11,12,15,25"], &[]),
    game(
        "Misère nim 12, 12, 20, 20",
        "nim",
        &["heaps=12,12,20,20", "misere=true"],
        &[],
    ),
    game("Nim 99, 99, 99", "nim", &["heaps=99,99,99"], &[]),
    game("Nim, eight heaps of 100", "nim", &[EIGHT], &[]),
    game("Kayles, 70 pins", "kayles", &["pins=70"], &[]),
    game(
        "Dawson's kayles, 70 pins",
        "dawsons-kayles",
        &["pins=70"],
        &[],
    ),
    game(
        "Subtraction, 200 objects",
        "subtraction",
        &["objects=200", "amounts=1,3,4"],
        &[],
    ),
    game("Clobber 1×20", "clobber", &["rows=1", "columns=20"], &[]),
    game("Clobber 2×8", "clobber", &["rows=2", "columns=8"], &[]),
    game("Domineering 4×4", "domineering", &[], &[]),
    game(
        "Domineering 5×5",
        "domineering",
        &["rows=5", "columns=5"],
        &[],
    ),
    game(
        "Domineering 6×6",
        "domineering",
        &["rows=6", "columns=6"],
        &[],
    ),
    game(
        "Toads and frogs 5, 3, 5",
        "toads-and-frogs",
        &["toads=5", "empty=3", "frogs=5"],
        &[],
    ),
    game(
        "Toads and frogs 8, 5, 8",
        "toads-and-frogs",
        &["toads=8", "empty=5", "frogs=8"],
        &[],
    ),
    game("Double tic-tac-toe", "double-tic-tac-toe", &[], &[]),
];

/// Runs the command.
///
/// # Errors
///
/// When the program or the document is missing.
pub fn run(arguments: &SumsArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let mut rows = vec![HEAD.to_owned()];
    for game in &GAMES {
        let row = measure(&zermelo, game, arguments)?;
        println!("{row}");
        rows.push(row);
        replace(&arguments.document, NAME, &rows.join("\n"))?;
    }
    Ok(Shown::Yes)
}

fn measure(zermelo: &Zermelo, game: &Game, arguments: &SumsArguments) -> Outcome<String> {
    let scratch = Scratch::new()?;
    let sheet = sheet(game, &scratch)?;
    let work = scratch.path("work");
    let work = work.to_string_lossy();
    let limits = Limits {
        cpu: arguments.time,
        memory: 64 << 30,
    };
    let [mut states, mut value] = ["–", "–"].map(str::to_owned);
    let mut cells = Vec::new();
    for way in ["off", "auto"] {
        let options = [
            "--decompose",
            way,
            "--threads",
            "1",
            "--memory",
            &arguments.memory,
            "--fresh",
            "--work",
            &work,
        ];
        let run = zermelo.run("solve", &sheet, &options, limits)?;
        if let Ok(solved) = serde_json::from_str::<Value>(&run.output) {
            if let Some(known) = solved["states"].as_str() {
                states = grouped(known);
            }
            value = rewards(&solved["initial"]["rewards"]);
        }
        cells.push(cell(&run, arguments));
    }
    let [plain, parts] = [&cells[0], &cells[1]];
    let title = game.title;
    Ok(format!(
        "| {title} | {states} | {value} | {plain} | {parts} |"
    ))
}

fn cell(run: &Run, arguments: &SumsArguments) -> String {
    match run.ended {
        Ended::Code(0) => format!("{:.2}", run.cpu_seconds),
        Ended::Time => format!("> {}", arguments.time.as_secs()),
        _ => "limit".to_owned(),
    }
}
