//! What the checker found, as JSON.

use serde::Serialize;
use verify::Wrong;

use crate::SCHEMA;
use crate::used::Used;

/// The file that was checked.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CheckedFile<'a> {
    /// Its name.
    pub file: &'a str,
    /// The game that it says it is of.
    pub game: &'a str,
    /// The hash of the rules in it.
    pub rules_hash: &'a str,
}

/// A solution that is right, or nothing wrong in a sample of it.
#[derive(Debug, Serialize)]
pub struct VerifyReport<'a> {
    schema: u32,
    #[serde(flatten)]
    file: CheckedFile<'a>,
    /// What was found; an error otherwise.
    right: bool,
    /// `exhaustive`, `symbolic` and `parts` are proofs, `sampled` is none.
    method: &'static str,
    checked: String,
    walked: String,
    states: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminals: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<usize>,
    arrows: Option<String>,
    unresolved: String,
    cyclic: Option<bool>,
    distances: bool,
    from_initial: bool,
    /// With 95 % confidence fewer states than this share are wrong beside their
    /// successors; null for a proof.
    error_bound: Option<f64>,
    /// On how many states the ground game was compared with the interpreter; for
    /// `symbolic` and `parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<String>,
    /// How large sets became; for `symbolic` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_set_nodes: Option<usize>,
    /// How many there are, if the file is of a sum of parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed_states: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<usize>,
    seed: Option<u64>,
    #[serde(flatten)]
    used: Used,
}

impl<'a> VerifyReport<'a> {
    /// What is told of a check that began its random numbers with `seed`.
    pub fn new(file: CheckedFile<'a>, report: &verify::Report, seed: u64, used: Used) -> Self {
        let parts = report.parts;
        // A file of parts need not count the states of the game.
        let counted = parts.is_none_or(|it| it.counted.is_some());
        let compared = report.sets.map(|sets| sets.compared);
        let compared = compared.or(parts.filter(|_| report.exhaustive).map(|it| it.compared));
        VerifyReport {
            schema: SCHEMA,
            file,
            right: true,
            method: match (report.sets, report.exhaustive) {
                (Some(_), _) => "symbolic",
                (None, true) if parts.is_some() => "parts",
                (None, true) => "exhaustive",
                (None, false) => "sampled",
            },
            checked: report.checked.to_string(),
            walked: report.walked.to_string(),
            states: report.states.to_string(),
            terminals: (report.exhaustive && counted).then(|| report.terminals.to_string()),
            layers: (report.exhaustive && report.layers > 0).then_some(report.layers),
            arrows: report.arrows.map(|arrows| arrows.to_string()),
            unresolved: report.unresolved.to_string(),
            cyclic: report.cyclic,
            distances: report.distances,
            from_initial: report.from_initial,
            error_bound: report.error_bound(),
            compared: compared.map(|states| states.to_string()),
            largest_set_nodes: report.sets.map(|sets| sets.largest),
            parts: parts.map(|it| it.parts),
            listed_states: parts.map(|it| it.listed),
            pieces: parts.map(|it| it.pieces),
            seed: (!report.exhaustive || report.sets.is_some()).then_some(seed),
            used,
        }
    }
}

/// A solution that is wrong.
#[derive(Debug, Serialize)]
pub struct WrongReport<'a> {
    schema: u32,
    file: &'a str,
    game: &'a str,
    right: bool,
    what: &'a str,
    state: &'a Option<String>,
    path: &'a Option<Vec<String>>,
}

impl<'a> WrongReport<'a> {
    /// What is told of a flaw.
    pub fn new(file: CheckedFile<'a>, wrong: &'a Wrong) -> Self {
        WrongReport {
            schema: SCHEMA,
            file: file.file,
            game: file.game,
            right: false,
            what: &wrong.what,
            state: &wrong.state,
            path: &wrong.path,
        }
    }
}

/// Nothing wrong in a part of a solution.
#[derive(Debug, Serialize)]
pub struct PartReport<'a> {
    schema: u32,
    #[serde(flatten)]
    file: CheckedFile<'a>,
    /// Null for a part: of what the file does not have nothing can be known. Of an endgame
    /// database all values are proven.
    right: Option<bool>,
    method: &'static str,
    checked: String,
    states: String,
    terminals: String,
    /// States with all, some and none of their successors in the file.
    settled: String,
    open: String,
    alone: String,
    /// From which all play ends within the file.
    proven: String,
    arrows: String,
    distances: bool,
    from_initial: bool,
    start: &'a Option<String>,
    start_proven: bool,
    /// After how many moves play from each state has ended, if the file says so.
    steps: Option<u64>,
    #[serde(flatten)]
    used: Used,
}

impl<'a> PartReport<'a> {
    /// What is told of a check.
    pub fn new(file: CheckedFile<'a>, report: &'a verify::PartReport, used: Used) -> Self {
        PartReport {
            schema: SCHEMA,
            file,
            right: report.database.then_some(true),
            method: match report.database {
                true => "database",
                false => "partial",
            },
            checked: report.states.to_string(),
            states: report.states.to_string(),
            terminals: report.terminals.to_string(),
            settled: report.settled.to_string(),
            open: report.open.to_string(),
            alone: report.alone.to_string(),
            proven: report.proven.to_string(),
            arrows: report.arrows.to_string(),
            distances: report.distances,
            from_initial: report.from_initial,
            start: &report.start,
            start_proven: report.start_proven,
            steps: report.steps,
            used,
        }
    }
}
