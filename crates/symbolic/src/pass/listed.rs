//! The values of a layer outside any space: to store them, and to look states up.

use game::{Count, Rewards};
use ground::BitState;

use crate::diagram::Listing;
use crate::encode::encoding::Encoding;
use crate::pass::scale::{Scale, Side};

/// Rewards, and the number of states that have them.
pub(crate) type Worth = (Rewards, Count);

/// How sets hold the values of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One set for each vector of rewards.
    Apart,
    /// One set of pairs with the grades of a scale.
    Graded(Side),
}

/// The values of a layer's states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedValues {
    /// With grades: all rewards of the scale, even those that no state has.
    pub worths: Vec<Worth>,
    pub form: Form,
    pub sets: Listing,
}

impl ListedValues {
    pub fn rewards(&self) -> impl Iterator<Item = &Rewards> {
        self.worths.iter().map(|(rewards, _)| rewards)
    }

    /// The scale of the grades.
    pub fn scale(&self) -> Scale {
        Scale {
            rewards: self.rewards().cloned().collect(),
        }
    }

    /// What a state of the layer is worth; none if it is in no set.
    pub fn of(&self, encoding: &Encoding, state: &BitState) -> Option<&Rewards> {
        let mut values = encoding.values(state);
        let place = match self.form {
            Form::Apart => {
                let mut places = 0..self.worths.len();
                places.find(|&place| self.sets.contains(place, &values))
            }
            Form::Graded(side) => {
                let (scale, states) = (self.scale(), values.len());
                let makes = |grade: &usize| {
                    values.truncate(states);
                    values.extend((0..scale.bits()).map(|bit| grade >> bit & 1 == 1));
                    self.sets.contains(0, &values) == (side == Side::Makes)
                };
                Some((0..scale.grades()).take_while(makes).count())
            }
        };
        place.map(|place| &self.worths[place].0)
    }
}
