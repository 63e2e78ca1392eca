//! Searches and solves at the same time: exact where it can be, good elsewhere.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use game::Stop;
use play::{SolvedGame, State};
use search::Search;
use solver::{Limits, Memory};

use crate::perfect::best;
use crate::solving::Solving;
use crate::uct::{advance, begun, searched};
use crate::{Chosen, Player, PlayerError, Random, Seat, UctSettings};

/// The share of the memory that solving takes.
const SOLVING_SHARE: u64 = 2;

/// A player that searches, and solves the game meanwhile: first as a whole, later from the
/// position that was reached. As soon as there is a solution it plays by that, and says
/// that its moves are proven. Moves that the search has proven are told too.
pub struct Mind {
    settings: UctSettings,
    limits: Limits,
    folder: PathBuf,
    running: Option<Running>,
}

struct Running {
    seat: Seat,
    /// All joint moves so far.
    moves: Vec<Vec<String>>,
    solving: Solving,
    solution: Option<(Arc<SolvedGame>, State)>,
    search: Option<Box<Search>>,
    /// Follows the match, and plays where nothing else can.
    random: Random,
}

impl Mind {
    /// Searches and solves within these limits; a solution is in a file of this folder.
    pub fn new(settings: UctSettings, limits: Limits, folder: PathBuf) -> Self {
        Mind {
            settings,
            limits,
            folder,
            running: None,
        }
    }

    /// What is for solving, of the threads and of the memory; the rest is for the search.
    fn shares(&self) -> (Limits, Limits) {
        let memory = self.limits.memory.bytes();
        let threads = self.limits.threads();
        let solving = Limits {
            threads: NonZeroUsize::new(threads / 2).or(NonZeroUsize::new(1)),
            memory: Memory::Added(memory / SOLVING_SHARE),
            stop: Stop::new(),
        };
        let search = Limits {
            threads: NonZeroUsize::new(threads - threads / 2),
            ..self.limits.clone()
        };
        (solving, search)
    }
}

impl Player for Mind {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        self.running = None;
        let (solving, search) = self.shares();
        let mut random = Random::at_once();
        random.start(seat, stop)?;
        let solving = Solving::new(seat, &self.folder, solving);
        let settings = self.settings.search(seat.seed, &search);
        let mut running = Running {
            seat: seat.clone(),
            moves: Vec::new(),
            solving,
            solution: None,
            search: begun(seat, settings, stop).map(Box::new),
            random,
        };
        let thinking = stop.child();
        running.solving.interrupt(&thinking);
        if let (Some(search), None) = (&mut running.search, self.settings.iterations) {
            search.run(u64::MAX, None, &thinking, &mut |_| {})?;
        }
        self.running = Some(running);
        Ok(())
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        let running = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        running.moves.push(joint.to_vec());
        running.random.told(joint)?;
        if let Some((solved, state)) = &mut running.solution {
            *state = solved.referee().after_joint(state, joint)?;
            return Ok(());
        }
        if let Some(search) = &mut running.search {
            // A search that fails leaves the others.
            if advance(search, joint).is_err() {
                running.search = None;
            }
        }
        running.solving.told(&running.moves);
        Ok(())
    }

    fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError> {
        let running = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        if let Some(chosen) = running.exact()? {
            return Ok(chosen);
        }
        let thinking = stop.child();
        running.solving.interrupt(&thinking);
        let iterations = self.settings.iterations.unwrap_or(u64::MAX);
        let role = running.seat.role;
        let found = match &mut running.search {
            Some(search) => searched(search, role, iterations, &thinking).ok(),
            None => None,
        };
        match running.exact()?.or(found) {
            Some(chosen) => Ok(chosen),
            None => running.random.choose(stop),
        }
    }

    fn end(&mut self, _stop: &Stop) {
        self.running = None;
    }
}

impl Running {
    /// A move by the solution, if there is one.
    fn exact(&mut self) -> Result<Option<Chosen>, PlayerError> {
        if self.solution.is_none()
            && let Some(solved) = self.solving.solution()
        {
            let mut state = solved.referee().initial()?;
            for joint in &self.moves {
                state = solved.referee().after_joint(&state, joint)?;
            }
            self.solution = Some((solved, state));
            // It is no longer needed, and takes memory.
            self.search = None;
        }
        let Some((solved, state)) = &self.solution else {
            return Ok(None);
        };
        let position = solved.position(state)?;
        match position.mover == Some(self.seat.role) {
            true => best(solved, &position),
            // No move of its own makes a difference.
            false => self.random.choose(&Stop::new()).map(Some),
        }
    }
}
