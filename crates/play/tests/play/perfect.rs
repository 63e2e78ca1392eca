//! Perfect play never loses value: against random and greedy opponents, from every
//! role, on cyclic games too; and won games are won in time.

use std::cmp::Ordering;

use game::{GoalValue, Model, Playable, RoleId, Value};
use ground::Simulator;
use play::{Position, SolvedGame, choose};
use table::solution::Outcome;
use testkit::SplitMix64;

use super::{simulator, solved};

/// The rewards of each game are opposed, so that the value is what a role can
/// force against everybody.
const GAMES: [(&str, &[&str]); 10] = [
    ("tic-tac-toe", &[]),
    ("nim", &[]),
    ("connect-four", &["width=4", "height=4"]),
    ("clobber", &[]),
    ("chomp", &[]),
    ("kayles", &[]),
    ("domineering", &[]),
    ("dots-and-boxes", &[]),
    ("mu-torere", &[]),
    ("chess-endgame", &["size=4"]),
];

/// Games in all: each opponent from each of two roles on each of ten games.
const GAMES_IN_ALL: usize = 10_000;

/// Moves after which play is assumed to go on for ever.
const MAX_MOVES: usize = 120;

#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    Greedy,
}

impl Opponent {
    /// The place of its move. The greedy one takes the most that it gets at once.
    fn choose(self, game: &mut Simulator, position: &Position, random: &mut SplitMix64) -> usize {
        let all: Vec<usize> = (0..position.moves.len()).collect();
        let (Opponent::Greedy, Some(mover)) = (self, position.mover) else {
            return *random.pick(&all);
        };
        let mut gain = |&at: &usize| {
            let Ok(goals) = game.goals(position.moves[at].next.bits().unwrap());
            match goals[mover.index()].as_slice() {
                [GoalValue::Integer(points)] => *points,
                _ => -1,
            }
        };
        let gains: Vec<i32> = all.iter().map(&mut gain).collect();
        let most = gains.iter().max().copied();
        let best: Vec<usize> = all
            .into_iter()
            .filter(|&at| Some(gains[at]) == most)
            .collect();
        *random.pick(&best)
    }
}

/// What the perfect player was promised in the last position.
struct Promise {
    outcome: Outcome,
}

impl Promise {
    /// The next position must not be worth less; and if it is worth as much, a won
    /// end must be nearer.
    fn next(&mut self, role: RoleId, position: &Position) {
        let outcome = position.outcome.clone().unwrap();
        let (Value::Rewards(before), Value::Rewards(after)) = (&self.outcome.value, &outcome.value)
        else {
            panic!("all values are rewards");
        };
        match Model::Difference.compare(role, after, before) {
            Ordering::Less => panic!("fell from {before} to {after}"),
            Ordering::Equal if before.leader() == Some(role) => {
                assert!(
                    outcome.distance < self.outcome.distance,
                    "no nearer to the win"
                );
            }
            _ => {}
        }
        self.outcome = outcome;
    }
}

fn play_one(solved: &SolvedGame, role: RoleId, opponent: Opponent, random: &mut SplitMix64) {
    let game = &mut simulator(solved);
    let mut position = {
        let start = solved.start().clone();
        solved.position(&start).unwrap()
    };
    let mut promise = Promise {
        outcome: position.outcome.clone().unwrap(),
    };
    for _ in 0..MAX_MOVES {
        if position.terminal {
            break;
        }
        let next = match position.mover {
            Some(mover) if mover != role => {
                let at = opponent.choose(game, &position, random);
                position.moves[at].next.clone()
            }
            _ => choose(solved, &position).unwrap().unwrap().next.clone(),
        };
        position = solved.position(&next).unwrap();
        promise.next(role, &position);
    }
    let Value::Rewards(rewards) = &promise.outcome.value else {
        panic!("all values are rewards");
    };
    assert!(
        position.terminal || rewards.leader().is_none(),
        "a win that does not come"
    );
}

#[test]
fn perfect_play_never_loses_value_and_wins_in_time() {
    let each = GAMES_IN_ALL / GAMES.len() / 4;
    let mut played = 0;
    for (name, settings) in GAMES {
        let (_folder, solved) = solved(name, settings);
        for role in RoleId::all(solved.roles().len()) {
            for opponent in [Opponent::Random, Opponent::Greedy] {
                let mut random = SplitMix64::new(7);
                for _ in 0..each {
                    play_one(&solved, role, opponent, &mut random);
                    played += 1;
                }
            }
        }
    }
    assert_eq!(played, GAMES_IN_ALL);
}

#[test]
fn among_best_moves_the_one_with_most_losing_replies_is_taken() {
    let (_folder, solved) = solved("tic-tac-toe", &[]);
    let start = solved.start().clone();
    let position = solved.position(&start).unwrap();
    // All nine first moves draw. After a corner seven of eight replies lose.
    assert_eq!(position.best().count(), 9);
    let chosen = choose(&solved, &position).unwrap().unwrap();
    assert_eq!(chosen.text, "(mark 1 1)");
    let after = chosen.next.clone();
    assert_eq!(solved.position(&after).unwrap().mistakes(), (7, 8));
}
