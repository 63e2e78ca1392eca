//! Solutions for people.

use explicit::{Algorithm, WeakSolution};
use game::{Bucket, Initial, Level, Model, Solution, Value};
use report::{counted, grouped};
use solver::{Answer, Solved, SumSolution, Written};

use crate::layout;
use crate::output::{BOLD, DIM, RESET};
use crate::sum_text;

/// The width of the names of rows.
pub const NAMES: usize = 12;

/// An answer as a few rows of text; long lists are cut unless all of them is wanted.
pub fn describe(name: &str, answer: &Answer, all: bool) -> String {
    let (roles, initial) = (&answer.roles, answer.initial());
    let verdict = verdict(roles, answer.model(), initial);
    let mut text = format!("{BOLD}{name}{RESET}: {verdict}\n\n");
    row(&mut text, "Rewards", &rewards_text(roles, &initial.value));
    if let Some(mover) = initial.mover {
        row(&mut text, "To move", &roles[mover.index()]);
        let mut best = initial.best_moves.clone();
        if let (Solved::First(_), Some(last)) = (&answer.solved, best.last_mut()) {
            last.push_str("; others were not compared");
        }
        text.push_str(&list("Best moves", &best, ',', all));
    }
    text.push_str(&list("Best play", &initial.line, ';', all));
    match &answer.solved {
        Solved::All(solution) => describe_all(&mut text, roles, solution),
        Solved::First(solution) => describe_first(&mut text, roles, solution),
        Solved::Sum(solution) => describe_sum(&mut text, roles, solution),
    }
    text
}

/// A line for the file that was written.
pub fn file(file: &Written) -> String {
    let (path, bytes) = (file.path.display(), grouped(file.bytes));
    format!("\n  {:12} {path}, {bytes} bytes\n", "File")
}

fn row(text: &mut String, what: &str, value: &str) {
    text.push_str(&layout::row(what, NAMES, value));
}

/// A row with a list, of moves mostly; nothing if the list is empty.
pub fn list(what: &str, items: &[String], sign: char, all: bool) -> String {
    match items {
        [] => String::new(),
        items => {
            let items = layout::list(items, sign, NAMES + 3, all);
            format!("  {what:NAMES$} {items}\n")
        }
    }
}

fn describe_all(text: &mut String, roles: &[String], solution: &Solution) {
    let (states, terminals) = (grouped(solution.states), grouped(solution.terminals));
    let layers = counted(solution.layers.len(), "layer");
    let states = format!("{states} reachable, {terminals} terminal, {layers}");
    row(text, "States", &states);
    let play = play_text(roles, solution.infinite.as_ref());
    row(text, "Play", &play);
    row(text, "Model", &solution.model.to_string());
    if lacks_distance(solution) {
        row(
            text,
            "Distances",
            "not computed; --level ultra-strong has them",
        );
    }
    text.push_str(&buckets_text(
        &solution.buckets,
        solution.unresolved,
        solution.states,
    ));
}

fn play_text(roles: &[String], infinite: Option<&Value>) -> String {
    match infinite {
        None => "always ends".to_owned(),
        Some(worth @ Value::Rewards(_)) => {
            let worth = rewards_text(roles, worth);
            format!("can go on for ever, which counts {worth}")
        }
        Some(_) => "can go on for ever, which is worse than every end".to_owned(),
    }
}

/// A game that was solved by its parts.
fn describe_sum(text: &mut String, roles: &[String], solution: &SumSolution) {
    match &solution.counted {
        Some(counted_states) => {
            let states = grouped(counted_states.states);
            let terminals = grouped(counted_states.terminals);
            let layers = counted(counted_states.layers.len(), "layer");
            row(
                text,
                "States",
                &format!("{states} reachable, {terminals} terminal, {layers}"),
            );
        }
        None => row(text, "States", "not counted; --decompose off lists them"),
    }
    row(text, "Play", &play_text(roles, solution.infinite.as_ref()));
    row(text, "Model", &solution.model.to_string());
    row(text, "Parts", &sum_text::parts(&solution.summary));
    row(
        text,
        "Together",
        &sum_text::together(solution.combination, &solution.summary),
    );
    if let Some(states) = &solution.counted {
        text.push_str(&buckets_text(&states.buckets, 0, states.states));
    }
}

