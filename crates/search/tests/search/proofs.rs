//! Proven values are right: the judge says the same.

use game::{Model, Rewards, Value};
use judge::{Limits, Table};
use proptest::prelude::*;
use search::{Algorithm, Settings};
use testkit::{Style, ground_game, load, random_game, simulator};

use crate::games::{begin, library, points, run, uct};

/// The judge's table of a game; `None` if it does not value it.
fn judged(text: &str, model: Model, infinite: Option<&Rewards>) -> Option<Table<ground::BitState>> {
    use game::Playable;
    let mut game = simulator(&load(text));
    let Ok(start) = game.initial();
    let options = testkit::options(model, infinite.cloned());
    judge::solve(&mut game, start, &options, &Limits::default(), &mut |_| {}).ok()
}

/// All that a search proves of a game in some iterations is what the judge says; returns how
/// many states it proved.
fn assert_right(
    text: &str,
    settings: Settings,
    infinite: Option<&Rewards>,
    iterations: u64,
) -> usize {
    let model = settings.model;
    let Some(table) = judged(text, model, infinite) else {
        return 0;
    };
    let settings = Settings {
        infinite: infinite.cloned(),
        ..settings
    };
    let mut search = begin(ground_game(&load(text)), settings);
    run(&mut search, iterations);
    let mut proven = 0;
    for (state, rewards) in search.proven_states() {
        let id = table.graph().find(&state).expect("play has reached it");
        let value = table.entry(id).value;
        assert_eq!(*value, Value::Rewards(rewards), "{model} {text}");
        proven += 1;
    }
    let start = table.entry(judge::StateId::START).value.clone();
    if !table.is_cyclic() && iterations > 10_000 {
        let found = search.estimates().proven.map(Value::Rewards);
        assert_eq!(found, Some(start), "{model} {text}");
    }
    proven
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// One to three roles, with cycles and without, some with moves that do not matter.
    #[test]
    fn what_is_proven_is_what_the_judge_says(game in random_game(), seed in any::<u64>(), lanes in 1usize..=64) {
        let roles = game.roles;
        let infinite = (roles > 1).then(|| Rewards::from_points(&[50, 50, 25][..roles]));
        for style in Style::ALL {
            let text = game.to_gdl(style);
            for model in [Model::Own, Model::Difference, Model::Guaranteed] {
                let settings = Settings { model, seed, lanes, max_length: 60, ..uct() };
                assert_right(&text, settings, infinite.as_ref(), 300);
            }
        }
    }

    /// Infinite play that is worth more than any end.
    #[test]
    fn infinite_play_may_be_better_than_all_ends(game in random_game(), seed in any::<u64>()) {
        let roles = game.roles;
        if roles > 1 {
            let infinite = Rewards::from_points(&[300, -100, 0][..roles]);
            let text = game.to_gdl(Style::Named);
            let settings = Settings { seed, max_length: 60, ..uct() };
            assert_right(&text, settings, Some(&infinite), 300);
        }
    }

    /// Games that end are solved by search in time.
    #[test]
    fn small_games_that_end_are_solved(seed in any::<u64>()) {
        let game = testkit::layered_game(seed);
        let text = game.to_gdl(Style::Binary);
        for model in [Model::Own, Model::Difference, Model::Guaranteed] {
            let settings = Settings { model, seed, threads: 2, ..uct() };
            prop_assert!(assert_right(&text, settings, None, 20_000) > 0);
        }
    }
}

#[test]
fn tic_tac_toe_is_proven_to_be_a_draw() {
    let mut search = library("tic-tac-toe", &[], uct());
    run(&mut search, 200_000);
    assert_eq!(search.estimates().proven, points(&[50, 50]));
}

#[test]
fn names_do_not_matter() {
    let rules = testkit::library_rules("mnk", &[("width", "4"), ("height", "3"), ("length", "3")]);
    for rules in [testkit::obfuscated(&rules, 5), rules] {
        let mut search = begin(ground_game(&rules), uct());
        run(&mut search, 200_000);
        let proven = search.estimates().proven.expect("it is proven");
        let leader = proven.leader().expect("somebody wins");
        let first = search.estimates().moves[0].role;
        assert_eq!(leader, first);
    }
}

/// Two roles show matching numbers of fingers: nobody is proven to win, though all ends are
/// seen.
#[test]
fn what_two_roles_choose_at_once_is_not_proven() {
    let text = "(role odd) (role even) (init start)
        (<= (legal ?r 1) (role ?r)) (<= (legal ?r 2) (role ?r))
        (<= (next same) (does odd ?n) (does even ?n))
        (<= (next over) (true start))
        (<= terminal (true over))
        (<= (goal even 100) (true same)) (<= (goal odd 0) (true same))
        (<= (goal even 0) (not (true same))) (<= (goal odd 100) (not (true same)))";
    let mut search = begin(ground_game(&load(text)), uct());
    run(&mut search, 5000);
    assert_eq!(search.estimates().proven, None);
    assert_eq!(search.estimates().moves.len(), 4);
    // The same, but both ends are worth the same.
    let even = text
        .replace("goal even 0", "goal even 100")
        .replace("goal odd 100", "goal odd 0");
    let mut search = begin(ground_game(&load(even)), uct());
    run(&mut search, 5000);
    assert_eq!(search.estimates().proven, points(&[0, 100]));
}

/// Both roles always have two legal moves; only those of the role on turn matter.
#[test]
fn a_choice_that_does_not_matter_is_none() {
    let text = "(role a) (role b) (init (at 0)) (init (turn a))
        (<= (legal ?r left) (role ?r)) (<= (legal ?r right) (role ?r))
        (<= (next (at ?m)) (true (at ?n)) (true (turn ?r)) (does ?r left) (left ?n ?m))
        (<= (next (at ?m)) (true (at ?n)) (true (turn ?r)) (does ?r right) (right ?n ?m))
        (<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
        (left 0 1) (right 0 2) (left 1 3) (right 1 4) (left 2 5) (right 2 6)
        (<= terminal (true (at ?n)) (end ?n))
        (end 3) (end 4) (end 5) (end 6) (points 3 100 0) (points 4 20 80)
        (points 5 40 60) (points 6 60 40)
        (<= (goal a ?x) (true (at ?n)) (points ?n ?x ?y))
        (<= (goal b ?y) (true (at ?n)) (points ?n ?x ?y))";
    let mut search = begin(ground_game(&load(text)), uct());
    run(&mut search, 5000);
    assert_eq!(search.estimates().proven, points(&[40, 60]));
}

#[test]
fn the_printed_algorithm_proves_only_what_ends() {
    let settings = Settings {
        lanes: 64,
        ..Settings::new(Algorithm::Uct2008)
    };
    let mut search = library("tic-tac-toe", &[], settings);
    run(&mut search, 20_000);
    assert_eq!(search.estimates().proven, None);
    assert_eq!(search.estimates().iterations, 20_000);
}
