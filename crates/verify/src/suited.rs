//! Which check a file gets.
//!
//! In: a file, and what was asked for. Out: the report of that check, or of the one for
//! sums if the file has parts instead of states.

use std::io::{Read, Seek};

use crate::error::VerifyError;
use crate::exhaustive::Limits;
use crate::file::SolutionFile;
use crate::report::{Progress, Report};
use crate::sample::Sample;
use crate::{exhaustive, sample, sums, symbolic};

/// Checks every state of a file; of a file of parts, that it is the sum that it says.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if the solution is wrong; others if that could not be
/// checked.
pub fn verify_all<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    match file.parts().is_some() {
        true => sums::verify(file, limits, look),
        false => exhaustive::verify_all(file, limits, look),
    }
}

/// Checks states of a file at random.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if one is wrong; others if that could not be checked.
pub fn verify_sample<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    match file.parts().is_some() {
        true => sums::sample(file, sample, limits, look),
        false => sample::verify_sample(file, sample, limits, look),
    }
}

/// Checks all states of a file as sets, after comparing the ground game with the
/// interpreter on the states of `sample`; a file of parts as [`verify_all`] does.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if the solution is wrong; [`VerifyError::Unsuited`] and
/// [`VerifyError::TooComplex`] if sets do not suit it; others if that could not be
/// checked.
pub fn verify_symbolic<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    match file.parts().is_some() {
        true => sums::verify(file, limits, look),
        false => symbolic::verify_symbolic(file, sample, limits, look),
    }
}
