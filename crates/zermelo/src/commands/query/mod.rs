//! `zermelo query`: what a position is worth, and every move there.

mod batch;

use std::path::Path;

use game::Initial;
use play::{Board, Position, SolvedGame, best_line};
use report::{Diagram, QueryReport, role_name};
use solver::Start;

use crate::arguments::Format;
use crate::context::Context;
use crate::failure::Failure;
use crate::file_arguments::QueryArguments;
use crate::output::{BOLD, DIM, RESET};
use crate::plot_file::PlotFile;
use crate::solution_text::{NAMES, list, rewards_text, verdict};
use crate::{layout, output, position_text, solved, sum_text};

/// Runs the command.
pub fn run(arguments: &QueryArguments, context: &Context) -> Result<(), Failure> {
    let plot = PlotFile::open(&arguments.plot)?;
    let solved = solved::open(&arguments.file, context)?;
    let warnings = solved::warnings(&solved);
    solved::warn(&warnings);
    if let Some(positions) = &arguments.batch {
        return batch::run(&solved, positions, arguments.brief, context);
    }
    let asked = match arguments.position.start() {
        Start::After(moves) => solved.after_moves(&moves),
        Start::Fluents(fluents) => solved.state_with(&fluents),
        _ => Ok(solved.start().clone()),
    };
    let position = asked.and_then(|state| solved.position(&state));
    let position = position.map_err(|error| position_text::failure(error, &solved))?;
    let line = best_line(&solved, &position)?;
    match context.format {
        Format::Text => {
            let board = solved.board()?;
            let shown = describe(&solved, &position, line, board.as_ref(), context.verbose);
            output::data(&shown)?;
        }
        Format::Json => {
            let file = arguments.file.display().to_string();
            let report = QueryReport::new(&file, &solved, &position, line, warnings);
            output::json(&report)?;
        }
    }
    match &arguments.plot {
        Some(_) => plot.write(&picture(&solved, &position)?),
        None => Ok(()),
    }
}

/// The position as SVG.
fn picture(solved: &SolvedGame, position: &Position) -> Result<String, Failure> {
    let (roles, initial) = (solved.roles(), solved::initial(position, Vec::new()));
    let told = told(solved, position, &initial);
    let more = match role_name(roles, position.mover) {
        Some(mover) => format!(", {mover} to move"),
        None if position.terminal => format!(", {}", rewards_text(roles, &initial.value)),
        None => String::new(),
    };
    let board = solved.board()?;
    let name = Path::new(&solved.about().subject.game).file_name();
    let name = name.map_or(String::new(), |it| it.to_string_lossy().into_owned());
    let diagram = Diagram {
        title: &format!("{name}: {told}{more}"),
        solved,
        board: board.as_ref(),
        position,
    };
    Ok(diagram.to_svg())
}

/// What the position is worth, in words.
fn told(solved: &SolvedGame, position: &Position, initial: &Initial) -> String {
    match &position.outcome {
        Some(_) if position.terminal => "the end".to_owned(),
        Some(_) => verdict(solved.roles(), solved.about().terms.model, initial),
        None => "the file does not know this position".to_owned(),
    }
}

/// The position with its board. Its fluents are told where there is no board, and to
/// those who want to know more.
fn describe(
    solved: &SolvedGame,
    position: &Position,
    line: Vec<String>,
    board: Option<&Board>,
    verbose: bool,
) -> String {
    let (about, roles) = (solved.about(), solved.roles());
    let initial = solved::initial(position, line);
    let told = told(solved, position, &initial);
    let mut text = format!("{BOLD}{}{RESET}: {told}\n\n", about.subject.game);
    if let Some(board) = board {
        let fluents = solved.referee().fluents(&position.state);
        text.push_str(&format!("{}\n", board.draw(&fluents)));
    }
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {what:NAMES$} {value}\n"));
    };
    if board.is_none() || verbose {
        row("State", state_text(solved, position));
    }
    if position.outcome.is_some() {
        row("Rewards", rewards_text(roles, &initial.value));
    }
    if let Some(mover) = role_name(roles, position.mover) {
        row("To move", mover);
    }
    text.push_str(&list("Best play", &initial.line, ';', verbose));
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {what:NAMES$} {value}\n"));
    };
    row("Model", about.terms.model.to_string());
    text.push_str(&parts_text(solved, position, verbose));
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {what:NAMES$} {value}\n"));
    };
    if let Some(distances) = solved::about_distances(solved) {
        row("Distances", distances.to_owned());
    }
    if !position.moves.is_empty() {
        text.push_str(&moves_text(position));
    }
    text
}

/// The parts of the position and what they are worth, if the game was solved by them.
fn parts_text(solved: &SolvedGame, position: &Position, verbose: bool) -> String {
    let (Some(summary), Some(parts)) = (solved.summary(&position.state), solved.parts()) else {
        return String::new();
    };
    let worth = sum_text::each(&summary, solved, &position.state);
    let together = sum_text::together(parts.combination(), &summary);
    let together = layout::row("Together", NAMES, &together);
    list("Parts", &worth, ',', verbose) + &together
}

/// The state in KIF, with line breaks between its fluents.
fn state_text(solved: &SolvedGame, position: &Position) -> String {
    let fluents = solved.referee().fluents(&position.state);
    format!("({})", layout::unbroken(&fluents, NAMES + 4))
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
