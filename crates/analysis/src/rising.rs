//! Shows without search that every move makes a sum over groups greater.
//!
//! In: weights, and groups in which exactly one fluent holds. Out: whether no
//! group ever moves to a fluent of less weight, and every move takes some group
//! to another weight. Heaps that only shrink are like that, however large.
//!
//! Why it is sound: exactly one fluent of each group holds before and after a
//! move, so the change of the sum is the sum of the changes of the groups'
//! weights. A term that makes a fluent hold names the fluents of the group that
//! may hold before; if none of these weighs more, no group's weight decreases. A
//! move that leaves all weights unchanged is allowed by a term of each group
//! that does so. What those terms have in common leaves few moves to each role,
//! and the prover is asked whether these can be made together.

use std::collections::{BTreeMap, BTreeSet};

use game::RoleId;
use ground::{FluentId, GroundGame, MoveId};

use crate::facts::Group;
use crate::measure::Progress;
use crate::prover::{Prover, Verdict};
use crate::sat::Lit;
use crate::step::Step;
use crate::terms::{Term, Terms, Values, Variable, number};

/// A measure by the groups that never return to a fluent that they have left:
/// each fluent weighs the length of the longest way to it. `None` if a move may
/// leave all of these groups unchanged.
pub(crate) fn ranked(game: &GroundGame, groups: &[Group], prover: &mut Prover) -> Option<Progress> {
    let mut weights = vec![0; game.fluents().len()];
    let mut work = 0;
    for group in groups.iter().filter(|group| group.exactly_one) {
        let mut terms = Terms::new(prover);
        let apart = group.fluents.iter().all(|it| weights[it.index()] == 0);
        for (fluent, rank) in ranks(group, prover, &mut terms).unwrap_or_default() {
            weights[fluent as usize] = if apart { rank } else { 0 };
        }
        work += terms.work;
    }
    prover.pay(work);
    let initial = game.fluent_ids().filter(|&it| game.holds_initially(it));
    let mut progress = Progress {
        start: initial.map(|fluent| weights[fluent.index()]).sum(),
        weights,
        incremental: false,
        proven: false,
    };
    progress.proven = is_rising(&progress, groups, prover);
    progress.proven.then_some(progress)
}

/// For each fluent of a group the length of the longest way to it; `None` if
/// there is a way back, or if the terms do not show it.
fn ranks(group: &Group, prover: &Prover, terms: &mut Terms) -> Option<BTreeMap<u32, i64>> {
    let home = Variable::Group(prover.at_most_one_around(&group.fluents)?);
    let mut after: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let mut ranks: BTreeMap<u32, i64> = BTreeMap::new();
    let mut before: BTreeMap<u32, usize> = BTreeMap::new();
    for term in terms.of(&group.fluents)? {
        let Some(Values::Only(sources)) = term.limit(home) else {
            return None;
        };
        let target = number(term.target);
        for &source in sources.iter().filter(|&&source| source != target) {
            if after.entry(source).or_default().insert(target) {
                *before.entry(target).or_default() += 1;
            }
        }
    }
    let is_first = |it: &u32| !before.contains_key(it);
    let all = group.fluents.iter().copied().map(number);
    let all: BTreeSet<u32> = all.chain(after.keys().copied()).collect();
    let mut open: Vec<u32> = all.iter().copied().filter(is_first).collect();
    ranks.extend(open.iter().map(|&it| (it, 0)));
    let mut seen = 0;
    // Kahn's order: a fluent is next when all that lead to it are done.
    while let Some(source) = open.pop() {
        seen += 1;
        let rank = ranks[&source] + 1;
        for &target in after.get(&source).into_iter().flatten() {
            let known = ranks.entry(target).or_default();
            *known = rank.max(*known);
            let left = before.get_mut(&target)?;
            *left -= 1;
            if *left == 0 {
                open.push(target);
            }
        }
    }
    (seen == all.len()).then_some(ranks)
}

/// Whether every move makes the sum greater, by the groups.
pub(crate) fn is_rising(progress: &Progress, groups: &[Group], prover: &mut Prover) -> bool {
    let Some(groups) = weighed_groups(progress, groups) else {
        return false;
    };
    let game = prover.formula().game();
    let moves = |role| game.moves_of(role).map(|mov: MoveId| mov.index() as u32);
    let roles = RoleId::all(game.roles().len());
    let mut left: Vec<BTreeSet<u32>> = roles.map(|role| moves(role).collect()).collect();
    let mut work = 0;
    for group in groups {
        let mut terms = Terms::new(prover);
        let staying = staying(progress, group, prover, &mut terms);
        work += terms.work;
        let Some(staying) = staying else {
            prover.pay(work);
            return false;
        };
        for (role, left) in left.iter_mut().enumerate() {
            retain_allowed(left, Variable::Role(role), &staying);
        }
    }
    prover.pay(work);
    let idle = prover.ask(&|step| {
        let any = |moves: &BTreeSet<u32>, step: &mut Step| {
            let of = game.roles().len();
            let all = RoleId::all(of).flat_map(|role| game.moves_of(role));
            let asked = all.filter(|mov| moves.contains(&(mov.index() as u32)));
            let mut clause: Vec<Lit> = asked.map(|mov| step.made(mov)).collect();
            let any = step.sat.variable();
            clause.push(!any);
            step.sat.add(&clause);
            any
        };
        vec![left.iter().map(|moves| any(moves, step)).collect()]
    });
    matches!(idle, Verdict::Impossible(_))
}

