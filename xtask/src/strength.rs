//! `cargo xtask strength`: writes the table `strength` of `docs/results.md`: how often
//! `zermelo estimate` recommends a move that keeps the value of a solved position.
//!
//! Positions are drawn from a solution, as many from each layer as there are; each has a move
//! that loses value and one that does not. Rates are told with Wilson's interval of 95 %.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::child::Run;
use crate::limits::Limits;
use crate::measured::{Game, game};
use crate::outcome::{Outcome, Shown};
use crate::results::{replace, sheet};
use crate::scratch::Scratch;
use crate::zermelo::Zermelo;

/// The table's name.
const NAME: &str = "strength";

const HEAD: &str = "| game | iterations | uct-2008 % | uct % | uct with a database % | CPU s each |
|---|---:|---:|---:|---:|---:|";

/// States that positions are chosen from.
const SAMPLE: &str = "20000";

/// Memory for one run, in bytes.
const MEMORY: u64 = 64 << 30;

/// What is measured.
#[derive(Debug, Args)]
pub struct StrengthArguments {
    /// Games by their titles, or parts of these; all without names
    names: Vec<String>,
    /// How many positions of each game
    #[arg(long, value_name = "N", default_value_t = 200)]
    positions: usize,
    /// Numbers of iterations
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "10000,100000"
    )]
    iterations: Vec<u64>,
    /// Up to how many iterations the algorithm of 2008 is measured
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    plain: u64,
    /// What makes the database of a game: options of `zermelo solve`
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "--backward 6",
        allow_hyphen_values = true
    )]
    database: String,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The document
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results.md"), hide_default_value = true)]
    document: PathBuf,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

const GAMES: [Game; 5] = [
    game(
        "Connect Four 5×5",
        "connect-four",
        &["width=5", "height=5"],
        &[],
    ),
    game(
        "m,n,k 4,4,4",
        "mnk",
        &["width=4", "height=4", "length=4"],
        &[],
    ),
    game("Clobber 4×4", "clobber", &["rows=4", "columns=4"], &[]),
    game("Chomp 8×7", "chomp", &["rows=7", "columns=8"], &[]),
    game(
        "Breakthrough 4×5",
        "breakthrough",
        &["width=4", "height=5", "pawns=1"],
        &[],
    ),
];

/// A position with the moves that keep its value.
struct Asked {
    state: String,
    keeping: Vec<String>,
}

/// How many positions of all were answered well.
#[derive(Clone, Copy, Default)]
struct Tally {
    good: usize,
    all: usize,
    cpu_seconds: f64,
}

/// Runs the command.
///
/// # Errors
///
/// When the program or the document is missing, or a game cannot be solved.
pub fn run(arguments: &StrengthArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let mut rows = vec![HEAD.to_owned()];
    let wanted = |game: &&Game| {
        let named = arguments
            .names
            .iter()
            .any(|name| game.title.contains(name.as_str()));
        arguments.names.is_empty() || named
    };
    for game in GAMES.iter().filter(wanted) {
        for row in measure(&zermelo, game, arguments)? {
            println!("{row}");
            rows.push(row);
            replace(&arguments.document, NAME, &rows.join("\n"))?;
        }
    }
    Ok(Shown::Yes)
}

fn measure(zermelo: &Zermelo, game: &Game, arguments: &StrengthArguments) -> Outcome<Vec<String>> {
    let scratch = Scratch::new()?;
    let sheet = sheet(game, &scratch)?;
    let (solution, database) = (scratch.path("solution"), scratch.path("database"));
    done(&solve(zermelo, &sheet, &solution, &scratch, &[])?)?;
    let options: Vec<&str> = arguments.database.split_whitespace().collect();
    let made = solve(zermelo, &sheet, &database, &scratch, &options)?;
    // A database may also be what a run has left that came to a limit.
    let database = database.is_file().then_some(database);
    if database.is_none() {
        eprintln!("{}: no database: {}", game.title, made.complaints.trim());
    }
    let asked = positions(zermelo, &solution, &scratch, arguments)?;
    let mut rows = Vec::new();
    for &iterations in &arguments.iterations {
        let tally =
            |options: &[&str]| tally(zermelo, &sheet, &asked, iterations, arguments.seed, options);
        let plain = match iterations <= arguments.plain {
            true => Some(tally(&["--algorithm", "uct-2008"])?),
            false => None,
        };
        let own = tally(&[])?;
        let exact = match &database {
            Some(file) => Some(tally(&["--database", &file.to_string_lossy()])?),
            None => None,
        };
        let cell = |it: Option<Tally>| it.map_or("–".to_owned(), Tally::text);
        let each = own.cpu_seconds / own.all.max(1) as f64;
        let title = game.title;
        let cells = [cell(plain), cell(Some(own)), cell(exact)].join(" | ");
        rows.push(format!("| {title} | {iterations} | {cells} | {each:.2} |"));
    }
    Ok(rows)
}

fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(3600),
        memory: MEMORY,
    }
}

fn solve(
    zermelo: &Zermelo,
    sheet: &Path,
    to: &Path,
    scratch: &Scratch,
    options: &[&str],
) -> Outcome<Run> {
    let (to, work) = (to.to_string_lossy(), scratch.path("work"));
    let work = work.to_string_lossy();
    let shared = ["--fresh", "--work", &work, "-o", &to];
    zermelo.run("solve", sheet, &[&shared, options].concat(), limits())
}

