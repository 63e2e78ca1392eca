//! How many states of the whole game can be reached, of which kinds.
//!
//! In: an impartial sum of listed parts that tell all of a state. Out: nothing, if the
//! counts in the file are right. Either role can make every move, so a state is reached
//! exactly if its parts are, in numbers of moves whose sum has the parity of the turn. A
//! part's state counts by its least even and its least odd number of moves.

use rustc_hash::FxHashMap;

use super::claim::{Claim, Positions, Quotient, Worth};
use super::trouble::Trouble;
use crate::value::Value;

/// Most kinds of states that are told apart, times the kinds of a part's states.
const MAX_WORK: usize = 100_000_000;

/// What of a state matters for the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Kind {
    /// The least number of moves, by parity; `None` if there is none.
    moves: [Option<u32>; 2],
    /// The exclusive or of nimbers, or of Grundy values under normal play.
    nimber: u32,
    /// Under misère play, whether a part has a pair of equal Grundy values.
    firm: bool,
    wild: Wild,
    /// The element in the misère quotient, if there is one.
    element: usize,
    /// Whether no part can move.
    ended: bool,
}

/// Parts that the rule for misère play does not add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wild {
    None,
    /// The only part that can move has this Grundy value under misère play.
    Alone(u32),
    Unknown,
}

/// The state before any part is added.
const NOTHING: Kind = Kind {
    moves: [Some(0), None],
    nimber: 0,
    firm: false,
    wild: Wild::None,
    element: 0,
    ended: true,
};

impl Kind {
    fn plus(self, other: Kind, quotient: Option<&Quotient>) -> Kind {
        let sum = |one: usize, two: usize| Some(self.moves[one]? + other.moves[two]?);
        let least = |one: Option<u32>, two: Option<u32>| one.into_iter().chain(two).min();
        Kind {
            moves: [least(sum(0, 0), sum(1, 1)), least(sum(0, 1), sum(1, 0))],
            nimber: self.nimber ^ other.nimber,
            firm: self.firm || other.firm,
            wild: match (self.wild, other.wild) {
                (Wild::None, Wild::None) => Wild::None,
                (alone, Wild::None) if other.ended => alone,
                (Wild::None, alone) if self.ended => alone,
                _ => Wild::Unknown,
            },
            element: quotient.map_or(0, |it| it.product(self.element, other.element)),
            ended: self.ended && other.ended,
        }
    }

    /// Whether the role on turn wins, if that is known.
    fn wins(self, normal: bool, quotient: Option<&Quotient>) -> Option<bool> {
        if normal {
            return Some(self.nimber != 0);
        }
        if let Some(quotient) = quotient {
            return Some(!quotient.lost[self.element]);
        }
        match (self.wild, self.firm) {
            (Wild::None, true) => Some(self.nimber != 0),
            (Wild::None, false) => Some(self.nimber != 1),
            (Wild::Alone(misere), _) => Some(misere != 0),
            (Wild::Unknown, _) => None,
        }
    }
}

type Kinds = FxHashMap<Kind, u128>;

/// Compares the counts in the file; `told` says whether parts tell all of a state. The
/// number of states, if the file has it.
pub fn check(claim: &Claim, told: bool) -> Result<Option<u128>, Trouble> {
    let counts = &claim.counts;
    let none = counts.states.is_none() && counts.terminals.is_none();
    if none && counts.layers.is_none() && counts.buckets.is_none() {
        return Ok(None);
    }
    if !told || !claim.combination.is_impartial() {
        return Err(Trouble::undecided(
            "it has counts of states, and these do not follow from its parts",
        ));
    }
    let kinds = kinds(claim)?;
    let right = Right::new(claim, &kinds)?;
    differs("states", counts.states.as_ref(), &right.states)?;
    differs(
        "terminal states",
        counts.terminals.as_ref(),
        &right.terminals,
    )?;
    differs(
        "states of each layer",
        counts.layers.as_ref(),
        &right.layers,
    )?;
    if let Some(says) = &counts.buckets {
        let right = right.buckets.ok_or_else(|| {
            Trouble::undecided("values of some sums do not follow by the rule for misère play")
        })?;
        let sorted = |list: &[(Value, u128)]| {
            let mut list: Vec<String> = list
                .iter()
                .filter(|it| it.1 > 0)
                .map(|(value, count)| format!("{value}: {count}"))
                .collect();
            list.sort_unstable();
            list
        };
        differs("states of each value", Some(&sorted(says)), &sorted(&right))?;
    }
    Ok(counts.states)
}

fn differs<T: PartialEq + std::fmt::Debug>(
    what: &str,
    says: Option<&T>,
    right: &T,
) -> Result<(), Trouble> {
    match says.filter(|says| *says != right) {
        None => Ok(()),
        Some(says) => Err(Trouble::wrong(format!(
            "the number of {what} is wrong\n  says   {says:?}\n  right  {right:?}"
        ))),
    }
}

