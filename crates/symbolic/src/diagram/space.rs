//! The room in which all diagrams of a game live.
//!
//! In: a number of variables, how much memory. Out: sets and the operations on
//! them. Each operation that makes nodes may run out of them: it is then tried
//! again after a collection, and only if that does not help the caller is told.

use std::cell::{Cell, RefCell};
use std::thread::sleep;
use std::time::Duration;

use game::{Stop, StopReason};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::OptBool;
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};
use oxidd_core::error::OutOfMemory;

use super::listing::Listing;
use crate::matrix::{Matrices, MatrixId};
use crate::operators::{self, Marks, Walk};

/// About what a node costs: 16 bytes of its own, its place in the table of
/// nodes, half an entry of 20 bytes in the cache of results, and its share in
/// what listing and counting a set take.
const BYTES_PER_NODE: u64 = 60;
/// The library's largest number of nodes: one bit of an index is a tag.
const MAX_NODES: u64 = (1 << 31) - 2;
const MIN_NODES: u64 = 1 << 12;
/// Beyond this a larger cache was seen to buy nothing.
const MAX_CACHE: usize = 1 << 26;
/// In how many more parts than one a set is worked on, at the most.
const MAX_CUTS: u32 = 64;
/// So many steps on relations count as one node made.
const STEPS_PER_WORK: usize = 4;
/// How often an operation is tried that runs out of nodes.
const TRIES: u32 = 3;

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    OutOfNodes,
    /// The operation took more steps than it was allowed.
    OutOfSteps,
    Stopped(StopReason),
}

impl From<OutOfMemory> for Halt {
    fn from(_: OutOfMemory) -> Self {
        Halt::OutOfNodes
    }
}

/// A set of states: a Boolean function of the variables.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Set(pub(crate) BCDDFunction);

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a set of {} nodes", self.nodes())
    }
}

impl Set {
    pub fn is_empty(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Whether all assignments are in it.
    pub fn is_full(&self) -> bool {
        self.0.valid()
    }

    /// How many nodes it has.
    pub fn nodes(&self) -> usize {
        self.0.node_count()
    }

    /// The variable at its root; the largest number if it has none.
    pub fn level(&self) -> u32 {
        use oxidd_core::{HasLevel, Node};
        let level =
            |m: &<BCDDFunction as Function>::Manager<'_>| match m.get_node(self.0.as_edge(m)) {
                Node::Inner(node) => node.level(),
                Node::Terminal(_) => u32::MAX,
            };
        self.0.manager_ref().with_manager_shared(level)
    }

    /// The set where a variable is false, and where it is true; the variable
    /// must not be below the root.
    pub fn cofactors(&self, variable: u32) -> [Set; 2] {
        if self.level() != variable {
            return [self.clone(), self.clone()];
        }
        let (high, low) = self.0.cofactors().expect("a set with a level has a node");
        [Set(low), Set(high)]
    }
}

/// All diagrams of a game: sets, and the relations between states.
pub(crate) struct Space {
    library: BCDDManagerRef,
    pub variables: u32,
    pub capacity: usize,
    /// Whether the caller has room for more nodes.
    pub may_grow: bool,
    /// The number of nodes from which on garbage is collected.
    collect_at: Cell<usize>,
    peak: Cell<usize>,
    operations: Cell<usize>,
    /// How many nodes were freed so far.
    freed: Cell<usize>,
    /// How much may be done, see [`Space::work`].
    allowance: Cell<usize>,
    // One table for each space: the cache of results knows relations by their
    // number alone.
    matrices: RefCell<Matrices>,
    marks: RefCell<Marks>,
    pub stop: Stop,
}

impl Space {
    /// How many nodes there is room for in so many bytes.
    pub fn nodes_in(memory: u64) -> usize {
        (memory / BYTES_PER_NODE).clamp(MIN_NODES, MAX_NODES) as usize
    }

