//! Partizan values in canonical form.
//!
//! In: values by their options. Out: for each a number; two values are equal exactly if
//! their numbers are. Written after J. H. Conway, On Numbers and Games (1976): chapters 0
//! and 10. The recursions are at most [`MAX_DEPTH`] deep.

use rustc_hash::FxHashMap;

use super::claim::Game;
use super::trouble::Trouble;

/// Most moves that a value may last.
const MAX_DEPTH: u32 = 300;
/// Most comparisons.
const MAX_WORK: u64 = 50_000_000;

/// The number of a value.
pub type Id = usize;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Options {
    left: Vec<Id>,
    right: Vec<Id>,
}

/// All values that came up.
pub struct Values {
    options: Vec<Options>,
    depth: Vec<u32>,
    /// The numbers of canonical values.
    canonical: FxHashMap<Options, Id>,
    at_most: FxHashMap<(Id, Id), bool>,
    sums: FxHashMap<(Id, Id), Id>,
    work: u64,
}

/// The value of who moves loses.
pub const ZERO: Id = 0;

fn too_large() -> Trouble {
    Trouble::undecided("a partizan value is too large to be compared")
}

impl Values {
    pub fn new() -> Self {
        let nothing = Options {
            left: Vec::new(),
            right: Vec::new(),
        };
        Values {
            options: vec![nothing.clone()],
            depth: vec![0],
            canonical: FxHashMap::from_iter([(nothing, ZERO)]),
            at_most: FxHashMap::default(),
            sums: FxHashMap::default(),
            work: 0,
        }
    }

    /// The values of a file.
    pub fn of_file(&mut self, games: &[Game]) -> Result<Vec<Id>, Trouble> {
        let mut ids: Vec<Id> = Vec::new();
        for game in games {
            ids.push(match game {
                Game::Number {
                    number: (top, power),
                } => self.number(*top, *power)?,
                Game::Nimber { nimber } => self.nimber(*nimber)?,
                Game::Options { left, right } => {
                    let of = |side: &[usize]| side.iter().map(|&it| ids[it]).collect();
                    self.of(of(left), of(right))?
                }
            });
        }
        Ok(ids)
    }

    /// The number top / 2^power: the integer next to it towards 0, and then a binary
    /// digit more in each step.
    fn number(&mut self, top: i64, power: u32) -> Result<Id, Trouble> {
        let spare = top.trailing_zeros().min(power);
        let (top, power) = match top {
            0 => (0, 0),
            _ => (top >> spare, power - spare),
        };
        let size = top.unsigned_abs();
        if power > 60 || (size >> power) + u64::from(power) > u64::from(MAX_DEPTH) {
            return Err(too_large());
        }
        let positive = top > 0;
        let mut near = ZERO;
        for _ in 0..size >> power {
            near = self.beyond(near, positive)?;
        }
        if power == 0 {
            return Ok(near);
        }
        // The number is between these two; the one in their middle is the simplest.
        let mut far = self.beyond(near, positive)?;
        let mut digit = power;
        loop {
            let middle = match positive {
                true => self.of(vec![near], vec![far])?,
                false => self.of(vec![far], vec![near])?,
            };
            digit -= 1;
            match (digit, size >> digit & 1) {
                (0, _) => return Ok(middle),
                (_, 1) => near = middle,
                _ => far = middle,
            }
        }
    }

    /// The simplest number that is further from 0.
    fn beyond(&mut self, number: Id, positive: bool) -> Result<Id, Trouble> {
        match positive {
            true => self.of(vec![number], Vec::new()),
            false => self.of(Vec::new(), vec![number]),
        }
    }

    fn nimber(&mut self, size: u32) -> Result<Id, Trouble> {
        if size > MAX_DEPTH {
            return Err(too_large());
        }
        let mut smaller: Vec<Id> = Vec::new();
        for _ in 0..size {
            let next = self.of(smaller.clone(), smaller.clone())?;
            smaller.push(next);
        }
        self.of(smaller.clone(), smaller)
    }

    /// The value with these options.
    pub fn of(&mut self, left: Vec<Id>, right: Vec<Id>) -> Result<Id, Trouble> {
        let mut options = Options { left, right };
        loop {
            self.without_dominated(&mut options)?;
            if let Some(&known) = self.canonical.get(&options) {
                return Ok(known);
            }
            let raw = self.push(options.clone())?;
            if !self.bypass(raw, &mut options)? {
                self.canonical.insert(options, raw);
                return Ok(raw);
            }
        }
    }

