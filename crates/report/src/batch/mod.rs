//! Many positions: a line of JSON for each, and a line of JSON as its answer.
//!
//! Lines are answered in their order, some thousands at a time: the file is asked
//! for all states of them at once.

use std::borrow::Cow;
use std::io::{self, BufReader, Read, Write};

use game::{Stop, StopReason};
use play::{PlayError, SolvedGame, State};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::SCHEMA;
use crate::lines::{Line, next_line};
use crate::query::PositionReport;
use crate::value::outcome as outcome_json;

/// How many lines are answered at once.
const AT_ONCE: usize = 4096;
/// How many bytes are read at once.
const BUFFER: usize = 1 << 20;

/// A line that is asked.
#[derive(Deserialize)]
struct Question {
    #[serde(default)]
    id: Json,
    moves: Option<Words>,
    state: Option<Words>,
}

/// Moves or fluents: as on the command line, or one by one, as the answers of
/// other commands have them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Together(String),
    Apart(Vec<String>),
}

impl Words {
    fn joined(&self, separator: &str) -> Cow<'_, str> {
        match self {
            Words::Together(text) => Cow::Borrowed(text),
            Words::Apart(words) => Cow::Owned(words.join(separator)),
        }
    }
}

/// The line that answers it.
#[derive(Serialize)]
struct Answer {
    schema: u32,
    #[serde(skip_serializing_if = "Json::is_null")]
    id: Json,
    error: Option<String>,
    #[serde(flatten)]
    result: Option<Found>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Brief {
        known: bool,
        rewards: Json,
        distance: Option<u64>,
    },
    Full(Box<PositionReport>),
}

/// A state to look up, or what is wrong with the line.
struct Asked {
    id: Json,
    state: Result<State, String>,
}

/// How a batch came to its end.
#[derive(Debug)]
pub struct Batch {
    /// How many lines were answered.
    pub answered: u64,
    /// How many of them with an error.
    pub refused: u64,
    /// Why there were no more.
    pub end: BatchEnd,
}

/// Why a batch had no more answers.
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchEnd {
    /// All lines are answered.
    Done,
    /// The reader of the answers wants no more.
    Enough,
    /// The work was stopped.
    Stopped(StopReason),
    /// The lines could not be read.
    Unreadable(io::Error),
    /// The answers could not be written.
    Unwritable(io::Error),
    /// The solution file could not be asked.
    Failed(PlayError),
}

/// Answers for all positions of a stream.
pub fn batch(
    solved: &SolvedGame,
    positions: impl Read,
    answers: &mut impl Write,
    brief: bool,
    stop: &Stop,
) -> Batch {
    let mut lines = BufReader::with_capacity(BUFFER, positions);
    let mut batch = Batch {
        answered: 0,
        refused: 0,
        end: BatchEnd::Done,
    };
    loop {
        if let Some(reason) = stop.requested() {
            batch.end = BatchEnd::Stopped(reason);
            return batch;
        }
        match batch.part(solved, &mut lines, answers, brief) {
            Ok(true) => {}
            Ok(false) => return batch,
            Err(end) => {
                batch.end = end;
                return batch;
            }
        }
    }
}

impl Batch {
    /// Answers the next lines; whether there were any.
    fn part(
        &mut self,
        solved: &SolvedGame,
        lines: &mut BufReader<impl Read>,
        out: &mut impl Write,
        brief: bool,
    ) -> Result<bool, BatchEnd> {
        let part = read(lines).map_err(BatchEnd::Unreadable)?;
        if part.is_empty() {
            return Ok(false);
        }
        for answer in answers(solved, &part, brief).map_err(BatchEnd::Failed)? {
            self.answered += 1;
            self.refused += u64::from(answer.error.is_some());
            let line = serde_json::to_string(&answer).expect("answers are valid JSON");
            writeln!(out, "{line}").map_err(BatchEnd::unwritable)?;
        }
        // Whoever asks line by line waits for the answer.
        out.flush().map_err(BatchEnd::unwritable)?;
        Ok(true)
    }
}

