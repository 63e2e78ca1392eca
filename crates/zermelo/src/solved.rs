//! Solved games for the commands: opening files, and words for what is in them.

use std::error::Error;
use std::path::Path;

use game::{Initial, RoleId, Value};
use play::{Judgement, MoveError, PlayError, Position, SolvedGame};
use table::solution::{DEFAULT_CACHE, Outcome, reward_json};

use crate::commands::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Opens a solution file.
pub fn open(path: &Path, context: &Context) -> Result<SolvedGame, Failure> {
    let share = usize::try_from(context.memory_left() / 4).unwrap_or(usize::MAX);
    let solved = SolvedGame::open(path, share.min(DEFAULT_CACHE), context.stop.clone())?;
    Ok(solved)
}

/// What is to be known before its best moves are followed: a file without distances
/// cannot promise that won games end, where play can go round.
pub fn warnings(solved: &SolvedGame) -> Vec<String> {
    let about = solved.about();
    let distances = solved.file().has_distances() && about.model != game::Model::Guaranteed;
    let mut warnings = Vec::new();
    if about.cyclic != Some(false) && !distances {
        let text = "the file has no distances: what is forced is kept, but play may go on for ever";
        warnings.push(text.to_owned());
    }
    warnings
}

/// Tells the user of them.
pub fn warn(warnings: &[String]) {
    warnings.iter().for_each(|it| output::warn(it));
}

/// The value of an outcome; unresolved if there is none.
pub fn value(outcome: Option<&Outcome>) -> &Value {
    outcome.map_or(&Value::Unresolved, |it| &it.value)
}

/// The rewards in short: `50/50`.
pub fn short(outcome: Option<&Outcome>) -> String {
    match outcome.map(|it| &it.value) {
        None => "unknown".to_owned(),
        Some(Value::Rewards(rewards)) => rewards.to_string(),
        Some(Value::Infinite) => "infinite".to_owned(),
        Some(Value::Unresolved) => "unresolved".to_owned(),
    }
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

/// What a move costs, for programs: null where there is no number.
pub fn cost(judgement: Judgement) -> serde_json::Value {
    match judgement {
        Judgement::Forced | Judgement::Unjudged | Judgement::Mistake(None) => {
            serde_json::Value::Null
        }
        Judgement::Only | Judgement::Best | Judgement::Inaccuracy => 0.into(),
        Judgement::Mistake(Some(cost)) => reward_json(cost),
    }
}

/// A role's name.
pub fn role_name(roles: &[String], role: Option<RoleId>) -> Option<String> {
    role.map(|role| roles[role.index()].clone())
}

/// What is told of a position, as `solve` tells it of the first one.
pub fn initial(position: &Position, line: Vec<String>) -> Initial {
    Initial {
        value: value(position.outcome.as_ref()).clone(),
        distance: position.outcome.as_ref().and_then(|it| it.distance),
        mover: position.mover,
        best_moves: position.best().map(|it| it.text.clone()).collect(),
        line,
    }
}

impl<E: Error + 'static> From<MoveError<E>> for Failure
where
    Failure: From<E>,
{
    fn from(error: MoveError<E>) -> Self {
        let (message, help) = (error.to_string(), error.help());
        let failure = match error {
            MoveError::Game(inner) => return inner.into(),
            MoveError::IllFormed { .. } => Failure::new(Exit::Rules, message),
            _ => Failure::usage(message),
        };
        match help {
            Some(help) => failure.help(help),
            None => failure,
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        let message = error.to_string();
        match error {
            PlayError::File(error) => error.into(),
            PlayError::Ground(error) => error.into(),
            PlayError::Move(error) => error.into(),
            PlayError::Stopped(reason) => Failure::stopped(reason, ""),
            PlayError::Contradiction(_) => Failure::new(Exit::File, message)
                .help("solve the game again, or check the file with `zermelo verify`"),
            _ => Failure::usage(message),
        }
    }
}
