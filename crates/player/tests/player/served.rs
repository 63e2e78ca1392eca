//! A service, and what servers of the field say to it.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use game::Clock;
use ggp::{Handler, Message};
use player::{Maker, Player, Random, Record, Service, Told, Uct, UctSettings};

use crate::{Fault, Faulty, Skipping, sheet};

/// Runs a test on a service; returns how its matches went, and what it refused.
fn with_service(
    maker: Maker<'_>,
    clock: &Skipping,
    test: impl FnOnce(&dyn Fn(&str) -> String),
) -> (Vec<Record>, Vec<String>) {
    let told = Mutex::new((Vec::new(), Vec::new()));
    let tell = |it: Told<'_>| match it {
        Told::Ends { record, rules } => {
            let mut record = *record;
            record.replay(rules).unwrap();
            told.lock().unwrap().0.push(record);
        }
        Told::Refused { why, .. } => told.lock().unwrap().1.push(why),
        _ => {}
    };
    let service = Service::new("tested", maker, clock, 1, &tell);
    test(&|text| {
        let message = Message::parse(text.as_bytes()).unwrap();
        service.answer(message, clock.now()).to_string()
    });
    service.close();
    told.into_inner().unwrap()
}

fn random() -> Box<dyn Player> {
    Box::new(Random::new())
}

fn start(id: &str, role: &str, rules: &str, clocks: &str) -> String {
    format!("(START {id} {role} ({rules}) {clocks})")
}

/// Both roles of tic-tac-toe by one service, one match for each: the other role plays the
/// first cell that is free.
fn whole_match(say: &dyn Fn(&str) -> String, upper: bool) {
    let case = |text: &str| match upper {
        true => text.to_uppercase(),
        false => text.to_owned(),
    };
    // Comments may have anything, so they go.
    let plain: Vec<String> = sheet("tic-tac-toe")
        .lines()
        .map(|line| line.split(';').next().unwrap().to_owned())
        .collect();
    let rules = case(&plain.join(" "));
    assert_eq!(say(&start("m", &case("x"), &rules, "5 5")), "ready");
    assert_eq!(say("(INFO)"), "( ( name tested ) ( status busy ) )");
    let mut free: Vec<String> = (1..=9)
        .map(|it| case(&format!("(mark {} {})", (it - 1) / 3 + 1, (it - 1) % 3 + 1)))
        .collect();
    let noop = case("noop");
    let mut last = "NIL".to_owned();
    for turn in 0.. {
        let answer = say(&format!("( play m {last} )"));
        if turn % 2 == 0 {
            let place = free.iter().position(|it| *it == answer);
            free.remove(place.unwrap_or_else(|| panic!("{answer} is not legal")));
            last = format!("({answer} {noop})");
        } else {
            assert_eq!(answer, noop);
            last = format!("({noop} {})", free.remove(0));
        }
        if free.is_empty() || turn == 4 {
            break;
        }
    }
    assert_eq!(say(&format!("(STOP m {last})")), "done");
    assert_eq!(say("(INFO)"), "( ( name tested ) ( status available ) )");
}

#[test]
fn a_match_is_played_in_any_case() {
    let clock = Skipping::new();
    for upper in [false, true] {
        let (ended, refused) = with_service(&random, &clock, |say| whole_match(say, upper));
        assert_eq!((ended.len(), refused.len()), (1, 0));
        assert_eq!(ended[0].moves.len(), 5);
        assert_eq!(ended[0].states.len(), 6);
        assert_eq!(ended[0].slips.len(), 6);
        assert!(ended[0].slips.iter().flatten().all(Option::is_none));
    }
}

#[test]
fn a_search_plays_too_and_says_what_is_proven() {
    let clock = Skipping::new();
    let settings: UctSettings = "iterations=20000".parse().unwrap();
    let limits = solver::Limits {
        threads: std::num::NonZeroUsize::new(1),
        ..solver::Limits::default()
    };
    let maker = || -> Box<dyn Player> { Box::new(Uct::new(settings.clone(), limits.clone())) };
    let (ended, _) = with_service(&maker, &clock, |say| whole_match(say, false));
    let proven = |it: &Vec<Option<player::Grounds>>| it[0] == Some(player::Grounds::Proven);
    assert!(
        proven(&ended[0].grounds[4]),
        "the third move of x has five cells left"
    );
}

#[test]
fn one_match_at_a_time_and_only_its_own_messages() {
    let clock = Skipping::new();
    let nim = sheet("nim");
    let (ended, _) = with_service(&random, &clock, |say| {
        for text in ["(PLAY m NIL)", "(STOP m NIL)", "(ABORT m)"] {
            assert_eq!(say(text), "busy");
        }
        assert_eq!(say(&start("m", "first", &nim, "5 5")), "ready");
        for text in ["(PLAY n NIL)", "(STOP n NIL)", "(ABORT n)"] {
            assert_eq!(say(text), "busy");
        }
        assert_eq!(say(&start("n", "first", &nim, "5 5")), "busy");
        assert_eq!(say("(ping)"), "ready");
        assert_eq!(say(&format!("(PREVIEW ({nim}) 5)")), "ready");
        assert_eq!(say("(ABORT m)"), "aborted");
        assert_eq!(say(&start("n", "SECOND", &nim, "5 5")), "ready");
    });
    let ids: Vec<&str> = ended.iter().map(|it| it.id.as_str()).collect();
    // The second is given up when the service closes.
    assert_eq!(ids, ["m", "n"]);
    assert!(ended.iter().all(|it| it.aborted && it.rewards.is_none()));
}

