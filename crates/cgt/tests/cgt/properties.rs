//! Random small games: canonical forms and sums against the referee.

use cgt::{GameId, Games, Knobs, Outcome};
use proptest::prelude::*;

use crate::naive::naive;

fn games() -> Games {
    Games::new(Knobs::default())
}

/// At most three of the games, with repetition.
fn picks() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..4)
}

proptest! {
    #[test]
    fn the_order_is_that_of_the_referee(mut naive in naive(9)) {
        let mut games = games();
        let values = naive.values(&mut games).unwrap();
        for a in 0..naive.len() {
            for b in 0..naive.len() {
                let at_most = naive.le(a, b);
                prop_assert_eq!(games.le(values[a], values[b]).unwrap(), at_most);
                let equal = at_most && naive.le(b, a);
                prop_assert_eq!(values[a] == values[b], equal);
            }
        }
    }

    #[test]
    fn a_canonical_form_is_equal_and_smallest(mut naive in naive(9)) {
        let mut games = games();
        let values = naive.values(&mut games).unwrap();
        for (game, value) in values.into_iter().enumerate() {
            let canonical = naive.unfold(&mut games, value);
            prop_assert!(naive.equal(game, canonical));
            let negative = games.negate(value);
            for form in [value, negative] {
                let whole = naive.unfold(&mut games, form);
                let left = naive.left[whole].clone();
                for &option in &left {
                    let dominated = left.iter().any(|&it| it != option && naive.le(option, it));
                    let replies = naive.right[option].clone();
                    let reversible = replies.into_iter().any(|it| naive.le(it, whole));
                    prop_assert!(!dominated && !reversible);
                }
            }
        }
    }

    #[test]
    fn a_sum_is_played_as_its_canonical_form(naive in naive(8), picks in picks()) {
        let mut games = games();
        let values = naive.values(&mut games).unwrap();
        let parts: Vec<usize> = picks.iter().map(|pick| pick.index(naive.len())).collect();
        let ids: Vec<GameId> = parts.iter().map(|&part| values[part]).collect();
        let sum = games.sum(&ids).unwrap();
        let played = naive.outcome(&parts);
        prop_assert_eq!(games.outcome(sum).unwrap(), played);
        prop_assert_eq!(cgt::decide(&mut games, &ids).unwrap(), played);
    }

    #[test]
    fn larger_sums_are_decided_as_they_are_played(
        naive in naive(7),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 4..7),
    ) {
        let mut games = games();
        let values = naive.values(&mut games).unwrap();
        let parts: Vec<usize> = picks.iter().map(|pick| pick.index(naive.len())).collect();
        let ids: Vec<GameId> = parts.iter().map(|&part| values[part]).collect();
        prop_assert_eq!(cgt::decide(&mut games, &ids).unwrap(), naive.outcome(&parts));
    }

    #[test]
    fn addition_is_that_of_a_group(naive in naive(8), picks in prop::array::uniform3(any::<prop::sample::Index>())) {
        let mut games = games();
        let values = naive.values(&mut games).unwrap();
        let [a, b, c] = picks.map(|pick| values[pick.index(naive.len())]);
        let ab = games.plus(a, b).unwrap();
        let bc = games.plus(b, c).unwrap();
        prop_assert_eq!(ab, games.plus(b, a).unwrap());
        prop_assert_eq!(games.plus(ab, c).unwrap(), games.plus(a, bc).unwrap());
        prop_assert_eq!(games.minus(ab, b).unwrap(), a);
        let [minus_a, minus_b] = [a, b].map(|it| games.negate(it));
        prop_assert_eq!(games.plus(minus_a, minus_b).unwrap(), games.negate(ab));
        let outcome = games.outcome(games.negate(a)).unwrap();
        let mirrored = match games.outcome(a).unwrap() {
            Outcome::L => Outcome::R,
            Outcome::R => Outcome::L,
            same => same,
        };
        prop_assert_eq!(outcome, mirrored);
    }

    #[test]
    fn thermographs_bound_sums(naive in naive(8), picks in prop::array::uniform2(any::<prop::sample::Index>())) {
        let mut games = games();
        let values = naive.values(&mut games).unwrap();
        let [a, b] = picks.map(|pick| values[pick.index(naive.len())]);
        let sum = games.plus(a, b).unwrap();
        let [of_a, of_b, of_sum] = [a, b, sum].map(|it| games.thermograph(it).unwrap());
        prop_assert_eq!(of_sum.mean, of_a.mean.plus(of_b.mean).unwrap());
        prop_assert!(of_sum.temperature <= of_a.temperature.max(of_b.temperature));
        for (game, of_game) in [(a, of_a), (b, of_b), (sum, of_sum)] {
            let zero = cgt::Dyadic::ZERO;
            prop_assert_eq!(of_game.left.at(zero).unwrap(), games.left_stop(game));
            prop_assert_eq!(of_game.right.at(zero).unwrap(), games.right_stop(game));
        }
    }
}
