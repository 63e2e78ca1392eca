//! The values of a layer's states as one set, where rewards are on one scale.
//!
//! It is a set of pairs (state, grade), in which the variables of grades are below all
//! others. A move changes no grade. So the one step back "without a move into a set of
//! pairs" does for all grades at once what otherwise takes a step for each vector of
//! rewards, and its result is the answer itself: a state misses a grade if it has no
//! move to a state that makes it. Where the other role moves, "makes" and "misses" are
//! swapped. Those are exactly the pairs that the layer before needs when roles take
//! turns.

use game::{Model, Rewards, RoleId};

use crate::diagram::{Halt, Set};
use crate::pass::buckets::Parts;
use crate::pass::engine::Engine;
use crate::pass::forward::LayerSets;
use crate::pass::scale::{Scale, Side};
use crate::space::Space;

/// The values of a layer's states, by grades.
#[derive(Clone, Debug)]
pub(crate) struct Graded {
    pub scale: Scale,
    pub side: Side,
    /// Pairs of a state and a grade that it makes, or misses. Without meaning where
    /// there is no grade.
    pub pairs: Set,
}

/// What each role that moves in a layer wants of the next; none for the others.
pub(crate) type Wants = Vec<Option<Side>>;

impl Engine<'_> {
    /// What each role wants; none if one that moves does not rank rewards by the scale,
    /// or if the scale is long.
    pub fn wants(&self, model: Model, scale: &Scale, sets: &LayerSets) -> Option<Wants> {
        if scale.rewards.len() > self.space.knobs.graded_rewards {
            return None;
        }
        let roles = RoleId::all(sets.open.len()).zip(&sets.open);
        let wants = roles.map(|(role, open)| match open.is_empty() {
            true => Some(None),
            false => scale.wants(model, role).map(Some),
        });
        wants.collect()
    }

    /// Values a layer whose terminal states are worth `ends`. `next` has the values of
    /// the next layer, `all_next` all its states, which are needed if not all roles
    /// want the side of `next`.
    pub fn value_graded(
        &self,
        sets: &LayerSets,
        wants: &Wants,
        ends: &Parts<Rewards>,
        next: &Graded,
        all_next: &Set,
    ) -> Result<Graded, Halt> {
        let space = &self.space;
        // The side that the first mover's step gives, so that this need not be turned.
        let first = wants.iter().flatten().next();
        let side = first.map_or(Side::Makes, |want| want.other());
        let mut graded = Graded::of(space, &next.scale, side, ends)?;
        if next.scale.grades() == 0 {
            return Ok(graded);
        }
        let movers = wants.iter().zip(&sets.open).zip(&self.relations);
        for ((want, open), relation) in movers {
            let Some(want) = want else {
                continue;
            };
            let to = next.turned(space, *want, all_next)?;
            let own = space.without_move(relation, open, &to)?;
            let own = match want.other() == side {
                true => own,
                false => space.minus(open, &own)?,
            };
            graded.pairs = space.or(&graded.pairs, &own)?;
        }
        Ok(graded)
    }
}

impl Graded {
    /// The values of no states.
    pub fn none(space: &Space) -> Self {
        Graded {
            scale: Scale::default(),
            side: Side::Makes,
            pairs: space.empty(),
        }
    }

    /// Disjoint sets, each with rewards on the scale.
    fn of(space: &Space, scale: &Scale, side: Side, parts: &Parts<Rewards>) -> Result<Self, Halt> {
        let mut pairs = space.empty();
        for (rewards, set) in parts {
            let missed = from_grade(space, scale, scale.place(rewards))?;
            let own = match side {
                Side::Makes => space.minus(set, &missed)?,
                Side::Misses => space.and(set, &missed)?,
            };
            pairs = space.or(&pairs, &own)?;
        }
        let scale = scale.clone();
        Ok(Graded { scale, side, pairs })
    }

    /// The pairs of the given side.
    fn turned(&self, space: &Space, side: Side, all: &Set) -> Result<Set, Halt> {
        match self.side == side {
            true => Ok(self.pairs.clone()),
            false => space.minus(all, &self.pairs),
        }
    }

    /// The same values on a scale with more rewards.
    ///
    /// No state has one of the new rewards. So a state that makes the grade of a new
    /// one makes the next better grade of the old scale.
    pub fn rescaled(&self, space: &Space, scale: &Scale, all: &Set) -> Result<Self, Halt> {
        let mut pairs = space.empty();
        for grade in 0..scale.grades() {
            let better = |it: &Rewards| scale.place(it) > grade;
            let known = self.scale.rewards.iter().position(better);
            let with_grade = space.minus(
                &from_grade(space, scale, grade)?,
                &from_grade(space, scale, grade + 1)?,
            )?;
            let own = space.and(&self.column(space, known, all)?, &with_grade)?;
            pairs = space.or(&pairs, &own)?;
        }
        Ok(Graded {
            scale: scale.clone(),
            side: self.side,
            pairs,
        })
    }

    /// One set for each vector of rewards that some state has.
    pub fn apart(&self, space: &Space, all: &Set) -> Result<Parts<Rewards>, Halt> {
        let mut parts = Vec::new();
        let rewards = &self.scale.rewards;
        let mut here = self.column(space, Some(0), all)?;
        for (place, worth) in rewards.iter().enumerate() {
            let better = Some(place + 1).filter(|&it| it < rewards.len());
            let better = self.column(space, better, all)?;
            let set = match self.side {
                Side::Makes => space.minus(&here, &better)?,
                Side::Misses => space.minus(&better, &here)?,
            };
            if !set.is_empty() {
                parts.push((worth.clone(), set));
            }
            here = better;
        }
        Ok(parts)
    }

