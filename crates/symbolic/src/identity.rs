//! What a store and the run that continues it must have in common.

use crate::Task;

/// The version of `docs/formats/symbolic-layers.md`.
const FORMAT: u32 = 3;

/// Names and values for [`table::Store::open`], beside the rules' hash: the fluents and
/// their groups, and the state in which play starts.
pub fn identity(task: &Task<'_>) -> Vec<(String, String)> {
    let fluents = task.game.fluents();
    let mut groups = String::new();
    for group in task.facts.partition() {
        let names = group.fluents.iter().map(|fluent| &fluents[fluent.index()]);
        let names: Vec<&str> = names.map(String::as_str).collect();
        groups.push_str(&format!("{} {}\n", group.exactly_one, names.join(" ")));
    }
    let held = task.game.fluent_ids().filter(|&it| task.start.holds(it));
    let held: Vec<&str> = held.map(|it| fluents[it.index()].as_str()).collect();
    let own = |name: &str, value: String| (name.to_owned(), value);
    let mut identity = vec![
        own("engine", format!("symbolic, layers {FORMAT}")),
        own("encoding", table::digest(groups.as_bytes())),
        own("start", table::digest(held.join(" ").as_bytes())),
    ];
    // The codes of merged groups depend on what moves do where several roles may have a
    // choice.
    if task.facts.turn.is_none() && task.game.roles().len() > 1 {
        identity.push(own("turns", "by what moves do".to_owned()));
    }
    identity
}
