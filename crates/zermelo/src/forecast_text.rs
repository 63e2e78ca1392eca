//! Words for what is to be expected of a game.
//!
//! In: a forecast, and how fast the work was so far. Out: a warning while a game is being
//! solved, or the rows of `solve --forecast`.

use report::{about, counted, grouped, human_size, rounded};
use solver::{Estimate, Forecast, Smaller};

use crate::output::{BOLD, RESET};
use crate::progress::Speed;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;
const YEAR: f64 = 365.0 * DAY;

/// The warning of a solve that will not come to its end soon.
pub fn warning(forecast: &Forecast, speed: Speed) -> String {
    let (states, layers) = forecast.counted;
    format!(
        "this game is not expected to fit: {}\n  \
         {}; {} in {} are counted\n  {}",
        about_states(&forecast.states),
        range(&forecast.states),
        counted(states, "state"),
        counted(layers, "layer"),
        work(forecast, speed).join("\n  "),
    )
}

/// A line about a solve that will come to its end.
pub fn expected(forecast: &Forecast) -> String {
    let states = about_states(&forecast.states);
    format!("to be expected: {states}, {}", range(&forecast.states))
}

/// What to do instead, below the warning.
pub fn instead(smaller: &[Smaller]) -> String {
    let rows = ways(smaller);
    let rows = rows
        .iter()
        .map(|(way, what)| format!("\n  {way:22} {what}"));
    let rows: String = rows.collect();
    format!("it goes on, unless Ctrl-C stops it; these would fit, or help:{rows}")
}

/// The rows of a forecast.
pub fn describe(name: &str, forecast: &Forecast, smaller: &[Smaller], speed: Speed) -> String {
    let states = &forecast.states;
    let mut text = format!("{BOLD}{name}{RESET}: {}\n\n", about_states(states));
    let mut row = |what: &str, value: &str| text.push_str(&format!("  {what:12} {value}\n"));
    let (seen, layers) = forecast.counted;
    match states.is_exact() {
        true => row("States", &format!("{}, counted", grouped(seen))),
        false => {
            let likely = states.likely.map(|it| format!("{}, ", about(it)));
            row("States", &(likely.unwrap_or_default() + &range(states)));
            let seen = grouped(seen);
            row(
                "Counted",
                &format!("{seen} states in {}", counted(layers, "layer")),
            );
        }
    }
    let exactly = if states.is_exact() { "" } else { "about " };
    if let Some(layers) = forecast.layers {
        row("Layers", &format!("{exactly}{}", grouped(layers)));
    }
    let fits = match forecast.fits {
        Some(true) => "yes",
        Some(false) => "no: hours or more, with more memory or disk than is usual",
        None => "unknown",
    };
    if !states.is_exact() {
        let mut what = "Work";
        for line in work(forecast, speed) {
            row(what, &line);
            what = "";
        }
    }
    row("Fits", fits);
    if forecast.fits == Some(false) {
        let mut what = "Instead";
        for (way, meaning) in ways(smaller) {
            row(what, &format!("{way:22} {meaning}"));
            what = "";
        }
    }
    text
}

/// The seconds that finding all states would take.
pub fn seconds(forecast: &Forecast, speed: Speed) -> Option<f64> {
    let seconds = match forecast.nodes {
        Some(nodes) => speed.set_seconds? * nodes.expected / nodes.counted.max(1) as f64,
        None => forecast.states.at_least() / speed.states_per_second?,
    };
    Some(seconds)
}

fn about_states(states: &Estimate) -> String {
    match states.likely {
        Some(likely) if states.is_exact() => counted(format!("{likely:.0}"), "state"),
        Some(likely) => format!("{} states", about(likely)),
        None => format!("at least {} states", rounded(states.low)),
    }
}

fn range(states: &Estimate) -> String {
    let (low, high) = (rounded(states.low), rounded(states.high));
    format!("between {low} and {high}")
}

/// What the work takes, in lines.
fn work(forecast: &Forecast, speed: Speed) -> Vec<String> {
    let time = seconds(forecast, speed).map(duration);
    let mut lines = Vec::new();
    match forecast.nodes {
        Some(nodes) => {
            let nodes = about(nodes.expected);
            lines.push(format!("{nodes} nodes as sets of states"));
            lines.extend(time.map(|time| format!("{time} to find them, and longer for values")));
        }
        None => {
            let bytes = forecast.bytes().map(|bytes| bytes as u64);
            lines.extend(bytes.map(|bytes| format!("{} for packed states", human_size(bytes))));
            lines.extend(time.zip(speed.states_per_second).map(|(time, speed)| {
                let speed = grouped(speed.round());
                format!("{time} to list them at {speed} states/s, as long for values")
            }));
        }
    }
    lines
}

