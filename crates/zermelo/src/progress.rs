//! How far and how fast the work is, and what each layer took.

use std::time::{Duration, Instant};

use explicit::Progress;
use game::Count;
use host::{LayerClock, LayerCost, Pass};
use report::{LayerEffort, grouped, human_size};
use solver::Event;

use crate::line::Line;

/// How fast the work was so far, as far as that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speed {
    /// States that were listed in a second.
    pub states_per_second: Option<f64>,
    /// Seconds since the first layer was found as a set.
    pub set_seconds: Option<f64>,
}

impl Speed {
    /// This speed; what is not known of it from an earlier part.
    pub fn or(self, earlier: Speed) -> Speed {
        Speed {
            states_per_second: self.states_per_second.or(earlier.states_per_second),
            set_seconds: self.set_seconds.or(earlier.set_seconds),
        }
    }
}

/// Shows progress until it is dropped.
pub struct Reporter {
    line: Line,
    clock: LayerClock,
    pace: Pace,
}

/// How far and how fast the work is.
#[derive(Default)]
struct Pace {
    /// The states in sets that were found, and when the first were.
    in_sets: Count,
    sets: Option<Instant>,
    /// The states that were listed.
    listed: u64,
    /// When each pass began, and how many states an earlier run had done.
    forward: Option<(Instant, u64)>,
    link: Option<(Instant, u64)>,
    backward: Option<(Instant, u64)>,
}

impl Reporter {
    /// Starts to report on the work called `what`.
    pub fn start(what: &str) -> Self {
        Reporter {
            line: Line::start(what),
            clock: LayerClock::start(),
            pace: Pace::default(),
        }
    }

    /// Takes notice of how far the work is.
    pub fn report(&mut self, event: &Event<'_>) {
        self.take_time(event);
        self.pace.notice(event);
        self.line.show(|| self.pace.describe(event));
    }

    /// How fast the work was so far.
    pub fn speed(&self) -> Speed {
        let listed = Some(rate(self.pace.listed, self.pace.forward));
        Speed {
            states_per_second: listed.filter(|&rate| rate > 0.0),
            set_seconds: self.pace.sets.map(|begun| begun.elapsed().as_secs_f64()),
        }
    }

    /// Writes something above the line of progress.
    pub fn aside(&self, write: impl FnOnce()) {
        self.line.aside(write);
    }

    /// Ends the report, and tells what each layer took.
    pub fn finish(self) -> Vec<LayerEffort> {
        let effort = |cost: LayerCost| LayerEffort {
            index: cost.layer,
            forward_seconds: cost.forward_seconds,
            backward_seconds: cost.backward_seconds,
            memory_bytes: cost.memory_bytes,
            ..LayerEffort::default()
        };
        self.clock.finish().into_iter().map(effort).collect()
    }

    /// Listing tells the layer that it is at, sets tell the one that is done.
    fn take_time(&mut self, event: &Event<'_>) {
        use symbolic::Progress as Sets;
        match *event {
            Event::Sets(Sets::Forward { layer, .. }) => self.clock.close((Pass::Forward, layer)),
            Event::Sets(Sets::Backward { layer, .. }) => self.clock.close((Pass::Backward, layer)),
            Event::States(Progress::Forward { layer, .. }) => {
                self.clock.open((Pass::Forward, layer));
            }
            Event::States(Progress::Backward { layer, .. }) => {
                self.clock.open((Pass::Backward, layer));
            }
            _ => {}
        }
    }
}

impl Pace {
    fn notice(&mut self, event: &Event<'_>) {
        let now = Instant::now();
        match *event {
            Event::States(Progress::Forward { states, .. }) => {
                self.forward.get_or_insert((now, states));
                self.listed = states;
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
            Event::Sets(symbolic::Progress::Forward { states, .. }) => {
                self.sets.get_or_insert(now);
                self.in_sets += states;
            }
            _ => {}
        }
    }

    fn describe(&self, event: &Event<'_>) -> String {
        match *event {
            Event::States(progress) => self.describe_states(progress),
            Event::Sets(progress) => self.describe_sets(progress),
            _ => String::new(),
        }
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

    fn describe_states(&self, progress: Progress) -> String {
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
