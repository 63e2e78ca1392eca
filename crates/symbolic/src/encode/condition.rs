//! Conditions on states that may be too large for a single set.
//!
//! The end of a game is often a disjunction of many small conditions whose union is
//! exponential in every order. A node of the circuit that stays small becomes a set.
//! The others keep their parts, which are applied to the given set of states one after
//! the other.

use std::rc::Rc;

use ground::{GroundGame, Loop, Node, NodeId};

use crate::diagram::{Halt, Set};
use crate::encode::formula::{gate, needed};
use crate::encode::loops::{Sets, beginning, settle};
use crate::space::Space;

#[derive(Debug)]
pub(crate) enum Condition {
    Small(Set),
    Not(Rc<Condition>),
    All(Vec<Rc<Condition>>),
    Any(Vec<Rc<Condition>>),
}

impl Condition {
    /// The conditions of circuit nodes that do not depend on moves.
    pub fn of_nodes(
        space: &Space,
        game: &GroundGame,
        fluents: &[Set],
        roots: &[NodeId],
    ) -> Result<Vec<Rc<Condition>>, Halt> {
        let needed = needed(game, roots.iter().copied());
        let mut known: Vec<Option<Rc<Condition>>> = vec![None; needed.len()];
        for (place, node) in game.circuit().nodes().iter().enumerate() {
            if let Some(around) = beginning(game.circuit(), place) {
                of_loop(space, (game, around), fluents, &needed, &mut known)?;
            }
            if needed[place] && known[place].is_none() {
                let condition = of_node(space, node, fluents, &known)?;
                known[place] = Some(Rc::new(condition));
            }
        }
        let root = |root: &NodeId| known[root.index()].clone();
        let all = roots.iter().map(root);
        Ok(all.map(|it| it.expect("roots are needed")).collect())
    }

    /// The states of `class` that are in none of the sets.
    pub fn none_of<'a>(
        space: &Space,
        class: &Set,
        sets: impl Iterator<Item = &'a Set>,
    ) -> Result<Condition, Halt> {
        let mut parts = Vec::new();
        for set in sets {
            let inside = space.and(class, set)?;
            parts.extend((!inside.is_empty()).then(|| small_condition(inside)));
        }
        let (small, rest) = join(space, parts, Set::clone)?;
        let small = small.into_iter().map(small_condition);
        Ok(
            match single_or(small.chain(rest).collect(), Condition::Any) {
                Condition::Small(any) => Condition::Small(space.minus(class, &any)?),
                any => Condition::Not(Rc::new(any)),
            },
        )
    }

    /// The states of a set that satisfy the condition.
    pub fn inside(&self, space: &Space, set: &Set) -> Result<Set, Halt> {
        self.cut(space, set, true, None)
    }

    /// The states of a set that do not satisfy the condition.
    pub fn outside(&self, space: &Space, set: &Set) -> Result<Set, Halt> {
        self.cut(space, set, false, None)
    }

    /// As [`Condition::inside`], using what is known about the states of the set.
    pub fn inside_knowing(
        &self,
        space: &Space,
        set: &Set,
        known: Option<&Known>,
    ) -> Result<Set, Halt> {
        self.cut(space, set, true, known)
    }

    /// The states of a set in which the condition holds, or does not.
    fn cut(
        &self,
        space: &Space,
        set: &Set,
        holds: bool,
        known: Option<&Known>,
    ) -> Result<Set, Halt> {
        let by = |whole: &Set| match holds {
            true => space.and(set, whole),
            false => space.minus(set, whole),
        };
        if let Some(known) = known.filter(|it| it.is_about(self)) {
            return by(&known.holds);
        }
        match (self, holds) {
            (Condition::Small(small), _) => by(small),
            (Condition::Not(inner), _) => inner.cut(space, set, !holds, known),
            // What each part leaves: all of them hold, or none of them.
            (Condition::All(parts), true) | (Condition::Any(parts), false) => {
                parts.iter().try_fold(set.clone(), |left, part| {
                    part.cut(space, &left, holds, known)
                })
            }
            (Condition::All(_) | Condition::Any(_), _) => {
                space.minus(set, &self.cut(space, set, !holds, known)?)
            }
        }
    }

    /// Whether the condition is another one or has it as a part.
    pub fn has(&self, other: &Condition) -> bool {
        std::ptr::eq(self, other)
            || match self {
                Condition::Small(_) => false,
                Condition::Not(inner) => inner.has(other),
                Condition::All(parts) | Condition::Any(parts) => {
                    parts.iter().any(|part| part.has(other))
                }
            }
    }

    /// The number of nodes of all its sets.
    pub fn nodes(&self) -> usize {
        match self {
            Condition::Small(set) => set.nodes(),
            Condition::Not(inner) => inner.nodes(),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().map(|part| part.nodes()).sum()
            }
        }
    }
}

