//! Every limit is reached as a value, and the arena stays usable.

use cgt::{Dyadic, Exhausted, GameId, Games, Knobs, Nimber, Outcome, decide};

use crate::notation::read;

fn games(change: impl FnOnce(&mut Knobs)) -> Games {
    let mut knobs = Knobs::default();
    change(&mut knobs);
    Games::new(knobs)
}

#[test]
fn a_full_arena_says_so_and_keeps_what_it_has() {
    let mut games = games(|knobs| knobs.games = 20);
    let mut reached = Ok(GameId::ZERO);
    for n in 1..20 {
        reached = games.number(Dyadic::integer(n));
    }
    assert_eq!(reached, Err(Exhausted::Games));
    let one = games.number(Dyadic::integer(1)).unwrap();
    assert_eq!(games.show(one).unwrap(), "1");
    assert!(games.len() <= 20);
}

#[test]
fn deep_games_are_refused_before_the_stack_ends() {
    let mut games = Games::new(Knobs::default());
    let mut game = read(&mut games, "±1");
    let mut deepest = game;
    let mut n = 2;
    // {n ‖ … 3 ‖ 2 ‖ 1 | −1}: a canonical form as deep as it looks.
    let refused = loop {
        let number = games.number(Dyadic::integer(n)).unwrap();
        n += 1;
        match games.of_options(&[number], &[game]) {
            Ok(deeper) => game = deeper,
            Err(limit) => break limit,
        }
        deepest = game;
    };
    assert_eq!(refused, Exhausted::Depth);
    assert_eq!(n, 602);
    // What the arena holds can be compared, added, drawn and written.
    let up = games.ups(1).unwrap();
    let negative = games.negate(deepest);
    assert!(!games.le(deepest, negative).unwrap());
    assert!(games.thermograph(deepest).unwrap().temperature > Dyadic::ZERO);
    assert!(games.show(deepest).unwrap().starts_with("{600||"));
    let moved = games.plus(deepest, up);
    assert!(moved.is_ok() || moved == Err(Exhausted::Depth) || moved == Err(Exhausted::Work));
    let sum = games.plus(deepest, deepest);
    assert!(sum.is_err());
}

#[test]
fn endless_sums_with_ups_are_refused_before_the_stack_ends() {
    let mut games = Games::new(Knobs::default());
    let tiny = read(&mut games, "Tiny(1)");
    let ups = games.ups(1_000_000).unwrap();
    let star = games.nimber(Nimber(1)).unwrap();
    let ups = games.plus(ups, star).unwrap();
    assert_eq!(games.le(tiny, ups), Ok(true));
    assert_eq!(games.plus(tiny, ups), Err(Exhausted::Depth));
    let parts = [tiny, tiny, tiny, ups];
    assert_eq!(decide(&mut games, &parts), Ok(Outcome::L));
}

#[test]
fn work_is_counted_for_each_call() {
    let mut games = games(|knobs| knobs.work = 60);
    let heap = games.nimber(Nimber(100)).unwrap();
    assert_eq!(games.left_options(heap).err(), Some(Exhausted::Work));
    let up = games.ups(1).unwrap();
    assert_eq!(games.le(GameId::ZERO, up), Ok(true));
}

#[test]
fn a_huge_nimber_costs_nothing_until_it_is_opened() {
    let mut games = Games::new(Knobs::default());
    let heap = games.nimber(Nimber(u32::MAX)).unwrap();
    let up = games.ups(1_000_000).unwrap();
    let sum = games.plus(heap, up).unwrap();
    assert_eq!(games.show(sum).unwrap(), "^1000000*4294967295");
    let switch = read(&mut games, "±1");
    assert!(decide(&mut games, &[sum, switch]).is_ok());
}

#[test]
fn long_texts_are_refused() {
    let mut games = games(|knobs| knobs.text = 10);
    let short = read(&mut games, "{2|-1}");
    assert_eq!(games.show(short).unwrap(), "{2|-1}");
    let long = read(&mut games, "{100|1||-1|-100000}");
    assert_eq!(games.show(long), Err(Exhausted::Text));
}

#[test]
fn forgetting_changes_no_value() {
    let mut forgetful = games(|knobs| knobs.memo = 3);
    let mut games = Games::new(Knobs::default());
    let text = "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}";
    let twice = |games: &mut Games| {
        let game = read(games, text);
        let sum = games.sum(&[game, game, game]).unwrap();
        games.show(sum).unwrap()
    };
    assert_eq!(twice(&mut forgetful), twice(&mut games));
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let mut games = Games::new(Knobs::default());
    assert_eq!(
        games.number(Dyadic::integer(i64::MIN)),
        Err(Exhausted::Number)
    );
    let greatest = games.number(Dyadic::integer(i64::MAX)).unwrap();
    assert_eq!(games.plus(greatest, greatest), Err(Exhausted::Number));
    assert_eq!(games.of_options(&[greatest], &[]), Err(Exhausted::Number));
}

#[test]
fn long_sums_are_refused_before_the_stack_ends() {
    let knobs = Knobs {
        work: 10_000_000,
        ..Knobs::default()
    };
    let mut games = Games::new(knobs);
    let mut parts = Vec::new();
    for size in 1..=3_000 {
        let number = games.number(Dyadic::integer(-size)).unwrap();
        let threat = games.of_options(&[GameId::ZERO], &[number]).unwrap();
        let tiny = games.of_options(&[GameId::ZERO], &[threat]).unwrap();
        parts.push(if size % 2 == 0 {
            tiny
        } else {
            games.negate(tiny)
        });
    }
    let limit = decide(&mut games, &parts).err();
    assert!(matches!(limit, Some(Exhausted::Work | Exhausted::Depth)));
}
