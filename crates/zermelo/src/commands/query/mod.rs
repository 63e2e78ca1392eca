//! `zermelo query`: what a position is worth, and every move there.

mod batch;

use play::{Position, SolvedGame, best_line};
use report::{QueryReport, role_name};

use crate::arguments::Format;
use crate::context::Context;
use crate::failure::Failure;
use crate::file_arguments::QueryArguments;
use crate::output::{BOLD, DIM, RESET};
use crate::solution_text::{rewards_text, verdict};
use crate::{output, solved};

/// Runs the command.
pub fn run(arguments: &QueryArguments, context: &Context) -> Result<(), Failure> {
    let solved = solved::open(&arguments.file, context)?;
    let warnings = solved::warnings(&solved);
    solved::warn(&warnings);
    if let Some(positions) = &arguments.batch {
        return batch::run(&solved, positions, arguments.brief, context);
    }
    let state = match (&arguments.moves, &arguments.state) {
        (Some(moves), _) => solved.after_moves(moves)?,
        (_, Some(fluents)) => solved.state_with(fluents)?,
        _ => solved.start().clone(),
    };
    let position = solved.position(&state)?;
    let line = best_line(&solved, &position)?;
    match context.format {
        Format::Text => output::data(&describe(&solved, &position, line)),
        Format::Json => {
            let file = arguments.file.display().to_string();
            let report = QueryReport::new(&file, &solved, &position, line, warnings);
            output::json(&report)
        }
    }
}

fn describe(solved: &SolvedGame, position: &Position, line: Vec<String>) -> String {
    let (about, roles) = (solved.about(), solved.roles());
    let initial = solved::initial(position, line);
    let told = match &position.outcome {
        Some(_) if position.terminal => "the end".to_owned(),
        Some(_) => verdict(roles, about.model, &initial),
        None => "the file does not know this position".to_owned(),
    };
    let mut text = format!("{BOLD}{}{RESET}: {told}\n\n", about.game);
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {what:12} {value}\n"));
    };
    row("State", solved.state_text(&position.state));
    if position.outcome.is_some() {
        row("Rewards", rewards_text(roles, &initial.value));
    }
    if let Some(mover) = role_name(roles, position.mover) {
        row("To move", mover);
    }
    if !initial.line.is_empty() {
        row("Best play", initial.line.join("; "));
    }
    row("Model", about.model.to_string());
    if let Some(distances) = solved::about_distances(solved) {
        row("Distances", distances.to_owned());
    }
    if !position.moves.is_empty() {
        text.push_str(&moves_text(position));
    }
    text
}

/// The table of moves, best first.
pub fn moves_text(position: &Position) -> String {
    let lengths = position.moves.iter().map(|it| it.text.chars().count());
    let wide = lengths.max().unwrap_or(0).max(4);
    let mut text = format!(
        "\n  {DIM}{:<wide$}  {:<12}{:>8}  judgement{RESET}\n",
        "move", "rewards", "distance"
    );
    for choice in &position.moves {
        let outcome = choice.outcome.as_ref();
        text.push_str(&format!(
            "  {:<wide$}  {:<12}{:>8}  {}\n",
            choice.text,
            solved::short(outcome),
            solved::distance(outcome),
            solved::judgement_text(choice.judgement),
        ));
    }
    text
}
