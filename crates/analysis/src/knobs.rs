//! What tunes the analysis besides its [`Budget`](crate::Budget), in one place.
//!
//! These decide how long an analysis takes and how much it finds, never whether a
//! fact is true. Facts shape how states are packed, which stores and files rely on:
//! so these are constants.

/// The constants.
pub(crate) struct Knobs;

impl Knobs {
    /// Fewest and most rounds of 64 random games; the fewest are played even where
    /// they are expensive. More: fewer false guesses, each of which costs a proof.
    pub(crate) const ROUNDS: (u64, u64) = (24, 320);
    /// Most units for which groups are guessed from fluents that replace each other:
    /// the work grows with the square of their number.
    pub(crate) const CLIQUE_UNITS: usize = 1500;
    /// Smallest share of changes that must be answered for such a guess, in per
    /// mille. Less: more guesses, more of them false.
    pub(crate) const LIKELY: u32 = 400;
    /// Most implications that are tried. More: more facts, longer proofs.
    pub(crate) const IMPLICATIONS: usize = 20_000;
    /// Most fluents of a group for which an implication of one is also tried for the
    /// others.
    pub(crate) const IMPLYING_FLUENTS: usize = 8;
    /// Most leaves n of a term for which all 2^n sets of counted places are tried.
    pub(crate) const COUNTED_LEAVES: usize = 6;
    /// Most values of a group that is tried as the one that shows whose turn it is.
    pub(crate) const TURN_VALUES: usize = 256;
    /// Depth to which conditions are searched for the fluents that a fluent can
    /// follow, in gates. Deeper: more cases.
    pub(crate) const SOURCE_DEPTH: u32 = 5;
    /// Most cases for which the fluents that a fluent can follow are asked about one
    /// by one.
    pub(crate) const SOURCE_CASES: usize = 20_000;
    /// Depth to which a part of the rules includes the conditions of moves, in gates.
    /// What lies deeper, such as whether a king is in check, is left open. Deeper:
    /// fewer questions are asked again with all rules, and each costs more.
    pub(crate) const SHALLOW: u32 = 4;
    /// Most moves of a game for which a whole step is built: more cost more than a
    /// budget has.
    pub(crate) const STEP_MOVES: usize = 20_000;
    /// Most cases times claims for which cases are asked one by one: a single case
    /// often leaves nothing to search, but assumes all claims again.
    pub(crate) const ASSUMED: usize = 200_000;
    /// Spare groups of a kind that are tried first. Where play was too short to
    /// refute one of hundreds (that two heaps have the same size), nearly all are
    /// false, and each costs a search.
    pub(crate) const SPARE_GROUPS: usize = 4;
    /// Conflicts that each case adds to the limit of its question.
    pub(crate) const CASE_CONFLICTS: u64 = 4;
    /// Small claims in one question. More: fewer questions, more of which fail.
    pub(crate) const BATCH: usize = 32;
    /// Number of small claims up to which a batch that cannot be proven together is
    /// not split further. More: fewer questions, fewer facts.
    pub(crate) const SPLIT: usize = 4;
    /// Random moves from a state that refuted something: more may be refuted on the
    /// way.
    pub(crate) const WANDERING: usize = 16;
    /// Most alternatives into which a condition is split. More: more memory.
    pub(crate) const TERMS: usize = 400_000;
    /// Most alternatives into which a condition inside another is split.
    pub(crate) const INNER_TERMS: usize = 8;
    /// Alternatives that inner conditions may add, on top of twice the number of the
    /// outermost condition's own.
    pub(crate) const ADDED_TERMS: usize = 16;
    /// Most values of a group that is split value by value.
    pub(crate) const FEW_VALUES: usize = 8;
    /// Groups that are split value by value inside each other.
    pub(crate) const CASES_DEEP: u32 = 2;
    /// Terms of a cluster whose moves decide which groups to split.
    pub(crate) const SEEN_TERMS: usize = 32;
    /// Values that may be checked when terms are separated, or shown to cover all
    /// cases, without search.
    pub(crate) const BOX_WORK: u64 = 200_000;
    /// The same, in addition for each term.
    pub(crate) const BOX_WORK_PER_TERM: u64 = 64;
    /// Most sampled moves that a guess of a measure uses, each different.
    pub(crate) const MEASURED_MOVES: usize = 3000;
    /// Most quantities for which the equations of a measure are solved: the work
    /// grows with the cube of their number.
    pub(crate) const UNKNOWNS: usize = 256;
    /// Most additions in the search for inequalities.
    pub(crate) const ADDITIONS: u64 = 3_000_000;
    /// Largest integer, or numerator of a fraction, accepted in a solution by
    /// residues.
    pub(crate) const LARGEST_NUMBER: u64 = 4096;
    /// The largest denominator of such a fraction.
    pub(crate) const LARGEST_DENOMINATOR: u64 = 12;
    /// Farthest total, on the way or at the end, that is followed when a sum is
    /// proven. More: more memory.
    pub(crate) const FARTHEST_TOTAL: i64 = 12;
    /// Most fluents with a weight for which a sum is proven.
    pub(crate) const SUMMED_FLUENTS: usize = 1000;
}
