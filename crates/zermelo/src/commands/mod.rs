//! The commands, and how one of them is run.

mod backward;
mod check;
mod completions;
mod decompose;
mod estimate;
mod export;
mod games;
mod ground;
mod info;
mod man;
mod matches;
mod play;
mod print;
mod query;
mod reach;
mod review;
mod serve_player;
mod simulate;
mod solve;
mod stats;
mod verify;

use clap::{ColorChoice, Parser};

use crate::arguments::{Arguments, Command, Format};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Reads the command line and runs the command that it names.
pub fn run() -> Exit {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    match arguments.shared.color {
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        ColorChoice::Auto => {}
    }
    if arguments.shared.quiet {
        output::be_quiet();
    }
    if arguments.shared.verbose {
        output::be_verbose();
    }
    let context = match Context::new(&arguments.shared) {
        Ok(context) => context,
        Err(failure) => return output::failure(&failure),
    };
    if let Some(reason) = context.stop.requested() {
        return output::failure(&Failure::stopped(reason, ""));
    }
    match dispatch(&arguments.command, &context) {
        Ok(()) => Exit::Done,
        Err(failure) => output::failure(&failure),
    }
}

fn usage(error: &clap::Error) -> Exit {
    // Help and version are no errors, and go to standard output.
    let exit = if error.use_stderr() {
        Exit::Usage
    } else {
        Exit::Done
    };
    let _ = error.print();
    exit
}

/// Why a command has no JSON, if it has none.
fn no_json(command: &Command) -> Option<Failure> {
    let (why, help) = match command {
        Command::Play(_) => (
            "play talks to a person, and writes no JSON",
            "`zermelo query FILE --format json` tells what each move is worth",
        ),
        Command::Export(_) => (
            "export writes CSV or Parquet, and no JSON",
            "`zermelo query FILE --batch` answers in JSON, a line for each position",
        ),
        Command::Completions(_) => ("completions writes a script, and no JSON", NO_FORMAT),
        Command::Man(_) => ("man writes a manual page, and no JSON", NO_FORMAT),
        _ => return None,
    };
    Some(Failure::usage(why).help(help))
}

/// Advice to those who ask for a format of what has only one.
const NO_FORMAT: &str = "leave --format out";

fn dispatch(command: &Command, context: &Context) -> Result<(), Failure> {
    if context.columns && !matches!(command, Command::Export(_)) {
        return Err(Failure::usage("only export writes Parquet").help("say --format json"));
    }
    if let (Format::Json, Some(failure)) = (context.format, no_json(command)) {
        return Err(failure);
    }
    match command {
        Command::Check(arguments) => check::run(arguments, context),
        Command::Decompose(arguments) => decompose::run(arguments, context),
        Command::Estimate(arguments) => estimate::run(arguments, context),
        Command::Info(arguments) => info::run(arguments, context),
        Command::Ground(arguments) => ground::run(arguments, context),
        Command::Print(arguments) => print::run(arguments, context),
        Command::Simulate(arguments) => simulate::run(arguments, context),
        Command::Reach(arguments) => reach::run(arguments, context),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Query(arguments) => query::run(arguments, context),
        Command::Play(arguments) => play::run(arguments, context),
        Command::Match(arguments) => matches::run(arguments, context),
        Command::ServePlayer(arguments) => serve_player::run(arguments, context),
        Command::Review(arguments) => review::run(arguments, context),
        Command::Stats(arguments) => stats::run(arguments, context),
        Command::Export(arguments) => export::run(arguments, context),
        Command::Verify(arguments) => verify::run(arguments, context),
        Command::Games(arguments) => games::run(arguments, context),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}
