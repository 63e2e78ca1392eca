//! States as few machine words: a field of bits for each group of fluents, at
//! most one of which holds.
//!
//! In: a partition of the fluents into proven groups. Out: where the bits of
//! each are. Not here: the proofs.

use analysis::Group;
use ground::{BitState, FluentId, GroundGame};

use crate::compile::net::{Literal, Net};
use crate::compile::significant::by_significance;

/// The bits that encode which fluent of a group holds.
#[derive(Clone, Debug)]
pub struct Field {
    /// The fluent that each code stands for; code 0 may stand for none.
    pub codes: Vec<Option<FluentId>>,
    /// The place of its lowest bit; bit 0 is the lowest of the last word.
    pub first: u32,
    /// How many bits it has.
    pub bits: u32,
}

/// How states are written into words.
#[derive(Clone, Debug)]
pub struct Packing {
    /// The fields, from the least significant on.
    pub fields: Vec<Field>,
    /// Fluents that hold in every state.
    always: Vec<FluentId>,
    fluent_count: usize,
    bits: u32,
}

const WORD: u32 = u64::BITS;

/// The most significant used bits of a state that fit a word: they order states
/// nearly as all bits do.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// The first word in use, and how many of its bits are.
    word: usize,
    used: u32,
}

impl Prefix {
    /// `used` bits of `word` and as many of the next as fit.
    pub fn new(word: usize, used: u32) -> Self {
        Prefix { word, used }
    }

    /// Those bits of a state.
    pub fn of<const W: usize>(self, state: &[u64; W]) -> u64 {
        if W == 1 {
            return state[0];
        }
        let first = state[self.word];
        match state.get(self.word + 1) {
            Some(next) if self.used < WORD => first << (WORD - self.used) | next >> self.used,
            _ => first,
        }
    }
}

impl Packing {
    /// Lays out the groups one after the other. A fluent that is in none of
    /// them never changes.
    pub fn new(game: &GroundGame, groups: &[Group]) -> Self {
        let mut packing = Packing {
            fields: Vec::new(),
            always: Vec::new(),
            fluent_count: game.fluents().len(),
            bits: 0,
        };
        let mut packed = vec![false; packing.fluent_count];
        for group in &by_significance(game, groups) {
            packing.add(group);
            for fluent in &group.fluents {
                packed[fluent.index()] = true;
            }
        }
        let fixed = game.fluent_ids().filter(|fluent| !packed[fluent.index()]);
        packing.always = fixed
            .filter(|&fluent| game.holds_initially(fluent))
            .collect();
        packing
    }

    fn add(&mut self, group: &Group) {
        let bits = group.bits();
        let in_word = self.bits % WORD;
        // A field does not cross words: its code is read in one piece.
        if in_word + bits > WORD {
            self.bits += WORD - in_word;
        }
        self.fields.push(Field {
            codes: group.codes(),
            first: self.bits,
            bits,
        });
        self.bits += bits;
    }

    /// The number of bits of a state, including those between fields.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The fluents that hold in every state.
    pub fn always(&self) -> &[FluentId] {
        &self.always
    }

    /// Where the most significant bits of a state are.
    pub fn prefix<const W: usize>(&self) -> Prefix {
        Prefix::new(W - self.words(), (self.bits.max(1) - 1) % WORD + 1)
    }

    /// How many words a state takes.
    pub fn words(&self) -> usize {
        self.bits.div_ceil(WORD).max(1) as usize
    }

    /// The word and the place in it of a bit; the first word is the most
    /// significant one when states are compared.
    pub fn position<const W: usize>(bit: u32) -> (usize, u32) {
        (W - 1 - (bit / WORD) as usize, bit % WORD)
    }

    /// Writes a state in which each group has at most one fluent.
    pub fn pack<const W: usize>(&self, state: &BitState) -> [u64; W] {
        let mut words = [0; W];
        for field in &self.fields {
            let holds =
                |fluent: &Option<FluentId>| fluent.is_some_and(|fluent| state.holds(fluent));
            let code = field.codes.iter().position(holds).unwrap_or(0);
            let (word, shift) = Self::position::<W>(field.first);
            words[word] |= (code as u64) << shift;
        }
        words
    }

    /// The state that [`Packing::pack`] wrote.
    pub fn unpack<const W: usize>(&self, words: &[u64; W]) -> BitState {
        let mut holds = vec![false; self.fluent_count];
        for fluent in &self.always {
            holds[fluent.index()] = true;
        }
        for field in &self.fields {
            if let Some(fluent) = field.codes[field.code(words)] {
                holds[fluent.index()] = true;
            }
        }
        BitState::new(self.fluent_count, |fluent| holds[fluent.index()])
    }

    /// When each fluent holds, as a condition on the bits.
    pub(crate) fn literals(&self, net: &mut Net) -> Vec<Literal> {
        let mut literals = vec![Literal::FALSE; self.fluent_count];
        for fluent in &self.always {
            literals[fluent.index()] = Literal::TRUE;
        }
        for field in &self.fields {
            for (code, fluent) in field.codes.iter().enumerate() {
                if let Some(fluent) = fluent {
                    literals[fluent.index()] = field.literal(net, code);
                }
            }
        }
        literals
    }
}

impl Field {
    /// The code in a state.
    pub fn code<const W: usize>(&self, words: &[u64; W]) -> usize {
        let (word, shift) = Packing::position::<W>(self.first);
        (words[word] >> shift & self.mask()) as usize
    }

    /// The bits of the field, at the lowest places.
    pub fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The condition that the field has this code. Unused codes never occur, so
    /// fewer bits than all may decide.
    fn literal(&self, net: &mut Net, code: usize) -> Literal {
        let mut care = self.mask() as usize;
        for bit in 0..self.bits {
            let without = care & !(1 << bit);
            let alike = (0..self.codes.len()).filter(|other| (other ^ code) & without == 0);
            if alike.count() == 1 {
                care = without;
            }
        }
        let cared = (0..self.bits).filter(|bit| care >> bit & 1 == 1);
        let parts = cared.map(|bit| {
            let literal = net.bit(self.first + bit);
            if code >> bit & 1 == 1 {
                literal
            } else {
                !literal
            }
        });
        let parts = parts.collect();
        net.and(parts)
    }
}
