//! What tunes the packed game, in one place.
//!
//! A knob decides how long the work takes and how much memory it needs, never its results.
//! Those that inner loops read are constants, so that the compiler knows them.

/// The knobs that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// Work on a move, as a multiple of the average, from which the move is expensive:
    /// where nobody has a choice, another role's move is then made instead. Default 3,
    /// from 1 to 1000. Lower: more states are made by the cheapest move, but less work is
    /// shared among moves.
    pub expensive_move: usize,
    /// Nodes of a move's conditions that are visited to simplify them by what its legality
    /// implies. Default 4000, 0 for none, to 2^20. More: longer to compile, shorter code.
    pub simplified_nodes: usize,
    /// Most literals of a conjunction that is merged into those that read it. Default 8, 0
    /// for none, to 64. More: equal conditions are recognised more often, and gates read
    /// more.
    pub merged_literals: usize,
    /// Most bits of neighbouring fields that are summed by one look-up when a measure is
    /// checked. Default 12, from 1 to 20. More: fewer look-ups, in tables of 8 · 2^bits
    /// bytes.
    pub measure_bits: u32,
    /// Factor in size between neighbouring runs of known states: a run is joined with the
    /// next smaller one unless that is smaller by this factor. Default 2, from 1 to 1000.
    /// More: fewer runs to search, and states are copied more often.
    pub run_ratio: u64,
    /// Largest run of known states, in bytes, that stays in memory whatever the limit.
    /// Default 2^18, any number. More: fewer files, more memory beyond the limit.
    pub run_in_memory: u64,
    /// Most runs on disk of all threads together; each may have at least 4. Default 128,
    /// from 1 to 2^16. More: fewer of them are joined, and more files are open.
    pub open_runs: usize,
    /// States of known runs that are copied between two checks whether to stop. Default
    /// 2^16, from 1 on. More: a stop takes effect later.
    pub copied_states: usize,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            expensive_move: 3,
            simplified_nodes: 4000,
            merged_literals: 8,
            measure_bits: 12,
            run_ratio: 2,
            run_in_memory: 1 << 18,
            open_runs: 128,
            copied_states: 1 << 16,
        }
    }
}

/// Those that inner loops read, or that a store relies on.
impl Knobs {
    /// Bits to write, over 64 lanes, from which all are transposed at once; below, each is
    /// written on its own.
    pub(crate) const TURNED_BITS: usize = 512;
    /// Bits of a state's prefix by which its part is looked up, in a table of 4 · 2^bits
    /// bytes that should fit a cache.
    pub(crate) const PART_BITS: u32 = 14;
    /// Bytes of one piece of the memory in which states are collected by part. Smaller:
    /// less is wasted where parts are many. Larger: pieces are replaced less often.
    pub(crate) const PIECE_BYTES: usize = 1 << 11;
    /// Pieces that are allocated together: a block of this size goes back to the system
    /// when it is freed.
    pub(crate) const PIECES: usize = 1 << 9;
    /// States of a block of a run, except the last: decoding them takes about as long as
    /// finding the block.
    pub(crate) const RUN_BLOCK: usize = 32;
    /// Average number of states of a range that share an entry of its table of contents.
    /// More: less memory, longer searches.
    pub(crate) const STATES_PER_ENTRY: usize = 4;
    /// Most 64-bit words, for all nodes together, in which the groups that nodes depend on
    /// are computed to order fields. The order is part of what stores and files keep.
    pub(crate) const DEPENDENCE_WORDS: usize = 1 << 23;
}
