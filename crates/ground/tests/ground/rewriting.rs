//! Rules that are rewritten before they are made ground, games that are
//! simplified afterwards, and games that are printed and read back, all play as
//! they did.

use std::time::Duration;

use game::Stop;
use gdl::{Interpreter, Rules};
use ground::{Budget, GroundError, GroundGame, Rewriting, Simulator};
use proptest::prelude::*;
use testkit::{Corpus, Lockstep, corpus_tests, load, load_if_valid, random_game};

corpus_tests!(rewritten_published_sheets_play_alike);

fn lockstep(playouts: usize) -> Lockstep {
    Lockstep {
        playouts,
        moves: 40,
        time: Duration::from_millis(50),
    }
}

fn ground(rules: &Rules, projection: Rewriting, demand: Rewriting) -> Option<GroundGame> {
    let mut budget = Budget::new(Stop::new());
    budget.instances = 60_000;
    (budget.projection, budget.demand) = (projection, demand);
    match GroundGame::new(rules, &budget) {
        Ok(game) => Some(game),
        Err(GroundError::TooManyInstances { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Compares all ways of rewriting with none; returns whether that was possible.
fn compare(name: &str, rules: &Rules) -> bool {
    use Rewriting::{Always, Never};
    let Some(plain) = ground(rules, Never, Never) else {
        return false;
    };
    let mut simulator = Simulator::new(plain.clone());
    for (projection, demand) in [(Always, Never), (Never, Always), (Always, Always)] {
        // Without regard to cost there may be too many instances.
        let Some(other) = ground(rules, projection, demand) else {
            continue;
        };
        let name = format!("{name}, projection {projection:?}, demand {demand:?}");
        assert_eq!(plain.fluents(), other.fluents(), "{name}");
        assert_eq!(plain.moves(), other.moves(), "{name}");
        let played = lockstep(2).compare(&name, &mut simulator, &mut Simulator::new(other));
        assert!(played.unwrap().states > 0, "{name}");
    }
    true
}

/// Compares a game with the one read back from its print.
fn compare_printed(name: &str, rules: &Rules) {
    let Some(game) = ground(rules, Rewriting::WhenLarge, Rewriting::WhenLarge) else {
        return;
    };
    let printed = load_if_valid(game.to_kif());
    let Some(printed) = printed.filter(|_| game.circuit().nodes().len() < 50_000) else {
        return;
    };
    let mut plain = Interpreter::new(&printed, gdl::Budget::new(Stop::new())).unwrap();
    let again = ground(&printed, Rewriting::Never, Rewriting::Never).unwrap();
    assert_eq!(game.fluents(), again.fluents(), "{name}");
    assert_eq!(game.moves(), again.moves(), "{name}");
    let mut simulator = Simulator::new(game);
    let again = lockstep(4).compare(name, &mut simulator, &mut Simulator::new(again));
    assert!(again.unwrap().states > 0, "{name}");
    lockstep(1)
        .compare(name, &mut plain, &mut simulator)
        .unwrap();
}

#[test]
fn rewritten_library_games_play_alike() {
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        compare(entry.name(), &rules);
    }
}

fn rewritten_published_sheets_play_alike(corpus: &Corpus) {
    let mut compared = 0;
    for sheet in &corpus.all_sheets() {
        if sheet.bytes.len() < 20_000
            && let Some(rules) = load_if_valid(&sheet.bytes)
        {
            compared += usize::from(compare(&sheet.name, &rules));
        }
    }
    assert!(compared > 150, "only {compared} sheets were compared");
}

#[test]
fn printed_library_games_play_alike() {
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        compare_printed(entry.name(), &rules);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rewritten_random_games_play_alike(game in random_game()) {
        for style in testkit::Style::ALL {
            let rules = load(game.to_gdl(style));
            compare("random", &rules);
            compare_printed("random", &rules);
        }
    }

    /// Helpers that call each other, with and without negation, with variables
    /// to project out and arguments to demand.
    #[test]
    fn rewritten_random_rules_play_alike(choices in prop::collection::vec(0usize..6, 24)) {
        let rules = load(random_rules(&choices));
        prop_assert!(compare("random rules", &rules));
        compare_printed("random rules", &rules);
    }
}

/// A game on a few counters whose helper relations are composed at random.
fn random_rules(choices: &[usize]) -> String {
    let atoms = |layer: usize| -> [String; 6] {
        let below = layer.saturating_sub(1);
        [
            "(true (at ?a ?b))".to_owned(),
            "(succ ?b ?c)".to_owned(),
            format!("(h{below} ?b ?c)"),
            format!("(h{below} ?a 1)"),
            "(true (at x ?c))".to_owned(),
            format!("(h{layer} ?c ?b)"),
        ]
    };
    let mut text = String::from(
        "(role x) (role y) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 0) (init (at x 0))
         (init (at y 2)) (init (fixed 1)) (<= (next (fixed ?n)) (true (fixed ?n)))
         (<= (legal ?r (go ?n)) (role ?r) (succ ?m ?n))
         (<= (next (at ?r ?n)) (does ?r (go ?n)) (not (h2 ?r ?n)))
         (<= (next (at ?r ?m)) (does ?r (go ?n)) (h2 ?r ?n) (h3 ?n ?m))
         (<= (next (at ?r ?m)) (true (at ?r ?m)) (does ?s (go ?n)) (h1 ?s ?n) (succ ?k ?n))
         (<= (h0 ?a ?b) (true (at ?a ?b))) (<= (h0 ?b ?a) (succ ?a ?b) (true (fixed ?a)))
         (<= terminal (h3 2 2)) (<= (goal ?r 100) (role ?r) (h3 ?r 1))
         (<= (goal ?r 0) (role ?r) (not (h3 ?r 1)))",
    );
    for (number, choice) in choices.chunks(4).enumerate() {
        let layer = number / 2 + 1;
        let atoms = atoms(layer);
        let negated = [
            "(not (true (at ?a ?b)))",
            "(not (true (fixed ?b)))",
            "(distinct ?a ?b)",
        ];
        text.push_str(&format!(
            "(<= (h{layer} ?a ?b) (h{} ?a ?b) {} {} (succ ?e ?c) {})
             (<= (h{layer} ?a ?d) (h0 ?a ?b) {} (succ ?c ?d))\n",
            layer - 1,
            atoms[choice[0]],
            atoms[choice[1]],
            negated[choice[2] % 3],
            // Something that binds the variable which the successor reads.
            atoms[[1, 2, 4, 5][choice[3] % 4]],
        ));
    }
    text
}
