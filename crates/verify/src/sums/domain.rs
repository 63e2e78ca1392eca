//! Functions of the states of one part.
//!
//! In: the listed states of parts, or their fluents. Out: functions that are constant,
//! or depend on one part alone; all others are only known to be `Mixed`. Each value is
//! exact, so what is proven with them is proven. Functions of several parts are made in
//! `whole.rs`.

use std::rc::Rc;

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet, op_function};

/// Most nodes of a diagram.
pub const MAX_NODES: usize = 1 << 20;

/// A set of states of one part: a bit for each listed one, or a diagram over fluents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Bits(Rc<[u64]>),
    Diagram(Rc<Bdd>),
}

impl Shape {
    pub fn is_empty(&self) -> bool {
        match self {
            Shape::Bits(words) => words.iter().all(|&word| word == 0),
            Shape::Diagram(set) => set.is_false(),
        }
    }

    /// Whether it has this listed state.
    pub fn has(&self, state: usize) -> bool {
        match self {
            Shape::Bits(words) => words[state / 64] >> (state % 64) & 1 == 1,
            Shape::Diagram(_) => false,
        }
    }

    /// Both sets, as words or as diagrams; `None` if that is too large.
    pub fn joined(&self, other: &Shape, how: Join) -> Option<Shape> {
        match (self, other) {
            (Shape::Bits(one), Shape::Bits(other)) => {
                let words = one.iter().zip(other.iter());
                Some(Shape::Bits(words.map(|(&a, &b)| how.words(a, b)).collect()))
            }
            (Shape::Diagram(one), Shape::Diagram(other)) => {
                let set = Bdd::binary_op_with_limit(MAX_NODES, one, other, how.operator());
                set.map(|set| Shape::Diagram(Rc::new(set)))
            }
            _ => None,
        }
    }
}

/// How two sets are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    And,
    Or,
    Minus,
}

impl Join {
    fn words(self, one: u64, other: u64) -> u64 {
        match self {
            Join::And => one & other,
            Join::Or => one | other,
            Join::Minus => one & !other,
        }
    }

    /// The same for diagrams.
    pub fn operator(self) -> fn(Option<bool>, Option<bool>) -> Option<bool> {
        match self {
            Join::And => op_function::and,
            Join::Or => op_function::or,
            Join::Minus => op_function::and_not,
        }
    }
}

/// A function of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    Constant(bool),
    /// It depends on this part alone, and is not constant.
    Local(usize, Shape),
    /// It may depend on anything.
    Mixed,
}

/// The states of a part, as variables of diagrams.
#[derive(Clone, Copy, Debug)]
pub enum Frame {
    /// So many states, whose numbers are in `bits` variables from `first` on.
    Listed {
        states: usize,
        first: usize,
        bits: usize,
    },
    /// A variable for each fluent, from `first` on.
    Open { first: usize },
}

/// The states of all parts.
pub struct Domain {
    variables: BddVariableSet,
    frames: Vec<Frame>,
    full: Vec<Shape>,
    /// The first variable that belongs to no part.
    free: usize,
}

/// How large a part is.
pub enum Size {
    States(usize),
    Fluents(usize),
}

impl Domain {
    /// Prepares functions of these parts and of `others` fluents that belong to none;
    /// `None` if they are too many.
    pub fn new(sizes: &[Size], others: usize) -> Option<Self> {
        let (mut frames, mut first) = (Vec::new(), 0);
        for size in sizes {
            match *size {
                Size::States(states) => {
                    let bits = states.next_power_of_two().trailing_zeros() as usize;
                    let frame = Frame::Listed {
                        states,
                        first,
                        bits,
                    };
                    frames.push(frame);
                    first += bits;
                }
                Size::Fluents(fluents) => {
                    frames.push(Frame::Open { first });
                    first += fluents;
                }
            }
        }
        let count = u16::try_from(first + others)
            .ok()
            .filter(|&it| it < 60_000)?;
        let variables = BddVariableSet::new_anonymous(count);
        let full = frames.iter().map(|frame| match *frame {
            Frame::Listed { states, .. } => Shape::Bits(words(states, |_| true)),
            Frame::Open { .. } => Shape::Diagram(Rc::new(variables.mk_true())),
        });
        Some(Domain {
            full: full.collect(),
            variables,
            frames,
            free: first,
        })
    }

    /// The variables of diagrams.
    pub fn variables(&self) -> &BddVariableSet {
        &self.variables
    }

    pub fn frame(&self, part: usize) -> Frame {
        self.frames[part]
    }

    /// The function that a fluent of an open part is.
    pub fn fluent(&self, part: usize, place: usize) -> Function {
        let first = match self.frames[part] {
            Frame::Listed { first, .. } | Frame::Open { first } => first,
        };
        let variable = BddVariable::from_index(first + place);
        Function::Local(
            part,
            Shape::Diagram(Rc::new(self.variables.mk_var(variable))),
        )
    }

