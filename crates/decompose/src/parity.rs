//! How many states a sum of impartial parts has, in which layer, and what they are worth.
//!
//! In: for each part its states with their nimbers (or genera), and after how many moves
//! each can be reached. Out: a [`Census`]. Not here: partizan sums, whose moves are not the
//! same for both roles.
//!
//! A state of the whole game is a state of each part, and whose turn it is. Any role can
//! make any move of a part, so a state is reached exactly if each part reaches its state
//! after some number of moves and the sum of these numbers has the parity of the turn. The
//! order does not matter: the moves of different parts commute. So for each state of a part
//! it is enough to know the least even and the least odd number of moves, and for sums
//! these are found from those of the summands.

use std::collections::BTreeMap;

use game::Count;

use crate::positions::PositionId;
use crate::states::PartStates;

/// The least number of moves of each parity that leads to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lengths {
    pub even: Option<u64>,
    pub odd: Option<u64>,
}

impl Lengths {
    const START: Lengths = Lengths {
        even: Some(0),
        odd: None,
    };

    fn plus(self, other: Lengths) -> Lengths {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Lengths {
            even: least(sum(self.even, other.even), sum(self.odd, other.odd)),
            odd: least(sum(self.even, other.odd), sum(self.odd, other.even)),
        }
    }
}

/// After how many moves each state of a part is first reached, by parity.
fn lengths(part: &PartStates) -> Vec<Lengths> {
    let nowhere = Lengths {
        even: None,
        odd: None,
    };
    let mut found = vec![nowhere; part.states().len()];
    found[0] = Lengths::START;
    let mut layer: Vec<_> = part.all().take(1).collect();
    for moves in 1.. {
        let mut next = Vec::new();
        for &at in layer.iter().flat_map(|&at| part.next(at, 0)) {
            let lengths = &mut found[part.place(at)];
            let length = match moves % 2 {
                0 => &mut lengths.even,
                _ => &mut lengths.odd,
            };
            if length.is_none() {
                *length = Some(moves);
                next.push(at);
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    found
}

/// The states of a part or of a sum that are alike: what they are worth, whether no part
/// can move, and when they are first reached.
pub(crate) type Kinds<V> = BTreeMap<(V, bool, Lengths), Count>;

/// The kinds of states of a part.
pub(crate) fn kinds<V: Ord>(part: &PartStates, worth: impl Fn(PositionId) -> V) -> Kinds<V> {
    let mut kinds = Kinds::new();
    for (at, lengths) in part.all().zip(lengths(part)) {
        let stuck = part.next(at, 0).is_empty();
        *kinds.entry((worth(at), stuck, lengths)).or_default() += 1;
    }
    kinds
}

/// The kinds of states of two parts side by side; `None` if there are more than `most`, or
/// too many states to count.
pub(crate) fn combined<V: Ord + Clone>(
    one: &Kinds<V>,
    other: &Kinds<V>,
    most: usize,
    plus: impl Fn(&V, &V) -> V,
) -> Option<Kinds<V>> {
    let mut kinds = Kinds::new();
    for ((a, stuck, lengths), states) in one {
        for ((b, other_stuck, other_lengths), other_states) in other {
            let kind = (
                plus(a, b),
                *stuck && *other_stuck,
                lengths.plus(*other_lengths),
            );
            let count = kinds.entry(kind).or_default();
            *count = states.checked_mul(*other_states)?.checked_add(*count)?;
        }
        if kinds.len() > most {
            return None;
        }
    }
    Some(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_first_reached_by_the_shortest_ways_of_each_parity() {
        let of = |even, odd| Lengths { even, odd };
        let sum = of(Some(2), Some(1)).plus(of(Some(4), None));
        assert_eq!(sum, of(Some(6), Some(5)));
        let sum = of(Some(2), Some(1)).plus(of(Some(2), Some(1)));
        assert_eq!(sum, of(Some(2), Some(3)));
    }
}
