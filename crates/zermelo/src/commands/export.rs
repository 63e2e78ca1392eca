//! `zermelo export`: all states with what they are worth, as CSV.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use game::Value;
use play::SolvedGame;
use table::solution::{Key, OutcomeId};

use super::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file_arguments::ExportArguments;
use crate::number::grouped;
use crate::solved;

/// After so many states it is asked whether to stop.
const AT_ONCE: u64 = 4096;

/// Runs the command.
pub fn run(arguments: &ExportArguments, context: &Context) -> Result<(), Failure> {
    let solved = solved::open(&arguments.file, context)?;
    let out: Box<dyn Write> = match &arguments.out {
        None => Box::new(io::stdout().lock()),
        Some(path) => {
            let file = File::create(path);
            Box::new(file.map_err(|error| {
                Failure::usage(format!("cannot write {}: {error}", path.display()))
            })?)
        }
    };
    let mut out = BufWriter::with_capacity(1 << 20, out);
    let mut rows = Rows {
        solved: &solved,
        limit: arguments.limit.unwrap_or(u64::MAX),
        written: 0,
    };
    rows.write(&mut out, context)
}

struct Rows<'a> {
    solved: &'a SolvedGame,
    limit: u64,
    written: u64,
}

/// Why writing ends early.
enum End {
    /// The reader wants no more.
    Enough,
    Failure(Failure),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => End::Enough,
            _ => End::Failure(Failure::new(Exit::Limit, format!("cannot write: {error}"))),
        }
    }
}

impl Rows<'_> {
    fn write(&mut self, out: &mut dyn Write, context: &Context) -> Result<(), Failure> {
        match self.all(out, context) {
            Err(End::Failure(failure)) => Err(failure),
            Ok(()) | Err(End::Enough) => Ok(()),
        }
    }

    fn all(&mut self, out: &mut dyn Write, context: &Context) -> Result<(), End> {
        let roles: Vec<String> = self.solved.roles().iter().map(|it| quoted(it)).collect();
        writeln!(out, "state,{},distance", roles.join(","))?;
        let file = self.solved.file();
        let failure = |error| End::Failure(Failure::from(error));
        for section in file.sections().map_err(failure)? {
            for state in file.states(section.number) {
                if self.written == self.limit {
                    return Ok(out.flush()?);
                }
                let (key, outcome) = state.map_err(failure)?;
                let row = self.row(&key, outcome).map_err(End::Failure)?;
                out.write_all(row.as_bytes())?;
                self.written += 1;
                if self.written.is_multiple_of(AT_ONCE)
                    && let Some(reason) = context.stop.requested()
                {
                    let done = format!(" after {} states", grouped(self.written));
                    return Err(End::Failure(Failure::stopped(reason, &done)));
                }
            }
        }
        Ok(out.flush()?)
    }

    fn row(&self, key: &Key, outcome: OutcomeId) -> Result<String, Failure> {
        let file = self.solved.file();
        let held = file.encoding().decode(key);
        let held = held.ok_or_else(|| {
            Failure::new(
                Exit::File,
                "the file has a key that is no state: it is damaged",
            )
        })?;
        let fluents = file.encoding().fluents();
        let fluents: Vec<&str> = held
            .iter()
            .map(|&it| fluents[it as usize].as_str())
            .collect();
        let outcome = file.outcome(outcome);
        let roles = self.solved.roles().len();
        let rewards: Vec<String> = match &outcome.value {
            Value::Rewards(rewards) => rewards.iter().map(|it| it.to_string()).collect(),
            Value::Infinite => vec!["infinite".to_owned(); roles],
            Value::Unresolved => vec![String::new(); roles],
        };
        let distance = outcome.distance.map(|it| it.to_string());
        Ok(format!(
            "{},{},{}\n",
            quoted(&format!("({})", fluents.join(" "))),
            rewards.join(","),
            distance.unwrap_or_default()
        ))
    }
}

/// A field of CSV (RFC 4180): in quotes where it has commas or quotes.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotes_are_quoted() {
        assert_eq!(quoted("(cell 1 1 x)"), "(cell 1 1 x)");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