    /// The function that holds in these listed states of a part.
    pub fn states(&self, part: usize, holds: impl Fn(usize) -> bool) -> Function {
        match self.frames[part] {
            Frame::Listed { states, .. } => {
                Everywhere(self).settled(part, Shape::Bits(words(states, holds)))
            }
            Frame::Open { .. } => Function::Mixed,
        }
    }

    /// The variable of a fluent of no part.
    pub fn other(&self, place: usize) -> Bdd {
        let variable = BddVariable::from_index(self.free + place);
        self.variables.mk_var(variable)
    }
}

/// A word for each 64 states, with the bits of those that the function picks.
pub fn words(states: usize, holds: impl Fn(usize) -> bool) -> Rc<[u64]> {
    let mut words = vec![0_u64; states.div_ceil(64)];
    for state in (0..states).filter(|&state| holds(state)) {
        words[state / 64] |= 1 << (state % 64);
    }
    words.into()
}

/// All states that matter: for each part those of a set.
pub trait Care {
    /// The states of a part that matter.
    fn full(&self, part: usize) -> &Shape;

    /// The function that holds in these of the states that matter.
    fn settled(&self, part: usize, set: Shape) -> Function {
        if set.is_empty() {
            return Function::Constant(false);
        }
        match set == *self.full(part) {
            true => Function::Constant(true),
            false => Function::Local(part, set),
        }
    }

    /// A function of all states, where they matter.
    fn within(&self, function: &Function) -> Function {
        match function {
            Function::Local(part, set) => match set.joined(self.full(*part), Join::And) {
                Some(set) => self.settled(*part, set),
                None => Function::Mixed,
            },
            other => other.clone(),
        }
    }

    /// Where a function does not hold.
    fn not(&self, function: &Function) -> Function {
        match function {
            Function::Constant(holds) => Function::Constant(!holds),
            Function::Local(part, set) => match self.full(*part).joined(set, Join::Minus) {
                Some(set) => self.settled(*part, set),
                None => Function::Mixed,
            },
            Function::Mixed => Function::Mixed,
        }
    }

    /// Where all of these hold, or with `all` false one of them.
    fn gate(&self, all: bool, inputs: &mut dyn Iterator<Item = Function>) -> Function {
        let how = if all { Join::And } else { Join::Or };
        let mut known: Vec<(usize, Shape)> = Vec::new();
        let mut mixed = false;
        for input in inputs {
            let (part, set) = match input {
                Function::Constant(holds) if holds == all => continue,
                Function::Constant(holds) => return Function::Constant(holds),
                Function::Mixed => {
                    mixed = true;
                    continue;
                }
                Function::Local(part, set) => (part, set),
            };
            let Some(place) = known.iter().position(|it| it.0 == part) else {
                known.push((part, set));
                continue;
            };
            match known[place].1.joined(&set, how) {
                Some(set) => match self.settled(part, set) {
                    Function::Local(_, set) => known[place].1 = set,
                    settled => return settled,
                },
                None => mixed = true,
            }
        }
        match (known.pop(), mixed) {
            (None, false) => Function::Constant(all),
            (Some((part, set)), false) if known.is_empty() => Function::Local(part, set),
            _ => Function::Mixed,
        }
    }
}

/// All states matter.
pub struct Everywhere<'a>(pub &'a Domain);

impl Care for Everywhere<'_> {
    fn full(&self, part: usize) -> &Shape {
        &self.0.full[part]
    }
}

/// Only states in which a part is in a set matter.
pub struct Where<'a> {
    pub domain: &'a Domain,
    pub part: usize,
    pub set: &'a Shape,
}

impl Care for Where<'_> {
    fn full(&self, part: usize) -> &Shape {
        match part == self.part {
            true => self.set,
            false => &self.domain.full[part],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_fold_where_they_matter() {
        let domain = Domain::new(&[Size::States(70), Size::Fluents(2)], 0).unwrap();
        let all = Everywhere(&domain);
        let low = domain.states(0, |state| state < 10);
        let fluent = domain.fluent(1, 1);
        let both = all.gate(true, &mut [low.clone(), fluent.clone()].into_iter());
        assert_eq!(both, Function::Mixed);
        let never = all.gate(true, &mut [low.clone(), fluent, all.not(&low)].into_iter());
        assert_eq!(never, Function::Constant(false));
        let Function::Local(_, set) = domain.states(0, |state| state < 5) else {
            panic!("5 of 70 states are neither none nor all");
        };
        let few = Where {
            domain: &domain,
            part: 0,
            set: &set,
        };
        assert_eq!(few.within(&low), Function::Constant(true));
        assert_eq!(few.not(&few.within(&low)), Function::Constant(false));
    }
}
