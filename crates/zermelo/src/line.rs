//! A line that changes on a terminal; elsewhere a line of a log now and then.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::layout::WIDTH;
use crate::output;

/// How often a line of a log is written.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// How often the line on a terminal changes.
const LINE_INTERVAL: Duration = Duration::from_millis(100);

/// The line on a terminal. What it tells is cut there if the terminal is narrow.
const TEMPLATE: &str = "{spinner} {wide_msg} [{elapsed}]";

/// The characters of a line that are not what it tells: the spinner and the time, as in
/// `⠁ … [120s]`, and the last column, which stays free.
const AROUND: usize = 10;

/// Shows how far some work is, until it is dropped.
pub struct Line {
    bar: Option<ProgressBar>,
    shown: Option<Instant>,
}

impl Line {
    /// A line for some work.
    pub fn start() -> Self {
        let shows = stderr().is_terminal() && !output::is_quiet();
        let bar = shows.then(|| {
            let style = ProgressStyle::with_template(TEMPLATE);
            ProgressBar::new_spinner().with_style(style.expect("the template is valid"))
        });
        Line {
            // The first line of a log comes after a while.
            shown: bar.is_none().then(Instant::now),
            bar,
        }
    }

    /// Shows what there is to tell, the most important first, if it is time to show
    /// anything. On a terminal what does not fit is left out.
    pub fn show(&mut self, parts: impl FnOnce() -> Vec<String>) {
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
                bar.set_message(fitting(&parts()));
                bar.tick();
            }
            None => output::remark(&parts().join(", ")),
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

/// The first parts, as many as fit into a line of a terminal.
pub fn fitting(parts: &[String]) -> String {
    let mut line = String::new();
    for part in parts {
        let gap = if line.is_empty() { "" } else { ", " };
        let length = line.chars().count() + gap.len() + part.chars().count();
        if !line.is_empty() && length > WIDTH - AROUND {
            break;
        }
        line.push_str(gap);
        line.push_str(part);
    }
    line
}
