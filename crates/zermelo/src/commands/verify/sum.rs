//! What `zermelo verify` tells of a file that has parts instead of states.

use report::{CheckedFile, counted, grouped};
use verify::{Parts, Report};

use super::heading;
use crate::layout;

/// A report for people.
pub fn describe(about: CheckedFile<'_>, report: &Report, parts: &Parts) -> String {
    let mut text = heading::of_whole(about, report);
    let mut row = |what: &str, value: String| text.push_str(&layout::row(what, 11, &value));
    row("Start", "where the game starts by its rules".into());
    if !report.exhaustive {
        let (states, arrows) = (grouped(report.checked), report.arrows.unwrap_or(0));
        row(
            "States",
            format!(
                "{states} on random walks, {} terminal",
                grouped(report.terminals)
            ),
        );
        row("Successors", format!("{} looked at", grouped(arrows)));
        row("Values", "each fits its end or its successors".into());
        row("Proves", "nothing".into());
        return text;
    }
    row("Parts", part_text(parts));
    row(
        "Sum",
        "every move is of one part; who cannot move ends play and decides it".into(),
    );
    row(
        "Worth",
        "of each position what follows from those that moves lead to".into(),
    );
    row(
        "States",
        match parts.counted {
            Some(states) => format!("{}, counted again by parts", grouped(states)),
            None => "not counted".into(),
        },
    );
    row("Play", "always ends".into());
    row(
        "Rests on",
        format!(
            "the ground game, which plays like the interpreter in {} sampled states",
            grouped(parts.compared)
        ),
    );
    text
}

fn part_text(parts: &Parts) -> String {
    let mut text = counted(parts.parts, "part");
    if parts.listed > 0 {
        text.push_str(&format!(", {}", counted(parts.listed, "listed position")));
    }
    if parts.pieces > 0 {
        text.push_str(&format!(", {}", counted(parts.pieces, "piece")));
    }
    text
}
