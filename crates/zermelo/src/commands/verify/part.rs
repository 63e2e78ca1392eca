//! What `zermelo verify` tells of a file that holds a part of a solution: never that
//! it is right, only that nothing is wrong, and how much of it is proven; of an endgame
//! database, that is all of it.

use report::{CheckedFile, counted, grouped};
use verify::PartReport;

use super::heading;
use crate::layout;

/// A report for people.
pub fn describe(about: CheckedFile<'_>, report: &PartReport) -> String {
    let game = about.game;
    let told = match report.database {
        true => format!("a right endgame database of {game}"),
        false => format!("nothing wrong in a part of the solution of {game}"),
    };
    let mut text = heading::text(about, &told);
    let mut row = |what: &str, value: String| text.push_str(&layout::row(what, 11, &value));
    let place = match report.from_initial {
        true => "where the game starts by its rules",
        false => "another position of the game",
    };
    row(
        "Start",
        match (&report.start, report.start_proven) {
            (None, _) => format!("{place}; the file does not have it"),
            (Some(value), true) => format!("{place}; {value}, which is proven"),
            (Some(value), false) => format!("{place}; {value}, which is not proven"),
        },
    );
    let number = |count: u128| grouped(count);
    row(
        "States",
        format!(
            "{} looked at, {} terminal; whether they can be reached was not",
            number(report.states),
            number(report.terminals)
        ),
    );
    row(
        "Successors",
        format!(
            "{} looked at; of {} states all are stored, of {} some, of {} none",
            number(report.arrows),
            number(report.settled),
            number(report.open),
            number(report.alone)
        ),
    );
    row(
        "Values",
        "each fits its end, or what is stored of its successors".into(),
    );
    row(
        "Distances",
        match report.distances {
            true => "each fits its successors' where all are stored, or is 0 at the end".into(),
            false => "none that could be checked".into(),
        },
    );
    if let Some(steps) = report.steps {
        row(
            "Play",
            format!("ends within {}, whatever is played", counted(steps, "move")),
        );
    }
    row(
        "Proves",
        format!(
            "the values of {} states: all play from them ends within the file",
            number(report.proven)
        ),
    );
    text
}
