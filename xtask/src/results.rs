//! `cargo xtask results`: writes the tables of `docs/results.md`.
//!
//! All cells of a table are measured in one run, on one machine. A cell that
//! reaches its limit says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use crate::child::{Ended, Run};
use crate::limits::Limits;
use crate::measured::{Game, game};
use crate::outcome::{Outcome, Shown};
use crate::scratch::Scratch;
use crate::table::grouped;
use crate::zermelo::Zermelo;
use crate::{partitions, reachability};

/// What is measured.
#[derive(Debug, Args)]
pub struct ResultsArguments {
    /// The tables to write anew [default: all]
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// The time for each cell, as `zermelo solve` takes it
    #[arg(long, value_name = "DURATION", default_value = "10m")]
    time: String,
    /// The memory for each cell, as `zermelo solve` takes it
    #[arg(long, value_name = "SIZE", default_value = "8G")]
    memory: String,
    /// The document
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results.md"), hide_default_value = true)]
    document: PathBuf,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

/// A table: a row for each game, a column for each way to solve it.
struct ResultsTable {
    name: &'static str,
    games: &'static [Game],
    ways: &'static [Way],
}

/// A column, with its options.
struct Way {
    title: &'static str,
    options: &'static [&'static str],
}

const fn way(title: &'static str, options: &'static [&'static str]) -> Way {
    Way { title, options }
}

const TABLES: [ResultsTable; 2] = [
    ResultsTable {
        name: "algorithms",
        games: &[
            game("Tic-tac-toe", "tic-tac-toe", &[], &[]),
            game("Clobber 3×4", "clobber", &["rows=3", "columns=4"], &[]),
            game("Clobber 3×5", "clobber", &["rows=3", "columns=5"], &[]),
            game("Clobber 4×4", "clobber", &["rows=4", "columns=4"], &[]),
            game(
                "Clobber 3×4 with gains",
                "clobber",
                &["rows=3", "columns=4", "gains=pieces"],
                &[],
            ),
            game(
                "Connect Four 4×4",
                "connect-four",
                &["width=4", "height=4"],
                &[],
            ),
            game(
                "Connect Four 5×4",
                "connect-four",
                &["width=5", "height=4"],
                &[],
            ),
            game(
                "m,n,k 4,3,3",
                "mnk",
                &["width=4", "height=3", "length=3"],
                &[],
            ),
            game(
                "m,n,k 4,4,4",
                "mnk",
                &["width=4", "height=4", "length=4"],
                &[],
            ),
            game("Chomp 8×7", "chomp", &["rows=8", "columns=7"], &[]),
            game("Nim 1, 5, 4, 2", "nim", &["heaps=1,5,4,2"], &[]),
            game("Crisscross", "crisscross", &[], &[]),
            game("Sheep and wolf", "sheep-and-wolf", &[], &[]),
        ],
        ways: &[
            way("restarts 2007", &["--algorithm", "restarts-2007"]),
            way("strong 2008", &["--algorithm", "strong-2008"]),
            way(
                "repeated layers 2010",
                &["--algorithm", "repeated-layers-2010"],
            ),
            way("layers 2010", &["--algorithm", "layers-2010"]),
            way("attractor", &["--algorithm", "attractor"]),
            way("explicit", &["--engine", "explicit"]),
        ],
    },
    ResultsTable {
        name: "layer-abstraction",
        games: &[
            game("Catch a Mouse", "catch-a-mouse", &[], &["100/0", "19.0"]),
            game(
                "Chomp 8×7",
                "chomp",
                &["rows=8", "columns=7"],
                &["100/0", "4.2"],
            ),
            game(
                "Chomp 10×10",
                "chomp",
                &["rows=10", "columns=10"],
                &["100/0", "48.3"],
            ),
            game(
                "Clobber 4×5",
                "clobber",
                &["rows=4", "columns=5", "gains=pieces"],
                &["30/0", "444"],
            ),
            game(
                "Nim 4",
                "nim",
                &["heaps=12,12,20,20", "misere=true"],
                &["100/0", "4.2"],
            ),
            game(
                "Number Tic-Tac-Toe",
                "number-tic-tac-toe",
                &[],
                &["100/0", "63.3"],
            ),
            game("Sheep and Wolf", "sheep-and-wolf", &[], &["0/100", "12.9"]),
            game("Tic-Tac-Toe", "tic-tac-toe", &[], &["50/50", "0.6"]),
            game(
                "Chinese Checkers 2",
                "chinese-checkers",
                &[],
                &["50/50", "405"],
            ),
            game(
                "Connect 4 5×6",
                "connect-four",
                &["width=5", "height=6"],
                &["50/50", "1828"],
            ),
        ],
        ways: &[way("symbolic", &["--engine", "symbolic"]), way("auto", &[])],
    },
];

/// A last resort: the program keeps to its own limits, which are tighter.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(6 * 3600),
    memory: 64 << 30,
};

