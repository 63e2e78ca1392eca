//! Words for what a run tells: decisions to those who want to know, progress, warnings.

use explicit::Way;
use report::{LayerEffort, grouped};
use solver::{Event, Reason};
use symbolic::{Effort, Ending, Forecast};

use crate::progress::{Reporter, Speed};
use crate::{forecast_text, output};

/// Tells the user what a run tells it.
pub struct Narrator {
    verbose: bool,
    reporter: Option<Reporter>,
    /// How fast the last part was.
    speed: Speed,
    /// What the layers of the last part took.
    layers: Vec<LayerEffort>,
}

impl Narrator {
    /// One that gives reasons too, or not.
    pub fn new(verbose: bool) -> Self {
        Narrator {
            verbose,
            reporter: None,
            speed: Speed::default(),
            layers: Vec::new(),
        }
    }

    /// Takes notice of an event.
    pub fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::States(_) | Event::Sets(_) => {
                if let Some(reporter) = &mut self.reporter {
                    reporter.report(&event);
                }
            }
            Event::Begins(_) => self.reporter = Some(Reporter::start()),
            // The work goes on below.
            Event::Forecast(forecast) => {
                let speed = self.speed();
                match forecast.fits {
                    Some(false) => self.aside(&forecast_text::warning(forecast, speed)),
                    _ => self.explain(&forecast_text::expected(forecast)),
                }
            }
            Event::WouldFit(smaller) => self.aside(&forecast_text::instead(smaller)),
            event => {
                self.rest();
                self.say(event);
            }
        }
    }

    /// How fast the work is, or the last part of it was.
    pub fn speed(&self) -> Speed {
        let now = self.reporter.as_ref().map(Reporter::speed);
        now.map_or(self.speed, |now| now.or(self.speed))
    }

    /// Warns above the line that shows progress.
    fn aside(&self, text: &str) {
        match &self.reporter {
            Some(reporter) => reporter.aside(|| output::warn(text)),
            None => output::warn(text),
        }
    }

    /// What each layer took; of listed states only for those who want to know.
    pub fn effort(mut self, nodes: Option<(&[usize], &[usize])>) -> Vec<LayerEffort> {
        self.rest();
        match nodes {
            Some((nodes, values)) => LayerEffort::with_nodes(&self.layers, nodes, values),
            None if self.verbose => self.layers,
            None => Vec::new(),
        }
    }

    /// Ends the line that shows progress.
    fn rest(&mut self) {
        if let Some(reporter) = self.reporter.take() {
            self.speed = reporter.speed().or(self.speed);
            self.layers = reporter.finish();
        }
    }

    fn say(&self, event: Event<'_>) {
        match event {
            Event::Grounded { fluents, moves } => {
                self.explain(&format!("{fluents} fluents and {moves} moves"));
            }
            Event::NotGround(error) => self.explain(&format!("engine: reference, for {error}")),
            Event::Analysed { bits } => self.explain(&format!("{bits} bits a state")),
            Event::Chosen(reason) => self.chosen(reason),
            Event::Took(way) => self.explain(&way_text(way)),
            Event::TookSets(effort) => self.explain_sets(effort),
            Event::LayersShareStates => {
                self.explain("all states at once: its layers share states");
            }
            Event::CacheStays { folder, error } => {
                output::warn(&format!("{} stays: {error}", folder.display()));
            }
            _ => {}
        }
    }

    fn chosen(&self, reason: Reason<'_>) {
        let too_large = |what| format!("engine: explicit, for {what} too many nodes as sets");
        output::remark(&match reason {
            Reason::FewStates => {
                return self.explain("engine: explicit, for there are few states");
            }
            Reason::Unsuited(why) => format!("engine: explicit, for {why}"),
            Reason::Seen { forecast, sets } => {
                let engine = if sets { "symbolic" } else { "explicit" };
                format!("engine: {engine}, for {}", seen(forecast))
            }
            Reason::Parts => "engine: parts, for the game falls apart".to_owned(),
            Reason::LayersTooLarge => too_large("its layers take"),
            Reason::ValuesTooLarge => too_large("the values take"),
            _ => return,
        });
    }

    fn explain_sets(&self, effort: &Effort) {
        let relations: Vec<String> = effort.relations.iter().map(usize::to_string).collect();
        self.explain(&format!(
            "{} variables in the order {}, relations of {} nodes, at most {} nodes at once",
            effort.variables,
            effort.order.name,
            relations.join(", "),
            grouped(effort.peak_nodes)
        ));
        let order = solver::order_text(&effort.order.fields);
        self.explain(&format!("order of variables: {order}"));
    }

    /// Says why something is done as it is, to those who want to know.
    fn explain(&self, text: &str) {
        if self.verbose {
            output::remark(text);
        }
    }
}

fn way_text(way: Way) -> String {
    match way {
        Way::Layers => "solved layer by layer: every move makes progress".to_owned(),
        Way::Graph(reason) => format!("breadth first: {reason}"),
        Way::Judge(reason) => format!("state by state, in memory: {reason}"),
    }
}

/// What a look at sets has shown.
fn seen(forecast: &Forecast) -> String {
    let (states, nodes) = (grouped(forecast.states), grouped(forecast.nodes));
    let first = match forecast.ending {
        Ending::Complete => "",
        _ => "first ",
    };
    let seen = format!("its {first}{states} states take {nodes} nodes as sets");
    match forecast.ending {
        Ending::TooLarge(part) => format!("{part} takes too many nodes as sets"),
        Ending::Unsuited => "its layers cannot be taken as sets".to_owned(),
        Ending::TooExpensive if forecast.states == 0 => {
            "its rules take too many nodes as sets".to_owned()
        }
        Ending::TooExpensive => format!("{seen}, and to see more takes long"),
        _ => seen,
    }
}
