//! How far the work is: a line that changes on a terminal, a log line now and
//! then elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use explicit::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::number::{grouped, human_size};
use crate::{output, resources};

/// How often a log line is written where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Shows progress until it is dropped.
pub struct Reporter {
    line: Option<ProgressBar>,
    started: Instant,
    last_log: Instant,
    /// When the backward pass began.
    turned: Option<Instant>,
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
            turned: None,
        }
    }

    /// Takes notice of how far the work is.
    pub fn report(&mut self, progress: impl Into<Progress>) {
        let progress = progress.into();
        if matches!(progress, Progress::Backward { .. }) {
            self.turned.get_or_insert_with(Instant::now);
        }
        if let Some(line) = &self.line {
            line.set_message(self.describe(progress));
            line.tick();
        } else if !output::is_quiet() && self.last_log.elapsed() >= LOG_INTERVAL {
            self.last_log = Instant::now();
            output::note(&self.describe(progress));
        }
    }

    fn describe(&self, progress: Progress) -> String {
        let memory = resources::peak_memory_bytes()
            .map_or(String::new(), |bytes| format!(", {}", human_size(bytes)));
        match progress {
            Progress::Forward {
                layer,
                states,
                expanded,
            } => format!(
                "layer {layer}, {} states, {} to expand, {} states/s{memory}",
                grouped(states),
                grouped(states - expanded),
                grouped(rate(states, self.started.elapsed()) as u64),
            ),
            Progress::Backward {
                layer,
                valued,
                states,
            } => {
                let since = self
                    .turned
                    .map_or(Duration::ZERO, |turned| turned.elapsed());
                format!(
                    "back to layer {layer}, {} of {} states valued{}{memory}",
                    grouped(valued),
                    grouped(states),
                    left(valued, states, since),
                )
            }
            _ => memory,
        }
    }
}

fn rate(states: u64, time: Duration) -> f64 {
    states as f64 / time.as_secs_f64().max(1e-3)
}

/// How long the rest will take. All states have been found by then and cost
/// about the same, so this is more than a guess.
fn left(valued: u64, states: u64, since: Duration) -> String {
    if valued == 0 {
        return String::new();
    }
    let seconds = (states - valued) as f64 / rate(valued, since);
    let rest = Duration::from_secs(seconds.ceil() as u64);
    format!(", {} left", humantime::format_duration(rest))
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}
