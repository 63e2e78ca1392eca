//! What follows from what is seen of all parts: the signals, and the rewards of an end.

use game::{GoalValue, Rewards, rewards_from_goals};

use crate::product::fold::Level;
use crate::product::outputs::ContextRules;

/// Whether each signal holds, by its number, where these patterns are seen.
pub(super) fn signals(level: &Level, pattern: impl Fn(usize) -> u32) -> Vec<bool> {
    level.net.evaluate(|bit| {
        let (part, place) = level.bits[bit];
        let seen = &level.parts[part].seen[pattern(part) as usize];
        seen[place / 64] >> (place % 64) & 1 == 1
    })
}

/// The rewards of an end; `None` if a role has not exactly one goal value.
pub(super) fn rewards(context: &ContextRules, values: &[bool]) -> Option<Rewards> {
    let goals = context.goals.iter().map(|goals| {
        let holding = goals.iter().filter(|(_, it)| it.among(values));
        GoalValue::distinct(holding.map(|(value, _)| value.clone()))
    });
    let goals: Vec<Vec<GoalValue>> = goals.collect();
    rewards_from_goals(&goals).ok()
}
