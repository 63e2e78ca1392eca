//! From a [`Start`] to a state of the game.

use analysis::Facts;
use decompose::Turns;
use game::{Playable, RoleId};
use ground::{BitState, GroundGame};
use judge::{JudgeError, Purpose, explore};
use play::{Group, Invariants, MoveError, PlayError};

use crate::error::Error;
use crate::event::{Event, Phase};
use crate::request::Start;
use crate::run::Run;

/// The state that is asked for.
pub fn find<G: Playable>(game: &mut G, start: &Start, run: &Run<'_>) -> Result<G::State, Error>
where
    Error: From<G::Error> + From<MoveError<G::Error>> + From<JudgeError<G::Error>>,
{
    let initial = game.initial()?;
    match start {
        Start::Initial => Ok(initial),
        Start::After(moves) => Ok(play::after_moves(game, initial, moves)?),
        Start::Fluents(fluents) => reachable(game, initial, fluents, run),
    }
}

/// The place of a role among all roles.
pub fn check_role(roles: &[String], role: &str) -> Result<usize, Error> {
    let place = roles.iter().position(|it| it == role);
    place.ok_or_else(|| Error::NoSuchRole {
        role: role.to_owned(),
        roles: roles.to_vec(),
    })
}

/// The same position with a role on turn, by its name.
pub fn with_turn(
    game: &GroundGame,
    facts: &Facts,
    state: &BitState,
    role: &str,
) -> Result<BitState, Error> {
    let place = check_role(game.roles(), role)?;
    let turns = Turns::certain(facts).filter(|_| game.roles().len() == 2);
    let turns = turns.ok_or(Error::TurnUnknown)?;
    let values = turns.values(RoleId::new(place));
    let turned = BitState::new(game.fluents().len(), |fluent| {
        let told = values.iter().find(|(it, _)| *it == fluent);
        told.map_or_else(|| state.holds(fluent), |(_, holds)| *holds)
    });
    // Facts are proven by induction: if they hold here, they hold in all states after it.
    match holds_in(facts, &turned) {
        true => Ok(turned),
        false => Err(Error::NoSuchTurn {
            role: role.to_owned(),
        }),
    }
}

/// Whether a state has all that is proven of all states.
fn holds_in(facts: &Facts, state: &BitState) -> bool {
    let groups = facts.groups.iter().all(|group| {
        let holding = group.fluents.iter().filter(|it| state.holds(**it)).count();
        holding == 1 || holding == 0 && !group.exactly_one
    });
    let constants = facts.constants.iter();
    let mut duplicates = facts.duplicates.iter();
    groups
        && constants
            .clone()
            .all(|&(it, value)| state.holds(it) == value)
        && duplicates.all(|it| (state.holds(it.fluent) == state.holds(it.of)) == it.equal)
}

/// Refuses fluents that are in no state by what is proven, before all states are
/// searched for them.
pub fn check(game: &GroundGame, facts: &Facts, fluents: &str) -> Result<(), Error> {
    let readings = play::readings_of_state(fluents).map_err(Error::NotAState)?;
    // Groups may share fluents, so that one fault is seen in several; parts do not.
    let misfit = [facts.partition(), &facts.groups]
        .into_iter()
        .find_map(|groups| invariants(game, facts, groups).misfit(&readings));
    match misfit {
        Some(misfit) => Err(PlayError::Misfit(Box::new(misfit)).into()),
        None => Ok(()),
    }
}

fn invariants(game: &GroundGame, facts: &Facts, groups: &[analysis::Group]) -> Invariants {
    let number = |it: &ground::FluentId| it.index() as u32;
    let constants = |value| facts.constants.iter().filter(move |it| it.1 == value);
    let never: Vec<u32> = constants(false).map(|(it, _)| number(it)).collect();
    let always = constants(true).map(|(it, _)| Group {
        fluents: vec![number(it)],
        exactly_one: true,
    });
    let groups = groups.iter().map(|it| Group {
        fluents: it.fluents.iter().map(number).collect(),
        exactly_one: it.exactly_one,
    });
    Invariants::new(
        game.fluents().to_vec(),
        &never,
        always.chain(groups).collect(),
    )
}

/// The state with these fluents, if it can be reached.
fn reachable<G: Playable>(
    game: &mut G,
    initial: G::State,
    fluents: &str,
    run: &Run<'_>,
) -> Result<G::State, Error>
where
    Error: From<G::Error> + From<JudgeError<G::Error>>,
{
    let candidates = play::readings_of_state(fluents).map_err(Error::NotAState)?;
    run.tell(Event::Begins(Phase::Reach));
    let limits = run.judge_limits(None);
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
        run.tell(Event::States(progress.into()));
    })?;
    for fluents in &candidates {
        let state = game.state_of(fluents);
        if let Some(state) = state.filter(|state| graph.find(state).is_some()) {
            return Ok(state);
        }
    }
    Err(Error::Unreachable(candidates[0].join(" ")))
}
