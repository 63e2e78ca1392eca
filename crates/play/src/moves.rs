//! Moves as people write them.
//!
//! In: a game, a state, and a move in KIF: that of the mover, with or without its
//! outermost parentheses, or the list of all roles' moves. Out: the state after it.

use std::convert::Infallible;
use std::error::Error;

use game::{Fault, Playable, RoleId};
use gdl::Source;
use thiserror::Error;

/// Why a text is not a move.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MoveError<E: Error + 'static> {
    /// The game's own.
    #[error(transparent)]
    Game(E),
    /// The game is over: there are no moves.
    #[error("the game is over before the move `{0}`")]
    Over(String),
    /// The game breaks the rules for games.
    #[error("the game is ill-formed: {fault}\n  in {state}")]
    IllFormed {
        /// The fault.
        fault: String,
        /// Where, in KIF.
        state: String,
    },
    /// The text is not KIF.
    #[error("`{0}` is not a move in KIF")]
    NotKif(String),
    /// More than one role can make the move, and it matters who does.
    #[error("`{0}` is a move of several roles")]
    SeveralRoles(String),
    /// It matters what the others do.
    #[error("`{0}` alone does not tell what happens next")]
    Incomplete(String),
    /// Nobody can make the move.
    #[error("`{text}` is not a move in {state}")]
    Illegal {
        /// What was written.
        text: String,
        /// Where, in KIF.
        state: String,
        /// For each role its name and its legal moves in KIF.
        legal: Vec<(String, Vec<String>)>,
    },
}

impl<E: Error> MoveError<E> {
    /// The error without the game's own, or the game's own.
    pub(crate) fn without_game(self) -> Result<MoveError<Infallible>, E> {
        Ok(match self {
            MoveError::Game(error) => return Err(error),
            MoveError::Over(text) => MoveError::Over(text),
            MoveError::IllFormed { fault, state } => MoveError::IllFormed { fault, state },
            MoveError::NotKif(text) => MoveError::NotKif(text),
            MoveError::SeveralRoles(text) => MoveError::SeveralRoles(text),
            MoveError::Incomplete(text) => MoveError::Incomplete(text),
            MoveError::Illegal { text, state, legal } => MoveError::Illegal { text, state, legal },
        })
    }

    /// How to fix it; of an illegal move, [`MoveError::Illegal`] has all legal ones.
    pub fn help(&self) -> Option<String> {
        match self {
            MoveError::SeveralRoles(_) | MoveError::Incomplete(_) => {
                Some("write the moves of all roles in one list: `((mark 1 1) noop)`".to_owned())
            }
            _ => None,
        }
    }
}

/// The state after moves that are separated by `;`.
///
/// # Errors
///
/// [`MoveError`] of the first that cannot be made.
pub fn after_moves<G: Playable>(
    game: &mut G,
    mut state: G::State,
    moves: &str,
) -> Result<G::State, MoveError<G::Error>> {
    let texts = moves.split(';').map(str::trim);
    for text in texts.filter(|text| !text.is_empty()) {
        state = after_move(game, &state, text)?;
    }
    Ok(state)
}

/// The state after a move, written as the mover's move alone or as the list of all
/// roles' moves.
///
/// # Errors
///
/// [`MoveError`] if it cannot be made.
pub fn after_move<G: Playable>(
    game: &mut G,
    state: &G::State,
    text: &str,
) -> Result<G::State, MoveError<G::Error>> {
    if game.is_terminal(state).map_err(MoveError::Game)? {
        return Err(MoveError::Over(text.to_owned()));
    }
    let legal = game.legal_moves(state).map_err(MoveError::Game)?;
    if let Some(role) = legal.iter().position(Vec::is_empty) {
        return Err(MoveError::IllFormed {
            fault: Fault::NoLegalMove(RoleId::new(role)).describe(game.roles()),
            state: game.state_text(state),
        });
    }
    let wanted = normalised(text).ok_or_else(|| MoveError::NotKif(text.to_owned()))?;
    let mut successors: Vec<G::State> = Vec::new();
    for (role, moves) in legal.iter().enumerate() {
        let mov = moves.iter().find(|mov| game.move_text(mov) == wanted);
        if let Some(mov) = mov.cloned() {
            let found = only_successor(game, state, &legal, role, mov);
            successors.extend(found.map_err(MoveError::Game)?);
        }
    }
    if successors.is_empty() {
        let found = after_joint(game, state, &legal, &wanted);
        successors.extend(found.map_err(MoveError::Game)?);
    }
    successors.dedup();
    match successors.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(not_a_move(game, state, &legal, wanted)),
        _ => Err(MoveError::SeveralRoles(text.to_owned())),
    }
}

