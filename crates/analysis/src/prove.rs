//! The order in which guesses are made and proven.
//!
//! In: samples. Out: an [`Induction`] that has settled all claims, and whether a
//! progress measure is proven. Not here: how claims are guessed and proven.

use ground::{FluentId, GroundGame};
use rustc_hash::FxHashSet;

use crate::candidates::Candidates;
use crate::claim::Claim;
use crate::cliques::cliques;
use crate::guess;
use crate::induction::Induction;
use crate::knobs::Knobs;
use crate::rising::is_rising;
use crate::samples::Samples;
use crate::settled::Settled;
use crate::sources::Sources;
use crate::sums;
use crate::supports::Supports;
use crate::{Group, Progress};

/// Guesses, and proves what can be proven.
///
/// In four rounds: groups that change on their own, such as step counters, which
/// need few questions and from which much follows; likely groups; odd groups and
/// constants, many of which are false where random play stays near the start;
/// implications, where groups lacked them. A claim that is proven stays proven.
pub(crate) fn prove_claims(game: &GroundGame, samples: &Samples, induction: &mut Induction) {
    let constants = guess::constants(game, samples);
    let still: FxHashSet<FluentId> = constants.iter().flat_map(Claim::fluents).collect();
    let varying = game.fluent_ids().filter(|fluent| !still.contains(fluent));
    let varying: Vec<FluentId> = varying.collect();
    let candidates = Candidates::new(game, samples);
    let joined = cliques(units(&candidates, &varying, samples), samples);
    let fallback = |claim: &Claim, next: &[bool]| match claim {
        Claim::AtMostOne(fluents) => match candidates.parts.get(fluents) {
            Some(parts) => parts.iter().flat_map(|it| claims(it, samples)).collect(),
            None => claims(&without_conflict(fluents, next), samples),
        },
        _ => Vec::new(),
    };
    let add = |groups: Vec<&Vec<FluentId>>, induction: &mut Induction| {
        let mut groups = groups;
        // Small ones are quickly proven or refuted, and large ones may need them.
        groups.sort_by_key(|group| group.len());
        let claims = groups.into_iter().flat_map(|group| claims(group, samples));
        claims.for_each(|claim| induction.claim(claim));
    };
    let formula = induction.prover.formula();
    let is_chain = |group: &[FluentId]| {
        let sources = Sources::new(formula, group);
        sources.is_some_and(|it| it.count() == 0)
    };
    let regular = candidates.regular.iter().chain(&joined);
    let (chains, others): (Vec<_>, Vec<_>) = regular.partition(|group| is_chain(group));
    let links: FxHashSet<FluentId> = chains.iter().copied().flatten().copied().collect();
    let in_chain = |claim: &Claim| claim.fluents().iter().all(|it| links.contains(it));
    let (beyond, constants): (Vec<_>, Vec<_>) = constants.into_iter().partition(in_chain);
    add(chains, induction);
    // Where counters would continue if the game did not end.
    beyond.into_iter().for_each(|it| induction.claim(it));
    induction.run(60, &fallback);
    add(others, induction);
    let duplicates = guess::duplicates(samples, &varying);
    duplicates.into_iter().for_each(|it| induction.claim(it));
    induction.run(50, &fallback);
    let moving: FxHashSet<FluentId> = varying.iter().copied().collect();
    let mut tried = Vec::new();
    for family in &candidates.odd {
        let settled = Settled::new(&induction.proven(), &moving);
        let (spare, wanted): (Vec<_>, Vec<_>) = family.iter().partition(|it| settled.has(it));
        let (few, more) = spare.split_at(spare.len().min(Knobs::SPARE_GROUPS));
        add(wanted, induction);
        add(few.to_vec(), induction);
        tried.push((few.to_vec(), more.to_vec()));
    }
    constants.into_iter().for_each(|it| induction.claim(it));
    induction.claim_again();
    induction.run(30, &fallback);
    // The rest of the spare groups, where one of their kind was proven.
    let proven: FxHashSet<Claim> = induction.proven().into_iter().cloned().collect();
    let is_proven = |group: &Vec<FluentId>| proven.contains(&Claim::AtMostOne(group.clone()));
    for (few, more) in tried {
        if few.into_iter().any(is_proven) {
            add(more, induction);
        }
    }
    induction.run(30, &fallback);
    let settled = Settled::new(&induction.proven(), &moving);
    let fallen = induction.fallen_groups(&|group| !settled.has(group));
    if !fallen.is_empty() && !induction.prover.low(30) {
        let mut supports = Supports::new(game);
        let groups: Vec<&[FluentId]> = candidates.largest().map(Vec::as_slice).collect();
        let more = guess::implications(game, &fallen, &groups, samples, &mut supports);
        more.into_iter().for_each(|claim| induction.claim(claim));
        induction.claim_again();
        induction.run(15, &fallback);
    }
}

/// Tries to prove a progress measure, if necessary with implications between the
/// fluents that count, for example that pieces lie on pieces.
pub(crate) fn prove_progress(
    game: &GroundGame,
    progress: &Progress,
    groups: &[Group],
    samples: &Samples,
    induction: &mut Induction,
) -> bool {
    let fluents: Vec<FluentId> = game.fluent_ids().collect();
    if !progress.incremental && is_rising(progress, groups, &mut induction.prover) {
        return true;
    }
    let ways = sums::Ways::new(progress, &fluents, samples);
    if ways.is_none() {
        return false;
    }
    if sums::is_proven(progress, &fluents, ways, &mut induction.prover) {
        return true;
    }
    let weighed = sums::weighed(progress, &fluents).into_iter();
    let weighed: Vec<FluentId> = weighed.map(|(fluent, _)| fluent).collect();
    let mut supports = Supports::new(game);
    let groups: Vec<&[FluentId]> = groups.iter().map(|it| it.fluents.as_slice()).collect();
    let more = guess::implications(game, &weighed, &groups, samples, &mut supports);
    more.into_iter().for_each(|claim| induction.claim(claim));
    induction.run(5, &|_, _| Vec::new());
    sums::is_proven(progress, &fluents, ways, &mut induction.prover)
}

/// What may be joined to groups: incomplete groups, and fluents that are in none.
fn units(candidates: &Candidates, varying: &[FluentId], samples: &Samples) -> Vec<Vec<FluentId>> {
    let grouped: FxHashSet<FluentId> = candidates.largest().flatten().copied().collect();
    let lacking = candidates.largest();
    let lacking = lacking.filter(|group| !samples.at_least_one(group));
    let single = varying.iter().filter(|fluent| !grouped.contains(fluent));
    let single = single.map(|&fluent| vec![fluent]);
    lacking.cloned().chain(single).collect()
}

/// A group without the fluents that hold together with its first one in a state.
fn without_conflict(fluents: &[FluentId], state: &[bool]) -> Vec<FluentId> {
    let first = fluents.iter().find(|it| state[it.index()]);
    let kept = fluents
        .iter()
        .filter(|it| !state[it.index()] || Some(*it) == first);
    kept.copied().collect()
}

/// The claims of a group that no sample refutes.
fn claims(group: &[FluentId], samples: &Samples) -> Vec<Claim> {
    if group.len() < 2 {
        return Vec::new();
    }
    let most = Claim::AtMostOne(group.to_vec());
    let least = Claim::AtLeastOne(group.to_vec());
    let likely = [most, least].into_iter();
    likely.filter(|claim| claim.holds_in(samples)).collect()
}
