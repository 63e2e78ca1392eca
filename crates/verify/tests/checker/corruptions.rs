//! Solutions with one change each, drawn from a seed: all are found wrong.
//!
//! Files are written like any other, with valid checksums and their own counts. Each
//! change says why it makes the solution wrong, and is skipped where it would not.

use game::{Model, Value};
use table::solution::{Encoding, Field, Key};
use testkit::{SplitMix64, load};
use verify::{Report, VerifyError};

use crate::decoded::{Decoded, Outcome};
use crate::games::{self, MODELS};

/// Changes a solution in one way; returns false if it has nothing to change.
type Change = fn(&mut Decoded, &mut SplitMix64) -> bool;

/// The number of seeds in the usual tests.
const USUAL_SEEDS: usize = 60;
const MANY: usize = 1000;

fn all_are_caught(count: usize, change: Change) {
    let mut caught = 0;
    for seed in 0.. {
        let random = &mut SplitMix64::new(seed);
        // Every fourth by a pass over sections, every fourth by sets.
        let mut solution = match seed % 8 {
            3 | 7 | 6 => games::layered(random),
            2 => games::ascending(random),
            _ => games::solution(random),
        };
        if !change(&mut solution, random) {
            continue;
        }
        let found = match seed % 4 {
            3 => solution.verify_in_layers(),
            2 => solution.verify_by_sets(),
            _ => solution.verify(),
        };
        match found {
            Err(VerifyError::Wrong(_)) => caught += 1,
            other => panic!("seed {seed}: {other:?}"),
        }
        if caught == count {
            break;
        }
    }
}

/// The same by sets alone.
fn all_are_caught_by_sets(count: usize, change: Change) {
    let mut caught = 0;
    for seed in 0.. {
        let random = &mut SplitMix64::new(seed);
        let mut solution = match random.happens(1, 2) {
            true => games::layered(random),
            false => games::ascending(random),
        };
        if !change(&mut solution, random) {
            continue;
        }
        match solution.verify_by_sets() {
            Err(VerifyError::Wrong(_)) => caught += 1,
            other => panic!("seed {seed}: {other:?}"),
        }
        if caught == count {
            break;
        }
    }
}

