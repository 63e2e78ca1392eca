//! One role: what each part can attain, combined without a product.
//!
//! In: a [`Split`] of a game of one role. Out: [`Plans`], which know the value of every state;
//! or that the game is not like that.
//!
//! | file | what |
//! |---|---|
//! | `follows` | what follows from what is seen of all parts |
//! | `together` | the role moves in all parts at once |
//! | `ways` | the phases of a part, and the shortest ways from one to another |
//! | `survey` | what follows from each combination of phases |
//! | `one_by_one` | each move is in one part: ways are combined |

mod follows;
mod one_by_one;
mod survey;
mod together;
mod ways;

use game::{Stop, Value};
use ground::BitState;

use crate::product::no_product::NoProduct;
use crate::product::plans::one_by_one::OneByOne;
use crate::product::plans::together::Together;
use crate::product::split::{Estimate, Split};

/// The value of every state of a game of one role, by what its parts can attain.
#[derive(Debug)]
pub struct Plans {
    split: Split,
    combined: Combined,
}

#[derive(Debug)]
enum Combined {
    Together(Together),
    OneByOne(OneByOne),
}

impl Split {
    /// Combines what the parts can attain; gives the split back if the game is not like that.
    ///
    /// # Errors
    ///
    /// [`NoProduct::Goals`]: an end that can be reached has not exactly one reward. The
    /// request to stop.
    pub fn plan(self, stop: &Stop) -> Result<Result<Plans, Box<Split>>, NoProduct> {
        let combined = match Together::new(&self, stop)? {
            Some(together) => Some(Combined::Together(together)),
            None => OneByOne::new(&self, stop)?.map(Combined::OneByOne),
        };
        Ok(match combined {
            Some(combined) => Ok(Plans {
                split: self,
                combined,
            }),
            None => Err(Box::new(self)),
        })
    }
}

impl Plans {
    /// The parts.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// How much work plans are, beside the game as a whole: parts are looked at one by one.
    pub fn estimate(&self) -> Estimate {
        let classes = self.split.parts().iter().map(|it| it.classes() as f64);
        Estimate {
            classes: classes.sum(),
            ..self.split.estimate()
        }
    }

    /// What a state is worth, and the number of moves until the end; `None` if it is not
    /// reached.
    ///
    /// A state that is not reached may be given the value that it would have.
    pub fn value(&self, state: &BitState) -> Option<(&Value, Option<u64>)> {
        let classes = self.split.found_classes(state)?;
        match &self.combined {
            Combined::Together(plans) => plans.value(&classes),
            Combined::OneByOne(plans) => plans.value(&classes),
        }
    }

    /// Whether a state can be reached again.
    pub fn is_cyclic(&self) -> bool {
        match &self.combined {
            Combined::Together(_) => false,
            Combined::OneByOne(plans) => plans.is_cyclic(),
        }
    }

    /// What play without an end is worth; `None` where there is none.
    pub fn infinite(&self) -> Option<&Value> {
        self.is_cyclic().then_some(&Value::Infinite)
    }
}
