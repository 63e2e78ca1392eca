//! A solution file as an oracle, whole or in part.

use std::sync::OnceLock;

use decompose::{Counted, Decomposition};
use game::Model;
use ground::{BitState, FluentId};
use table::solution::{Absent, PARTS, Place, Probe, SolutionFile};

use crate::parts::ask_parts;
use crate::{Counts, Invariants, Knowledge, Misfit, Oracle, PlayError, Referee, State};

/// A solution file that gives the values of its game's states.
pub struct FileOracle {
    file: SolutionFile,
    /// The fluents of the ground game, with the file's numbers where it has them;
    /// empty if the game is not ground.
    numbers: Vec<(FluentId, Option<u32>)>,
    /// What its encoding says of all states: made when somebody asks for none of them.
    invariants: OnceLock<Invariants>,
    /// The parts of a game that was solved by them: then the file has no states.
    parts: Option<Decomposition>,
    /// How many states these have: counted when somebody asks.
    counted: OnceLock<Option<Counted>>,
}

impl FileOracle {
    /// The file of a game.
    ///
    /// # Errors
    ///
    /// [`PlayError::Contradiction`] if it has parts that are none of the game.
    pub fn new(file: SolutionFile, game: &Referee) -> Result<Self, PlayError> {
        let numbers = game.ground().into_iter().flat_map(|game| {
            let numbers = game.fluents().iter().map(|it| file.encoding().fluent(it));
            game.fluent_ids().zip(numbers)
        });
        Ok(FileOracle {
            numbers: numbers.collect(),
            invariants: OnceLock::new(),
            parts: match file.required(PARTS) {
                Some(json) => Some(parts(json, &file, game)?),
                None => None,
            },
            counted: OnceLock::new(),
            file,
        })
    }

    /// The parts of the game, if it was solved by them.
    pub fn parts(&self) -> Option<&Decomposition> {
        self.parts.as_ref()
    }

    /// How many states can be reached: as the file says, or counted by its parts.
    pub fn counts(&self) -> Counts {
        let Some(parts) = &self.parts else {
            return Counts::of_file(&self.file);
        };
        let model = self.file.about().terms.model;
        let counted = self.counted.get_or_init(|| parts.counted(model));
        Counts::of_parts(counted.as_ref())
    }

    /// The file.
    pub fn file(&self) -> &SolutionFile {
        &self.file
    }

    /// The state of a ground game in which just these fluents hold, by the file's
    /// numbers, in ascending order.
    pub(crate) fn bits(&self, held: &[u32]) -> BitState {
        BitState::new(self.numbers.len(), |fluent| {
            let number = self.numbers[fluent.index()].1;
            number.is_some_and(|it| held.binary_search(&it).is_ok())
        })
    }

    /// Where a state is in the file; `None` if the file cannot have it.
    fn place(&self, state: &State) -> Option<Place> {
        let bits = match state {
            State::Bits(bits) => bits,
            State::Fluents(fluents) => {
                return self.file.place_of(fluents.iter().map(String::as_str));
            }
        };
        let held = self.numbers.iter().filter(|it| bits.holds(it.0));
        let held = held.map(|&(_, number)| number);
        let mut held = held.collect::<Option<Vec<u32>>>()?;
        held.sort_unstable();
        self.file.place(&held)
    }

    fn answer(&self, probe: Probe) -> Knowledge {
        match probe {
            Probe::Known(id) => Knowledge::Known(self.file.outcome(id).clone()),
            Probe::Unreachable => Knowledge::Unreachable,
            Probe::Unknown => Knowledge::Unknown,
        }
    }
}

impl Oracle for FileOracle {
    fn model(&self) -> Model {
        self.file.about().terms.model
    }

    fn is_whole(&self) -> bool {
        self.file.about().absent == Absent::Unreachable
    }

    fn has_distances(&self) -> bool {
        self.file.has_distances()
    }

    fn misfit(&self, readings: &[Vec<String>]) -> Option<Misfit> {
        if self.parts.is_some() {
            return None;
        }
        let made = || Invariants::of_encoding(self.file.encoding());
        self.invariants.get_or_init(made).misfit(readings)
    }

    fn ask(&self, states: &[&State]) -> Result<Vec<Knowledge>, PlayError> {
        if let Some(parts) = &self.parts {
            return Ok(ask_parts(parts, states));
        }
        // A batch of one costs more than a probe.
        if let [only] = states {
            let place = self.place(only);
            let probe = place.map(|place| self.file.probe(&place)).transpose()?;
            return Ok(vec![self.answer(probe.unwrap_or(self.file.absent()))]);
        }
        let mut places = Vec::with_capacity(states.len());
        let mut asked = Vec::with_capacity(states.len());
        for state in states {
            let place = self.place(state);
            asked.push(place.is_some());
            places.extend(place);
        }
        let mut found = self.file.probe_batch(&places)?.into_iter();
        let answer = |asked| {
            let probe = if asked { found.next() } else { None };
            self.answer(probe.unwrap_or(self.file.absent()))
        };
        Ok(asked.into_iter().map(answer).collect())
    }
}

/// The parts of a game, as its file has them.
fn parts(
    json: &serde_json::Value,
    file: &SolutionFile,
    game: &Referee,
) -> Result<Decomposition, PlayError> {
    let damage = |what: &str| PlayError::Contradiction(format!("{what} cannot be used"));
    let ground = game.ground().ok_or_else(|| damage("its parts"))?;
    let start = game.state_of(&file.about().subject.start)?;
    let start = start.as_ref().and_then(State::bits);
    let start = start.ok_or_else(|| damage("its first state"))?;
    let read = Decomposition::from_json(json, ground, start, decompose::Knobs::default());
    read.map_err(damage)
}
