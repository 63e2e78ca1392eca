//! Misère quotients and misère search, against plain play.

use std::collections::HashMap;

use cgt::{Exhausted, Impartial, MisereKnobs, PositionId, Quotient, misere_quotient};
use proptest::prelude::*;

/// Rows of pins from 0 on; `falls` says how many neighbours fall in one move.
fn rows(falls: &[usize], most: usize) -> (Impartial, Vec<PositionId>) {
    let mut positions = Impartial::default();
    let mut rows: Vec<PositionId> = Vec::new();
    for pins in 0..=most {
        let rests = falls.iter().filter_map(|fall| pins.checked_sub(*fall));
        let splits = rests.flat_map(|rest| (0..=rest / 2).map(move |left| [left, rest - left]));
        let options: Vec<Vec<PositionId>> = splits
            .map(|parts| parts.map(|row| rows[row]).to_vec())
            .collect();
        rows.push(positions.add(&options));
    }
    (positions, rows)
}

fn quotient(positions: &Impartial) -> Quotient {
    misere_quotient(positions, &MisereKnobs::default()).unwrap()
}

/// Plays sums of rows out: whether who is to move wins if the last to move loses.
fn mover_wins(falls: &[usize], sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut sum: Vec<usize> = sum.iter().copied().filter(|pins| *pins > 0).collect();
    sum.sort_unstable();
    if let Some(&wins) = known.get(&sum) {
        return wins;
    }
    let mut options = Vec::new();
    for part in 0..sum.len() {
        for rest in falls.iter().filter_map(|fall| sum[part].checked_sub(*fall)) {
            for left in 0..=rest / 2 {
                let mut after = sum.clone();
                after[part] = left;
                after.push(rest - left);
                options.push(after);
            }
        }
    }
    let ended = options.is_empty();
    let wins = ended || options.iter().any(|it| !mover_wins(falls, it, known));
    known.insert(sum, wins);
    wins
}

/// Every sum of rows up to `most` with `parts` parts is won as it is played.
fn agrees_with_play(falls: &[usize], most: usize, parts: usize) {
    let (positions, rows) = rows(falls, most);
    let quotient = quotient(&positions);
    let mut known = HashMap::new();
    let mut sum = vec![0; parts];
    while let Some(&first) = sum.first() {
        let ids: Vec<PositionId> = sum.iter().map(|&pins| rows[pins]).collect();
        let wins = mover_wins(falls, &sum, &mut known);
        assert_eq!(quotient.mover_wins(&ids), Some(wins), "{sum:?}");
        // The next sum in falling order of rows.
        match (1..parts).rev().find(|&at| sum[at] < sum[at - 1]) {
            Some(at) => {
                sum[at] += 1;
                sum[at + 1..].fill(0);
            }
            None if first < most => {
                sum.fill(0);
                sum[0] = first + 1;
            }
            None => break,
        }
    }
}

#[test]
fn sums_of_kayles_rows_are_played_as_the_quotient_says() {
    agrees_with_play(&[1, 2], 10, 4);
}

#[test]
fn sums_of_dawsons_kayles_rows_are_played_as_the_quotient_says() {
    agrees_with_play(&[2], 13, 4);
}

#[test]
fn quotients_of_kayles_have_the_known_orders() {
    let order = |most| {
        let (positions, _) = rows(&[1, 2], most);
        quotient(&positions).order()
    };
    // Each enlargement is proven; row 9 makes the 18 elements up to row 11.
    let orders = [0, 1, 2, 4, 5, 8, 9, 11, 12].map(order);
    assert_eq!(orders, [1, 2, 6, 6, 12, 12, 18, 18, 24]);
}

#[test]
#[ignore = "slow: 10 CPU seconds"]
fn kayles_has_forty_elements_and_all_its_rows_are_played_as_they_say() {
    // Normal values have period 12 from row 71 on; elements, too.
    let (positions, rows) = rows(&[1, 2], 142);
    let quotient = quotient(&positions);
    assert_eq!(quotient.order(), 40);
    let lost = (0..40).filter(|&element| quotient.is_lost(element));
    assert_eq!(lost.count(), 9);
    for row in 71..=130 {
        let [element, later] = [row, row + 12].map(|row| quotient.element(&[rows[row]]));
        assert_eq!(element, later, "{row}");
    }
    let mut known = HashMap::new();
    for first in 0..=34 {
        for second in 0..=8 {
            let wins = mover_wins(&[1, 2], &[first, second], &mut known);
            let sum = [rows[first], rows[second]];
            assert_eq!(quotient.mover_wins(&sum), Some(wins), "{first} + {second}");
        }
    }
}

