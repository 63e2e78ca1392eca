//! Where the advantage goes: swings between layers, costly moves, hard positions, and
//! perfect play against random play.

use play::{Contest, NamedMove, OnlyMove, Survey};
use report::{counted, grouped, largest_swing};

use crate::output::{DIM, RESET};
use crate::wrap::wrapped;

/// How many moves and positions are told of; JSON has more.
const TOLD: usize = 5;

/// The width of a column with a role's mean reward.
const COLUMN: usize = 16;

/// Rows about layers: where the mean changes most, and where a careless move costs most.
pub fn rows(roles: &[String], survey: &Survey) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if let Some(swing) = largest_swing(survey) {
        let (from, to) = (swing.from, swing.to);
        let role = &roles[swing.role.index()];
        let (before, layer) = (swing.layer - 1, swing.layer);
        let text = format!("{role} {from:.2} to {to:.2} on average, layers {before} to {layer}");
        rows.push(("Largest swing", text));
    }
    let costs = survey.means.iter().enumerate();
    let costs = costs.filter_map(|(layer, means)| Some((layer, means.cost?)));
    let most = costs.reduce(|most, it| if it.1 > most.1 { it } else { most });
    if let Some((layer, cost)) = most.filter(|it| it.1 > 0.0) {
        let text = format!("layer {layer}: a random move costs {cost:.2} points on average");
        rows.push(("Costliest layer", text));
    }
    rows
}

/// Perfect play against random play, a row for each contest.
pub fn contests(roles: &[String], contests: &[Contest]) -> String {
    let name = |contest: &Contest| match contest.perfect {
        Some(role) => format!("{} plays perfectly", roles[role.index()]),
        None => "all play at random".to_owned(),
    };
    let names: Vec<String> = contests.iter().map(name).collect();
    let wide = names.iter().map(|it| it.chars().count()).max();
    let wide = wide.unwrap_or(0).max("mean rewards".len());
    let heads: String = roles.iter().map(|it| format!("{it:>COLUMN$}")).collect();
    let mut text = format!("\n  {DIM}{:wide$}{heads}{RESET}\n", "mean rewards");
    for (contest, name) in contests.iter().zip(&names) {
        text.push_str(&format!("  {name:wide$}"));
        for (place, mean) in contest.rewards.iter().enumerate() {
            let cell = match &contest.sample {
                None => format!("{mean:.2}"),
                Some(sample) => format!("{mean:.1} ± {:.1}", sample.errors[place]),
            };
            text.push_str(&format!("{cell:>COLUMN$}"));
        }
        text.push('\n');
    }
    text + &of_games(contests)
}

/// From which games means are, if they are not exact.
fn of_games(contests: &[Contest]) -> String {
    let samples = contests.iter().filter_map(|it| it.sample.as_ref());
    let Some(least) = samples.clone().map(|it| it.games).min() else {
        return String::new();
    };
    let unfinished: u64 = samples.map(|it| it.unfinished).sum();
    let unfinished = match unfinished {
        0 => String::new(),
        games => format!("; {} too long and left out", counted(games, "game")),
    };
    let games = grouped(least);
    format!("  {DIM}at least {games} games each, ± with 95 % confidence{unfinished}{RESET}\n")
}

/// The moves that cost most in all states together.
pub fn costliest(roles: &[String], moves: &[NamedMove]) -> String {
    let moves = &moves[..moves.len().min(TOLD)];
    if moves.is_empty() {
        return String::new();
    }
    let name = |it: &NamedMove| format!("{} {}", roles[it.role.index()], it.text);
    let names: Vec<String> = moves.iter().map(name).collect();
    let wide = names.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let wide = wide.clamp("costliest moves".len(), 34);
    let mut text = format!(
        "\n  {DIM}{:wide$}{:>14}{:>14}{:>12}{RESET}\n",
        "costliest moves", "states", "mistakes", "mean cost"
    );
    for (it, name) in moves.iter().zip(&names) {
        let mean = it.half_points as f64 / 2.0 / it.mistakes.max(1) as f64;
        text.push_str(&format!(
            "  {name:wide$}{:>14}{:>14}{mean:>12.2}\n",
            grouped(it.states),
            grouped(it.mistakes),
        ));
    }
    text
}

/// The positions in which the only move is hardest to find.
pub fn hardest(roles: &[String], positions: &[OnlyMove]) -> String {
    if positions.is_empty() {
        return String::new();
    }
    let mut text = format!("\n  {DIM}hardest only moves{RESET}\n");
    for it in positions.iter().take(TOLD) {
        let role = &roles[it.mover.index()];
        let distance = it
            .distance
            .map(|it| format!(", {} from the end", counted(it, "move")));
        let distance = distance.unwrap_or_default();
        let head = format!("{role} {}, one of {} moves{distance}", it.text, it.moves);
        text.push_str(&format!("  {head}\n"));
        if !it.path.is_empty() {
            let path = it.path.join(";\n");
            let moves = path.split('\n').map(str::to_owned);
            text.push_str(&wrapped(
                ["after".to_owned()].into_iter().chain(moves),
                "    ",
            ));
        }
    }
    text
}
