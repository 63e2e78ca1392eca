//! `zermelo solve GAME --backward`: an endgame database.

use game::StopReason;
use report::{DatabaseReport, LayerEffort};
use solver::{Database, Error, Kind, Request, Written};

use crate::arguments::{Format, SolveArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::{database_text, output, position_text, solution_text, warnings};

/// Runs the command.
pub fn run(
    request: &Request,
    steps: Option<u64>,
    mut narrator: Narrator,
    arguments: &SolveArguments,
    context: &Context,
) -> Result<(), Failure> {
    let database = solver::backward(request, steps, &mut |event| narrator.hear(event));
    let mut database = database.map_err(|error| {
        let failure = position_text::unsolved(error, &request.game.rules, &request.limits.stop);
        match &arguments.out {
            Some(path) => failure.note(format!(
                "nothing is valued yet: {} was not written",
                path.display()
            )),
            None => failure,
        }
    })?;
    let effort = narrator.effort(None);
    let stopped = database.stopped.take();
    tell(
        request,
        &database,
        (steps, stopped.is_none()),
        &effort,
        context,
    )?;
    if let Some(Err(failed)) = database.file {
        return Err(failed.into());
    }
    stopped.map_or(Ok(()), |error| ended(error, steps, database.file))
}

fn tell(
    request: &Request,
    database: &Database,
    how_far: (Option<u64>, bool),
    effort: &[LayerEffort],
    context: &Context,
) -> Result<(), Failure> {
    let told = warnings::told(&database.roles, &database.endgames.warnings);
    told.iter().for_each(|it| output::warn(it));
    if context.format == Format::Json {
        let used = output::usage();
        let report = DatabaseReport::new(&request.game, database, how_far, effort, told, used);
        return output::json(&report);
    }
    let name = &request.game.name;
    output::data(&database_text::describe(name, database, context.verbose))?;
    if let Some(Ok(file)) = &database.file {
        output::data(&solution_text::file(file))?;
    }
    output::used();
    Ok(())
}

/// What a limit or a signal means. Where nobody said how many steps there should be, a limit
/// is how many there are.
fn ended(
    error: Error,
    steps: Option<u64>,
    file: Option<Result<Written, solver::Unfinished>>,
) -> Result<(), Failure> {
    let signal = matches!(
        error.kind(),
        Kind::Stopped(StopReason::Interrupt | StopReason::Terminate)
    );
    let failure = Failure::from(error);
    if steps.is_none() && !signal {
        output::remark(&format!(
            "{}: what is whole by then is all there is",
            failure.message
        ));
        return Ok(());
    }
    Err(match file {
        Some(Ok(file)) => failure.note(format!(
            "{} has what was whole by then",
            file.path.display()
        )),
        _ => failure,
    })
}
