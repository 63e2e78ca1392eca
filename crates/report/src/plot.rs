//! A picture of a game's layers: their states and nodes, and what they are
//! worth.
//!
//! In: numbers of each layer. Out: an SVG that stands for itself.

use std::fmt::Write;

use game::{Layer, Rewards, WorthByLayer};

use crate::frame::{AXIS, Frame, PANEL};
use crate::layers::LayerEffort;
use crate::number::grouped;
use crate::shares::Shares;
use crate::svg::{LARGE, Legend, SMALL, WIDTH, begin, cut, text, width};

/// Between panels: the layers below one, the title above the next.
const GAP: f64 = 84.0;
const TOP: f64 = 80.0;
/// To the left of everything.
const EDGE: f64 = 12.0;

const STATES: &str = "#1f77b4";
const NODES: &str = "#d95f02";
const VALUED: &str = "#7f5fa8";

/// What is drawn.
pub struct Plot<'a> {
    /// What the game is called.
    pub title: &'a str,
    /// The names of its roles, in their order.
    pub roles: &'a [String],
    /// Its layers.
    pub layers: &'a [Layer],
    /// What they took; their nodes are drawn.
    pub effort: &'a [LayerEffort],
    /// How many states of each layer have which rewards.
    pub worth: &'a WorthByLayer,
    /// All rewards, best for the first role first.
    pub values: &'a [Rewards],
}

/// A line of the upper picture.
struct Curve {
    name: &'static str,
    colour: &'static str,
    points: Vec<(u64, f64)>,
}

/// The upper axis: powers of ten.
struct Powers {
    most: usize,
}

impl Powers {
    fn up_to(most: f64) -> Self {
        let most = most.log10().ceil().max(1.0) as usize;
        Powers { most }
    }

    /// The numbers that are written, with their labels.
    fn marks(&self) -> impl Iterator<Item = (f64, String)> {
        let step = self.most.div_ceil(8);
        let label = |power: usize| match power {
            0..=6 => grouped(10_u64.pow(power as u32)),
            _ => format!("1e{power}"),
        };
        let powers = (0..=self.most).step_by(step);
        powers.map(move |power| (10_f64.powi(power as i32), label(power)))
    }

    /// How far up a number stands, as a part of the panel.
    fn part(&self, number: f64) -> f64 {
        number.max(1.0).log10() / self.most as f64
    }
}

impl Plot<'_> {
    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let curves = self.curves();
        let most = curves.iter().flat_map(|curve| &curve.points);
        let powers = Powers::up_to(most.map(|point| point.1).fold(10.0, f64::max));
        let shares = self.shares();
        let above = curves_legend(&curves);
        let below = shares.as_ref().map(Shares::legend).unwrap_or_default();
        let labels = powers.marks().map(|it| width(&it.1, SMALL));
        let labels = labels.fold(width("100 %", SMALL), f64::max);
        let frame = Frame {
            left: EDGE + labels + AXIS,
            right: WIDTH - above.width().max(below.width()),
            slots: self.layers.last().map_or(0, |layer| layer.index) + 1,
        };
        let panels = if shares.is_some() { 2.0 } else { 1.0 };
        let mut svg = begin(TOP + panels * (PANEL + GAP) - GAP / 2.0 + 16.0);
        let title = format!("{}, layer by layer", self.title);
        let title = cut(&title, LARGE, WIDTH - frame.left - EDGE);
        text(&mut svg, (frame.left, 28.0), "start", LARGE, &title);
        draw_curves(&mut svg, &frame, &powers, &curves);
        above.draw(&mut svg, frame.right, TOP);
        if let Some(shares) = shares {
            let top = TOP + PANEL + GAP;
            shares.draw(&mut svg, &frame, top);
            below.draw(&mut svg, frame.right, top);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// What layers are worth, if that is known.
    fn shares(&self) -> Option<Shares<'_>> {
        let shares = Shares {
            roles: self.roles,
            layers: self.layers,
            worth: self.worth,
            values: self.values,
        };
        (!self.worth.is_empty()).then_some(shares)
    }

    /// States and nodes of each layer.
    fn curves(&self) -> Vec<Curve> {
        let states = self.layers.iter();
        let states = states.map(|layer| (layer.index, layer.states as f64));
        let nodes = |of: fn(&LayerEffort) -> Option<usize>| {
            let known = self.effort.iter();
            let known = known.filter_map(move |row| Some((row.index, of(row)? as f64)));
            known.collect()
        };
        let curve = |name, colour, points| Curve {
            name,
            colour,
            points,
        };
        let mut curves = vec![
            curve("states", STATES, states.collect()),
            curve("nodes", NODES, nodes(|row| row.nodes)),
            curve("nodes by value", VALUED, nodes(|row| row.value_nodes)),
        ];
        curves.retain(|curve| !curve.points.is_empty());
        curves
    }
}

fn curves_legend(curves: &[Curve]) -> Legend {
    let mut legend = Legend::default();
    for curve in curves {
        legend.add(curve.colour, curve.name);
    }
    legend
}

fn draw_curves(svg: &mut String, frame: &Frame, powers: &Powers, curves: &[Curve]) {
    let names: Vec<&str> = curves.iter().map(|it| it.name).collect();
    let title = format!("{} of each layer", names.join(", "));
    text(svg, (frame.left, TOP - 14.0), "start", SMALL, &title);
    let y = |number: f64| TOP + PANEL - powers.part(number) * PANEL;
    for (number, label) in powers.marks() {
        frame.line_across(svg, y(number), &label);
    }
    for curve in curves {
        draw_curve(svg, frame, curve, &y);
    }
    frame.layers_below(svg, TOP + PANEL);
}

fn draw_curve(svg: &mut String, frame: &Frame, curve: &Curve, y: &dyn Fn(f64) -> f64) {
    let colour = curve.colour;
    let place = |&(layer, number): &(u64, f64)| (frame.x(layer as f64), y(number));
    let points: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
    let path = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
    let path = path.collect::<Vec<_>>().join(" ");
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

#[cfg(test)]
mod tests {
    use game::{Count, Reward};

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
            roles: &["x".to_owned(), "o".to_owned()],
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
        let second = "<tspan fill=\"#e67e22\">o</tspan>";
        assert!(svg.contains(second) && svg.contains("fill=\"#e67e22\" stroke"));
        assert!(svg.ends_with("</svg>\n"));
    }
}
