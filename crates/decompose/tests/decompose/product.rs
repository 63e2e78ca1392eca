//! Sums whose worth does not follow from that of their parts, beside the judge and the
//! equations of backward induction.

use std::sync::atomic::{AtomicUsize, Ordering};

use decompose::{Knobs, NoProduct, Plans, Product, Split, SplitTask};
use game::{Model, Playable, Rewards, RoleId, Stop, Turn, Value, rewards_from_goals, turn};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use testkit::{Corpus, SplitMix64};

use crate::whole_games::start;

/// Which rewards roles prefer in these tests.
pub const MODEL: Model = Model::Difference;

/// A game, and its parts.
pub fn split(rules: &Rules) -> (GroundGame, Result<Split, NoProduct>) {
    split_with(rules, Knobs::default())
}

/// A game, and its parts, with these knobs.
pub fn split_with(rules: &Rules, knobs: Knobs) -> (GroundGame, Result<Split, NoProduct>) {
    let game = testkit::ground_game(rules);
    let stop = Stop::new();
    let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).unwrap();
    let task = SplitTask {
        game: &game,
        facts: &facts,
        start: &start(&game),
        knobs,
        stop: &stop,
    };
    let split = Split::find(&task);
    (game, split)
}

/// A game solved as a product.
fn product(rules: &Rules) -> (GroundGame, Product) {
    let (game, split) = split(rules);
    let options = testkit::options(MODEL, None);
    let product = split.unwrap().solve(&options, &Stop::new()).unwrap();
    (game, product)
}

/// States and classes of each part.
fn sizes(product: &Product) -> Vec<(usize, usize)> {
    let parts = product.split().parts().iter();
    parts.map(|it| (it.states(), it.classes())).collect()
}

/// Compares all states with the judge; how many there are.
fn agrees(game: GroundGame, product: &Product) -> usize {
    let table = judged(game).unwrap();
    differing(&table, product).unwrap_or_else(|error| panic!("{error}"));
    table.iter().count()
}

/// Solves a split and compares all states with the judge; how many there are, or what
/// differs.
pub fn compare(game: GroundGame, split: Split) -> Result<usize, String> {
    let options = testkit::options(MODEL, None);
    let reduced = split.without_dominated(MODEL);
    let plans = split.clone().plan(&Stop::new());
    let product = split.solve(&options, &Stop::new());
    match (judged(game), product) {
        (Ok(table), Ok(product)) => {
            differing(&table, &product)?;
            if let Ok(plans) = plans.map_err(|error| error.to_string())? {
                is_planned(&table, &plans)?;
            }
            match reduced.map(|it| it.solve(&options, &Stop::new())) {
                Some(Ok(reduced)) => keeps_values(&table, &reduced)?,
                Some(Err(NoProduct::Cyclic)) | None => {}
                Some(Err(error)) => return Err(format!("not solved: {error}")),
            }
            Ok(table.iter().count())
        }
        (Err(_), Err(_)) => Ok(0),
        (Err(error), Ok(_)) => Err(format!("solved, but {error}")),
        (Ok(_), Err(error)) => Err(format!("not solved: {error}")),
    }
}

fn judged(game: GroundGame) -> Result<judge::Table<BitState>, String> {
    judged_within(game, u64::MAX)
}

/// What the judge says of a game of at most so many states.
pub fn judged_within(game: GroundGame, states: u64) -> Result<judge::Table<BitState>, String> {
    let mut game = Simulator::new(game);
    let begin = start(game.game());
    let options = testkit::options(MODEL, None);
    let limits = judge::Limits {
        max_states: Some(states),
        ..judge::Limits::default()
    };
    let table = judge::solve(&mut game, begin, &options, &limits, &mut |_| {});
    table.map_err(|error| error.to_string())
}

/// Whether all states have the values that plans have.
fn is_planned(table: &judge::Table<BitState>, plans: &Plans) -> Result<(), String> {
    PLANNED.fetch_add(1, Ordering::Relaxed);
    assert_eq!(table.is_cyclic(), plans.is_cyclic());
    for entry in table.iter() {
        let found = plans.value(entry.state);
        if found != Some((entry.value, entry.distance)) {
            return Err(format!("{found:?} instead of {:?}, planned", entry.value));
        }
    }
    Ok(())
}