/// A value is unique: any other is wrong.
fn value(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let states = solution.states();
    let mut values: Vec<Value> = Vec::new();
    for state in &states {
        let value = &solution.outcome(state).0;
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    let state = random.pick(&states);
    let known = &mut solution.outcome(state).0;
    values.retain(|value| value != known);
    if values.is_empty() {
        return false;
    }
    *known = random.pick(&values).clone();
    true
}

/// So is a distance. Only draws may have none, where play always ends; but then all of
/// them: so there must be another draw.
fn distance(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let states = solution.states();
    let is_open_draw = |(value, distance): &Outcome| match value {
        Value::Rewards(rewards) => {
            let mut both = rewards.iter();
            let draw = rewards.role_count() == 2 && both.next() == both.next();
            draw && *distance != Some(0)
        }
        _ => false,
    };
    let mut draws = states.iter();
    let draws = draws
        .by_ref()
        .filter(|it| is_open_draw(solution.outcome(it)))
        .count();
    let state = random.pick(&states);
    let outcome = solution.outcome(state);
    if is_open_draw(outcome) && draws < 2 {
        return false;
    }
    let new = (!random.happens(1, 4)).then(|| random.below(12) as u64);
    let changed = outcome.1 != new;
    outcome.1 = new;
    changed
}

/// All states of the file can be reached: a removed one is missing.
fn missing(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let states = solution.states();
    let (section, key) = random.pick(&states);
    let all = solution.sections.get_mut(section).unwrap();
    all.remove(key);
    if all.is_empty() {
        solution.sections.remove(section);
    }
    true
}

/// All reachable states are in the file: any other cannot be reached. This includes
/// one that is there a second time, in another section.
fn foreign(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let states = solution.states();
    let (section, key) = random.pick(&states).clone();
    let outcome = solution.outcome(random.pick(&states)).clone();
    if random.happens(1, 5) {
        let all = solution.sections.entry(section + 1).or_default();
        return all.insert(key, outcome).is_none();
    }
    let Some((section, key)) = mixed(solution, &key, random) else {
        return false;
    };
    let all = solution.sections.entry(section).or_default();
    if all.contains_key(&key) {
        return false;
    }
    all.insert(key, outcome);
    true
}

/// The state of a key, with another code in one field.
fn mixed(solution: &Decoded, key: &Key, random: &mut SplitMix64) -> Option<(u64, Key)> {
    let mut held = solution.encoding.decode(key)?;
    if solution.encoding.fields().is_empty() {
        return None;
    }
    let field = random.pick(solution.encoding.fields());
    held.retain(|fluent| !field.fluents.contains(fluent));
    held.extend(random.pick(&field.codes).as_ref()?);
    held.sort_unstable();
    let section = solution.layout.section(&held)?;
    Some((section, solution.encoding.encode(&held)?))
}

/// Swaps two sections with different states, or two layers with different numbers in
/// the header.
fn swapped(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let numbers: Vec<u64> = solution.sections.keys().copied().collect();
    let (one, other) = (*random.pick(&numbers), *random.pick(&numbers));
    if solution.sections[&one] != solution.sections[&other] {
        let states = solution.sections.remove(&one).unwrap();
        let others = solution.sections.insert(other, states).unwrap();
        solution.sections.insert(one, others);
        return true;
    }
    let layers = solution.about.layers.as_mut().unwrap();
    let (one, other) = (random.below(layers.len()), random.below(layers.len()));
    layers.swap(one, other);
    layers[one] != layers[other]
}

/// Play ends in a state where it continued: its distance is not 0. If the rules end
/// play before, the same holds for the state in which they do. Half of these files
/// name the hash of the new rules.
fn changed_rules(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let mut states = solution.states();
    states.retain(|state| solution.outcome(state).1 != Some(0));
    if states.is_empty() {
        return false;
    }
    let held = solution.encoding.decode(&random.pick(&states).1).unwrap();
    let fluents = solution.encoding.fluents();
    let holds = held
        .iter()
        .map(|&fluent| format!("(true {})", fluents[fluent as usize]));
    let holds: Vec<String> = holds.collect();
    let clause = format!("(<= terminal {})\n", holds.join(" "));
    solution.about.subject.rules.push_str(&clause);
    if random.happens(1, 2) {
        solution.about.subject.rules_hash = load(&solution.about.subject.rules).hash().to_string();
    }
    true
}

/// Changes a count of the header.
fn miscounted(solution: &mut Decoded, random: &mut SplitMix64) -> bool {
    let about = &mut solution.about;
    match random.below(3) {
        0 => about.terminals = about.terminals.map(|count| count + 1),
        1 => about.layers.as_mut().unwrap().push(1),
        _ => about.terms.cyclic = about.terms.cyclic.map(|cyclic| !cyclic),
    }
    true
}

#[test]
fn wrong_values_are_caught() {
    all_are_caught(USUAL_SEEDS, value);
}

#[test]
fn wrong_distances_are_caught() {
    all_are_caught(USUAL_SEEDS, distance);
}

#[test]
fn missing_states_are_caught() {
    all_are_caught(USUAL_SEEDS, missing);
}

#[test]
fn foreign_states_are_caught() {
    all_are_caught(USUAL_SEEDS, foreign);
}

#[test]
fn swapped_layers_are_caught() {
    all_are_caught(USUAL_SEEDS, swapped);
}

#[test]
fn changed_rules_are_caught() {
    all_are_caught(USUAL_SEEDS, changed_rules);
}

#[test]
fn wrong_headers_are_caught() {
    all_are_caught(USUAL_SEEDS, miscounted);
}

const CHANGES: [Change; 7] = [
    value,
    distance,
    missing,
    foreign,
    swapped,
    changed_rules,
    miscounted,
];

#[test]
#[ignore = "slow: run with --include-ignored"]
fn a_thousand_of_each_kind_are_caught() {
    for change in CHANGES {
        all_are_caught(MANY, change);
    }
}

#[test]
fn each_kind_is_caught_by_sets() {
    for change in CHANGES {
        all_are_caught_by_sets(USUAL_SEEDS, change);
    }
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn a_thousand_of_each_kind_are_caught_by_sets() {
    for change in CHANGES {
        all_are_caught_by_sets(MANY, change);
    }
}

/// Solves a game under two models; if the solutions differ, each is wrong under the
/// other's name. Returns whether they differ. Draws have no distances: that they are
/// optional would be a difference that does not matter.
fn wrong_model(seed: u64) -> bool {
    let random = &mut SplitMix64::new(seed);
    let roles = 2 + random.below(2);
    let text = games::drawn(random, roles);
    let (one, other) = (*random.pick(&MODELS), *random.pick(&MODELS));
    let drawn = random.clone();
    let solve = |model: Model| Decoded::solve(&text, model, false, &mut drawn.clone());
    let (mut solution, others) = (solve(one), solve(other));
    solution.about.terms.model = other;
    let found = solution.verify();
    let case = format!("seed {seed}, {one} as {other}");
    matters(&case, solution.sections != others.sections, found)
}

/// Whether a fault matters, if that is what was found.
fn matters(case: &str, matters: bool, found: Result<Report, VerifyError>) -> bool {
    match (matters, &found) {
        (true, Err(VerifyError::Wrong(_))) | (false, Ok(_)) => matters,
        _ => panic!("{case}: {found:?}"),
    }
}

#[test]
fn wrong_models_are_caught() {
    assert_eq!(
        (0..)
            .filter(|&seed| wrong_model(seed))
            .take(USUAL_SEEDS)
            .count(),
        USUAL_SEEDS
    );
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn a_thousand_wrong_models_are_caught() {
    assert_eq!(
        (0..).filter(|&seed| wrong_model(seed)).take(MANY).count(),
        MANY
    );
}

/// The same by sets, on games in which every move leads to a later section.
fn wrong_model_by_sets(seed: u64) -> bool {
    let random = &mut SplitMix64::new(seed);
    let drawn = random.clone();
    // The same game, whichever model was drawn for it.
    let solve = |model| games::layered_under(model, &mut drawn.clone());
    let (one, other) = (*random.pick(&MODELS), *random.pick(&MODELS));
    let (mut solution, others) = (solve(one), solve(other));
    solution.about.terms.model = others.about.terms.model;
    let found = solution.verify_by_sets();
    let case = format!("seed {seed}, {one} as {other}");
    matters(&case, solution.sections != others.sections, found)
}

#[test]
fn wrong_models_are_caught_by_sets() {
    let caught = (0..).filter(|&seed| wrong_model_by_sets(seed));
    assert_eq!(caught.take(USUAL_SEEDS).count(), USUAL_SEEDS);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn a_thousand_wrong_models_are_caught_by_sets() {
    let caught = (0..).filter(|&seed| wrong_model_by_sets(seed));
    assert_eq!(caught.take(MANY).count(), MANY);
}

/// Two states in a cycle had a value above that of every end, next to an end that was
/// the best there is.
#[test]
fn values_that_no_end_has_do_not_support_each_other() {
    assert!(wrong_model(493));
}

/// The ground game does not know a fluent that never holds, and need not agree with
/// the rules on states with it: that is the file's fault.
#[test]
fn a_fluent_that_never_holds_is_no_fault_of_the_ground_game() {
    for seed in 0..20 {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::layered(random);
        let before = solution.encoding.clone();
        let ghost = before.fluents().len() as u32;
        let fluents = before.fluents().iter().cloned();
        let field = Field {
            bits: 1,
            fluents: vec![ghost],
            codes: vec![Some(Vec::new()), Some(vec![ghost])],
        };
        let fields = before.fields().iter().cloned().chain([field]);
        solution.encoding = Encoding::new(
            fluents.chain(["zz-ghost".to_owned()]).collect(),
            before.always().to_vec(),
            fields.collect(),
        )
        .unwrap();
        solution.layout.weights.push(0);
        let sections = std::mem::take(&mut solution.sections);
        for (number, states) in sections {
            let all = solution.sections.entry(number).or_default();
            for (key, outcome) in states {
                let mut held = before.decode(&key).unwrap();
                all.insert(solution.encoding.encode(&held).unwrap(), outcome.clone());
                held.push(ghost);
                all.insert(solution.encoding.encode(&held).unwrap(), outcome);
            }
        }
        for found in [solution.verify_by_sets(), solution.verify()] {
            assert!(
                matches!(found, Err(VerifyError::Wrong(_))),
                "{seed}: {found:?}"
            );
        }
    }
}
