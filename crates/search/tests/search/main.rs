//! The search beside the judge, and what it promises.

mod bounds;
mod games;
mod promises;
mod proofs;
