//! Random playouts of known games: what they must show.

use game::{Fault, Playable, RoleId, Stop, StopReason};
use ground::{GroundGame, PlayoutError, Playouts, Statistics};
use testkit::{ground_game, library_rules, load};

fn game(text: &str) -> GroundGame {
    ground_game(&load(text))
}

fn library_game(name: &str) -> GroundGame {
    ground_game(&library_rules(name, &[]))
}

fn playouts(count: u64, threads: usize) -> Playouts {
    Playouts {
        count,
        seed: 1,
        max_length: 1000,
        threads,
        stop: Stop::new(),
    }
}

fn share(count: u64, statistics: &Statistics) -> f64 {
    count as f64 / statistics.finished as f64
}

#[test]
fn tic_tac_toe_at_random_is_won_as_often_as_it_should_be() {
    // With all moves equally likely the first role wins 737/1260 of the games
    // and the second 121/420; the other 8/63 are draws.
    let statistics = playouts(200_000, 1)
        .run(&library_game("tic-tac-toe"))
        .unwrap();
    assert_eq!(statistics.finished, 200_000);
    assert!((share(statistics.wins[0], &statistics) - 737.0 / 1260.0).abs() < 0.005);
    assert!((share(statistics.wins[1], &statistics) - 121.0 / 420.0).abs() < 0.005);
    // Every state of a playout except the last is followed by a move.
    assert_eq!(statistics.states, statistics.moves + statistics.finished);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for name in ["tic-tac-toe", "nim", "three-player-nim", "dots-and-boxes"] {
        let game = library_game(name);
        let one = playouts(5000, 1).run(&game).unwrap();
        assert_eq!(one, playouts(5000, 3).run(&game).unwrap(), "{name}");
        let mut other = playouts(5000, 1);
        other.seed = 2;
        assert_ne!(one, other.run(&game).unwrap(), "{name}");
    }
}

#[test]
fn the_first_playout_can_be_seen_alone() {
    let game = library_game("tic-tac-toe");
    for seed in 1..20 {
        let mut playouts = playouts(1, 1);
        playouts.seed = seed;
        let all = playouts.run(&game).unwrap();
        let (moves, last) = playouts.first(&game).unwrap();
        assert_eq!(moves, all.moves);
        let mut simulator = ground::Simulator::new(game.clone());
        let Ok(ended) = simulator.is_terminal(&last);
        let Ok(goals) = simulator.goals(&last);
        let rewards = game::rewards_from_goals(&goals).unwrap();
        let first = rewards.iter().next().unwrap();
        assert!(ended && first.half_points() == all.half_points[0]);
    }
}

#[test]
fn endless_games_are_given_up() {
    // Nothing can end it.
    let game = game(
        "(role a) (init p) (legal a go) (<= (next p) (true p)) (<= terminal (not (true p)))
         (goal a 1)",
    );
    let statistics = playouts(100, 1).run(&game).unwrap();
    assert_eq!((statistics.finished, statistics.unfinished), (0, 100));
    assert_eq!(statistics.states, 100 * 1001);
}

#[test]
fn a_role_without_a_move_is_a_fault() {
    let game = game(
        "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (true p))
         (<= terminal (true end)) (<= (next end) (true end)) (goal a 1)",
    );
    let fault = PlayoutError::Fault {
        fault: Fault::NoLegalMove(RoleId::new(0)),
        state: "(q)".to_owned(),
    };
    assert_eq!(playouts(10, 1).run(&game), Err(fault));
}

#[test]
fn playouts_stop_when_asked_to() {
    let asked = playouts(u64::MAX / 2, 2);
    asked.stop.request(StopReason::Time);
    let stopped = asked.run(&library_game("nim"));
    assert_eq!(stopped, Err(PlayoutError::Stopped(StopReason::Time)));
}
