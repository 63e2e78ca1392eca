//! The table of layers: values across, and what a careless move costs.

use game::{Count, Value};
use play::{SolvedGame, Survey};
use report::grouped;

use crate::output::{DIM, RESET};

/// How many columns of values fit beside the others.
const COLUMNS: usize = 3;

/// Layers down, values across. Of many values, the rarer ones are one column.
pub fn table(solved: &SolvedGame, survey: &Survey) -> String {
    let (values, others) = columns(solved, survey);
    let mut text = format!("\n  {DIM}{:>5}{:>16}", "layer", "states");
    for value in &values {
        text.push_str(&format!("{:>14}", value_name(value.as_ref())));
    }
    if others {
        text.push_str(&format!("{:>14}", "others"));
    }
    text.push_str(&format!("{:>9}{RESET}\n", "cost"));
    for (index, (layer, means)) in survey.layers.iter().zip(&survey.means).enumerate() {
        let all: Count = layer.iter().map(|it| it.1).sum();
        text.push_str(&format!("  {index:>5}{:>16}", grouped(all)));
        let mut rest = all;
        for value in &values {
            let count = count_of(layer, value.as_ref());
            rest -= count;
            text.push_str(&format!("{:>14}", grouped(count)));
        }
        if others {
            text.push_str(&format!("{:>14}", grouped(rest)));
        }
        let cost = means.cost.map_or("–".to_owned(), |it| format!("{it:.2}"));
        text.push_str(&format!("{cost:>9}\n"));
    }
    text
}

/// The values that have a column, and whether there are others.
fn columns(solved: &SolvedGame, survey: &Survey) -> (Vec<Option<Value>>, bool) {
    let all = values(solved, survey);
    if all.len() <= COLUMNS {
        return (all, false);
    }
    let states = |value: &Option<Value>| -> Count {
        let layers = survey.layers.iter();
        layers.map(|layer| count_of(layer, value.as_ref())).sum()
    };
    let mut often = all.clone();
    often.sort_by_key(|value| std::cmp::Reverse(states(value)));
    often.truncate(COLUMNS - 1);
    let columns = all.into_iter().filter(|value| often.contains(value));
    (columns.collect(), true)
}

fn value_name(value: Option<&Value>) -> String {
    value.map_or("unknown".to_owned(), Value::to_string)
}

fn count_of(layer: &[(Option<Value>, Count)], value: Option<&Value>) -> Count {
    let found = layer.iter().find(|it| it.0.as_ref() == value);
    found.map_or(0, |it| it.1)
}

/// The values that occur: those of the file in its order, then the others.
fn values(solved: &SolvedGame, survey: &Survey) -> Vec<Option<Value>> {
    let buckets = solved.file().counts().buckets.iter();
    let mut values: Vec<Option<Value>> = buckets.map(|it| Some(it.value.clone())).collect();
    for (value, _) in survey.layers.iter().flatten() {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}
