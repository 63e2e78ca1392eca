//! A solved game: the rules, and the values of its states.
//!
//! In: a file, or any other [`Oracle`]. Out: states, what they are worth, and
//! [`Position`]s: states with all their moves. A file needs nothing else: the game is
//! made from the rules that it carries.

use std::path::Path;
use std::slice;

use decompose::{Decomposition, Summary};
use game::{RoleId, Stop, Value};
use gdl::{Notation, Rules, Source};
use ground::{AUTO_INSTANCES, Budget};
use table::solution::{About, Outcome, SolutionFile};

use crate::expand::Expanded;
use crate::position::{Choice, Position};
use crate::{Board, Counts, FileOracle, Knowledge, Oracle, PlayError, Referee, State, moves};

/// A game with the values of its states.
///
/// All methods may be called from several threads at once.
pub struct SolvedGame<O = FileOracle> {
    referee: Referee,
    oracle: O,
    start: State,
}

impl SolvedGame {
    /// Opens a file; blocks take up to about `cache_bytes` bytes.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the file cannot be read, or its rules cannot be evaluated.
    pub fn open(path: &Path, cache_bytes: usize, stop: Stop) -> Result<Self, PlayError> {
        SolvedGame::new(SolutionFile::open(path, cache_bytes)?, stop)
    }

    /// Makes the game of an open file.
    ///
    /// # Errors
    ///
    /// As [`SolvedGame::open`].
    pub fn new(file: SolutionFile, stop: Stop) -> Result<Self, PlayError> {
        let about = file.about();
        let source = Source::new("rules", about.subject.rules.as_bytes());
        let rules = gdl::load(&source, Some(Notation::Kif)).rules;
        let contradiction = |what: &str| PlayError::Contradiction(what.to_owned());
        let rules = rules.ok_or_else(|| contradiction("its rules are invalid"))?;
        if rules.hash().to_string() != about.subject.rules_hash {
            return Err(contradiction("its rules have another hash"));
        }
        let referee = Referee::new(rules, &budget(about, stop))?;
        if referee.roles() != about.subject.roles {
            return Err(contradiction("its rules have other roles"));
        }
        let start = referee.state_of(&about.subject.start)?;
        let start = start.ok_or_else(|| contradiction("its first state is none of its game"))?;
        let oracle = FileOracle::new(file, &referee)?;
        Ok(SolvedGame::with(referee, oracle, start))
    }

    /// The file.
    pub fn file(&self) -> &SolutionFile {
        self.oracle.file()
    }

    /// The parts of the game, if it was solved by them.
    pub fn parts(&self) -> Option<&Decomposition> {
        self.oracle.parts()
    }

    /// What the parts of a state are worth; `None` if the game was not solved by its parts,
    /// or no moves lead to the state.
    pub fn summary(&self, state: &State) -> Option<Summary> {
        self.parts()?.summary(state.bits()?)
    }

    /// A state that can be reached, each as likely as any other, in a game that was solved
    /// by its parts; `None` if their states cannot be drawn. `below` draws a number below
    /// another.
    pub fn drawn(&self, below: &mut impl FnMut(u128) -> u128) -> Option<State> {
        self.parts()?.draw(below).map(State::Bits)
    }

    /// How many states can be reached, as far as it is known; of a part of a solution how
    /// many it has.
    pub fn counts(&self) -> Counts {
        self.oracle.counts()
    }

    /// What was solved, and how.
    pub fn about(&self) -> &About {
        self.file().about()
    }

    /// The state in which just these fluents hold, by their numbers in the file's
    /// encoding, in ascending order; `None` if the game does not have it.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn state_holding(&self, held: &[u32]) -> Result<Option<State>, PlayError> {
        if self.referee.ground().is_some() {
            return Ok(Some(State::Bits(self.oracle.bits(held))));
        }
        let names = self.file().encoding().fluents();
        let fluents: Vec<String> = held.iter().map(|&it| names[it as usize].clone()).collect();
        self.referee.state_of(&fluents)
    }

    /// The board of the game, if its fluents show one.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn board(&self) -> Result<Option<Board>, PlayError> {
        let fluents = match self.referee.ground() {
            Some(game) => game.fluents(),
            None => self.file().encoding().fluents(),
        };
        Board::find(&self.referee, fluents, &self.start)
    }
}

/// The budget for grounding a file's game: that of the solver which the file names. A
/// game that the interpreter has solved is small.
fn budget(about: &About, stop: Stop) -> Budget {
    let mut budget = Budget::new(stop);
    if about.subject.engine == "reference" {
        budget.instances = AUTO_INSTANCES;
    }
    budget
}

impl<O: Oracle> SolvedGame<O> {
    /// A game that starts in a state, with the values of its states.
    pub fn with(referee: Referee, oracle: O, start: State) -> Self {
        SolvedGame {
            referee,
            oracle,
            start,
        }
    }

    /// The rules at work.
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// What knows the values.
    pub fn oracle(&self) -> &O {
        &self.oracle
    }

    /// Whether some reachable states are not known.
    pub fn is_partial(&self) -> bool {
        !self.oracle.is_whole()
    }

    /// The names of the roles, in role order.
    pub fn roles(&self) -> &[String] {
        self.referee.roles()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.referee.rules()
    }

    /// The state from which the game was solved.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The state in KIF.
    pub fn state_text(&self, state: &State) -> String {
        self.referee.state_text(state)
    }

    /// The state after a move: the mover's, or the list of all roles' moves.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] if it cannot be made.
    pub fn after_move(&self, state: &State, text: &str) -> Result<State, PlayError> {
        self.referee.after_move(state, text)
    }

