//! `zermelo query --batch`: many positions, a line of JSON for each.
//!
//! Lines are answered in their order, some thousands at a time: the file is asked
//! for all states of them at once.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

use ground::BitState;
use play::{PlayError, SolvedGame};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::solution::value_json;

use super::PositionReport;
use crate::commands::{Context, SCHEMA};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::lines::{self, Line};
use crate::number::{counted, grouped};
use crate::{output, solved};

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
    state: Result<BitState, String>,
}

/// Answers for all positions of a file, or of standard input.
pub fn run(
    solved: &mut SolvedGame,
    positions: &str,
    brief: bool,
    context: &Context,
) -> Result<(), Failure> {
    let source: Box<dyn Read> = match positions {
        "-" => Box::new(io::stdin()),
        path => Box::new(File::open(path).map_err(|error| unreadable(path, &error))?),
    };
    let mut lines = BufReader::with_capacity(BUFFER, source);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut done, mut refused) = (0_u64, 0_u64);
    loop {
        if let Some(reason) = context.stop.requested() {
            let done = format!(" after {} positions", grouped(done));
            return Err(Failure::stopped(reason, &done));
        }
        let part = read(&mut lines).map_err(|error| unreadable_at(positions, done, &error))?;
        if part.is_empty() {
            break;
        }
        for answer in answers(solved, &part, brief)? {
            done += 1;
            refused += u64::from(answer.error.is_some());
            let line = serde_json::to_string(&answer).expect("answers are valid JSON");
            match writeln!(out, "{line}") {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written.map_err(|error| unwritable(&error))?,
            }
        }
        // Whoever asks line by line waits for the answer.
        out.flush().map_err(|error| unwritable(&error))?;
    }
    if refused > 0 {
        let refused = counted(refused, "position");
        output::warn(&format!("no answer for {refused}: see \"error\""));
    }
    Ok(())
}

/// The next lines; none at the end. Waits for one, and takes those that are there
/// already: so a program may ask, wait, and ask again.
fn read(lines: &mut BufReader<Box<dyn Read>>) -> io::Result<Vec<Line>> {
    let mut part: Vec<Line> = Vec::new();
    while part.is_empty() || (part.len() < AT_ONCE && lines.buffer().contains(&b'\n')) {
        let Some(line) = lines::next(lines)? else {
            break;
        };
        if !line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            part.push(line);
        }
    }
    Ok(part)
}

fn answers(solved: &mut SolvedGame, lines: &[Line], brief: bool) -> Result<Vec<Answer>, Failure> {
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
    let states: Vec<BitState> = asked.iter().flat_map(|it| it.state.clone()).collect();
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

type Answers = Result<Vec<Result<Found, String>>, Failure>;

fn brief_answers(solved: &SolvedGame, states: &[BitState]) -> Answers {
    let outcomes = solved.outcomes(states)?;
    let found = |outcome: Result<_, PlayError>| {
        let outcome: Option<table::solution::Outcome> = outcome.map_err(|it| it.to_string())?;
        Ok(Found::Brief {
            known: outcome.is_some(),
            rewards: value_json(solved::value(outcome.as_ref())),
            distance: outcome.as_ref().and_then(|it| it.distance),
        })
    };
    Ok(outcomes.into_iter().map(found).collect())
}

fn full_answers(solved: &mut SolvedGame, states: &[BitState]) -> Answers {
    let mut answers = Vec::with_capacity(states.len());
    for position in solved.positions(states)? {
        answers.push(match position {
            Ok(position) => {
                let report = PositionReport::new(solved, &position);
                Ok(Found::Full(Box::new(report)))
            }
            Err(error) if error.is_about_question() => Err(error.to_string()),
            Err(error) => return Err(error.into()),
        });
    }
    Ok(answers)
}

/// Reads a line; what is wrong with the file is no answer.
fn question(solved: &mut SolvedGame, line: &str) -> Result<Asked, Failure> {
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

fn told(state: Result<BitState, PlayError>) -> Result<Result<BitState, String>, Failure> {
    match state {
        Err(error) if error.is_about_question() => Ok(Err(error.to_string())),
        Err(error) => Err(error.into()),
        Ok(state) => Ok(Ok(state)),
    }
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let name = if name == "-" { "standard input" } else { name };
    Failure::unreadable(name, error)
}

/// The same, in the line after so many that were answered.
fn unreadable_at(name: &str, done: u64, error: &io::Error) -> Failure {
    let mut failure = unreadable(name, error);
    if done > 0 {
        failure.message += &format!(", after {} positions", grouped(done));
    }
    failure
}

fn unwritable(error: &io::Error) -> Failure {
    Failure::new(
        Exit::Limit,
        format!("cannot write to standard output: {error}"),
    )
}
