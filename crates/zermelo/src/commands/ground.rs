//! `zermelo ground`: the rules without variables, in numbers, by name and in full.

use game::RoleId;
use ground::{Budget, GroundGame};
use report::{GroundReport, grouped};

use crate::arguments::{Format, GroundArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::output::{BOLD, RESET};
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &GroundArguments, context: &Context) -> Result<(), Failure> {
    let game = input::game(&arguments.game)?;
    let ground = GroundGame::new(&game.rules, &Budget::new(context.stop.clone()))?;
    if context.format == Format::Json {
        let parts = (arguments.list, arguments.rules);
        return output::json(&GroundReport::new(&game, &ground, parts, output::usage()));
    }
    let mut described = describe(&game.name, &ground);
    if arguments.list {
        described.push_str(&listing(&ground));
    }
    if arguments.rules {
        described = format!("{}\n{}", commented(&described), ground.to_kif());
    }
    output::data(&described)?;
    output::used();
    Ok(())
}

/// The text as comments of a sheet.
fn commented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("; {line}\n"));
    lines.collect()
}

fn describe(name: &str, game: &GroundGame) -> String {
    let mut text = format!("{BOLD}{name}{RESET}\n");
    let mut row = |what: &str, count: usize| {
        text.push_str(&format!("  {what:24} {:>12}\n", grouped(count)));
    };
    row("fluents", game.fluents().len());
    for (role, name) in RoleId::all(game.roles().len()).zip(game.roles()) {
        row(&format!("moves of {name}"), game.moves_of(role).count());
    }
    row("instances of rules", game.instances());
    row("nodes of the circuit", game.circuit().nodes().len());
    text
}

fn listing(game: &GroundGame) -> String {
    let mut text = "\nfluents\n".to_owned();
    for fluent in game.fluents() {
        text.push_str(&format!("  {fluent}\n"));
    }
    for role in RoleId::all(game.roles().len()) {
        text.push_str(&format!("\nmoves of {}\n", game.roles()[role.index()]));
        for mov in game.moves_of(role) {
            text.push_str(&format!("  {}\n", game.moves()[mov.index()]));
        }
    }
    text
}
