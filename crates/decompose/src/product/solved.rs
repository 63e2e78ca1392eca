//! The value of every state of a game, by those of a product of its parts.
//!
//! In: a [`Split`] and options. Out: a [`Product`]. Not here: how values are found (`judge`).

use game::{Options, Stop, Value};
use ground::BitState;
use judge::{Limits, Table};

use crate::positions::Unfinished;
use crate::product::no_product::NoProduct;
use crate::product::split::Split;
use crate::product::sum::{Code, Sum};

/// A game solved as a product of its parts.
pub struct Product {
    split: Split,
    table: Table<Code>,
}

impl Split {
    /// Solves the product.
    ///
    /// # Errors
    ///
    /// [`NoProduct::Obstacle`]: there are too many states, or the game has no values.
    pub fn solve(self, options: &Options, stop: &Stop) -> Result<Product, NoProduct> {
        let limits = Limits {
            max_states: Some(self.knobs().product_states),
            stop: stop.clone(),
            ..Limits::default()
        };
        let start = self.start().filter(|_| self.quotients().fits());
        let start = start.ok_or(Unfinished::TooMany)?;
        let mut sum = Sum::new(self.quotients(), start);
        let table = judge::solve(&mut sum, start, options, &limits, &mut |_| {});
        let table = table.map_err(game::Obstacle::from)?;
        if self.is_reduced() && table.is_cyclic() {
            return Err(NoProduct::Cyclic);
        }
        Ok(Product { split: self, table })
    }
}

impl Product {
    /// The parts.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// What a state is worth, and the number of joint moves until the end, where it has a
    /// meaning; `None` if the state is not reached.
    ///
    /// A state that is not reached may be given the value of one that is.
    pub fn value(&self, state: &BitState) -> Option<(&Value, Option<u64>)> {
        let code = self.split.code(state)?;
        let id = self.table.graph().find(&code)?;
        let entry = self.table.entry(id);
        let distance = entry.distance.filter(|_| !self.split.is_reduced());
        Some((entry.value, distance))
    }

    /// How many states the product has.
    pub fn states(&self) -> u64 {
        self.table.graph().state_count()
    }

    /// Whether a state can be reached again.
    pub fn is_cyclic(&self) -> bool {
        self.table.is_cyclic()
    }

    /// What infinite play is worth; `None` where it cannot happen.
    pub fn infinite(&self) -> Option<&Value> {
        self.table.infinite()
    }
}