#[test]
fn quotients_of_nim_are_the_tame_ones() {
    // Plambeck and Siegel: heaps up to 2^n − 1 have 2^n + 2 elements for n ≥ 2.
    let mut heaps = Impartial::default();
    let mut ids: Vec<PositionId> = Vec::new();
    for size in 0..16 {
        let options: Vec<Vec<PositionId>> = ids.iter().map(|&id| vec![id]).collect();
        ids.push(heaps.add(&options));
        let expected = match size {
            0 => Some(1),
            1 => Some(2),
            2..=3 => Some(6),
            7 => Some(10),
            15 => Some(18),
            _ => None,
        };
        let order = quotient(&heaps).order();
        assert!(
            expected.is_none_or(|expected| expected == order),
            "{size}: {order}"
        );
    }
}

/// Positions whose options are sums of at most two earlier ones.
fn impartial() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    let option = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    let options = prop::collection::vec(option, 0..4);
    prop::collection::vec(options, 1..8).prop_map(|all| {
        let place = |(at, options): (usize, Vec<Vec<prop::sample::Index>>)| {
            let sum = |option: Vec<prop::sample::Index>| match at {
                0 => vec![],
                _ => option.iter().map(|part| part.index(at)).collect(),
            };
            options.into_iter().map(sum).collect()
        };
        all.into_iter().enumerate().map(place).collect()
    })
}

fn played(all: &[Vec<Vec<usize>>], sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    if let Some(&wins) = known.get(&sum) {
        return wins;
    }
    let mut ended = true;
    let mut wins = false;
    for part in 0..sum.len() {
        for option in &all[sum[part]] {
            ended = false;
            let mut after = sum.clone();
            after.remove(part);
            after.extend(option);
            wins |= !played(all, &after, known);
        }
    }
    known.insert(sum, wins || ended);
    wins || ended
}

proptest! {
    #[test]
    fn random_positions_are_played_as_search_and_quotient_say(
        all in impartial(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let mut positions = Impartial::default();
        let mut ids: Vec<PositionId> = Vec::new();
        for options in &all {
            let of = |sum: &Vec<usize>| sum.iter().map(|&it| ids[it]).collect();
            let options: Vec<Vec<PositionId>> = options.iter().map(of).collect();
            ids.push(positions.add(&options));
        }
        let sum: Vec<usize> = picks.iter().map(|pick| pick.index(all.len())).collect();
        let parts: Vec<PositionId> = sum.iter().map(|&it| ids[it]).collect();
        let wins = played(&all, &sum, &mut HashMap::new());
        let knobs = MisereKnobs { work: 300_000, ..MisereKnobs::default() };
        prop_assert_eq!(positions.mover_wins_misere(&parts, &knobs), Ok(wins));
        if let Ok(quotient) = misere_quotient(&positions, &knobs) {
            prop_assert_eq!(quotient.mover_wins(&parts), Some(wins));
        }
    }
}

#[test]
fn limits_are_values() {
    let (positions, rows) = rows(&[1, 2], 30);
    let few = MisereKnobs {
        elements: 10,
        ..MisereKnobs::default()
    };
    assert_eq!(
        misere_quotient(&positions, &few).err(),
        Some(Exhausted::Elements)
    );
    let short = MisereKnobs {
        pairs: 30,
        ..MisereKnobs::default()
    };
    assert_eq!(
        misere_quotient(&positions, &short).err(),
        Some(Exhausted::Elements)
    );
    let hasty = MisereKnobs {
        work: 1_000,
        ..MisereKnobs::default()
    };
    assert_eq!(
        misere_quotient(&positions, &hasty).err(),
        Some(Exhausted::Work)
    );
    let sum = [rows[30], rows[29]];
    assert_eq!(
        positions.mover_wins_misere(&sum, &hasty),
        Err(Exhausted::Work)
    );
    let shallow = MisereKnobs {
        depth: 3,
        ..MisereKnobs::default()
    };
    assert_eq!(
        positions.mover_wins_misere(&sum, &shallow),
        Err(Exhausted::Depth)
    );
    let forgetful = MisereKnobs {
        memo: 5,
        ..MisereKnobs::default()
    };
    let wins = mover_wins(&[1, 2], &[9, 5], &mut HashMap::new());
    assert_eq!(
        positions.mover_wins_misere(&[rows[9], rows[5]], &forgetful),
        Ok(wins)
    );
}

#[test]
fn long_play_is_refused_before_the_stack_ends() {
    let (mut positions, rows) = rows(&[1, 2], 5);
    let mut chain = rows[5];
    for _ in 0..10_000 {
        chain = positions.add(&[vec![chain]]);
    }
    let knobs = MisereKnobs::default();
    assert_eq!(
        positions.mover_wins_misere(&[chain], &knobs),
        Err(Exhausted::Depth)
    );
}
