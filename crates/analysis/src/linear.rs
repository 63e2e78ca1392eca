//! Linear equations and inequalities over samples.
//!
//! In: rows, each the change of some quantities by a move. Out: integer weights
//! under which every row has the same positive sum, or at least a positive one.
//! Both are guesses in the sense that other moves may differ.

use crate::knobs::Knobs;

/// A row: quantities and how they change.
pub(crate) type Row = Vec<(usize, i64)>;

/// A prime, so that every number except 0 has an inverse.
const PRIME: u64 = (1 << 61) - 1;

/// Weights that give all rows the same sum, the least possible one.
pub(crate) fn equal_sums(rows: &[Row], count: usize) -> Option<Vec<i64>> {
    let mut solved: Vec<(usize, Vec<u64>)> = Vec::new();
    for row in rows {
        let mut dense = vec![0; count + 1];
        for &(place, change) in row {
            dense[place] = (dense[place] + modular(change)) % PRIME;
        }
        dense[count] = 1;
        for (pivot, known) in &solved {
            subtract(&mut dense, known, *pivot);
        }
        match dense.iter().position(|&value| value != 0) {
            None => {}
            Some(pivot) if pivot == count => return None,
            Some(pivot) => {
                let factor = inverse(dense[pivot]);
                dense
                    .iter_mut()
                    .for_each(|value| *value = times(*value, factor));
                for (_, known) in &mut solved {
                    subtract(known, &dense, pivot);
                }
                solved.push((pivot, dense));
            }
        }
    }
    let mut weights = vec![0; count];
    for (pivot, row) in &solved {
        weights[*pivot] = row[count];
    }
    integers(&weights).filter(|weights| rows.iter().all(|row| sum(row, weights) > 0))
}

/// Subtracts the multiple of `known`, which is 1 at `pivot`, that makes `row` 0
/// there.
fn subtract(row: &mut [u64], known: &[u64], pivot: usize) {
    let factor = row[pivot];
    if factor != 0 {
        for (value, &other) in row.iter_mut().zip(known) {
            if other != 0 {
                *value = (*value + PRIME - times(factor, other)) % PRIME;
            }
        }
    }
}

/// Small integers in the proportion of these residues.
fn integers(residues: &[u64]) -> Option<Vec<i64>> {
    let small = |value: u64| match value {
        _ if value <= Knobs::LARGEST_NUMBER => Some(value as i64),
        _ if PRIME - value <= Knobs::LARGEST_NUMBER => Some(-((PRIME - value) as i64)),
        _ => None,
    };
    (1..=Knobs::LARGEST_DENOMINATOR).find_map(|denominator| {
        let scaled = residues.iter().map(|&value| times(value, denominator));
        scaled.map(small).collect()
    })
}

/// Weights that give every row a positive sum (Rosenblatt's perceptron, 1958).
pub(crate) fn positive_sums(rows: &[Row], count: usize, mut steps: u64) -> Option<Vec<i64>> {
    if rows.iter().any(Vec::is_empty) {
        return None;
    }
    let mut weights = vec![0; count];
    loop {
        let mut changed = false;
        for row in rows {
            if sum(row, &weights) <= 0 {
                for &(place, change) in row {
                    weights[place] += change;
                }
                changed = true;
            }
            steps = steps.checked_sub(row.len() as u64)?;
        }
        if !changed {
            return Some(weights);
        }
    }
}

/// The sum of a row.
pub(crate) fn sum(row: &[(usize, i64)], weights: &[i64]) -> i64 {
    row.iter()
        .map(|&(place, change)| weights[place] * change)
        .sum()
}

fn modular(value: i64) -> u64 {
    value.rem_euclid(PRIME as i64) as u64
}

fn times(one: u64, other: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(PRIME)) as u64
}

/// By Fermat: the power to the prime less two.
fn inverse(value: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, value, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sums_are_found() {
        // A piece of either kind is placed; a blank disappears.
        let rows = [vec![(0, -1), (1, 1)], vec![(0, -1), (2, 1)]];
        let weights = equal_sums(&rows, 3).unwrap();
        assert!(rows.iter().all(|row| sum(row, &weights) == 1));
    }

    #[test]
    fn fractions_are_scaled() {
        let rows = [vec![(0, 2)]];
        assert_eq!(
            equal_sums(&[vec![(0, 2)], vec![(0, 2), (1, 1)]], 2),
            Some(vec![1, 0])
        );
        assert_eq!(equal_sums(&rows, 1), Some(vec![1]));
    }

    #[test]
    fn there_and_back_has_no_sum() {
        let rows = [vec![(0, 1)], vec![(0, -1)]];
        assert_eq!(equal_sums(&rows, 1), None);
        assert_eq!(positive_sums(&rows, 1, 10_000), None);
    }

    #[test]
    fn a_move_that_changes_nothing_has_no_sum() {
        assert_eq!(equal_sums(&[vec![]], 1), None);
        assert_eq!(positive_sums(&[vec![]], 1, 10_000), None);
    }

    #[test]
    fn positive_sums_are_found() {
        // A piece moves forward, perhaps capturing another.
        let rows = [vec![(0, -1), (1, 1)], vec![(0, -1), (1, 1), (2, -1)]];
        let weights = positive_sums(&rows, 3, 10_000).unwrap();
        assert!(rows.iter().all(|row| sum(row, &weights) > 0));
    }
}
