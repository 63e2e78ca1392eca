//! The reference interpreter on the states of a file.
//!
//! In: a state, by the numbers that the file gives to fluents. Out: its end or
//! its successors, and who has a choice. Not here: whether the file has them.

use game::{GoalValue, Playable, Stop};
use gdl::{Budget, Interpreter, Move, Notation, Rules, Source, State, TermId};
use rustc_hash::FxHashMap;

use crate::error::{Unreadable, VerifyError, Wrong};
use crate::file::{Encoding, Meta, Scratch};
use crate::value::Value;

/// Most joint moves of one state.
const MAX_JOINT_MOVES: usize = 1 << 22;

/// Where the file must have a state: its section and key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub section: u64,
    pub key: Box<[u8]>,
}

/// What the rules say follows a state.
#[derive(Clone, Debug)]
pub enum Next {
    /// Play ends here with these rewards.
    End(Value),
    /// Play continues; `mover` alone has a choice, if anybody has. Each successor
    /// is listed once.
    Moves {
        mover: Option<usize>,
        successors: Vec<State>,
    },
    /// The rules are not those of a solvable game, as the text says.
    Fault(String),
}

/// The rules, if their hash is the one that the file names.
pub fn rules(meta: &Meta) -> Result<Rules, Wrong> {
    let source = Source::new("rules", meta.rules.as_bytes());
    let rules = gdl::load(&source, Some(Notation::Kif)).rules;
    let rules = rules.ok_or_else(|| Wrong::new("the rules in the file are not valid"))?;
    let hash = rules.hash().to_string();
    match hash == meta.rules_hash {
        true => Ok(rules),
        false => Err(Wrong::new(format!(
            "the rules in the file are others than the file says\n  says   {}\n  right  {hash}",
            meta.rules_hash
        ))),
    }
}

/// Like [`rules`], for a file that must have all states.
pub fn rules_of_whole(meta: &Meta) -> Result<Rules, VerifyError> {
    let rules = rules(meta)?;
    match meta.whole {
        true => Ok(rules),
        false => Err(VerifyError::Partial),
    }
}

/// The interpreter, with the file's numbers of fluents.
pub struct Board {
    interpreter: Interpreter,
    terms: Vec<TermId>,
    numbers: FxHashMap<TermId, u32>,
    scratch: Scratch,
}

impl Board {
    /// Sets the interpreter up for the fluents of a file.
    pub fn new(rules: &Rules, meta: &Meta, stop: &Stop) -> Result<Self, VerifyError> {
        Board::of(rules, meta, &meta.fluents, stop)
    }

    /// The same with other numbers of fluents.
    pub fn of(
        rules: &Rules,
        meta: &Meta,
        fluents: &[String],
        stop: &Stop,
    ) -> Result<Self, VerifyError> {
        let mut interpreter = Interpreter::new(rules, Budget::new(stop.clone()))?;
        if interpreter.roles() != meta.roles {
            let wrong = Wrong::new("the roles in the file are not those of its rules");
            return Err(wrong.into());
        }
        let mut terms = Vec::new();
        let mut numbers = FxHashMap::default();
        for (number, text) in (0..).zip(fluents) {
            let damage = |why| Unreadable::damage(0, format!("fluent {number}, `{text}`, {why}"));
            let term = interpreter.fluent(text);
            let term = term.ok_or_else(|| damage("is no fluent"))?;
            if numbers.insert(term, number).is_some() {
                return Err(damage("is listed twice").into());
            }
            terms.push(term);
        }
        Ok(Board {
            interpreter,
            terms,
            numbers,
            scratch: Scratch::default(),
        })
    }

    /// The state in which the fluents of these numbers hold.
    pub fn state(&self, held: &[u32]) -> State {
        State::of(
            held.iter()
                .map(|&fluent| self.terms[fluent as usize])
                .collect(),
        )
    }

    /// The state in which the game starts by its rules.
    pub fn initial(&mut self) -> Result<State, VerifyError> {
        Ok(self.interpreter.initial()?)
    }

    /// The state that the file says it starts at.
    pub fn start(&mut self, meta: &Meta) -> Result<State, Wrong> {
        let fluents = meta.start.iter();
        let terms = fluents.map(|text| self.interpreter.fluent(text));
        let start = terms.collect::<Option<_>>().map(State::of);
        start.ok_or_else(|| Wrong::new("what the file says of its start is no state"))
    }

    /// The file's number of a fluent in KIF, if it has it.
    pub fn number(&mut self, fluent: &str) -> Option<u32> {
        let term = self.interpreter.fluent(fluent)?;
        self.numbers.get(&term).copied()
    }

