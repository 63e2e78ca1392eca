//! From a [`GroundGame`](ground::GroundGame) to [`Facts`] about all of its
//! reachable states.
//!
//! ```text
//! GroundGame ──sample──► Samples ──guess──► claims ──prove──► Facts
//! ```
//!
//! Guesses come from random play and from the looks of terms; which fluents are
//! called what means nothing. They become facts by proof: all claims are assumed
//! in a state, and a SAT solver looks for a legal move after which one of them
//! does not hold. What it finds none for, and only that, is a fact. A budget
//! that runs out means fewer facts.
//!
//! The one exception says so: a [`Progress`] that is not proven is a guess. It can
//! be asked for layers only as a [`Claim`], by who checks it on all states of them.

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
mod knobs;
mod linear;
mod partition;
mod progress;
mod prove;
mod prover;
mod rising;
mod samples;
mod sat;
mod settled;
mod sources;
mod step;
mod sums;
mod supports;
mod table;
mod term;
mod terms;
mod turn;

pub use analyse::analyse;
pub use apart::{Apart, Claim, Refuted};
pub use budget::{AnalysisError, Budget};
pub use describe::{Family, Weighed, families};
pub use facts::{Autonomous, Duplicate, Facts, Group, Progress, StepCounter, Turn};
pub use term::Shaped;
