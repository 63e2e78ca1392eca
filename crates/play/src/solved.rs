//! A solved game: a solution file, and the game that its rules make.
//!
//! In: a file. Out: states, what they are worth, and [`Position`]s: states with
//! all that can be done there. The file needs nothing beside it: the game is made
//! from the rules that it carries.

use std::path::Path;

use game::{Fault, Playable, Rewards, RoleId, Stop, Value, rewards_from_goals};
use gdl::{Notation, Rules, Source};
use ground::{BitState, Budget, GroundGame, MoveId, Simulator};
use rustc_hash::FxHashMap;
use table::solution::{About, Absent, Outcome, Place, Probe, SolutionFile};

use crate::position::{Choice, Position};
use crate::{Board, PlayError, moves};

/// A game with a file that knows what its states are worth.
pub struct SolvedGame {
    file: SolutionFile,
    game: Simulator,
    rules: Rules,
    start: BitState,
    /// The file's numbers of the game's fluents, where it has them.
    numbers: Vec<Option<u32>>,
    /// The places of the game's fluents by their texts.
    places: FxHashMap<String, usize>,
}

/// A state as the rules see it: who chooses, and where that leads.
struct Expanded {
    state: BitState,
    terminal: bool,
    mover: Option<RoleId>,
    moves: Vec<(Vec<MoveId>, BitState)>,
    /// What a terminal state is worth by its goals, where the file may not have it.
    end: Option<Rewards>,
}

impl SolvedGame {
    /// Opens a file; blocks that were read take up to about `cache_bytes`.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the file cannot be read, or its rules not be made ground.
    pub fn open(path: &Path, cache_bytes: usize, stop: Stop) -> Result<Self, PlayError> {
        SolvedGame::new(SolutionFile::open(path, cache_bytes)?, stop)
    }

    /// Makes the game of a file that is open.
    ///
    /// # Errors
    ///
    /// As [`SolvedGame::open`].
    pub fn new(file: SolutionFile, stop: Stop) -> Result<Self, PlayError> {
        let about = file.about();
        let source = Source::new("rules", about.rules.as_bytes());
        let rules = gdl::load(&source, Some(Notation::Kif)).rules;
        let contradiction = |what: &str| PlayError::Contradiction(what.to_owned());
        let rules = rules.ok_or_else(|| contradiction("its rules are invalid"))?;
        if rules.hash().to_string() != about.rules_hash {
            return Err(contradiction("its rules have another hash"));
        }
        let mut game = Simulator::new(GroundGame::new(&rules, &Budget::new(stop))?);
        if game.roles() != about.roles {
            return Err(contradiction("its rules have other roles"));
        }
        let start = game.state_of(&about.start);
        let start = start.ok_or_else(|| contradiction("its first state is none of its game"))?;
        let fluents = game.game().fluents().iter();
        let numbers = fluents.map(|fluent| file.encoding().fluent(fluent));
        let places = game.game().fluents().iter().cloned().zip(0..);
        Ok(SolvedGame {
            numbers: numbers.collect(),
            places: places.collect(),
            file,
            game,
            rules,
            start,
        })
    }

    /// The file.
    pub fn file(&self) -> &SolutionFile {
        &self.file
    }

    /// What was solved, and how.
    pub fn about(&self) -> &About {
        self.file.about()
    }

    /// Whether the file has only some of the states.
    pub fn is_partial(&self) -> bool {
        self.about().absent == Absent::Unknown
    }

    /// The names of the roles, in role order.
    pub fn roles(&self) -> &[String] {
        &self.file.about().roles
    }

    /// The game.
    pub fn simulator(&self) -> &Simulator {
        &self.game
    }

    /// The game, to be played.
    pub fn game(&mut self) -> &mut Simulator {
        &mut self.game
    }

    /// The rules in the file.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board of the game, if its fluents show one.
    pub fn board(&mut self) -> Option<Board> {
        Board::find(&mut self.game, &self.rules, &self.start)
    }

    /// The state from which the game was solved.
    pub fn start(&self) -> &BitState {
        &self.start
    }

    /// The state in KIF.
    pub fn state_text(&self, state: &BitState) -> String {
        self.game.state_text(state)
    }

