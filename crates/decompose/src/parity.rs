//! How many states a sum of impartial parts has, in which layer, and what they are worth.
//!
//! In: the listed states of each part, and what each is worth. Out: a [`Census`]. Not here: partizan sums, whose moves are not the
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
struct Lengths {
    even: Option<u64>,
    odd: Option<u64>,
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

/// States of a part, or of parts side by side, that are alike: what they are worth, whether
/// no part can move, and when they are first reached.
type Kinds<V> = BTreeMap<(V, bool, Lengths), Count>;

/// By what parities of numbers of moves a state of a part is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parities {
    even: bool,
    odd: bool,
}

impl Parities {
    /// Where it is not known.
    pub const ANY: Parities = Parities {
        even: true,
        odd: true,
    };
    /// Nowhere but at the start.
    pub const START: Parities = Parities {
        even: true,
        odd: false,
    };

    /// Those of each state of a part.
    pub fn of(part: &PartStates) -> Vec<Parities> {
        let parities = |it: Lengths| Parities {
            even: it.even.is_some(),
            odd: it.odd.is_some(),
        };
        lengths(part).into_iter().map(parities).collect()
    }

    /// Those of two states side by side.
    pub fn plus(self, other: Parities) -> Parities {
        Parities {
            even: self.even && other.even || self.odd && other.odd,
            odd: self.even && other.odd || self.odd && other.even,
        }
    }

    /// Whether this parity is among them.
    pub fn has(self, odd: bool) -> bool {
        if odd { self.odd } else { self.even }
    }
}

/// How many states there are of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// All states.
    pub states: Count,
    /// Those at which play ends.
    pub terminals: Count,
    /// By the least number of moves from the start.
    pub layers: Vec<Count>,
    /// By whether it is the turn of the role that begins, and whether who is on turn wins.
    pub by_turn: BTreeMap<(bool, bool), Count>,
}

/// Counts the states of parts side by side; `None` if there are too many kinds, or too many
/// states for a number.
///
/// `worth` is that of a part's state, `None` where it is not known; `plus` is that of two
/// sums side by side; `wins` tells whether who is on turn wins.
pub(crate) fn count<'a, V: Ord + Copy>(
    parts: impl Iterator<Item = &'a PartStates>,
    most_kinds: usize,
    nothing: V,
    worth: impl Fn(PositionId) -> Option<V>,
    plus: impl Fn(V, V) -> Option<V>,
    wins: impl Fn(V) -> bool,
) -> Option<Census> {
    let mut sum = Kinds::from([((nothing, true, Lengths::START), 1)]);
    let mut first = true;
    for part in parts {
        let kinds = kinds(part, &worth)?;
        // Nothing beside a part is that part: its worth need not be one that adds up.
        sum = match std::mem::take(&mut first) {
            true => kinds,
            false => combined(&sum, &kinds, most_kinds, &plus)?,
        };
    }
    taken(sum, wins)
}

fn kinds<V: Ord>(part: &PartStates, worth: impl Fn(PositionId) -> Option<V>) -> Option<Kinds<V>> {
    let mut kinds = Kinds::new();
    for (at, lengths) in part.all().zip(lengths(part)) {
        let stuck = part.next(at, 0).is_empty();
        *kinds.entry((worth(at)?, stuck, lengths)).or_default() += 1;
    }
    Some(kinds)
}

fn combined<V: Ord + Copy>(
    one: &Kinds<V>,
    other: &Kinds<V>,
    most: usize,
    plus: impl Fn(V, V) -> Option<V>,
) -> Option<Kinds<V>> {
    let mut kinds = Kinds::new();
    for ((a, stuck, lengths), states) in one {
        for ((b, other_stuck, other_lengths), other_states) in other {
            let kind = (
                plus(*a, *b)?,
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

fn taken<V: Copy>(kinds: Kinds<V>, wins: impl Fn(V) -> bool) -> Option<Census> {
    let mut census = Census {
        states: 0,
        terminals: 0,
        layers: Vec::new(),
        by_turn: BTreeMap::new(),
    };
    let add = |to: &mut Count, states: Count| {
        *to = to.checked_add(states)?;
        Some(())
    };
    for ((worth, stuck, lengths), states) in kinds {
        for (begins, length) in [(true, lengths.even), (false, lengths.odd)] {
            let Some(length) = length else {
                continue;
            };
            add(&mut census.states, states)?;
            if stuck {
                add(&mut census.terminals, states)?;
            }
            let layer = usize::try_from(length).ok()?;
            let layers = census.layers.len().max(layer + 1);
            census.layers.resize(layers, 0);
            add(&mut census.layers[layer], states)?;
            add(
                census.by_turn.entry((begins, wins(worth))).or_default(),
                states,
            )?;
        }
    }
    Some(census)
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
