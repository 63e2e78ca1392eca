//! A game that is being played: the positions so far, and who plays whom.
//!
//! In: what the user types. Out: what is shown. Not here: reading and writing.

use game::{RoleId, Value};
use play::{Board, Choice, Judgement, PlayError, Position, SolvedGame, State, choose};

use super::super::query::moves_text;
use super::ending;
use crate::failure::Failure;
use crate::output::{BOLD, RESET};
use crate::solution_text::{rewards_text, verdict};
use crate::{position_text, solved};

/// Moves in which the user has no part, after which play is taken to go on so.
const MOST_ALONE: usize = 1000;

/// A game that is being played.
pub struct Session {
    solved: SolvedGame,
    board: Option<Board>,
    yours: Vec<RoleId>,
    /// All positions so far; the last is the current one.
    positions: Vec<Position>,
    has_left: bool,
}

/// What can be typed besides moves.
const COMMANDS: [&str; 7] = ["moves", "hint", "back", "board", "again", "quit", "help"];

/// What is said to moves at the end.
const OVER: &str = "  the game is over: `back`, `again` or `quit`\n";

/// What the user types.
pub enum Word<'a> {
    Nothing,
    Help,
    Moves,
    Hint,
    Board,
    Back,
    /// Start over, perhaps as another role.
    Again(Option<&'a str>),
    Quit,
    Move(&'a str),
}

impl<'a> Word<'a> {
    /// What a line means.
    pub fn of(line: &'a str) -> Self {
        match line {
            "" => Word::Nothing,
            "help" | "?" => Word::Help,
            "moves" => Word::Moves,
            "hint" => Word::Hint,
            "board" => Word::Board,
            "back" | "undo" => Word::Back,
            "again" => Word::Again(None),
            "quit" | "exit" => Word::Quit,
            text => match text.strip_prefix("again ") {
                Some(role) => Word::Again(Some(role.trim())),
                None => Word::Move(text),
            },
        }
    }
}

impl Session {
    /// Begins at a state. Without roles the user plays the first one to choose.
    pub fn new(solved: SolvedGame, start: &State, yours: Vec<RoleId>) -> Result<Self, Failure> {
        let position = solved.position(start)?;
        let board = solved.board()?;
        let mut session = Session {
            solved,
            board,
            yours,
            positions: vec![position],
            has_left: false,
        };
        if session.yours.is_empty() {
            let first = session.first_to_choose()?;
            session.yours.push(first);
        }
        Ok(session)
    }

    fn first_to_choose(&mut self) -> Result<RoleId, PlayError> {
        let mut position = self.current().clone();
        for _ in 0..MOST_ALONE {
            match (position.mover, position.moves.first()) {
                (Some(mover), _) => return Ok(mover),
                (None, Some(forced)) => {
                    let next = forced.next.clone();
                    position = self.solved.position(&next)?;
                }
                (None, None) => break,
            }
        }
        Ok(RoleId::new(0))
    }

    fn current(&self) -> &Position {
        self.positions.last().expect("there is always a position")
    }

    /// Whether the game is over.
    pub fn is_at_end(&self) -> bool {
        self.current().terminal
    }

    /// Whether the user has left, or has no part in what follows.
    pub fn has_left(&self) -> bool {
        self.has_left
    }

    /// The user leaves.
    pub fn leave(&mut self) {
        self.has_left = true;
    }

    /// The names of the roles.
    pub fn roles(&self) -> &[String] {
        self.solved.roles()
    }

    /// What can be typed now.
    pub fn words(&self) -> Vec<String> {
        let moves = if self.is_at_end() {
            Vec::new()
        } else {
            self.in_order()
        };
        let commands = COMMANDS.iter().map(|&it| it.to_owned());
        moves.into_iter().chain(commands).collect()
    }

    /// The first words.
    pub fn greeting(&self) -> String {
        let names = self.yours.iter().map(|it| self.role(*it));
        let names: Vec<&str> = names.collect();
        format!(
            "{BOLD}{}{RESET}: you are {}; `help` tells what you can type\n",
            self.solved.about().subject.game,
            names.join(" and ")
        )
    }

    fn role(&self, role: RoleId) -> &str {
        &self.solved.roles()[role.index()]
    }

    /// Plays until the user has a choice, or the end; then shows the position.
    pub fn go_on(&mut self) -> Result<String, Failure> {
        let mut said = String::new();
        for alone in 0.. {
            let position = self.current().clone();
            if position.terminal {
                let value = report::outcome_value(position.outcome.as_ref());
                said.push_str(&self.picture());
                said.push_str(&self.end_text(value));
                return Ok(said);
            }
            if position.mover.is_some_and(|it| self.yours.contains(&it)) {
                break;
            }
            if alone == MOST_ALONE {
                self.has_left = true;
                said.push_str("play goes on for ever, without you\n");
                return Ok(said);
            }
            let choice = choose(&self.solved, &position)?;
            let choice = choice.expect("a game that is not over has a move");
            let known = position.mover.is_none() || choice.judgement != Judgement::Unjudged;
            said.push_str(&match position.mover {
                Some(mover) => format!("{} plays {}", self.role(mover), choice.text),
                None => format!("forced: {}", choice.text),
            });
            said.push_str(if known {
                "\n"
            } else {
                ", not knowing better\n"
            });
            let next = self.solved.position(&choice.next)?;
            self.positions.push(next);
        }
        said.push_str(&self.picture());
        Ok(said)
    }

    /// The position, drawn if it has a board.
    pub fn picture(&self) -> String {
        let fluents = self.solved.referee().fluents(&self.current().state);
        let drawn = position_text::drawn(self.board.as_ref(), &fluents);
        format!("\n{drawn}\n")
    }

    /// What stands before the user's words.
    pub fn prompt(&self) -> String {
        match self.current().mover {
            _ if self.is_at_end() => "back, again or quit> ".to_owned(),
            Some(mover) => format!("{}> ", self.role(mover)),
            None => String::new(),
        }
    }

    /// The moves, with numbers, in the order of the rules rather than of their
    /// worth: the list is no hint.
    pub fn list(&self) -> String {
        if self.is_at_end() {
            return OVER.to_owned();
        }
        let moves = (1..).zip(self.in_order());
        moves
            .map(|(number, text)| format!("  {number:>3}  {text}\n"))
            .collect()
    }

    fn in_order(&self) -> Vec<String> {
        let position = self.current();
        let mut moves: Vec<&Choice> = position.moves.iter().collect();
        moves.sort_by_key(|it| it.number);
        moves.iter().map(|it| it.text.clone()).collect()
    }

    /// What the position and each move are worth.
    pub fn hint(&self) -> String {
        if self.is_at_end() {
            return OVER.to_owned();
        }
        let position = self.current();
        let initial = solved::initial(position, Vec::new());
        let told = match &position.outcome {
            Some(_) => verdict(
                self.solved.roles(),
                self.solved.about().terms.model,
                &initial,
            ),
            None => "the file does not know this position".to_owned(),
        };
        format!("  {told}\n{}\n", moves_text(position))
    }

    /// Makes a move of the user; what is wrong with it if it cannot be made.
    pub fn make(&mut self, text: &str) -> Result<Option<String>, Failure> {
        if self.is_at_end() {
            return Ok(Some(OVER.to_owned()));
        }
        let listed = text.parse::<usize>().ok();
        let listed = listed.and_then(|number| self.in_order().get(number.checked_sub(1)?).cloned());
        let text = listed.as_deref().unwrap_or(text);
        let state = self.current().state.clone();
        match self.solved.after_move(&state, text) {
            Ok(next) => {
                let next = self.solved.position(&next)?;
                self.positions.push(next);
                Ok(None)
            }
            Err(error @ PlayError::Move(_)) => {
                let error = error.to_string();
                let first = error.lines().next().unwrap_or_default();
                let what = first.split(" in (").next().unwrap_or_default();
                Ok(Some(format!("  {what}; `moves` lists what is\n")))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Goes back to where the user last chose; false if it has not yet.
    pub fn take_back(&mut self) -> bool {
        let before = &self.positions[..self.positions.len() - 1];
        let yours = |it: &Position| it.mover.is_some_and(|mover| self.yours.contains(&mover));
        match before.iter().rposition(yours) {
            Some(place) => {
                self.positions.truncate(place + 1);
                true
            }
            None => false,
        }
    }

    /// Goes back to the start; without roles they stay as they are.
    pub fn start_over(&mut self, yours: Vec<RoleId>) {
        self.positions.truncate(1);
        if !yours.is_empty() {
            self.yours = yours;
        }
    }

    fn end_text(&self, value: &Value) -> String {
        let roles = self.solved.roles();
        let told = ending::mistakes(roles, &self.yours, &self.positions);
        format!("the end: {}\n{told}", rewards_text(roles, value))
    }
}