/// Which states of a set satisfy a condition.
pub(crate) struct Known {
    condition: Rc<Condition>,
    holds: Set,
}

impl Known {
    /// For states that satisfy `condition` or one of the others. Those that satisfy
    /// none of the others must satisfy it, so it is checked on the rest only.
    pub fn of_either(
        space: &Space,
        set: &Set,
        condition: &Rc<Condition>,
        others: &[Rc<Condition>],
    ) -> Result<Self, Halt> {
        let none = others
            .iter()
            .try_fold(set.clone(), |left, other| other.outside(space, &left))?;
        let some = space.minus(set, &none)?;
        Ok(Known {
            condition: condition.clone(),
            holds: space.or(&none, &condition.inside(space, &some)?)?,
        })
    }

    fn is_about(&self, condition: &Condition) -> bool {
        std::ptr::eq(&*self.condition, condition)
    }
}

fn of_node(
    space: &Space,
    node: &Node,
    fluents: &[Set],
    known: &[Option<Rc<Condition>>],
) -> Result<Condition, Halt> {
    let part = |id: &NodeId| {
        let part = known[id.index()].clone();
        part.expect("what a needed node reads is needed, and stands before it")
    };
    Ok(match node {
        Node::Constant(constant) => Condition::Small(space.constant(*constant)),
        Node::Fluent(fluent) => Condition::Small(fluents[fluent.index()].clone()),
        Node::Not(inner) => match &*part(inner) {
            Condition::Small(small) => Condition::Small(space.not(small)),
            _ => Condition::Not(part(inner)),
        },
        Node::And(parts) => {
            let negated = |set: &Set| space.not(set);
            let (small, rest) = join(space, parts.iter().map(part).collect(), negated)?;
            let small = small.into_iter().map(|it| small_condition(space.not(&it)));
            single_or(small.chain(rest).collect(), Condition::All)
        }
        Node::Or(parts) => {
            let (small, rest) = join(space, parts.iter().map(part).collect(), Set::clone)?;
            let small = small.into_iter().map(small_condition);
            single_or(small.chain(rest).collect(), Condition::Any)
        }
        Node::Move(_) | Node::Variable(_) => unreachable!("conditions depend on states alone"),
    })
}

/// The nodes of a loop, all as sets.
fn of_loop(
    space: &Space,
    (game, around): (&GroundGame, &Loop),
    fluents: &[Set],
    needed: &[bool],
    known: &mut [Option<Rc<Condition>>],
) -> Result<(), Halt> {
    // A loop needs whole sets, so a condition in parts becomes one set.
    let mut before = Sets::default();
    for place in around.nodes.clone().filter(|&it| needed[it]) {
        for read in game.circuit().nodes()[place].reads() {
            if let Some(condition) = &known[read.index()] {
                before.insert(read.index(), condition.inside(space, &space.full())?);
            }
        }
    }
    for (_, is) in &around.definitions {
        if let Some(condition) = &known[is.index()] {
            before.insert(is.index(), condition.inside(space, &space.full())?);
        }
    }
    let value = |place: usize, sets: &Sets| match &game.circuit().nodes()[place] {
        _ if before.contains_key(&place) => Ok(before[&place].clone()),
        Node::Fluent(fluent) => Ok(fluents[fluent.index()].clone()),
        node => gate(space, node, |id| {
            let known = sets.get(&id.index()).or_else(|| before.get(&id.index()));
            known.expect("what a node reads is known")
        }),
    };
    let mut sets = Sets::default();
    settle(space, around, |it| needed[it], &mut sets, value)?;
    for (place, set) in sets {
        known[place] = Some(small_condition(set));
    }
    Ok(())
}

