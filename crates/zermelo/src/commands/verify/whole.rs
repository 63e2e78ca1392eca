//! What `zermelo verify` tells of a file with the values of all states.

use report::{CheckedFile, counted, grouped};
use verify::Report;

use super::heading;
use crate::layout;

/// A report for people.
pub fn describe(about: CheckedFile<'_>, report: &Report) -> String {
    let mut text = heading::of_whole(about, report);
    let mut row = |what: &str, value: String| text.push_str(&layout::row(what, 11, &value));
    row(
        "Start",
        match report.from_initial {
            true => "where the game starts by its rules".into(),
            false => "another position of the game".into(),
        },
    );
    if report.exhaustive {
        let (states, terminals) = (grouped(report.states), grouped(report.terminals));
        let layers = match report.layers {
            0 => String::new(),
            layers => format!(", {}", counted(layers, "layer")),
        };
        row(
            "States",
            format!("{states} reached and no other stored, {terminals} terminal{layers}"),
        );
        row("Successors", successors(report));
        row(
            "Values",
            "each end has its goals, each state the best of its successors".into(),
        );
        row(
            "Play",
            match report.cyclic {
                Some(true) => "can go on for ever; an end stands behind each value",
                _ => "always ends",
            }
            .into(),
        );
        if report.unresolved > 0 {
            let unresolved = grouped(report.unresolved);
            row(
                "Unresolved",
                format!("{unresolved} states, just those that nothing forces"),
            );
        }
    } else {
        let (checked, walked) = (grouped(report.checked), grouped(report.walked));
        row(
            "States",
            format!(
                "{checked} of {}, {walked} of them on random walks",
                grouped(report.states)
            ),
        );
        row("Successors", successors(report));
        row("Values", "each fits its end or its successors".into());
    }
    row(
        "Distances",
        match report.distances {
            true => "each fits its successors' or is 0 at the end".into(),
            false => "the file has none".into(),
        },
    );
    if let Some(sets) = report.sets {
        let (compared, nodes) = (grouped(sets.compared), grouped(sets.largest));
        row(
            "Rests on",
            format!(
                "sets of states, the largest of {nodes} nodes, and the ground game, which \
                 plays like the interpreter in {compared} sampled states"
            ),
        );
    }
    match report.error_bound() {
        None => row("Header", "its counts are right".into()),
        Some(share) => row(
            "Proves",
            format!(
                "nothing; with 95 % confidence fewer than {:.3} % of the states are wrong \
                 beside their successors",
                100.0 * share,
            ),
        ),
    }
    text
}

fn successors(report: &Report) -> String {
    match report.arrows {
        Some(arrows) => format!("{} looked at, all stored", grouped(arrows)),
        None => "all stored".to_owned(),
    }
}