/// The state after a role's move, if the others' moves make no difference.
fn only_successor<G: Playable>(
    game: &mut G,
    state: &G::State,
    legal: &[Vec<G::Move>],
    role: usize,
    mov: G::Move,
) -> Result<Option<G::State>, G::Error> {
    let mut lists = legal.to_vec();
    lists[role] = vec![mov];
    let mut found: Option<G::State> = None;
    let mut places = vec![0; lists.len()];
    loop {
        let chosen = lists.iter().zip(&places);
        let joint: Vec<G::Move> = chosen.map(|(list, &at)| list[at].clone()).collect();
        let next = game.successor(state, &joint)?;
        if found.as_ref().is_some_and(|found| *found != next) {
            return Ok(None);
        }
        found = Some(next);
        // The next joint move, like an odometer.
        let Some(turn) = (0..lists.len()).find(|&at| places[at] + 1 < lists[at].len()) else {
            return Ok(found);
        };
        places[..turn].fill(0);
        places[turn] += 1;
    }
}

fn after_joint<G: Playable>(
    game: &mut G,
    state: &G::State,
    legal: &[Vec<G::Move>],
    wanted: &str,
) -> Result<Option<G::State>, G::Error> {
    let inner = wanted.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let Some(parts) = terms(inner.unwrap_or("")).filter(|parts| parts.len() == legal.len()) else {
        return Ok(None);
    };
    let mut joint = Vec::new();
    for (moves, part) in legal.iter().zip(&parts) {
        let mov = moves.iter().find(|mov| game.move_text(mov) == *part);
        joint.extend(mov.cloned());
    }
    match joint.len() == legal.len() {
        true => game.successor(state, &joint).map(Some),
        false => Ok(None),
    }
}

fn not_a_move<G: Playable>(
    game: &G,
    state: &G::State,
    legal: &[Vec<G::Move>],
    text: String,
) -> MoveError<G::Error> {
    let texts = |moves: &Vec<G::Move>| -> Vec<String> {
        moves.iter().map(|mov| game.move_text(mov)).collect()
    };
    let legal: Vec<Vec<String>> = legal.iter().map(texts).collect();
    if legal.iter().any(|moves| moves.contains(&text)) {
        return MoveError::Incomplete(text);
    }
    MoveError::Illegal {
        text,
        state: game.state_text(state),
        legal: game.roles().iter().cloned().zip(legal).collect(),
    }
}

/// The move in the form in which moves are printed; the outermost parentheses may
/// be missing.
fn normalised(text: &str) -> Option<String> {
    let text = text.trim();
    let wrapped = match text.starts_with('(') || !text.contains(char::is_whitespace) {
        true => text.to_owned(),
        false => format!("({text})"),
    };
    // A list of moves that begins with a list is not a term: so its parts are read
    // one by one.
    if let Some([term]) = terms(&wrapped).as_deref() {
        return Some(term.clone());
    }
    let inner = wrapped.strip_prefix('(')?.strip_suffix(')')?;
    let parts = terms(inner)?;
    Some(format!("({})", parts.join(" ")))
}

/// Terms in KIF as they are printed; `None` if the text is something else.
fn terms(text: &str) -> Option<Vec<String>> {
    let terms = gdl::parse_terms(&Source::new("moves", text.as_bytes())).ok()?;
    Some(terms.iter().map(ToString::to_string).collect())
}

/// The lists of fluents that a text can mean: states are printed as one list,
/// and `(p (q 1))` is a list of two fluents as well as a single one.
///
/// # Errors
///
/// What is wrong, if neither reading is a state.
pub fn readings_of_state(text: &str) -> Result<Vec<Vec<String>>, String> {
    let inner = text.trim().strip_prefix('(');
    let inner = inner.and_then(|text| text.strip_suffix(')'));
    let mut readings = Vec::new();
    let mut fault = "a fluent has no variables".to_owned();
    for text in [Some(text), inner].into_iter().flatten() {
        match gdl::parse_terms(&Source::new("state", text.as_bytes())) {
            Ok(terms) if terms.iter().all(gdl::Term::is_ground) => {
                readings.push(terms.iter().map(ToString::to_string).collect());
            }
            Ok(_) => {}
            Err(found) => fault.clone_from(&found[0].message),
        }
    }
    match readings.is_empty() {
        true => Err(fault),
        false => Ok(readings),
    }
}
