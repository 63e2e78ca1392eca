//! Conducts a match, as servers of the field do: who is late or makes no legal move gets
//! a random one.

use std::thread;
use std::time::Duration;

use game::{Clock, Draws, RoleId, Stop, StopReason};
use gdl::Rules;
use ggp::AskError;
use play::{PlayError, Referee, State, Turn};
use thiserror::Error;

use crate::margin::{patient, time};
use crate::record::fluents;
use crate::worker::Time;
use crate::{Chosen, Player, PlayerError, Record, Seat, Slip, Worker};

/// How long players are waited for after the end.
const FAREWELL: Duration = Duration::from_millis(1500);

/// Who takes part.
pub struct Entrant {
    /// What to call it.
    pub name: String,
    /// The player.
    pub player: Box<dyn Player>,
    /// Whether it keeps its clock itself, elsewhere.
    pub is_remote: bool,
}

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Its name.
    pub id: String,
    /// Time until the first turn.
    pub start_clock: Duration,
    /// Time for each move.
    pub play_clock: Duration,
    /// Where random numbers begin, those of the players too.
    pub seed: u64,
    /// Moves after which it is given up.
    pub max_length: usize,
}

/// Why a match cannot be conducted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConductError {
    /// The rules cannot be played by.
    #[error(transparent)]
    Rules(#[from] PlayError),
    /// A player on this machine cannot play.
    #[error("{name} cannot play: {source}")]
    Player {
        /// Which one.
        name: String,
        /// Why.
        source: Box<PlayerError>,
    },
    /// There are too few players, or too many.
    #[error("the game is one of {0} roles")]
    Players(usize),
    /// The system allows no thread.
    #[error("the system allows no thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}

/// Conducts a match; `entrants` are in role order.
///
/// # Errors
///
/// [`ConductError`] if it cannot be begun, or not be brought to its end. A player that
/// is elsewhere, and late or gone, is no reason.
pub fn conduct(
    referee: &Referee,
    entrants: Vec<Entrant>,
    terms: &Terms,
    clock: &dyn Clock,
    stop: &Stop,
) -> Result<Record, ConductError> {
    if entrants.len() != referee.roles().len() {
        return Err(ConductError::Players(referee.roles().len()));
    }
    let mut running = Match::new(referee, entrants, terms, clock)?;
    running.start(referee.rules())?;
    let mut state = running.state.clone();
    loop {
        if let Some(reason) = stop.requested() {
            return Err(ConductError::Stopped(reason));
        }
        let legal = match referee.turn(&state)? {
            Turn::Over(rewards) => {
                running.record.rewards = Some(rewards);
                break;
            }
            Turn::Open(legal) => legal,
        };
        if running.record.moves.len() >= terms.max_length {
            running.record.aborted = true;
            break;
        }
        let joint = running.turn(&legal)?;
        state = referee.after_joint(&state, &joint)?;
        running.reached(joint, &state);
    }
    Ok(running.finish())
}

struct Match<'a> {
    referee: &'a Referee,
    clock: &'a dyn Clock,
    terms: &'a Terms,
    players: Vec<Sitting>,
    draws: Draws,
    state: State,
    record: Record,
}

/// A player at the match.
struct Sitting {
    name: String,
    worker: Worker,
    is_remote: bool,
}

impl<'a> Match<'a> {
    fn new(
        referee: &'a Referee,
        entrants: Vec<Entrant>,
        terms: &'a Terms,
        clock: &'a dyn Clock,
    ) -> Result<Self, ConductError> {
        let state = referee.initial()?;
        let sitting = |it: Entrant| {
            Ok::<_, std::io::Error>(Sitting {
                name: it.name,
                worker: Worker::new(it.player)?,
                is_remote: it.is_remote,
            })
        };
        let players: Result<Vec<Sitting>, _> = entrants.into_iter().map(sitting).collect();
        let players = players?;
        let clocks = [terms.start_clock, terms.play_clock];
        let record = Record {
            roles: referee.roles().to_vec(),
            players: players.iter().map(|it| it.name.clone()).collect(),
            states: vec![fluents(referee, &state)],
            ..Record::begun(terms.id.clone(), clock.date_millis(), clocks)
        };
        Ok(Match {
            referee,
            clock,
            terms,
            players,
            draws: Draws::new(terms.seed),
            state,
            record,
        })
    }

