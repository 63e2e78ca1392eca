//! `zermelo info`: what kind of game it is.

use analysis::Facts;
use game::{Obstacle, Playable};
use judge::{JudgeError, Limits, Purpose, explore};
use serde::Serialize;

use super::{Context, SCHEMA};
use crate::arguments::{EngineArgument, Format, InfoArguments};
use crate::engine::{Engine, on_game};
use crate::facts::{self, FactsReport};
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
    bits: Option<u64>,
    step_counter: Option<bool>,
    cyclic: Option<bool>,
    states: Option<String>,
    facts: Option<FactsReport>,
}

/// Runs the command.
pub fn run(arguments: &InfoArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let mut engine = Engine::choose(EngineArgument::Auto, &rules, context)?;
    let (class, graph) = on_game!(&mut engine, game => {
        look_around(game, arguments.states, context)?
    });
    let ground = match &engine {
        Engine::Ground(game) => Some(game.game()),
        Engine::Reference(_) => None,
    };
    let facts = match ground {
        Some(game) => Some(context.analyse(game)?),
        None => None,
    };
    let endless = facts.as_ref().and_then(may_be_endless);
    let report = Report {
        schema: SCHEMA,
        game: text.name,
        rules_hash: rules.hash().to_string(),
        roles: on_game!(&engine, game => game.roles().to_vec()),
        clauses: rules.clauses().len(),
        class: match facts.as_ref().and_then(|facts| facts.turn.as_ref()) {
            Some(_) if class == "unknown" => "turn-taking",
            _ => class,
        },
        fluents: ground.map(|game| game.fluents().len()),
        moves: ground.map(|game| game.moves().len()),
        groups: facts.as_ref().map(|facts| facts.groups.len()),
        bits: facts.as_ref().map(Facts::bits),
        step_counter: facts.as_ref().map(|facts| facts.step_counter.is_some()),
        cyclic: graph.as_ref().map(|seen| seen.cyclic).or(endless),
        states: graph.map(|seen| seen.states.to_string()),
        facts: ground
            .zip(facts.as_ref())
            .map(|(game, facts)| FactsReport::new(facts, game)),
    };
    let rows = ground.zip(facts.as_ref());
    let rows = rows.map(|(game, facts)| facts::rows(facts, game));
    match context.format {
        Format::Json => output::json(&report)?,
        Format::Text => output::data(&describe(
            &report,
            arguments.states,
            rows.unwrap_or_default(),
        ))?,
    }
    Ok(())
}

/// That no game goes on for ever, if each move adds something to a sum that
/// has but so many values.
fn may_be_endless(facts: &Facts) -> Option<bool> {
    facts.always_ends().then_some(false)
}

/// What exploring a whole game shows.
struct Seen {
    states: u64,
    cyclic: bool,
}

/// The class of a game, and what else is seen if all of it can be.
fn look_around<G: Playable>(
    game: &mut G,
    max_states: u64,
    context: &Context,
) -> Result<(&'static str, Option<Seen>), Failure>
where
    Failure: From<G::Error>,
{
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
    let (simultaneous, seen) = match graph {
        Ok(graph) => {
            let seen = Seen {
                states: graph.state_count(),
                cyclic: graph.is_cyclic(),
            };
            (graph.simultaneous().is_some(), Some(seen))
        }
        Err(JudgeError::Obstacle(Obstacle::StateLimit { .. })) => {
            (is_simultaneous_at_once(game, context)?, None)
        }
        Err(error) => return Err(error.into()),
    };
    let class = match (game.roles().len(), simultaneous, &seen) {
        (1, _, _) => "single",
        (_, true, _) => "simultaneous",
        (_, false, Some(_)) => "turn-taking",
        (_, false, None) => "unknown",
    };
    Ok((class, seen))
}

/// Looks one move ahead: most simultaneous games show it at the start.
fn is_simultaneous_at_once<G: Playable>(game: &mut G, context: &Context) -> Result<bool, Failure>
where
    Failure: From<G::Error>,
{
    let limits = Limits {
        max_depth: Some(1),
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let initial = game.initial()?;
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |_| {})?;
    Ok(graph.simultaneous().is_some())
}

fn describe(report: &Report, max_states: u64, facts: Vec<(&str, String)>) -> String {
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
    for (what, value) in rows.into_iter().chain(facts) {
        let value = value.replace('\n', "\n           ");
        text.push_str(&format!("  {what:8} {value}\n"));
    }
    text
}
