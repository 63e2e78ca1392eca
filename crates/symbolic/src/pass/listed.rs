//! What a layer is worth outside of any space: to be kept, and to be asked.

use game::{Count, Rewards};
use ground::BitState;

use crate::diagram::Listing;
use crate::encode::encoding::Encoding;
use crate::pass::scale::{Scale, Side};

/// What a set of equal worth is worth, and its number of states.
pub(crate) type Worth = (Rewards, Count);

/// How sets tell what states are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By a set for each of the rewards.
    Apart,
    /// By one set of pairs with the grades of a scale.
    Graded(Side),
}

/// What the states of a layer are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedValues {
    /// With grades, the rewards of the scale, among them such that no state has.
    pub worths: Vec<Worth>,
    pub form: Form,
    pub sets: Listing,
}

impl ListedValues {
    pub fn rewards(&self) -> impl Iterator<Item = &Rewards> {
        self.worths.iter().map(|(rewards, _)| rewards)
    }

    /// The scale that grades are of.
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
