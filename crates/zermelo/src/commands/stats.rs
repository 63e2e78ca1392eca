//! `zermelo stats`: how the states of a solved game are spread.

use game::{Count, Value};
use play::{Figures, SolvedGame, Survey, survey};
use report::{StatsReport, counted, grouped, stats_plot};

use crate::arguments::Format;
use crate::columns::{Column, fitting, table};
use crate::context::Context;
use crate::failure::Failure;
use crate::file_arguments::StatsArguments;
use crate::output::{BOLD, RESET};
use crate::plot_file::PlotFile;
use crate::solution_text::rewards_text;
use crate::{layout, output, solved};

/// Runs the command.
pub fn run(arguments: &StatsArguments, context: &Context) -> Result<(), Failure> {
    let plot = PlotFile::open(&arguments.plot)?;
    let solved = solved::open(&arguments.file, context)?;
    let figures = Figures::new(&solved)?;
    let all = solved.file().counts().states;
    let survey = match all <= arguments.states as Count {
        true => survey(&solved, arguments.states, &context.stop)?,
        false => None,
    };
    if survey.is_none() {
        // A part may have few states of a game of many.
        let many = match solved.is_partial() {
            true => format!("more than {}", grouped(arguments.states)),
            false => grouped(all),
        };
        output::warn(&format!(
            "{many} states are too many to walk over: give more with --states"
        ));
    }
    match context.format {
        Format::Text => {
            let all = context.verbose;
            output::data(&describe(&solved, &figures, survey.as_ref(), all))?;
        }
        Format::Json => {
            let file = arguments.file.display().to_string();
            output::json(&StatsReport::new(&file, &solved, &figures, survey.as_ref()))?;
        }
    }
    match arguments.plot {
        Some(_) => plot.write(&stats_plot(&solved, survey.as_ref())),
        None => Ok(()),
    }
}

fn describe(solved: &SolvedGame, figures: &Figures, survey: Option<&Survey>, all: bool) -> String {
    let (about, roles) = (solved.about(), solved.roles());
    let counts = solved.file().counts();
    let mut text = format!("{BOLD}{}{RESET}\n\n", about.game);
    let mut row = |what: &str, value: String| text.push_str(&layout::row(what, 16, &value));
    let start = figures.start.as_ref();
    row(
        "Start",
        start.map_or("unknown".to_owned(), |it| rewards_text(roles, it)),
    );
    if let (Some(first), Some(advantage)) = (figures.first, figures.advantage) {
        let first = &roles[first.index()];
        row(
            "First player",
            format!("{first}, {advantage:+} at the start"),
        );
    }
    let terminals = about
        .terminals
        .map(|it| format!(", {} terminal", grouped(it)));
    let states = grouped(counts.states);
    let part = match solved.is_partial() {
        true => " in the file, which has a part of all",
        false => "",
    };
    row(
        "States",
        format!("{states}{}{part}", terminals.unwrap_or_default()),
    );
    if let Some(share) = figures.decisive {
        row("Decisive", format!("{:.1} % of the states", share * 100.0));
    }
    if let Some(mean) = &figures.mean {
        let pairs = roles.iter().zip(mean);
        let pairs: Vec<String> = pairs.map(|(role, it)| format!("{role} {it:.2}")).collect();
        row("Mean rewards", pairs.join(", "));
    }
    let longest = figures.longest.iter();
    let longest = longest.map(|(role, distance)| {
        let moves = counted(*distance, "move");
        format!("{moves} for {}", roles[role.index()])
    });
    let longest: Vec<String> = longest.collect();
    if !longest.is_empty() {
        let what = if roles.len() > 1 { "win" } else { "way" };
        row(&format!("Longest {what}"), longest.join(", "));
    }
    if let Some(survey) = survey {
        let choices: Count = survey.turns.iter().map(|it| it.states).sum();
        let share = survey.only_moves as f64 / choices.max(1) as f64 * 100.0;
        let only = grouped(survey.only_moves);
        row(
            "Only moves",
            format!("in {only} states, {share:.1} % of those with a choice"),
        );
        row(
            "Forced",
            format!("{} states without a choice", grouped(survey.forced)),
        );
        for (role, turns) in roles.iter().zip(&survey.turns).filter(|it| it.1.states > 0) {
            let part = |count: Count, of: Count| count as f64 / of.max(1) as f64 * 100.0;
            let (won, lost) = (
                part(turns.won, turns.states),
                part(turns.lost, turns.states),
            );
            let mistakes = part(turns.mistakes, turns.moves);
            let states = grouped(turns.states);
            let stand = match roles.len() {
                1 => String::new(),
                _ => format!(": {won:.1} % won, {lost:.1} % lost"),
            };
            row(
                &format!("{role} to move"),
                format!("{states} states{stand}; {mistakes:.1} % of the moves are mistakes"),
            );
        }
        text.push_str(&layers_text(solved, survey, all));
    }
    text
}

/// Layers down, values across. If all values are not wanted, those that do not fit a
/// line are one column.
fn layers_text(solved: &SolvedGame, survey: &Survey, all: bool) -> String {
    let values = values(solved, survey);
    let numbers = (0..survey.layers.len()).map(|it| format!("{it:>5}"));
    let mut columns = vec![
        Column::new("layer", numbers),
        Column::new("states", counts(survey, &values)),
    ];
    let named = values.iter().map(|value| {
        let name = value.as_ref().map(Value::to_string);
        let name = name.unwrap_or("unknown".to_owned());
        Column::new(&name, counts(survey, std::slice::from_ref(value)))
    });
    columns.extend(named);
    let left_out = match all {
        true => 0,
        // None of the counts is wider than that of all states.
        false => columns.len() - fitting(&columns, columns[1].width().max(8)),
    };
    if left_out > 0 {
        let rest = &values[values.len() - left_out..];
        columns.truncate(columns.len() - left_out);
        columns.push(Column::new("others", counts(survey, rest)));
    }
    let mut text = format!("\n{}", table(&columns));
    if left_out > 0 {
        let what = format!("{left_out} more values are counted as others");
        text.push_str(&format!("\n  {what}: -v shows all\n"));
    }
    text
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
