//! The race over many sheets: a row for each, then what it comes to.

use gdl::Rules;

use super::bound::{Bound, Comparison, compare};
use super::clingo::Answer;
use super::proof;
use super::race::{Cost, Racers, Side};
use crate::sheets::SheetFile;
use crate::table::{Column, Table, ratio, seconds};
use crate::{Outcome, Shown};

/// The share of gringo's time that ours may take.
const MOST: f64 = 0.5;

/// Below this many seconds of gringo's in all, a ratio says little.
const LEAST: f64 = 1.0;

/// What the rows add up to.
#[derive(Debug, Default)]
struct Totals {
    both: usize,
    gringo: SideTotal,
    ours: SideTotal,
    equal: usize,
    smaller: usize,
    /// Sheets that one side alone, or none, could ground.
    only_gringo: Vec<String>,
    only_ours: Vec<String>,
    neither: Vec<String>,
    not_valid: Vec<String>,
    /// What must not be, with its sheet.
    faults: Vec<String>,
}

/// What one side used on the sheets that both finished.
#[derive(Debug, Default)]
struct SideTotal {
    cpu_seconds: f64,
    peak_memory_bytes: u64,
}

impl SideTotal {
    fn add(&mut self, cost: &Cost) {
        self.cpu_seconds += cost.cpu_seconds;
        self.peak_memory_bytes = self.peak_memory_bytes.max(cost.peak_memory_bytes);
    }
}

/// Races over all sheets.
///
/// # Errors
///
/// When a program cannot be run.
pub fn run(racers: &Racers, files: &[SheetFile]) -> Outcome<Shown> {
    println!(
        "CPU seconds; {:.3} s of each run of gringo are Python's start, and taken off\n",
        racers.clingo.start_seconds
    );
    let table = Table::start([
        Column("sheet", 36),
        Column("gringo", 8),
        Column("ours", 8),
        Column("ours/gringo", 11),
        Column("fluents", 14),
        Column("moves", 14),
        Column("ours are", 8),
    ]);
    let mut totals = Totals::default();
    for file in files {
        let Some(rules) = file.rules()? else {
            totals.not_valid.push(file.name.clone());
            continue;
        };
        let row = race(racers, file, &rules, &mut totals).unwrap_or_else(|error| {
            totals.faults.push(format!("{}: {error}", file.name));
            [const { String::new() }; 6]
        });
        let [gringo, ours, ratio, fluents, moves, verdict] = row;
        table.row([
            file.name.clone(),
            gringo,
            ours,
            ratio,
            fluents,
            moves,
            verdict,
        ]);
    }
    Ok(totals.report())
}

fn race(
    racers: &Racers,
    file: &SheetFile,
    rules: &Rules,
    totals: &mut Totals,
) -> Outcome<[String; 6]> {
    let (gringo, ours) = (racers.gringo(rules)?, racers.ours(file)?);
    let name = file.name.clone();
    let (verdict, share) = match (&gringo, &ours) {
        (Side::Finished(theirs, gringo), Side::Finished(own, cost)) => {
            totals.both += 1;
            totals.gringo.add(gringo);
            totals.ours.add(cost);
            let verdict = judge(racers, rules, &name, (own, theirs), totals)?;
            (verdict, ratio(gringo.cpu_seconds, cost.cpu_seconds))
        }
        (Side::Finished(..), Side::GaveUp(_)) => {
            totals.only_gringo.push(name);
            Default::default()
        }
        (Side::GaveUp(_), Side::Finished(..)) => {
            totals.only_ours.push(name);
            Default::default()
        }
        (Side::GaveUp(_), Side::GaveUp(_)) => {
            totals.neither.push(name);
            Default::default()
        }
    };
    let sides = [&gringo, &ours];
    let [fluents, moves] = [
        sides.map(|it| it.count(|bound| bound.fluents.len())),
        sides.map(|it| it.count(|bound| bound.moves.len())),
    ];
    let cells = [fluents, moves].map(|[theirs, own]| match theirs == own {
        true => own,
        false => format!("{theirs} {own}"),
    });
    let [fluents, moves] = cells;
    Ok([gringo.cost(), ours.cost(), share, fluents, moves, verdict])
}

/// Compares the bounds; fewer than gringo's needs a proof.
fn judge(
    racers: &Racers,
    rules: &Rules,
    name: &str,
    (ours, theirs): (&Bound, &Bound),
    totals: &mut Totals,
) -> Outcome<String> {
    match compare(ours, theirs) {
        Comparison::Equal => {
            totals.equal += 1;
            Ok("equal".to_owned())
        }
        Comparison::Larger(beyond) => {
            let names = beyond.first_names();
            totals.faults.push(format!("{name}: ours has also {names}"));
            Ok("LARGER".to_owned())
        }
        Comparison::Smaller(lacking) => {
            let why = match proof::way_out(&racers.clingo, rules, ours, racers.limits)? {
                Answer::Unsatisfiable => {
                    totals.smaller += 1;
                    return Ok("smaller".to_owned());
                }
                Answer::Satisfiable(_) => "which may hold",
                Answer::Unknown => "and no proof within the limits that they never hold",
            };
            let names = lacking.first_names();
            totals
                .faults
                .push(format!("{name}: ours lacks {names}, {why}"));
            Ok("LACKING".to_owned())
        }
    }
}

impl Side {
    fn cost(&self) -> String {
        match self {
            Side::Finished(_, cost) => seconds(cost.cpu_seconds),
            Side::GaveUp(why) => why.to_string(),
        }
    }

    fn count(&self, of: impl Fn(&Bound) -> usize) -> String {
        match self {
            Side::Finished(bound, _) => of(bound).to_string(),
            Side::GaveUp(_) => "–".to_owned(),
        }
    }
}

impl Totals {
    fn report(&self) -> Shown {
        let [gringo, ours] = [&self.gringo, &self.ours];
        let share = ours.cpu_seconds / gringo.cpu_seconds;
        println!(
            "\n{} sheets ground by both: gringo {:.3} s, ours {:.3} s, ours/gringo {share:.3}",
            self.both, gringo.cpu_seconds, ours.cpu_seconds
        );
        println!(
            "peak memory: gringo {} MiB, ours {} MiB",
            gringo.peak_memory_bytes >> 20,
            ours.peak_memory_bytes >> 20
        );
        println!(
            "fluents and moves: {} equal; {} smaller, each proven by clingo: the rest never holds",
            self.equal, self.smaller
        );
        let lists = [
            ("only gringo finished", &self.only_gringo),
            ("only ours finished", &self.only_ours),
            ("neither finished", &self.neither),
            ("not valid", &self.not_valid),
        ];
        for (what, names) in lists {
            if !names.is_empty() {
                println!("{what}: {}: {}", names.len(), names.join(", "));
            }
        }
        for fault in &self.faults {
            println!("FAULT {fault}");
        }
        let too_slow = gringo.cpu_seconds >= LEAST && share > MOST;
        if too_slow {
            println!("FAULT ours takes more than {MOST} of gringo's time");
        }
        match self.faults.is_empty() && !too_slow {
            true => Shown::Yes,
            false => Shown::No,
        }
    }
}
