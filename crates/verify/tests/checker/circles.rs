//! Labels that fit locally everywhere, and are wrong: only ranks show it.
//!
//! In: a game in which play can go on for ever. Labels are drawn at random, and each
//! state takes the best of its successors until nothing changes. If that ends
//! elsewhere than at the solution, values support each other round a cycle.

use game::{Level, Model, Rewards, RoleId, Value};
use testkit::SplitMix64;
use verify::VerifyError;

use crate::decoded::{Decoded, Moves};
use crate::games;

fn best(model: Model, moves: &Moves, labels: &[Rewards]) -> Rewards {
    let after = moves.successors.iter().map(|&it| &labels[it]);
    match (model, moves.mover) {
        (Model::Guaranteed, mover) => {
            let after: Vec<&Rewards> = after.collect();
            let roles = RoleId::all(after[0].role_count());
            Rewards::new(roles.map(|role| {
                let all = after.iter().map(|rewards| rewards[role]);
                let best = if Some(role) == mover {
                    all.max()
                } else {
                    all.min()
                };
                best.unwrap()
            }))
        }
        (_, Some(mover)) => {
            let best = after.max_by(|a, b| model.compare(mover, a, b));
            best.unwrap().clone()
        }
        (_, None) => labels[moves.successors[0]].clone(),
    }
}

/// Labels that fit, but differ from the solution's; `None` if these came up, or if
/// the labels keep changing.
fn circular(solution: &mut Decoded, random: &mut SplitMix64) -> Option<Vec<Rewards>> {
    let model = solution.about.terms.model;
    let Some(Value::Rewards(infinite)) = solution.about.terms.infinite.clone() else {
        return None;
    };
    let roles = infinite.role_count();
    let mut values = vec![infinite];
    let moves = solution.moves.clone();
    let right = moves
        .iter()
        .map(|moves| solution.outcome(&moves.state).0.clone());
    let right: Vec<Value> = right.collect();
    for value in &right {
        if let Value::Rewards(rewards) = value {
            values.push(rewards.clone());
        }
    }
    let odd: Vec<i32> = (0..roles).map(|_| random.below(5) as i32 * 25).collect();
    values.push(Rewards::from_points(&odd));
    let mut labels = Vec::new();
    for (moves, value) in moves.iter().zip(&right) {
        labels.push(match (moves.successors.is_empty(), value) {
            (true, Value::Rewards(rewards)) => rewards.clone(),
            _ => random.pick(&values).clone(),
        });
    }
    let going_on = || {
        moves
            .iter()
            .enumerate()
            .filter(|it| !it.1.successors.is_empty())
    };
    for _ in 0..100 {
        let mut rests = true;
        for (place, moves) in going_on() {
            let new = best(model, moves, &labels);
            rests &= new == labels[place];
            labels[place] = new;
        }
        if rests {
            let same = labels
                .iter()
                .zip(&right)
                .all(|(label, right)| Value::Rewards(label.clone()) == *right);
            return (!same).then_some(labels);
        }
    }
    None
}

fn are_caught(count: usize) {
    let mut caught = 0;
    for seed in 0.. {
        let random = &mut SplitMix64::new(seed);
        let mut solution = games::solution(random);
        let Some(labels) = circular(&mut solution, random) else {
            continue;
        };
        for (moves, label) in solution.moves.clone().iter().zip(labels) {
            *solution.outcome(&moves.state) = (Value::Rewards(label), None);
        }
        solution.distances = false;
        solution.about.terms.level = Level::Strong;
        match solution.verify() {
            Err(VerifyError::Wrong(wrong)) => {
                assert!(wrong.what.contains("cycle"), "seed {seed}: {wrong:?}");
                caught += 1;
            }
            other => panic!("seed {seed}: {other:?}"),
        }
        if caught == count {
            break;
        }
    }
}

#[test]
fn values_that_only_support_each_other_are_caught() {
    are_caught(60);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn a_thousand_circles_are_caught() {
    are_caught(1000);
}