/// How many sums were planned.
pub static PLANNED: AtomicUsize = AtomicUsize::new(0);

/// Whether all states that are left have their values, the start among them.
fn keeps_values(table: &judge::Table<BitState>, reduced: &Product) -> Result<(), String> {
    for (place, entry) in table.iter().enumerate() {
        let found = reduced.value(entry.state).map(|it| it.0);
        let is_missing = found.is_none() && place > 0;
        if !is_missing && found != Some(entry.value) {
            return Err(format!("{found:?} instead of {:?}, reduced", entry.value));
        }
    }
    Ok(())
}

/// Whether the judge and a product differ in some state.
fn differing(table: &judge::Table<BitState>, product: &Product) -> Result<(), String> {
    assert_eq!(table.is_cyclic(), product.is_cyclic());
    assert_eq!(table.infinite(), product.infinite());
    for entry in table.iter() {
        let found = product.value(entry.state);
        let expected = (entry.value, entry.distance);
        if found != Some(expected) {
            let state = entry.state;
            return Err(format!("{found:?} instead of {expected:?} in {state:?}"));
        }
    }
    Ok(())
}

/// What is said of a state: its value and its distance.
pub type Said = Option<(Value, Option<u64>)>;

/// What a product says of a state.
pub fn said(product: &Product) -> impl Fn(&BitState) -> Said {
    |state| product.value(state).map(|it| (it.0.clone(), it.1))
}

/// Checks the equations of backward induction in all states of random games.
pub fn is_consistent(game: GroundGame, ask: impl Fn(&BitState) -> Said, games: usize) {
    let mut game = Simulator::new(game);
    let mut random = SplitMix64::new(7);
    for _ in 0..games {
        let mut state = start(game.game());
        // Some games can go on for ever.
        for _ in 0..1000 {
            let Some(next) = follow(&mut game, &ask, &state) else {
                break;
            };
            state = next[random.below(next.len())].clone();
        }
    }
}

/// Checks the equations in one state; the states that follow it, if it is not the end.
fn follow(
    game: &mut Simulator,
    ask: &impl Fn(&BitState) -> Said,
    state: &BitState,
) -> Option<Vec<BitState>> {
    let (value, distance) = ask(state).unwrap();
    let Ok(over) = game.is_terminal(state);
    if over {
        let Ok(goals) = game.goals(state);
        let rewards = rewards_from_goals(&goals).unwrap();
        assert_eq!(value, Value::Rewards(rewards));
        return None;
    }
    let Ok(legal) = game.legal_moves(state);
    let mut next = Vec::new();
    let Ok(mover) = turn(&legal, &mut |joint| {
        let Ok(after) = game.successor(state, joint);
        next.push(after.clone());
        Ok::<_, std::convert::Infallible>(after)
    });
    let mover = match mover {
        Turn::Of(mover) => mover.unwrap_or(RoleId::new(0)),
        Turn::OfSeveral => panic!("two roles choose"),
    };
    let values = next.iter().map(|it| ask(it).unwrap());
    let values: Vec<_> = values.collect();
    let best = values.iter().map(|it| &it.0);
    let best = best.max_by(|a, b| MODEL.compare_values(mover, a, b));
    assert_eq!(best, Some(&value));
    let kept = values.iter().filter(|it| it.0 == value);
    let Value::Rewards(rewards) = &value else {
        return Some(next);
    };
    let hastens = rewards.role_count() == 1 || rewards.leader() == Some(mover);
    let along = match hastens {
        true => kept.map(|it| it.1).min(),
        false => kept.map(|it| it.1).max(),
    };
    if let Some(distance) = distance {
        assert_eq!(along, Some(Some(distance - 1)));
    }
    Some(next)
}

#[test]
fn double_tic_tac_toe_is_two_boards() {
    let rules = testkit::library_rules("double-tic-tac-toe", &[]);
    for rules in [&rules, &testkit::obfuscated(&rules, 1)] {
        let (game, product) = product(rules);
        assert_eq!(sizes(&product), [(18_753, 606), (18_753, 606)]);
        assert_eq!(product.states(), 147_955);
        is_consistent(game, said(&product), 200);
    }
}

