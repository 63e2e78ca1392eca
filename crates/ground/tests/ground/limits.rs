//! Rules that explode end in an error that names the rule.

use game::{Stop, StopReason};
use gdl::Rules;
use ground::{Budget, GroundError, GroundGame};
use testkit::{Corpus, corpus_tests, load, load_if_valid};

corpus_tests!(; slow: nearly_all_published_sheets_can_be_made_ground);

const FRAME: &str = "(role r) (init p) (legal r go) (<= (next p) (true p)) (goal r 0)";

/// A rule with ten thousand million instances.
fn bomb(condition: &str) -> Rules {
    let facts: String = (0..100).map(|number| format!("(d {number}) ")).collect();
    load(format!(
        "{FRAME} {facts} (<= (q ?a ?b ?c ?d ?e) {condition} (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))
         (<= terminal (q 0 0 0 0 0))"
    ))
}

#[test]
fn too_many_instances_name_their_rule() {
    for condition in ["", "(true p)"] {
        let mut budget = Budget::new(Stop::new());
        budget.instances = 100_000;
        let refused = GroundGame::new(&bomb(condition), &budget).err().unwrap();
        let GroundError::TooManyInstances { rule, limit, .. } = refused else {
            panic!("{refused}");
        };
        assert_eq!((rule.as_str(), limit), ("(q ?a ?b ?c ?d ?e)", 100_000));
    }
}

#[test]
fn too_much_memory_names_its_rule() {
    for condition in ["", "(true p)"] {
        let mut budget = Budget::new(Stop::new());
        budget.memory = 10_000_000;
        let refused = GroundGame::new(&bomb(condition), &budget).err().unwrap();
        let GroundError::TooMuchMemory { rule, limit, .. } = refused else {
            panic!("{refused}");
        };
        assert_eq!((rule.as_str(), limit), ("(q ?a ?b ?c ?d ?e)", 10_000_000));
    }
}

fn nearly_all_published_sheets_can_be_made_ground(corpus: &Corpus) {
    let mut done = 0;
    for sheet in &corpus.games() {
        let Some(rules) = load_if_valid(&sheet.bytes) else {
            continue;
        };
        match GroundGame::new(&rules, &Budget::new(Stop::new())) {
            Ok(_) => done += 1,
            Err(error) => eprintln!("{}: {error}", sheet.name),
        }
    }
    assert!(done >= 212, "only {done} sheets");
}

#[test]
fn alternatives_that_multiply_out_are_refused() {
    // In each pair one alternative needs what the other binds.
    let pair = |n: usize| {
        format!(
            "(or (and (e ?a{n}) (not (d ?b{n}))) (and (e ?a{n}) (e ?b{n})))
             (or (and (e ?b{n}) (not (d ?a{n}))) (and (e ?b{n}) (e ?a{n})))"
        )
    };
    let pairs: String = (0..20).map(pair).collect();
    let rules = load(format!(
        "{FRAME} (d 1) (<= (e ?x) (d ?x) (true p)) (<= terminal {pairs})"
    ));
    let refused = GroundGame::new(&rules, &Budget::new(Stop::new())).err();
    assert!(
        matches!(refused, Some(GroundError::TooManyInstances { .. })),
        "{refused:?}"
    );
}

#[test]
fn terms_that_grow_without_end_are_refused() {
    let rules = load(
        "(role r) (init (n zero)) (legal r go) (<= (next (n (s ?x))) (true (n ?x)))
         (<= terminal (true (n end))) (goal r 0)",
    );
    let refused = GroundGame::new(&rules, &Budget::new(Stop::new()))
        .err()
        .unwrap();
    let GroundError::TermTooDeep { rule, .. } = refused else {
        panic!("{refused}");
    };
    assert_eq!(rule, "(next (n (s ?x)))");
}

#[test]
fn grounding_stops_when_asked_to() {
    let budget = Budget::new(Stop::new());
    budget.stop.request(StopReason::Memory);
    let stopped = GroundGame::new(&bomb(""), &budget).err();
    assert_eq!(stopped, Some(GroundError::Stopped(StopReason::Memory)));
}
