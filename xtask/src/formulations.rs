//! `cargo xtask formulations`: the cost of the same games as different authors wrote
//! them.
//!
//! Each sheet of a game is solved in the same size, including the library's. The
//! most expensive may cost little more than the cheapest, if states take the same
//! number of bits in all.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use testkit::{FORMULATED, Formulated};

use crate::limits::Limits;
use crate::outcome::{Outcome, Shown};
use crate::scratch::Scratch;
use crate::table::{Column, Table, ratio, seconds};
use crate::zermelo::Zermelo;

/// Largest allowed ratio of a sheet's time to that of the cheapest sheet.
const MAX_RATIO: f64 = 1.2;

/// What is compared.
#[derive(Debug, Args)]
pub struct FormulationsArguments {
    /// The games, by their names in the library; all if there are none
    games: Vec<String>,
    #[command(flatten)]
    limits: Limits,
    /// The engine that solves
    #[arg(long, default_value = "explicit")]
    engine: String,
    /// Each sheet is solved so often, and the least time counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
    /// Measures another build too, in turn with the first
    #[arg(long, value_name = "PATH")]
    before: Option<PathBuf>,
}

/// The programs to compare, and what they are run with.
struct Race<'a> {
    programs: Vec<Zermelo>,
    table: Table<5>,
    scratch: Scratch,
    arguments: &'a FormulationsArguments,
}

/// Runs the command.
///
/// # Errors
///
/// When a sheet cannot be solved, or the program is missing.
pub fn run(arguments: &FormulationsArguments) -> Outcome<Shown> {
    let mut programs = vec![Zermelo::find_or_build(arguments.zermelo.as_deref())?];
    if let Some(before) = &arguments.before {
        programs.push(Zermelo::find_or_build(Some(before))?);
    }
    println!(
        "CPU seconds of `solve --engine {} --threads 1`, the least of {}\n",
        arguments.engine, arguments.runs
    );
    let race = Race {
        programs,
        table: Table::start([
            Column("game", 16),
            Column("sheet", 12),
            Column("states", 10),
            Column("seconds", 8),
            Column("before", 8),
        ]),
        scratch: Scratch::new()?,
        arguments,
    };
    let is_meant = |game: &&Formulated| {
        let names = &arguments.games;
        names.is_empty() || names.iter().any(|name| name == game.name)
    };
    let mut shown = Shown::Yes;
    for game in FORMULATED.iter().filter(is_meant) {
        if race.game(game)? == Shown::No {
            shown = Shown::No;
        }
    }
    Ok(shown)
}

impl Race<'_> {
    /// Rows for the sheets of a game, and one for the ratio of the most expensive to
    /// the cheapest.
    fn game(&self, game: &Formulated) -> Outcome<Shown> {
        let mut costs: Vec<Vec<f64>> = vec![Vec::new(); self.programs.len()];
        for (kind, text) in sheets(game)? {
            let path = self
                .scratch
                .write(format!("{}-{kind}.kif", game.name), &text)?;
            let (states, times) = self.cost(&path)?;
            for (all, time) in costs.iter_mut().zip(&times) {
                all.push(*time);
            }
            self.row([game.name, kind, &states], times.into_iter().map(seconds));
        }
        let spread = costs.iter().map(|of| {
            let least = of.iter().copied().fold(f64::INFINITY, f64::min);
            (least, of.iter().copied().fold(0.0, f64::max))
        });
        let spread: Vec<(f64, f64)> = spread.collect();
        let ratios = spread.iter().map(|&(least, most)| ratio(least, most));
        self.row([game.name, "ratio", ""], ratios);
        let is_even = |&(least, most): &(f64, f64)| most <= least * MAX_RATIO;
        Ok(match !game.alike || spread.first().is_some_and(is_even) {
            true => Shown::Yes,
            false => Shown::No,
        })
    }

    fn row(&self, words: [&str; 3], mut numbers: impl Iterator<Item = String>) {
        let [game, sheet, states] = words.map(str::to_owned);
        let mut number = || numbers.next().unwrap_or_default();
        self.table.row([game, sheet, states, number(), number()]);
    }

    /// The number of states, and for each program its least time.
    fn cost(&self, path: &Path) -> Outcome<(String, Vec<f64>)> {
        let options = ["--engine", &self.arguments.engine, "--threads", "1"];
        let mut states = String::new();
        let mut times = vec![f64::INFINITY; self.programs.len()];
        for _ in 0..self.arguments.runs {
            for (program, least) in self.programs.iter().zip(&mut times) {
                let run = program.run("solve", path, &options, self.arguments.limits)?;
                if !run.is_done() {
                    return Err(format!("{}: {:?}", path.display(), run.ended).into());
                }
                let solved: Value = serde_json::from_str(&run.output)?;
                states = solved["states"].as_str().unwrap_or_default().to_owned();
                *least = least.min(run.cpu_seconds);
            }
        }
        Ok((states, times))
    }
}

/// All sheets of a game in the size that is measured, the library's first.
fn sheets(game: &Formulated) -> Outcome<Vec<(&'static str, String)>> {
    let entry = library::find(game.name).ok_or("the library has all these games")?;
    let settings = game.large.iter();
    let settings = settings.map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let settings: Vec<(String, String)> = settings.collect();
    let mut sheets = vec![("library", entry.render(&settings)?)];
    sheets.extend(game.render(game.large));
    Ok(sheets)
}
