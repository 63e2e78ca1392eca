//! Instances of rules, in a few long lists.
//!
//! There may be millions, so none has an allocation of its own.

use gdl::TermId;

use crate::atoms::AtomId;

/// A condition without variables. Static ones have been decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroundCondition {
    Constant(bool),
    Holds(TermId),
    Absent(TermId),
    All(Vec<GroundCondition>),
    Any(Vec<GroundCondition>),
}

/// One of the conditions that an instance's body consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Holds(AtomId),
    Absent(TermId),
    /// A condition with parts of its own, by its number.
    Nested(u32),
}

/// All instances found so far.
///
/// [`Instances::body`] adds a body; its head is given later, when the head's
/// atom has its number. Bodies and heads come in the same order.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    heads: Vec<AtomId>,
    /// Where each body ends in `parts`.
    ends: Vec<u32>,
    parts: Vec<Part>,
    nested: Vec<GroundCondition>,
}

impl Instances {
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    pub fn clear(&mut self) {
        *self = Instances::default();
    }

    /// Adds the body of an instance.
    pub fn body(&mut self, positive: &[AtomId], conditions: impl Iterator<Item = GroundCondition>) {
        self.parts.extend(positive.iter().copied().map(Part::Holds));
        for condition in conditions {
            let part = match condition {
                GroundCondition::Absent(term) => Part::Absent(term),
                nested => {
                    self.nested.push(nested);
                    Part::Nested(self.nested.len() as u32 - 1)
                }
            };
            self.parts.push(part);
        }
        let end = u32::try_from(self.parts.len()).expect("the budget keeps parts below 2^32");
        self.ends.push(end);
    }

    /// Gives the next body its head.
    pub fn head(&mut self, atom: AtomId) {
        self.heads.push(atom);
    }

    pub fn head_of(&self, instance: usize) -> AtomId {
        self.heads[instance]
    }

    pub fn body_of(&self, instance: usize) -> &[Part] {
        let start = instance
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.parts[start as usize..self.ends[instance] as usize]
    }

    pub fn nested(&self, number: u32) -> &GroundCondition {
        &self.nested[number as usize]
    }

    /// Estimated memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let flat = self.ends.len() * 8 + self.parts.len() * size_of::<Part>();
        // A nested condition has a handful of parts, in an allocation each.
        (flat + self.nested.len() * 160) as u64
    }
}
