//! Plays the rules, for many threads: states, moves, and where they lead.
//!
//! In: [`Rules`]. Out: legal moves and successors. Not here: what states are worth
//! (`oracle.rs`).

use game::{Playable, Pool, RoleId, Stop};
use gdl::{InterpretError, Rules};
use ground::{Budget, GroundError, GroundGame, Simulator, StateMachine};
use rustc_hash::FxHashMap;

use crate::expand::{Expanded, expand};
use crate::state::{Portable, State};
use crate::{PlayError, moves};

/// Most state machines that a group of threads keeps while it does not use them.
const MAX_IDLE: usize = 4;

/// Plays a game for many threads, by the ground game or else by the interpreter.
///
/// Each thread has its own state machine while it asks.
pub struct Referee {
    rules: Rules,
    roles: Vec<String>,
    stop: Stop,
    origin: Origin,
    machines: Pool<StateMachine>,
}

/// What further state machines are made from.
enum Origin {
    Ground {
        game: Box<GroundGame>,
        /// The places of the fluents by their texts.
        places: FxHashMap<String, usize>,
    },
    /// The rules, which could not be made ground, or were not to be.
    Reference(Option<GroundError>),
}

/// Runs an expression on the game that a state machine plays.
macro_rules! on_machine {
    ($machine:expr, $game:ident => $body:expr) => {
        match &mut *$machine {
            ground::StateMachine::Ground($game) => $body,
            ground::StateMachine::Reference($game) => $body,
        }
    };
}

pub(crate) use on_machine;

impl Referee {
    /// Makes the rules ground within a budget, or else interprets them.
    ///
    /// # Errors
    ///
    /// As [`StateMachine::choose`].
    pub fn new(rules: Rules, budget: &Budget) -> Result<Self, InterpretError> {
        let chosen = StateMachine::choose(&rules, budget)?;
        let mut machine = chosen.machine;
        let roles = on_machine!(&mut machine, game => game.roles().to_vec());
        let origin = match (&machine, chosen.obstacle) {
            (StateMachine::Ground(simulator), _) => {
                let game = Box::new(simulator.game().clone());
                let places = game.fluents().iter().cloned().zip(0..).collect();
                Origin::Ground { game, places }
            }
            (_, obstacle) => Origin::Reference(obstacle),
        };
        Ok(Referee {
            rules,
            roles,
            stop: budget.stop.clone(),
            origin,
            machines: Pool::new(machine, MAX_IDLE),
        })
    }

    /// Interprets the rules, without making them ground: it is ready at once.
    ///
    /// # Errors
    ///
    /// As [`StateMachine::reference`].
    pub fn interpreted(rules: Rules, stop: Stop) -> Result<Self, InterpretError> {
        let mut machine = StateMachine::reference(&rules, stop.clone())?;
        let roles = on_machine!(&mut machine, game => game.roles().to_vec());
        Ok(Referee {
            rules,
            roles,
            stop,
            origin: Origin::Reference(None),
            machines: Pool::new(machine, MAX_IDLE),
        })
    }

    /// Plays rules that were made ground before.
    pub fn of_ground(rules: Rules, game: GroundGame, stop: Stop) -> Self {
        let places = game.fluents().iter().cloned().zip(0..).collect();
        let machine = StateMachine::Ground(Simulator::new(game.clone()));
        Referee {
            rules,
            roles: game.roles().to_vec(),
            stop,
            origin: Origin::Ground {
                game: Box::new(game),
                places,
            },
            machines: Pool::new(machine, MAX_IDLE),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The names of the roles, in role order.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The ground game, if that is what is played.
    pub fn ground(&self) -> Option<&GroundGame> {
        match &self.origin {
            Origin::Ground { game, .. } => Some(game),
            Origin::Reference(_) => None,
        }
    }

    /// Why the rules could not be made ground; `None` if they could, or that was not
    /// tried.
    pub fn obstacle(&self) -> Option<&GroundError> {
        match &self.origin {
            Origin::Ground { .. } => None,
            Origin::Reference(obstacle) => obstacle.as_ref(),
        }
    }

    /// A state machine for this thread alone.
    pub(crate) fn machine(&self) -> Result<game::Lent<'_, StateMachine>, InterpretError> {
        self.machines.lend(|| match &self.origin {
            Origin::Ground { game, .. } => {
                let game = GroundGame::clone(game);
                Ok(StateMachine::Ground(Simulator::new(game)))
            }
            Origin::Reference(_) => StateMachine::reference(&self.rules, self.stop.clone()),
        })
    }

    /// The state in which exactly these fluents hold, in KIF; `None` if the game is
    /// known not to have one of them.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn state_of(&self, fluents: &[String]) -> Result<Option<State>, PlayError> {
        let Origin::Ground { places, .. } = &self.origin else {
            let mut machine = self.machine()?;
            return Ok(on_machine!(machine, game => {
                let state = game.state_of(fluents);
                state.map(|state| game.give(state))
            }));
        };
        let mut held = vec![false; places.len()];
        for fluent in fluents {
            match places.get(fluent) {
                Some(&place) => held[place] = true,
                None => return Ok(None),
            }
        }
        let bits = ground::BitState::new(held.len(), |fluent| held[fluent.index()]);
        Ok(Some(State::Bits(bits)))
    }

