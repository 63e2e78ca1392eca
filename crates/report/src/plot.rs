//! A picture of a game's layers: their states and nodes, and what they are
//! worth.
//!
//! In: numbers of each layer. Out: an SVG that stands for itself.

use std::fmt::Write;

use game::{Count, Layer, Rewards};

use crate::layers::LayerEffort;
use crate::number::grouped;

/// The width of every picture.
pub const WIDTH: f64 = 760.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 150.0;
const PANEL: f64 = 240.0;
const GAP: f64 = 64.0;
const TOP: f64 = 56.0;
/// What stands above the first panel of a picture.
pub const BORDER: f64 = TOP;

const STATES: &str = "#1f77b4";
const NODES: &str = "#d95f02";
const VALUED: &str = "#7f5fa8";

/// What is drawn.
pub struct Plot<'a> {
    /// What the game is called.
    pub title: &'a str,
    /// Its layers.
    pub layers: &'a [Layer],
    /// What they took; their nodes are drawn.
    pub effort: &'a [LayerEffort],
    /// How many states of each layer have which rewards.
    pub worth: &'a [Vec<(Rewards, Count)>],
    /// All rewards, best for the first role first.
    pub values: &'a [Rewards],
}

/// A line of the upper picture.
struct Curve {
    name: &'static str,
    colour: &'static str,
    points: Vec<(u64, f64)>,
}

impl Plot<'_> {
    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let panels = if self.worth.is_empty() { 1.0 } else { 2.0 };
        let height = TOP + panels * (PANEL + GAP);
        let mut svg = begin(height);
        let title = format!("{}, layer by layer", self.title);
        text(&mut svg, (LEFT, 28.0), "start", "17", &title);
        self.curves(&mut svg, TOP);
        if panels > 1.0 {
            self.shares(&mut svg, TOP + PANEL + GAP);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn last(&self) -> u64 {
        self.layers.last().map_or(0, |layer| layer.index)
    }

    /// Where a layer stands, from left to right: in the middle of its slot.
    fn x(&self, layer: f64) -> f64 {
        let slots = (self.last() + 1) as f64;
        LEFT + (layer + 0.5) / slots * (WIDTH - LEFT - RIGHT)
    }

    /// States and nodes of each layer, by powers of ten.
    fn curves(&self, svg: &mut String, top: f64) {
        let states = self.layers.iter();
        let states = states.map(|layer| (layer.index, layer.states as f64));
        let nodes = |of: fn(&LayerEffort) -> Option<usize>| {
            let known = self
                .effort
                .iter()
                .filter_map(move |row| Some((row.index, of(row)?)));
            known.map(|(index, nodes)| (index, nodes as f64)).collect()
        };
        let curves = [
            Curve {
                name: "states",
                colour: STATES,
                points: states.collect(),
            },
            Curve {
                name: "nodes",
                colour: NODES,
                points: nodes(|row| row.nodes),
            },
            Curve {
                name: "nodes by value",
                colour: VALUED,
                points: nodes(|row| row.value_nodes),
            },
        ];
        let all = curves.iter().flat_map(|curve| &curve.points);
        let most = all.map(|point| point.1).fold(10.0, f64::max);
        let powers = most.log10().ceil().max(1.0);
        let y = |number: f64| top + PANEL - number.max(1.0).log10() / powers * PANEL;
        let step = (powers / 8.0).ceil() as usize;
        for power in (0..=powers as usize).step_by(step) {
            let number = 10_f64.powi(power as i32);
            let label = match power {
                0..=6 => grouped(number as u64),
                _ => format!("1e{power}"),
            };
            self.line_across(svg, y(number), &label);
        }
        let drawn = curves.iter().filter(|curve| !curve.points.is_empty());
        for (place, curve) in drawn.enumerate() {
            self.curve(svg, curve, &y);
            legend(svg, top, place, curve.colour, curve.name);
        }
        self.layers_below(svg, top + PANEL);
    }

    fn curve(&self, svg: &mut String, curve: &Curve, y: &dyn Fn(f64) -> f64) {
        let colour = curve.colour;
        let place = |&(layer, number): &(u64, f64)| (self.x(layer as f64), y(number));
        let points: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let path = path.join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        for ((x, y), (layer, number)) in points.iter().zip(&curve.points) {
            let (name, number) = (curve.name, grouped(*number as u128));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\">\
                 <title>layer {layer}: {number} {name}</title></circle>"
            );
        }
    }

    /// The part of each reward in each layer, one above the other.
    fn shares(&self, svg: &mut String, top: f64) {
        for percent in (0..=100).step_by(25) {
            let y = top + PANEL - f64::from(percent) / 100.0 * PANEL;
            self.line_across(svg, y, &format!("{percent} %"));
        }
        let half = 0.42;
        for (layer, worth) in (0_u32..).zip(self.worth) {
            let all: Count = worth.iter().map(|(_, states)| states).sum();
            let (left, right) = (f64::from(layer) - half, f64::from(layer) + half);
            let (left, right) = (self.x(left), self.x(right));
            let mut from = top + PANEL;
            for (place, value) in self.values.iter().enumerate().rev() {
                let found = worth.iter().find(|(rewards, _)| rewards == value);
                let Some((_, states)) = found else { continue };
                let share = *states as f64 / all.max(1) as f64;
                from -= share * PANEL;
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left:.1}\" y=\"{from:.2}\" width=\"{:.1}\" height=\"{:.2}\" \
                     fill=\"{}\"><title>layer {layer}: {value} in {:.1} %, {} states</title></rect>",
                    right - left,
                    share * PANEL,
                    colour(place, self.values.len()),
                    share * 100.0,
                    grouped(*states),
                );
            }
        }
        for (place, value) in self.values.iter().enumerate().take(12) {
            let colour = colour(place, self.values.len());
            legend(svg, top, place, &colour, &value.to_string());
        }
        self.layers_below(svg, top + PANEL);
    }

    fn line_across(&self, svg: &mut String, y: f64, label: &str) {
        let right = WIDTH - RIGHT;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>"
        );
        text(svg, (LEFT - 18.0, y + 4.0), "end", "12", label);
    }

    fn layers_below(&self, svg: &mut String, y: f64) {
        let last = self.last();
        let step = (last / 12 + 1) as usize;
        for layer in (0..=last).step_by(step) {
            let x = self.x(layer as f64);
            text(svg, (x, y + 20.0), "middle", "12", &layer.to_string());
        }
        let middle = self.x(last as f64 / 2.0);
        text(
            svg,
            (middle, y + 38.0),
            "middle",
            "12",
            "moves from the start",
        );
    }
}

