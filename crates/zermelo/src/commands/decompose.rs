//! `zermelo decompose`: the parts of a game, and what they are worth.

use decompose::{PartSummary, Undecomposed, WorthSummary};
use report::{DecomposeReport, dependency_dot, dependency_svg, grouped};
use solver::{Decomposed, Request, SumSolution};

use crate::arguments::{DecomposeArguments, Format};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::output::{BOLD, DIM, RESET};
use crate::plot_file::PlotFile;
use crate::solution_text::{NAMES, rewards_text, verdict};
use crate::{input, layout, output, position_text, sum_text};

/// Parts that are shown one by one unless all are wanted.
const SHOWN: usize = 20;
/// The width of the names of parts.
const PART: usize = 28;

/// Runs the command.
pub fn run(arguments: &DecomposeArguments, context: &Context) -> Result<(), Failure> {
    let graph = PlotFile::open(&arguments.graph)?;
    let game = input::game(&arguments.game)?;
    let request = Request {
        start: arguments.position.start(),
        options: arguments.terms.options(),
        to_move: arguments.to_move.clone(),
        limits: context.limits(),
        ..Request::new(game)
    };
    let mut narrator = Narrator::new(context.verbose);
    let told = solver::decompose(&request, &mut |event| narrator.hear(event));
    drop(narrator);
    let told = told.map_err(|error| {
        position_text::unsolved(error, &request.game.rules, &request.limits.stop)
    })?;
    draw(arguments, &told, &graph)?;
    let why = why(&told);
    if context.format == Format::Json {
        let used = output::usage();
        return output::json(&DecomposeReport::new(&request.game, &told, why, used));
    }
    let name = &request.game.name;
    let text = match &told.solved {
        Ok(solution) => of_sum(name, &told, solution, &why, context.verbose),
        Err(_) => of_whole(name, &told, &why),
    };
    output::data(&text)?;
    output::used();
    Ok(())
}

fn draw(
    arguments: &DecomposeArguments,
    told: &Decomposed,
    file: &PlotFile<'_>,
) -> Result<(), Failure> {
    let Some(path) = &arguments.graph else {
        return Ok(());
    };
    let Some(graph) = &told.dependencies else {
        let what = "the rules are too large, or depend on each other in a cycle: no graph";
        return Err(Failure::new(Exit::Rules, what.to_owned()));
    };
    let is_dot = path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("dot"));
    match is_dot {
        true => file.write(&dependency_dot(&told.game, graph)),
        false => file.write(&dependency_svg(&told.game, graph)),
    }
}

/// What was proven, or why the game is not solved by parts.
fn why(told: &Decomposed) -> Vec<String> {
    match &told.solved {
        Err(Undecomposed {
            last_mover,
            product,
        }) => vec![
            format!("as a sum that the last mover decides: {last_mover}"),
            format!("as a product of parts: {product}"),
        ],
        Ok(solution) if solution.summary.product_states.is_some() => [
            "what a move changes is in one part, or each part has its share of the move",
            "parts see of each other what ends, goals and guards read, and no more",
        ]
        .map(str::to_owned)
        .to_vec(),
        Ok(solution) => {
            let mut proven = vec![
                "the roles move in turn, and who is not on turn waits",
                "play is over exactly when the role on turn cannot move",
                "the rewards depend on nothing but who that is",
                "what a move reads and changes is in one part",
                "play in each part ends",
            ];
            if solution.summary.is_impartial {
                proven.push("both roles have the same moves in every position of a part");
            }
            proven.into_iter().map(str::to_owned).collect()
        }
    }
}

fn of_sum(
    name: &str,
    told: &Decomposed,
    solution: &SumSolution,
    why: &[String],
    all: bool,
) -> String {
    let summary = &solution.summary;
    let verdict = verdict(&told.roles, solution.model, &solution.initial);
    let mut text = format!("{BOLD}{name}{RESET}: {verdict}\n\n");
    let mut row = |what: &str, value: &str| text.push_str(&layout::row(what, NAMES, value));
    row("Parts", &sum_text::parts(summary));
    row(
        "Together",
        &sum_text::together(solution.combination, summary),
    );
    row(
        "Rewards",
        &rewards_text(&told.roles, &solution.initial.value),
    );
    if let Some(mover) = solution.initial.mover {
        row("To move", &told.roles[mover.index()]);
    }
    if let Some(outcome) = summary.worth.outcome {
        row("Outcome", sum_text::outcome(outcome));
    }
    if let Some((mean, temperature)) = &summary.worth.heat {
        row("Mean", &format!("{mean}, temperature {temperature}"));
    }
    if let Some(counted) = &solution.counted {
        row("States", &format!("{} reachable", grouped(counted.states)));
    }
    for (place, proven) in why.iter().enumerate() {
        row(if place == 0 { "Proven" } else { "" }, proven);
    }
    text.push_str(&format!(
        "\n  {DIM}{:<PART$}{:>8}{:>8}  value{RESET}\n",
        "part", "states", "moves"
    ));
    let shown = if all { summary.parts.len() } else { SHOWN };
    for (part, fluents) in summary.parts.iter().zip(&solution.fluents).take(shown) {
        text.push_str(&part_line(part, fluents));
    }
    if summary.parts.len() > shown {
        let more = summary.parts.len() - shown;
        text.push_str(&format!("  … and {more} more: -v shows all\n"));
    }
    text
}

fn part_line(part: &PartSummary, fluents: &[String]) -> String {
    let name = match fluents {
        [] => String::new(),
        [only] => only.clone(),
        [first, ..] => format!("{first} …"),
    };
    let name = match name.chars().count() < PART {
        true => name,
        false => name.chars().take(PART - 2).chain(['…']).collect(),
    };
    let states = part.states.map_or_else(|| "–".to_owned(), grouped);
    let worth = worth_text(&part.worth);
    let moves = grouped(part.moves.len());
    let line = format!("  {name:<PART$}{states:>8}{moves:>8}  {worth}");
    format!("{}\n", line.trim_end())
}

fn worth_text(worth: &WorthSummary) -> String {
    let outcome = worth.outcome.map_or(String::new(), |it| format!(" ({it})"));
    match (&worth.value, &worth.genus) {
        (Some(value), _) => format!("{value}{outcome}"),
        (None, Some(genus)) => format!("genus {genus}{outcome}"),
        (None, None) => outcome.trim().to_owned(),
    }
}

/// A game that is not solved by its parts.
fn of_whole(name: &str, told: &Decomposed, why: &[String]) -> String {
    let mut text = format!("{BOLD}{name}{RESET}: not solved by parts\n\n");
    let mut row = |what: &str, value: &str| text.push_str(&layout::row(what, NAMES, value));
    for (place, why) in why.iter().enumerate() {
        row(if place == 0 { "Why" } else { "" }, why);
    }
    if let Some(graph) = &told.dependencies {
        let components = graph.components();
        let groups = graph.groups.len();
        let said = match components.len() {
            1 => format!("moves connect all {groups} groups of fluents"),
            count => format!(
                "moves leave {count} components of {groups} groups of fluents; \
                 ends and goals may connect them"
            ),
        };
        row("Moves", &said);
    }
    text
}