    /// The state after moves from the start, separated by `;`.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] of the first that cannot be made.
    pub fn after_moves(&self, moves: &str) -> Result<State, PlayError> {
        self.referee.after_moves(&self.start, moves)
    }

    /// The state in which exactly these fluents hold, in KIF.
    ///
    /// # Errors
    ///
    /// [`PlayError::NotAState`] if that is not KIF, [`PlayError::Misfit`] if no state has
    /// these fluents, [`PlayError::Unreachable`] if the state is known to be unreachable.
    pub fn state_with(&self, fluents: &str) -> Result<State, PlayError> {
        let readings = moves::readings_of_state(fluents).map_err(PlayError::NotAState)?;
        for reading in &readings {
            let Some(state) = self.referee.state_of(reading)? else {
                continue;
            };
            match self.ask(&state)? {
                Knowledge::Known(_) => return Ok(state),
                Knowledge::Unknown if self.oracle.misfit(slice::from_ref(reading)).is_none() => {
                    return Ok(state);
                }
                _ => {}
            }
        }
        if let Some(misfit) = self.oracle.misfit(&readings) {
            return Err(PlayError::Misfit(Box::new(misfit)));
        }
        let state = readings.first().map_or(String::new(), |it| it.join(" "));
        Err(PlayError::Unreachable {
            state: format!("({state})"),
        })
    }

    /// What is known of a state.
    ///
    /// # Errors
    ///
    /// Those of [`Oracle::ask`].
    pub fn ask(&self, state: &State) -> Result<Knowledge, PlayError> {
        let answer = self.oracle.ask(&[state])?.pop();
        Ok(answer.expect("each state has an answer"))
    }

    /// The outcomes of many states; `None` where they are not known.
    ///
    /// # Errors
    ///
    /// Those of [`Oracle::ask`]. Unreachable states are errors in the answers.
    pub fn outcomes(
        &self,
        states: &[State],
    ) -> Result<Vec<Result<Option<Outcome>, PlayError>>, PlayError> {
        let asked: Vec<&State> = states.iter().collect();
        let answers = self.oracle.ask(&asked)?;
        let outcome = |(state, answer)| match answer {
            Knowledge::Unreachable => Err(PlayError::Unreachable {
                state: self.state_text(state),
            }),
            answer => Ok(answer.outcome()),
        };
        Ok(states.iter().zip(answers).map(outcome).collect())
    }

    /// A state with all its moves.
    ///
    /// # Errors
    ///
    /// [`PlayError::Unreachable`] if it is known to be unreachable;
    /// [`PlayError::Contradiction`] if it is known, but a successor is said to be
    /// unreachable.
    pub fn position(&self, state: &State) -> Result<Position, PlayError> {
        let position = self.positions(slice::from_ref(state))?.pop();
        position.expect("each state has an answer")
    }

    /// The same for many states: faster than one by one.
    ///
    /// # Errors
    ///
    /// Those of [`Oracle::ask`]; other errors are in the answers.
    pub fn positions(
        &self,
        states: &[State],
    ) -> Result<Vec<Result<Position, PlayError>>, PlayError> {
        self.judge(self.referee.expand(states, self.is_partial())?)
    }

    /// Judges the moves of expanded states.
    pub(crate) fn judge(
        &self,
        expanded: Vec<Result<Expanded, PlayError>>,
    ) -> Result<Vec<Result<Position, PlayError>>, PlayError> {
        let known = expanded.iter().flatten();
        let asked = known.flat_map(|it| {
            let after = it.moves.iter().map(|(_, next)| next);
            std::iter::once(&it.state).chain(after)
        });
        let asked: Vec<&State> = asked.collect();
        let mut answers = self.oracle.ask(&asked)?.into_iter();
        let position = |expanded: Result<Expanded, PlayError>| {
            let expanded = expanded?;
            let own = answers.next().expect("each state is asked for");
            let after: Vec<Knowledge> = answers.by_ref().take(expanded.moves.len()).collect();
            self.judged(expanded, own, after)
        };
        Ok(expanded.into_iter().map(position).collect())
    }

    /// Who has a choice in each of many states: cheaper than with their moves judged.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the rules cannot be evaluated; other errors are in the answers.
    pub fn movers(
        &self,
        states: &[State],
    ) -> Result<Vec<Result<Option<RoleId>, PlayError>>, PlayError> {
        let expanded = self.referee.expand(states, false)?.into_iter();
        Ok(expanded.map(|it| it.map(|it| it.mover)).collect())
    }

    fn judged(
        &self,
        expanded: Expanded,
        own: Knowledge,
        after: Vec<Knowledge>,
    ) -> Result<Position, PlayError> {
        if own == Knowledge::Unreachable {
            let state = self.state_text(&expanded.state);
            return Err(PlayError::Unreachable { state });
        }
        let mut moves = Vec::with_capacity(after.len());
        let successors = expanded.moves.into_iter().zip(after);
        for (number, ((text, next), answer)) in successors.enumerate() {
            if answer == Knowledge::Unreachable {
                let state = self.state_text(&next);
                let what = format!("{state} can be reached, but is missing");
                return Err(PlayError::Contradiction(what));
            }
            moves.push(Choice::new(number, text, next, answer.outcome()));
        }
        // The rules give the rewards of an end: no oracle is needed.
        let end = expanded.end.map(|rewards| Outcome {
            value: Value::Rewards(rewards),
            distance: self.oracle.has_distances().then_some(0),
        });
        let mut position = Position {
            state: expanded.state,
            outcome: own.outcome().or(end),
            terminal: expanded.terminal,
            mover: expanded.mover,
            moves,
        };
        position.judge(self.oracle.model());
        Ok(position)
    }
}
