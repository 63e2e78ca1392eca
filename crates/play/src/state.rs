//! A state that means the same to all threads, whatever plays the game.

use std::borrow::Cow;

use game::Playable;
use gdl::Interpreter;
use ground::{BitState, Simulator};

/// A state of a game.
///
/// Equal states are equal. States of one [`Referee`](crate::Referee) mean nothing
/// to that of another game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Of a ground game: a bit for each fluent.
    Bits(BitState),
    /// Of a game that the interpreter plays: the fluents that hold, in KIF and in
    /// an order that depends only on them.
    Fluents(Box<[String]>),
}

impl From<BitState> for State {
    fn from(state: BitState) -> Self {
        State::Bits(state)
    }
}

impl State {
    /// The bits of a state of a ground game.
    pub fn bits(&self) -> Option<&BitState> {
        match self {
            State::Bits(bits) => Some(bits),
            State::Fluents(_) => None,
        }
    }
}

/// A game that accepts states of another instance of the same game.
pub(crate) trait Portable: Playable {
    /// The state in this instance; `None` if it is of another game.
    fn take<'s>(&mut self, state: &'s State) -> Option<Cow<'s, Self::State>>;

    /// The state in a form for all instances.
    fn give(&self, state: Self::State) -> State;
}

impl Portable for Simulator {
    fn take<'s>(&mut self, state: &'s State) -> Option<Cow<'s, BitState>> {
        state.bits().map(Cow::Borrowed)
    }

    fn give(&self, state: BitState) -> State {
        State::Bits(state)
    }
}

impl Portable for Interpreter {
    fn take<'s>(&mut self, state: &'s State) -> Option<Cow<'s, gdl::State>> {
        match state {
            State::Bits(_) => None,
            State::Fluents(fluents) => self.state_of(fluents).map(Cow::Owned),
        }
    }

    fn give(&self, state: gdl::State) -> State {
        State::Fluents(self.fluents(&state).into())
    }
}
