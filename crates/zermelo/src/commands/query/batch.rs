//! `zermelo query --batch`: many positions, a line of JSON for each.

use std::fs::File;
use std::io::{self, BufWriter, Read};

use play::SolvedGame;
use report::{BatchEnd, batch, counted, grouped};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Answers for all positions of a file, or of standard input.
pub fn run(
    solved: &SolvedGame,
    positions: &str,
    brief: bool,
    context: &Context,
) -> Result<(), Failure> {
    let source: Box<dyn Read> = match positions {
        "-" => Box::new(io::stdin()),
        path => Box::new(File::open(path).map_err(|error| unreadable(path, 0, &error))?),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let batch = batch(solved, source, &mut out, brief, &context.stop);
    let done = batch.answered;
    match batch.end {
        BatchEnd::Enough => return Ok(()),
        BatchEnd::Stopped(reason) => {
            let done = format!(" after {} positions", grouped(done));
            return Err(Failure::stopped(reason, &done));
        }
        BatchEnd::Unreadable(error) => return Err(unreadable(positions, done, &error)),
        BatchEnd::Unwritable(error) => {
            let message = format!("cannot write to standard output: {error}");
            return Err(Failure::new(Exit::Limit, message));
        }
        BatchEnd::Failed(error) => return Err(error.into()),
        _ => {}
    }
    if batch.refused > 0 {
        let refused = counted(batch.refused, "line");
        output::warn(&format!("no answer for {refused}: see \"error\""));
    }
    Ok(())
}

/// The positions cannot be read, in the line after those that were answered.
fn unreadable(name: &str, done: u64, error: &io::Error) -> Failure {
    let name = if name == "-" { "standard input" } else { name };
    let mut failure = Failure::unreadable(name, error);
    if done > 0 {
        failure.message += &format!(", after {} positions", grouped(done));
    }
    failure
}
