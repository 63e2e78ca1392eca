//! The way from a game to its facts.

use ground::GroundGame;

use crate::autonomous::{autonomous, step_counter};
use crate::collect::collect;
use crate::formula::Formula;
use crate::induction::Induction;
use crate::progress;
use crate::prove::{prove_claims, prove_progress};
use crate::prover::Prover;
use crate::rising::ranked;
use crate::samples::Samples;
use crate::supports::Supports;
use crate::turn::turn;
use crate::{AnalysisError, Budget, Facts};

/// Finds facts about a game.
///
/// # Errors
///
/// [`AnalysisError::Stopped`] when the budget's `stop` says so.
pub fn analyse(game: &GroundGame, budget: &Budget) -> Result<Facts, AnalysisError> {
    let samples = Samples::new(game, budget);
    let formula = Formula::new(game);
    let mut induction = Induction::new(game, Prover::new(&formula, budget));
    prove_claims(game, &samples, &mut induction);
    check(budget)?;
    induction.prover.release();
    let mut facts = collect(game, &induction);
    let ways = facts.groups.iter().filter(|group| group.exactly_one);
    let ways = ways.filter_map(|group| autonomous(game, group, &samples, &mut induction));
    facts.autonomous = ways.collect();
    facts.step_counter = step_counter(&facts.autonomous);
    let (groups, ways) = (&facts.groups, &facts.autonomous);
    facts.turn = turn(game, groups, ways, &samples, &mut induction.prover);
    facts.progress = match &facts.step_counter {
        Some(counter) => Some(progress::by_counter(game, counter)),
        None => progress::guess(game, &samples),
    };
    if let Some(progress) = facts.progress.as_mut().filter(|it| !it.proven) {
        progress.proven = prove_progress(game, progress, &facts.groups, &samples, &mut induction);
    }
    // A guess that counts single moves is worth more to engines that check it.
    let settled = facts
        .progress
        .as_ref()
        .is_some_and(|it| it.proven || it.incremental);
    if !settled {
        let ranked = ranked(game, &facts.groups, &mut induction.prover);
        facts.progress = ranked.or(facts.progress);
    }
    facts.unread = Supports::new(game).unread();
    facts.work = induction.prover.spent();
    facts.exhausted = induction.gave_up || induction.prover.exhausted();
    check(budget)?;
    Ok(facts)
}

fn check(budget: &Budget) -> Result<(), AnalysisError> {
    let reason = budget.stop.requested();
    reason.map_or(Ok(()), |reason| Err(AnalysisError::Stopped(reason)))
}