    fn start(&mut self, rules: &Rules) -> Result<(), ConductError> {
        let seat = |role: usize| Seat {
            id: self.terms.id.clone(),
            rules: rules.clone(),
            roles: self.record.roles.clone(),
            role: RoleId::new(role),
            start_clock: self.terms.start_clock,
            play_clock: self.terms.play_clock,
            seed: Draws::new(self.terms.seed.wrapping_add(1 + role as u64)).draw(),
        };
        let clock = self.terms.start_clock;
        let answers = self.all(|role, it| it.worker.start(seat(role), it.time(clock)));
        let mut slips = Vec::new();
        for (player, answer) in self.players.iter().zip(answers) {
            slips.push(match answer {
                Some(Ok(())) => None,
                None => Some(Slip::Late),
                Some(Err(error)) => Some(player.slip(error)?),
            });
        }
        self.record.slips.push(slips);
        Ok(())
    }

    /// The moves of all: each its own, or a random one.
    fn turn(&mut self, legal: &[Vec<String>]) -> Result<Vec<String>, ConductError> {
        let clock = self.terms.play_clock;
        let answers = self.all(|_, it| it.worker.choose(it.time(clock)));
        let (mut joint, mut slips, mut grounds) = (Vec::new(), Vec::new(), Vec::new());
        for ((player, answer), own) in self.players.iter().zip(answers).zip(legal) {
            let found: Result<Chosen, Slip> = match answer {
                Some(Ok(chosen)) if own.contains(&chosen.text) => Ok(chosen),
                Some(Ok(chosen)) => Err(Slip::Illegal(chosen.text)),
                Some(Err(error)) => Err(player.slip(error)?),
                None => Err(Slip::Late),
            };
            let (text, ground, slip) = match found {
                Ok(chosen) => (chosen.text, Some(chosen.grounds), None),
                Err(slip) => {
                    let place = self.draws.below(own.len());
                    (own[place].clone(), None, Some(slip))
                }
            };
            joint.push(text);
            grounds.push(ground);
            slips.push(slip);
        }
        self.record.slips.push(slips);
        self.record.grounds.push(grounds);
        Ok(joint)
    }

    fn reached(&mut self, joint: Vec<String>, state: &State) {
        for player in &self.players {
            player.worker.told(&joint);
        }
        self.record.moves.push(joint);
        self.record.states.push(fluents(self.referee, state));
        self.record.times.push(self.clock.date_millis());
    }

    /// Asks all players at the same time.
    fn all<T: Send>(&self, ask: impl Fn(usize, &Sitting) -> T + Sync) -> Vec<T> {
        let ask = &ask;
        thread::scope(|scope| {
            let numbered = self.players.iter().enumerate();
            let asked: Vec<_> = numbered
                .map(|(role, it)| scope.spawn(move || ask(role, it)))
                .collect();
            let answers = asked.into_iter().map(|it| it.join());
            answers
                .map(|it| it.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn finish(self) -> Record {
        thread::scope(|scope| {
            for player in self.players {
                scope.spawn(move || player.worker.finish(FAREWELL));
            }
        });
        self.record
    }
}

impl Sitting {
    fn time(&self, clock: Duration) -> Time {
        match self.is_remote {
            true => patient(clock),
            false => time(clock, Duration::ZERO),
        }
    }

    /// What went wrong, if that is for the record.
    fn slip(&self, error: PlayerError) -> Result<Slip, ConductError> {
        match error {
            PlayerError::Ask(AskError::Late) => Ok(Slip::Late),
            PlayerError::Ask(_) | PlayerError::Crashed => Ok(Slip::Gone),
            PlayerError::NoMove(text) => Ok(Slip::Illegal(text)),
            source => Err(ConductError::Player {
                name: self.name.clone(),
                source: Box::new(source),
            }),
        }
    }
}
