//! How far the work is: a line that changes on a terminal, a log line now and
//! then elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use explicit::Progress;
use game::Count;
use indicatif::{ProgressBar, ProgressStyle};
use solver::Event;

use crate::effort::LayerClock;
use crate::output;
use report::LayerEffort;
use report::{grouped, human_size};

/// How often a log line is written where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// How often the line on a terminal changes.
const LINE_INTERVAL: Duration = Duration::from_millis(100);

/// Shows progress until it is dropped.
pub struct Reporter {
    line: Option<ProgressBar>,
    clock: LayerClock,
    /// The states in sets that were found.
    in_sets: Count,
    shown: Option<Instant>,
    /// When each pass began, and how many states an earlier run had done.
    forward: Option<(Instant, u64)>,
    link: Option<(Instant, u64)>,
    backward: Option<(Instant, u64)>,
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
            // The first line of a log comes after a while.
            shown: line.is_none().then(Instant::now),
            line,
            clock: LayerClock::start(),
            in_sets: 0,
            forward: None,
            link: None,
            backward: None,
        }
    }

    /// Takes notice of how far the work is.
    pub fn report(&mut self, event: &Event<'_>) {
        self.clock.notice(event);
        let now = Instant::now();
        match *event {
            Event::States(Progress::Forward { states, .. }) => {
                self.forward.get_or_insert((now, states));
            }
            Event::States(Progress::Search { visited }) => {
                self.forward.get_or_insert((now, visited));
            }
            Event::States(Progress::Link { linked, .. }) => {
                self.link.get_or_insert((now, linked));
            }
            Event::States(Progress::Backward { valued, .. }) => {
                self.backward.get_or_insert((now, valued));
            }
            Event::Sets(symbolic::Progress::Forward { states, .. }) => self.in_sets += states,
            _ => {}
        }
        let interval = match self.line {
            Some(_) => LINE_INTERVAL,
            None => LOG_INTERVAL,
        };
        if output::is_quiet() || self.shown.is_some_and(|it| now - it < interval) {
            return;
        }
        self.shown = Some(now);
        let text = match *event {
            Event::States(progress) => self.describe(progress),
            Event::Sets(progress) => self.describe_sets(progress),
            _ => return,
        };
        match &self.line {
            Some(line) => {
                line.set_message(text);
                line.tick();
            }
            None => output::note(&text),
        }
    }

    /// Ends the report, and tells what each layer took.
    pub fn finish(mut self) -> Vec<LayerEffort> {
        std::mem::replace(&mut self.clock, LayerClock::start()).finish()
    }

    fn describe_sets(&self, progress: symbolic::Progress) -> String {
        let memory = host::memory_bytes();
        let memory = memory.map(|bytes| format!(", {}", human_size(bytes)));
        let memory = memory.unwrap_or_default();
        match progress {
            symbolic::Progress::Forward {
                layer, nodes, disk, ..
            } => format!(
                "layer {layer}, {} states, {} nodes in the layer{memory}{}",
                grouped(self.in_sets),
                grouped(nodes),
                on_disk(disk),
            ),
            symbolic::Progress::Backward { layer, nodes, disk } => format!(
                "back to layer {layer}, {} nodes in the layer{memory}{}",
                grouped(nodes),
                on_disk(disk),
            ),
            symbolic::Progress::Step { step } => format!(
                "{} states, step {step} backward{memory}",
                grouped(self.in_sets),
            ),
            _ => String::new(),
        }
    }

    fn describe(&self, progress: Progress) -> String {
        let memory = host::peak_memory_bytes();
        let memory = memory.map(|bytes| format!(", {}", human_size(bytes)));
        let memory = memory.unwrap_or_default();
        match progress {
            Progress::Forward {
                layer,
                states,
                expanded,
                disk,
            } => format!(
                "layer {layer}, {} states, {} to expand, {} states/s{memory}{}",
                grouped(states),
                grouped(states - expanded),
                grouped(rate(states, self.forward) as u64),
                on_disk(disk),
            ),
            Progress::Link {
                linked,
                states,
                disk,
            } => format!(
                "successors of {} of {} states looked up{}{memory}{}",
                grouped(linked),
                grouped(states),
                left(linked, states, self.link),
                on_disk(disk),
            ),
            Progress::Backward {
                layer,
                valued,
                states,
                disk,
            } => format!(
                "back to layer {layer}, {} of {} states valued{}{memory}{}",
                grouped(valued),
                grouped(states),
                left(valued, states, self.backward),
                on_disk(disk),
            ),
            Progress::Search { visited } => format!(
                "{} states visited, {} states/s{memory}",
                grouped(visited),
                grouped(rate(visited, self.forward) as u64),
            ),
            _ => String::new(),
        }
    }
}

fn on_disk(bytes: u64) -> String {
    match bytes {
        0 => String::new(),
        _ => format!(", {} on disk", human_size(bytes)),
    }
}

/// States in a second, since a pass began.
fn rate(states: u64, since: Option<(Instant, u64)>) -> f64 {
    since.map_or(0.0, |(begun, before)| {
        states.saturating_sub(before) as f64 / begun.elapsed().as_secs_f64().max(1e-3)
    })
}

/// How long the rest will take. All states have been found by then and cost
/// about the same, so this is more than a guess.
fn left(done: u64, states: u64, since: Option<(Instant, u64)>) -> String {
    let rate = rate(done, since);
    if rate == 0.0 {
        return String::new();
    }
    let seconds = (states - done) as f64 / rate;
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
