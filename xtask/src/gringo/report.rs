//! The race over many sheets: a row for each.
//!
//! Not here: the totals of the rows (`totals`).

use gdl::Rules;

use super::bound::{Bound, Comparison, compare};
use super::clingo::Answer;
use super::proof;
use super::race::{Racers, Side};
use super::totals::Totals;
use crate::outcome::{Outcome, Shown};
use crate::sheets::SheetFile;
use crate::table::{Column, Table, ratio, seconds};

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

/// The cells of a sheet's row, except its name.
fn race(
    racers: &Racers,
    file: &SheetFile,
    rules: &Rules,
    totals: &mut Totals,
) -> Outcome<[String; 6]> {
    let (gringo, ours) = (racers.gringo(rules)?, racers.ours(file)?);
    let name = file.name.clone();
    let (mut verdict, mut share) = (String::new(), String::new());
    match (&gringo, &ours) {
        (Side::Finished(theirs, gringo), Side::Finished(own, cost)) => {
            totals.add_both(gringo, cost);
            share = ratio(gringo.cpu_seconds, cost.cpu_seconds);
            verdict = judge(racers, rules, &name, (own, theirs), totals)?;
        }
        (Side::Finished(..), Side::GaveUp(_)) => totals.only_gringo.push(name),
        (Side::GaveUp(_), Side::Finished(..)) => totals.only_ours.push(name),
        (Side::GaveUp(_), Side::GaveUp(_)) => totals.neither.push(name),
    }
    let sides = [&gringo, &ours];
    let fluents = counts(sides, |bound| bound.fluents.len());
    let moves = counts(sides, |bound| bound.moves.len());
    Ok([gringo.cost(), ours.cost(), share, fluents, moves, verdict])
}

/// The numbers of both sides, gringo's first; one if they are the same.
fn counts(sides: [&Side; 2], of: impl Fn(&Bound) -> usize) -> String {
    let [theirs, ours] = sides.map(|side| match side {
        Side::Finished(bound, _) => of(bound).to_string(),
        Side::GaveUp(_) => "–".to_owned(),
    });
    match theirs == ours {
        true => ours,
        false => format!("{theirs} {ours}"),
    }
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
}
