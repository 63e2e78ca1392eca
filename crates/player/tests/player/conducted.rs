//! Matches between players here and elsewhere.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use game::{Rewards, RoleId, Stop, StopReason};
use ggp::Limits;
use ground::Budget;
use host::SystemClock;
use play::Referee;
use player::{
    Entrant, Greedy, Means, Perfect, Player, Random, Record, Remote, Service, Slip, SolutionSource,
    Terms, Told, Who, conduct,
};

use crate::{Fault, Faulty, rules, sheet};

fn referee(text: &str) -> Referee {
    Referee::new(rules(text), &Budget::new(Stop::new())).unwrap()
}

fn terms(seed: u64, millis: u64) -> Terms {
    Terms {
        id: format!("m{seed}"),
        start_clock: Duration::from_secs(20),
        play_clock: Duration::from_millis(millis),
        seed,
        max_length: 1000,
    }
}

fn entrant(player: Box<dyn Player>) -> Entrant {
    Entrant {
        name: "tested".to_owned(),
        player,
        is_remote: false,
    }
}

fn conducted(text: &str, players: Vec<Entrant>, terms: &Terms) -> Record {
    let clock = SystemClock::start();
    conduct(&referee(text), players, terms, &clock, &Stop::new()).unwrap()
}

#[test]
fn perfect_play_never_gets_less_than_the_value() {
    let folder = tempfile::tempdir().unwrap();
    let perfect = || {
        let source = SolutionSource::Solve(folder.path().to_owned());
        entrant(Box::new(Perfect::new(source, solver::Limits::default())))
    };
    for seed in 0..4 {
        let other = || entrant(Box::new(Random::new()));
        let (players, own) = match seed % 2 {
            0 => (vec![perfect(), other()], 0),
            _ => (vec![other(), perfect()], 1),
        };
        let record = conducted(&sheet("tic-tac-toe"), players, &terms(seed, 2000));
        let rewards = record.rewards.unwrap();
        assert!(rewards[RoleId::new(own)].half_points() >= 100, "{rewards}");
        assert_eq!(record.slips.len(), record.states.len());
        assert_eq!(record.moves.len() + 1, record.states.len());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn greedy_takes_a_win_that_is_there() {
    let text = "(role a) (init (at 0)) (succ 0 1) (succ 1 2) (succ 0 2)
        (<= (legal a (go ?y)) (true (at ?x)) (succ ?x ?y))
        (<= (next (at ?y)) (does a (go ?y)))
        (<= terminal (true (at 2))) (<= terminal (true (at 1)))
        (<= (goal a 100) (true (at 2))) (<= (goal a 0) (not (true (at 2))))";
    for seed in 0..5 {
        let record = conducted(
            text,
            vec![entrant(Box::new(Greedy::new()))],
            &terms(seed, 1000),
        );
        assert_eq!(record.rewards, Some(Rewards::from_points(&[100])));
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let play = |seed| {
        let players = vec![
            entrant(Box::new(Random::new())),
            entrant(Box::new(Greedy::new())),
        ];
        conducted(&sheet("tic-tac-toe"), players, &terms(seed, 5000)).moves
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn who_fails_gets_a_random_move_and_it_is_recorded() {
    for (fault, expected) in [
        (Fault::Illegal, Slip::Illegal("(no such move)".to_owned())),
        (Fault::Crash, Slip::Gone),
    ] {
        let players = vec![
            entrant(Faulty::boxed(fault)),
            entrant(Box::new(Random::new())),
        ];
        let record = conducted(&sheet("tic-tac-toe"), players, &terms(1, 5000));
        assert!(record.rewards.is_some());
        let slips = &record.slips[1..];
        assert!(
            slips
                .iter()
                .all(|it| it[0].as_ref() == Some(&expected) && it[1].is_none())
        );
    }
    let mut short = terms(1, 40);
    short.start_clock = Duration::from_millis(40);
    let players = vec![
        entrant(Faulty::boxed(Fault::Stuck)),
        entrant(Box::new(Random::new())),
    ];
    let record = conducted(&sheet("nim"), players, &short);
    assert!(record.slips.iter().all(|it| it[0] == Some(Slip::Late)));
}

#[test]
fn a_match_that_goes_on_for_ever_is_given_up() {
    let text = "(role a) (init (on)) (legal a wait) (<= (next (on)) (true (on)))
        (<= terminal (not (true (on)))) (goal a 0)";
    let mut terms = terms(1, 1000);
    terms.max_length = 7;
    let record = conducted(text, vec![entrant(Box::new(Random::new()))], &terms);
    assert_eq!((record.moves.len(), record.aborted), (7, true));
    assert_eq!(record.rewards, None);
}

#[test]
fn a_player_elsewhere_is_met_over_the_protocol() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let clock = SystemClock::start();
    let stop = Stop::new();
    let maker = || -> Box<dyn Player> { Box::new(Random::new()) };
    let ended = std::sync::Mutex::new(Vec::new());
    let tell = |told: Told<'_>| {
        if let Told::Ends { rules, mut record } = told {
            record.replay(rules).unwrap();
            ended.lock().unwrap().push(*record);
        }
    };
    let service = Service::new("served", &maker, &clock, 1, &tell);
    let conducted: Vec<Record> = std::thread::scope(|scope| {
        scope.spawn(|| ggp::serve(&listener, &Limits::default(), &clock, &stop, &service));
        let remote = || Entrant {
            name: "elsewhere".to_owned(),
            player: Box::new(Remote::new(address.clone(), Arc::new(clock))),
            is_remote: true,
        };
        // Several matches, one after the other.
        let records = (0..5).map(|seed| {
            let players = vec![remote(), entrant(Box::new(Random::new()))];
            conducted(&sheet("tic-tac-toe"), players, &terms(seed, 3000))
        });
        let records = records.collect();
        stop.request(StopReason::Enough);
        records
    });
    let ended = ended.into_inner().unwrap();
    assert_eq!(ended.len(), conducted.len());
    for (own, other) in conducted.iter().zip(&ended) {
        assert!(
            own.slips.iter().flatten().all(Option::is_none),
            "{:?}",
            own.slips
        );
        assert_eq!((&own.moves, &own.rewards), (&other.moves, &other.rewards));
    }
}

#[test]
fn nobody_at_an_address_is_recorded_as_such() {
    let clock = SystemClock::start();
    let means = Means {
        limits: solver::Limits::default(),
        folder: std::env::temp_dir(),
        clock: Arc::new(clock),
    };
    let who: Who = "http://127.0.0.1:1".parse().unwrap();
    let players = vec![Entrant {
        name: who.to_string(),
        player: who.player(&means),
        is_remote: who.is_remote(),
    }];
    let text = "(role a) (init (on)) (legal a wait) (legal a go) (<= (next (off)) (true (on)))
        (<= terminal (true (off))) (goal a 5)";
    let record = conducted(text, players, &terms(1, 1000));
    assert!(record.slips.iter().all(|it| it[0] == Some(Slip::Gone)));
    assert_eq!(record.rewards, Some(Rewards::from_points(&[5])));
}
