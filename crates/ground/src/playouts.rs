//! Random playouts, 64 games side by side in each thread.
//!
//! In: a [`GroundGame`], a number and a seed. Out: [`Statistics`]. Each playout
//! has its own random numbers, drawn from the seed and its number, so the
//! result does not depend on how the work is divided.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use ::game::{Draws, Fault, RoleId, Stop, StopReason};
use thiserror::Error;

use crate::game::GroundGame;
use crate::machine::{Lanes, Machine};
use crate::side_by_side::{SideBySide, bits};
use crate::state::BitState;

/// Games that are played side by side.
const LANES: usize = SideBySide::GAMES;

/// Playouts that a thread takes at a time.
const CHUNK_PLAYOUTS: u64 = 1024;

/// How many playouts to play, and how.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// How many games.
    pub count: u64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Moves after which a game is given up.
    pub max_length: u64,
    /// The number of threads.
    pub threads: usize,
    /// Asked now and then whether to stop.
    pub stop: Stop,
}

/// What playouts show; all sums, so that parts can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The games that came to an end.
    pub finished: u64,
    /// The games that were given up.
    pub unfinished: u64,
    /// The states that were seen.
    pub states: u64,
    /// The moves of the games that came to an end.
    pub moves: u64,
    /// The legal joint moves of all states that are not terminal.
    pub choices: u64,
    /// The total reward of each role, in half points.
    pub half_points: Vec<i64>,
    /// How often each role got more than every other.
    pub wins: Vec<u64>,
}

/// Why playouts ended early.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayoutError {
    /// The game breaks the rules for games in a state that was reached.
    #[error("the game is ill-formed")]
    Fault {
        /// What is wrong.
        fault: Fault,
        /// The state, in KIF.
        state: String,
    },
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}

impl Statistics {
    fn add(&mut self, other: &Statistics) {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.states += other.states;
        self.moves += other.moves;
        self.choices += other.choices;
        for (sum, part) in self.half_points.iter_mut().zip(&other.half_points) {
            *sum += part;
        }
        for (sum, part) in self.wins.iter_mut().zip(&other.wins) {
            *sum += part;
        }
    }
}

impl Playouts {
    /// Plays the games.
    ///
    /// # Errors
    ///
    /// As [`PlayoutError`] says; which of several faults is reported is not
    /// fixed.
    pub fn run(&self, game: &GroundGame) -> Result<Statistics, PlayoutError> {
        let machine = Machine::new(game);
        let next_chunk = AtomicU64::new(0);
        let results: Vec<Result<Statistics, PlayoutError>> = thread::scope(|scope| {
            let worker = || RunningGames::new(self, game, machine.clone()).work(&next_chunk);
            // Where the system has no thread to give, the others do its work.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, worker).ok();
            let threads: Vec<_> = (1..self.threads).map_while(spawn).collect();
            let own = worker();
            let others = threads.into_iter().map(|thread| thread.join());
            let others = others
                .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            [own].into_iter().chain(others).collect()
        });
        let mut total = Statistics::empty(game);
        for result in results {
            total.add(&result?);
        }
        Ok(total)
    }

    /// Plays the first of the games alone: how many moves it has, and its last state.
    ///
    /// # Errors
    ///
    /// As [`run`](Playouts::run).
    pub fn first(&self, game: &GroundGame) -> Result<(u64, BitState), PlayoutError> {
        let mut games = RunningGames::new(self, game, Machine::new(game));
        games.waiting = 0..1;
        games.seat(Lanes::MAX);
        let mut last = (0, games.games.state(0));
        while let Some(seat) = &games.seats[0] {
            last = (seat.length, games.games.state(0));
            games.round()?;
        }
        Ok(last)
    }
}

impl Statistics {
    fn empty(game: &GroundGame) -> Self {
        Statistics {
            half_points: vec![0; game.roles().len()],
            wins: vec![0; game.roles().len()],
            ..Statistics::default()
        }
    }
}

/// One game of the 64.
#[derive(Clone, Debug)]
struct Seat {
    draws: Draws,
    length: u64,
}

impl Seat {
    fn new(seed: u64, number: u64) -> Self {
        let mut own = Draws::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // Mixed once more: neighbouring seeds would give similar numbers.
        let draws = Draws::new(own.draw());
        Seat { draws, length: 0 }
    }
}

