//! Compares what a sheet declares with `base` and `input` with what we find.
//!
//! Declarations are hints: some sheets declare too little. That is
//! distinguished from a wide bound of ours: what is seen in play does hold.

use std::collections::BTreeMap;

use gdl::Rules;

use super::bound::Bound;
use super::program;
use super::race::{Racers, Side};
use super::seen::seen;
use crate::outcome::{Outcome, Shown};
use crate::sheets::SheetFile;
use crate::table::{Column, Table};

/// Compares over all sheets that declare something.
///
/// # Errors
///
/// When a program cannot be run.
pub fn run(racers: &Racers, files: &[SheetFile]) -> Outcome<Shown> {
    let table = Table::start([
        Column("sheet", 36),
        Column("base", 8),
        Column("fluents", 8),
        Column("input", 8),
        Column("moves", 8),
        Column("ours are", 14),
    ]);
    let mut notes = Vec::new();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files {
        let Some(rules) = file.rules()? else { continue };
        let declared = match declared(racers, &rules)? {
            None => continue,
            Some(Side::Finished(bound, _)) => bound,
            Some(Side::GaveUp(why)) => {
                notes.push(format!("{}: `base` and `input` end by {why}", file.name));
                continue;
            }
        };
        let Side::Finished(ours, _) = racers.ours(file)? else {
            notes.push(format!("{}: not ground within the limits", file.name));
            continue;
        };
        let (verdict, note) = judge(&rules, &declared, &ours)?;
        notes.extend(note.map(|note| format!("{}: {note}", file.name)));
        *verdicts.entry(verdict).or_default() += 1;
        let [base, input] = [&declared.fluents, &declared.moves].map(|it| it.len().to_string());
        let [fluents, moves] = [&ours.fluents, &ours.moves].map(|it| it.len().to_string());
        let name = file.name.clone();
        table.row([name, base, fluents, input, moves, verdict.to_owned()]);
    }
    println!();
    for (verdict, count) in verdicts {
        println!("{count} sheets: ours are {verdict}");
    }
    notes.iter().for_each(|note| println!("{note}"));
    Ok(Shown::Yes)
}

/// What a sheet declares, if it declares something.
fn declared(racers: &Racers, rules: &Rules) -> Outcome<Option<Side>> {
    let Some(program) = program::declared(rules) else {
        return Ok(None);
    };
    racers.gringo_on(&program, ["base", "input"]).map(Some)
}

/// How our bound compares, and a remark about it.
fn judge(rules: &Rules, declared: &Bound, ours: &Bound) -> Outcome<(&'static str, Option<String>)> {
    let beyond = beyond(ours, declared);
    if beyond.is_empty() {
        return Ok(match ours == declared {
            true => ("equal", None),
            false => ("a part of it", None),
        });
    }
    let missing = self::beyond(&seen(rules)?.sometimes, declared);
    Ok(match missing.is_empty() {
        true => (
            "wider",
            Some(format!("ours has also {}", beyond.first_names())),
        ),
        false => (
            "more, rightly",
            Some(format!(
                "declares too little: {} seen in play: {}",
                missing.counts(),
                missing.first_names()
            )),
        ),
    })
}

/// What is not declared, by a sheet that does declare things of its kind.
fn beyond(found: &Bound, declared: &Bound) -> Bound {
    let mut beyond = found.without(declared);
    if declared.fluents.is_empty() {
        beyond.fluents.clear();
    }
    if declared.moves.is_empty() {
        beyond.moves.clear();
    }
    beyond
}
