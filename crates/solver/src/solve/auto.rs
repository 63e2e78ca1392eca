//! By the engine that suits the game, and by the other where that turns out not to.

use decompose::Decomposition;
use game::Options;
use game::{Level, Solution};
use symbolic::{Order, SymbolicError};

use super::{Found, Position, Solving, Whole};
use crate::error::{Error, Unfinished};
use crate::event::{Event, Reason};
use crate::suit::{Sets, suit};
use crate::target::Target;

impl<'a> Solving<'a> {
    /// By the engine that suits the game, or has begun.
    pub(super) fn by_either(
        &self,
        mut position: Position<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<Whole<'a>, Unfinished> {
        let listing = self.listing(&position);
        if self.request.options.level == Level::UltraStrong || listing.is_kept() {
            return self.list(position, listing, target).map(Whole::of);
        }
        let sets = match self
            .sets_work(&self.sets_task(&position, Order::Auto))
            .is_kept()
        {
            true => Some(Sets {
                order: Order::Auto,
                work: None,
            }),
            false => {
                let (later, mut parts) = (self.later(&position), None);
                let Position { game, facts, start } = &mut position;
                let look = &mut || {
                    let task = later.as_ref().map(|game| self.task(game, facts, start));
                    parts = task.and_then(|task| Decomposition::last_mover(&task).ok());
                    parts.is_some()
                };
                let sets = suit(self.run, (game, facts, start), look)?;
                if let Some(parts) = parts
                    && let Some(sum) = self.sum(&position, &parts)?
                {
                    return Ok(Whole::Sum(Box::new(sum)));
                }
                sets
            }
        };
        let found = match sets {
            Some(Sets {
                order,
                work: Some(work),
            }) => self.as_a_whole(position, (order, work), target),
            Some(sets) => self.in_sets_or_list(position, sets.order, target),
            None => {
                if let Some(sum) = self.by_product(&position)? {
                    return Ok(Whole::Sum(Box::new(sum)));
                }
                self.list(position, listing, target)
            }
        };
        found.map(Whole::of)
    }

    /// As sets, layer by layer; by listing all states where sets do not fit.
    pub(super) fn in_sets_or_list(
        &self,
        position: Position<'_>,
        order: Order,
        mut target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        match self.by_sets(&position, order, target.as_deref_mut()) {
            Err(failed) if failed.error.is_too_large_for_sets() => {
                self.run.tell(Event::Chosen(Reason::LayersTooLarge));
                if let Some(target) = &mut target {
                    target.restart()?;
                }
                // What was kept of sets goes, from the cache or from the folder.
                let task = self.sets_task(&position, Order::Auto);
                self.sets_work(&task).clear();
                let work = self.listing(&position);
                self.list(position, work.begun_anew(), target)
            }
            solved => solved,
        }
    }

    /// All states at once, as sets with at most this much work, or else by listing them.
    pub(super) fn as_a_whole(
        &self,
        position: Position<'_>,
        (order, work): (Order, usize),
        mut target: Option<&mut Target<'_>>,
    ) -> Result<Found<'a, Solution>, Unfinished> {
        let task = symbolic::Task {
            work,
            ..self.sets_task(&position, order)
        };
        // With distances, which to list all states would tell too.
        let options = Options {
            level: Level::UltraStrong,
            ..self.request.options.clone()
        };
        let algorithm = symbolic::Algorithm::Attractor;
        match self.by_algorithm(&position, &task, algorithm, &options, target.as_deref_mut()) {
            Err(Error::Symbolic(SymbolicError::OutOfNodes { .. })) => {
                self.run.tell(Event::Chosen(Reason::ValuesTooLarge));
                self.by_listing(position, target)
            }
            Err(error) => Err(error.into()),
            Ok(mut found) => {
                found.result.level = Level::Strong;
                Ok(found)
            }
        }
    }
}
