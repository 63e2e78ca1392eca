//! The interpreter on a text, for tests that state facts about small games.
//!
//! In: a sheet as text. Out: states, moves and goals as texts.
//! Not here: anything for sheets that do not validate; it panics on them.

use game::Playable;
use gdl::{Budget, Checked, InterpretError, Interpreter, Severity, Source, State, load};

/// Loads a text; its notation is recognised.
pub fn check(text: &str) -> Checked {
    load(&Source::new("sheet", text.as_bytes()), None)
}

/// The names of the codes of a severity, in the order of the text.
pub fn codes(checked: &Checked, severity: Severity) -> Vec<&'static str> {
    let found = checked.diagnostics.iter();
    let found = found.filter(|diagnostic| diagnostic.severity() == severity);
    found.map(|diagnostic| diagnostic.code.name()).collect()
}

/// A game at one of its states.
#[derive(Debug)]
pub struct Play {
    /// The game.
    pub interpreter: Interpreter,
    /// The current state.
    pub state: State,
}

impl Play {
    /// Starts the game of a valid sheet.
    ///
    /// # Panics
    ///
    /// When the sheet is not valid, or its initial state costs too much.
    pub fn start(text: &str) -> Self {
        let checked = check(text);
        let rules = match checked.rules {
            Some(rules) => rules,
            None => panic!("not valid: {:?}", checked.diagnostics),
        };
        let budget = Budget::new(game::Stop::new());
        let mut interpreter = Interpreter::new(&rules, budget).expect("the roles are derived");
        let state = interpreter.initial().expect("the initial state is derived");
        Play { interpreter, state }
    }

    /// The fluents of the state.
    pub fn fluents(&self) -> Vec<String> {
        self.interpreter.fluents(&self.state)
    }

    /// The legal moves of each role.
    ///
    /// # Panics
    ///
    /// When the state costs too much, as in all that follows.
    pub fn moves(&mut self) -> Vec<Vec<String>> {
        let moves = self.interpreter.legal_moves(&self.state);
        let moves = moves.expect("the moves are derived").into_iter();
        moves
            .map(|list| {
                list.iter()
                    .map(|mov| self.interpreter.move_text(mov))
                    .collect()
            })
            .collect()
    }

    /// The goal values of each role.
    pub fn goals(&mut self) -> Vec<Vec<String>> {
        let goals = self.interpreter.goals(&self.state);
        let goals = goals.expect("the goals are derived").into_iter();
        goals
            .map(|values| values.iter().map(ToString::to_string).collect())
            .collect()
    }

    /// Whether the game has ended.
    pub fn is_terminal(&mut self) -> bool {
        let terminal = self.interpreter.is_terminal(&self.state);
        terminal.expect("the end is derived")
    }

    /// Makes the moves of these texts, one for each role.
    ///
    /// # Errors
    ///
    /// As the interpreter says.
    ///
    /// # Panics
    ///
    /// When one of them is not legal.
    pub fn step(&mut self, joint: &[&str]) -> Result<(), InterpretError> {
        let legal = self.interpreter.legal_moves(&self.state)?;
        let find = |(moves, text): (Vec<gdl::Move>, &&str)| {
            let mut moves = moves.into_iter();
            let found = moves.find(|mov| self.interpreter.move_text(mov) == **text);
            found.unwrap_or_else(|| panic!("`{text}` is not legal"))
        };
        let joint: Vec<gdl::Move> = legal.into_iter().zip(joint).map(find).collect();
        self.state = self.interpreter.successor(&self.state, &joint)?;
        Ok(())
    }
}
