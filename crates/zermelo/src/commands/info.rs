//! `zermelo info`: what kind of game it is.

use report::{InfoReport, grouped};
use solver::{Game, Inspection};

use crate::arguments::{Format, InfoArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::narrator::Narrator;
use crate::output::{BOLD, RESET};
use crate::{facts, input, layout, output, sum_text};

/// Runs the command.
pub fn run(arguments: &InfoArguments, context: &Context) -> Result<(), Failure> {
    let game = input::game(&arguments.game)?;
    let mut narrator = Narrator::new(context.verbose);
    let hear = &mut |event: solver::Event<'_>| narrator.hear(event);
    let seen = solver::inspect(&game, arguments.states, &context.limits(), hear)?;
    drop(narrator);
    match context.format {
        Format::Json => output::json(&InfoReport::new(&game, &seen)),
        Format::Text => output::data(&describe(&game, &seen, arguments.states)),
    }
}

fn describe(game: &Game, seen: &Inspection, max_states: u64) -> String {
    let unknown = || "unknown".to_owned();
    let ground = seen.ground.as_ref();
    let number = |count: Option<usize>| count.map_or_else(unknown, grouped);
    let states = match seen.states {
        Some(states) => grouped(states),
        None => format!("more than {}", grouped(max_states)),
    };
    let cycles = match seen.cyclic {
        Some(true) => "can go on for ever".to_owned(),
        Some(false) => "always ends".to_owned(),
        None => unknown(),
    };
    let parts = match seen.parts {
        Some((1, combination)) => format!("1, {}", sum_text::how(combination)),
        Some((count, combination)) => {
            format!("{count} independent, {}", sum_text::how(combination))
        }
        None => String::new(),
    };
    let rows = [
        ("Roles", seen.roles.join(", ")),
        ("Class", seen.class.name().to_owned()),
        ("Play", cycles),
        ("States", states),
        (
            "Fluents",
            number(ground.map(|(game, _)| game.fluents().len())),
        ),
        ("Moves", number(ground.map(|(game, _)| game.moves().len()))),
        ("Parts", parts),
        ("Clauses", grouped(game.rules.clauses().len())),
        ("Hash", game.rules.hash().to_string()),
    ];
    let facts = ground.map(|(game, facts)| facts::rows(facts, game));
    let mut text = format!("{BOLD}{}{RESET}\n", game.name);
    let rows = rows.into_iter().filter(|it| !it.1.is_empty());
    for (what, value) in rows.chain(facts.unwrap_or_default()) {
        // One line for each fact, which begins where the others do.
        for (place, line) in value.lines().enumerate() {
            let what = if place == 0 { what } else { "" };
            text.push_str(&layout::row(what, 8, line));
        }
    }
    text
}