fn done(run: &Run) -> Outcome<()> {
    match run.is_done() {
        true => Ok(()),
        false => Err(run.complaints.clone().into()),
    }
}

/// Unforced positions of a solution, from all layers alike.
fn positions(
    zermelo: &Zermelo,
    solution: &Path,
    scratch: &Scratch,
    arguments: &StrengthArguments,
) -> Outcome<Vec<Asked>> {
    let table = scratch.path("sample.csv");
    let (table_text, seed) = (
        table.to_string_lossy().into_owned(),
        arguments.seed.to_string(),
    );
    let options = [
        "--columns",
        "layer,state",
        "--sample",
        SAMPLE,
        "--seed",
        &seed,
        "-o",
        &table_text,
    ];
    let arguments_of = |options: &[&str]| -> Vec<std::ffi::OsString> {
        let command = [std::ffi::OsString::from("export"), solution.into()];
        command
            .into_iter()
            .chain(options.iter().map(Into::into))
            .collect()
    };
    let words = arguments_of(&options);
    let words: Vec<&std::ffi::OsStr> = words.iter().map(AsRef::as_ref).collect();
    done(&crate::child::run(zermelo.path(), &words, limits())?)?;
    let mut layers: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for line in fs::read_to_string(&table)?.lines().skip(1) {
        let Some((layer, state)) = line.split_once(',') else {
            continue;
        };
        let state = state.trim_matches('"').to_owned();
        layers
            .entry(layer.parse().unwrap_or(0))
            .or_default()
            .push(state);
    }
    judged(zermelo, solution, scratch, layers, arguments.positions)
}

/// Asks the solution about the positions, layer after layer in turn, and keeps so many of
/// them in which there is something to be lost.
fn judged(
    zermelo: &Zermelo,
    solution: &Path,
    scratch: &Scratch,
    mut layers: BTreeMap<u64, Vec<String>>,
    most: usize,
) -> Outcome<Vec<Asked>> {
    let mut order = Vec::new();
    while layers.values().any(|it| !it.is_empty()) {
        order.extend(layers.values_mut().filter_map(Vec::pop));
    }
    let lines: Vec<String> = order
        .iter()
        .map(|it| json!({ "state": it }).to_string())
        .collect();
    let asked = scratch.write("asked.jsonl", &(lines.join("\n") + "\n"))?;
    let run = zermelo.run(
        "query",
        solution,
        &["--batch", &asked.to_string_lossy()],
        limits(),
    )?;
    done(&run)?;
    let answers = run.output.lines().zip(order);
    let kept = answers.filter_map(|(line, state)| {
        let answer: Value = serde_json::from_str(line).ok()?;
        let moves = answer["moves"].as_array()?;
        let loses = |it: &&Value| it["judgement"] == "mistake";
        let keeping = moves.iter().filter(|it| !loses(it));
        let keeping: Vec<String> = keeping
            .filter_map(|it| Some(it["move"].as_str()?.to_owned()))
            .collect();
        let unforced = !keeping.is_empty() && keeping.len() < moves.len();
        unforced.then_some(Asked { state, keeping })
    });
    Ok(kept.take(most).collect())
}

/// Estimates all positions, and counts the recommended moves that keep the value.
fn tally(
    zermelo: &Zermelo,
    sheet: &Path,
    asked: &[Asked],
    iterations: u64,
    seed: u64,
    options: &[&str],
) -> Outcome<Tally> {
    let mut tally = Tally::default();
    let (iterations, seed) = (iterations.to_string(), seed.to_string());
    for one in asked {
        let shared = [
            "--state",
            &one.state,
            "--iterations",
            &iterations,
            "--seed",
            &seed,
            "--threads",
            "1",
        ];
        let run = zermelo.run("estimate", sheet, &[&shared, options].concat(), limits())?;
        done(&run)?;
        let told: Value = serde_json::from_str(&run.output)?;
        let best = told["moves"][0]["move"].as_str().unwrap_or_default();
        tally.good += usize::from(one.keeping.iter().any(|it| it == best));
        tally.all += 1;
        tally.cpu_seconds += run.cpu_seconds;
    }
    Ok(tally)
}

impl Tally {
    /// The rate in per cent, with its interval.
    fn text(self) -> String {
        let (low, high) = wilson(self.good, self.all);
        let rate = self.good as f64 / self.all.max(1) as f64;
        format!(
            "{:.1} ({:.1}–{:.1})",
            rate * 100.0,
            low * 100.0,
            high * 100.0
        )
    }
}

/// Wilson's interval of 95 % for a share.
fn wilson(good: usize, all: usize) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    let (z, n) = (1.96, all as f64);
    let share = good as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((middle - half) / scale, ((middle + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_lies_around_its_share() {
        let (low, high) = wilson(194, 200);
        assert!(
            (0.935..0.938).contains(&low) && (0.986..0.987).contains(&high),
            "{low} {high}"
        );
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        let (low, high) = wilson(200, 200);
        assert!(low > 0.98 && high == 1.0);
    }
}