    /// Makes room for so many nodes. With `may_grow` the caller has more, and
    /// would rather hear early that there are many than see them collected
    /// over and over.
    pub fn new(variables: u32, capacity: usize, may_grow: bool, stop: Stop) -> Self {
        let cache = (capacity / 2 + 1).next_power_of_two() / 2;
        let cache = cache.clamp(1 << 10, MAX_CACHE);
        Space::sized(variables, capacity, cache, may_grow, stop)
    }

    /// Makes room for so many nodes, and so many entries in the cache of results.
    pub fn sized(
        variables: u32,
        capacity: usize,
        cache: usize,
        may_grow: bool,
        stop: Stop,
    ) -> Self {
        let library = oxidd::bcdd::new_manager(capacity, cache, 1);
        library.with_manager_exclusive(|m| m.add_vars(variables));
        Space {
            library,
            variables,
            capacity,
            may_grow,
            collect_at: Cell::new(capacity / 5 * 3),
            peak: Cell::new(0),
            operations: Cell::new(0),
            freed: Cell::new(0),
            allowance: Cell::new(usize::MAX),
            matrices: RefCell::new(Matrices::new()),
            marks: RefCell::default(),
            stop,
        }
    }

    pub fn empty(&self) -> Set {
        let f = self.library.with_manager_shared(|m| BCDDFunction::f(m));
        Set(f)
    }

    pub fn full(&self) -> Set {
        let t = self.library.with_manager_shared(|m| BCDDFunction::t(m));
        Set(t)
    }

    pub fn constant(&self, value: bool) -> Set {
        if value { self.full() } else { self.empty() }
    }

    /// The states in which a variable is true.
    pub fn variable(&self, variable: u32) -> Result<Set, Halt> {
        self.attempt(|| {
            let make = |m: &<BCDDFunction as Function>::Manager<'_>| BCDDFunction::var(m, variable);
            Ok(Set(self.library.with_manager_shared(make)?))
        })
    }

    /// The states in which some variables have given values; the last variable
    /// first.
    pub fn cube(&self, values: &[(u32, bool)]) -> Result<Set, Halt> {
        self.attempt(|| {
            self.library.with_manager_shared(|m| {
                let mut cube = BCDDFunction::t(m);
                for &(variable, value) in values {
                    let literal = match value {
                        true => BCDDFunction::var(m, variable)?,
                        false => BCDDFunction::not_var(m, variable)?,
                    };
                    cube = literal.and(&cube)?;
                }
                Ok(Set(cube))
            })
        })
    }

    pub fn not(&self, set: &Set) -> Set {
        let not = set.0.not();
        Set(not.expect("a complement makes no nodes"))
    }

    pub fn and(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.attempt(|| Ok(Set(a.0.and(&b.0)?)))
    }

    pub fn or(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.attempt(|| Ok(Set(a.0.or(&b.0)?)))
    }

    pub fn minus(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.attempt(|| Ok(Set(b.0.imp_strict(&a.0)?)))
    }

    /// The states that are in just one of them.
    pub fn xor(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.attempt(|| Ok(Set(a.0.xor(&b.0)?)))
    }

    /// As [`Space::minus`], with at most so many steps.
    pub fn minus_within(&self, a: &Set, b: &Set, steps: u64) -> Result<Set, Halt> {
        let matrices = self.matrices.borrow();
        self.attempt(|| operators::minus(&Walk::new(&matrices, &self.stop, steps), a, b))
    }

    /// The states of `from` without a move of `relation` into `to`.
    pub fn andnotpre(&self, from: &Set, relation: MatrixId, to: &Set) -> Result<Set, Halt> {
        let matrices = self.matrices.borrow();
        let walk = Walk::new(&matrices, &self.stop, u64::MAX);
        self.in_parts(from, &|from| {
            operators::andnotpre(&walk, from, relation, to)
        })
    }

    /// The states that `relation` leads to from `set`.
    pub fn next(&self, relation: MatrixId, set: &Set) -> Result<Set, Halt> {
        let matrices = self.matrices.borrow();
        let walk = Walk::new(&matrices, &self.stop, u64::MAX);
        self.in_parts(set, &|set| operators::next(&walk, relation, set))
    }