fn small_condition(set: Set) -> Rc<Condition> {
    Rc::new(Condition::Small(set))
}

fn single_or(
    parts: Vec<Rc<Condition>>,
    several: impl FnOnce(Vec<Rc<Condition>>) -> Condition,
) -> Condition {
    match parts.as_slice() {
        [only] => match &**only {
            Condition::Small(set) => Condition::Small(set.clone()),
            _ => several(parts),
        },
        _ => several(parts),
    }
}

/// Joins the small parts while their union stays small; returns the unions, and the
/// parts that are not small.
fn join(
    space: &Space,
    parts: Vec<Rc<Condition>>,
    view: impl Fn(&Set) -> Set,
) -> Result<(Vec<Set>, Vec<Rc<Condition>>), Halt> {
    let (mut small, mut rest) = (Vec::new(), Vec::new());
    for part in parts {
        match &*part {
            Condition::Small(set) => small.push(view(set)),
            _ => rest.push(part),
        }
    }
    small.sort_by_key(Set::level);
    let mut joined: Vec<Set> = Vec::new();
    while !small.is_empty() {
        let mut next = Vec::new();
        for pair in small.chunks(2) {
            match pair {
                [a, b] => match union_if_small(space, a, b)? {
                    Some(union) => next.push(union),
                    None => joined.extend_from_slice(pair),
                },
                _ => next.push(pair[0].clone()),
            }
        }
        if next.len() <= 1 {
            joined.append(&mut next);
        }
        small = next;
    }
    if joined.is_empty() && rest.is_empty() {
        joined.push(space.empty());
    }
    Ok((joined, rest))
}

fn union_if_small(space: &Space, a: &Set, b: &Set) -> Result<Option<Set>, Halt> {
    // A union much larger than its parts, as of conditions on distant variables, keeps
    // growing: it is given up early.
    let knobs = &space.knobs;
    let steps = knobs.condition_steps_per_node * (a.nodes() + b.nodes()) as u64;
    let steps = knobs.condition_steps.max(steps);
    match space.minus_within(&space.not(a), b, steps) {
        Ok(neither) if neither.nodes() <= knobs.condition_nodes => Ok(Some(space.not(&neither))),
        Ok(_) | Err(Halt::OutOfSteps) => Ok(None),
        Err(halt) => Err(halt),
    }
}

#[cfg(test)]
mod tests {
    use game::Stop;
    use testkit::SplitMix64;

    use super::*;

    /// Any set of four variables.
    fn random_set(space: &Space, random: &mut SplitMix64) -> Set {
        let mut set = space.empty();
        for bits in (0..16_u32).filter(|_| random.happens(1, 3)) {
            let values: Vec<_> = (0..4).rev().map(|it| (it, bits >> it & 1 == 1)).collect();
            set = space.or(&set, &space.cube(&values).unwrap()).unwrap();
        }
        set
    }

    #[test]
    fn what_is_known_of_states_changes_no_answer() {
        let space = Space::new(4, 1 << 12, Stop::new());
        let mut random = SplitMix64::new(1);
        for _ in 0..200 {
            let mut small = || small_condition(random_set(&space, &mut random));
            // Nothing here is joined: what is small stays apart.
            let reason = Rc::new(Condition::Any(vec![small(), small()]));
            let others = [small(), Rc::new(Condition::All(vec![small(), small()]))];
            let negated = Rc::new(Condition::Not(reason.clone()));
            let goals = [
                Condition::All(vec![small(), reason.clone()]),
                Condition::All(vec![negated.clone(), small()]),
                Condition::Any(vec![small(), reason.clone()]),
                Condition::Any(vec![small(), negated]),
                Condition::Not(reason.clone()),
                Condition::All(vec![small(), small()]),
            ];
            let ends = [std::slice::from_ref(&reason), &others].concat();
            let ends = Condition::Any(ends).inside(&space, &space.full()).unwrap();
            let some = random_set(&space, &mut random);
            let set = space.and(&ends, &some).unwrap();
            let known = Known::of_either(&space, &set, &reason, &others).unwrap();
            for goal in &goals {
                let plain = goal.inside(&space, &set).unwrap();
                let knowing = goal.inside_knowing(&space, &set, Some(&known)).unwrap();
                assert!(plain == knowing, "{goal:?}");
            }
        }
    }
}
