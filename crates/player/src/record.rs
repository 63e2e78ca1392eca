//! A match as it was played.

use std::time::Duration;

use game::{Rewards, Stop};
use gdl::Rules;
use play::{Referee, State, Turn};

use crate::{Grounds, PlayerError};

/// Why a player's own move was not made: then a random one was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slip {
    /// It did not answer in time.
    Late,
    /// It answered something else than a legal move.
    Illegal(String),
    /// It could not be asked, or crashed.
    Gone,
}

/// A match as it was played.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name.
    pub id: String,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// The time until the first turn.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// Who played, in role order; empty where that is not known.
    pub players: Vec<String>,
    /// The states from the first on, each as its fluents in KIF.
    pub states: Vec<Vec<String>>,
    /// When each state was reached, in milliseconds since 1970.
    pub times: Vec<u64>,
    /// The joint moves, each in role order.
    pub moves: Vec<Vec<String>>,
    /// What went wrong at the start, and then with each joint move: for each role.
    pub slips: Vec<Vec<Option<Slip>>>,
    /// Why each move was chosen, where that is known.
    pub grounds: Vec<Vec<Option<Grounds>>>,
    /// The rewards, if it was played to its end.
    pub rewards: Option<Rewards>,
    /// Whether it was given up.
    pub aborted: bool,
}

impl Record {
    /// A match that begins now, in milliseconds since 1970, with its clocks for the start and
    /// for each move.
    pub(crate) fn begun(id: String, now: u64, [start_clock, play_clock]: [Duration; 2]) -> Self {
        Record {
            id,
            began: now,
            start_clock,
            play_clock,
            roles: Vec::new(),
            players: Vec::new(),
            states: Vec::new(),
            times: vec![now],
            moves: Vec::new(),
            slips: Vec::new(),
            grounds: Vec::new(),
            rewards: None,
            aborted: false,
        }
    }

    /// Plays recorded moves again, for the states between them; it ends early at a move
    /// that cannot be made.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Play`] if the rules cost too much.
    pub fn replay(&mut self, rules: &Rules) -> Result<(), PlayerError> {
        // The interpreter would take long for large rules, from the next match.
        let mut budget = ground::Budget::new(Stop::new());
        budget.instances = ground::AUTO_INSTANCES;
        let referee = Referee::new(rules.clone(), &budget)?;
        let mut state = referee.initial()?;
        self.states = vec![fluents(&referee, &state)];
        for (number, joint) in self.moves.iter().enumerate() {
            match referee.after_joint(&state, joint) {
                Ok(next) => state = next,
                Err(_) => {
                    self.moves.truncate(number);
                    break;
                }
            }
            self.states.push(fluents(&referee, &state));
        }
        if let Turn::Over(rewards) = referee.turn(&state)? {
            self.rewards = Some(rewards);
        }
        let (states, roles) = (self.states.len(), self.roles.len());
        self.times
            .resize(states, self.times.last().copied().unwrap_or(self.began));
        self.slips.resize(states, vec![None; roles]);
        self.grounds.resize(states - 1, vec![None; roles]);
        Ok(())
    }

    /// How many moves of each role were not its own.
    pub fn slip_count(&self, role: usize) -> usize {
        let own = self.slips.iter().filter_map(|it| it.get(role));
        own.filter(|it| it.is_some()).count()
    }
}

/// The fluents of a state, in KIF.
pub(crate) fn fluents(referee: &Referee, state: &State) -> Vec<String> {
    let fluents = referee.fluents(state).into_iter();
    fluents.map(str::to_owned).collect()
}
