//! Solved games for the commands: opening files, and words for what is in them.

use std::path::Path;

use game::Initial;
use play::{Judgement, Oracle, Position, SolvedGame};
use report::outcome_value;
use table::solution::Outcome;

use crate::context::Context;
use crate::failure::Failure;
use crate::{mistaken, output};

/// Opens a solution file; says what the file is if it is something else.
pub fn open(path: &Path, context: &Context) -> Result<SolvedGame, Failure> {
    match mistaken::not_a_solution(path) {
        Some(failure) => Err(failure),
        None => Ok(solver::open(path, &context.limits())?),
    }
}

/// What is to be known before its best moves are followed: a file without distances
/// cannot promise that won games end, where play can go round.
pub fn warnings(solved: &SolvedGame) -> Vec<String> {
    let about = solved.about();
    let distances = solved.file().has_distances() && about.terms.model != game::Model::Guaranteed;
    let mut text =
        "the file has no distances: what is forced is kept, but play may go on for ever".to_owned();
    if lacks_distances(solved) {
        text.push_str("; solve with --level ultra-strong for distances");
    }
    let warns = about.terms.cyclic != Some(false) && !distances;
    warns.then_some(text).into_iter().collect()
}

/// Whether the file has no distances, and another one of the same game could.
fn lacks_distances(solved: &SolvedGame) -> bool {
    !solved.file().has_distances() && solved.about().terms.model != game::Model::Guaranteed
}

/// How to get distances that the file does not have, unless a warning tells it.
pub fn about_distances(solved: &SolvedGame) -> Option<&'static str> {
    if solved.parts().is_some() && !solved.oracle().has_distances() {
        return Some("none: what parts are worth does not tell how long play lasts");
    }
    let told = !warnings(solved).is_empty();
    let lacks = lacks_distances(solved) && !told;
    lacks.then_some("not in the file; solve with --level ultra-strong for them")
}

/// Tells the user of them.
pub fn warn(warnings: &[String]) {
    warnings.iter().for_each(|it| output::warn(it));
}

/// The rewards in short: `50/50`.
pub fn short(outcome: Option<&Outcome>) -> String {
    outcome.map_or("unknown".to_owned(), |it| it.value.to_string())
}

/// The distance, or a dash.
pub fn distance(outcome: Option<&Outcome>) -> String {
    let distance = outcome.and_then(|it| it.distance);
    distance.map_or("–".to_owned(), |distance| distance.to_string())
}

/// A judgement for people.
pub fn judgement_text(judgement: Judgement) -> String {
    match judgement {
        Judgement::Only => "only move".to_owned(),
        Judgement::Mistake(Some(cost)) if cost.half_points() > 0 => {
            format!("mistake, costs {cost}")
        }
        other => other.name().to_owned(),
    }
}

/// What is told of a position, as `solve` tells it of the first one.
pub fn initial(position: &Position, line: Vec<String>) -> Initial {
    Initial {
        value: outcome_value(position.outcome.as_ref()).clone(),
        distance: position.outcome.as_ref().and_then(|it| it.distance),
        mover: position.mover,
        best_moves: position.best().map(|it| it.text.clone()).collect(),
        line,
    }
}
