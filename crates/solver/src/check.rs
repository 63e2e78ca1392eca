//! Checks a solution file by the independent checker, in the way that fits.

use std::io::{Read, Seek};

use verify::{PartReport, Report, Sample, SolutionFile, VerifyError};

use crate::event::{Event, Observer};
use crate::limits::Limits;

/// How a solution file is to be checked.
#[derive(Clone, Debug)]
pub struct Check {
    /// By which method.
    pub method: Method,
    /// On how many states a proof by sets compares the ground game with the
    /// interpreter.
    pub compare: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// What the work may use.
    pub limits: Limits,
}

/// By which method a file is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All states one by one; by sets where they do not fit into memory.
    All,
    /// All states, by sets.
    Sets,
    /// This many states.
    Sample(u64),
}

/// What was found: nothing wrong.
#[derive(Debug)]
pub enum Verdict {
    /// In the whole solution, or in a sample of it.
    Whole(Report),
    /// In the part of a solution that the file has.
    Part(PartReport),
}

/// Checks a file against the rules in it.
///
/// # Errors
///
/// [`VerifyError::Wrong`] with the first flaw; others if it could not be checked.
pub fn check<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    check: &Check,
    observer: Observer<'_>,
) -> Result<Verdict, VerifyError> {
    let limits = verify::Limits {
        threads: check.limits.threads(),
        memory: check.limits.memory.bytes(),
        stop: check.limits.stop.clone(),
    };
    let sample = |states| Sample {
        states,
        seed: check.seed,
    };
    // Of a part nobody knows what it should have; samples are of files that say so.
    if !file.is_whole() && !matches!(check.method, Method::Sample(_)) {
        let look = &mut |it| observer(Event::Checked(it));
        return verify::verify_part(file, &limits, look).map(Verdict::Part);
    }
    let report = match check.method {
        Method::Sample(states) => {
            let look = &mut |it| observer(Event::Checked(it));
            verify::verify_sample(file, sample(states), &limits, look)
        }
        Method::Sets => by_sets(file, sample(check.compare), &limits, observer),
        Method::All => {
            let look = &mut |it| observer(Event::Checked(it));
            match verify::verify_all(file, &limits, look) {
                Err(VerifyError::TooLarge { states, needed }) => {
                    observer(Event::CheckedBySets);
                    match by_sets(file, sample(check.compare), &limits, observer) {
                        // What sets cannot do says less than why they were tried.
                        Err(VerifyError::Unsuited { .. } | VerifyError::TooComplex { .. }) => {
                            Err(VerifyError::TooLarge { states, needed })
                        }
                        other => other,
                    }
                }
                other => other,
            }
        }
    };
    report.map(Verdict::Whole)
}

fn by_sets<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
    limits: &verify::Limits,
    observer: Observer<'_>,
) -> Result<Report, VerifyError> {
    let look = &mut |it| observer(Event::Checked(it));
    verify::verify_symbolic(file, sample, limits, look)
}
