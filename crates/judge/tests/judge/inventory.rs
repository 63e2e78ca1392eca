//! Published sheets have the numbers of states and the values that an
//! independent engine found: on the ground game, plain and obfuscated.
//!
//! Not here: the interpreter on the small ones (`rules.rs`).

use game::{Level, Model, Options, Playable, Rewards, Value};
use gdl::Rules;
use ground::Simulator;
use judge::{Limits, Purpose, explore, solve};
use testkit::{Corpus, InventoryRow, Optimum, corpus_tests, load, obfuscated, simulator};

corpus_tests!(small_published_sheets_are_as_the_inventory_says; slow: published_sheets_are_as_the_inventory_says);

/// Most states of games that take a moment. Chomp, just above, takes longer
/// than all below.
const QUICK_STATES: u64 = 12_850;

/// Most states of the games to reproduce.
const MAX_STATES: u64 = 200_000;

/// The rows with a number of states in a range, and their sheets.
fn rows(corpus: &Corpus, least: u64, most: u64) -> Vec<(InventoryRow, Rules)> {
    let sheets = corpus.games();
    let rules = |row: &InventoryRow| {
        let sheet = sheets.iter().find(|sheet| sheet.name == row.file);
        load(&sheet.expect("every row has a sheet").bytes)
    };
    let rows = corpus.inventory().into_iter();
    let rows = rows.filter(|row| {
        let states = row.reachable_states;
        states.is_some_and(|states| (least..=most).contains(&states))
    });
    rows.map(|row| (row.clone(), rules(&row))).collect()
}

fn check(row: &InventoryRow, game: &mut Simulator) {
    let start = game.initial().unwrap();
    let limits = Limits::default();
    let file = &row.file;
    let Some(optimum) = &row.value else {
        let graph = explore(game, start, Purpose::Reach, &limits, &mut |_| {}).unwrap();
        assert_eq!(Some(graph.state_count()), row.reachable_states, "{file}");
        return;
    };
    let options = Options {
        model: Model::Own,
        infinite: None,
        draw_distances: false,
        level: Level::UltraStrong,
    };
    let table = solve(game, start, &options, &limits, &mut |_| {}).unwrap();
    let solved = table.solution(game).unwrap();
    let states = row.reachable_states.map(u128::from);
    assert_eq!(Some(solved.states), states, "{file}");
    let (rewards, moves) = match optimum {
        Optimum::Rewards(rewards) => (rewards.clone(), solved.initial.distance),
        Optimum::Best { reward, moves } => (Rewards::from_points(&[*reward]), Some(*moves)),
    };
    assert_eq!(solved.initial.value, Value::Rewards(rewards), "{file}");
    assert_eq!(solved.initial.distance, moves, "{file}");
}

fn check_all(rows: &[(InventoryRow, Rules)]) {
    for (row, rules) in rows {
        check(row, &mut simulator(rules));
        check(row, &mut simulator(&obfuscated(rules, 7)));
        eprintln!("{}: {:?} states", row.file, row.reachable_states);
    }
}

fn small_published_sheets_are_as_the_inventory_says(corpus: &Corpus) {
    let rows = rows(corpus, 0, QUICK_STATES);
    assert!(rows.len() >= 23, "only {} rows", rows.len());
    let minichess = |(row, _): &(InventoryRow, Rules)| {
        row.file == "minichess-evilconjuncts.kif" && row.reachable_states == Some(4573)
    };
    assert!(rows.iter().any(minichess));
    check_all(&rows);
}

fn published_sheets_are_as_the_inventory_says(corpus: &Corpus) {
    let rows = rows(corpus, QUICK_STATES + 1, MAX_STATES);
    assert!(rows.len() >= 3, "only {} rows", rows.len());
    check_all(&rows);
}
