//! A picture of matches: what each role could expect before and after each move.
//!
//! In: reviews. Out: an SVG with a panel for each match. Mistakes are marked on the
//! line of who made them.

use std::fmt::Write;

use game::{RoleId, Value};
use play::{Judgement, Review, SolvedGame};
use table::solution::Outcome;

use crate::plot::{BORDER, WIDTH, begin, text};
use crate::review::Judged;

const PANEL: f64 = 180.0;
const GAP: f64 = 70.0;
const LEFT: f64 = 60.0;

/// Told apart without red and green.
const COLOURS: [&str; 4] = ["#2c69b0", "#e67e22", "#7f5fa8", "#444444"];
const MISTAKE: &str = "#b03030";

/// Draws the matches, one below the other.
pub fn match_curves(solved: &SolvedGame, judged: &[Judged]) -> String {
    let range = range(solved);
    let height = BORDER + judged.len() as f64 * (PANEL + GAP);
    let mut svg = begin(height.max(BORDER + PANEL));
    for (place, one) in judged.iter().enumerate() {
        let top = BORDER + place as f64 * (PANEL + GAP);
        let panel = Panel {
            top,
            range,
            moves: one.review.moves.len().max(1) as f64,
        };
        text(&mut svg, (LEFT, top - 16.0), "start", "15", &one.name);
        panel.frame(&mut svg);
        for (role, name) in RoleId::all(solved.roles().len()).zip(solved.roles()) {
            panel.role(&mut svg, &one.review, role, name);
        }
    }
    svg.push_str("</svg>\n");
    svg
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
    range: (f64, f64),
    moves: f64,
}

impl Panel {
    fn x(&self, after: usize) -> f64 {
        LEFT + after as f64 / self.moves * (WIDTH - LEFT - 150.0)
    }

    fn y(&self, points: f64) -> f64 {
        let (least, most) = self.range;
        self.top + PANEL - (points - least) / (most - least) * PANEL
    }

    fn frame(&self, svg: &mut String) {
        let (least, most) = self.range;
        let (left, right) = (self.x(0), self.x(self.moves as usize));
        for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let points = least + (most - least) * part;
            let y = self.y(points);
            let _ = writeln!(
                svg,
                "<line x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
                 stroke=\"#dddddd\"/>"
            );
            text(
                svg,
                (left - 10.0, y + 4.0),
                "end",
                "12",
                &points.to_string(),
            );
        }
        let step = (self.moves as usize / 12 + 1).max(1);
        for after in (0..=self.moves as usize).step_by(step) {
            let at = (self.x(after), self.top + PANEL + 18.0);
            text(svg, at, "middle", "12", &after.to_string());
        }
    }

    /// A role's line: level between moves, a step at each; gaps where nothing is
    /// known.
    fn role(&self, svg: &mut String, review: &Review, role: RoleId, name: &str) {
        let colour = COLOURS[role.index() % COLOURS.len()];
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
                let _ = writeln!(svg, "{}</title></circle>", crate::plot::escaped(&what));
            }
        }
        let at = (WIDTH - 126.0, self.top + 8.0 + 20.0 * role.index() as f64);
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\" fill=\"{colour}\"/>",
            at.0,
            at.1 - 8.0
        );
        text(svg, (at.0 + 18.0, at.1 + 2.0), "start", "12", name);
    }
}