/// The beginning of a picture of some height.
pub fn begin(height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    )
}

/// Words as they stand in a picture.
pub fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Writes words into a picture.
pub fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, size: &str, words: &str) {
    let words = escaped(words);
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
         fill=\"#333333\">{words}</text>"
    );
}

fn legend(svg: &mut String, top: f64, place: usize, colour: &str, words: &str) {
    let (x, y) = (WIDTH - RIGHT + 24.0, top + 8.0 + 20.0 * place as f64);
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{:.1}\" width=\"11\" height=\"11\" fill=\"{colour}\"/>",
        y - 8.0
    );
    text(svg, (x + 18.0, y + 2.0), "start", "12", words);
}

/// From blue, best for the first role, by grey to orange: told apart without
/// red and green.
fn colour(place: usize, count: usize) -> String {
    let best = [44.0, 105.0, 176.0];
    let even = [200.0, 200.0, 200.0];
    let worst = [230.0, 126.0, 34.0];
    let at = if count > 1 {
        place as f64 / (count - 1) as f64
    } else {
        0.0
    };
    let (from, to, part) = match at < 0.5 {
        true => (best, even, at * 2.0),
        false => (even, worst, at * 2.0 - 1.0),
    };
    let mix = |channel: usize| from[channel] + (to[channel] - from[channel]) * part;
    let byte = |channel: usize| mix(channel).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(0), byte(1), byte(2))
}

#[cfg(test)]
mod tests {
    use game::Reward;

    use super::*;

    #[test]
    fn all_layers_and_values_are_drawn() {
        let layers: Vec<Layer> = (0..3)
            .map(|index| Layer {
                index,
                states: 10 * Count::from(index) + 1,
            })
            .collect();
        let rewards = |a, b| Rewards::new(vec![Reward::from_points(a), Reward::from_points(b)]);
        let (win, loss) = (rewards(100, 0), rewards(0, 100));
        let worth = vec![
            vec![(win.clone(), 1)],
            vec![(loss.clone(), 11)],
            vec![(win.clone(), 7), (loss.clone(), 14)],
        ];
        let plot = Plot {
            title: "a <game> & more",
            layers: &layers,
            effort: &[],
            worth: &worth,
            values: &[win, loss],
        };
        let svg = plot.to_svg();
        assert!(svg.contains("a &lt;game&gt; &amp; more"));
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches("states</title></rect>").count(), 4);
        assert!(svg.contains("layer 2: 100/0 in 33.3 %, 7 states"), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
