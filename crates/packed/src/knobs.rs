//! What the packed game can be tuned by, in one place.
//!
//! A knob decides how long things take and how much memory they need, never what
//! comes out. Those that inner loops read are constants, so that the compiler
//! knows them.

/// The knobs that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// From how many times the average work on a move is dear, so that where
    /// nobody has a choice another role's move is made instead. Default 3, from
    /// 1 to 1000. Lower: more states are made by the cheapest move, but more work
    /// is not shared among moves.
    pub dear_move: usize,
    /// How many nodes of a move's conditions are looked at to simplify them by
    /// what its legality implies. Default 4000, 0 for none, to 2^20. More: longer to
    /// compile, shorter code.
    pub simplified_nodes: usize,
    /// Conjunctions of up to this many literals are merged into those that read
    /// them. Default 8, 0 for none, to 64. More: equal conditions
    /// are found equal more often, and gates read more.
    pub merged_literals: usize,
    /// Bits up to which neighbouring fields are summed by one look-up when a
    /// measure is checked. Default 12, from 1 to 20. More: fewer look-ups, in
    /// tables of 8 · 2^bits bytes.
    pub measure_bits: u32,
    /// A run of known states is joined with the next smaller one that is not this
    /// many times smaller. Default 2, from 1 to 1000. More: fewer runs to look states
    /// up in, and states are copied more often.
    pub run_ratio: u64,
    /// Bytes up to which a run of known states stays in memory whatever the limit.
    /// Default 2^18, any number. More: fewer files, beyond the limit.
    pub run_in_memory: u64,
    /// How many runs on disk all threads may have together, at least 4 for each.
    /// Default 128, from 1 to 2^16. More: fewer of them are joined, and more files are open.
    pub open_runs: usize,
    /// How many states of known runs are copied between two looks whether to stop.
    /// Default 2^16, from 1 on. More: a stop takes longer to be seen.
    pub copied_states: usize,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            dear_move: 3,
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
    /// From this number of bits on, over 64 lanes, all are turned from lanes to
    /// states at once; below, each is picked.
    pub(crate) const TURNED_BITS: usize = 512;
    /// Bits of a state's prefix by which its part is looked up: a table of
    /// 4 · 2^bits bytes, which is to fit a cache.
    pub(crate) const PART_BITS: u32 = 14;
    /// Bytes of a piece of the memory in which states are collected by part. Smaller:
    /// less is lost where parts are many; larger: fewer turns.
    pub(crate) const PIECE_BYTES: usize = 1 << 11;
    /// Pieces that are allocated together: so large a block goes back to the system
    /// when it is freed.
    pub(crate) const PIECES: usize = 1 << 9;
    /// States of a block of a run, the last one excepted: to decode them takes about
    /// as long as to find the block.
    pub(crate) const RUN_BLOCK: usize = 32;
    /// About how many states of a range share an entry of its table of contents.
    /// More: less memory, longer searches.
    pub(crate) const STATES_PER_ENTRY: usize = 4;
    /// Words of 64 groups, for all nodes together, up to which dependence is looked
    /// at to order fields. The order is part of what stores and files keep.
    pub(crate) const DEPENDENCE_WORDS: usize = 1 << 23;
}
