//! Whose turn it is: the group that shows which role has a choice.

use game::RoleId;
use ground::{FluentId, GroundGame};

use crate::facts::{Autonomous, Group, Turn};
use crate::knobs::Knobs;
use crate::prover::{Prover, Verdict};
use crate::samples::Samples;
use crate::sat::Lit;

/// Whose turn it is, by the first of these groups that shows it.
pub(crate) fn turn(
    game: &GroundGame,
    groups: &[Group],
    ways: &[Autonomous],
    samples: &Samples,
    prover: &mut Prover,
) -> Option<Turn> {
    if game.roles().len() < 2 || !prover.is_feasible() {
        return None;
    }
    let way_of = |group: &Group| ways.iter().find(|way| is_way_of(way, group));
    let mut likely: Vec<&Group> = groups
        .iter()
        .filter(|group| group.exactly_one && group.fluents.len() <= Knobs::TURN_VALUES)
        .filter(|group| tells_in(group, samples))
        .collect();
    likely.sort_by_key(|group| (way_of(group).is_none(), group.fluents.len()));
    // Where several fit the samples, the first nearly always is right.
    likely.iter().take(4).find_map(|group| {
        let movers = movers(game, group, samples, prover)?;
        let alternating =
            way_of(group).is_some_and(|way| alternates(way, &movers, game.roles().len()));
        Some(Turn {
            movers,
            alternating,
        })
    })
}

fn is_way_of(way: &Autonomous, group: &Group) -> bool {
    way.order.len() == group.fluents.len()
        && way
            .order
            .iter()
            .all(|fluent| group.fluents.binary_search(fluent).is_ok())
}

/// The states in which a fluent held and a role had a choice.
fn chose(samples: &Samples, fluent: FluentId, role: RoleId) -> bool {
    let column = samples.columns[fluent.index()].iter();
    let mut choices = column.zip(&samples.choices[role.index()]);
    choices.any(|(held, chose)| held & chose != 0)
}

/// Whether in all samples at most one role had a choice with each fluent of the
/// group.
fn tells_in(group: &Group, samples: &Samples) -> bool {
    group.fluents.iter().all(|&fluent| {
        let roles = RoleId::all(samples.choices.len());
        roles.filter(|&role| chose(samples, fluent, role)).count() <= 1
    })
}

/// For each fluent the only role that can have a choice; `None` if two roles
/// may for some fluent.
fn movers(
    game: &GroundGame,
    group: &Group,
    samples: &Samples,
    prover: &mut Prover,
) -> Option<Vec<(FluentId, Option<RoleId>)>> {
    let mover = |&fluent: &FluentId| {
        let mut mover = None;
        for role in RoleId::all(game.roles().len()) {
            let may = chose(samples, fluent, role) || may_choose(game, fluent, role, prover);
            if may && mover.replace(role).is_some() {
                return None;
            }
        }
        Some((fluent, mover))
    };
    group.fluents.iter().map(mover).collect()
}

fn may_choose(game: &GroundGame, fluent: FluentId, role: RoleId, prover: &mut Prover) -> bool {
    let verdict = prover.ask(&|step| {
        let legal: Vec<Lit> = game
            .moves_of(role)
            .map(|mov| step.literal(game.legal(mov)))
            .collect();
        vec![vec![step.fluent(fluent), step.two_of(&legal)]]
    });
    !matches!(verdict, Verdict::Impossible(_))
}

/// Whether every role has its turn once in a round, always in the same order.
fn alternates(way: &Autonomous, movers: &[(FluentId, Option<RoleId>)], roles: usize) -> bool {
    let mover = |fluent: &FluentId| {
        let mut movers = movers.iter();
        movers.find(|(it, _)| it == fluent).and_then(|it| it.1)
    };
    let mut turns: Vec<Option<RoleId>> = way.order.iter().map(mover).collect();
    match way.back_to {
        // The rounds after the last repeat those since `back_to`.
        Some(back_to) => turns.extend_from_within(back_to..),
        // When the last fluent holds, the game is over.
        None => _ = turns.pop(),
    }
    let round = turns.iter().take(roles).flatten();
    let mut round: Vec<RoleId> = round.copied().collect();
    round.sort_unstable();
    round.dedup();
    round.len() == roles && turns.iter().skip(roles).zip(&turns).all(|(a, b)| a == b)
}
