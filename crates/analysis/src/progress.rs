//! Guesses a sum that every move increases.
//!
//! In: samples. Out: weights of fluents under which every sampled move
//! increased the sum, by the same amount if possible. Not here: the proof.

use ground::GroundGame;
use rustc_hash::FxHashSet;

use crate::facts::StepCounter;
use crate::features::{Detail, Features};
use crate::knobs::Knobs;
use crate::linear::{Row, equal_sums, positive_sums, sum};
use crate::measure::Progress;
use crate::random_games::bits;
use crate::samples::Samples;

/// The sum that a step counter makes: the number of moves.
pub(crate) fn by_counter(game: &GroundGame, counter: &StepCounter) -> Progress {
    let mut weights = vec![0; game.fluents().len()];
    for (depth, fluent) in counter.chain.iter().enumerate() {
        weights[fluent.index()] = depth as i64;
    }
    Progress {
        weights,
        start: 0,
        incremental: true,
        proven: true,
    }
}

/// A sum that all samples agree with.
pub(crate) fn guess(game: &GroundGame, samples: &Samples) -> Option<Progress> {
    let changes = changes(samples);
    if changes.is_empty() || changes.iter().any(Vec::is_empty) {
        return None;
    }
    let tries = [Detail::Leaves, Detail::Pairs, Detail::Fluents].map(|detail| {
        let features = Features::new(game, detail);
        let rows = rows(&changes, &features);
        (features, rows)
    });
    let equal = || {
        let mut few = tries.iter().filter(|(it, _)| it.count <= Knobs::UNKNOWNS);
        few.find_map(|(it, rows)| Some(spread(it, &equal_sums(rows, it.count)?)))
    };
    let greater = || {
        let mut all = tries.iter();
        all.find_map(|(it, rows)| {
            Some(spread(
                it,
                &positive_sums(rows, it.count, Knobs::ADDITIONS)?,
            ))
        })
    };
    let one_way = || one_way(game.fluents().len(), &changes);
    let weights = equal().or_else(one_way).or_else(greater)?;
    let initial = game.fluent_ids().filter(|&it| game.holds_initially(it));
    Some(Progress {
        start: initial.map(|fluent| weights[fluent.index()]).sum(),
        incremental: changes.iter().all(|row| sum(row, &weights) == 1),
        weights,
        proven: false,
    })
}

/// The different ways in which sampled moves changed the fluents.
fn changes(samples: &Samples) -> Vec<Row> {
    let mut known: FxHashSet<Row> = FxHashSet::default();
    let mut order = Vec::new();
    for round in 0..samples.rounds().saturating_sub(1) {
        let mut rows: Vec<Row> = vec![Vec::new(); 64];
        for (place, column) in samples.columns.iter().enumerate() {
            let (now, next) = (column[round], column[round + 1]);
            for number in bits((now ^ next) & samples.moved[round]) {
                let change = if next >> number & 1 == 1 { 1 } else { -1 };
                rows[number].push((place, change));
            }
        }
        for number in bits(samples.moved[round]) {
            let row = std::mem::take(&mut rows[number]);
            if known.len() < Knobs::MEASURED_MOVES && known.insert(row.clone()) {
                order.push(row);
            }
        }
    }
    order
}

/// One for fluents that only start to hold, minus one for those that only stop,
/// if every move changes one of them.
fn one_way(count: usize, changes: &[Row]) -> Option<Vec<i64>> {
    let mut ways = vec![(false, false); count];
    for &(fluent, by) in changes.iter().flatten() {
        ways[fluent].0 |= by > 0;
        ways[fluent].1 |= by < 0;
    }
    let weight =
        |&(comes, goes): &(bool, bool)| i64::from(comes && !goes) - i64::from(goes && !comes);
    let weights: Vec<i64> = ways.iter().map(weight).collect();
    let moves_on = |row: &Row| sum(row, &weights) > 0;
    changes.iter().all(moves_on).then_some(weights)
}

/// The changes of features that follow from the changes of fluents, each once.
fn rows(changes: &[Row], features: &Features) -> Vec<Row> {
    let mut known: FxHashSet<Row> = FxHashSet::default();
    let mut order = Vec::new();
    for change in changes {
        let mut row: Row = Vec::new();
        for &(fluent, by) in change {
            row.extend(features.of[fluent].iter().map(|&feature| (feature, by)));
        }
        row.sort_unstable();
        let mut added: Row = Vec::new();
        for (feature, by) in row {
            match added.last_mut() {
                Some((last, so_far)) if *last == feature => *so_far += by,
                _ => added.push((feature, by)),
            }
        }
        added.retain(|&(_, by)| by != 0);
        if known.insert(added.clone()) {
            order.push(added);
        }
    }
    order
}

/// The weights of fluents, from those of features.
fn spread(features: &Features, weights: &[i64]) -> Vec<i64> {
    let weight = |of: &Vec<usize>| of.iter().map(|&feature| weights[feature]).sum();
    features.of.iter().map(weight).collect()
}
