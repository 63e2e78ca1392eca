//! What the states of each layer are worth: a bar for each layer, with the share of each
//! of the rewards.

use std::fmt::Write;

use game::{Count, Layer, Rewards, RoleId, WorthByLayer};

use crate::frame::{Frame, PANEL};
use crate::number::grouped;
use crate::palette;
use crate::svg::{Legend, SMALL, coloured, cut};

const NO_REWARDS: &str = "#ffffff";
const WORDS: &str = "#333333";

/// The lines of a legend that fit beside a panel.
const LEGEND_LINES: usize = 12;

/// What is drawn.
pub struct Shares<'a> {
    /// The names of the roles, in their order.
    pub roles: &'a [String],
    /// The layers.
    pub layers: &'a [Layer],
    /// How many states of each have which rewards.
    pub worth: &'a WorthByLayer,
    /// All rewards, best for the first role first.
    pub values: &'a [Rewards],
}

impl Shares<'_> {
    /// Draws the panel: the parts of each layer one above the other.
    pub fn draw(&self, svg: &mut String, frame: &Frame, top: f64) {
        self.title(svg, frame, top);
        for percent in (0..=100).step_by(25) {
            let y = top + PANEL - f64::from(percent) / 100.0 * PANEL;
            frame.line_across(svg, y, &format!("{percent} %"));
        }
        let colours = palette::values(self.values);
        for (layer, worth) in self.layers.iter().zip(self.worth) {
            let (left, right) = frame.slot(layer.index);
            let mut y = top + PANEL;
            for (value, colour) in self.values.iter().zip(&colours).rev() {
                let found = worth.iter().find(|(rewards, _)| rewards == value);
                let Some((_, states)) = found else { continue };
                let share = *states as f64 / layer.states.max(1) as f64;
                y -= share * PANEL;
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left:.1}\" y=\"{y:.2}\" width=\"{:.1}\" height=\"{:.2}\" \
                     fill=\"{colour}\"><title>layer {}: {value} in {:.1} %, {} states</title>\
                     </rect>",
                    right - left,
                    share * PANEL,
                    layer.index,
                    share * 100.0,
                    grouped(*states),
                );
            }
        }
        frame.layers_below(svg, top + PANEL);
    }

    /// Names the roles in the order of their rewards, in their colours.
    fn title(&self, svg: &mut String, frame: &Frame, top: f64) {
        let begin = "share of the states by their rewards: ".to_owned();
        let mut words = vec![(WORDS.to_owned(), begin)];
        for (role, name) in RoleId::all(self.roles.len()).zip(self.roles) {
            if role.index() > 0 {
                words.push((WORDS.to_owned(), "/".to_owned()));
            }
            words.push((palette::role(role), cut(name, SMALL, 150.0)));
        }
        coloured(svg, (frame.left, top - 14.0), "start", SMALL, &words);
    }

    /// The rewards, from the best for the first role on; of many those in the middle
    /// are only counted.
    pub fn legend(&self) -> Legend {
        let mut legend = Legend::default();
        let count = self.values.len();
        let (before, after) = match count < LEGEND_LINES {
            true => (count, 0),
            false => (LEGEND_LINES / 2, LEGEND_LINES / 2 - 2),
        };
        let lines = self
            .values
            .iter()
            .zip(palette::values(self.values))
            .enumerate();
        for (place, (value, colour)) in lines {
            match place {
                place if place < before || place >= count - after => {
                    legend.add(colour, &value.to_string());
                }
                place if place == before => {
                    let left_out = count - before - after;
                    legend.add("", &format!("… {left_out} more …"));
                }
                _ => {}
            }
        }
        if self.some_without_value() {
            legend.add(NO_REWARDS, "no rewards");
        }
        legend
    }

    fn some_without_value(&self) -> bool {
        let mut layers = self.layers.iter().zip(self.worth);
        layers.any(|(layer, worth)| worth.iter().map(|it| it.1).sum::<Count>() < layer.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_values_those_in_the_middle_are_counted() {
        let values: Vec<Rewards> = (0..20).map(|it| Rewards::from_points(&[it])).collect();
        let shares = Shares {
            roles: &["solver".to_owned()],
            layers: &[Layer {
                index: 0,
                states: 2,
            }],
            worth: &vec![vec![(values[0].clone(), 1)]],
            values: &values,
        };
        let mut svg = String::new();
        shares.legend().draw(&mut svg, 0.0, 0.0);
        assert!(svg.contains("… 10 more …") && svg.contains("no rewards"));
    }
}
