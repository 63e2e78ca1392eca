//! What a store and a run that resumes from it must agree on.

use analysis::Facts;
use game::RoleId;
use ground::{BitState, Simulator};

/// The version of `docs/formats/explicit-layers.md`.
const FORMAT: u32 = 4;

/// Names and values for [`table::Store::open`], besides the rules' hash: how
/// states are packed, how goals are numbered, and where play starts.
pub fn identity(game: &Simulator, facts: &Facts, start: &BitState) -> Vec<(String, String)> {
    let ground = game.game();
    let mut text = String::new();
    for group in facts.partition() {
        let names = group
            .fluents
            .iter()
            .map(|fluent| &ground.fluents()[fluent.index()]);
        let names: Vec<&str> = names.map(String::as_str).collect();
        text.push_str(&format!("{} {}\n", group.exactly_one, names.join(" ")));
    }
    for role in RoleId::all(ground.roles().len()) {
        let goals = ground
            .goals(role)
            .iter()
            .map(|(value, _)| value.to_string());
        let goals: Vec<String> = goals.collect();
        text.push_str(&format!("{}\n", goals.join(" ")));
    }
    let start = game::Playable::state_text(game, start);
    let own = |name: &str, value: String| (name.to_owned(), value);
    vec![
        own("engine", format!("explicit, layers {FORMAT}")),
        own("encoding", table::digest(text.as_bytes())),
        own("start", table::digest(start.as_bytes())),
    ]
}
