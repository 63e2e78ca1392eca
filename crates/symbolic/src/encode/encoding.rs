//! States as values of variables: a field of variables for each group of
//! fluents of which at most one holds, or for several such groups.
//!
//! In: disjoint, proven groups in order. Out: which values of which variables
//! say that a fluent holds.

use ground::{BitState, FluentId, GroundGame};

use crate::diagram::{Bands, Halt, Set};
use crate::encode::block::Block;
use crate::encode::formula::any;
use crate::space::Space;

/// The variables that tell which fluents of some groups hold.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The groups, and what each code stands for.
    pub block: Block,
    /// Its topmost variable, which is the code's highest bit.
    pub first: u32,
    pub bits: u32,
}

/// Which values of the variables stand for which state.
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
    pub fn new(game: &GroundGame, blocks: Vec<Block>) -> Self {
        let fluent_count = game.fluents().len();
        let mut encoded = vec![false; fluent_count];
        let mut fields = Vec::new();
        let mut variables = 0;
        for block in blocks {
            for fluent in block.fluents() {
                encoded[fluent.index()] = true;
            }
            let bits = block.bits();
            fields.push(Field {
                block,
                first: variables,
                bits,
            });
            variables += bits;
        }
        let fixed = game.fluent_ids().filter(|fluent| !encoded[fluent.index()]);
        Encoding {
            fields,
            always: fixed.filter(|&it| game.holds_initially(it)).collect(),
            variables,
            fluent_count,
        }
    }

    /// The variables in bands.
    pub fn bands(&self) -> Bands {
        Bands::of_fields(self.fields.iter().map(|field| field.bits))
    }

    /// The states whose codes are in use in all fields. All reachable states are among
    /// them.
    pub fn valid(&self, space: &Space) -> Result<Set, Halt> {
        valid(space, &self.fields.iter().collect::<Vec<_>>())
    }

    /// For each fluent the states in which it holds.
    pub fn fluents(&self, space: &Space) -> Result<Vec<Set>, Halt> {
        let mut sets = vec![space.empty(); self.fluent_count];
        for fluent in &self.always {
            sets[fluent.index()] = space.full();
        }
        for field in &self.fields {
            let cubes = field.cubes(space)?;
            for fluent in field.block.fluents() {
                sets[fluent.index()] = field.holds(space, fluent, &cubes)?;
            }
        }
        Ok(sets)
    }

    /// The set of one state; empty if the state has no code in some field. Every
    /// reachable state has one.
    pub fn state(&self, space: &Space, holds: impl Fn(FluentId) -> bool) -> Result<Set, Halt> {
        let mut state = space.full();
        for field in self.fields.iter().rev() {
            let held: Vec<FluentId> = field.block.fluents().filter(|it| holds(*it)).collect();
            let Some(code) = field.block.code_of(&held) else {
                return Ok(space.empty());
            };
            let cube = field.cube(space, code, field.all_bits())?;
            state = space.and(&cube, &state)?;
        }
        Ok(state)
    }

    /// The values of all variables in a state.
    pub fn values(&self, state: &BitState) -> Vec<bool> {
        let mut values = vec![false; self.variables as usize];
        for field in &self.fields {
            let held = field.block.fluents().filter(|it| state.holds(*it));
            let code = field.block.code_of(&held.collect::<Vec<_>>());
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
            let held = field.block.codes.get(field.code_in(values));
            for fluent in held.into_iter().flatten().flatten() {
                holds[fluent.index()] = true;
            }
        }
        BitState::new(self.fluent_count, |fluent| holds[fluent.index()])
    }
}

/// The states in which some fields, topmost first, have codes in use.
pub(crate) fn valid(space: &Space, fields: &[&Field]) -> Result<Set, Halt> {
    let mut fields = fields.iter().rev();
    fields.try_fold(space.full(), |all, field| {
        space.and(&field.valid(space)?, &all)
    })
}

impl Field {
    /// The variable of a bit of the code, counted from the lowest.
    pub fn variable(&self, bit: u32) -> u32 {
        self.first + self.bits - 1 - bit
    }

    pub fn all_bits(&self) -> usize {
        (1 << self.bits) - 1
    }

    /// Bits that tell this code from all others. Unused codes occur in no reachable
    /// state, so fewer than all bits may be enough.
    fn telling(&self, code: usize) -> usize {
        (0..self.bits).fold(self.all_bits(), |tell, bit| {
            let without = tell & !(1 << bit);
            let alike = self.block.meanings();
            let alike = alike.filter(|(other, _)| (other ^ code) & without == 0);
            if alike.count() == 1 { without } else { tell }
        })
    }

    /// The states in which a fluent holds.
    fn holds(&self, space: &Space, fluent: FluentId, cubes: &[Set]) -> Result<Set, Halt> {
        let with = self.block.meanings().zip(cubes);
        let with = with.filter(|((_, held), _)| held.contains(&fluent));
        let with: Vec<_> = with.map(|((code, _), cube)| (code, cube)).collect();
        if let [(only, _)] = with.as_slice() {
            return self.cube(space, *only, self.telling(*only));
        }
        any(space, with.into_iter().map(|it| it.1.clone()).collect())
    }

    /// The states of each code in use.
    fn cubes(&self, space: &Space) -> Result<Vec<Set>, Halt> {
        let codes = self.block.meanings();
        let cubes = codes.map(|(code, _)| self.cube(space, code, self.all_bits()));
        cubes.collect()
    }

    /// The code in a state that is given by the values of all variables.
    pub fn code_in(&self, values: &[bool]) -> usize {
        let bits = &values[self.first as usize..][..self.bits as usize];
        let bits = bits.iter().map(|&bit| usize::from(bit));
        bits.fold(0, |code, bit| code << 1 | bit)
    }

    /// The states in which the field has a code in use.
    pub fn valid(&self, space: &Space) -> Result<Set, Halt> {
        any(space, self.cubes(space)?)
    }

    /// The states in which some bits of the field are as in a code.
    pub fn cube(&self, space: &Space, code: usize, bits: usize) -> Result<Set, Halt> {
        let bits = (0..self.bits).filter(|bit| bits >> bit & 1 == 1);
        let values = bits.map(|bit| (self.variable(bit), code >> bit & 1 == 1));
        space.cube(&values.collect::<Vec<_>>())
    }
}