/// The first nine moves on one board, by whoever: the published count, of which the same
/// publication keeps 912, by a comparison that is not sound.
#[test]
fn sequences_of_moves_on_a_board_are_as_many_as_published() {
    let (_, split) = split(&testkit::library_rules("double-tic-tac-toe", &[]));
    let split = split.unwrap();
    let board = split.sequences(9)[0];
    assert_eq!((board.moves, board.classes), (58_242_432, 2_780_332));
    let reduced = split.without_dominated(MODEL).unwrap();
    assert_eq!(reduced.sequences(9)[0].classes, 1_326_744);
    let options = testkit::options(MODEL, None);
    let reduced = reduced.solve(&options, &Stop::new()).unwrap();
    assert_eq!(reduced.states(), 147_890);
}

testkit::corpus_tests!(
    sums_of_the_corpus,
    ships_in_parallel,
    lamps_that_fade;
    slow: ships_one_after_the_other, two_boards_at_once
);

/// The rules of a published sheet.
fn sheet(corpus: &Corpus, name: &str) -> Rules {
    let games = corpus.games();
    let sheet = games.into_iter().find(|it| it.name == name).unwrap();
    testkit::load(sheet.bytes)
}

fn sums_of_the_corpus(corpus: &Corpus) {
    let (game, boards) = product(&sheet(corpus, "double_tictactoe_dengji.kif"));
    assert_eq!(sizes(&boards), [(18_753, 606), (18_753, 606)]);
    is_consistent(game, said(&boards), 100);
    let (game, blocks) = product(&sheet(corpus, "blocksWorldParallel.kif"));
    assert_eq!(sizes(&blocks), [(13, 5), (13, 5), (4, 4)]);
    assert_eq!(agrees(game, &blocks), 90);
    let (game, lights) = product(&sheet(corpus, "lightsOnSimul4.kif"));
    let steps = (21, 21);
    assert_eq!(sizes(&lights)[3..], [(341, 5), steps]);
    is_consistent(game, said(&lights), 100);
    let (game, snakes) = product(&sheet(corpus, "snakeParallel.kif"));
    assert_eq!(sizes(&snakes), [(3493, 148), (3493, 148), steps]);
    is_consistent(game, said(&snakes), 100);
}

/// In the first sheet a goal is missing; in the second both ships arrive together.
fn ships_in_parallel(corpus: &Corpus) {
    let (_, split_apart) = split(&sheet(corpus, "asteroidsParallel.kif"));
    let planned = split_apart.unwrap().plan(&Stop::new());
    assert!(matches!(planned, Err(NoProduct::Goals)));
    let (game, split_apart) = split(&sheet(corpus, "asteroidsParallel__v1.kif"));
    let planned = split_apart.unwrap().plan(&Stop::new()).unwrap().unwrap();
    let best = Value::Rewards(Rewards::from_points(&[100]));
    assert_eq!(planned.value(&start(&game)), Some((&best, Some(10))));
}

/// Twenty lamps that fade, of which one can be lit at a time: never all at once.
fn lamps_that_fade(corpus: &Corpus) {
    let (game, lamps) = product(&sheet(corpus, "factoringMutuallyAssuredDestruction.kif"));
    let none = Value::Rewards(Rewards::from_points(&[0]));
    assert_eq!(lamps.value(&start(&game)), Some((&none, Some(20))));
    is_consistent(game, said(&lamps), 20);
}

fn ships_one_after_the_other(corpus: &Corpus) {
    let (game, ships) = product(&sheet(corpus, "asteroidsSerial.kif"));
    let best = Value::Rewards(Rewards::from_points(&[100]));
    assert_eq!(ships.value(&start(&game)), Some((&best, Some(20))));
    is_consistent(game, said(&ships), 100);
}

fn two_boards_at_once(corpus: &Corpus) {
    let (game, boards) = product(&sheet(corpus, "ticTacToeParallel.kif"));
    is_consistent(game, said(&boards), 100);
}
