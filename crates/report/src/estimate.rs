//! Estimates of moves as JSON, and as a picture of how they grew.

use std::fmt::Write;

use game::{Reward, Rewards};
use search::MoveEstimate;
use serde::Serialize;
use serde_json::{Value as Json, json};
use solver::Game;
use table::solution::reward_json;

use crate::frame::{AXIS, PANEL};
use crate::svg::{LARGE, Legend, SMALL, WIDTH, axis_number, begin, cut, escaped, text, width};
use crate::used::Used;
use crate::{SCHEMA, palette};

/// Above the panel.
const TOP: f64 = 56.0;
/// Below the panel: the times, and what they are.
const BELOW: f64 = 56.0;
/// To the left of everything.
const EDGE: f64 = 12.0;
/// The most curves: colours of more could not be told apart.
const MOST_CURVES: usize = 6;

/// What a search thinks of a position.
#[derive(Debug, Serialize)]
pub struct EstimateReport {
    schema: u32,
    /// The game.
    pub game: String,
    rules_hash: String,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The moves, the recommended one of each role first.
    pub moves: Vec<MoveReport>,
    /// The mean rewards in role order; null before the first iteration.
    pub rewards: Option<Vec<f64>>,
    /// The exact rewards in role order; null if they are not proven.
    pub proven: Json,
    /// The line of play that is expected.
    pub line: Vec<String>,
    /// The number of iterations.
    pub iterations: u64,
    /// States seen in playouts per second of search; null if nothing was searched.
    pub states_per_second: Option<f64>,
    seconds: f64,
    seed: u64,
    #[serde(flatten)]
    used: Used,
}

/// What a search thinks of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Whose move it is.
    pub role: String,
    /// The move, in KIF.
    #[serde(rename = "move")]
    pub text: String,
    /// The reward that its role can expect; null if it was not tried.
    pub estimate: Option<f64>,
    /// How many iterations began with it.
    pub visits: u64,
    /// The exact rewards in role order after it; null if they are not proven.
    pub proven: Json,
}

impl MoveReport {
    /// The estimate of a move, with names.
    pub fn new(roles: &[String], moves: &[String], of: &MoveEstimate) -> Self {
        MoveReport {
            role: roles[of.role.index()].clone(),
            text: moves[of.mov.index()].clone(),
            estimate: of.estimate,
            visits: of.visits,
            proven: rewards_json(of.proven.as_ref()),
        }
    }
}

/// How a search went.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of iterations.
    pub iterations: u64,
    /// States seen in playouts.
    pub states: u64,
    /// The seconds of search.
    pub seconds: f64,
    /// Where the random numbers began.
    pub seed: u64,
}

impl EstimateReport {
    /// What is told of a position of a game.
    pub fn new(
        game: &Game,
        roles: &[String],
        moves: Vec<MoveReport>,
        effort: Effort,
        used: Used,
    ) -> Self {
        let searched = effort.iterations > 0 && effort.seconds > 0.0;
        EstimateReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            roles: roles.to_vec(),
            moves,
            rewards: None,
            proven: Json::Null,
            line: Vec::new(),
            iterations: effort.iterations,
            states_per_second: searched.then(|| (effort.states as f64 / effort.seconds).round()),
            seconds: effort.seconds,
            seed: effort.seed,
            used,
        }
    }

    /// The same with what the position itself is worth, and the line from there.
    pub fn of_position(
        mut self,
        rewards: Vec<f64>,
        proven: Option<&Rewards>,
        line: Vec<String>,
    ) -> Self {
        self.rewards = (!rewards.is_empty()).then_some(rewards);
        self.proven = rewards_json(proven);
        self.line = line;
        self
    }
}

/// Rewards in role order; null if there are none.
fn rewards_json(rewards: Option<&Rewards>) -> Json {
    let list = |it: &Rewards| {
        it.iter()
            .map(|it: Reward| reward_json(it))
            .collect::<Vec<Json>>()
    };
    rewards.map_or(Json::Null, |it| json!(list(it)))
}

/// What was thought of all moves at one time.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Seconds since the search began.
    pub seconds: f64,
    /// For each move its estimate, in the order of the search.
    pub estimates: Vec<Option<f64>>,
}

/// A picture of estimates over time.
pub struct EstimatePlot<'a> {
    /// What is estimated.
    pub title: &'a str,
    /// The names of curves and the places of their moves in each moment, best first.
    pub curves: Vec<(&'a str, usize)>,
    /// All moments, in their order.
    pub moments: &'a [Moment],
}

impl EstimatePlot<'_> {
    /// The picture as SVG; time is on a scale of powers of ten.
    pub fn to_svg(&self) -> String {
        let curves = &self.curves[..self.curves.len().min(MOST_CURVES)];
        let mut legend = Legend::default();
        for (place, (name, _)) in curves.iter().enumerate() {
            legend.add(palette::role(game::RoleId::new(place)), name);
        }
        let panel = Panel::of(self.moments, curves, legend.width());
        let mut svg = begin(TOP + PANEL + BELOW);
        let title = cut(self.title, LARGE, WIDTH - panel.left - EDGE);
        text(&mut svg, (panel.left, 28.0), "start", LARGE, &title);
        panel.axes(&mut svg);
        for (place, &(name, at)) in curves.iter().enumerate() {
            let colour = palette::role(game::RoleId::new(place));
            panel.curve(&mut svg, self.moments, name, at, &colour);
        }
        legend.draw(&mut svg, panel.right, TOP);
        svg.push_str("</svg>\n");
        svg
    }
}

