//! The commands, and how one of them is run.

mod check;
mod completions;
mod export;
mod games;
mod ground;
mod info;
mod man;
mod play;
mod print;
mod query;
mod reach;
mod review;
mod simulate;
mod solve;
mod stats;
mod verify;
mod verify_part;
mod weak;

use clap::{ColorChoice, Parser};
use game::Stop;

use crate::arguments::{Arguments, Command, Format, FormatArgument, SharedArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{output, resources, watch};

/// The memory of a machine that does not tell.
const USUAL_MEMORY: u64 = 4 << 30;

/// What commands get beside their own arguments.
pub struct Context {
    /// How to write results.
    pub format: Format,
    /// Whether all states are to be written as columns of a Parquet file.
    pub columns: bool,
    /// Whether to say more.
    pub verbose: bool,
    /// How many threads to use, if the user says so.
    pub threads: Option<usize>,
    /// How much memory may be in use, if that is known.
    pub memory: Option<u64>,
    /// When to stop.
    pub stop: Stop,
}

impl Context {
    fn new(shared: &SharedArguments) -> Result<Self, Failure> {
        Ok(Context {
            format: match shared.format {
                FormatArgument::Json => Format::Json,
                FormatArgument::Text | FormatArgument::Parquet => Format::Text,
            },
            columns: shared.format == FormatArgument::Parquet,
            verbose: shared.verbose,
            threads: shared.limits.threads.map(usize::from),
            memory: watch::memory_limit(&shared.limits),
            stop: watch::start(&shared.limits)?,
        })
    }

    /// How much memory there is beside what is in use at the moment: what was used and
    /// given back, by another engine perhaps, can be used again.
    pub fn memory_left(&self) -> u64 {
        let used = resources::memory_bytes().or_else(resources::peak_memory_bytes);
        let used = used.unwrap_or(0);
        let all = self.memory.unwrap_or(USUAL_MEMORY);
        all.saturating_sub(used)
    }
}

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
    let context = match Context::new(&arguments.shared) {
        Ok(context) => context,
        Err(failure) => return report(&failure),
    };
    if let Some(reason) = context.stop.requested() {
        return report(&Failure::stopped(reason, ""));
    }
    match dispatch(&arguments.command, &context) {
        Ok(()) => Exit::Done,
        Err(failure) => report(&failure),
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

/// Tells the user of a failure.
pub fn report(failure: &Failure) -> Exit {
    if !failure.message.is_empty() {
        output::error(&failure.message);
    }
    if let Some(help) = &failure.help {
        output::help(help);
    }
    failure.exit
}

fn dispatch(command: &Command, context: &Context) -> Result<(), Failure> {
    if context.columns && !matches!(command, Command::Export(_)) {
        return Err(Failure::usage("only export writes Parquet").help("say --format json"));
    }
    match command {
        Command::Check(arguments) => check::run(arguments, context),
        Command::Info(arguments) => info::run(arguments, context),
        Command::Ground(arguments) => ground::run(arguments, context),
        Command::Print(arguments) => print::run(arguments, context),
        Command::Simulate(arguments) => simulate::run(arguments, context),
        Command::Reach(arguments) => reach::run(arguments, context),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Query(arguments) => query::run(arguments, context),
        Command::Play(arguments) => play::run(arguments, context),
        Command::Review(arguments) => review::run(arguments, context),
        Command::Stats(arguments) => stats::run(arguments, context),
        Command::Export(arguments) => export::run(arguments, context),
        Command::Verify(arguments) => verify::run(arguments, context),
        Command::Games(arguments) => games::run(arguments, context),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}

/// The version of the JSON objects that commands write.
pub const SCHEMA: u32 = 1;
