//! A picture of matches: what each role could expect before and after each move.
//!
//! In: reviews. Out: an SVG with a panel for each match. Mistakes are marked on the
//! line of who made them.

use std::fmt::Write;

use game::{RoleId, Value};
use play::{Judgement, Review, SolvedGame};
use table::solution::Outcome;

use crate::palette;
use crate::review::Judged;
use crate::svg::{Legend, SMALL, WIDTH, axis_number, begin, cut, escaped, text, width};

const PANEL: f64 = 180.0;
/// Between panels: the numbers of moves below one, the name of the next.
const GAP: f64 = 90.0;
const TOP: f64 = 56.0;
/// Between the numbers of an axis and the panel.
const AXIS: f64 = 10.0;
/// To the left of everything.
const EDGE: f64 = 12.0;
/// The size of the names of matches.
const NAME: f64 = 15.0;

const MISTAKE: &str = "#b03030";

/// Draws the matches, one below the other.
pub fn match_curves(solved: &SolvedGame, judged: &[Judged]) -> String {
    let range = range(solved);
    let height = TOP + judged.len().max(1) as f64 * (PANEL + GAP) - GAP / 2.0;
    let mut svg = begin(height);
    let legend = legend(solved.roles());
    let labels = marks(range).map(|points| width(&axis_number(points), SMALL));
    let left = EDGE + labels.into_iter().fold(0.0, f64::max) + AXIS;
    for (place, one) in judged.iter().enumerate() {
        let panel = Panel {
            top: TOP + place as f64 * (PANEL + GAP),
            left,
            right: WIDTH - legend.width(),
            range,
            moves: one.review.moves.len().max(1) as f64,
        };
        let name = cut(&one.name, NAME, WIDTH - left - EDGE);
        text(&mut svg, (left, panel.top - 16.0), "start", NAME, &name);
        panel.frame(&mut svg);
        for (role, name) in RoleId::all(solved.roles().len()).zip(solved.roles()) {
            panel.role(&mut svg, &one.review, role, name);
        }
        legend.draw(&mut svg, panel.right, panel.top);
    }
    svg.push_str("</svg>\n");
    svg
}

fn legend(roles: &[String]) -> Legend {
    let mut legend = Legend::default();
    for (role, name) in RoleId::all(roles.len()).zip(roles) {
        legend.add(palette::role(role), name);
    }
    legend.add(MISTAKE, "mistake");
    legend
}

/// The rewards that are written beside a panel.
fn marks((least, most): (f64, f64)) -> [f64; 5] {
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| least + (most - least) * part)
}

/// The least and the greatest reward of the file.
fn range(solved: &SolvedGame) -> (f64, f64) {
    let values = solved.file().outcomes().iter().map(|it| &it.value);
    let rewards = values.filter_map(|value| match value {
        Value::Rewards(rewards) => Some(rewards),
        _ => None,
    });
    let rewards = rewards.flat_map(|it| it.iter().map(points).collect::<Vec<_>>());
    let (least, most) = rewards.fold((f64::MAX, f64::MIN), |(least, most), it| {
        (least.min(it), most.max(it))
    });
    match least < most {
        true => (least, most),
        false => (0.0, 100.0),
    }
}

fn points(reward: game::Reward) -> f64 {
    reward.half_points() as f64 / 2.0
}

fn expected(outcome: Option<&Outcome>, role: RoleId) -> Option<f64> {
    match outcome.map(|it| &it.value) {
        Some(Value::Rewards(rewards)) => Some(points(rewards[role])),
        _ => None,
    }
}

struct Panel {
    top: f64,
    left: f64,
    right: f64,
    range: (f64, f64),
    moves: f64,
}

impl Panel {
    fn x(&self, after: usize) -> f64 {
        self.left + after as f64 / self.moves * (self.right - self.left)
    }

    fn y(&self, points: f64) -> f64 {
        let (least, most) = self.range;
        self.top + PANEL - (points - least) / (most - least) * PANEL
    }

    fn frame(&self, svg: &mut String) {
        let (left, right) = (self.left, self.right);
        for points in marks(self.range) {
            let y = self.y(points);
            let _ = writeln!(
                svg,
                "<line x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
                 stroke=\"#dddddd\"/>"
            );
            let label = axis_number(points);
            text(svg, (left - AXIS, y + 4.0), "end", SMALL, &label);
        }
        let below = self.top + PANEL;
        let step = (self.moves as usize / 12 + 1).max(1);
        for after in (0..=self.moves as usize).step_by(step) {
            let at = (self.x(after), below + 18.0);
            text(svg, at, "middle", SMALL, &after.to_string());
        }
        let middle = (left + right) / 2.0;
        text(svg, (middle, below + 35.0), "middle", SMALL, "moves");
    }

    /// A role's line: level between moves, a step at each; gaps where nothing is
    /// known.
    fn role(&self, svg: &mut String, review: &Review, role: RoleId, name: &str) {
        let colour = palette::role(role);
        let after = review.moves.iter().map(|it| it.after.as_ref());
        let outcomes: Vec<_> = std::iter::once(review.start.as_ref())
            .chain(after)
            .collect();
        let values: Vec<_> = outcomes.iter().map(|it| expected(*it, role)).collect();
        // Lines that would lie on each other stand beside each other.
        let shift = role.index() as f64 * 2.5;
        let mut path = String::new();
        for (place, pair) in values.windows(2).enumerate() {
            if let [Some(from), Some(to)] = pair {
                let (left, right) = (self.x(place), self.x(place + 1));
                let (from, to) = (self.y(*from) + shift, self.y(*to) + shift);
                let _ = write!(path, "M{left:.1},{from:.1}H{right:.1}V{to:.1}");
            }
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        for (place, played) in review.moves.iter().enumerate() {
            let Some(to) = values[place + 1] else {
                continue;
            };
            if played.mover == Some(role) && matches!(played.judgement, Judgement::Mistake(_)) {
                let (x, y) = (self.x(place + 1), self.y(to) + shift);
                let _ = write!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{MISTAKE}\"><title>"
                );
                let what = format!("move {}: {name} {}", place + 1, played.text);
                let _ = writeln!(svg, "{}</title></circle>", escaped(&what));
            }
        }
    }
}
