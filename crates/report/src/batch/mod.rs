//! Many positions: a line of JSON for each, and a line of JSON as its answer.
//!
//! Each line has one answer, in the same order, some thousands at a time: the file is
//! asked for all states of them at once.
//!
//! | file | what |
//! |---|---|
//! | `question` | a line that asks, and what is wrong with it |
//! | `answer` | the line that answers it |

mod answer;
mod question;

use std::io::{self, BufReader, Read, Write};

use game::{Stop, StopReason};
use play::{PlayError, SolvedGame, State};
use serde_json::value::RawValue;

use self::answer::{Answer, BriefReport, Found};
use self::question::{Question, Wanted};
use crate::lines::{Line, next_line};
use crate::query::PositionReport;

/// How many lines are answered at once.
const AT_ONCE: usize = 4096;
/// How many bytes are read at once.
const BUFFER: usize = 1 << 20;

/// The lines of a part: the `id` of each, and whether it asks for a state.
type Asked<'l> = Vec<(Option<&'l RawValue>, Result<(), String>)>;

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
        let mut line = Vec::new();
        for answer in answers(solved, &part, brief).map_err(BatchEnd::Failed)? {
            self.answered += 1;
            self.refused += u64::from(answer.is_refusal());
            line.clear();
            serde_json::to_writer(&mut line, &answer).expect("answers are valid JSON");
            line.push(b'\n');
            out.write_all(&line).map_err(BatchEnd::unwritable)?;
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
        match next_line(lines)? {
            Some(line) => part.push(line),
            None => break,
        }
    }
    Ok(part)
}

fn answers<'l>(
    solved: &SolvedGame,
    lines: &'l [Line],
    brief: bool,
) -> Result<Vec<Answer<'l>>, PlayError> {
    let (asked, states) = asked(solved, lines)?;
    let mut found = match brief {
        true => brief_answers(solved, &states)?,
        false => full_answers(solved, &states)?,
    }
    .into_iter();
    let answer = |(id, asked): (_, Result<(), String>)| {
        let result = asked.and_then(|()| found.next().expect("each state has an answer"));
        Answer::new(id, result, brief)
    };
    Ok(asked.into_iter().map(answer).collect())
}

/// What the lines ask for; what is wrong with the file is no answer.
fn asked<'l>(solved: &SolvedGame, lines: &'l [Line]) -> Result<(Asked<'l>, Vec<State>), PlayError> {
    let (mut asked, mut states) = (Vec::with_capacity(lines.len()), Vec::new());
    for line in lines {
        let (id, state) = match line {
            Ok(line) => {
                let question = Question::read(line);
                (question.id, state(solved, question)?)
            }
            Err(fault) => (None, Err(fault.clone())),
        };
        asked.push((id, state.map(|state| states.push(state))));
    }
    Ok((asked, states))
}

/// The state that is asked for, or what is wrong with the question.
fn state(solved: &SolvedGame, question: Question<'_>) -> Result<Result<State, String>, PlayError> {
    let state = match question.wanted() {
        Err(fault) => return Ok(Err(fault)),
        Ok(Wanted::Start) => Ok(solved.start().clone()),
        Ok(Wanted::Moves(moves)) => solved.after_moves(&moves),
        Ok(Wanted::State(fluents)) => solved.state_with(&fluents),
    };
    told(state)
}

/// An answer for each state, or why there is none.
type Answers = Vec<Result<Found, String>>;

fn brief_answers(solved: &SolvedGame, states: &[State]) -> Result<Answers, PlayError> {
    let found = |outcome: Result<Option<_>, _>| {
        let outcome = outcome.map(|it| Found::Brief(BriefReport::new(it.as_ref())));
        told(outcome)
    };
    solved.outcomes(states)?.into_iter().map(found).collect()
}

fn full_answers(solved: &SolvedGame, states: &[State]) -> Result<Answers, PlayError> {
    let found = |position: Result<_, _>| {
        let report = |it| Found::Full(Box::new(PositionReport::new(solved, &it)));
        told(position.map(report))
    };
    solved.positions(states)?.into_iter().map(found).collect()
}

/// What is wrong with a question is an answer; what is wrong with the file is none.
fn told<T>(answer: Result<T, PlayError>) -> Result<Result<T, String>, PlayError> {
    match answer {
        Err(error) if error.is_about_question() => Ok(Err(error.to_string())),
        Err(error) => Err(error),
        Ok(answer) => Ok(Ok(answer)),
    }
}
