//! The table `reachability` of `docs/results.md`: all reachable states as one set,
//! next to the published numbers of the same games.

use std::time::Duration;

use crate::measure::{Measure, told};
use crate::measured::{Game, game};
use crate::outcome::Outcome;

/// The table's name.
pub const NAME: &str = "reachability";

const HEAD: &str = "| game | states | nodes | CPU s | published states | published nodes |
|---|---:|---:|---:|---:|---:|";

/// With the states and nodes of the paper.
const GAMES: [Game; 7] = [
    game("Tic-tac-toe", "tic-tac-toe", &[], &["5,478", "625"]),
    game("Nim, 40 in a row", "single-row-nim", &[], &["80", "18"]),
    game("Minichess", "minichess", &[], &["4,573", "3,151"]),
    game(
        "Clobber 3×4",
        "clobber",
        &["rows=3", "columns=4"],
        &["13,343", "4,878"],
    ),
    game(
        "Clobber 4×5",
        "clobber",
        &["rows=4", "columns=5"],
        &["26,787,440", "471,456"],
    ),
    game(
        "8-puzzle, 59 moves",
        "sliding-puzzle",
        &["steps=59"],
        &["6,980,353", "155,722"],
    ),
    game(
        "Peg solitaire",
        "peg-solitaire",
        &[],
        &["375,110,246", "3,501,604"],
    ),
];

/// Measures all games; `done` gets the table after each.
///
/// # Errors
///
/// When the example cannot be built or started, or `done` fails.
pub fn measure(time: Duration, done: &mut dyn FnMut(&str) -> Outcome<()>) -> Outcome<()> {
    let example = Measure::build(time)?;
    let mut rows = vec![HEAD.to_owned()];
    for game in GAMES {
        let run = example.run(game.name, game.settings, &["--all", "--memory=8192"])?;
        let limit = || "limit".to_owned();
        let states = told(&run, "reached ").unwrap_or_else(limit);
        let nodes = told(&run, "all in one set of ").unwrap_or_else(limit);
        let row = format!(
            "| {} | {states} | {nodes} | {:.2} | {} |",
            game.title,
            run.cpu_seconds,
            game.published.join(" | ")
        );
        println!("{row}");
        rows.push(row);
        done(&rows.join("\n"))?;
    }
    Ok(())
}
