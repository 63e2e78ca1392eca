//! A game that was solved by its parts, as an oracle.

use decompose::{Asked, Decomposition};
use game::Model;
use ground::BitState;
use table::solution::Outcome;

use crate::{Knowledge, Oracle, PlayError, State};

/// The parts of a ground game that know its values.
pub struct PartsOracle<'a> {
    parts: &'a Decomposition,
    model: Model,
}

impl<'a> PartsOracle<'a> {
    /// The parts of a game that were solved under a model.
    pub fn new(parts: &'a Decomposition, model: Model) -> Self {
        PartsOracle { parts, model }
    }
}

impl Oracle for PartsOracle<'_> {
    fn model(&self) -> Model {
        self.model
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn has_distances(&self) -> bool {
        self.parts.has_distances()
    }

    fn ask(&self, states: &[&State]) -> Result<Vec<Knowledge>, PlayError> {
        Ok(ask_parts(self.parts, states))
    }
}

/// What the parts know of states.
pub(crate) fn ask_parts(parts: &Decomposition, states: &[&State]) -> Vec<Knowledge> {
    let bits: Vec<&BitState> = states.iter().filter_map(|it| it.bits()).collect();
    let mut asked = parts.ask_all(&bits).into_iter();
    let knowledge = |state: &&State| match state.bits().and_then(|_| asked.next()) {
        Some(Asked::Known(value, distance)) => Knowledge::Known(Outcome { value, distance }),
        Some(Asked::Unknown) => Knowledge::Unknown,
        Some(Asked::Unreachable) | None => Knowledge::Unreachable,
    };
    states.iter().map(knowledge).collect()
}