/// The groups that count, if each fluent with a weight is in exactly one of
/// them.
fn weighed_groups<'a>(progress: &Progress, groups: &'a [Group]) -> Option<Vec<&'a Group>> {
    let weight = |fluent: &FluentId| progress.weights[fluent.index()];
    let exact = groups.iter().filter(|group| group.exactly_one);
    let counting = exact.filter(|group| group.fluents.iter().any(|it| weight(it) != 0));
    let counting: Vec<&Group> = counting.collect();
    let mut seen: BTreeSet<FluentId> = BTreeSet::new();
    let fluents = counting.iter().flat_map(|group| &group.fluents);
    let apart = fluents
        .filter(|it| weight(it) != 0)
        .all(|it| seen.insert(*it));
    let weighed = progress.weights.iter().filter(|it| **it != 0).count();
    (apart && seen.len() == weighed).then_some(counting)
}

/// The terms that leave the weight of a group unchanged; `None` if it may
/// decrease, or if the terms do not show it.
fn staying(
    progress: &Progress,
    group: &Group,
    prover: &Prover,
    terms: &mut Terms,
) -> Option<Vec<Term>> {
    let weight = |place: usize| progress.weights[place];
    let home = Variable::Group(prover.at_most_one_around(&group.fluents)?);
    let mut staying = Vec::new();
    for term in terms.of(&group.fluents)? {
        let Some(Values::Only(sources)) = term.limit(home) else {
            return None;
        };
        let after = weight(term.target.index());
        let mut before = sources.iter().map(|&source| weight(source as usize));
        if before.clone().any(|it| it > after) {
            return None;
        }
        if before.any(|it| it == after) {
            staying.push(term);
        }
    }
    Some(staying)
}

/// Keeps the values that one of the terms allows.
fn retain_allowed(left: &mut BTreeSet<u32>, variable: Variable, terms: &[Term]) {
    let Some((first, others)) = terms.split_first() else {
        left.clear();
        return;
    };
    // Mostly all limits are the same: then one check is enough.
    let limit = first.limit(variable);
    let alike = others.iter().all(|term| term.limit(variable) == limit);
    let terms = if alike { &terms[..1] } else { terms };
    left.retain(|&value| {
        let mut limits = terms.iter().map(|term| term.limit(variable));
        limits.any(|limit| limit.is_none_or(|it| it.contains(value)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::claim::Claim;
    use crate::formula::Formula;
    use game::Stop;

    /// A heap of 20, from which one role takes one to three, with more rules;
    /// whether it rises.
    fn rises(more: &str) -> bool {
        let mut text = "(role r) (init (h 20)) (goal r 0) (init odd)
            (<= (next odd) (not (true odd))) (<= terminal (true (h 0)))
            (<= (legal r (take ?n)) (true (h ?x)) (less ?x ?n ?y))
            (<= (next (h ?y)) (does r (take ?n)) (true (h ?x)) (less ?x ?n ?y))\n"
            .to_owned();
        for (size, taken) in (1..=20).flat_map(|size| (1..=3.min(size)).map(move |it| (size, it))) {
            text.push_str(&format!("(less {size} {taken} {})\n", size - taken));
        }
        text.push_str(more);
        let rules = gdl::load(&gdl::Source::new("test", text.as_bytes()), None).rules;
        let budget = ground::Budget::new(Stop::new());
        let game = GroundGame::new(&rules.unwrap(), &budget).unwrap();
        let size = |it: &FluentId| {
            let text = &game.fluents()[it.index()];
            text.strip_prefix("(h ").and_then(|it| it.strip_suffix(")"))
        };
        let fluents: Vec<FluentId> = game.fluent_ids().filter(|it| size(it).is_some()).collect();
        let weight = |it| size(&it).map_or(0, |size| -size.parse::<i64>().unwrap());
        let progress = Progress {
            weights: game.fluent_ids().map(weight).collect(),
            start: -20,
            incremental: false,
            proven: false,
        };
        let formula = Formula::new(&game);
        let mut prover = Prover::new(&formula, &Budget::new(Stop::new()));
        prover.add(Claim::AtMostOne(fluents.clone()));
        prover.add(Claim::AtLeastOne(fluents.clone()));
        let exactly_one = true;
        let group = Group {
            fluents,
            exactly_one,
        };
        is_rising(&progress, &[group], &mut prover)
    }

    #[test]
    fn a_heap_that_shrinks_rises() {
        assert!(rises(""));
    }

    #[test]
    fn a_move_that_changes_nothing_is_no_progress() {
        let pass =
            "(<= (legal r pass) (true (h 7))) (<= (next (h ?x)) (true (h ?x)) (does r pass))";
        assert!(!rises(pass));
    }

    #[test]
    fn a_heap_that_grows_once_does_not_rise() {
        let grow = "(<= (legal r grow) (true (h 7))) (<= (next (h 8)) (true (h 7)) (does r grow))";
        assert!(!rises(grow));
    }
}