    fn push(&mut self, options: Options) -> Result<Id, Trouble> {
        let all = options.left.iter().chain(&options.right);
        let depth = all.map(|&it| self.depth[it] + 1).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(too_large());
        }
        self.options.push(options);
        self.depth.push(depth);
        Ok(self.options.len() - 1)
    }

    fn without_dominated(&mut self, options: &mut Options) -> Result<(), Trouble> {
        for (side, best_is_most) in [(&mut options.left, true), (&mut options.right, false)] {
            side.sort_unstable();
            side.dedup();
            let mut kept: Vec<Id> = Vec::new();
            for (place, &one) in side.iter().enumerate() {
                let mut dominated = false;
                for (other_place, &other) in side.iter().enumerate() {
                    // Canonical values differ: none is equal to another.
                    dominated |= place != other_place
                        && match best_is_most {
                            true => self.at_most(one, other)?,
                            false => self.at_most(other, one)?,
                        };
                }
                if !dominated {
                    kept.push(one);
                }
            }
            *side = kept;
        }
        Ok(())
    }

    /// Replaces options that can be reversed by what the answer leads to; whether there
    /// were any.
    fn bypass(&mut self, whole: Id, options: &mut Options) -> Result<bool, Trouble> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut any = false;
        for &option in &options.left {
            let mut answer = None;
            for reply in self.options[option].right.clone() {
                if self.at_most(reply, whole)? {
                    answer = Some(reply);
                    break;
                }
            }
            any |= answer.is_some();
            match answer {
                Some(reply) => left.extend(&self.options[reply].left),
                None => left.push(option),
            }
        }
        for &option in &options.right {
            let mut answer = None;
            for reply in self.options[option].left.clone() {
                if self.at_most(whole, reply)? {
                    answer = Some(reply);
                    break;
                }
            }
            any |= answer.is_some();
            match answer {
                Some(reply) => right.extend(&self.options[reply].right),
                None => right.push(option),
            }
        }
        *options = Options { left, right };
        Ok(any)
    }

    /// Whether a value is at most another: no left option of the one is at least the
    /// other, and no right option of the other at most the one.
    pub fn at_most(&mut self, one: Id, other: Id) -> Result<bool, Trouble> {
        if one == other {
            return Ok(true);
        }
        if let Some(&known) = self.at_most.get(&(one, other)) {
            return Ok(known);
        }
        self.work += 1;
        if self.work > MAX_WORK {
            return Err(too_large());
        }
        let mut answer = true;
        for left in self.options[one].left.clone() {
            answer = answer && !self.at_most(other, left)?;
        }
        for right in self.options[other].right.clone() {
            answer = answer && !self.at_most(right, one)?;
        }
        self.at_most.insert((one, other), answer);
        Ok(answer)
    }

    /// The sum of two values.
    pub fn add(&mut self, one: Id, other: Id) -> Result<Id, Trouble> {
        let (one, other) = (one.min(other), one.max(other));
        if one == ZERO {
            return Ok(other);
        }
        if let Some(&known) = self.sums.get(&(one, other)) {
            return Ok(known);
        }
        self.work += 1;
        if self.work > MAX_WORK || self.depth[one] + self.depth[other] > MAX_DEPTH {
            return Err(too_large());
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (moved, rest) in [(one, other), (other, one)] {
            for option in self.options[moved].left.clone() {
                left.push(self.add(option, rest)?);
            }
            for option in self.options[moved].right.clone() {
                right.push(self.add(option, rest)?);
            }
        }
        let sum = self.of(left, right)?;
        self.sums.insert((one, other), sum);
        Ok(sum)
    }

    /// Whether a role wins if it is on turn, and loses if it cannot move; role 0 is left.
    pub fn wins(&mut self, value: Id, role: usize) -> Result<bool, Trouble> {
        Ok(match role {
            0 => !self.at_most(value, ZERO)?,
            _ => !self.at_most(ZERO, value)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_identities_hold() {
        let mut values = Values::new();
        let star = values.nimber(1).unwrap();
        assert_eq!(values.add(star, star).unwrap(), ZERO);
        let half = values.number(1, 1).unwrap();
        let one = values.number(1, 0).unwrap();
        assert_eq!(values.add(half, half).unwrap(), one);
        let minus = values.number(-3, 2).unwrap();
        let plus = values.number(6, 3).unwrap();
        assert_eq!(values.add(minus, plus).unwrap(), ZERO);
        let odd = (
            values.number(-21, 3).unwrap(),
            values.number(29, 3).unwrap(),
        );
        assert_eq!(values.add(odd.0, odd.1).unwrap(), one);
        assert_eq!(values.number(0, u32::MAX).unwrap(), ZERO);
        assert!(values.number(i64::MIN, 0).is_err() && values.number(1, 99).is_err());
        // {0, 1 | *} has the dominated option 0; {1/2 | 1} is 3/4.
        assert_eq!(values.of(vec![half], vec![one]).unwrap(), plus);
        // Up is positive, and less than every positive number; up + star is confused.
        let up = values.of(vec![ZERO], vec![star]).unwrap();
        assert!(values.wins(up, 0).unwrap() && !values.wins(up, 1).unwrap());
        assert!(values.at_most(up, half).unwrap());
        let both = values.add(up, star).unwrap();
        assert!(values.wins(both, 0).unwrap() && values.wins(both, 1).unwrap());
        // {up | ...}: up + up + star = {0 | up}.
        let right = values.of(vec![ZERO], vec![up]).unwrap();
        assert_eq!(values.add(both, up).unwrap(), right);
        // A switch and its negative are 0.
        let minus_one = values.number(-1, 0).unwrap();
        let switch = values.of(vec![one], vec![minus_one]).unwrap();
        assert_eq!(values.add(switch, switch).unwrap(), ZERO);
        let nim = (values.nimber(2).unwrap(), values.nimber(3).unwrap());
        assert_eq!(values.add(nim.0, nim.1).unwrap(), star);
    }
}
