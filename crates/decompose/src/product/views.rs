//! Conditions on several parts, in terms of what is seen of each.
//!
//! In: signals of a net, and the part of each bit. Out: [`Views`]: what is seen of each part,
//! as conditions on it alone, and the signals as expressions of these.
//!
//! What is seen is as coarse as the rules allow: of a conjunction all that concerns one part
//! is one condition.

use rustc_hash::FxHashMap;

use crate::pieces::Signal;
use crate::product::columns::only_part;
use crate::product::net::{Net, Supports};

/// The number of an expression, or of its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    place: u32,
    negated: bool,
}

/// An expression of what is seen of the parts.
#[derive(Clone, Debug)]
enum Expression {
    Always,
    /// A condition on a part, by its place among those that are seen of it.
    Seen(usize, usize),
    All(Vec<Term>),
}

/// What is seen of the parts, and what follows from it.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    /// For each part the conditions that are seen: each holds if all its signals do.
    pub seen: Vec<Vec<Vec<Signal>>>,
    ids: Vec<FxHashMap<Vec<Signal>, Term>>,
    /// Each after those that it reads.
    expressions: Vec<Expression>,
    terms: FxHashMap<usize, Term>,
}

impl Views {
    pub fn new(parts: usize) -> Self {
        Views {
            seen: vec![Vec::new(); parts],
            ids: vec![FxHashMap::default(); parts],
            expressions: vec![Expression::Always],
            terms: [(
                0,
                Term {
                    place: 0,
                    negated: false,
                },
            )]
            .into_iter()
            .collect(),
        }
    }

    /// The expression of a signal.
    pub fn term(&mut self, net: &Net, supports: &Supports, part: &[usize], signal: Signal) -> Term {
        let mut open = vec![signal.number()];
        while let Some(&number) = open.last() {
            if self.terms.contains_key(&number) {
                open.pop();
                continue;
            }
            let of = |signal| only_part(supports, part, signal);
            if let Some(only) = of(Signal::of(number)) {
                let term = self.see(only, vec![Signal::of(number)]);
                self.terms.insert(number, term);
                continue;
            }
            let mut own: Vec<Vec<Signal>> = vec![Vec::new(); self.seen.len()];
            let mut mixed = Vec::new();
            for &read in net.parts(number) {
                match of(read) {
                    Some(only) => own[only].push(read),
                    None => mixed.push(read),
                }
            }
            let before = open.len();
            open.extend(
                mixed
                    .iter()
                    .map(|read| read.number())
                    .filter(|it| !self.terms.contains_key(it)),
            );
            if open.len() > before {
                continue;
            }
            let mut all: Vec<Term> = mixed.into_iter().map(|it| self.known(it)).collect();
            for (part, own) in own.into_iter().enumerate() {
                if !own.is_empty() {
                    all.push(self.see(part, own));
                }
            }
            let term = self.add(Expression::All(all));
            self.terms.insert(number, term);
        }
        self.known(signal)
    }

    fn known(&self, signal: Signal) -> Term {
        let term = self.terms[&signal.number()];
        Term {
            negated: term.negated != signal.is_negated(),
            ..term
        }
    }

    fn see(&mut self, part: usize, signals: Vec<Signal>) -> Term {
        // One negated signal is the opposite of what may be seen already.
        let (signals, negated) = match signals.as_slice() {
            [only] if only.is_negated() => (vec![!*only], true),
            _ => (signals, false),
        };
        let known = self.ids[part].get(&signals).copied();
        let term = known.unwrap_or_else(|| {
            let place = self.seen[part].len();
            self.seen[part].push(signals.clone());
            let term = self.add(Expression::Seen(part, place));
            self.ids[part].insert(signals, term);
            term
        });
        Term { negated, ..term }
    }

    fn add(&mut self, expression: Expression) -> Term {
        self.expressions.push(expression);
        Term {
            place: self.expressions.len() as u32 - 1,
            negated: false,
        }
    }

    /// The value of each expression, given what is seen.
    pub fn evaluate(&self, seen: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut values = Vec::with_capacity(self.expressions.len());
        for expression in &self.expressions {
            let value = match expression {
                Expression::Always => true,
                Expression::Seen(part, place) => seen(*part, *place),
                Expression::All(terms) => terms.iter().all(|it| it.of(&values)),
            };
            values.push(value);
        }
        values
    }
}

impl Term {
    /// Its value, given those of all expressions.
    pub fn of(self, values: &[bool]) -> bool {
        values[self.place as usize] != self.negated
    }
}
