//! A line that changes on a terminal; elsewhere a line of a log now and then.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output;

/// How often a line of a log is written.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// How often the line on a terminal changes.
const LINE_INTERVAL: Duration = Duration::from_millis(100);

/// Shows how far some work is, until it is dropped.
pub struct Line {
    bar: Option<ProgressBar>,
    shown: Option<Instant>,
}

impl Line {
    /// A line for the work called `what`.
    pub fn start(what: &str) -> Self {
        let shows = stderr().is_terminal() && !output::is_quiet();
        let bar = shows.then(|| {
            let style = ProgressStyle::with_template("{spinner} {prefix}: {msg} [{elapsed}]");
            let bar = ProgressBar::new_spinner().with_prefix(what.to_owned());
            bar.with_style(style.expect("the template is valid"))
        });
        Line {
            // The first line of a log comes after a while.
            shown: bar.is_none().then(Instant::now),
            bar,
        }
    }

    /// Shows the text, if it is time to show anything.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let interval = match self.bar {
            Some(_) => LINE_INTERVAL,
            None => LOG_INTERVAL,
        };
        if output::is_quiet() || self.shown.is_some_and(|it| it.elapsed() < interval) {
            return;
        }
        self.shown = Some(Instant::now());
        match &self.bar {
            Some(bar) => {
                bar.set_message(text());
                bar.tick();
            }
            None => output::note(&text()),
        }
    }
}

impl Line {
    /// Writes something else, which stays above the line.
    pub fn aside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
