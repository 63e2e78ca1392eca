//! Published sheets whose states were counted by another engine.

use gdl::Notation;
use testkit::{corpus, obfuscate};

use crate::enumerate::{check, load};

const MAX_STATES: u64 = 6_000;

#[test]
fn facts_hold_in_all_states_of_published_games() {
    let Some(corpus) = corpus() else { return };
    let small = corpus.inventory().into_iter();
    let small = small.filter(|row| row.reachable_states.is_some_and(|it| it <= MAX_STATES));
    let names: Vec<String> = small.map(|row| row.file).collect();
    let mut checked = 0;
    for sheet in corpus.games().iter().filter(|it| names.contains(&it.name)) {
        let rules = load(&sheet.bytes).unwrap();
        let Some(plain) = check(&sheet.name, &rules, MAX_STATES) else {
            continue;
        };
        let hidden = obfuscate(rules.sheet(), 11);
        let hidden = load(gdl::print(hidden.sheet(), Notation::Kif).as_bytes()).unwrap();
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