/// Whether a distance would say more of the first state, and was not asked for.
fn lacks_distance(solution: &Solution) -> bool {
    let initial = &solution.initial;
    let decided = match &initial.value {
        Value::Rewards(rewards) => rewards.role_count() == 1 || rewards.leader().is_some(),
        Value::Infinite | Value::Unresolved => false,
    };
    let asked = solution.level != Level::Strong || solution.model == Model::Guaranteed;
    decided && !asked && initial.distance.is_none()
}

fn describe_first(text: &mut String, roles: &[String], solution: &WeakSolution) {
    let visited = grouped(solution.visited);
    let not_all = "those that can be reached were not counted";
    row(text, "States", &format!("{visited} visited; {not_all}"));
    let play = match (solution.cyclic, &solution.infinite) {
        (Some(false), _) => "always ends".to_owned(),
        (_, Some(worth @ Value::Rewards(_))) => {
            let can = solution.cyclic.map_or("may", |_| "can");
            let worth = rewards_text(roles, worth);
            format!("{can} go on for ever, which counts {worth}")
        }
        _ => "may go on for ever; that was not needed".to_owned(),
    };
    row(text, "Play", &play);
    row(text, "Model", &solution.model.to_string());
    let algorithm = match solution.algorithm {
        Algorithm::AlphaBeta => "alpha-beta search",
        Algorithm::Induction => "backward induction, depth first",
        Algorithm::Plan => "search for the best end",
        Algorithm::Excerpts => "growing parts of the graph",
    };
    let level = format!("weak: the first state alone, by {algorithm}");
    row(text, "Level", &level);
}

/// The result in words.
pub fn verdict(roles: &[String], model: Model, initial: &Initial) -> String {
    let moves = initial.distance.filter(|&distance| distance > 0);
    let moves = moves.map_or(String::new(), |distance| {
        format!(" in {}", counted(distance, "move"))
    });
    match &initial.value {
        Value::Infinite => "there is no way to an end".to_owned(),
        Value::Unresolved => "the value is unresolved".to_owned(),
        Value::Rewards(rewards) => match (roles, rewards.leader()) {
            ([_], _) => format!("{rewards} points{moves}"),
            // Not the end of any one play: each can force its own part.
            _ if model == Model::Guaranteed => {
                let value = rewards_text(roles, &initial.value);
                format!("what each can force: {value}")
            }
            ([_, _], None) => format!("a draw{moves}"),
            ([_, _], Some(winner)) => format!("{} wins{moves}", roles[winner.index()]),
            _ => format!("{rewards}{moves}"),
        },
    }
}

/// A value with the names of roles.
pub fn rewards_text(roles: &[String], value: &Value) -> String {
    match value {
        Value::Rewards(rewards) => {
            let pairs = roles.iter().zip(rewards.iter());
            let pairs: Vec<String> = pairs
                .map(|(role, reward)| format!("{role} {reward}"))
                .collect();
            pairs.join(", ")
        }
        Value::Infinite | Value::Unresolved => value.to_string(),
    }
}

/// The states by value, with the share of each among all.
pub fn buckets_text(buckets: &[Bucket], unresolved: u128, all: u128) -> String {
    let mut text = format!(
        "\n  {DIM}{:<16}{:>16}{:>9}{RESET}\n",
        "rewards", "states", "share"
    );
    let mut row = |what: String, states: u128| {
        let share = states as f64 / all as f64 * 100.0;
        text.push_str(&format!(
            "  {what:<16}{:>16}{share:>7.1} %\n",
            grouped(states)
        ));
    };
    for bucket in buckets {
        row(bucket.value.to_string(), bucket.states);
    }
    if unresolved > 0 {
        row("unresolved".to_owned(), unresolved);
    }
    text
}
