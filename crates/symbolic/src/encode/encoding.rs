//! States as values of variables: a field of variables for each group of
//! fluents of which at most one holds.
//!
//! In: disjoint, proven groups in order. Out: which values of which variables
//! say that a fluent holds.

use analysis::Group;
use ground::{BitState, FluentId, GroundGame};

use crate::diagram::{Halt, Set, Space};

/// The variables that tell which fluent of a group holds.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The fluent that each code stands for; code 0 may stand for none.
    pub codes: Vec<Option<FluentId>>,
    /// Its topmost variable, which is the code's highest bit.
    pub first: u32,
    pub bits: u32,
}

/// How states are values of variables.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    pub fields: Vec<Field>,
    /// Fluents that hold in every state.
    pub always: Vec<FluentId>,
    pub variables: u32,
    fluent_count: usize,
}

impl Encoding {
    /// Gives variables to the groups in this order. A fluent that is in none of
    /// them never changes.
    pub fn new(game: &GroundGame, groups: &[Group]) -> Self {
        let fluent_count = game.fluents().len();
        let mut encoded = vec![false; fluent_count];
        let mut fields = Vec::new();
        let mut variables = 0;
        for group in groups {
            fields.push(Field {
                codes: group.codes(),
                first: variables,
                bits: group.bits(),
            });
            variables += group.bits();
            for fluent in &group.fluents {
                encoded[fluent.index()] = true;
            }
        }
        let fixed = game.fluent_ids().filter(|fluent| !encoded[fluent.index()]);
        Encoding {
            fields,
            always: fixed.filter(|&it| game.holds_initially(it)).collect(),
            variables,
            fluent_count,
        }
    }

    /// For each fluent the states in which it holds.
    pub fn fluents(&self, space: &Space) -> Result<Vec<Set>, Halt> {
        let mut sets = vec![space.empty(); self.fluent_count];
        for fluent in &self.always {
            sets[fluent.index()] = space.full();
        }
        for field in &self.fields {
            for (code, fluent) in field.codes.iter().enumerate() {
                if let Some(fluent) = fluent {
                    sets[fluent.index()] = field.cube(space, code, field.telling(code))?;
                }
            }
        }
        Ok(sets)
    }

    /// The set of one state.
    pub fn state(&self, space: &Space, holds: impl Fn(FluentId) -> bool) -> Result<Set, Halt> {
        let mut state = space.full();
        for field in self.fields.iter().rev() {
            let code = field.codes.iter();
            let code = code.enumerate().find(|(_, it)| it.is_some_and(&holds));
            let cube = field.cube(space, code.map_or(0, |(code, _)| code), field.all_bits())?;
            state = space.and(&cube, &state)?;
        }
        Ok(state)
    }

    /// The values of all variables in a state.
    pub fn values(&self, state: &BitState) -> Vec<bool> {
        let mut values = vec![false; self.variables as usize];
        for field in &self.fields {
            let mut codes = field.codes.iter();
            let code = codes.position(|it| it.is_some_and(|it| state.holds(it)));
            for bit in 0..field.bits {
                let value = code.unwrap_or(0) >> bit & 1 == 1;
                values[field.variable(bit) as usize] = value;
            }
        }
        values
    }

    /// The state that has these values of variables.
    pub fn decode(&self, values: &[bool]) -> BitState {
        let mut holds = vec![false; self.fluent_count];
        for fluent in &self.always {
            holds[fluent.index()] = true;
        }
        for field in &self.fields {
            let bits = &values[field.first as usize..][..field.bits as usize];
            let code = bits
                .iter()
                .fold(0, |code, &bit| code << 1 | usize::from(bit));
            if let Some(fluent) = field.codes.get(code).copied().flatten() {
                holds[fluent.index()] = true;
            }
        }
        BitState::new(self.fluent_count, |fluent| holds[fluent.index()])
    }
}

impl Field {
    /// The variable of a bit of the code, counted from the lowest.
    pub fn variable(&self, bit: u32) -> u32 {
        self.first + self.bits - 1 - bit
    }

    pub fn all_bits(&self) -> usize {
        (1 << self.bits) - 1
    }

    /// Bits that tell this code from all others. Codes that stand for nothing
    /// occur in no reachable state, so fewer bits than all may tell.
    fn telling(&self, code: usize) -> usize {
        (0..self.bits).fold(self.all_bits(), |tell, bit| {
            let without = tell & !(1 << bit);
            let alike = (0..self.codes.len()).filter(|other| (other ^ code) & without == 0);
            if alike.count() == 1 { without } else { tell }
        })
    }

    /// The states in which the field has a code that stands for something.
    pub fn valid(&self, space: &Space) -> Result<Set, Halt> {
        let mut valid = space.empty();
        for code in 0..self.codes.len() {
            valid = space.or(&valid, &self.cube(space, code, self.all_bits())?)?;
        }
        Ok(valid)
    }

    /// The states in which some bits of the field are as in a code.
    pub fn cube(&self, space: &Space, code: usize, bits: usize) -> Result<Set, Halt> {
        let mut cube = space.full();
        for bit in (0..self.bits).filter(|bit| bits >> bit & 1 == 1) {
            let value = space.variable(self.variable(bit))?;
            cube = match code >> bit & 1 {
                1 => space.and(&value, &cube)?,
                _ => space.minus(&cube, &value)?,
            };
        }
        Ok(cube)
    }
}
