//! Facts about a game, for people: rows of text.

use analysis::{Facts, Family, Progress, Weighed, families};
use ground::{FluentId, GroundGame};
use report::grouped;

/// Families of groups, movers and parts of a sum that are listed before the rest
/// is counted.
const LISTED: usize = 6;
/// Values that are listed before the rest is counted.
const VALUES: usize = 12;

fn names(game: &GroundGame, fluents: impl Iterator<Item = FluentId>) -> Vec<String> {
    fluents
        .map(|fluent| game.fluents()[fluent.index()].clone())
        .collect()
}

/// Rows for people: a heading, and what is said under it.
pub fn rows(facts: &Facts, game: &GroundGame) -> Vec<(&'static str, String)> {
    let mut rows = vec![(
        "Bits",
        format!("{} in a packed state", grouped(facts.bits())),
    )];
    let families = families(game, &facts.groups);
    let mut lines = vec![format!("{}, all proven", grouped(facts.groups.len()))];
    lines.extend(families.iter().take(LISTED).map(family));
    if families.len() > LISTED {
        lines.push(format!("and {} more kinds", families.len() - LISTED));
    }
    rows.push(("Groups", lines.join("\n")));
    rows.extend(counted(facts, game).map(|text| ("Steps", text)));
    rows.extend(turn(facts, game).map(|text| ("Turn", text)));
    // A step counter is a measure of progress, and has been told already.
    let measure = facts.progress.as_ref();
    let measure = measure.filter(|_| facts.step_counter.is_none());
    rows.extend(measure.map(|it| ("Progress", progress(it, game))));
    let few = [
        ("never change", facts.constants.len()),
        ("told by another", facts.duplicates.len()),
        ("of no effect on moves, ends and goals", facts.unread.len()),
    ];
    let few = few.iter().filter(|(_, count)| *count > 0);
    let few: Vec<String> = few
        .map(|(what, count)| format!("{what}: {}", grouped(count)))
        .collect();
    if !few.is_empty() {
        rows.push(("Idle", few.join("; ")));
    }
    if facts.exhausted {
        rows.push((
            "Note",
            "the budget ran out: there may be more to prove".to_owned(),
        ));
    }
    rows
}

/// `(cell 1 1 *) is exactly one of b, o, x; 41 more like it`.
fn family(family: &Family) -> String {
    let some = match family.exactly_one {
        true => "exactly one",
        false => "at most one",
    };
    let of = match family.values.as_slice() {
        [] => format!("{} fluents", grouped(family.size)),
        values if values.len() <= VALUES => values.join(", "),
        [first, .., last] => format!("{first} … {last} ({})", grouped(family.size)),
        [only] => only.clone(),
    };
    let more = match family.count {
        1 => String::new(),
        count => format!("; {} more like it", grouped(count - 1)),
    };
    format!("{} is {some} of {of}{more}", family.example)
}

fn counted(facts: &Facts, game: &GroundGame) -> Option<String> {
    let chain = &facts.step_counter.as_ref()?.chain;
    let ends = chain.first().into_iter().chain(chain.last()).copied();
    let ends = names(game, ends);
    Some(format!(
        "counted, from {} to {}",
        ends.first()?,
        ends.last()?
    ))
}

fn turn(facts: &Facts, game: &GroundGame) -> Option<String> {
    let turn = facts.turn.as_ref()?;
    let order = match turn.alternating {
        true => "one after the other",
        false => "not always one after the other",
    };
    let movers = turn.movers.iter().take(LISTED).map(|(fluent, role)| {
        let role = role.map_or("nobody", |role| &game.roles()[role.index()]);
        format!("{role} by {}", game.fluents()[fluent.index()])
    });
    let movers: Vec<String> = movers.collect();
    let rest = match turn.movers.len().saturating_sub(LISTED) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    Some(format!("{order}: {}{rest}", movers.join(", ")))
}

/// `with every move (cell * * blank) are one fewer`.
fn progress(progress: &Progress, game: &GroundGame) -> String {
    let parts = progress.parts(game);
    let what = match (parts.as_slice(), progress.is_incremental()) {
        ([part], true) if part.weight == 1 => format!("{} become one more", part.pattern),
        ([part], true) if part.weight == -1 => format!("{} become one fewer", part.pattern),
        (_, true) => format!("{} grows by one", weighed(&parts)),
        (_, false) => format!("{} grows", weighed(&parts)),
    };
    let sure = match progress.is_proven() {
        true => "",
        false => " (a guess from samples)",
    };
    format!("with every move {what}{sure}")
}

/// `the sum of -1 (cell * * x), 2 (cell * * o) and 3 more`.
fn weighed(parts: &[Weighed]) -> String {
    let listed = parts.iter().take(LISTED);
    let listed: Vec<String> = listed
        .map(|part| format!("{} {}", part.weight, part.pattern))
        .collect();
    let rest = match parts.len().saturating_sub(LISTED) {
        0 => String::new(),
        rest => format!(" and {} more", grouped(rest)),
    };
    format!("the sum of {}{rest}", listed.join(", "))
}
