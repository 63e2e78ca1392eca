//! `zermelo solve --level weak`: the value of the first state, and no more work
//! than that takes.

use std::path::PathBuf;

use explicit::{Algorithm, Storage, WeakSolution};
use game::{Level, Playable, Value};
use gdl::Rules;
use ground::Simulator;
use judge::Limits;
use serde::Serialize;
use serde_json::json;
use table::solution::{Terms, value_json};

use super::solve::{InitialReport, rewards_text, verdict};
use super::{Context, SCHEMA};
use crate::arguments::{AlgorithmArgument, EngineArgument, Format, SolveArguments};
use crate::engine::Engine;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::progress::Reporter;
use crate::solving::options;
use crate::target::{Game, Target, Written};
use crate::{output, position, resources, words};

/// The same keys as for other levels; what has no meaning is null.
#[derive(Serialize)]
struct Report {
    schema: u32,
    game: String,
    roles: Vec<String>,
    engine: &'static str,
    algorithm: &'static str,
    model: String,
    level: &'static str,
    infinite: serde_json::Value,
    cyclic: Option<bool>,
    rules_hash: String,
    states: String,
    /// What `states` counts: not those that can be reached.
    counted: &'static str,
    terminals: Option<String>,
    layers: Option<()>,
    initial: InitialReport,
    buckets: Option<()>,
    unresolved: Option<String>,
    warnings: Vec<String>,
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Written>,
}

/// Solves a game weakly, and tells.
pub fn run(
    name: &str,
    rules: &Rules,
    engine: &mut Engine,
    arguments: &SolveArguments,
    context: &Context,
) -> Result<(), Failure> {
    let all_states = match (arguments.algorithm, arguments.engine) {
        (AlgorithmArgument::Auto, EngineArgument::Symbolic) => Some("the engine symbolic"),
        (AlgorithmArgument::Auto, _) => None,
        (AlgorithmArgument::Retrograde, _) => Some("retrograde analysis"),
        _ => Some("that algorithm"),
    };
    if let Some(what) = all_states {
        return Err(Failure::usage(format!("{what} is for all states"))
            .help("leave --algorithm and --engine out, or ask for --level strong"));
    }
    let Engine::Ground(game) = engine else {
        let message = "only ground games can be solved weakly";
        return Err(Failure::new(Exit::Rules, message).help("--level strong can do without"));
    };
    let hash = rules.hash().to_string();
    let begin = |path: &PathBuf| Target::create(path, &hash, context.memory_left() / 8);
    let target = arguments.out.as_ref().map(begin).transpose()?;
    let roles = game.game().roles().to_vec();
    let about = Game {
        arguments: &arguments.game,
        rules,
        roles: &roles,
    };
    let (solution, file) = solve(game, arguments, context, target, &about)?;
    // The result is there, whether the file is or not.
    let (written, unwritten) = match file.transpose() {
        Ok(written) => (written, None),
        Err(failure) => (None, Some(failure)),
    };
    let mut warnings = words::warnings(&roles, &solution.warnings);
    warnings.extend(idle(arguments));
    for warning in &warnings {
        output::warn(warning);
    }
    match context.format {
        Format::Text => {
            output::data(&describe(name, &roles, &solution))?;
            if let Some(file) = written {
                output::data(&file.describe())?;
            }
            output::used();
        }
        Format::Json => {
            output::json(&report(name, &roles, hash, (solution, warnings), written))?;
        }
    }
    unwritten.map_or(Ok(()), Err)
}