/// 64 games in progress.
struct RunningGames<'a> {
    playouts: &'a Playouts,
    games: SideBySide<'a>,
    seats: [Option<Seat>; LANES],
    /// The playouts still to be begun.
    waiting: std::ops::Range<u64>,
    statistics: Statistics,
    /// The rewards of a game that has ended.
    rewards: Vec<i64>,
}

impl<'a> RunningGames<'a> {
    fn new(playouts: &'a Playouts, game: &'a GroundGame, machine: Machine) -> Self {
        RunningGames {
            playouts,
            games: SideBySide::on(game, machine),
            seats: [const { None }; LANES],
            waiting: 0..0,
            statistics: Statistics::empty(game),
            rewards: vec![0; game.roles().len()],
        }
    }

    fn work(mut self, next_chunk: &AtomicU64) -> Result<Statistics, PlayoutError> {
        loop {
            let start = next_chunk.fetch_add(CHUNK_PLAYOUTS, Ordering::Relaxed);
            if start >= self.playouts.count {
                return Ok(self.statistics);
            }
            self.waiting = start..(start + CHUNK_PLAYOUTS).min(self.playouts.count);
            self.seat(Lanes::MAX);
            while self.seats.iter().any(Option::is_some) {
                self.round()?;
            }
        }
    }

    /// Begins a new game in each of these seats, while playouts are waiting.
    fn seat(&mut self, free: Lanes) {
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if free >> number & 1 == 1 {
                let next = self.waiting.next();
                *seat = next.map(|number| Seat::new(self.playouts.seed, number));
            }
        }
        self.games.begin(free);
    }

    /// Plays one move in every game, or ends it.
    fn round(&mut self) -> Result<(), PlayoutError> {
        if let Some(reason) = self.playouts.stop.requested() {
            return Err(PlayoutError::Stopped(reason));
        }
        self.games.look();
        let playing = self.seats.iter().enumerate();
        let playing: Lanes = playing
            .map(|(number, seat)| Lanes::from(seat.is_some()) << number)
            .sum();
        let ended = self.games.ended() & playing;
        let too_long = self.too_long() & playing & !ended;
        self.statistics.states += u64::from(playing.count_ones());
        self.statistics.unfinished += u64::from(too_long.count_ones());
        for number in bits(ended) {
            self.finish(number)?;
        }
        self.choose(playing & !ended & !too_long)?;
        self.games.step();
        self.seat(ended | too_long);
        Ok(())
    }

    fn too_long(&self) -> Lanes {
        let seats = self.seats.iter().enumerate();
        let long = |seat: &Seat| seat.length >= self.playouts.max_length;
        seats
            .map(|(number, seat)| Lanes::from(seat.as_ref().is_some_and(long)) << number)
            .sum()
    }

    fn finish(&mut self, number: usize) -> Result<(), PlayoutError> {
        if let Err(fault) = self.games.rewards(number, &mut self.rewards) {
            return Err(self.fault(number, fault));
        }
        let length = self.seats[number].as_ref().map_or(0, |seat| seat.length);
        self.statistics.finished += 1;
        self.statistics.moves += length;
        let mut sums = self.statistics.half_points.iter_mut();
        self.rewards
            .iter()
            .for_each(|&it| *sums.next().expect("a sum for each role") += it);
        let best = self.rewards.iter().max().copied();
        let mut ahead = (0..self.rewards.len()).filter(|&role| Some(self.rewards[role]) == best);
        if let (Some(winner), None) = (ahead.next(), ahead.next()) {
            self.statistics.wins[winner] += 1;
        }
        Ok(())
    }

    /// Makes a random joint move in each of these games.
    fn choose(&mut self, playing: Lanes) -> Result<(), PlayoutError> {
        let listed = self.games.list(playing);
        listed.map_err(|(number, fault)| self.fault(number, fault))?;
        for number in bits(playing) {
            let seat = self.seats[number]
                .as_mut()
                .expect("only seats in play are chosen for");
            let mut joint_moves = 1u64;
            for role in RoleId::all(self.rewards.len()) {
                let moves = self.games.legal(number, role);
                joint_moves = joint_moves.saturating_mul(moves.len() as u64);
                let mov = moves[seat.draws.below(moves.len())];
                self.games.make(number, mov);
            }
            self.statistics.choices += joint_moves;
            seat.length += 1;
        }
        Ok(())
    }

    fn fault(&self, number: usize, fault: Fault) -> PlayoutError {
        let state = self.games.state(number);
        PlayoutError::Fault {
            fault,
            state: self.games.game().state_text(&state),
        }
    }
}
