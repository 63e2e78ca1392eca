//! Random small games: the judge against brute force.

use game::{Model, RoleId, Value};
use judge::Table;
use proptest::prelude::*;

use crate::board::Board;
use crate::brute;
use crate::sample::{Sample, samples};
use crate::tell::solved;

/// Where the best moves of a node lead.
fn best_successors(board: &Board, table: &Table<usize>, node: usize) -> Vec<usize> {
    let id = table.graph().find(&node).unwrap();
    let best = table.best_moves(&mut board.clone(), id).unwrap();
    best.into_iter()
        .map(|(_, next)| *table.graph().state(next))
        .collect()
}

/// A role that makes only best moves, whichever, gets what it was promised.
fn assert_best_moves_secure(sample: &Sample, table: &Table<usize>, role: RoleId) {
    let worth = match sample.worth() {
        Some(Value::Rewards(worth)) => Some(worth[role]),
        _ => None,
    };
    let allowed = |node| match table.graph().find(&node) {
        Some(_) => best_successors(&sample.board, table, node),
        None => brute::successors(&sample.board, node),
    };
    let secured = brute::against_all(&sample.board, role, worth, Some(&allowed));
    for entry in table.iter() {
        if let Value::Rewards(rewards) = entry.value {
            assert!(secured[*entry.state] >= rewards[role], "{}", entry.state);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_brute_force(sample in samples()) {
        for model in [Model::Own, Model::Difference] {
            let table = solved(&sample.board, &sample.options(model));
            prop_assert_eq!(table.graph().state_count(), brute::reachable(&sample.board).len() as u64);
            prop_assert_eq!(table.infinite().cloned(), sample.worth());
            let expected = sample.values(model);
            for entry in table.iter() {
                prop_assert_eq!(entry.value, &expected[*entry.state], "{:?} {}", model, entry.state);
            }
        }
    }

    // Distances that are all finite and follow from the successors' are the
    // only ones that do, so looking at each state apart is enough.
    #[test]
    fn distances_follow_from_the_successors(sample in samples()) {
        for model in [Model::Own, Model::Difference] {
            let table = solved(&sample.board, &sample.options(model));
            for entry in table.iter() {
                let expected = sample.justified(&table, model, *entry.state);
                prop_assert_eq!(entry.distance, expected, "{:?} {}", model, entry.state);
            }
        }
    }

    #[test]
    fn guaranteed_values_are_those_of_brute_force(sample in samples()) {
        let table = solved(&sample.board, &sample.options(Model::Guaranteed));
        if table.model() == Model::Own {
            return Ok(());
        }
        for role in RoleId::all(sample.role_count) {
            let worth = match sample.worth() {
                Some(Value::Rewards(worth)) => Some(worth[role]),
                _ => None,
            };
            let expected = brute::against_all(&sample.board, role, worth, None);
            for entry in table.iter() {
                let Value::Rewards(rewards) = entry.value else { panic!("unresolved") };
                prop_assert_eq!(rewards[role], expected[*entry.state]);
            }
            assert_best_moves_secure(&sample, &table, role);
        }
    }

    #[test]
    fn best_moves_secure_exact_values(sample in samples()) {
        for model in [Model::Own, Model::Difference] {
            let constant = sample.infinite.is_none();
            if constant && sample.worth().is_some() {
                let table = solved(&sample.board, &sample.options(model));
                for role in RoleId::all(sample.role_count) {
                    assert_best_moves_secure(&sample, &table, role);
                }
            }
        }
    }

    #[test]
    fn a_mover_has_a_best_move_wherever_there_is_a_value(sample in samples()) {
        for model in [Model::Own, Model::Difference, Model::Guaranteed] {
            let table = solved(&sample.board, &sample.options(model));
            for entry in table.iter() {
                let expected = table.graph().mover(entry.id).is_some() && *entry.value != Value::Unresolved;
                let found = best_successors(&sample.board, &table, *entry.state);
                prop_assert_eq!(!found.is_empty(), expected);
            }
        }
    }

    #[test]
    fn a_summary_adds_up(sample in samples()) {
        let table = solved(&sample.board, &sample.options(Model::Own));
        let solution = table.solution(&mut sample.board.clone()).unwrap();
        let layers: u128 = solution.layers.iter().map(|layer| layer.states).sum();
        let buckets: u128 = solution.buckets.iter().map(|bucket| bucket.states).sum();
        prop_assert_eq!(layers, solution.states);
        prop_assert_eq!(buckets + solution.unresolved, solution.states);
    }
}