fn solve(
    game: &mut Simulator,
    arguments: &SolveArguments,
    context: &Context,
    target: Option<Target>,
    about: &Game<'_>,
) -> Result<(WeakSolution, Option<Result<Written, Failure>>), Failure> {
    let limits = Limits {
        stop: context.stop.clone(),
        ..Limits::default()
    };
    let start = position::start(game, arguments, &limits)?;
    let facts = context.analyse(game.game())?;
    let fluents = game.fluents(&start);
    let mut reporter = Reporter::start("solve");
    let task = context.task(game, &facts, start, Storage::Memory);
    let weak = explicit::solve_weakly(task, &options(arguments), &mut |progress| {
        reporter.report(progress);
    })?;
    let solution = weak.solution;
    let Some(mut target) = target else {
        return Ok((solution, None));
    };
    target.begin(fluents, "explicit", algorithm(solution.algorithm));
    let terms = Terms {
        model: solution.model,
        level: Level::Weak,
        infinite: solution.infinite.clone(),
        cyclic: solution.cyclic,
    };
    let written = weak.strategy.write(&mut target.writer);
    let written = written.map_err(Failure::from);
    let written = written.and_then(|()| target.finish_part(about, terms));
    Ok((solution, Some(written)))
}

/// Warns of options that make no difference here.
fn idle(arguments: &SolveArguments) -> Vec<String> {
    let given = [
        (arguments.storage.work.is_some(), "--work"),
        (arguments.storage.fresh, "--fresh"),
        (arguments.draw_distances, "--draw-distances"),
        (arguments.plot.is_some(), "--plot"),
    ];
    let given = given.iter().filter(|(given, _)| *given);
    given
        .map(|(_, name)| format!("{name} makes no difference to --level weak"))
        .collect()
}

fn report(
    name: &str,
    roles: &[String],
    rules_hash: String,
    (solution, warnings): (WeakSolution, Vec<String>),
    file: Option<Written>,
) -> Report {
    Report {
        schema: SCHEMA,
        game: name.to_owned(),
        roles: roles.to_vec(),
        engine: "explicit",
        algorithm: algorithm(solution.algorithm),
        model: solution.model.to_string(),
        level: "weak",
        infinite: solution.infinite.as_ref().map_or(json!(null), value_json),
        cyclic: solution.cyclic,
        rules_hash,
        states: solution.visited.to_string(),
        counted: "visited",
        terminals: None,
        layers: None,
        initial: InitialReport::new(roles, solution.initial),
        buckets: None,
        unresolved: None,
        warnings,
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
        file,
    }
}

fn algorithm(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::AlphaBeta => "alpha-beta",
        Algorithm::Induction => "induction",
        Algorithm::Plan => "plan",
        Algorithm::Excerpts => "excerpts",
    }
}

fn describe(name: &str, roles: &[String], solution: &WeakSolution) -> String {
    let initial = &solution.initial;
    let verdict = verdict(roles, solution.model, initial);
    let mut text = format!("{BOLD}{name}{RESET}: {verdict}\n\n");
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {what:12} {value}\n"));
    };
    row("Rewards", rewards_text(roles, &initial.value));
    if let Some(mover) = initial.mover {
        row("To move", roles[mover.index()].clone());
        if !initial.best_moves.is_empty() {
            let known = initial.best_moves.join(", ");
            row("Best moves", format!("{known}; others were not compared"));
        }
    }
    if !initial.line.is_empty() {
        row("Best play", initial.line.join("; "));
    }
    let visited = grouped(solution.visited);
    let not_all = "those that can be reached were not counted";
    row("States", format!("{visited} visited; {not_all}"));
    row("Play", play_text(roles, solution));
    row("Model", solution.model.to_string());
    row(
        "Level",
        format!(
            "weak: the first state alone, by {}",
            algorithm_text(solution.algorithm)
        ),
    );
    text
}

fn algorithm_text(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::AlphaBeta => "alpha-beta search",
        Algorithm::Induction => "backward induction, depth first",
        Algorithm::Plan => "search for the best end",
        Algorithm::Excerpts => "growing parts of the graph",
    }
}

fn play_text(roles: &[String], solution: &WeakSolution) -> String {
    match (solution.cyclic, &solution.infinite) {
        (Some(false), _) => "always ends".to_owned(),
        (_, Some(worth @ Value::Rewards(_))) => {
            let can = solution.cyclic.map_or("may", |_| "can");
            let worth = rewards_text(roles, worth);
            format!("{can} go on for ever, which counts {worth}")
        }
        _ => "may go on for ever; that was not needed".to_owned(),
    }
}
