//! Turns of any game, also of those in which several roles choose at once.
//!
//! In: a state. Out: the legal moves of all roles as texts, where a joint move leads,
//! and the rewards of an end. Not here: what moves are worth (`position`).

use std::convert::Infallible;

use game::{Fault, GoalValue, Playable, Reward, Rewards, RoleId, rewards_from_goals};

use crate::referee::{Referee, on_machine};
use crate::state::Portable;
use crate::{MoveError, PlayError, State};

/// What can happen in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The game is over, with these rewards.
    Over(Rewards),
    /// For each role its legal moves in KIF, at least one.
    Open(Vec<Vec<String>>),
}

impl Referee {
    /// The state in which the game starts by its rules.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn initial(&self) -> Result<State, PlayError> {
        let mut machine = self.machine()?;
        Ok(on_machine!(machine, game => {
            let state = game.initial()?;
            game.give(state)
        }))
    }

    /// What can happen in a state.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] if the game is ill-formed there.
    pub fn turn(&self, state: &State) -> Result<Turn, PlayError> {
        let mut machine = self.machine()?;
        on_machine!(machine, game => turn(game, state))
    }

    /// The state after a joint move: a move of each role in KIF, in role order.
    ///
    /// # Errors
    ///
    /// [`PlayError::Move`] if it cannot be made.
    pub fn after_joint(&self, state: &State, joint: &[String]) -> Result<State, PlayError> {
        let mut machine = self.machine()?;
        on_machine!(machine, game => after_joint(game, state, joint))
    }

    /// The goals of a state, be it an end or not: for each role its reward, if there is
    /// exactly one and it is a number.
    ///
    /// # Errors
    ///
    /// [`PlayError::Rules`] if the rules cost too much.
    pub fn points(&self, state: &State) -> Result<Vec<Option<Reward>>, PlayError> {
        let mut machine = self.machine()?;
        on_machine!(machine, game => {
            let state = game.take(state).ok_or_else(PlayError::foreign)?;
            let goals = game.goals(state.as_ref())?;
            let only = |values: &Vec<GoalValue>| match values.as_slice() {
                [GoalValue::Integer(points)] => Some(Reward::from_points(*points)),
                _ => None,
            };
            Ok(goals.iter().map(only).collect())
        })
    }
}

fn turn<G: Portable>(game: &mut G, state: &State) -> Result<Turn, PlayError>
where
    PlayError: From<G::Error>,
{
    let state = game.take(state).ok_or_else(PlayError::foreign)?;
    let state = state.as_ref();
    if game.is_terminal(state)? {
        let rewards = rewards_from_goals(&game.goals(state)?);
        return match rewards {
            Ok(rewards) => Ok(Turn::Over(rewards)),
            Err(fault) => Err(ill_formed(game, &fault, state)),
        };
    }
    let legal = game.legal_moves(state)?;
    if let Some(role) = legal.iter().position(Vec::is_empty) {
        let fault = Fault::NoLegalMove(RoleId::new(role));
        return Err(ill_formed(game, &fault, state));
    }
    let text = |mov: &G::Move| game.move_text(mov);
    let texts = legal.iter().map(|moves| moves.iter().map(text).collect());
    Ok(Turn::Open(texts.collect()))
}

fn ill_formed<G: Playable>(game: &G, fault: &Fault, state: &G::State) -> PlayError {
    let error: MoveError<Infallible> = MoveError::IllFormed {
        fault: fault.describe(game.roles()),
        state: game.state_text(state),
    };
    error.into()
}

fn after_joint<G: Portable>(
    game: &mut G,
    state: &State,
    joint: &[String],
) -> Result<State, PlayError>
where
    PlayError: From<G::Error>,
{
    let state = game
        .take(state)
        .ok_or_else(PlayError::foreign)?
        .into_owned();
    if game.is_terminal(&state)? {
        let error: MoveError<Infallible> = MoveError::Over(format!("({})", joint.join(" ")));
        return Err(error.into());
    }
    let legal = game.legal_moves(&state)?;
    let find = |(moves, text): (&Vec<G::Move>, &String)| {
        let found = moves.iter().find(|it| game.move_text(it) == *text);
        found.cloned()
    };
    let made: Option<Vec<G::Move>> = legal.iter().zip(joint).map(find).collect();
    match made.filter(|_| joint.len() == legal.len()) {
        Some(made) => {
            let next = game.successor(&state, &made)?;
            Ok(game.give(next))
        }
        None => {
            let text = |mov: &G::Move| game.move_text(mov);
            let texts = legal.iter().map(|moves| moves.iter().map(text).collect());
            let error: MoveError<Infallible> = MoveError::Illegal {
                text: format!("({})", joint.join(" ")),
                state: game.state_text(&state),
                legal: game.roles().iter().cloned().zip(texts).collect(),
            };
            Err(error.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Stop;
    use ground::Budget;

    use super::*;

    /// Both choose at once; who is right gets all.
    const PENNIES: &str = "(role even) (role odd) (init open) (side heads) (side tails)
        (<= (legal ?r (show ?s)) (role ?r) (side ?s) (true open))
        (<= (next (shown ?r ?s)) (does ?r (show ?s)))
        (<= same (true (shown even ?s)) (true (shown odd ?s)))
        (<= terminal (not (true open)))
        (<= (goal even 100) same) (<= (goal even 0) (not same))
        (<= (goal odd 0) same) (<= (goal odd 100) (not same))";

    #[test]
    fn several_roles_may_choose_at_once() {
        let source = gdl::Source::new("pennies", PENNIES.as_bytes());
        let rules = gdl::load(&source, None).rules.unwrap();
        let ground = Referee::new(rules.clone(), &Budget::new(Stop::new())).unwrap();
        let plain = Referee::interpreted(rules, Stop::new()).unwrap();
        assert!(ground.ground().is_some() && plain.ground().is_none());
        for referee in [ground, plain] {
            let start = referee.initial().unwrap();
            let Turn::Open(legal) = referee.turn(&start).unwrap() else {
                panic!("it has just begun");
            };
            assert_eq!(legal.len(), 2);
            assert_eq!(legal[0].len(), 2);
            let joint = ["(show heads)".to_owned(), "(show tails)".to_owned()];
            let end = referee.after_joint(&start, &joint).unwrap();
            let rewards = Rewards::from_points(&[0, 100]);
            assert_eq!(referee.turn(&end).unwrap(), Turn::Over(rewards));
            let points = referee.points(&start).unwrap();
            assert_eq!(points[1], Some(Reward::from_points(100)));
            for joint in [&joint[..1], &["noop".to_owned(), joint[0].clone()][..]] {
                let error = referee.after_joint(&start, joint).unwrap_err();
                assert!(matches!(error, PlayError::Move(MoveError::Illegal { .. })));
            }
            assert!(referee.after_joint(&end, &joint).is_err());
        }
    }
}