    /// The union of two relations; none if that takes more than `most` steps.
    pub fn unite(&self, a: MatrixId, b: MatrixId, most: usize) -> Result<Option<MatrixId>, Halt> {
        let (union, steps) = self.with_matrices(|it| it.union(a, b, most));
        self.spend(steps / STEPS_PER_WORK)?;
        Ok(union)
    }

    /// Works on the table of relations.
    pub fn with_matrices<T>(&self, work: impl FnOnce(&mut Matrices) -> T) -> T {
        work(&mut self.matrices.borrow_mut())
    }

    /// The sets as a list of nodes.
    pub fn list(&self, sets: &[&Set]) -> Listing {
        operators::list(&self.marks, self.capacity, self.variables, sets)
    }

    /// The sets that a list was made of.
    pub fn restore(&self, listing: &Listing) -> Result<Vec<Set>, Halt> {
        self.attempt(|| {
            self.library
                .with_manager_shared(|m| operators::restore(m, &self.stop, listing))
        })
    }

    /// The number of states; none if there are too many to be told.
    #[cfg(test)]
    pub fn count(&self, set: &Set) -> Option<game::Count> {
        Some(self.list(&[set]).counts()?[0])
    }

    /// Some state of the set, as the values of all variables.
    pub fn pick(&self, set: &Set) -> Option<Vec<bool>> {
        let cube = set.0.pick_cube(|_, _, _| false)?;
        Some(
            cube.into_iter()
                .map(|value| value == OptBool::True)
                .collect(),
        )
    }

    /// The largest number of nodes that was seen.
    pub fn peak(&self) -> usize {
        self.peak.get().max(self.in_use())
    }

    /// A measure of what was done so far that does not depend on time: nodes
    /// made, and operations.
    pub fn work(&self) -> usize {
        self.freed.get() + self.in_use() + self.operations.get()
    }

    /// From when on operations end with [`Halt::OutOfSteps`].
    pub fn allow(&self, work: usize) {
        self.allowance.set(work);
    }

    /// Counts so much work, which need not make nodes.
    ///
    /// # Errors
    ///
    /// If the door asks for a stop, or the allowance is used up.
    pub fn spend(&self, work: usize) -> Result<(), Halt> {
        self.check()?;
        self.operations.set(self.operations.get() + work);
        match self.work() > self.allowance.get() {
            true => Err(Halt::OutOfSteps),
            false => Ok(()),
        }
    }

    /// How many sets may be held on to beside the nodes. Each takes about a third of
    /// a node's memory; with fewer, games of the library did not fit that do.
    pub fn spare_sets(&self) -> usize {
        self.capacity.saturating_mul(4)
    }

    /// The number of nodes, garbage included.
    fn in_use(&self) -> usize {
        self.library
            .with_manager_shared(|m| m.approx_num_inner_nodes())
    }

    /// The number of nodes that sets hold on to.
    #[cfg(test)]
    pub fn live(&self) -> usize {
        self.collect();
        self.library.with_manager_shared(|m| m.num_inner_nodes())
    }

    /// An error if somebody has asked to stop.
    pub fn check(&self) -> Result<(), Halt> {
        let requested = self.stop.requested();
        requested.map_or(Ok(()), |reason| Err(Halt::Stopped(reason)))
    }

    /// Runs an operation; when nodes run out, makes room and runs it again.
    ///
    /// The library collects on its own in the background, and its operations
    /// do not wait for that: so running out may mean nothing.
    fn attempt<T>(&self, mut operation: impl FnMut() -> Result<T, Halt>) -> Result<T, Halt> {
        self.spend(1)?;
        let in_use = self.in_use();
        self.peak.set(self.peak.get().max(in_use));
        if in_use > self.collect_at.get() {
            self.collect();
            if self.may_grow && self.in_use() > self.capacity / 3 {
                return Err(Halt::OutOfNodes);
            }
        }
        for _ in 1..TRIES {
            match operation() {
                Err(Halt::OutOfNodes) => self.collect(),
                other => return other,
            }
            self.peak.set(self.capacity);
            if self.may_grow && self.in_use() > self.capacity / 3 {
                return Err(Halt::OutOfNodes);
            }
        }
        operation()
    }

