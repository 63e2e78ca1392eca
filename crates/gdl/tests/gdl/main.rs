//! The language: texts in, rules and their meaning out; published sheets, hostile
//! texts, obfuscated and random ones.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod corpus_check;
mod corpus_states;
mod hostile;
mod interpreter;
mod obfuscation;
mod random_sheet;
mod round_trip;
mod typos;
mod warnings;
