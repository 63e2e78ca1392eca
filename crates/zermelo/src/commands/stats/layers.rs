//! The table of layers: values across, and what a careless move costs.

use game::{Count, Value};
use play::{SolvedGame, Survey};
use report::grouped;

use crate::columns::{Column, fitting, table as aligned};

/// Layers down, values across. Unless all values are wanted, those that do not fit a line
/// are one column.
pub fn table(solved: &SolvedGame, survey: &Survey, all: bool) -> String {
    let values = values(solved, survey);
    let numbers = (0..survey.layers.len()).map(|it| format!("{it:>5}"));
    let mut columns = vec![
        Column::new("layer", numbers),
        Column::new("cost", costs(survey)),
        Column::new("states", counts(survey, &values)),
    ];
    let fixed = columns.len();
    let named = values.iter().map(|value| {
        let name = value.as_ref().map(Value::to_string);
        let name = name.unwrap_or("unknown".to_owned());
        Column::new(&name, counts(survey, std::slice::from_ref(value)))
    });
    columns.extend(named);
    let left_out = match all {
        true => 0,
        // None of the counts is wider than that of all states.
        false => columns.len() - fitting(&columns, columns[fixed - 1].width().max(8)),
    };
    if left_out > 0 {
        let rest = &values[values.len() - left_out..];
        columns.truncate(columns.len() - left_out);
        columns.push(Column::new("others", counts(survey, rest)));
    }
    let mut text = format!("\n{}", aligned(&columns));
    if left_out > 0 {
        let what = format!("{left_out} more values are counted as others");
        text.push_str(&format!("\n  {what}: -v shows all\n"));
    }
    text
}

/// What a move of each layer costs its mover on average.
fn costs(survey: &Survey) -> Vec<String> {
    let cost = |cost: Option<f64>| cost.map_or("–".to_owned(), |it| format!("{it:.2}"));
    survey.means.iter().map(|it| cost(it.cost)).collect()
}

/// How many states of each layer have one of these values.
fn counts(survey: &Survey, values: &[Option<Value>]) -> Vec<String> {
    let sum = |layer: &Vec<_>| -> Count {
        let counts = values.iter().map(|it| count_of(layer, it.as_ref()));
        counts.sum()
    };
    survey.layers.iter().map(|it| grouped(sum(it))).collect()
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
