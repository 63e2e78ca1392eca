//! Whether two pieces are the same up to the names of their fluents.
//!
//! In: pieces. Out: a fingerprint that alike pieces share; and for two pieces whether
//! some renaming of fluents makes one of the other. A renaming is found by colours, as
//! for graphs, and counts only if it makes all actions equal: so a yes is proven.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::form::{Act, Form, Table};
use super::trouble::Trouble;

/// Rounds of colouring for a fingerprint.
const ROUNDS: usize = 4;
/// Most renamings that are tried for two pieces.
const MAX_TRIES: usize = 2000;

fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    // The low bits of this hash mix badly.
    hasher
        .finish()
        .rotate_left(23)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A number that alike pieces share.
pub fn fingerprint(form: &Form) -> u64 {
    let mut colours = first_colours(form);
    for _ in 0..ROUNDS {
        colours = finer(form, &colours);
    }
    let mut all = colours.clone();
    all.sort_unstable();
    let mut acts: Vec<u64> = form
        .acts
        .iter()
        .map(|it| act_colour(it, &colours))
        .collect();
    acts.sort_unstable();
    hashed(&(all, acts))
}

fn first_colours(form: &Form) -> Vec<u64> {
    form.holds.iter().map(hashed).collect()
}

/// The colour of a function: what it depends on, and how much.
fn table_colour(table: &Table, colours: &[u64]) -> u64 {
    let support = table.support.iter().enumerate();
    let sum = support.fold(0_u64, |sum, (place, &fluent)| {
        let one = (colours[fluent as usize], table.weight_with(place));
        sum.wrapping_add(hashed(&one))
    });
    hashed(&(table.support.len(), table.weight(), sum))
}

fn act_colour(act: &Act, colours: &[u64]) -> u64 {
    let writes = act.writes.iter().fold(0_u64, |sum, (fluent, table)| {
        let one = (colours[*fluent as usize], table_colour(table, colours));
        sum.wrapping_add(hashed(&one))
    });
    hashed(&(act.role, table_colour(&act.legal, colours), writes))
}

/// The colours, each with those of all actions that touch the fluent.
fn finer(form: &Form, colours: &[u64]) -> Vec<u64> {
    let mut sums = vec![0_u64; colours.len()];
    for act in &form.acts {
        let colour = act_colour(act, colours);
        let mut add = |fluent: u32, how: (u64, u64)| {
            let sum = &mut sums[fluent as usize];
            *sum = sum.wrapping_add(hashed(&(colour, how)));
        };
        for (place, &fluent) in act.legal.support.iter().enumerate() {
            add(fluent, (1, act.legal.weight_with(place).into()));
        }
        for (target, table) in &act.writes {
            add(*target, (2, table_colour(table, colours)));
            for (place, &fluent) in table.support.iter().enumerate() {
                let how = (colours[*target as usize], table.weight_with(place));
                add(fluent, (3, hashed(&how)));
            }
        }
    }
    let both = colours.iter().zip(&sums);
    both.map(|both| hashed(&both)).collect()
}

fn classes(colours: &[u64]) -> usize {
    let mut all = colours.to_vec();
    all.sort_unstable();
    all.dedup();
    all.len()
}

/// Refines until no more fluents are told apart; the rounds that this took.
fn settle(form: &Form, mut colours: Vec<u64>) -> (Vec<u64>, usize) {
    let (mut count, mut rounds) = (classes(&colours), 0);
    loop {
        let next = finer(form, &colours);
        rounds += 1;
        let more = classes(&next);
        colours = next;
        if more == count {
            return (colours, rounds);
        }
        count = more;
    }
}

/// As many rounds for another piece.
fn follow(form: &Form, mut colours: Vec<u64>, rounds: usize) -> Vec<u64> {
    for _ in 0..rounds {
        colours = finer(form, &colours);
    }
    colours
}

/// A choice of which fluent of the one piece is which of the other.
struct Choice {
    one: Vec<u64>,
    other: Vec<u64>,
    fluent: usize,
    candidates: Vec<usize>,
}

