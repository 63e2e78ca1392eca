//! Sums of parts in words.

use decompose::{PartSummary, Summary, WorthSummary};
use play::{SolvedGame, State};
use report::{counted, grouped};

/// How many fluents of a part tell which one it is.
const NAMED: usize = 3;

/// Each part of a state, by the fluents that hold in it, with what it is worth.
pub fn each(summary: &Summary, solved: &SolvedGame, state: &State) -> Vec<String> {
    let (Some(game), Some(bits)) = (solved.referee().ground(), state.bits()) else {
        return Vec::new();
    };
    let part = |(number, part): (usize, &PartSummary)| {
        let held = part.fluents.iter().filter(|&&it| bits.holds(it));
        let names: Vec<&str> = held.map(|it| game.fluents()[it.index()].as_str()).collect();
        let more = if names.len() > NAMED { " …" } else { "" };
        let name = match names.as_slice() {
            [] => format!("part {}", number + 1),
            names => names[..names.len().min(NAMED)].join(" "),
        };
        format!("{name}{more}: {}", worth(&part.worth))
    };
    summary.parts.iter().enumerate().map(part).collect()
}

/// What a part is worth, in short.
fn worth(worth: &WorthSummary) -> String {
    let outcome = worth.outcome.map(|it| format!("outcome {it}"));
    let told = worth.value.clone().or(worth.genus.clone()).or(outcome);
    told.unwrap_or_else(|| "open".to_owned())
}

/// How many parts there are, and how large they are.
pub fn parts(summary: &Summary) -> String {
    let count = match summary.parts.len() {
        1 => "1, by its pieces".to_owned(),
        count => count.to_string(),
    };
    let listed: Vec<u128> = summary.parts.iter().filter_map(|it| it.states).collect();
    let states = match (listed.iter().min(), listed.iter().max()) {
        (Some(min), Some(max)) if min == max => format!(", of {min} states"),
        (Some(min), Some(max)) => format!(", of {min} to {max} states"),
        _ => String::new(),
    };
    let pieces = match summary.pieces {
        0 => String::new(),
        pieces => format!("; {}", counted(pieces, "different piece")),
    };
    match (summary.parts.len(), summary.pieces) {
        (0, _) => "none".to_owned(),
        (1, 0) => format!("1{states}"),
        _ => format!("{count}{states}{pieces}"),
    }
}

/// What the parts are worth together, and how that follows.
pub fn together(combination: &str, summary: &Summary) -> String {
    let (how, worth) = (how(combination), &summary.worth);
    if let Some(states) = summary.product_states {
        return format!("{} states of the product of their classes", grouped(states));
    }
    match (&worth.nimber, &worth.value, &worth.genus) {
        (Some(nimber), _, _) => format!("nimber {nimber} ({how})"),
        (None, Some(value), _) => format!("{value} ({how})"),
        (None, None, Some(genus)) => format!("genus {genus} ({how}{})", quotient(summary)),
        (None, None, None) => format!("{how}{}", quotient(summary)),
    }
}

/// The quotient that decides sums of wild positions, if there is one.
fn quotient(summary: &Summary) -> String {
    summary.quotient.map_or_else(String::new, |order| {
        format!("; by a quotient of {}", counted(order, "element"))
    })
}

/// What an outcome class means.
pub fn outcome(outcome: cgt::Outcome) -> &'static str {
    match outcome {
        cgt::Outcome::N => "N: who is on turn wins",
        cgt::Outcome::P => "P: who is on turn loses",
        cgt::Outcome::L => "L: the first role wins, whoever begins",
        cgt::Outcome::R => "R: the second role wins, whoever begins",
    }
}

/// What a combination means.
pub fn how(combination: &str) -> &str {
    match combination {
        "impartial-normal" => "impartial, who cannot move loses",
        "impartial-misere" => "impartial, who cannot move wins",
        "partizan-normal" => "partizan, who cannot move loses",
        "search" => "by search over the parts",
        "plans" => "by plans of the parts, combined",
        other => other,
    }
}