    /// The numbers of the fluents that hold in a state, ascending; `None` if one has no
    /// number.
    pub fn held(&self, state: &State) -> Option<Vec<u32>> {
        let fluents = state.fluents().iter();
        let held = fluents.map(|term| self.numbers.get(term).copied());
        let mut held = held.collect::<Option<Vec<u32>>>()?;
        held.sort_unstable();
        Some(held)
    }

    /// Where the file must have a state; `None` if it cannot have it.
    pub fn place(&mut self, encoding: &Encoding, state: &State) -> Option<Place> {
        let held = self.held(state)?;
        Some(Place {
            section: encoding.section(&held)?,
            key: encoding.encode(&held, &mut self.scratch)?,
        })
    }

    /// A state in KIF.
    pub fn text(&self, state: &State) -> String {
        self.interpreter.state_text(state)
    }

    /// What the rules say of a state.
    pub fn next(&mut self, state: &State) -> Result<Next, VerifyError> {
        if self.interpreter.is_terminal(state)? {
            return self.end(state);
        }
        let legal = self.interpreter.legal_moves(state)?;
        if let Some(stuck) = legal.iter().position(Vec::is_empty) {
            let role = &self.interpreter.roles()[stuck];
            return Ok(Next::Fault(format!(
                "by the rules {role} has no legal move here, though play has not ended"
            )));
        }
        let mut after = Vec::new();
        self.each_joint(state, &legal, &mut |next, _| {
            after.push(next);
            true
        })?;
        let sizes: Vec<usize> = legal.iter().map(Vec::len).collect();
        let choosers = choosers(&sizes, &after);
        if choosers.len() > 1 {
            return Ok(Next::Fault(
                "by the rules several roles choose here at once".into(),
            ));
        }
        after.sort_unstable();
        after.dedup();
        Ok(Next::Moves {
            mover: choosers.first().copied(),
            successors: after,
        })
    }

    fn end(&mut self, state: &State) -> Result<Next, VerifyError> {
        let goals = self.interpreter.goals(state)?;
        let mut rewards = Vec::new();
        for (role, values) in goals.iter().enumerate() {
            let [GoalValue::Integer(points)] = values.as_slice() else {
                let role = &self.interpreter.roles()[role];
                return Ok(Next::Fault(format!(
                    "by the rules {role} has not one whole number as its goal here"
                )));
            };
            rewards.push(2 * i64::from(*points));
        }
        Ok(Next::End(Value::Rewards(rewards.into())))
    }

    /// Tries all joint moves, the last role's fastest, as long as `take` returns
    /// true.
    fn each_joint(
        &mut self,
        state: &State,
        legal: &[Vec<Move>],
        take: &mut dyn FnMut(State, &[Move]) -> bool,
    ) -> Result<(), VerifyError> {
        let sizes = legal.iter().map(Vec::len);
        let count = sizes.fold(1_usize, usize::saturating_mul);
        if count > MAX_JOINT_MOVES {
            let limit = MAX_JOINT_MOVES;
            return Err(VerifyError::TooManyMoves { limit });
        }
        for number in 0..count {
            let mut joint: Vec<Move> = Vec::with_capacity(legal.len());
            let mut left = number;
            for moves in legal.iter().rev() {
                joint.push(moves[left % moves.len()]);
                left /= moves.len();
            }
            joint.reverse();
            let next = self.interpreter.successor(state, &joint)?;
            if !take(next, &joint) {
                break;
            }
        }
        Ok(())
    }

    /// The first joint move from a state to another, in KIF.
    pub fn joint_move(&mut self, from: &State, to: &State) -> Result<String, VerifyError> {
        let legal = self.interpreter.legal_moves(from)?;
        let mut found = Vec::new();
        self.each_joint(from, &legal, &mut |next, joint| {
            if next == *to {
                found = joint.to_vec();
            }
            found.is_empty()
        })?;
        let texts = found.iter().map(|it| self.interpreter.move_text(it));
        let texts: Vec<String> = texts.collect();
        Ok(match texts.as_slice() {
            [alone] => alone.clone(),
            all => format!("({})", all.join(" ")),
        })
    }
}

/// The roles that have a choice. `after` has the successors of all joint moves,
/// the last role's moves fastest: so a role's moves are a fixed step apart, and it
/// has a choice if one of them leads elsewhere than its first.
fn choosers(sizes: &[usize], after: &[State]) -> Vec<usize> {
    let mut choosers = Vec::new();
    let mut step = after.len();
    for (role, &size) in sizes.iter().enumerate() {
        step /= size;
        let first = |place: usize| place - place / step % size * step;
        if (0..after.len()).any(|place| after[place] != after[first(place)]) {
            choosers.push(role);
        }
    }
    choosers
}