/// Whether a renaming of fluents makes one piece of the other.
pub fn alike(one: &Form, other: &Form) -> Result<bool, Trouble> {
    if one.holds.len() != other.holds.len() || one.acts.len() != other.acts.len() {
        return Ok(false);
    }
    let (first, rounds) = settle(one, first_colours(one));
    let second = follow(other, first_colours(other), rounds);
    let mut open = Vec::new();
    if let Some(answer) = compare((one, &first), (other, &second), &mut open) {
        return Ok(answer);
    }
    let mut tries = 0;
    while let Some(choice) = open.last_mut() {
        let Some(candidate) = choice.candidates.pop() else {
            open.pop();
            continue;
        };
        tries += 1;
        if tries > MAX_TRIES {
            return Err(Trouble::undecided(
                "two pieces may be alike: too many ways to try",
            ));
        }
        let (mut first, mut second) = (choice.one.clone(), choice.other.clone());
        first[choice.fluent] = hashed(&(first[choice.fluent], "chosen"));
        second[candidate] = hashed(&(second[candidate], "chosen"));
        let (first, rounds) = settle(one, first);
        let second = follow(other, second, rounds);
        if compare((one, &first), (other, &second), &mut open) == Some(true) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether colours show that pieces are alike or not; if they leave it open, a choice is
/// added.
fn compare(
    (one, first): (&Form, &Vec<u64>),
    (other, second): (&Form, &Vec<u64>),
    open: &mut Vec<Choice>,
) -> Option<bool> {
    let mut classes: FxHashMap<u64, (Vec<usize>, Vec<usize>)> = FxHashMap::default();
    for (place, (&first, &second)) in first.iter().zip(second).enumerate() {
        classes.entry(first).or_default().0.push(place);
        classes.entry(second).or_default().1.push(place);
    }
    if classes
        .values()
        .any(|(first, second)| first.len() != second.len())
    {
        return Some(false);
    }
    let shared = classes.values().filter(|(first, _)| first.len() > 1);
    // The smallest class; of these the one with the first fluent, so that the same is
    // done every time.
    if let Some((first_class, second_class)) = shared.min_by_key(|it| (it.0.len(), it.0[0])) {
        open.push(Choice {
            one: first.clone(),
            other: second.clone(),
            fluent: first_class[0],
            candidates: second_class.clone(),
        });
        return None;
    }
    let mut names = vec![0; one.holds.len()];
    for (first, second) in classes.values() {
        names[first[0]] = second[0] as u32;
    }
    let holds = (0..names.len()).all(|it| one.holds[it] == other.holds[names[it] as usize]);
    let mut acts: Vec<Act> = one.acts.iter().map(|it| it.renamed(&names)).collect();
    acts.sort_unstable();
    Some(holds && acts == other.acts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pins in a circle or row, by the pairs that can be hit.
    fn pins(count: u32, pairs: &[(u32, u32)]) -> Form {
        let never = Table {
            support: vec![],
            cases: vec![0],
        };
        let act = |&(one, other): &(u32, u32)| Act {
            role: 0,
            legal: Table {
                support: vec![one.min(other), one.max(other)],
                cases: vec![8],
            },
            writes: vec![
                (one.min(other), never.clone()),
                (one.max(other), never.clone()),
            ],
        };
        let mut acts: Vec<Act> = pairs.iter().map(act).collect();
        acts.sort_unstable();
        Form {
            holds: vec![true; count as usize],
            acts,
        }
    }

    #[test]
    fn a_circle_is_alike_however_it_is_numbered_and_not_two_circles() {
        let one = pins(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]);
        let other = pins(6, &[(0, 3), (3, 1), (1, 5), (5, 2), (2, 4), (4, 0)]);
        let two = pins(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
        assert_eq!(fingerprint(&one), fingerprint(&other));
        assert!(alike(&one, &other).unwrap());
        assert!(!alike(&one, &two).unwrap());
        let mut fallen = other.clone();
        fallen.holds[2] = false;
        assert!(!alike(&one, &fallen).unwrap());
    }
}
