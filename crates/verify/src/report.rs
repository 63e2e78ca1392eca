//! What a check has found, and how far it is.

/// What was checked, when nothing was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many states the file has.
    pub states: u128,
    /// How many of those that were looked at are terminal.
    pub terminals: u128,
    /// How many layers they are in, by the least number of moves from the start;
    /// 0 if that was not found out.
    pub layers: usize,
    /// The pairs of a state and a successor that were looked at; none if they were
    /// looked at as sets.
    pub arrows: Option<u128>,
    /// How many of the states that were looked at have no value.
    pub unresolved: u128,
    /// Whether play can go on for ever; none if that was not found out.
    pub cyclic: Option<bool>,
    /// Whether distances were checked.
    pub distances: bool,
    /// Whether the start is the game's own.
    pub from_initial: bool,
    /// How many states were looked at.
    pub checked: u128,
    /// How many of them were come to along moves.
    pub walked: u128,
    /// Whether these are all.
    pub exhaustive: bool,
    /// How sets were used, if they were.
    pub sets: Option<Sets>,
}

/// What the proof by sets has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// The states on which the ground game, on which the proof rests, was compared
    /// with the interpreter.
    pub compared: u64,
    /// The most nodes of a set.
    pub largest: usize,
}

impl Report {
    /// With 95 % confidence fewer states than this share do not fit their
    /// successors, if these are not all. Only states that were drawn from the file
    /// count: walks come to some more often than to others.
    pub fn error_bound(&self) -> Option<f64> {
        let drawn = (self.checked - self.walked) as f64;
        (!self.exhaustive).then(|| (3.0 / drawn).min(1.0))
    }
}

/// What was checked of a part of a solution, when nothing was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartReport {
    /// How many states the file has: all were looked at.
    pub states: u128,
    /// How many of them are terminal.
    pub terminals: u128,
    /// Not terminal, with all successors in the file.
    pub settled: u128,
    /// With some of them.
    pub open: u128,
    /// With none of them.
    pub alone: u128,
    /// From which all play ends within the file: their values are proven.
    pub proven: u128,
    /// The pairs of a state and a successor that were looked at.
    pub arrows: u128,
    /// Whether distances were checked.
    pub distances: bool,
    /// Whether the start is the game's own.
    pub from_initial: bool,
    /// What the start is worth, if the file has it.
    pub start: Option<String>,
    /// Whether that is proven.
    pub start_proven: bool,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// So many states have been read.
    Read {
        /// The states.
        states: usize,
    },
    /// So many states have been reached and expanded.
    Walked {
        /// The states.
        states: usize,
        /// How many there are in the file.
        all: usize,
    },
    /// All states are known; their values are looked at.
    Valued,
    /// The ground game has been compared with the interpreter on so many states.
    Compared {
        /// The states.
        states: usize,
        /// How many there should be.
        all: usize,
    },
    /// So many sections have been checked as sets.
    Sections {
        /// The sections.
        sections: usize,
        /// How many there are in the file.
        all: usize,
    },
    /// So many states have been sampled.
    Sampled {
        /// The states.
        states: usize,
        /// How many there will be.
        all: usize,
    },
}