    /// Runs an operation that can be done on parts of a set one after the
    /// other: if nodes run out it is, and what is left behind by each part
    /// makes room for the next.
    fn in_parts(
        &self,
        set: &Set,
        operation: &dyn Fn(&Set) -> Result<Set, Halt>,
    ) -> Result<Set, Halt> {
        match self.attempt(|| operation(set)) {
            Err(Halt::OutOfNodes) if !self.may_grow => {}
            other => return other,
        }
        let mut parts = vec![set.clone()];
        let mut whole = self.empty();
        let mut cuts = 0;
        while let Some(part) = parts.pop() {
            match self.attempt(|| operation(&part)) {
                Ok(done) => whole = self.or(&whole, &done)?,
                Err(Halt::OutOfNodes) if cuts < MAX_CUTS => {
                    cuts += 1;
                    let Some(halves) = self.halves(&part)? else {
                        return Err(Halt::OutOfNodes);
                    };
                    parts.extend(halves);
                }
                Err(halt) => return Err(halt),
            }
        }
        Ok(whole)
    }

    /// Cuts a set in two by the topmost variable that has both values in it;
    /// none if it has one state.
    fn halves(&self, set: &Set) -> Result<Option<[Set; 2]>, Halt> {
        for variable in 0..self.variables {
            let value = self.variable(variable)?;
            let [high, low] = [self.and(set, &value)?, self.minus(set, &value)?];
            if !high.is_empty() && !low.is_empty() {
                return Ok(Some([high, low]));
            }
        }
        Ok(None)
    }

    /// Frees the nodes that no set needs.
    fn collect(&self) {
        let before = self.in_use();
        // Nothing is freed while another collection runs: wait for it, but not
        // for ever, for there may be no garbage.
        for _ in 0..20 {
            if self.library.with_manager_shared(|m| m.gc()) > 0 {
                break;
            }
            sleep(Duration::from_millis(1));
        }
        // A fixed mark would make collections frequent once much is in use:
        // the next one comes when half of what is free now is used up.
        let in_use = self.in_use();
        let freed = before.saturating_sub(in_use);
        self.freed.set(self.freed.get() + freed);
        let half = in_use + (self.capacity - in_use.min(self.capacity)) / 2;
        let latest = self.capacity / 100 * 94;
        self.collect_at
            .set(half.clamp(self.capacity / 5 * 3, latest.max(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_out_is_told_and_what_was_there_stays() {
        let space = Space::new(60, 1 << 12, false, Stop::new());
        // The states in which variable i equals variable i + 30 for all i: 2^30
        // nodes in this order.
        let mut equal = space.full();
        let halt = (0..30).find_map(|i| {
            let (a, b) = (space.variable(i).unwrap(), space.variable(i + 30).unwrap());
            let same = space.not(&space.xor(&a, &b).unwrap());
            match space.and(&equal, &same) {
                Ok(both) => {
                    equal = both;
                    None
                }
                Err(halt) => Some((i, halt)),
            }
        });
        let Some((done, halt)) = halt else {
            panic!("{equal:?} does not fit")
        };
        assert_eq!(halt, Halt::OutOfNodes);
        assert_eq!(space.count(&equal), Some(1 << (60 - done)));
        // Room again, once the large set is gone: failing leaks nothing.
        drop(equal);
        assert_eq!(space.live(), 0);
        let a = space.variable(0).unwrap();
        let b = space.variable(59).unwrap();
        assert_eq!(space.count(&space.and(&a, &b).unwrap()), Some(1 << 58));
    }

    #[test]
    fn a_stop_is_heard() {
        let stop = Stop::new();
        let space = Space::new(3, 1 << 12, false, stop.clone());
        stop.request(StopReason::Time);
        assert_eq!(space.variable(0), Err(Halt::Stopped(StopReason::Time)));
    }
}
