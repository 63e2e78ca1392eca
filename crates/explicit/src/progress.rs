//! Reports of progress.

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// States are being listed.
    Forward {
        /// The layer that is being expanded.
        layer: u64,
        /// The number of states found.
        states: u64,
        /// How many of them have been expanded.
        expanded: u64,
        /// Bytes of layers on disk.
        disk: u64,
    },
    /// States are being valued.
    Backward {
        /// The layer that is being valued.
        layer: u64,
        /// How many states have a value.
        valued: u64,
        /// How many states there are.
        states: u64,
        /// Bytes of layers on disk.
        disk: u64,
    },
    /// The successors of states are being looked up.
    Link {
        /// How many of them are linked.
        linked: u64,
        /// How many states there are.
        states: u64,
        /// Bytes of layers on disk.
        disk: u64,
    },
    /// States are being searched.
    Search {
        /// How many were visited.
        visited: u64,
    },
}

impl From<judge::Progress> for Progress {
    fn from(progress: judge::Progress) -> Self {
        Progress::Forward {
            layer: progress.layer,
            states: progress.states,
            expanded: progress.expanded,
            disk: 0,
        }
    }
}