    /// The states that are worth at least the rewards at a place, or those that are
    /// not, depending on the side. All are worth at least the first rewards, and none
    /// is worth more than the last.
    fn column(&self, space: &Space, place: Option<usize>, all: &Set) -> Result<Set, Halt> {
        let everyone = match place {
            Some(0) => true,
            None => false,
            Some(place) => return space.column(&self.pairs, place as u32 - 1),
        };
        match everyone == (self.side == Side::Makes) {
            true => Ok(all.clone()),
            false => Ok(space.empty()),
        }
    }
}

/// All pairs with the grades from `first` on.
fn from_grade(space: &Space, scale: &Scale, first: usize) -> Result<Set, Halt> {
    if first >= scale.grades() {
        return Ok(space.empty());
    }
    // A code is compared with `first` from its lowest bit on, which is the topmost
    // variable. `not_less` and `less` are the result of the bits from here on, if the
    // bits above are not less than those of `first`, and if they are.
    let mut not_less = space.full();
    let mut less = space.empty();
    for bit in (0..scale.bits()).rev() {
        let set = space.variable(space.variables + bit)?;
        let decided = space.or(&space.and(&set, &not_less)?, &space.minus(&less, &set)?)?;
        match first >> bit & 1 {
            1 => not_less = decided,
            _ => less = decided,
        }
    }
    Ok(not_less)
}

#[cfg(test)]
mod tests {
    use game::Stop;
    use testkit::SplitMix64;

    use super::*;

    const VARIABLES: u32 = 4;

    fn scale(points: impl Iterator<Item = i32>) -> Scale {
        let rewards: Vec<Rewards> = points.map(|it| Rewards::from_points(&[it])).collect();
        Scale::default().with(Model::Own, rewards.iter())
    }

    fn state(space: &Space, number: u32) -> Set {
        let bits: Vec<_> = (0..VARIABLES)
            .rev()
            .map(|it| (it, number >> it & 1 == 1))
            .collect();
        space.cube(&bits).unwrap()
    }

    /// Disjoint random sets, each with one of `worths` different rewards.
    fn random_parts(
        space: &Space,
        random: &mut SplitMix64,
        worths: usize,
    ) -> (Parts<Rewards>, Set) {
        let mut sets = vec![space.empty(); worths];
        let mut all = space.empty();
        for number in 0..1 << VARIABLES {
            if random.happens(3, 4) {
                let set = &mut sets[random.below(worths)];
                *set = space.or(set, &state(space, number)).unwrap();
                all = space.or(&all, &state(space, number)).unwrap();
            }
        }
        let worth = |(place, set): (usize, Set)| (Rewards::from_points(&[2 * place as i32]), set);
        let parts = sets
            .into_iter()
            .enumerate()
            .filter(|(_, set)| !set.is_empty());
        (parts.map(worth).collect(), all)
    }

    #[test]
    fn what_is_graded_comes_apart_again_from_either_side_and_on_longer_scales() {
        let mut random = SplitMix64::new(11);
        for round in 0..200 {
            let space = Space::new(VARIABLES, 1 << 14, Stop::new());
            let worths = 1 + round % 9;
            let (parts, all) = random_parts(&space, &mut random, worths);
            let short = scale((0..worths as i32).map(|it| 2 * it));
            // Rewards that nobody has, between the others and beyond them.
            let more = (0..1 + random.below(6)).map(|_| random.below(20) as i32 - 1);
            let more: Vec<Rewards> = more.map(|it| Rewards::from_points(&[it])).collect();
            let long = short.with(Model::Own, more.iter());
            for side in [Side::Makes, Side::Misses] {
                let graded = Graded::of(&space, &short, side, &parts).unwrap();
                assert!(
                    graded.apart(&space, &all).unwrap() == parts,
                    "{side:?} {worths}"
                );
                let longer = graded.rescaled(&space, &long, &all).unwrap();
                assert_eq!(longer.scale, long);
                assert!(
                    longer.apart(&space, &all).unwrap() == parts,
                    "{side:?} {long:?}"
                );
                // As if it had been on the longer scale from the beginning.
                if short.grades() > 0 {
                    let anew = Graded::of(&space, &long, side, &parts).unwrap();
                    assert!(anew.pairs == longer.pairs, "{side:?} {long:?}");
                }
                let turned = longer.turned(&space, side.other(), &all).unwrap();
                let other = Graded {
                    scale: long.clone(),
                    side: side.other(),
                    pairs: turned,
                };
                assert!(
                    other.apart(&space, &all).unwrap() == parts,
                    "{side:?} {long:?}"
                );
                let bits = long.bits();
                let listed = space.list_pairs(&[&longer.pairs], bits);
                for grade in 0..long.grades() as u32 {
                    let counts = listed.counts_with(grade, bits).unwrap();
                    let column = space.column(&longer.pairs, grade).unwrap();
                    assert_eq!(counts, [space.count(&column).unwrap()]);
                    let apart = space.restore(&listed.column(grade, bits)).unwrap();
                    assert!(apart == [column]);
                }
            }
        }
    }
}
