//! Groups that change on their own: the next fluent depends only on the one
//! that holds now.

use ground::{FluentId, GroundGame};

use crate::facts::{Autonomous, Group, StepCounter};
use crate::induction::Induction;
use crate::prover::Verdict;
use crate::random_games::bits;
use crate::samples::Samples;

/// The cycle or chain of a group, if it is proven to have one.
pub(crate) fn autonomous(
    game: &GroundGame,
    group: &Group,
    samples: &Samples,
    induction: &mut Induction,
) -> Option<Autonomous> {
    let follows = follows_in(group, samples)?;
    let mut holding = group.fluents.iter();
    let mut now = *holding.find(|&&fluent| game.holds_initially(fluent))?;
    let mut order = Vec::new();
    loop {
        if let Some(back_to) = order.iter().position(|&fluent| fluent == now) {
            return Some(Autonomous {
                order,
                back_to: Some(back_to),
            });
        }
        order.push(now);
        let place = group.fluents.binary_search(&now).ok()?;
        let next = match follows[place] {
            Some(next) => next,
            // Random play has not come this far.
            None => match look_ahead(group, now, induction) {
                Ahead::Next(next) => next,
                Ahead::End => {
                    return Some(Autonomous {
                        order,
                        back_to: None,
                    });
                }
                Ahead::Unknown => return None,
            },
        };
        let other = induction.prover.ask(&|step| {
            let next = step.next(next);
            vec![vec![step.fluent(now), !next]]
        });
        if !matches!(other, Verdict::Impossible(_)) {
            return None;
        }
        now = next;
    }
}

/// For each fluent of the group the one that followed it in all samples; `None`
/// for the whole if different ones did.
fn follows_in(group: &Group, samples: &Samples) -> Option<Vec<Option<FluentId>>> {
    let columns = |fluent: &FluentId| &samples.columns[fluent.index()];
    let mut follows = vec![None; group.fluents.len()];
    for (round, &moved) in samples.moved.iter().enumerate() {
        if round + 1 == samples.rounds() {
            break;
        }
        for (place, now) in group.fluents.iter().enumerate() {
            let mut games = columns(now)[round] & moved;
            while let Some(number) = bits(games).next() {
                let mut all = group.fluents.iter();
                let next = *all.find(|it| columns(it)[round + 1] >> number & 1 == 1)?;
                if *follows[place].get_or_insert(next) != next {
                    return None;
                }
                games &= !columns(&next)[round + 1];
            }
        }
    }
    Some(follows)
}

enum Ahead {
    Next(FluentId),
    End,
    Unknown,
}

/// Asks the prover for any move while this fluent holds.
fn look_ahead(group: &Group, now: FluentId, induction: &mut Induction) -> Ahead {
    match induction.prover.ask(&|step| vec![vec![step.fluent(now)]]) {
        Verdict::Impossible(_) => Ahead::End,
        Verdict::Unknown => Ahead::Unknown,
        Verdict::Possible => {
            let next = induction.successor();
            let mut all = group.fluents.iter();
            match all.find(|fluent| next[fluent.index()]) {
                Some(&next) => Ahead::Next(next),
                None => Ahead::Unknown,
            }
        }
    }
}

/// The first of them that never returns to an earlier fluent.
pub(crate) fn step_counter(ways: &[Autonomous]) -> Option<StepCounter> {
    let mut counters = ways.iter().filter(|way| way.back_to.is_none());
    counters.next().map(|way| StepCounter {
        chain: way.order.clone(),
    })
}
