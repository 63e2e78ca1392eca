//! Two sides, one of which wins what the other loses, with draws.
//!
//! Algorithm 3 of Edelkamp and Kissmann 2007, first in Edelkamp, Symbolic exploration
//! in two-player games (2002). Where it differs from the printed text:
//! - The universal quantification is meant for states that are not terminal: a state
//!   without moves satisfies it for any set, so draws at the end of the game would be
//!   lost for both.
//! - Lost and won states are one set for each player: the text goes from lost states to
//!   the opponent's and back, which misses states in which a player moves twice in a
//!   row.
//! - The gain 0 stands for a player's worst outcome, whatever its number.

use game::RoleId;

use super::arena::Arena;
use super::contest::Contest;
use crate::diagram::{Halt, Set};
use crate::pass::trouble::Trouble;

/// The reason why the algorithm is not for a contest, if there is one.
pub(crate) fn objection(contest: &Contest) -> Option<&'static str> {
    let Some(champion) = contest.champion else {
        return Some("the roles are not opposed");
    };
    let ladder = contest.ladder(champion);
    let fits = match draw(contest) {
        Some(draw) => {
            let above = contest.place(champion, draw);
            above <= 1 && ladder.len() - 1 - above <= 1
        }
        None => ladder.len() <= 2,
    };
    (!fits).then_some("there are more outcomes than to win, to draw and to lose")
}

/// The outcome of play that neither side can win: infinite play, or the middle one of
/// three outcomes; none if there are only a win and a loss.
fn draw(contest: &Contest) -> Option<usize> {
    let ladder = contest.ladder(contest.champion?);
    let middle = (ladder.len() >= 3).then(|| ladder[1]);
    contest.infinite.or(middle)
}

/// The states by outcome.
pub(crate) fn classify(
    arena: &Arena<'_>,
    contest: &Contest,
    ends: &[Set],
) -> Result<Vec<Set>, Trouble> {
    let space = arena.space();
    let champion = contest.champion.expect("the sides are opposed");
    let ladder = contest.ladder(champion);
    let draw = draw(contest);
    let mut buckets = ends.to_vec();
    let mut rest = arena.union(&arena.kinds.open)?;
    for (outcome, champion_loses) in [(ladder.last(), true), (ladder.first(), false)] {
        if let Some(&outcome) = outcome.filter(|&&it| Some(it) != draw) {
            let loses = |role| (role == champion) == champion_loses;
            let lost = lost(arena, &ends[outcome], loses)?;
            rest = space.minus(&rest, &lost)?;
            buckets[outcome] = lost;
        }
    }
    // Both sides can avoid what is lost for them: that is a draw. Without draws play
    // always ends, and everything is won or lost.
    if let Some(draw) = draw {
        buckets[draw] = space.or(&buckets[draw], &rest)?;
    }
    Ok(buckets)
}

/// The states that are lost for one side: where it has lost already, where the other
/// side has a move into such a state, and where it has no other moves itself. It is the
/// smallest such set, so each state in it is a bounded number of moves from the end,
/// and the side cannot delay its loss for ever.
fn lost(arena: &Arena<'_>, ends: &Set, loses: impl Fn(RoleId) -> bool) -> Result<Set, Halt> {
    let space = arena.space();
    let mut lost = ends.clone();
    loop {
        let before = lost.clone();
        for opponent in [true, false] {
            let mut new = space.empty();
            for (role, _) in arena.movers().filter(|it| loses(it.0) != opponent) {
                let open = space.minus(&arena.kinds.open[role.index()], &lost)?;
                let found = match opponent {
                    true => arena.with_move(role, &open, &lost)?,
                    false => arena.with_all_moves(role, &open, &lost)?,
                };
                new = space.or(&new, &found)?;
            }
            lost = space.or(&lost, &new)?;
        }
        arena.step_done();
        if lost == before {
            return Ok(lost);
        }
    }
}
