//! How far and how fast the work is, and what each layer took.

use std::time::Instant;

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
    /// Starts to report.
    pub fn start() -> Self {
        Reporter {
            line: Line::start(),
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

    /// What there is to tell, the most important first.
    fn describe(&self, event: &Event<'_>) -> Vec<String> {
        let (mut parts, memory, disk) = match *event {
            Event::States(progress) => {
                let (parts, disk) = self.describe_states(progress);
                (parts, host::peak_memory_bytes(), disk)
            }
            Event::Sets(progress) => {
                let (parts, disk) = self.describe_sets(progress);
                (parts, host::memory_bytes(), disk)
            }
            _ => return Vec::new(),
        };
        parts.extend(memory.map(human_size));
        if disk > 0 {
            parts.push(format!("disk {}", human_size(disk)));
        }
        parts.extend(to_expand(event));
        parts
    }

    /// What there is to tell, and the bytes on disk.
    fn describe_sets(&self, progress: symbolic::Progress) -> (Vec<String>, u64) {
        let states = format!("{} states", grouped(self.in_sets));
        match progress {
            symbolic::Progress::Forward {
                layer, nodes, disk, ..
            } => {
                let nodes = format!("{} nodes in it", grouped(nodes));
                (vec![format!("layer {layer}"), nodes, states], disk)
            }
            symbolic::Progress::Backward { layer, nodes, disk } => {
                let nodes = format!("{} nodes in it", grouped(nodes));
                (vec![format!("back to layer {layer}"), nodes], disk)
            }
            symbolic::Progress::Step { step } => (vec![states, format!("step {step} backward")], 0),
            _ => (Vec::new(), 0),
        }
    }

    /// What there is to tell, and the bytes on disk.
    fn describe_states(&self, progress: Progress) -> (Vec<String>, u64) {
        match progress {
            Progress::Forward {
                layer,
                states,
                disk,
                ..
            } => (
                vec![
                    format!("layer {layer}"),
                    format!("{} states", grouped(states)),
                    pace(states, self.forward),
                ],
                disk,
            ),
            Progress::Link {
                linked,
                states,
                disk,
            } => {
                let done = format!("successors of {} states", share(linked, states));
                let left = left(linked, states, self.link);
                ([Some(done), left].into_iter().flatten().collect(), disk)
            }
            Progress::Backward {
                layer,
                valued,
                states,
                disk,
            } => {
                let done = format!("back to layer {layer}, {} states", share(valued, states));
                let left = left(valued, states, self.backward);
                ([Some(done), left].into_iter().flatten().collect(), disk)
            }
            Progress::Search { visited } => {
                let states = format!("{} states visited", grouped(visited));
                (vec![states, pace(visited, self.forward)], 0)
            }
            _ => (Vec::new(), 0),
        }
    }
}

/// How much of it is done: `53 % of 69,763,700`.
fn share(done: u64, all: u64) -> String {
    let percent = (done as f64 / all.max(1) as f64 * 100.0).floor();
    format!("{percent} % of {}", grouped(all))
}

/// How many states that were found were not expanded yet.
fn to_expand(event: &Event<'_>) -> Option<String> {
    match *event {
        Event::States(Progress::Forward {
            states, expanded, ..
        }) if expanded < states => Some(format!("{} to expand", grouped(states - expanded))),
        _ => None,
    }
}

/// How fast it goes.
fn pace(states: u64, since: Option<(Instant, u64)>) -> String {
    format!("{}/s", grouped(rate(states, since) as u64))
}

/// States in a second, since a pass began.
fn rate(states: u64, since: Option<(Instant, u64)>) -> f64 {
    since.map_or(0.0, |(begun, before)| {
        states.saturating_sub(before) as f64 / begun.elapsed().as_secs_f64().max(1e-3)
    })
}

/// How long the rest will take. All states have been found by then and cost
/// about the same, so this is more than a guess.
fn left(done: u64, states: u64, since: Option<(Instant, u64)>) -> Option<String> {
    let rate = rate(done, since);
    (rate > 0.0).then(|| format!("{} left", duration((states - done) as f64 / rate)))
}

/// Seconds for people, in two units at most.
fn duration(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match hours {
        0 if minutes == 0 => format!("{seconds}s"),
        0 => format!("{minutes}m {}s", seconds % 60),
        1..24 => format!("{hours}h {}m", minutes % 60),
        _ => format!("{}d {}h", hours / 24, hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::line::fitting;

    /// What a terminal shows, without memory: that differs each time.
    fn shown((parts, disk): (Vec<String>, u64)) -> String {
        let memory = ["12.3 GiB".to_owned(), format!("disk {}", human_size(disk))];
        fitting(&[&parts[..], &memory].concat())
    }

    #[test]
    fn progress_fits_a_terminal_of_80_columns() {
        let (states, disk) = (1_234_567_890, 99 << 30);
        let begun = Instant::now() - Duration::from_secs(1000);
        let pace = Pace {
            in_sets: 1_235_515_139_676,
            forward: Some((begun, 0)),
            link: None,
            backward: Some((begun, 0)),
            ..Pace::default()
        };
        let forward = pace.describe_states(Progress::Forward {
            layer: 123,
            states,
            expanded: 1_111_111_111,
            disk,
        });
        let told = shown(forward);
        assert!(
            told.starts_with("layer 123, 1,234,567,890 states, 1,23"),
            "{told}"
        );
        assert!(told.ends_with("/s, 12.3 GiB, disk 99.0 GiB"), "{told}");
        let backward = pace.describe_states(Progress::Backward {
            layer: 123,
            valued: 500_000_000,
            states,
            disk,
        });
        let back = shown(backward);
        let beginning = "back to layer 123, 40 % of 1,234,567,890 states, 24m ";
        assert!(back.starts_with(beginning), "{back}");
        let sets = pace.describe_sets(symbolic::Progress::Forward {
            layer: 12,
            states: 5,
            nodes: 1_234_567,
            disk: 7 << 20,
        });
        let in_sets = "layer 12, 1,234,567 nodes in it, 1,235,515,139,676 states, 12.3 GiB";
        assert_eq!(shown(sets), in_sets);
        let small = pace.describe_states(Progress::Link {
            linked: 7,
            states: 70,
            disk: 7 << 20,
        });
        let link = "successors of 10 % of 70 states, 12.3 GiB, disk 7 MiB";
        assert_eq!(shown(small), link);
        for line in [told.as_str(), &back, in_sets, link] {
            assert!(line.chars().count() <= 70, "{line}");
        }
    }

    #[test]
    fn durations_have_two_units() {
        let told = [0.2, 61.0, 3_700.0, 100_000.0].map(duration);
        assert_eq!(told, ["1s", "1m 1s", "1h 1m", "1d 3h"]);
    }
}
