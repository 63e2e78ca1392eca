//! Files that hold a part of a solution: their states are checked against each
//! other, and no more is reported.

use std::io::Cursor;

use game::Value;
use table::solution::{Absent, Key};
use testkit::SplitMix64;
use verify::{PartReport, SolutionFile, VerifyError, verify_part};

use crate::decoded::{Decoded, limits};
use crate::games;

fn check(solution: &Decoded, threads: usize) -> Result<PartReport, VerifyError> {
    check_bytes(&solution.bytes(), threads)
}

/// The same, as an endgame database of so many steps.
fn check_database(solution: &Decoded, steps: Option<u64>) -> Result<PartReport, VerifyError> {
    check_bytes(&solution.bytes_with(|it| it.require_unreachable(steps)), 1)
}

fn check_bytes(bytes: &[u8], threads: usize) -> Result<PartReport, VerifyError> {
    let mut file = SolutionFile::open(Cursor::new(bytes))?;
    assert!(!file.is_whole());
    verify_part(&mut file, &limits(threads), &mut |_| {})
}

/// Keeps the states that `keep` names, by their places in the order of discovery.
fn part(solution: &mut Decoded, keep: impl Fn(usize) -> bool) {
    let moves = std::mem::take(&mut solution.moves);
    for (_, moves) in moves.iter().enumerate().filter(|it| !keep(it.0)) {
        let section = section_of(solution, &moves.state.1);
        let states = solution.sections.get_mut(&section).unwrap();
        states.remove(&moves.state.1);
        if states.is_empty() {
            solution.sections.remove(&section);
        }
    }
    solution.moves = moves;
    let about = &mut solution.about;
    (about.absent, about.terminals, about.layers) = (Absent::Unknown, None, None);
}

fn section_of(solution: &Decoded, key: &Key) -> u64 {
    let held = solution.encoding.decode(key).unwrap();
    solution.layout.section(&held).unwrap()
}

#[test]
fn parts_of_solutions_are_not_found_wrong() {
    for seed in 0..150 {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::solution(random);
        let all = solution.states().len();
        let kept: Vec<bool> = (0..all).map(|_| random.happens(2, 3)).collect();
        part(&mut solution, |place| kept[place]);
        let report = check(&solution, 1 + seed as usize % 3).unwrap();
        let states = kept.iter().filter(|&&it| it).count() as u128;
        assert_eq!(report.states, states, "seed {seed}");
        let sum = report.terminals + report.settled + report.open + report.alone;
        assert_eq!(sum, states, "seed {seed}");
        assert!(report.proven <= report.terminals + report.settled);
        assert_eq!(report.start.is_some(), kept[0], "seed {seed}");
    }
}

#[test]
fn all_states_of_a_game_that_ends_are_proven_and_a_part_closed_under_moves_is() {
    for seed in 0..40 {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::layered(random);
        let all = solution.states().len();
        // Moves ascend in the names of positions: later sections stay.
        let sections: Vec<u64> = solution.sections.keys().copied().collect();
        let first = *random.pick(&sections);
        let keys = solution.moves.iter().map(|it| &it.state.1);
        let from: Vec<u64> = keys.map(|key| section_of(&solution, key)).collect();
        let before = from.iter().filter(|&&it| it < first).count();
        part(&mut solution, |place| from[place] >= first);
        let report = check(&solution, 1).unwrap();
        assert_eq!(report.proven, (all - before) as u128, "seed {seed}");
        assert_eq!(report.start_proven, before == 0 || from[0] >= first);
    }
}

