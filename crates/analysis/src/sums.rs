//! Proves that every move makes a sum greater.
//!
//! In: weights. Out: whether every legal move increases the sum. The change of the
//! sum is added up fluent by fluent: each total that it may have reached has a
//! literal, which holds if it has.

use std::collections::BTreeMap;

use ground::FluentId;

use crate::knobs::Knobs;
use crate::measure::Progress;
use crate::prover::{Prover, Verdict};
use crate::random_games::bits;
use crate::samples::Samples;
use crate::sat::Lit;
use crate::step::Step;

/// The ways to prove a measure that no sampled move rules out. Asking what a move
/// has already answered is a search in vain, and a long one where weights are the
/// sizes of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// Fluents that count only start to hold, or only stop.
    one_way: bool,
    /// No total is farther than [`Knobs::FARTHEST_TOTAL`], on the way or at the end.
    totals: bool,
}

impl Ways {
    /// The ways that all sampled moves leave open.
    pub fn new(progress: &Progress, fluents: &[FluentId], samples: &Samples) -> Self {
        let weighed = weighed(progress, fluents);
        let mut ways = Ways {
            one_way: !progress.incremental,
            totals: true,
        };
        for round in 0..samples.rounds().saturating_sub(1) {
            let mut totals = [0i64; 64];
            for &(fluent, weight) in &weighed {
                let column = &samples.columns[fluent.index()];
                let (now, next) = (column[round], column[round + 1]);
                let back = if weight > 0 { now & !next } else { !now & next };
                ways.one_way &= back & samples.moved[round] == 0;
                for number in bits((now ^ next) & samples.moved[round]) {
                    let comes = next >> number & 1 == 1;
                    totals[number] += if comes { weight } else { -weight };
                    ways.totals &= totals[number].abs() <= Knobs::FARTHEST_TOTAL;
                }
            }
        }
        ways
    }

    /// Whether there is no way left.
    pub fn is_none(self) -> bool {
        !self.one_way && !self.totals
    }
}

/// Whether all moves do what the measure says.
pub(crate) fn is_proven(
    progress: &Progress,
    fluents: &[FluentId],
    ways: Ways,
    prover: &mut Prover,
) -> bool {
    let weighed = weighed(progress, fluents);
    if weighed.len() > Knobs::SUMMED_FLUENTS || !prover.is_feasible() {
        return false;
    }
    if ways.one_way && is_one_way(&weighed, prover) {
        return true;
    }
    if !ways.totals {
        return false;
    }
    let verdict = prover.ask(&|step| {
        let otherwise = step.sat.variable();
        for (total, reached) in totals(step, &weighed) {
            let fine = total == 1 || total > 0 && !progress.incremental;
            if fine {
                step.sat.add(&[!otherwise, !reached]);
            }
        }
        vec![vec![otherwise]]
    });
    matches!(verdict, Verdict::Impossible(_))
}

/// The fluents that count, with their weights.
pub(crate) fn weighed(progress: &Progress, fluents: &[FluentId]) -> Vec<(FluentId, i64)> {
    let weighed = fluents.iter().zip(&progress.weights);
    let weighed = weighed.filter(|(_, weight)| **weight != 0);
    weighed.map(|(&it, &weight)| (it, weight)).collect()
}

/// Whether fluents of positive weight only start to hold, others only stop, and
/// every move changes one of them.
fn is_one_way(weighed: &[(FluentId, i64)], prover: &mut Prover) -> bool {
    let back = prover.ask(&|step| {
        let any = step.sat.variable();
        let mut clause = vec![!any];
        for &(fluent, weight) in weighed {
            let (now, next) = (step.fluent(fluent), step.next(fluent));
            let (from, to) = if weight > 0 {
                (now, !next)
            } else {
                (!now, next)
            };
            let back = step.sat.variable();
            step.sat.add(&[!back, from]);
            step.sat.add(&[!back, to]);
            clause.push(back);
        }
        step.sat.add(&clause);
        vec![vec![any]]
    });
    let idle = |step: &mut Step| {
        let pairs = weighed.iter();
        let same = pairs.map(|&(fluent, _)| {
            let (now, next) = (step.fluent(fluent), step.next(fluent));
            !differ(step, now, next)
        });
        vec![same.collect()]
    };
    matches!(back, Verdict::Impossible(_)) && matches!(prover.ask(&idle), Verdict::Impossible(_))
}

/// For each total, a literal that holds if the sum has changed by it.
fn totals(step: &mut Step, weighed: &[(FluentId, i64)]) -> BTreeMap<i64, Lit> {
    let mut totals = BTreeMap::from([(0, step.sat.constant(true))]);
    for &(fluent, weight) in weighed {
        let now = step.fluent(fluent);
        let next = step.next(fluent);
        let changes = differ(step, now, next);
        let mut after: BTreeMap<i64, Lit> = BTreeMap::new();
        for (&total, &before) in &totals {
            let mut to = |total: i64, step: &mut Step| match total.abs() <= Knobs::FARTHEST_TOTAL {
                true => *after.entry(total).or_insert_with(|| step.sat.variable()),
                // Beyond the farthest total there are no literals, so nothing is
                // proven there.
                false => step.sat.constant(true),
            };
            let (same, more, less) = (
                to(total, step),
                to(total + weight, step),
                to(total - weight, step),
            );
            step.sat.add(&[!before, changes, same]);
            step.sat.add(&[!before, !changes, !next, more]);
            step.sat.add(&[!before, !changes, next, less]);
        }
        totals = after;
    }
    totals
}

/// A literal that holds if and only if the two differ.
fn differ(step: &mut Step, one: Lit, other: Lit) -> Lit {
    let differ = step.sat.variable();
    step.sat.add(&[!differ, one, other]);
    step.sat.add(&[!differ, !one, !other]);
    step.sat.add(&[differ, !one, other]);
    step.sat.add(&[differ, one, !other]);
    differ
}
