//! From a [`GroundGame`](ground::GroundGame) to [`Facts`] about all of its
//! reachable states.
//!
//! ```text
//! GroundGame ──sample──► Samples ──guess──► claims ──prove──► Facts
//! ```
//!
//! Guesses come from random play and from the form of terms; names mean nothing. They
//! become facts by proof: all claims are assumed in a state, and a SAT solver searches a
//! legal move after which one of them does not hold. Only a claim without such a move is a
//! fact. A budget that runs out means fewer facts.
//!
//! One exception: a [`Progress`] that is not proven is a guess. It gives layers only as a
//! [`Claim`], to an engine that checks it on all their states.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `random_games`, `samples` | random games, 64 side by side, kept as a column of bits for each fluent |
//! | `candidates`, `cliques`, `guess`, `term` | groups by the form of terms, groups of fluents that replace each other, constants, pairs, implications: all that no sample refutes |
//! | `formula`, `step`, `sat` | the rules of one move as clauses; what says "any other move" is said by the moves that are not meant. Only `sat` names the solver |
//! | `claim`, `prover`, `induction`, `sources`, `prove` | proves claims together: if all hold in a state, each holds after every legal joint move. Nearby rules are asked first, all rules if that does not settle it; where fluents of a group come from each other, one by one; a move that breaks claims drops all that it breaks. What counts moves comes first |
//! | `terms`, `exclusive`, `covering`, `rising`, `settled` | large groups, and progress of heaps that shrink, without search: rules as boxes over moves and groups, separated or shown to cover all cases by one variable after the other, at a cost near that of reading them; groups that cannot make a state smaller wait until one of their kind is proven |
//! | `autonomous`, `turn`, `sums`, `supports` | step counter, whose turn it is, progress, what has no effect: questions on top of what is proven |
//! | `features`, `linear`, `progress` | guesses a progress measure by linear equations over sampled moves |
//! | `invariants` | questions about one state, given the facts: whether some conditions exclude each other |
//! | `apart` | a measure as a claim about layers, which becomes a fact by proof or by a check of all their states |
//! | `facts`, `collect`, `duplicates`, `partition`, `describe` | the result, a choice of groups for packing, and its words |

mod analyse;
mod apart;
mod autonomous;
mod budget;
mod candidates;
mod claim;
mod cliques;
mod collect;
mod covering;
mod describe;
mod duplicates;
mod exclusive;
mod facts;
mod features;
mod formula;
mod guess;
mod induction;
mod invariants;
mod knobs;
mod linear;
mod measure;
mod partition;
mod progress;
mod prove;
mod prover;
mod random_games;
mod rising;
mod samples;
mod sat;
mod settled;
mod sources;
mod step;
mod sums;
mod supports;
mod term;
mod terms;
mod turn;

pub use analyse::analyse;
pub use apart::{Apart, Claim, Refuted};
pub use budget::{AnalysisError, Budget};
pub use describe::{Family, Weighed, families};
pub use facts::{Autonomous, Duplicate, Facts, Group, StepCounter, Turn};
pub use invariants::{Holds, Invariants};
pub use measure::Progress;
pub use term::Shaped;