/// What can be done instead.
fn ways(smaller: &[Smaller]) -> Vec<(String, String)> {
    let sizes = smaller.iter().map(|it| {
        let (name, value) = &it.setting;
        (format!("--set {name}={value}"), about_states(&it.states))
    });
    let others = [
        ("--level weak", "the value of the first state alone"),
        ("--moves \"…\"", "from a position near the end"),
        ("zermelo reach", "counts the states, without values"),
        (
            "--memory, --work DIR",
            "more memory, and a disk with more room",
        ),
    ];
    let others = others.map(|(way, what)| (way.to_owned(), what.to_owned()));
    sizes.chain(others).collect()
}

/// A time to one or two digits.
fn duration(seconds: f64) -> String {
    let units = [
        (YEAR, "year"),
        (DAY, "day"),
        (HOUR, "hour"),
        (MINUTE, "minute"),
        (1.0, "second"),
    ];
    let fits = |it: &&(f64, &str)| seconds >= it.0 * 1.5;
    let (length, name) = units.iter().find(fits).copied().unwrap_or((1.0, "second"));
    let count = (seconds / length).round().max(1.0);
    let count = match count < 100.0 {
        true => format!("{count:.0}"),
        false => rounded(count),
    };
    let plural = if count == "1" { "" } else { "s" };
    format!("about {count} {name}{plural}")
}

#[cfg(test)]
mod tests {
    use solver::NodeForecast;

    use super::*;

    /// About what Connect Four gives.
    fn forecast(nodes: Option<NodeForecast>) -> Forecast {
        Forecast {
            states: Estimate {
                low: 4e11,
                likely: Some(3e12),
                high: 9e12,
            },
            layers: Some(43),
            counted: (696_786_183, 17),
            bits: Some(85),
            nodes,
            fits: Some(false),
        }
    }

    fn assert_fits_a_terminal(text: &str) {
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn a_warning_tells_what_listing_takes_and_fits_a_terminal() {
        let speed = Speed {
            states_per_second: Some(3e6),
            set_seconds: None,
        };
        let text = warning(&forecast(None), speed);
        assert_eq!(
            text,
            "this game is not expected to fit: about 3·10^12 states\n  \
             between 4·10^11 and 9·10^12; 696,786,183 states in 17 layers are counted\n  \
             30 TiB for packed states\n  \
             about 12 days to list them at 3,000,000 states/s, as long for values"
        );
        assert_fits_a_terminal(&format!("warning: {text}"));
    }

    #[test]
    fn advice_begins_with_what_fits() {
        let smaller = Smaller {
            setting: ("width".to_owned(), "5".to_owned()),
            states: Estimate::exact(1_044_334_437),
        };
        let text = instead(&[smaller]);
        let first = "\n  --set width=5          1,044,334,437 states\n  --level weak ";
        assert!(text.contains(first), "{text}");
        assert_fits_a_terminal(&format!("warning: {text}"));
    }

    #[test]
    fn sets_take_the_time_of_their_nodes() {
        let nodes = NodeForecast {
            counted: 1_000_000,
            expected: 1.8e8,
        };
        let speed = Speed {
            states_per_second: Some(1.0),
            set_seconds: Some(10.0),
        };
        let text = describe("c4", &forecast(Some(nodes)), &[], speed);
        assert!(text.contains("about 30 minutes to find them"), "{text}");
        assert_fits_a_terminal(&text);
    }

    #[test]
    fn times_have_a_unit_that_people_use() {
        assert_eq!(duration(0.2), "about 1 second");
        assert_eq!(duration(80.0), "about 80 seconds");
        assert_eq!(duration(40.0 * MINUTE), "about 40 minutes");
        assert_eq!(duration(20.0 * DAY), "about 20 days");
        assert_eq!(duration(4321.0 * YEAR), "about 4,000 years");
        assert_eq!(duration(4e12 * YEAR), "about 4·10^12 years");
    }
}
