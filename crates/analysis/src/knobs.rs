//! What the analysis can be tuned by beside its [`Budget`](crate::Budget), in one
//! place.
//!
//! All of it decides how long an analysis takes and how much it finds, never whether
//! what it finds is true. Facts shape how states are packed, which stores and files
//! rely on: so these are constants.

/// The constants.
pub(crate) struct Knobs;

impl Knobs {
    /// Rounds of 64 random games that are played even where they are costly, and at
    /// most. More: fewer false guesses, each of which costs a proof.
    pub(crate) const ROUNDS: (u64, u64) = (24, 320);
    /// Units up to which groups are guessed by who comes when who goes: the work
    /// grows with their square.
    pub(crate) const CLIQUE_UNITS: usize = 1500;
    /// Of a thousand changes, those that have to be answered for such a guess. Fewer:
    /// more guesses, more of them false.
    pub(crate) const LIKELY: u32 = 400;
    /// Implications that are tried, at most. More: more facts, longer proofs.
    pub(crate) const IMPLICATIONS: usize = 20_000;
    /// Fluents of a group up to which what is said of one may be said of another.
    pub(crate) const IMPLYING_FLUENTS: usize = 8;
    /// Leaves of a term up to which all sets of counted places are tried: there are
    /// 2^n.
    pub(crate) const COUNTED_LEAVES: usize = 6;
    /// Values up to which a group is tried as what tells whose turn it is.
    pub(crate) const TURN_VALUES: usize = 256;
    /// How deep conditions are looked into for what a fluent comes from. Deeper: more
    /// cases.
    pub(crate) const SOURCE_DEPTH: u32 = 5;
    /// Cases up to which what a fluent comes from is told apart.
    pub(crate) const SOURCE_CASES: usize = 20_000;
    /// How deep a part of the rules looks into the conditions of moves: what lies
    /// deeper, such as whether a king is in check, is left open. Deeper: fewer
    /// questions are asked again of all rules, and each costs more.
    pub(crate) const SHALLOW: u32 = 4;
    /// Moves beyond which a whole step costs more than a budget has.
    pub(crate) const STEP_MOVES: usize = 20_000;
    /// Cases times claims up to which cases are asked one by one: what a case says
    /// often leaves nothing to search for, but it assumes all claims anew.
    pub(crate) const ASSUMED: usize = 200_000;
    /// Spare groups of a kind that are tried first. Where play was too short to
    /// refute one of hundreds (that two heaps have the same size), nearly all are
    /// false, and each costs a search.
    pub(crate) const SPARE_GROUPS: usize = 4;
    /// Conflicts that a case may cost beyond what its question may.
    pub(crate) const CASE_CONFLICTS: u64 = 4;
    /// Small claims that are asked about in one question. More: fewer questions, of
    /// which more fail.
    pub(crate) const BATCH: usize = 32;
    /// Small claims that are not taken apart any further when they cannot be proven
    /// together. More: fewer questions, fewer facts.
    pub(crate) const SPLIT: usize = 4;
    /// Moves that are made at random from a state that refuted something: more may be
    /// refuted on the way.
    pub(crate) const WANDERING: usize = 16;
    /// Alternatives up to which a condition is taken apart. More: memory.
    pub(crate) const TERMS: usize = 400_000;
    /// Alternatives of a condition inside another up to which it is taken apart.
    pub(crate) const INNER_TERMS: usize = 8;
    /// Alternatives that may come of conditions inside others, beside twice as many
    /// as the outermost has.
    pub(crate) const ADDED_TERMS: usize = 16;
    /// Values of a group up to which each is looked at by itself.
    pub(crate) const FEW_VALUES: usize = 8;
    /// Groups that are looked at value by value, one inside the other.
    pub(crate) const CASES_DEEP: u32 = 2;
    /// Terms of a cluster whose moves tell which groups to look at.
    pub(crate) const SEEN_TERMS: usize = 32;
    /// Values that may be looked at when rules are told apart, or seen to cover all,
    /// without search.
    pub(crate) const BOX_WORK: u64 = 200_000;
    /// As many more for each term.
    pub(crate) const BOX_WORK_PER_TERM: u64 = 64;
    /// Sampled moves that a guess of a measure looks at, if they all differ.
    pub(crate) const MEASURED_MOVES: usize = 3000;
    /// Quantities up to which the equations of a measure are solved: the work grows
    /// with their cube.
    pub(crate) const UNKNOWNS: usize = 256;
    /// Additions that the search for inequalities may take.
    pub(crate) const ADDITIONS: u64 = 3_000_000;
    /// The largest number that is taken for an integer, or a part of a fraction, in a
    /// solution by residues.
    pub(crate) const LARGEST_NUMBER: u64 = 4096;
    /// The largest denominator of such a fraction.
    pub(crate) const LARGEST_DENOMINATOR: u64 = 12;
    /// Totals beyond this, on the way or at the end, are not followed when a sum is
    /// proven. More: more memory.
    pub(crate) const FARTHEST_TOTAL: i64 = 12;
    /// Fluents with a weight up to which a sum is proven.
    pub(crate) const SUMMED_FLUENTS: usize = 1000;
}
