//! How far the work is: a line that changes on a terminal, a log line now and
//! then elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use judge::Progress;

use crate::number::{grouped, human_size};
use crate::{output, resources};

/// How often a log line is written where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Shows progress until it is dropped.
pub struct Reporter {
    line: Option<ProgressBar>,
    started: Instant,
    last_log: Instant,
}

impl Reporter {
    /// Starts to report on the work called `what`.
    pub fn start(what: &str) -> Self {
        let shows_line = stderr().is_terminal() && !output::is_quiet();
        let line = shows_line.then(|| {
            let line = ProgressBar::new_spinner().with_prefix(what.to_owned());
            let style = ProgressStyle::with_template("{spinner} {prefix}: {msg} [{elapsed}]");
            line.with_style(style.expect("the template is valid"))
        });
        Reporter {
            line,
            started: Instant::now(),
            last_log: Instant::now(),
        }
    }

    /// Takes notice of how far the work is.
    pub fn report(&mut self, progress: Progress) {
        if let Some(line) = &self.line {
            line.set_message(self.describe(progress));
            line.tick();
        } else if !output::is_quiet() && self.last_log.elapsed() >= LOG_INTERVAL {
            self.last_log = Instant::now();
            output::note(&self.describe(progress));
        }
    }

    fn describe(&self, progress: Progress) -> String {
        let rate = progress.states as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let memory = resources::peak_memory_bytes()
            .map_or(String::new(), |bytes| format!(", {}", human_size(bytes)));
        format!(
            "layer {}, {} states, {} to expand, {} states/s{memory}",
            progress.layer,
            grouped(progress.states),
            grouped(progress.states - progress.expanded),
            grouped(rate as u64),
        )
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}
