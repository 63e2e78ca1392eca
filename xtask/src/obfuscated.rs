//! `cargo xtask obfuscated`: the cost of sheets under meaningless names.
//!
//! Each sheet is ground and played at random, both plain and obfuscated.
//! Nothing may be gained from how a sheet spells or orders things: the
//! obfuscated one may cost little more.

use std::path::{Path, PathBuf};

use clap::Args;
use gdl::{Notation, Rules};

use crate::child::Ended;
use crate::limits::Limits;
use crate::outcome::{Outcome, Shown};
use crate::scratch::Scratch;
use crate::sheets::{SheetArguments, SheetFile};
use crate::table::{Column, Table, ratio, seconds};
use crate::zermelo::Zermelo;

/// Largest allowed ratio of an obfuscated sheet's time to the plain one's.
const MAX_RATIO: f64 = 1.5;

/// Fewest seconds for which a single ratio means something.
const MIN_SECONDS: f64 = 0.05;

/// What is compared.
#[derive(Debug, Args)]
pub struct ObfuscatedArguments {
    #[command(flatten)]
    sheets: SheetArguments,
    #[command(flatten)]
    limits: Limits,
    /// How many obfuscations of each sheet are averaged
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// Measures this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
    /// How many random games are played
    #[arg(long, value_name = "N", default_value_t = 1000)]
    playouts: u64,
}

/// The totals of the rows.
#[derive(Debug, Default)]
struct Totals {
    sheets: usize,
    plain: f64,
    obfuscated: f64,
    /// The largest ratio of those that count, with its sheet.
    worst: (f64, String),
    faults: Vec<String>,
}

/// Runs the command.
///
/// # Errors
///
/// When a sheet is missing, or the program.
pub fn run(arguments: &ObfuscatedArguments) -> Outcome<Shown> {
    let files = arguments.sheets.files()?;
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    println!(
        "CPU seconds to ground and to play {} games\n",
        arguments.playouts
    );
    let table = Table::start([
        Column("sheet", 36),
        Column("plain", 9),
        Column("obfuscated", 10),
        Column("ratio", 6),
    ]);
    let mut totals = Totals::default();
    for file in &files {
        let Some(rules) = file.rules()? else { continue };
        let plain = cost(&zermelo, &file.path, arguments)?;
        let obfuscated = obfuscated_cost(&zermelo, file, &rules, arguments)?;
        let cell = |cost: &Cost| cost.map_or_else(|ended| format!("{ended:?}"), seconds);
        let share = totals.add(&file.name, plain, obfuscated);
        table.row([file.name.clone(), cell(&plain), cell(&obfuscated), share]);
    }
    Ok(totals.report())
}

/// CPU seconds, or how else it ended.
type Cost = Result<f64, Ended>;

fn cost(zermelo: &Zermelo, path: &Path, arguments: &ObfuscatedArguments) -> Outcome<Cost> {
    let playouts = arguments.playouts.to_string();
    let options = ["--playouts", playouts.as_str(), "--threads", "1"];
    let run = zermelo.run("simulate", path, &options, arguments.limits)?;
    Ok(match run.is_done() {
        true => Ok(run.cpu_seconds),
        false => Err(run.ended),
    })
}

/// The mean over some obfuscations; each must finish.
fn obfuscated_cost(
    zermelo: &Zermelo,
    file: &SheetFile,
    rules: &Rules,
    arguments: &ObfuscatedArguments,
) -> Outcome<Cost> {
    let scratch = Scratch::new()?;
    let mut sum = 0.0;
    for seed in 1..=arguments.seeds {
        let sheet = testkit::obfuscate(rules.sheet(), seed);
        let text = gdl::print(sheet.sheet(), Notation::Kif);
        let path = scratch.write(format!("{}.kif", file.name), &text)?;
        match cost(zermelo, &path, arguments)? {
            Ok(seconds) => sum += seconds,
            Err(ended) => return Ok(Err(ended)),
        }
    }
    Ok(Ok(sum / arguments.seeds as f64))
}

impl Totals {
    /// Adds a row; returns the ratio.
    fn add(&mut self, name: &str, plain: Cost, obfuscated: Cost) -> String {
        let (plain, obfuscated) = match (plain, obfuscated) {
            (Ok(plain), Ok(obfuscated)) => (plain, obfuscated),
            (Err(_), Err(_)) => return String::new(),
            (_, Err(ended)) | (Err(ended), _) => {
                self.faults
                    .push(format!("{name}: one of the two ended by {ended:?}"));
                return String::new();
            }
        };
        self.sheets += 1;
        self.plain += plain;
        self.obfuscated += obfuscated;
        let share = obfuscated / plain;
        if plain.max(obfuscated) >= MIN_SECONDS {
            if share > self.worst.0 {
                self.worst = (share, name.to_owned());
            }
            if share > MAX_RATIO {
                self.faults
                    .push(format!("{name}: {share:.2} times as much"));
            }
        }
        ratio(plain, obfuscated)
    }

    fn report(&self) -> Shown {
        let share = self.obfuscated / self.plain;
        println!(
            "\n{} sheets: plain {:.3} s, obfuscated {:.3} s, ratio {share:.3}",
            self.sheets, self.plain, self.obfuscated
        );
        let (worst, name) = &self.worst;
        println!("worst of those that take {MIN_SECONDS} s: {worst:.2}, {name}");
        for fault in &self.faults {
            println!("FAULT {fault}");
        }
        match self.faults.is_empty() && share <= MAX_RATIO {
            true => Shown::Yes,
            false => Shown::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_that_costs_far_more_under_other_names_is_a_fault() {
        let mut totals = Totals::default();
        totals.add("little", Ok(0.001), Ok(0.004));
        totals.add("even", Ok(1.0), Ok(1.2));
        assert!(totals.faults.is_empty());
        assert_eq!(totals.worst, (1.2, "even".to_owned()));
        totals.add("odd", Ok(1.0), Ok(1.6));
        totals.add("lost", Ok(1.0), Err(Ended::Time));
        assert_eq!(totals.faults.len(), 2);
        assert_eq!(totals.sheets, 3);
    }

    #[test]
    fn what_ends_early_either_way_is_left_out() {
        let mut totals = Totals::default();
        totals.add("large", Err(Ended::Time), Err(Ended::Memory));
        assert!(totals.faults.is_empty() && totals.sheets == 0);
    }
}
