//! `zermelo simulate`: what random playouts show.

use gdl::Rules;
use ground::{Budget, GroundGame, PlayoutError, Playouts};
use play::{Board, Referee, State};
use report::{SimulateReport, counted, grouped};

use crate::arguments::{Format, SimulateArguments};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{BOLD, RESET};
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &SimulateArguments, context: &Context) -> Result<(), Failure> {
    let subject = input::game(&arguments.game)?;
    let game = GroundGame::new(&subject.rules, &Budget::new(context.stop.clone()))?;
    let playouts = Playouts {
        count: arguments.playouts,
        seed: arguments.seed,
        max_length: arguments.length,
        threads: context.threads(),
        stop: context.stop.clone(),
    };
    let statistics = playouts
        .run(&game)
        .map_err(|error| failure(error, game.roles()))?;
    let used = output::usage();
    let report = SimulateReport::new(&subject, game.roles(), &statistics, arguments.seed, used);
    match context.format {
        Format::Json => output::json(&report),
        Format::Text => {
            output::data(&describe(&report))?;
            output::data(&sample(&playouts, game, subject.rules)?)?;
            output::used();
            Ok(())
        }
    }
}

/// How the first playout ended, if the game has a board.
fn sample(playouts: &Playouts, game: GroundGame, rules: Rules) -> Result<String, Failure> {
    if playouts.count == 0 {
        return Ok(String::new());
    }
    let first = playouts.first(&game);
    let (moves, last) = first.map_err(|error| failure(error, game.roles()))?;
    let referee = Referee::of_ground(rules, game, playouts.stop.clone());
    Ok(Board::of(&referee)?.map_or(String::new(), |board| {
        let moves = counted(moves, "move");
        let drawn = board.draw(&referee.fluents(&State::from(last)));
        format!("\n  The first playout after {moves}:\n\n{drawn}")
    }))
}

fn failure(error: PlayoutError, roles: &[String]) -> Failure {
    match error {
        PlayoutError::Stopped(reason) => Failure::stopped(reason, ""),
        PlayoutError::Fault { fault, state } => {
            let fault = fault.describe(roles);
            Failure::new(
                Exit::Rules,
                format!("the game is ill-formed: {fault}\n  in {state}"),
            )
        }
        error => Failure::new(Exit::Bug, error.to_string()),
    }
}

fn describe(report: &SimulateReport) -> String {
    let number = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.2}"));
    let finished = report.playouts - report.unfinished;
    let mut text = format!(
        "{BOLD}{}{RESET}: {} playouts, {} states\n\n  {:16}{:>14}{:>10}\n",
        report.game,
        grouped(report.playouts),
        grouped(&report.states),
        "role",
        "mean reward",
        "ahead",
    );
    for (place, role) in report.roles.iter().enumerate() {
        let reward = number(report.mean_rewards.as_ref().map(|means| means[place]));
        let share = report.wins[place] as f64 / finished.max(1) as f64 * 100.0;
        text.push_str(&format!("  {role:16}{reward:>14}{share:>8.1} %\n"));
    }
    text.push_str(&format!(
        "\n  Length     {} moves on average\n",
        number(report.mean_length)
    ));
    text.push_str(&format!(
        "  Branching  {} joint moves on average\n",
        number(report.branching)
    ));
    if report.unfinished > 0 {
        let unfinished = grouped(report.unfinished);
        text.push_str(&format!(
            "  Given up   {unfinished} playouts, as too long\n"
        ));
    }
    text
}
