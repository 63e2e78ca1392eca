//! `zermelo stats`: how the states of a solved game are spread, and where the advantage
//! goes.

mod advantage;
mod layers;

use game::Count;
use play::{Contest, Figures, SolvedGame, Survey, sampled, survey};
use report::{StatsReport, counted, grouped, stats_plot};

use crate::arguments::Format;
use crate::context::Context;
use crate::failure::Failure;
use crate::file_arguments::StatsArguments;
use crate::output::{BOLD, RESET};
use crate::plot_file::PlotFile;
use crate::solution_text::rewards_text;
use crate::{layout, output, solved, sum_text};

/// Games that are played in each contest whose means are not computed exactly.
const GAMES: usize = 1000;

/// The same in a sum of parts: these games have many moves, each of which is looked up.
const GAMES_OF_SUM: usize = 100;

/// Runs the command.
pub fn run(arguments: &StatsArguments, context: &Context) -> Result<(), Failure> {
    let plot = PlotFile::open(&arguments.plot)?;
    let solved = solved::open(&arguments.file, context)?;
    let figures = Figures::new(&solved)?;
    let all = solved.counts().states;
    let survey = match all.is_some_and(|it| it <= arguments.states as Count) {
        true => survey(&solved, arguments.states, &context.stop)?,
        false => None,
    };
    if survey.is_none() {
        output::warn(&not_walked(&solved, all, arguments.states));
    }
    let contests = contests(&solved, survey.as_ref(), context)?;
    let contests = contests.as_deref();
    match context.format {
        Format::Text => {
            let mut text = describe(&solved, &figures, survey.as_ref());
            text.push_str(&told(&solved, survey.as_ref(), contests, context.verbose));
            output::data(&text)?;
        }
        Format::Json => {
            let file = arguments.file.display().to_string();
            let survey = survey.as_ref();
            output::json(&StatsReport::new(
                &file, &solved, &figures, survey, contests,
            ))?;
        }
    }
    match arguments.plot {
        Some(_) => plot.write(&stats_plot(&solved, survey.as_ref())),
        None => Ok(()),
    }
}

/// Why there was no walk over all states.
fn not_walked(solved: &SolvedGame, all: Option<Count>, most: usize) -> String {
    let many = match all {
        // A part may have few states of a game of many.
        Some(_) if solved.is_partial() => format!("more than {}", grouped(most)),
        Some(all) => grouped(all),
        None => {
            return "the states of this sum are not counted, and not walked over".to_owned();
        }
    };
    format!("{many} states are too many to walk over: give more with --states")
}

/// Perfect play against random play: exact if the walk tells, else from games.
fn contests(
    solved: &SolvedGame,
    survey: Option<&Survey>,
    context: &Context,
) -> Result<Option<Vec<Contest>>, Failure> {
    match survey.and_then(|it| it.contests.clone()) {
        None if !solved.is_partial() => {
            let games = match solved.parts() {
                Some(_) => GAMES_OF_SUM,
                None => GAMES,
            };
            Ok(sampled(solved, games, &context.stop)?)
        }
        exact => Ok(exact),
    }
}

/// The tables below the rows.
fn told(
    solved: &SolvedGame,
    survey: Option<&Survey>,
    contests: Option<&[Contest]>,
    all: bool,
) -> String {
    let roles = solved.roles();
    let mut text = String::new();
    if let Some(contests) = contests {
        text.push_str(&advantage::contests(roles, contests));
    }
    if let Some(survey) = survey {
        text.push_str(&advantage::costliest(roles, &survey.costliest));
        text.push_str(&advantage::hardest(roles, &survey.hardest));
        text.push_str(&layers::table(solved, survey, all));
    }
    text
}

fn describe(solved: &SolvedGame, figures: &Figures, survey: Option<&Survey>) -> String {
    let (about, roles) = (solved.about(), solved.roles());
    let counts = solved.counts();
    let mut text = format!("{BOLD}{}{RESET}\n\n", about.subject.game);
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
    let terminals = counts
        .terminals
        .map(|it| format!(", {} terminal", grouped(it)));
    let layers = counts.layers.filter(|_| solved.parts().is_some());
    let layers = layers.map(|it| format!(", {}", counted(it.len(), "layer")));
    let states = counts.states.map_or("not counted".to_owned(), grouped);
    let part = match solved.is_partial() {
        true => " in the file, which has a part of all",
        false => "",
    };
    row(
        "States",
        format!(
            "{states}{}{}{part}",
            terminals.unwrap_or_default(),
            layers.unwrap_or_default()
        ),
    );
    if let Some(summary) = solved.summary(solved.start()) {
        let combination = solved.parts().map_or("none", |it| it.combination());
        row("Parts", sum_text::parts(&summary));
        row("Together", sum_text::together(combination, &summary));
    }
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
                format!("{states} states{stand}; {mistakes:.1} % mistakes"),
            );
        }
        for (what, value) in advantage::rows(roles, survey) {
            row(what, value);
        }
    }
    text
}