/// Runs the command.
///
/// # Errors
///
/// When the program or the document is missing.
pub fn run(arguments: &ResultsArguments) -> Outcome<Shown> {
    let asked =
        |name: &str| arguments.tables.is_empty() || arguments.tables.iter().any(|it| it == name);
    let time = humantime::parse_duration(&arguments.time)?;
    if asked(partitions::NAME) {
        partitions::measure(time, &mut |table| {
            replace(&arguments.document, partitions::NAME, table)
        })?;
    }
    if asked(reachability::NAME) {
        reachability::measure(time, &mut |table| {
            replace(&arguments.document, reachability::NAME, table)
        })?;
    }
    let tables = TABLES.iter().filter(|table| asked(table.name));
    let tables: Vec<&ResultsTable> = tables.collect();
    if tables.is_empty() {
        return Ok(Shown::Yes);
    }
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    for table in tables {
        let mut rows = vec![head(table)];
        for game in table.games {
            let row = measure(&zermelo, table, game, arguments)?;
            println!("{row}");
            rows.push(row);
            // After each row: a run that is stopped keeps what it has.
            replace(&arguments.document, table.name, &rows.join("\n"))?;
        }
    }
    Ok(Shown::Yes)
}

fn head(table: &ResultsTable) -> String {
    let ways = table.ways.iter().map(|way| way.title);
    let published = match table.games[0].published {
        [] => Vec::new(),
        _ => vec!["published value", "published s"],
    };
    let mut titles: Vec<&str> = vec!["game", "states", "value"];
    titles.extend(ways.chain(published));
    let line = vec!["---:"; titles.len() - 1].join("|");
    format!("| {} |\n|---|{line}|", titles.join(" | "))
}

fn measure(
    zermelo: &Zermelo,
    table: &ResultsTable,
    game: &Game,
    arguments: &ResultsArguments,
) -> Outcome<String> {
    let scratch = Scratch::new()?;
    let sheet = sheet(game, &scratch)?;
    let mut cells = Vec::new();
    let (mut states, mut value) = ("–".to_owned(), "–".to_owned());
    for way in table.ways {
        let work = scratch.path("work");
        let work = work.to_string_lossy();
        let shared = [
            "--threads",
            "1",
            "--time",
            &arguments.time,
            "--memory",
            &arguments.memory,
            "--fresh",
            "--work",
            &work,
        ];
        let options = [way.options, &shared].concat();
        let run = zermelo.run("solve", &sheet, &options, LIMITS)?;
        if let Ok(solved) = serde_json::from_str::<Value>(&run.output) {
            states = solved["states"].as_str().unwrap_or_default().to_owned();
            value = rewards(&solved["initial"]["rewards"]);
        }
        cells.push(cell(&run));
    }
    let published = game.published.iter().map(|it| (*it).to_owned());
    let first = [game.title.to_owned(), grouped(&states), value];
    let all: Vec<String> = first.into_iter().chain(cells).chain(published).collect();
    Ok(format!("| {} |", all.join(" | ")))
}

/// Writes the sheet of a game.
pub fn sheet(game: &Game, scratch: &Scratch) -> Outcome<PathBuf> {
    let settings = game.settings.iter().filter_map(|it| it.split_once('='));
    let settings: Vec<_> = settings.map(|(a, b)| (a.into(), b.into())).collect();
    let found = library::find(game.name).ok_or("no such game in the library")?;
    Ok(scratch.write(format!("{}.kif", game.name), &found.render(&settings)?)?)
}

fn cell(run: &Run) -> String {
    match run.ended {
        Ended::Code(0) => format!("{:.2}", run.cpu_seconds),
        Ended::Code(3) => "does not apply".to_owned(),
        _ => "limit".to_owned(),
    }
}

/// The rewards of all roles.
pub fn rewards(value: &Value) -> String {
    let rewards = value.as_array().into_iter().flatten();
    let rewards: Vec<String> = rewards.map(Value::to_string).collect();
    rewards.join("/")
}

/// Puts a table between its marks.
pub fn replace(document: &Path, name: &str, table: &str) -> Outcome<()> {
    let text = fs::read_to_string(document)?;
    let (begin, end) = (
        format!("<!-- {name} -->\n"),
        format!("<!-- end of {name} -->"),
    );
    let missing = || format!("{} has no place for {name}", document.display());
    let from = text.find(&begin).ok_or_else(missing)? + begin.len();
    let to = text[from..].find(&end).ok_or_else(missing)? + from;
    let text = [&text[..from], table, "\n", &text[to..]].concat();
    Ok(fs::write(document, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_place_of_the_last_one() {
        let scratch = Scratch::new().unwrap();
        let before = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n";
        let document = scratch.write("results.md", before).unwrap();
        replace(&document, "x", "new\nrows").unwrap();
        let after = "a\n<!-- x -->\nnew\nrows\n<!-- end of x -->\nb\n";
        assert_eq!(fs::read_to_string(&document).unwrap(), after);
        assert!(replace(&document, "y", "").is_err());
    }
}