#[test]
fn what_cannot_be_played_is_refused_and_forgotten() {
    let clock = Skipping::new();
    let nim = sheet("nim");
    let (ended, refused) = with_service(&random, &clock, |say| {
        assert_eq!(say(&start("a", "third", &nim, "5 5")), "busy");
        assert_eq!(say(&start("b", "first", "(role first)", "5 5")), "busy");
        assert_eq!(say(&start("c", "first", "", "5 5")), "busy");
        assert_eq!(say("(INFO)"), "( ( name tested ) ( status available ) )");
        assert_eq!(say(&start("d", "first", &nim, "5 5")), "ready");
        assert_eq!(say("(STOP d NIL)"), "done");
    });
    assert_eq!((ended.len(), refused.len()), (1, 3));
    assert_eq!(refused[0], "the game has no role third");
}

#[test]
fn a_server_that_crashed_blocks_nobody_for_long() {
    let clock = Skipping::new();
    let nim = sheet("nim");
    let (ended, _) = with_service(&random, &clock, |say| {
        assert_eq!(say(&start("lost", "first", &nim, "5 7")), "ready");
        clock.skip(10);
        assert_eq!(say(&start("next", "first", &nim, "5 5")), "busy");
        clock.skip(8);
        assert_eq!(say("(INFO)"), "( ( name tested ) ( status available ) )");
        // It may still come back.
        assert_ne!(say("(PLAY lost NIL)"), "busy");
        clock.skip(18);
        assert_eq!(say(&start("next", "first", &nim, "5 5")), "ready");
        assert_eq!(say("(PLAY lost NIL)"), "busy");
        assert_ne!(say("(PLAY next NIL)"), "busy");
        assert_eq!(say("(STOP next NIL)"), "done");
    });
    assert_eq!((ended[0].id.as_str(), ended[0].aborted), ("lost", true));
    assert_eq!((ended[1].id.as_str(), ended[1].aborted), ("next", false));
}

#[test]
fn a_legal_move_is_made_in_time_whatever_the_player_does() {
    for fault in [Fault::Stuck, Fault::Crash] {
        let clock = Skipping::new();
        let maker = || Faulty::boxed(fault);
        let (ended, _) = with_service(&maker, &clock, |say| {
            let begun = Instant::now();
            assert_eq!(say(&start("m", "x", &sheet("tic-tac-toe"), "1 1")), "ready");
            assert!(say("(PLAY m NIL)").starts_with("(mark "));
            assert!(begun.elapsed() < Duration::from_millis(1950));
            assert_eq!(say("(PLAY m ((mark 1 1) noop))"), "noop");
            assert!(say("(PLAY m (noop (mark 2 2)))").starts_with("(mark "));
            assert_eq!(say("(ABORT m)"), "aborted");
        });
        // The server did not tell whether it took the third.
        assert_eq!(ended[0].slip_count(0), 2);
    }
}

#[test]
fn info_is_answered_and_a_match_aborted_while_it_thinks() {
    let clock = Skipping::new();
    let maker = || Faulty::boxed(Fault::Stuck);
    let tell = |_: Told<'_>| {};
    let service = Service::new("tested", &maker, &clock, 1, &tell);
    let say = |text: &str| {
        let message = Message::parse(text.as_bytes()).unwrap();
        service.answer(message, clock.now()).to_string()
    };
    assert_eq!(
        say(&start("m", "x", &sheet("tic-tac-toe"), "1 20")),
        "ready"
    );
    std::thread::scope(|scope| {
        let thinking = scope.spawn(|| say("(PLAY m NIL)"));
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        assert_eq!(say("(INFO)"), "( ( name tested ) ( status busy ) )");
        assert_eq!(say("(PLAY m NIL)"), "busy");
        assert_eq!(say("(ABORT m)"), "aborted");
        assert_eq!(say("(INFO)"), "( ( name tested ) ( status available ) )");
        assert!(begun.elapsed() < Duration::from_millis(500));
        // Who waits for the move is not left alone either.
        assert!(thinking.join().unwrap().starts_with("(mark "));
        assert!(begun.elapsed() < Duration::from_secs(8));
    });
}

#[test]
fn moves_that_cannot_be_made_end_nothing() {
    let clock = Skipping::new();
    let (ended, _) = with_service(&random, &clock, |say| {
        assert_eq!(say(&start("m", "x", &sheet("tic-tac-toe"), "5 1")), "ready");
        assert!(say("(PLAY m NIL)").starts_with("(mark "));
        // Neither player can follow; the server makes a move of its own.
        assert_eq!(say("(PLAY m ((mark 7 7) noop))"), "nil");
        assert_eq!(say("(PLAY m (a b c d))"), "nil");
        assert_eq!(say("(STOP m (x))"), "done");
        assert_eq!(say(&start("n", "x", &sheet("tic-tac-toe"), "5 1")), "ready");
        assert!(say("(PLAY n ())").starts_with("(mark "));
    });
    assert_eq!(ended[0].moves.len(), 0);
}
