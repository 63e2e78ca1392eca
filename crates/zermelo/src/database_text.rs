//! Endgame databases for people.

use report::{counted, grouped};
use solver::Database;

use crate::layout;
use crate::output::{BOLD, DIM, RESET};
use crate::solution_text::{NAMES, buckets_text, list, rewards_text, verdict};

/// Steps or layers that are listed, unless all are wanted.
const LISTED: usize = 12;

/// A database as a few rows of text.
pub fn describe(name: &str, database: &Database, all: bool) -> String {
    let (roles, endgames) = (&database.roles, &database.endgames);
    let told = match &endgames.initial {
        Some(initial) => verdict(roles, endgames.model, initial),
        None => "an endgame database, without the first position".to_owned(),
    };
    let mut text = format!("{BOLD}{name}{RESET}: {told}\n\n");
    let mut row = |what: &str, value: &str| text.push_str(&layout::row(what, NAMES, value));
    match &endgames.initial {
        None => row("Rewards", "unknown"),
        Some(initial) => {
            row("Rewards", &rewards_text(roles, &initial.value));
            if let Some(mover) = initial.mover {
                row("To move", &roles[mover.index()]);
            }
        }
    }
    if let Some(initial) = &endgames.initial {
        text.push_str(&list("Best moves", &initial.best_moves, ',', all));
    }
    let mut row = |what: &str, value: &str| text.push_str(&layout::row(what, NAMES, value));
    let (states, terminals) = (grouped(endgames.states), grouped(endgames.terminals));
    row(
        "States",
        &format!("{states} stored, {terminals} terminal; not all need be reachable"),
    );
    if let Some(last) = endgames.steps.len().checked_sub(1) {
        let moves = counted(last, "move");
        row(
            "Play",
            &format!("ends within {moves} from each, whatever is played"),
        );
    }
    if let (Some(first), Some(last)) = (endgames.layers.first(), endgames.layers.last()) {
        row("Layers", &format!("{} to {}", first.index, last.index));
    }
    row("Model", &endgames.model.to_string());
    text.push_str(&buckets_text(&endgames.buckets, 0, endgames.states));
    let steps = (0..).zip(endgames.steps.iter().copied());
    text.push_str(&table("moves left", steps.collect(), all));
    if endgames.steps.is_empty() {
        let layers = endgames.layers.iter();
        let layers = layers.map(|it| (it.index, it.states)).collect();
        text.push_str(&table("layer", layers, all));
    }
    text
}

/// Numbers of states; the last ones alone if there are many.
fn table(what: &str, rows: Vec<(u64, u128)>, all: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!("\n  {DIM}{what:<16}{:>16}{RESET}\n", "states");
    let skipped = match all {
        true => 0,
        false => rows.len().saturating_sub(LISTED),
    };
    if skipped > 0 {
        text.push_str(&format!("  {:<16}{:>16}\n", "…", ""));
    }
    for (number, states) in &rows[skipped..] {
        text.push_str(&format!("  {number:<16}{:>16}\n", grouped(*states)));
    }
    text
}