#[test]
fn a_wrong_value_of_a_state_whose_successors_are_all_known_is_found() {
    let mut caught = 0;
    for seed in 0..300 {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::solution(random);
        let states: Vec<(u64, Key)> = solution.states();
        let values: Vec<Value> = states
            .iter()
            .map(|it| solution.outcome(it).0.clone())
            .collect();
        // One state is removed, and another one that does not lead to it is
        // changed.
        let count = solution.moves.len();
        if values.contains(&Value::Unresolved) {
            continue;
        }
        let (gone, changed) = (random.below(count), random.below(count));
        let moves = &solution.moves[changed];
        if gone == changed
            || moves.successors.contains(&gone)
            || moves.successors.contains(&changed)
        {
            continue;
        }
        let state = moves.state.clone();
        let known = solution.outcome(&state).0.clone();
        let Some(other) = values.iter().find(|it| **it != known).cloned() else {
            continue;
        };
        *solution.outcome(&state) = (other, None);
        part(&mut solution, |place| place != gone);
        match check(&solution, 1) {
            Err(VerifyError::Wrong(_)) => caught += 1,
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(caught > 50, "{caught}");
}

#[test]
fn a_known_successor_that_is_better_is_a_contradiction() {
    let text = testkit::library_text("nim", &[("heaps", "1,2")]);
    let random = &mut SplitMix64::new(1);
    let mut solution = Decoded::solve(&text, game::Model::Difference, false, random);
    let moves = solution.moves.clone();
    let value = |solution: &mut Decoded, place: usize| {
        let state = solution.moves[place].state.clone();
        solution.outcome(&state).0.clone()
    };
    // The start is won; if it is said to be lost, one winning move contradicts
    // that, although another successor is not known.
    let won = value(&mut solution, 0);
    let keeps = |solution: &mut Decoded, it: &usize| value(solution, *it) == won;
    let successors = moves[0].successors.clone();
    let (good, bad): (Vec<usize>, Vec<usize>) =
        successors.iter().partition(|it| keeps(&mut solution, it));
    let lost = value(&mut solution, bad[0]);
    let start = moves[0].state.clone();
    *solution.outcome(&start) = (lost, None);
    solution.distances = false;
    let outcomes = solution
        .sections
        .values_mut()
        .flat_map(|it| it.values_mut());
    outcomes.for_each(|it| it.1 = None);
    part(&mut solution, |place| place == 0 || place == good[0]);
    let found = check(&solution, 1);
    // The other state has unknown successors as well, and nothing against it.
    match found {
        Err(VerifyError::Wrong(wrong)) => assert!(wrong.what.contains("can be had"), "{wrong}"),
        other => panic!("{other:?}"),
    }
}

/// After how many moves play from each state has ended, whatever is played, if it ends.
fn lasting(solution: &Decoded) -> Vec<Option<u64>> {
    let mut lasting = vec![None; solution.moves.len()];
    for _ in 0..=solution.moves.len() {
        for (place, moves) in solution.moves.iter().enumerate() {
            let after = moves.successors.iter().map(|&it| lasting[it]);
            let after: Option<Vec<u64>> = after.collect();
            let longest = |it: Vec<u64>| it.into_iter().max().map_or(0, |it| it + 1);
            lasting[place] = after.map(longest);
        }
    }
    lasting
}

#[test]
fn a_database_must_be_closed_and_end_in_time() {
    let (mut right, mut open, mut late) = (0, 0, 0);
    for seed in 0..200 {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::solution(random);
        let lasting = lasting(&solution);
        let steps = random.below(4) as u64;
        let within = |place: usize| lasting[place].is_some_and(|it| it <= steps);
        part(&mut solution, within);
        let longest = lasting.iter().flatten().filter(|it| **it <= steps).max();
        // Without an end there is nothing to store.
        let Some(&longest) = longest else { continue };
        let report = check_database(&solution, Some(steps)).unwrap();
        assert!(report.database && report.steps == Some(steps));
        assert_eq!(report.proven, report.states, "seed {seed}");
        check_database(&solution, None).unwrap();
        right += 1;
        if longest > 0 {
            match check_database(&solution, Some(longest - 1)) {
                Err(VerifyError::Wrong(wrong)) => assert!(wrong.what.contains("last longer")),
                other => panic!("seed {seed}: {other:?}"),
            }
            late += 1;
        }
        let inner: Vec<usize> = (0..lasting.len())
            .filter(|&it| within(it) && lasting[it] > Some(0))
            .collect();
        let Some(&before) = inner.first() else {
            continue;
        };
        let gone = solution.moves[before].successors[0];
        let key = solution.moves[gone].state.clone();
        let section = section_of(&solution, &key.1);
        solution.sections.get_mut(&section).unwrap().remove(&key.1);
        solution.sections.retain(|_, states| !states.is_empty());
        match check_database(&solution, None) {
            Err(VerifyError::Wrong(wrong)) => {
                assert!(wrong.what.contains("all that follows"), "{wrong}");
            }
            other => panic!("seed {seed}: {other:?}"),
        }
        open += 1;
    }
    assert!(
        right > 100 && open > 40 && late > 40,
        "{right}, {open}, {late}"
    );
}
