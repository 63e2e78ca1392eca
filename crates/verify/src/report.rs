//! The result of a check, and its progress.

/// What was checked, when nothing was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many states the file has.
    pub states: u128,
    /// How many of the checked states are terminal.
    pub terminals: u128,
    /// The number of layers, by the least number of moves from the start; 0 if
    /// that was not computed.
    pub layers: usize,
    /// The pairs of a state and a successor that were checked; `None` if they were
    /// checked as sets.
    pub arrows: Option<u128>,
    /// How many of the checked states have no value.
    pub unresolved: u128,
    /// Whether play can go on for ever; `None` if that was not computed.
    pub cyclic: Option<bool>,
    /// Whether distances were checked.
    pub distances: bool,
    /// Whether the start is the game's initial state.
    pub from_initial: bool,
    /// The number of states checked.
    pub checked: u128,
    /// How many of them were reached along moves.
    pub walked: u128,
    /// Whether all states were checked.
    pub exhaustive: bool,
    /// How sets were used, if they were.
    pub sets: Option<Sets>,
    /// What was proven of parts, if the file has parts instead of states.
    pub parts: Option<Parts>,
}

/// Figures of the proof by parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The parts of the game.
    pub parts: usize,
    /// Their listed states; each table counts once.
    pub listed: usize,
    /// The pieces that positions fall into.
    pub pieces: usize,
    /// The number of states of the game, if the file has it: it was counted again.
    pub counted: Option<u128>,
    /// The states on which the ground game was compared with the interpreter.
    pub compared: u64,
}

/// Figures of the proof by sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// The states on which the ground game, on which the proof relies, was
    /// compared with the interpreter.
    pub compared: u64,
    /// Nodes of the largest set.
    pub largest: usize,
}

impl Report {
    /// With 95 % confidence fewer states than this share do not fit their
    /// successors, if not all were checked. Only states that were drawn from the
    /// file count: walks reach some more often than others.
    pub fn error_bound(&self) -> Option<f64> {
        let drawn = (self.checked - self.walked) as f64;
        (!self.exhaustive).then(|| (3.0 / drawn).min(1.0))
    }
}

/// What was checked of a partial solution, when nothing was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartReport {
    /// How many states the file has: all were checked.
    pub states: u128,
    /// How many of them are terminal.
    pub terminals: u128,
    /// States that are not terminal, with all successors in the file.
    pub settled: u128,
    /// States with some of their successors in the file.
    pub open: u128,
    /// States with none of their successors in the file.
    pub alone: u128,
    /// States from which all play ends within the file: their values are proven.
    pub proven: u128,
    /// The pairs of a state and a successor that were checked.
    pub arrows: u128,
    /// Whether distances were checked.
    pub distances: bool,
    /// Whether the start is the game's initial state.
    pub from_initial: bool,
    /// What the start is worth, if the file has it.
    pub start: Option<String>,
    /// Whether the value of the start is proven.
    pub start_proven: bool,
    /// Whether the file says that it is an endgame database: then all its states are
    /// proven.
    pub database: bool,
    /// After how many moves play from each state has ended, if the file says so; it was
    /// checked.
    pub steps: Option<u64>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// `states` states have been read.
    Read {
        /// The states.
        states: usize,
    },
    /// `states` states have been reached and expanded.
    Walked {
        /// The states.
        states: usize,
        /// How many there are in the file.
        all: usize,
    },
    /// All states are known; their values are being checked.
    Valued,
    /// The ground game has been compared with the interpreter on `states` states.
    Compared {
        /// The states.
        states: usize,
        /// How many there should be.
        all: usize,
    },
    /// `sections` sections have been checked as sets.
    Sections {
        /// The sections.
        sections: usize,
        /// How many there are in the file.
        all: usize,
    },
    /// `states` states have been sampled.
    Sampled {
        /// The states.
        states: usize,
        /// How many there will be.
        all: usize,
    },
}
