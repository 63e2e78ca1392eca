//! `zermelo info`: what kind of game it is.

use std::collections::HashSet;

use game::Playable;
use gdl::{Interpreter, Rules, State};
use judge::{Graph, JudgeError, Limits, Purpose, explore};
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{Format, InfoArguments};
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::progress::Reporter;
use crate::{input, output};

/// What is known of a game. What is not known is `None`.
#[derive(Serialize)]
struct Report {
    schema: u32,
    game: String,
    rules_hash: String,
    roles: Vec<String>,
    clauses: usize,
    class: &'static str,
    fluents: Option<usize>,
    moves: Option<usize>,
    groups: Option<usize>,
    bits: Option<usize>,
    step_counter: Option<bool>,
    cyclic: Option<bool>,
    states: Option<String>,
}

/// What exploring a game shows.
#[derive(Default)]
struct Explored {
    simultaneous: bool,
    complete: Option<Counts>,
}

struct Counts {
    fluents: usize,
    moves: usize,
    states: u64,
    cyclic: bool,
}

/// Runs the command.
pub fn run(arguments: &InfoArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let mut game = context.interpreter(&rules)?;
    let explored = look_around(&mut game, arguments.states, context)?;
    let report = report(text.name, &rules, &game, explored);
    match context.format {
        Format::Json => output::json(&report),
        Format::Text => output::data(&describe(&report, arguments.states)),
    }
    Ok(())
}

fn look_around(
    game: &mut Interpreter,
    max_states: u64,
    context: &Context,
) -> Result<Explored, Failure> {
    let limits = Limits {
        max_states: Some(max_states),
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let initial = game.initial()?;
    let mut reporter = Reporter::start("info");
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
        reporter.report(progress);
    });
    match graph {
        Ok(graph) => Ok(Explored {
            simultaneous: graph.simultaneous().is_some(),
            complete: Some(count(game, &graph)?),
        }),
        Err(JudgeError::StateLimit { .. }) => Ok(Explored {
            simultaneous: is_simultaneous_at_once(game, context)?,
            complete: None,
        }),
        Err(error) => Err(error.into()),
    }
}

/// Looks a few moves ahead: most simultaneous games show it at the start.
fn is_simultaneous_at_once(game: &mut Interpreter, context: &Context) -> Result<bool, Failure> {
    let limits = Limits {
        max_depth: Some(1),
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let initial = game.initial()?;
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |_| {})?;
    Ok(graph.simultaneous().is_some())
}

fn count(game: &mut Interpreter, graph: &Graph<State>) -> Result<Counts, Failure> {
    let mut fluents = HashSet::new();
    let mut moves = HashSet::new();
    for id in graph.ids() {
        let state = graph.state(id);
        fluents.extend(game.fluent_texts(state));
        if !graph.is_terminal(id) {
            for (role, list) in game.legal_moves(state)?.into_iter().enumerate() {
                moves.extend(list.into_iter().map(|mov| (role, mov)));
            }
        }
    }
    Ok(Counts {
        fluents: fluents.len(),
        moves: moves.len(),
        states: graph.state_count(),
        cyclic: graph.is_cyclic(),
    })
}

fn report(name: String, rules: &Rules, game: &Interpreter, explored: Explored) -> Report {
    let complete = explored.complete.as_ref();
    let class = match (game.roles().len(), explored.simultaneous, complete) {
        (1, _, _) => "single",
        (_, true, _) => "simultaneous",
        (_, false, Some(_)) => "turn-taking",
        (_, false, None) => "unknown",
    };
    Report {
        schema: SCHEMA,
        game: name,
        rules_hash: rules.hash().to_string(),
        roles: game.roles().to_vec(),
        clauses: rules.clauses().len(),
        class,
        fluents: complete.map(|counts| counts.fluents),
        moves: complete.map(|counts| counts.moves),
        groups: None,
        bits: None,
        step_counter: None,
        cyclic: complete.map(|counts| counts.cyclic),
        states: complete.map(|counts| counts.states.to_string()),
    }
}

fn describe(report: &Report, max_states: u64) -> String {
    let unknown = || "unknown".to_owned();
    let number = |count: Option<usize>| count.map_or_else(unknown, grouped);
    let states = match &report.states {
        Some(states) => grouped(states),
        None => format!("more than {}", grouped(max_states)),
    };
    let cycles = match report.cyclic {
        Some(true) => "can go on for ever".to_owned(),
        Some(false) => "always ends".to_owned(),
        None => unknown(),
    };
    let rows = [
        ("Roles", report.roles.join(", ")),
        ("Class", report.class.to_owned()),
        ("Play", cycles),
        ("States", states),
        ("Fluents", number(report.fluents)),
        ("Moves", number(report.moves)),
        ("Clauses", grouped(report.clauses)),
        ("Hash", report.rules_hash.clone()),
    ];
    let mut text = format!("{BOLD}{}{RESET}\n", report.game);
    for (what, value) in rows {
        text.push_str(&format!("  {what:8} {value}\n"));
    }
    text
}
