//! Two engines on the same game, move by move.
//!
//! In: two games that should be the same, and random numbers. Out: how far they
//! were compared; a difference is a panic that says what differs. Not here: how
//! the engines are made, and which games.

use std::time::Duration;

use game::{GoalValue, Playable};

use crate::{SplitMix64, Stopwatch};

/// How far a comparison goes.
#[derive(Clone, Copy, Debug)]
pub struct Lockstep {
    /// How many games are played.
    pub playouts: usize,
    /// Moves after which a game is given up.
    pub moves: usize,
    /// The CPU time after which to stop.
    pub time: Duration,
}

/// How far a comparison went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The games that were played to their end, or to the last move allowed.
    pub playouts: usize,
    /// The states that were compared.
    pub states: usize,
}

impl Lockstep {
    /// Plays the same random games on both. In every state the fluents, the
    /// end, the goals and, unless it is the end, the legal moves must agree; and
    /// its fluents must make that state again.
    ///
    /// # Errors
    ///
    /// When the first engine gives up: there is nothing to compare with then.
    ///
    /// # Panics
    ///
    /// When the two differ, or the second engine gives up.
    pub fn compare<A: Playable, B: Playable>(
        &self,
        name: &str,
        first: &mut A,
        second: &mut B,
    ) -> Result<Compared, A::Error> {
        assert_eq!(first.roles(), second.roles(), "{name}");
        let mut pair = Pair {
            name,
            first,
            second,
            random: SplitMix64::new(1),
            compared: Compared::default(),
            watch: Stopwatch::start(),
        };
        for _ in 0..self.playouts {
            if !pair.playout(self)? {
                break;
            }
            pair.compared.playouts += 1;
        }
        Ok(pair.compared)
    }
}

/// The same state on both.
type States<A, B> = (<A as Playable>::State, <B as Playable>::State);

struct Pair<'a, A, B> {
    name: &'a str,
    first: &'a mut A,
    second: &'a mut B,
    random: SplitMix64,
    compared: Compared,
    watch: Stopwatch,
}

impl<A: Playable, B: Playable> Pair<'_, A, B> {
    /// Plays one game; returns whether there was time for it.
    fn playout(&mut self, how: &Lockstep) -> Result<bool, A::Error> {
        let mut states = (self.first.initial()?, must(self.second.initial()));
        for _ in 0..how.moves {
            if self.watch.elapsed() > how.time {
                return Ok(false);
            }
            match self.step(&states)? {
                Some(next) => states = next,
                None => return Ok(true),
            }
        }
        Ok(true)
    }

    /// Compares a state, and makes a move unless the game ends there.
    fn step(&mut self, (a, b): &States<A, B>) -> Result<Option<States<A, B>>, A::Error> {
        let (name, first, second) = (self.name, &mut *self.first, &mut *self.second);
        self.compared.states += 1;
        let (fluents, text) = (first.fluents(a), first.state_text(a));
        assert_eq!(fluents, second.fluents(b), "{name}");
        let is_again = (first.state_of(&fluents).as_ref() == Some(a))
            && second.state_of(&fluents).as_ref() == Some(b);
        assert!(is_again, "{name}: the state with the fluents of {text}");
        let ended = first.is_terminal(a)?;
        assert_eq!(
            ended,
            must(second.is_terminal(b)),
            "{name}: the end of {text}"
        );
        let goals = [first.goals(a)?, must(second.goals(b))].map(sorted_goals);
        assert_eq!(goals[0], goals[1], "{name}: the goals of {text}");
        if ended {
            return Ok(None);
        }
        let (legal, other) = (first.legal_moves(a)?, must(second.legal_moves(b)));
        let (texts, others) = (texts(first, &legal), self::texts(second, &other));
        assert_eq!(texts, others, "{name}: the legal moves of {text}");
        if legal.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let chosen = legal.iter().map(|list| self.random.below(list.len()));
        let chosen: Vec<usize> = chosen.collect();
        let a = first.successor(a, &joint(&legal, &chosen))?;
        let b = must(second.successor(b, &joint(&other, &chosen)));
        Ok(Some((a, b)))
    }
}

fn must<T, E: std::error::Error>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("the second engine gives up: {error}"))
}

fn joint<M: Clone>(legal: &[Vec<M>], chosen: &[usize]) -> Vec<M> {
    let moves = legal.iter().zip(chosen);
    moves.map(|(list, &place)| list[place].clone()).collect()
}

fn texts<G: Playable>(game: &G, legal: &[Vec<G::Move>]) -> Vec<Vec<String>> {
    let texts = |list: &Vec<G::Move>| list.iter().map(|mov| game.move_text(mov)).collect();
    legal.iter().map(texts).collect()
}

/// Goals as sorted texts: the engines may find them in different orders.
pub fn sorted_goals(goals: Vec<Vec<GoalValue>>) -> Vec<Vec<String>> {
    let texts = |values: Vec<GoalValue>| {
        let mut texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    goals.into_iter().map(texts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Play;

    const SHEET: &str = "
        (role r) (init (n 1)) (succ 1 2) (succ 2 3)
        (legal r go) (legal r stay)
        (<= (next (n ?m)) (does r go) (true (n ?n)) (succ ?n ?m))
        (<= (next (n ?n)) (does r stay) (true (n ?n)))
        (<= terminal (true (n 3)))
        (<= (goal r 100) (true (n 3))) (<= (goal r 0) (not (true (n 3))))";

    fn compare(other: &str) -> Compared {
        let how = Lockstep {
            playouts: 20,
            moves: 50,
            time: Duration::from_secs(60),
        };
        let [mut first, mut second] = [SHEET, other].map(|sheet| Play::start(sheet).interpreter);
        let compared = how.compare("test", &mut first, &mut second);
        compared.unwrap()
    }

    #[test]
    fn a_game_agrees_with_itself() {
        let compared = compare(SHEET);
        assert_eq!(compared.playouts, 20);
        assert!(compared.states > 60);
    }

    #[test]
    #[should_panic(expected = "the legal moves of ((n 2))")]
    fn another_move_is_noticed() {
        compare(&SHEET.replace("(legal r stay)", "(<= (legal r stay) (true (n 1)))"));
    }

    #[test]
    #[should_panic(expected = "the goals of ((n 3))")]
    fn another_goal_is_noticed() {
        compare(&SHEET.replace("100", "90"));
    }

    #[test]
    #[should_panic(expected = "the end of ((n 2))")]
    fn another_end_is_noticed() {
        compare(&SHEET.replace("(<= terminal (true (n 3)))", "(<= terminal (true (n 2)))"));
    }

    #[test]
    #[should_panic(expected = "test")]
    fn another_successor_is_noticed() {
        compare(&SHEET.replace("(succ 2 3)", "(succ 2 1) (n 3)"));
    }
}
