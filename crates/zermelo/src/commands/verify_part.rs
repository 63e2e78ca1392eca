//! What `zermelo verify` tells of a file that holds a part of a solution: never that
//! it is right, only that nothing is wrong, and how much of it is proven.

use serde::Serialize;
use verify::PartReport;

use super::{Context, SCHEMA};
use crate::arguments::Format;
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::{output, resources};

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    file: &'a str,
    game: &'a str,
    rules_hash: &'a str,
    /// Null: of what the file does not have nothing can be known.
    right: Option<bool>,
    method: &'static str,
    checked: String,
    states: String,
    terminals: String,
    /// States with all, some and none of their successors in the file.
    settled: String,
    open: String,
    alone: String,
    /// From which all play ends within the file.
    proven: String,
    arrows: String,
    distances: bool,
    from_initial: bool,
    start: &'a Option<String>,
    start_proven: bool,
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

/// Tells what was found.
pub fn tell(
    (file, game, rules_hash): (&str, &str, &str),
    report: &PartReport,
    context: &Context,
) -> Result<(), Failure> {
    match context.format {
        Format::Text => {
            output::data(&describe(file, (game, rules_hash), report))?;
            output::used();
            Ok(())
        }
        Format::Json => output::json(&Answer {
            schema: SCHEMA,
            file,
            game,
            rules_hash,
            right: None,
            method: "partial",
            checked: report.states.to_string(),
            states: report.states.to_string(),
            terminals: report.terminals.to_string(),
            settled: report.settled.to_string(),
            open: report.open.to_string(),
            alone: report.alone.to_string(),
            proven: report.proven.to_string(),
            arrows: report.arrows.to_string(),
            distances: report.distances,
            from_initial: report.from_initial,
            start: &report.start,
            start_proven: report.start_proven,
            cpu_seconds: resources::cpu_seconds(),
            peak_memory_bytes: resources::peak_memory_bytes(),
        }),
    }
}

fn describe(name: &str, (game, rules_hash): (&str, &str), report: &PartReport) -> String {
    let mut text =
        format!("{BOLD}{name}{RESET}: nothing wrong in a part of the solution of {game}\n\n");
    let mut row = |what: &str, value: String| text.push_str(&format!("  {what:11} {value}\n"));
    row("Rules", rules_hash.to_owned());
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
    row(
        "Proves",
        format!(
            "the values of {} states: all play from them ends within the file",
            number(report.proven)
        ),
    );
    text
}