    /// The state after moves from the start, separated by `;`.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] of the first that cannot be made.
    pub fn after_moves(&mut self, moves: &str) -> Result<BitState, PlayError> {
        Ok(moves::after_moves(
            &mut self.game,
            self.start.clone(),
            moves,
        )?)
    }

    /// The state in which just these fluents hold, in KIF.
    ///
    /// # Errors
    ///
    /// [`PlayError::NotAState`] if that is not KIF, [`PlayError::Unreachable`]
    /// if the file knows that the state cannot be reached.
    pub fn state_with(&self, fluents: &str) -> Result<BitState, PlayError> {
        let readings = moves::readings_of_state(fluents).map_err(PlayError::NotAState)?;
        for reading in &readings {
            if let Some(state) = self.state_of(reading)
                && self.probe(&state)? != Probe::Unreachable
            {
                return Ok(state);
            }
        }
        let state = readings.first().map_or(String::new(), |it| it.join(" "));
        Err(PlayError::Unreachable {
            state: format!("({state})"),
        })
    }

    /// The state with these fluents; none if the game has not all of them.
    fn state_of(&self, fluents: &[String]) -> Option<BitState> {
        let mut held = vec![false; self.numbers.len()];
        for fluent in fluents {
            held[*self.places.get(fluent)?] = true;
        }
        Some(BitState::new(held.len(), |fluent| held[fluent.index()]))
    }

    /// What the file knows of a state.
    ///
    /// # Errors
    ///
    /// [`PlayError::File`] if the file is damaged.
    pub fn probe(&self, state: &BitState) -> Result<Probe, PlayError> {
        match self.place(state) {
            Some(place) => Ok(self.file.probe(&place)?),
            None => Ok(self.file.absent()),
        }
    }

    /// What many states are worth; none where the file does not know.
    ///
    /// # Errors
    ///
    /// [`PlayError::File`] if the file is damaged. That a state cannot be reached
    /// stands in the answers.
    pub fn outcomes(
        &self,
        states: &[BitState],
    ) -> Result<Vec<Result<Option<Outcome>, PlayError>>, PlayError> {
        let probes = self.probe_all(states.iter())?;
        let outcome = |(state, probe)| match probe {
            Probe::Unreachable => Err(PlayError::Unreachable {
                state: self.game.state_text(state),
            }),
            probe => Ok(self.outcome(probe)),
        };
        Ok(states.iter().zip(probes).map(outcome).collect())
    }

    /// A state with all that can be done there.
    ///
    /// # Errors
    ///
    /// [`PlayError::Unreachable`] if the file knows that it cannot be reached;
    /// [`PlayError::Contradiction`] if the file has it, but not what follows it.
    pub fn position(&mut self, state: &BitState) -> Result<Position, PlayError> {
        let position = self.positions(std::slice::from_ref(state))?.pop();
        position.expect("each state has an answer")
    }

    /// The same for many states: faster than one by one.
    ///
    /// # Errors
    ///
    /// [`PlayError::File`] if the file is damaged; the others stand in the
    /// answers.
    pub fn positions(
        &mut self,
        states: &[BitState],
    ) -> Result<Vec<Result<Position, PlayError>>, PlayError> {
        let expanded: Vec<_> = states.iter().map(|state| self.expand(state)).collect();
        let known = expanded.iter().flatten();
        let asked = known.flat_map(|it| {
            let after = it.moves.iter().map(|(_, next)| next);
            std::iter::once(&it.state).chain(after)
        });
        let probes = self.probe_all(asked)?;
        let mut probes = probes.into_iter();
        let answer = |expanded: Result<Expanded, PlayError>| {
            let expanded = expanded?;
            let own = probes.next().expect("each state is asked for");
            let after: Vec<Probe> = probes.by_ref().take(expanded.moves.len()).collect();
            self.judged(expanded, own, &after)
        };
        Ok(expanded.into_iter().map(answer).collect())
    }

