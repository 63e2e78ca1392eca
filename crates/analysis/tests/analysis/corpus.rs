//! Published sheets whose states were counted by another engine.

use game::Stop;
use ground::GroundGame;
use testkit::{Corpus, corpus_tests, load, load_if_valid, obfuscated};

use crate::enumerate::{check, facts_of};

corpus_tests!(facts_hold_in_all_states_of_published_games; slow: facts_of_all_published_games);

const MAX_STATES: u64 = 6_000;

fn facts_hold_in_all_states_of_published_games(corpus: &Corpus) {
    let small = corpus.inventory().into_iter();
    let small = small.filter(|row| row.reachable_states.is_some_and(|it| it <= MAX_STATES));
    let names: Vec<String> = small.map(|row| row.file).collect();
    let mut checked = 0;
    for sheet in corpus.games().iter().filter(|it| names.contains(&it.name)) {
        let rules = load(&sheet.bytes);
        let Some(plain) = check(&sheet.name, &rules, MAX_STATES) else {
            continue;
        };
        let hidden = obfuscated(&rules, 11);
        let hidden = check(&sheet.name, &hidden, MAX_STATES).unwrap();
        assert!(
            plain.bits().abs_diff(hidden.bits()) <= 2,
            "{}: {} bits, {} obfuscated",
            sheet.name,
            plain.bits(),
            hidden.bits()
        );
        checked += 1;
    }
    assert!(checked > 10, "only {checked} sheets were checked");
}

fn facts_of_all_published_games(corpus: &Corpus) {
    for sheet in corpus.games() {
        let Some(rules) = load_if_valid(&sheet.bytes) else {
            continue;
        };
        let mut budget = ground::Budget::new(Stop::new());
        budget.instances = 3_000_000;
        let Ok(game) = GroundGame::new(&rules, &budget) else {
            println!("{}: too large to be ground", sheet.name);
            continue;
        };
        let facts = facts_of(&game);
        println!(
            "{}: {} bits for {} fluents, {} groups, step counter {}, turn {}, progress {:?}, {:?}",
            sheet.name,
            facts.bits(),
            facts.fluents.len(),
            facts.groups.len(),
            facts.step_counter.is_some(),
            facts.turn.is_some(),
            facts
                .progress
                .map(|it| (it.is_incremental(), it.is_proven())),
            facts.work
        );
    }
}