    /// The fluents that hold in a state, in KIF.
    pub fn fluents<'s>(&'s self, state: &'s State) -> Vec<&'s str> {
        match (state, &self.origin) {
            (State::Bits(bits), Origin::Ground { game, .. }) => {
                let held = game.fluent_ids().filter(|&it| bits.holds(it));
                held.map(|it| game.fluents()[it.index()].as_str()).collect()
            }
            (State::Bits(_), Origin::Reference(_)) => Vec::new(),
            (State::Fluents(fluents), _) => fluents.iter().map(String::as_str).collect(),
        }
    }

    /// The state in KIF.
    pub fn state_text(&self, state: &State) -> String {
        format!("({})", self.fluents(state).join(" "))
    }

    /// The state after a move: the mover's, or the list of all roles' moves.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] if it cannot be made.
    pub fn after_move(&self, state: &State, text: &str) -> Result<State, PlayError> {
        let mut machine = self.machine()?;
        on_machine!(machine, game => {
            let state = game.take(state).ok_or_else(PlayError::foreign)?.into_owned();
            let next = moves::after_move(game, &state, text)?;
            Ok(game.give(next))
        })
    }

    /// The state after moves that are separated by `;`.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] of the first that cannot be made.
    pub fn after_moves(&self, state: &State, moves: &str) -> Result<State, PlayError> {
        let mut machine = self.machine()?;
        on_machine!(machine, game => {
            let state = game.take(state).ok_or_else(PlayError::foreign)?.into_owned();
            let next = moves::after_moves(game, state, moves)?;
            Ok(game.give(next))
        })
    }

    /// Expands states by the rules; with the rewards of ends, if requested.
    pub(crate) fn expand(
        &self,
        states: &[State],
        with_ends: bool,
    ) -> Result<Vec<Result<Expanded, PlayError>>, PlayError> {
        let mut machine = self.machine()?;
        Ok(on_machine!(machine, game => {
            let all = states.iter().map(|state| expand(game, state, with_ends));
            all.collect()
        }))
    }

    /// Some games from a state on: the same on every call, with different moves in each
    /// game.
    pub(crate) fn walks(
        &self,
        start: &State,
        games: usize,
        length: usize,
    ) -> Result<Vec<Walk>, PlayError> {
        let mut machine = self.machine()?;
        on_machine!(machine, game => {
            let walks = (0..games).map(|number| walk(game, start, number, length));
            walks.collect()
        })
    }
}

/// A game: its states, and for each move the role that had a choice.
pub(crate) struct Walk {
    pub states: Vec<State>,
    pub movers: Vec<Option<RoleId>>,
}

fn walk<G: Portable>(
    game: &mut G,
    start: &State,
    number: usize,
    length: usize,
) -> Result<Walk, PlayError>
where
    PlayError: From<G::Error>,
{
    let first = game.take(start).ok_or_else(PlayError::foreign)?;
    let mut state = first.into_owned();
    let mut walk = Walk {
        states: vec![start.clone()],
        movers: Vec::new(),
    };
    for step in 0..length {
        if game.is_terminal(&state)? {
            break;
        }
        let legal = game.legal_moves(&state)?;
        if legal.iter().any(Vec::is_empty) {
            break;
        }
        let pick = number * 7 + step * (number + 3);
        let joint: Vec<_> = legal.iter().map(|it| it[pick % it.len()].clone()).collect();
        state = game.successor(&state, &joint)?;
        walk.states.push(game.give(state.clone()));
        let mut choosing = RoleId::all(legal.len()).filter(|role| legal[role.index()].len() > 1);
        let mover = choosing.next().filter(|_| choosing.next().is_none());
        walk.movers.push(mover);
    }
    Ok(walk)
}
