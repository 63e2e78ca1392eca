//! The search beside the judge, and what it promises.

mod bounds;
mod databases;
mod games;
mod promises;
mod proofs;
