//! Puts things in a line so that closely tied ones are near each other: a minimum
//! linear arrangement, by a good guess and small improvements.

use crate::encode::ties::Weights;
use crate::knobs::Knobs;

/// The things in the order of their line.
pub(crate) fn line(weights: &Weights, knobs: &Knobs) -> Vec<usize> {
    let mut line = spectral(weights, knobs.line_rounds);
    improve(weights, &mut line, knobs);
    let mut plain: Vec<usize> = (0..weights.count).collect();
    improve(weights, &mut plain, knobs);
    // The guess, unless it is clearly worse: it does not depend on names.
    if cost(weights, &plain) < 0.999 * cost(weights, &line) {
        return plain;
    }
    line
}

/// By the second eigenvector of the Laplacian (Hall 1970; Juvan and Mohar 1992),
/// by iteration.
fn spectral(weights: &Weights, rounds: usize) -> Vec<usize> {
    let count = weights.count;
    let degree = |thing: usize| weights.row(thing).iter().sum::<f64>();
    let degrees: Vec<f64> = (0..count).map(degree).collect();
    let largest = degrees.iter().copied().fold(0.0, f64::max);
    let mut vector: Vec<f64> = (0..count)
        .map(|it| it as f64 + 0.3 * (it % 3) as f64)
        .collect();
    for _ in 0..rounds {
        let mean = vector.iter().sum::<f64>() / count.max(1) as f64;
        vector.iter_mut().for_each(|it| *it -= mean);
        let length = vector.iter().map(|it| it * it).sum::<f64>().sqrt();
        if length < 1e-12 {
            break;
        }
        vector.iter_mut().for_each(|it| *it /= length);
        let step = |thing: usize| {
            let row = weights.row(thing).iter().zip(&vector);
            let pull: f64 = row.map(|(weight, value)| weight * value).sum();
            (2.0 * largest - degrees[thing]) * vector[thing] + pull
        };
        vector = (0..count).map(step).collect();
    }
    let mut line: Vec<usize> = (0..count).collect();
    line.sort_by(|&a, &b| vector[a].total_cmp(&vector[b]));
    line
}

/// The sum of all distances, by weight.
pub(crate) fn cost(weights: &Weights, line: &[usize]) -> f64 {
    let mut place = vec![0; line.len()];
    for (at, &thing) in line.iter().enumerate() {
        place[thing] = at;
    }
    let mut cost = 0.0;
    for (at, &thing) in line.iter().enumerate() {
        for (other, weight) in weights.row(thing).iter().enumerate() {
            cost += weight * place[other].saturating_sub(at) as f64;
        }
    }
    cost
}

/// Moves one thing at a time to its best place, until nothing gets better.
fn improve(weights: &Weights, line: &mut [usize], knobs: &Knobs) {
    let count = line.len();
    let reach = if count <= knobs.line_groups { count } else { 8 };
    for _ in 0..knobs.line_passes {
        let mut better = false;
        for thing in 0..count {
            let at = line.iter().position(|&it| it == thing).unwrap_or(0);
            let best = [-1, 1].map(|step| best_place(weights, line, at, step, reach));
            let (gain, to) = if best[0].0 >= best[1].0 {
                best[0]
            } else {
                best[1]
            };
            if gain > 1e-9 {
                match to < at {
                    true => line[to..=at].rotate_right(1),
                    false => line[at..=to].rotate_left(1),
                }
                better = true;
            }
        }
        if !better {
            break;
        }
    }
}

/// The largest gain of moving a thing in one direction, and its new place.
///
/// Passing a neighbour brings the thing one nearer to all that are beyond, takes it one
/// further from all that are before, and does the reverse to the neighbour.
fn best_place(
    weights: &Weights,
    line: &[usize],
    at: usize,
    step: isize,
    reach: usize,
) -> (f64, usize) {
    let thing = line[at];
    let own = weights.row(thing);
    let behind = |place: usize| if step > 0 { place < at } else { place > at };
    let (mut back, mut ahead) = (0.0, 0.0);
    for (place, &other) in line.iter().enumerate() {
        match behind(place) {
            true => back += own[other],
            false => ahead += own[other],
        }
    }
    let (mut gain, mut best) = (0.0, (0.0, at));
    let mut to = at;
    for _ in 0..reach {
        let Some(next) = to.checked_add_signed(step).filter(|&it| it < line.len()) else {
            break;
        };
        let passed = line[next];
        let row = weights.row(passed);
        let (mut passed_back, mut passed_ahead) = (0.0, 0.0);
        for (place, &other) in line.iter().enumerate() {
            // The thing itself has moved up to the neighbour's back.
            let before = match step > 0 {
                true => place < next,
                false => place > next,
            };
            if other != thing && other != passed {
                match before {
                    true => passed_back += row[other],
                    false => passed_ahead += row[other],
                }
            }
        }
        let bond = own[passed];
        ahead -= bond;
        gain += ahead - back + passed_back - passed_ahead;
        back += bond;
        to = next;
        if gain > best.0 + 1e-9 {
            best = (gain, to);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_pairs(count: usize, pairs: &[(usize, usize)]) -> Weights {
        let mut weights = Weights::new(count);
        for &(a, b) in pairs {
            weights.add(a, b, 1.0);
        }
        weights
    }

    #[test]
    fn a_path_is_found_under_any_numbers() {
        let numbers = [3, 0, 5, 1, 6, 2, 4];
        let pairs: Vec<_> = numbers.windows(2).map(|it| (it[0], it[1])).collect();
        let mut line = line(&of_pairs(7, &pairs), &Knobs::default());
        if line[0] != 3 {
            line.reverse();
        }
        assert_eq!(line, numbers);
    }

    #[test]
    fn gains_are_what_the_cost_says() {
        let pairs = [(0, 1), (0, 4), (1, 3), (2, 4), (3, 4), (1, 2), (0, 5)];
        let weights = of_pairs(6, &pairs);
        let line = [4, 2, 0, 5, 1, 3];
        for at in 0..6 {
            for step in [-1, 1] {
                let (gain, to) = best_place(&weights, &line, at, step, 6);
                let mut moved = line.to_vec();
                let thing = moved.remove(at);
                moved.insert(to, thing);
                let really = cost(&weights, &line) - cost(&weights, &moved);
                assert!((gain - really).abs() < 1e-9, "{at} to {to}");
            }
        }
    }
}
