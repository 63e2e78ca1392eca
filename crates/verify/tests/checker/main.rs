//! The checker on solutions that the judge found: it takes them as they are, and
//! none that was changed in any way that matters.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod agreement;
mod circles;
mod corruptions;
mod damage;
mod decoded;
mod features;
mod games;
mod parts;
