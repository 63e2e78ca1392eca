//! What is to be expected of a game, as JSON.

use serde::Serialize;
use solver::{Estimate, Forecast, Game, NodeForecast, Smaller};

use crate::SCHEMA;
use crate::number::decimal;
use crate::used::Used;

/// What is told of a forecast. Numbers that are not counted have two digits.
#[derive(Debug, Serialize)]
pub struct ForecastReport<'a> {
    schema: u32,
    game: &'a str,
    rules_hash: String,
    fits: Option<bool>,
    #[serde(flatten)]
    states: EstimateReport,
    layers: Option<usize>,
    counted_states: String,
    counted_layers: usize,
    bits: Option<u64>,
    packed_bytes: Option<String>,
    nodes: Option<NodesReport>,
    seconds: Option<f64>,
    smaller: Vec<SmallerReport<'a>>,
    #[serde(flatten)]
    used: Used,
}

#[derive(Debug, Serialize)]
struct EstimateReport {
    /// Whether the states were counted.
    exact: bool,
    states: Option<String>,
    states_low: String,
    states_high: String,
}

#[derive(Debug, Serialize)]
struct NodesReport {
    counted: String,
    expected: String,
}

#[derive(Debug, Serialize)]
struct SmallerReport<'a> {
    name: &'a str,
    value: &'a str,
    #[serde(flatten)]
    states: EstimateReport,
}

impl<'a> ForecastReport<'a> {
    /// What is told of a forecast; `seconds` is what finding all states would take.
    pub fn new(
        game: &'a Game,
        forecast: &Forecast,
        smaller: &'a [Smaller],
        seconds: Option<f64>,
        used: Used,
    ) -> Self {
        let (states, layers) = forecast.counted;
        ForecastReport {
            schema: SCHEMA,
            game: &game.name,
            rules_hash: game.rules.hash().to_string(),
            fits: forecast.fits,
            states: EstimateReport::new(&forecast.states),
            layers: forecast.layers,
            counted_states: states.to_string(),
            counted_layers: layers,
            bits: forecast.bits,
            packed_bytes: forecast.bytes().map(decimal),
            nodes: forecast.nodes.map(NodesReport::new),
            seconds,
            smaller: smaller.iter().map(SmallerReport::new).collect(),
            used,
        }
    }
}

impl EstimateReport {
    fn new(states: &Estimate) -> Self {
        let exact = states.is_exact();
        let number = |number: f64| match exact {
            true => format!("{number:.0}"),
            false => decimal(number),
        };
        EstimateReport {
            exact,
            states: states.likely.map(number),
            states_low: number(states.low),
            states_high: number(states.high),
        }
    }
}

impl NodesReport {
    fn new(nodes: NodeForecast) -> Self {
        NodesReport {
            counted: nodes.counted.to_string(),
            expected: decimal(nodes.expected),
        }
    }
}

impl<'a> SmallerReport<'a> {
    fn new(smaller: &'a Smaller) -> Self {
        let (name, value) = &smaller.setting;
        SmallerReport {
            name,
            value,
            states: EstimateReport::new(&smaller.states),
        }
    }
}