impl BatchEnd {
    fn unwritable(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => BatchEnd::Enough,
            _ => BatchEnd::Unwritable(error),
        }
    }
}

/// The next lines; none at the end. Waits for one, and takes those that are there
/// already: so a program may ask, wait, and ask again.
fn read(lines: &mut BufReader<impl Read>) -> io::Result<Vec<Line>> {
    let mut part: Vec<Line> = Vec::new();
    while part.is_empty() || (part.len() < AT_ONCE && lines.buffer().contains(&b'\n')) {
        let Some(line) = next_line(lines)? else {
            break;
        };
        if !line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            part.push(line);
        }
    }
    Ok(part)
}

fn answers(solved: &SolvedGame, lines: &[Line], brief: bool) -> Result<Vec<Answer>, PlayError> {
    let mut asked = Vec::with_capacity(lines.len());
    for line in lines {
        asked.push(match line {
            Ok(line) => question(solved, line)?,
            Err(error) => Asked {
                id: Json::Null,
                state: Err(error.clone()),
            },
        });
    }
    let states: Vec<State> = asked.iter().flat_map(|it| it.state.clone()).collect();
    let mut found = match brief {
        true => brief_answers(solved, &states)?,
        false => full_answers(solved, &states)?,
    }
    .into_iter();
    let answer = |asked: Asked| {
        let result = asked
            .state
            .and_then(|_| found.next().expect("each state has an answer"));
        let (error, result) = match result {
            Ok(result) => (None, Some(result)),
            Err(error) => (Some(error), None),
        };
        Answer {
            schema: SCHEMA,
            id: asked.id,
            error,
            result,
        }
    };
    Ok(asked.into_iter().map(answer).collect())
}

type Answers = Result<Vec<Result<Found, String>>, PlayError>;

fn brief_answers(solved: &SolvedGame, states: &[State]) -> Answers {
    let outcomes = solved.outcomes(states)?;
    let found = |outcome: Result<_, PlayError>| {
        let outcome: Option<table::solution::Outcome> = outcome.map_err(|it| it.to_string())?;
        Ok(Found::Brief {
            known: outcome.is_some(),
            rewards: outcome_json(outcome.as_ref()),
            distance: outcome.as_ref().and_then(|it| it.distance),
        })
    };
    Ok(outcomes.into_iter().map(found).collect())
}

fn full_answers(solved: &SolvedGame, states: &[State]) -> Answers {
    let mut answers = Vec::with_capacity(states.len());
    for position in solved.positions(states)? {
        answers.push(match position {
            Ok(position) => {
                let report = PositionReport::new(solved, &position);
                Ok(Found::Full(Box::new(report)))
            }
            Err(error) if error.is_about_question() => Err(error.to_string()),
            Err(error) => return Err(error),
        });
    }
    Ok(answers)
}

/// Reads a line; what is wrong with the file is no answer.
fn question(solved: &SolvedGame, line: &str) -> Result<Asked, PlayError> {
    let question: Question = match serde_json::from_str(line) {
        Ok(question) => question,
        Err(error) => {
            return Ok(Asked {
                id: id_of(line),
                state: Err(format!("not a position in JSON: {error}")),
            });
        }
    };
    let state = match (&question.moves, &question.state) {
        (Some(_), Some(_)) => Err("both \"moves\" and \"state\"".to_owned()),
        (Some(moves), None) => told(solved.after_moves(&moves.joined("; ")))?,
        (None, Some(fluents)) => told(solved.state_with(&fluents.joined(" ")))?,
        (None, None) => Ok(solved.start().clone()),
    };
    Ok(Asked {
        id: question.id,
        state,
    })
}

/// The `id` of a line that is JSON, but asks for nothing.
fn id_of(line: &str) -> Json {
    let line = serde_json::from_str::<Json>(line).unwrap_or_default();
    line.get("id").cloned().unwrap_or_default()
}

fn told(state: Result<State, PlayError>) -> Result<Result<State, String>, PlayError> {
    match state {
        Err(error) if error.is_about_question() => Ok(Err(error.to_string())),
        Err(error) => Err(error),
        Ok(state) => Ok(Ok(state)),
    }
}
