//! What kind of game it is.

use analysis::Facts;
use decompose::LastMover;
use game::{Model, Obstacle, Playable};
use ground::{BitState, GroundGame, StateMachine};
use judge::{JudgeError, Limits as JudgeLimits, Purpose, explore};

use crate::engine::Engine;
use crate::error::Error;
use crate::event::{Event, Observer, Phase};
use crate::knobs::Knobs;
use crate::limits::Limits;
use crate::machine;
use crate::run::Run;
use crate::subject::Game;

/// What is known of a game. What is not known is `None`.
#[derive(Debug)]
pub struct Inspection {
    /// The names of the roles, in role order.
    pub roles: Vec<String>,
    /// Who chooses when.
    pub class: Class,
    /// Whether play can go on for ever.
    pub cyclic: Option<bool>,
    /// The number of states, if all were seen.
    pub states: Option<u64>,
    /// The game without variables, and what is proven about it.
    pub ground: Option<(GroundGame, Facts)>,
    /// How many independent parts it has, and how their worth combines; if it is proven to
    /// be a sum that the last mover decides.
    pub parts: Option<(usize, &'static str)>,
}

/// Who chooses when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// There is one role.
    Single,
    /// One role chooses at a time.
    TurnTaking,
    /// Several roles choose at once in some state.
    Simultaneous,
    /// Not all states were seen, and no proof was found.
    Unknown,
}

impl Class {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Single => "single",
            Class::TurnTaking => "turn-taking",
            Class::Simultaneous => "simultaneous",
            Class::Unknown => "unknown",
        }
    }
}

/// Finds out what kind of game it is, by a look at up to `max_states` states and by
/// what can be proven.
///
/// # Errors
///
/// [`Error`] if the rules are ill-formed in a state that was seen, or the work was
/// stopped.
pub fn inspect(
    game: &Game,
    max_states: u64,
    limits: &Limits,
    observer: Observer<'_>,
) -> Result<Inspection, Error> {
    let knobs = Knobs::default();
    let run = Run::new(limits, &knobs, observer);
    let mut machine = machine::choose(Engine::Auto, &game.rules, &run)?;
    let roles = machine::roles(&machine);
    let (class, seen) = match &mut machine {
        StateMachine::Ground(game) => look_around(game, max_states, &run)?,
        StateMachine::Reference(game) => look_around(game, max_states, &run)?,
    };
    let ground = match machine {
        StateMachine::Ground(game) => {
            let game = game.into_game();
            let facts = run.analyse(&game)?;
            Some((game, facts))
        }
        StateMachine::Reference(_) => None,
    };
    let parts = ground.as_ref();
    let parts = parts.and_then(|(game, facts)| parts_of(game, facts, &run));
    let facts = ground.as_ref().map(|(_, facts)| facts);
    let ends = facts.is_some_and(Facts::always_ends).then_some(false);
    let takes_turns = facts.is_some_and(|facts| facts.turn.is_some());
    Ok(Inspection {
        roles,
        class: match class {
            Class::Unknown if takes_turns => Class::TurnTaking,
            class => class,
        },
        cyclic: seen.as_ref().map(|seen| seen.cyclic).or(ends),
        states: seen.map(|seen| seen.states),
        ground,
        parts,
    })
}

fn parts_of(game: &GroundGame, facts: &Facts, run: &Run<'_>) -> Option<(usize, &'static str)> {
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let task = decompose::Task {
        game,
        facts,
        start: &start,
        model: Model::Difference,
        // What there is is told, whether it pays or not.
        knobs: decompose::Knobs {
            alone_states: run.knobs.parts.listed_states,
            splitting_moves: 0,
            ..run.knobs.parts
        },
        stop: &run.limits.stop,
    };
    let sum = LastMover::solve(&task).ok()?;
    Some((sum.parts(), sum.combination()))
}

/// What exploring a whole game shows.
struct Seen {
    states: u64,
    cyclic: bool,
}

/// The class of a game, and what else is seen if all of it can be.
fn look_around<G: Playable>(
    game: &mut G,
    max_states: u64,
    run: &Run<'_>,
) -> Result<(Class, Option<Seen>), Error>
where
    Error: From<G::Error> + From<JudgeError<G::Error>>,
{
    let limits = JudgeLimits {
        max_states: Some(max_states),
        ..run.judge_limits(None)
    };
    let initial = game.initial()?;
    run.tell(Event::Begins(Phase::Inspect));
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
        run.tell(Event::States(progress.into()));
    });
    let (simultaneous, seen) = match graph {
        Ok(graph) => {
            let seen = Seen {
                states: graph.state_count(),
                cyclic: graph.is_cyclic(),
            };
            (graph.simultaneous().is_some(), Some(seen))
        }
        Err(JudgeError::Obstacle(Obstacle::StateLimit { .. })) => {
            (is_simultaneous_at_once(game, run)?, None)
        }
        Err(error) => return Err(error.into()),
    };
    let class = match (game.roles().len(), simultaneous, &seen) {
        (1, _, _) => Class::Single,
        (_, true, _) => Class::Simultaneous,
        (_, false, Some(_)) => Class::TurnTaking,
        (_, false, None) => Class::Unknown,
    };
    Ok((class, seen))
}

/// Looks one move ahead: most simultaneous games show it at the start.
fn is_simultaneous_at_once<G: Playable>(game: &mut G, run: &Run<'_>) -> Result<bool, Error>
where
    Error: From<G::Error> + From<JudgeError<G::Error>>,
{
    let initial = game.initial()?;
    let limits = run.judge_limits(Some(1));
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |_| {})?;
    Ok(graph.simultaneous().is_some())
}
