//! The rewards of terminal states, as sets.

use std::rc::Rc;

use game::{Fault, GoalValue, Reward, Rewards, RoleId};
use ground::{GroundGame, NodeId};

use crate::diagram::{Halt, Set};
use crate::encode::condition::{Condition, Known};
use crate::pass::product::{Parts, refine};
use crate::space::Space;

/// A role's goal value, and when it holds.
type Goal = (GoalValue, Vec<Rc<Condition>>);

/// For each role its goal values, each once.
pub(crate) struct Goals {
    of: Vec<Vec<Goal>>,
    /// The largest condition that ends the game and that goals depend on, and the other
    /// conditions that end it.
    reason: Option<(Rc<Condition>, Vec<Rc<Condition>>)>,
}

/// Terminal states by their rewards, or those that are faulty.
pub(crate) enum Worth {
    Rewards(Vec<(Rewards, Set)>),
    Faulty(Fault, Set),
}

impl Goals {
    /// The nodes of all goals, role by role.
    pub fn nodes(game: &GroundGame) -> impl Iterator<Item = NodeId> {
        let goals = RoleId::all(game.roles().len()).flat_map(|role| game.goals(role));
        goals.map(|(_, node)| *node)
    }

    /// `conditions` are those of [`Goals::nodes`], and `terminal` is when the game
    /// ends.
    pub fn new(game: &GroundGame, terminal: &Condition, conditions: &[Rc<Condition>]) -> Self {
        let reason = reason(terminal, conditions);
        let mut conditions = conditions.iter();
        let mut of = Vec::new();
        for role in RoleId::all(game.roles().len()) {
            let mut values: Vec<Goal> = Vec::new();
            for ((value, _), condition) in game.goals(role).iter().zip(&mut conditions) {
                match values.iter_mut().find(|(known, _)| known == value) {
                    Some((_, conditions)) => conditions.push(condition.clone()),
                    None => values.push((value.clone(), vec![condition.clone()])),
                }
            }
            of.push(values);
        }
        Goals { of, reason }
    }

    /// Splits terminal states by their rewards; returns the first fault if there is
    /// one.
    pub fn split(&self, space: &Space, terminal: &Set) -> Result<Worth, Halt> {
        let known = self.known(space, terminal)?;
        let mut worths: Parts<Reward> = vec![(Vec::new(), terminal.clone())];
        for (role, goals) in RoleId::all(self.of.len()).zip(&self.of) {
            let mut seen = space.empty();
            let mut parts: Vec<(&GoalValue, Set)> = Vec::new();
            for (value, conditions) in goals {
                let holds = holding(space, terminal, conditions, known.as_ref())?;
                let twice = space.and(&seen, &holds)?;
                if !twice.is_empty() {
                    let mut values = Vec::new();
                    for (known, part) in &parts {
                        if !space.and(part, &twice)?.is_empty() {
                            values.push(known.to_string());
                        }
                    }
                    values.push(value.to_string());
                    return Ok(Worth::Faulty(Fault::ManyGoals(role, values), twice));
                }
                if let GoalValue::Other(text) = value
                    && !holds.is_empty()
                {
                    let fault = Fault::GoalNotInteger(role, text.clone());
                    return Ok(Worth::Faulty(fault, holds));
                }
                seen = space.or(&seen, &holds)?;
                parts.push((value, holds));
            }
            let without = space.minus(terminal, &seen)?;
            if !without.is_empty() {
                return Ok(Worth::Faulty(Fault::NoGoal(role), without));
            }
            let rewards: Vec<(Reward, Set)> = parts.into_iter().filter_map(reward).collect();
            worths = refine(space, &worths, rewards.iter().map(|(own, set)| (own, set)))?;
        }
        Ok(Worth::Rewards(by_rewards(worths)))
    }

    /// Splits terminal states by their rewards, and leaves those out in which a role has no
    /// goal, several, or one that is no integer.
    pub fn proper(&self, space: &Space, terminal: &Set) -> Result<Vec<(Rewards, Set)>, Halt> {
        let mut left = terminal.clone();
        let mut worths: Parts<Reward> = vec![(Vec::new(), terminal.clone())];
        for goals in &self.of {
            // With fewer states left, what was known of all is known of these.
            let known = self.known(space, &left)?;
            let (mut seen, mut faulty) = (space.empty(), space.empty());
            let mut rewards = Vec::new();
            for (value, conditions) in goals {
                let holds = holding(space, &left, conditions, known.as_ref())?;
                faulty = space.or(&faulty, &space.and(&seen, &holds)?)?;
                seen = space.or(&seen, &holds)?;
                match value {
                    GoalValue::Integer(points) => {
                        rewards.push((Reward::from_points(*points), holds));
                    }
                    GoalValue::Other(_) => faulty = space.or(&faulty, &holds)?,
                }
            }
            left = space.minus(&seen, &faulty)?;
            for (_, holds) in &mut rewards {
                *holds = space.and(holds, &left)?;
            }
            worths = refine(space, &worths, rewards.iter().map(|(own, set)| (own, set)))?;
        }
        Ok(by_rewards(worths))
    }

    /// What is known of terminal states because they are terminal.
    fn known(&self, space: &Space, terminal: &Set) -> Result<Option<Known>, Halt> {
        let reason = self.reason.as_ref();
        let known =
            reason.map(|(condition, others)| Known::of_either(space, terminal, condition, others));
        known.transpose()
    }
}

/// The terminal states in which one of some conditions holds.
fn holding(
    space: &Space,
    terminal: &Set,
    conditions: &[Rc<Condition>],
    known: Option<&Known>,
) -> Result<Set, Halt> {
    let mut holds = space.empty();
    for condition in conditions {
        let inside = condition.inside_knowing(space, terminal, known)?;
        holds = space.or(&holds, &inside)?;
    }
    Ok(holds)
}

fn by_rewards(worths: Parts<Reward>) -> Vec<(Rewards, Set)> {
    let worths = worths.into_iter();
    worths
        .map(|(rewards, set)| (Rewards::new(rewards), set))
        .collect()
}

/// The largest condition that ends the game, and the others. None if no goal depends on
/// some large one: then this would save nothing.
fn reason(
    terminal: &Condition,
    goals: &[Rc<Condition>],
) -> Option<(Rc<Condition>, Vec<Rc<Condition>>)> {
    let Condition::Any(parts) = terminal else {
        return None;
    };
    let is_small = |part: &Condition| matches!(part, Condition::Small(_));
    let of_goal = |part: &Condition| goals.iter().any(|goal| goal.has(part));
    let large = parts.iter().filter(|it| !is_small(it));
    if !large.clone().all(|it| of_goal(it)) {
        return None;
    }
    let reason = large.max_by_key(|it| it.nodes())?;
    let others = parts.iter().filter(|it| !Rc::ptr_eq(it, reason));
    Some((reason.clone(), others.cloned().collect()))
}

/// A goal in rewards, with the states that have it; none if it is no number.
fn reward((value, holds): (&GoalValue, Set)) -> Option<(Reward, Set)> {
    match value {
        GoalValue::Integer(points) => Some((Reward::from_points(*points), holds)),
        GoalValue::Other(_) => None,
    }
}
