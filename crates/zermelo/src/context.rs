//! What commands get beside their own arguments.

use std::num::NonZeroUsize;
use std::sync::Arc;

use game::Stop;
use host::{Allowance, Notice};
use solver::{Limits, Memory};

use crate::arguments::{Format, FormatArgument, SharedArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{guard, output};

/// The memory of a machine that does not tell, in bytes.
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
    threads: Option<NonZeroUsize>,
    /// How many bytes of memory may be in use, if that is known.
    memory: Option<u64>,
    /// Whether the user says how long all may take.
    pub has_deadline: bool,
    /// When to stop.
    pub stop: Stop,
}

impl Context {
    /// As the user says; from now on limits and signals are watched for.
    pub fn new(shared: &SharedArguments) -> Result<Self, Failure> {
        let allowance = Allowance {
            time: shared.limits.time.map(|span| span.0),
            memory: shared.limits.memory.map(|size| size.0),
        };
        let stop = host::watch(allowance, heed).map_err(|error| {
            let message = format!("the system allows no thread: {error}");
            Failure::new(Exit::Limit, message)
        })?;
        Ok(Context {
            format: match shared.format {
                FormatArgument::Json => Format::Json,
                FormatArgument::Text | FormatArgument::Parquet => Format::Text,
            },
            columns: shared.format == FormatArgument::Parquet,
            verbose: shared.verbose,
            threads: shared.limits.threads,
            memory: allowance.memory_limit(),
            has_deadline: allowance.time.is_some(),
            stop,
        })
    }

    /// What the work may use: the memory is that of the whole process.
    pub fn limits(&self) -> Limits {
        let memory = self.memory;
        Limits {
            threads: self.threads,
            memory: Memory::Left(Arc::new(move || left(memory))),
            stop: self.stop.clone(),
        }
    }

    /// How many threads are to work: as the user says, or one for each core.
    pub fn threads(&self) -> usize {
        self.limits().threads()
    }
}

/// What the watchman says.
fn heed(notice: Notice) {
    match notice {
        Notice::Saving => {
            output::warn("what is finished is being written; Ctrl-C ends that at once");
        }
        // Nothing half done is left: files get their names when they are whole.
        Notice::End(reason) => {
            // In the middle of a line, which ends here.
            if host::restore_terminal() {
                output::note("");
            }
            guard::at_once(output::failure(&Failure::stopped(reason, "")))
        }
        _ => {}
    }
}

/// What was used and given back, by another engine perhaps, can be used again.
fn left(memory: Option<u64>) -> u64 {
    let used = host::memory_bytes().or_else(host::peak_memory_bytes);
    let all = memory.unwrap_or(USUAL_MEMORY);
    all.saturating_sub(used.unwrap_or(0))
}
