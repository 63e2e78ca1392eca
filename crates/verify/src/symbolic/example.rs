//! One state that shows what is wrong, in the words of the other checks.
//!
//! In: the key of a state that sets have found wrong. Out: what the interpreter and
//! the file say of it. So nothing is called wrong unless the interpreter finds it
//! wrong too.

use std::io::{Read, Seek};

use crate::board::{Board, Next};
use crate::error::{Unreadable, VerifyError, Wrong};
use crate::file::SolutionFile;
use crate::flaws;
use crate::labels::Values;
use crate::value::Outcome;

/// What the file claims of values and distances.
pub struct Claims {
    pub values: Values,
    pub distances: bool,
    /// Whether draws have distances.
    pub draws: bool,
}

/// The result of checking one state.
pub enum Found {
    /// It is wrong.
    Wrong(Box<Wrong>),
    /// A move leads to the same section, or back.
    Backward,
    /// Nothing.
    Nothing(String),
}

/// The error of a key that belongs to no state of a section, or of a state that no
/// move leads to.
pub fn foreign<R: Read + Seek>(
    file: &SolutionFile<R>,
    board: &Board,
    section: u64,
    key: &[u8],
) -> Wrong {
    let wrong = Wrong::new(format!(
        "the file has a state that cannot be reached, or in a section that is not its own\n  \
         says   it is in section {section}\n  right  no move leads to it"
    ));
    match file.meta().encoding.decode(key) {
        Some(held) => wrong.at(board.text(&board.state(&held))),
        None => wrong.at("(its key is that of no state)"),
    }
}

/// Checks the state of a key, which is in this section.
pub fn look_at<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    board: &mut Board,
    claims: &Claims,
    (section, key): (u64, &[u8]),
) -> Result<Found, VerifyError> {
    let Some(held) = file.meta().encoding.decode(key) else {
        return Ok(Found::Wrong(foreign(file, board, section, key).into()));
    };
    let state = board.state(&held);
    let text = board.text(&state);
    let wrong = |what: String| Ok(Found::Wrong(Wrong::new(what).at(text.clone()).into()));
    let says = outcome(file, (section, key))?;
    let flaw = match board.next(&state)? {
        Next::Fault(fault) => Some(fault),
        Next::End(value) => says.and_then(|says| flaws::of_end(&says, &value, claims.distances)),
        Next::Moves { mover, successors } => {
            let mut after = Vec::new();
            for successor in &successors {
                let place = board.place(&file.meta().encoding, successor);
                if place.as_ref().is_some_and(|it| it.section <= section) {
                    return Ok(Found::Backward);
                }
                let found = match &place {
                    Some(place) => outcome(file, (place.section, &place.key))?,
                    None => None,
                };
                let Some(found) = found else {
                    let missing = board.text(successor);
                    return wrong(format!(
                        "a successor is missing\n  right  {missing} can be reached"
                    ));
                };
                after.push(found);
            }
            let after: Vec<&Outcome> = after.iter().collect();
            let about = (claims.distances, claims.draws);
            says.and_then(|says| flaws::of_state(&claims.values, mover, &says, &after, about))
        }
    };
    match flaw {
        Some(what) => wrong(what),
        None => Ok(Found::Nothing(text)),
    }
}

fn outcome<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    (section, key): (u64, &[u8]),
) -> Result<Option<Outcome>, Unreadable> {
    let found = file.find(section, key)?;
    Ok(found.map(|number| file.meta().outcomes[number as usize].clone()))
}
