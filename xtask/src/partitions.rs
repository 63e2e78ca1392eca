//! The table `partitions` of `docs/results.md`: the size of sets and the time when
//! states are kept in one set, in layers, or in layers that are cut by the value
//! of a group of fluents.
//!
//! No command of `zermelo` cuts layers, so an example of the symbolic engine is
//! measured.

use std::time::Duration;

use crate::child::Run;
use crate::measure::{Measure, told};
use crate::outcome::Outcome;

/// The table's name.
pub const NAME: &str = "partitions";

const HEAD: &str = "| game | peak nodes, one set | layers | cut layers | \
held at once, layers | cut layers | CPU s, one set | layers | cut layers | \
parts | largest part | all parts | cut by the group of |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|";

/// The games of the library, with their settings.
const GAMES: [(&str, &str, &[&str]); 10] = [
    ("Catch a mouse", "catch-a-mouse", &[]),
    ("Clobber 4×4", "clobber", &["rows=4", "columns=4"]),
    ("Connect Four 5×4", "connect-four", &["width=5", "height=4"]),
    ("Crisscross", "crisscross", &[]),
    (
        "Dots and boxes 2×3",
        "dots-and-boxes",
        &["rows=2", "columns=3"],
    ),
    ("Double tic-tac-toe", "double-tic-tac-toe", &[]),
    ("m,n,k 4,4,4", "mnk", &["width=4", "height=4", "length=4"]),
    ("Number tic-tac-toe", "number-tic-tac-toe", &[]),
    ("Sheep and wolf", "sheep-and-wolf", &[]),
    ("Sliding puzzle, 20 moves", "sliding-puzzle", &["steps=20"]),
];

/// Measures all games; `done` gets the table after each.
///
/// # Errors
///
/// When the example cannot be built or started, or `done` fails.
pub fn measure(time: Duration, done: &mut dyn FnMut(&str) -> Outcome<()>) -> Outcome<()> {
    let example = Measure::build(time)?;
    let mut rows = vec![HEAD.to_owned()];
    for (title, game, settings) in GAMES {
        let row = row(&example, title, game, settings)?;
        println!("{row}");
        rows.push(row);
        done(&rows.join("\n"))?;
    }
    Ok(())
}

fn row(example: &Measure, title: &str, game: &str, settings: &[&str]) -> Outcome<String> {
    let run = |way: &str| example.run(game, settings, &[way]);
    // Under one order of variables: the race finds the same in all three.
    let runs = [
        run("--algorithm=strong-2008")?,
        run("--parts=whole")?,
        run("--parts=auto")?,
    ];
    let [one, whole, cut] = &runs;
    let cell = |run: &Run, before: &str| told(run, before).unwrap_or_else(|| "limit".to_owned());
    let seconds = |run: &Run| match run.is_done() {
        true => format!("{:.2}", run.cpu_seconds),
        false => "limit".to_owned(),
    };
    let group = cut.output.split("cut by [\"").nth(1);
    let group = group.and_then(|it| it.split('"').next());
    let cells = [
        title.to_owned(),
        cell(one, "at most "),
        cell(whole, "at most "),
        cell(cut, "at most "),
        cell(whole, "at once "),
        cell(cut, "at once "),
        seconds(one),
        seconds(whole),
        seconds(cut),
        cell(cut, "in parts "),
        cell(cut, "largest part "),
        cell(cut, "largest layer "),
        group.map_or_else(|| "none".to_owned(), |it| format!("`{it}`")),
    ];
    Ok(format!("| {} |", cells.join(" | ")))
}