/// Where seconds and points stand.
struct Panel {
    left: f64,
    right: f64,
    /// Powers of ten of seconds.
    times: (f64, f64),
    points: (f64, f64),
}

impl Panel {
    fn of(moments: &[Moment], curves: &[(&str, usize)], legend: f64) -> Self {
        let seconds = moments.iter().map(|it| it.seconds.max(1e-4).log10());
        let times = range(seconds, (-3.0, 0.0));
        let shown = curves.iter().flat_map(|&(_, at)| {
            moments
                .iter()
                .filter_map(move |it| it.estimates.get(at).copied().flatten())
        });
        let points = range(shown, (0.0, 100.0));
        let mut panel = Panel {
            left: 0.0,
            right: WIDTH - legend,
            times: (times.0.floor(), times.1.ceil().max(times.0.floor() + 1.0)),
            points,
        };
        let labels = panel.marks().map(|it| width(&axis_number(it), SMALL));
        panel.left = EDGE + labels.into_iter().fold(0.0, f64::max) + AXIS;
        panel
    }

    fn marks(&self) -> [f64; 5] {
        let (least, most) = self.points;
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| least + (most - least) * part)
    }

    fn x(&self, seconds: f64) -> f64 {
        let (first, last) = self.times;
        let part = (seconds.max(1e-4).log10() - first) / (last - first);
        self.left + part * (self.right - self.left)
    }

    fn y(&self, points: f64) -> f64 {
        let (least, most) = self.points;
        TOP + PANEL - (points - least) / (most - least) * PANEL
    }

    fn axes(&self, svg: &mut String) {
        let (left, right) = (self.left, self.right);
        for points in self.marks() {
            let y = self.y(points);
            let _ = writeln!(
                svg,
                "<line x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
                 stroke=\"#dddddd\"/>"
            );
            text(
                svg,
                (left - AXIS, y + 4.0),
                "end",
                SMALL,
                &axis_number(points),
            );
        }
        for power in self.times.0 as i32..=self.times.1 as i32 {
            let seconds = 10_f64.powi(power);
            let label = match power {
                ..=-1 => format!("{} ms", seconds * 1000.0),
                _ => format!("{seconds} s"),
            };
            text(
                svg,
                (self.x(seconds), TOP + PANEL + 18.0),
                "middle",
                SMALL,
                &label,
            );
        }
        let middle = f64::midpoint(left, right);
        text(svg, (middle, TOP + PANEL + 38.0), "middle", SMALL, "time");
    }

    fn curve(&self, svg: &mut String, moments: &[Moment], name: &str, at: usize, colour: &str) {
        let known = moments
            .iter()
            .filter_map(|it| Some((it.seconds, it.estimates.get(at).copied()??)));
        let places =
            known.map(|(seconds, points)| format!("{:.1},{:.1}", self.x(seconds), self.y(points)));
        let places = places.collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{places}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\">\
             <title>{}</title></polyline>",
            escaped(name)
        );
    }
}

/// The least and the greatest number; `usual` if there are none, or all are the same.
fn range(numbers: impl Iterator<Item = f64>, usual: (f64, f64)) -> (f64, f64) {
    let (least, most) = numbers.fold((f64::MAX, f64::MIN), |(least, most), it| {
        (least.min(it), most.max(it))
    });
    if least > most {
        return usual;
    }
    match most - least < 1e-9 {
        true => (least - 1.0, most + 1.0),
        false => (least, most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_curve_that_begins_when_it_is_tried() {
        let moment = |seconds, first, second| Moment {
            seconds,
            estimates: vec![first, second],
        };
        let moments = [
            moment(0.001, Some(50.0), None),
            moment(0.1, Some(60.0), Some(20.0)),
            moment(2.0, Some(65.0), Some(10.0)),
        ];
        let plot = EstimatePlot {
            title: "a <game>",
            curves: vec![("(drop 4)", 0), ("(drop 1)", 1)],
            moments: &moments,
        };
        let svg = plot.to_svg();
        let points: Vec<usize> = svg
            .lines()
            .filter_map(|line| line.strip_prefix("<polyline points=\""))
            .map(|line| line.split('"').next().unwrap_or("").split(' ').count())
            .collect();
        assert_eq!(points, [3, 2]);
        assert!(svg.contains("a &lt;game&gt;") && svg.contains("100 ms") && svg.contains("10 s"));
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn a_picture_of_nothing_is_empty_and_no_error() {
        let plot = EstimatePlot {
            title: "none",
            curves: vec![],
            moments: &[],
        };
        assert!(!plot.to_svg().contains("NaN"));
    }
}