    fn probe_all<'s>(
        &self,
        states: impl Iterator<Item = &'s BitState>,
    ) -> Result<Vec<Probe>, PlayError> {
        let places: Vec<Option<Place>> = states.map(|state| self.place(state)).collect();
        let known: Vec<Place> = places.iter().flatten().cloned().collect();
        let mut found = self.file.probe_batch(&known)?.into_iter();
        let answer = |place: &Option<Place>| {
            let found = place.as_ref().and_then(|_| found.next());
            found.unwrap_or(self.file.absent())
        };
        Ok(places.iter().map(answer).collect())
    }

    fn place(&self, state: &BitState) -> Option<Place> {
        let held = self.game.game().fluent_ids().zip(&self.numbers);
        let held = held.filter(|&(fluent, _)| state.holds(fluent));
        let mut held = held
            .map(|(_, number)| *number)
            .collect::<Option<Vec<_>>>()?;
        held.sort_unstable();
        self.file.place(&held)
    }

    /// Looks at a state through the rules.
    ///
    /// A solved game has at most one role with a choice in each state. So who
    /// has one shows while the others play their first moves, and these moves
    /// lead to all successors.
    fn expand(&mut self, state: &BitState) -> Result<Expanded, PlayError> {
        let Ok(terminal) = self.game.is_terminal(state);
        let mut expanded = Expanded {
            state: state.clone(),
            terminal,
            mover: None,
            moves: Vec::new(),
            end: None,
        };
        if terminal {
            if self.is_partial() {
                let Ok(goals) = self.game.goals(state);
                expanded.end = rewards_from_goals(&goals).ok();
            }
            return Ok(expanded);
        }
        let Ok(legal) = self.game.legal_moves(state);
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            let fault = Fault::NoLegalMove(RoleId::new(role)).describe(self.game.roles());
            let state = self.game.state_text(state);
            return Err(moves::MoveError::IllFormed { fault, state }.into());
        }
        let first: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
        for role in RoleId::all(legal.len()) {
            let own = &legal[role.index()];
            if own.len() < 2 {
                continue;
            }
            let joint = |&mov: &MoveId| {
                let mut joint = first.clone();
                joint[role.index()] = mov;
                joint
            };
            let joints: Vec<Vec<MoveId>> = own.iter().map(joint).collect();
            let Ok(states) = self.game.successors(state, &joints);
            let moves: Vec<_> = joints.into_iter().zip(states).collect();
            if moves.iter().any(|(_, next)| *next != moves[0].1) {
                if expanded.mover.is_some() {
                    let state = self.game.state_text(state);
                    let what = format!("two roles choose in {state}");
                    return Err(PlayError::Contradiction(what));
                }
                expanded.mover = Some(role);
                expanded.moves = moves;
            }
        }
        if expanded.mover.is_none() {
            let Ok(next) = self.game.successor(state, &first);
            expanded.moves.push((first, next));
        }
        Ok(expanded)
    }

    fn judged(
        &self,
        expanded: Expanded,
        own: Probe,
        after: &[Probe],
    ) -> Result<Position, PlayError> {
        if own == Probe::Unreachable {
            let state = self.game.state_text(&expanded.state);
            return Err(PlayError::Unreachable { state });
        }
        let mut moves = Vec::new();
        for ((joint, next), &probe) in expanded.moves.into_iter().zip(after) {
            if probe == Probe::Unreachable {
                let state = self.game.state_text(&next);
                let what = format!("{state} can be reached, but is missing");
                return Err(PlayError::Contradiction(what));
            }
            let text = self.move_text(expanded.mover, &joint);
            moves.push(Choice::new(text, next, self.outcome(probe)));
        }
        // What an end is worth stands in the rules: no file is needed to know it.
        let end = expanded.end.map(|rewards| Outcome {
            value: Value::Rewards(rewards),
            distance: self.file.has_distances().then_some(0),
        });
        let mut position = Position {
            state: expanded.state,
            outcome: self.outcome(own).or(end),
            terminal: expanded.terminal,
            mover: expanded.mover,
            moves,
        };
        position.judge(self.about().model);
        Ok(position)
    }

    fn outcome(&self, probe: Probe) -> Option<Outcome> {
        match probe {
            Probe::Known(id) => Some(self.file.outcome(id).clone()),
            _ => None,
        }
    }

    /// The mover's move, or the list of all roles' moves where nobody chooses.
    fn move_text(&self, mover: Option<RoleId>, joint: &[MoveId]) -> String {
        match (mover, joint) {
            (Some(mover), _) => self.game.move_text(&joint[mover.index()]),
            (None, [only]) => self.game.move_text(only),
            _ => {
                let texts = joint.iter().map(|mov| self.game.move_text(mov));
                format!("({})", texts.collect::<Vec<_>>().join(" "))
            }
        }
    }
}
