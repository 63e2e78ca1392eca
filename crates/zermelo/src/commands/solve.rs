//! `zermelo solve`: the value of every reachable state, or of the first alone.

use game::Options;
use report::{ForecastReport, LayerEffort, LayerReport, Plot, SolveReport};
use solver::{Answer, Decompose, Request, Solved};

use super::backward;
use crate::arguments::{Format, SolveArguments};
use crate::choices::{DecomposeArgument, EngineArgument, LevelArgument};
use crate::context::Context;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::plot_file::PlotFile;
use crate::{
    cache, forecast_text, input, layer_table, order, output, position_text, solution_text, warnings,
};

/// Runs the command.
pub fn run(arguments: &SolveArguments, context: &Context) -> Result<(), Failure> {
    let game = input::game(&arguments.game)?;
    let plot = PlotFile::open(&arguments.plot)?;
    let request = Request {
        start: arguments.position.start(),
        options: options(arguments),
        engine: arguments.engine.into(),
        algorithm: arguments.algorithm.into(),
        order: match arguments.level {
            LevelArgument::Weak => symbolic::Order::Auto,
            _ => order::asked(arguments.order.as_deref(), arguments.engine)?,
        },
        limits: context.limits(),
        keep: cache::keep(&arguments.storage),
        out: arguments.out.clone(),
        by_layer: arguments.plot.is_some(),
        decompose: match (arguments.decompose, arguments.engine) {
            (Some(DecomposeArgument::Off), _) => Decompose::Off,
            (None, engine) if engine != EngineArgument::Auto => Decompose::Off,
            _ => Decompose::Auto,
        },
        to_move: arguments.to_move.clone(),
        ..Request::new(game)
    };
    let mut narrator = Narrator::new(context.verbose);
    if let Some(steps) = arguments.backward {
        return backward::run(&request, steps, narrator, arguments, context);
    }
    if arguments.forecast {
        return forecast(&request, narrator, context);
    }
    let answer = solver::solve(&request, &mut |event| narrator.hear(event));
    let answer = answer.map_err(|error| {
        position_text::unsolved(error, &request.game.rules, &request.limits.stop)
    })?;
    let nodes = answer.nodes.as_ref();
    let nodes = nodes.map(|it| (it.layers.as_slice(), it.values.as_slice()));
    let effort = narrator.effort(nodes);
    tell(&request, &answer, &effort, arguments, context)?;
    // The result is told, whether the file is there or not.
    if let Some(Err(failed)) = answer.file {
        return Err(failed.into());
    }
    match &answer.solved {
        Solved::All(solution) => plot.draw(&Plot {
            title: &request.game.name,
            roles: &answer.roles,
            layers: &solution.layers,
            effort: &effort,
            worth: &answer.worth,
            values: &solution.rewards(),
        }),
        Solved::First(_) | Solved::Sum(_) => Ok(()),
    }
}

/// Tells what is to be expected, and solves nothing.
fn forecast(request: &Request, mut narrator: Narrator, context: &Context) -> Result<(), Failure> {
    let told = solver::forecast(request, &mut |event| narrator.hear(event))?;
    let ((forecast, smaller), speed) = (told, narrator.speed());
    drop(narrator);
    if context.format == Format::Json {
        let seconds = forecast_text::seconds(&forecast, speed);
        let used = output::usage();
        let game = &request.game;
        return output::json(&ForecastReport::new(
            game, &forecast, &smaller, seconds, used,
        ));
    }
    let name = &request.game.name;
    output::data(&forecast_text::describe(name, &forecast, &smaller, speed))?;
    output::used();
    Ok(())
}

/// What is to be solved for.
fn options(arguments: &SolveArguments) -> Options {
    Options {
        draw_distances: arguments.draw_distances,
        level: arguments.level.into(),
        ..arguments.terms.options()
    }
}

fn tell(
    request: &Request,
    answer: &Answer,
    effort: &[LayerEffort],
    arguments: &SolveArguments,
    context: &Context,
) -> Result<(), Failure> {
    let warned = warned(answer, arguments);
    warned.iter().for_each(|it| output::warn(it));
    if context.format == Format::Json {
        let used = output::usage();
        return output::json(&SolveReport::new(
            &request.game,
            answer,
            effort,
            warned,
            used,
        ));
    }
    output::data(&solution_text::describe(
        &request.game.name,
        answer,
        context.verbose,
    ))?;
    if let Some(Ok(file)) = &answer.file {
        output::data(&solution_text::file(file))?;
    }
    if let (Solved::All(solution), true) = (&answer.solved, context.verbose) {
        let layers = LayerReport::all(&solution.layers, effort);
        output::data(&format!("\n{}", layer_table::table(&layers)))?;
    }
    output::used();
    Ok(())
}

fn warned(answer: &Answer, arguments: &SolveArguments) -> Vec<String> {
    match &answer.solved {
        Solved::All(solution) => warnings::told(&answer.roles, &solution.warnings),
        Solved::First(solution) => {
            let mut told = warnings::told(&answer.roles, &solution.warnings);
            told.extend(idle(arguments));
            told
        }
        Solved::Sum(_) => Vec::new(),
    }
}

/// Options that make no difference where the first state alone is solved.
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