fn too_large() -> Trouble {
    Trouble::undecided("there are too many states to be counted")
}

/// The kinds of all states of the whole, and how many there are of each.
fn kinds(claim: &Claim) -> Result<Kinds, Trouble> {
    let quotient = claim.quotient.as_ref();
    let mut whole = Kinds::from_iter([(NOTHING, 1)]);
    for part in &claim.parts {
        let Positions::Listed(table) = part.positions else {
            return Err(Trouble::undecided(
                "it has counts of states, and a part whose states are not listed",
            ));
        };
        let own = own_kinds(claim, table);
        if whole.len().saturating_mul(own.len()) > MAX_WORK {
            return Err(too_large());
        }
        let mut more = Kinds::default();
        for (one, count) in &whole {
            for (other, others) in &own {
                let both = count.checked_mul(*others).ok_or_else(too_large)?;
                let sum = more.entry(one.plus(*other, quotient)).or_insert(0);
                *sum = sum.checked_add(both).ok_or_else(too_large)?;
            }
        }
        whole = more;
    }
    Ok(whole)
}

/// The kinds of the states of a part that moves lead to.
fn own_kinds(claim: &Claim, place: usize) -> Kinds {
    let (table, quotient) = (&claim.tables[place], claim.quotient.as_ref());
    let mut moves: Vec<[Option<u32>; 2]> = vec![[None; 2]; table.states.len()];
    moves[0][0] = Some(0);
    let (mut layer, mut number) = (vec![(0_usize, 0_usize)], 0);
    while !layer.is_empty() {
        number += 1;
        let mut next = Vec::new();
        for (state, parity) in layer {
            for &after in table.next[state].iter().flatten() {
                let known = &mut moves[after as usize][1 - parity];
                if known.is_none() {
                    *known = Some(number);
                    next.push((after as usize, 1 - parity));
                }
            }
        }
        layer = next;
    }
    let mut kinds = Kinds::default();
    for (state, moves) in moves.into_iter().enumerate() {
        if moves != [None; 2] {
            let ended = table.next[state].iter().all(Vec::is_empty);
            let element = |it: &Quotient| it.elements[it.state(place, state as u32)];
            let kind = Kind {
                element: quotient.map_or(0, element),
                ..kind(table.worth[state], moves, ended)
            };
            *kinds.entry(kind).or_insert(0) += 1;
        }
    }
    kinds
}

fn kind(worth: Worth, moves: [Option<u32>; 2], ended: bool) -> Kind {
    let (nimber, firm, wild) = match worth {
        Worth::Nimber(nimber) => (nimber, false, Wild::None),
        Worth::Genus(it) if it.tame => (it.normal, it.normal == it.misere, Wild::None),
        Worth::Genus(it) => (it.normal, false, Wild::Alone(it.misere)),
        Worth::Unsaid | Worth::Game(_) => (0, false, Wild::Unknown),
    };
    Kind {
        moves,
        nimber,
        firm,
        wild,
        element: 0,
        ended,
    }
}

/// The right counts.
struct Right {
    states: u128,
    terminals: u128,
    layers: Vec<u128>,
    buckets: Option<Vec<(Value, u128)>>,
}

impl Right {
    fn new(claim: &Claim, kinds: &Kinds) -> Result<Self, Trouble> {
        let mut right = Right {
            states: 0,
            terminals: 0,
            layers: Vec::new(),
            buckets: Some(Vec::new()),
        };
        for (kind, &count) in kinds {
            for (parity, moves) in kind.moves.into_iter().enumerate() {
                let Some(moves) = moves else {
                    continue;
                };
                add(&mut right.states, count)?;
                if kind.ended {
                    add(&mut right.terminals, count)?;
                }
                let layers = right.layers.len().max(moves as usize + 1);
                right.layers.resize(layers, 0);
                add(&mut right.layers[moves as usize], count)?;
                right.value(claim, (*kind, claim.begins ^ parity), count)?;
            }
        }
        Ok(right)
    }

    fn value(
        &mut self,
        claim: &Claim,
        (kind, turn): (Kind, usize),
        count: u128,
    ) -> Result<(), Trouble> {
        let normal = claim.combination.is_normal();
        let Some(wins) = kind.wins(normal, claim.quotient.as_ref()) else {
            self.buckets = None;
            return Ok(());
        };
        // Under normal play the winner is not the one who is stuck.
        let value = &claim.stuck[if wins == normal { 1 - turn } else { turn }];
        let Some(buckets) = &mut self.buckets else {
            return Ok(());
        };
        match buckets.iter_mut().find(|it| it.0 == *value) {
            Some(bucket) => add(&mut bucket.1, count),
            None => {
                buckets.push((value.clone(), count));
                Ok(())
            }
        }
    }
}

fn add(sum: &mut u128, count: u128) -> Result<(), Trouble> {
    *sum = sum.checked_add(count).ok_or_else(too_large)?;
    Ok(())
}
