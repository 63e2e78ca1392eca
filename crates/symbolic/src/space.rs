//! All diagrams of a game, in bounded memory.
//!
//! In: the number of variables and of nodes. Out: sets, and the operations on them. An
//! operation that runs out of nodes is tried again after a garbage collection, and some
//! operations are then done in parts. Only if that does not help, the caller gets
//! [`Halt::OutOfNodes`].

mod textbook;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use game::Stop;

use crate::diagram::{Bands, Diagrams, Edge, Halt, Listing, Set};
use crate::knobs::Knobs;
use crate::matrix::{Matrices, MatrixId};
use crate::operators::{self, Walk};

/// All diagrams of a game: sets, and the relations between states.
pub(crate) struct Space {
    room: Rc<RefCell<Diagrams>>,
    bands: Bands,
    pub variables: u32,
    pub capacity: usize,
    /// The number of nodes above which garbage is collected, and the least that this
    /// may be.
    collect_at: Cell<usize>,
    few: Cell<usize>,
    peak: Cell<usize>,
    operations: Cell<usize>,
    /// Nodes freed so far.
    freed: Cell<usize>,
    /// The work after which operations end, see [`Space::work`].
    allowance: Cell<usize>,
    // One table for each space: the cache of results knows relations by their
    // number alone.
    matrices: RefCell<Matrices>,
    pub knobs: Knobs,
    pub stop: Stop,
}

impl Space {
    /// The number of nodes that fit into `memory` bytes.
    pub fn nodes_in(memory: u64) -> usize {
        Diagrams::nodes_in(memory)
    }

    /// A space with a variable for each level of the bands and room for `capacity`
    /// nodes. Memory is taken as nodes are made.
    pub fn new(bands: impl Into<Bands>, capacity: usize, stop: Stop) -> Self {
        let (bands, knobs) = (bands.into(), Knobs::default());
        Space {
            room: Rc::new(RefCell::new(Diagrams::new(capacity))),
            variables: bands.levels(),
            bands,
            capacity,
            collect_at: Cell::new(knobs.few_nodes),
            few: Cell::new(knobs.few_nodes),
            peak: Cell::new(0),
            operations: Cell::new(0),
            freed: Cell::new(0),
            allowance: Cell::new(usize::MAX),
            matrices: RefCell::new(Matrices::new()),
            knobs,
            stop,
        }
    }

    /// The same space with other knobs.
    pub fn tuned(mut self, knobs: Knobs) -> Self {
        self.collect_at.set(knobs.few_nodes);
        self.few.set(knobs.few_nodes);
        self.knobs = knobs;
        self
    }

    pub fn empty(&self) -> Set {
        Set::new(&self.room, Edge::FALSE)
    }

    pub fn full(&self) -> Set {
        Set::new(&self.room, Edge::TRUE)
    }

    pub fn constant(&self, value: bool) -> Set {
        if value { self.full() } else { self.empty() }
    }

    /// The states in which a variable is true.
    pub fn variable(&self, variable: u32) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, _| {
            Ok(d.make(variable, Edge::FALSE, Edge::TRUE)?)
        })
    }

    /// The states in which some variables have given values; the last variable comes
    /// first.
    pub fn cube(&self, values: &[(u32, bool)]) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, _| {
            values
                .iter()
                .try_fold(Edge::TRUE, |cube, &(variable, value)| match value {
                    true => Ok(d.make(variable, Edge::FALSE, cube)?),
                    false => Ok(d.make(variable, cube, Edge::FALSE)?),
                })
        })
    }

    pub fn not(&self, set: &Set) -> Set {
        Set::new(&self.room, set.edge().not())
    }

    pub fn and(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, walk| {
            operators::and(d, walk, a.edge(), b.edge())
        })
    }

    pub fn or(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, walk| {
            Ok(operators::and(d, walk, a.edge().not(), b.edge().not())?.not())
        })
    }

    pub fn minus(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.minus_within(a, b, u64::MAX)
    }

    /// The states that are in exactly one of the two sets.
    pub fn xor(&self, a: &Set, b: &Set) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, walk| {
            operators::xor(d, walk, a.edge(), b.edge())
        })
    }

    /// As [`Space::minus`], in at most `steps` steps.
    pub fn minus_within(&self, a: &Set, b: &Set, steps: u64) -> Result<Set, Halt> {
        self.operate(steps, |d, walk| {
            operators::and(d, walk, a.edge(), b.edge().not())
        })
    }

    /// The states of `from` without a move of `relation` into `to`.
    pub fn andnotpre(&self, from: &Set, relation: MatrixId, to: &Set) -> Result<Set, Halt> {
        self.in_parts(from, &|d, walk, from| {
            operators::andnotpre(d, walk, relation, from, to.edge())
        })
    }

    /// The states that `relation` leads to from `set`.
    pub fn next(&self, relation: MatrixId, set: &Set) -> Result<Set, Halt> {
        self.in_parts(set, &|d, walk, set| operators::next(d, walk, relation, set))
    }

    /// The states that `relation` leads to from `set`, seen through the variables of a
    /// cube.
    pub fn glimpse(&self, relation: MatrixId, set: &Set, window: &Set) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, walk| {
            operators::glimpse(d, walk, relation, set.edge(), window.edge())
        })
    }

    /// The states that have a grade in a set of pairs; the variables of grades are
    /// below those of states.
    pub fn column(&self, pairs: &Set, grade: u32) -> Result<Set, Halt> {
        self.operate(u64::MAX, |d, walk| {
            operators::column(d, walk, pairs.edge(), self.variables, grade)
        })
    }

    /// Runs an operation on the diagrams, in at most `steps` steps.
    pub(crate) fn operate(
        &self,
        steps: u64,
        operation: impl Fn(&mut Diagrams, &Walk<'_>) -> Result<Edge, Halt>,
    ) -> Result<Set, Halt> {
        let edge = self.attempt(|d| {
            let matrices = self.matrices.borrow();
            operation(d, &Walk::new(&matrices, &self.bands, &self.stop, steps))
        })?;
        Ok(Set::new(&self.room, edge))
    }

    /// The union of two relations; none if it takes more than `most` steps.
    pub fn unite(&self, a: MatrixId, b: MatrixId, most: usize) -> Result<Option<MatrixId>, Halt> {
        let (union, steps) = self.with_matrices(|it| it.union(a, b, most));
        self.spend(steps)?;
        Ok(union)
    }

    /// Gives access to the table of relations.
    pub fn with_matrices<T>(&self, work: impl FnOnce(&mut Matrices) -> T) -> T {
        work(&mut self.matrices.borrow_mut())
    }

    /// The sets as a list of nodes.
    pub fn list(&self, sets: &[&Set]) -> Listing {
        self.list_pairs(sets, 0)
    }

    /// Sets of pairs as a list of nodes; the code of a grade has `bits` variables.
    pub fn list_pairs(&self, sets: &[&Set], bits: u32) -> Listing {
        let edges: Vec<Edge> = sets.iter().map(|set| set.edge()).collect();
        let variables = self.variables + bits;
        operators::list(&mut self.room.borrow_mut(), variables, &edges)
    }

    /// The sets of a list, in this space.
    pub fn restore(&self, listing: &Listing) -> Result<Vec<Set>, Halt> {
        let edges = self.attempt(|d| operators::restore(d, &self.stop, listing))?;
        let edges = edges.into_iter();
        Ok(edges.map(|edge| Set::new(&self.room, edge)).collect())
    }

    /// The number of states; none if it does not fit a count.
    #[cfg(test)]
    pub fn count(&self, set: &Set) -> Option<game::Count> {
        Some(self.list(&[set]).counts()?[0])
    }

    /// Some state of the set, as the values of all variables.
    pub fn pick(&self, set: &Set) -> Option<Vec<bool>> {
        if set.is_empty() {
            return None;
        }
        let room = self.room.borrow();
        let mut values = vec![false; self.variables as usize];
        let mut edge = set.edge();
        loop {
            if edge == Edge::TRUE {
                return Some(values);
            }
            let node = room.nodes.get(edge);
            // Every set but the empty one has a state.
            let [low, high] = node.cofactors(edge, node.level);
            values[node.level as usize] = low == Edge::FALSE;
            edge = if low == Edge::FALSE { high } else { low };
        }
    }

    /// The largest number of nodes so far, including garbage.
    pub fn peak(&self) -> usize {
        self.peak.get().max(self.in_use())
    }

    /// The work done so far, in nodes made and operations. Unlike time, it depends on
    /// the input alone.
    pub fn work(&self) -> usize {
        self.freed.get() + self.in_use() + self.operations.get()
    }

    /// Sets the work after which operations end with [`Halt::OutOfSteps`].
    pub fn allow(&self, work: usize) {
        self.allowance.set(work);
    }

    /// Counts `work` units of work, which need not make nodes.
    ///
    /// # Errors
    ///
    /// If a stop is requested, or the allowance is used up.
    pub fn spend(&self, work: usize) -> Result<(), Halt> {
        self.check()?;
        self.operations.set(self.operations.get() + work);
        match self.work() > self.allowance.get() {
            true => Err(Halt::OutOfSteps),
            false => Ok(()),
        }
    }

    /// Lets garbage stay longer from now on: for an algorithm that repeats its
    /// operations and finds their results in the cache. Results are forgotten with
    /// their nodes.
    pub fn hoard(&self) {
        let most = self.capacity / self.knobs.hoard;
        self.few.set(self.knobs.few_nodes.max(most));
        self.collect_at.set(self.few.get());
    }

    /// The number of sets that may be held beside the nodes. Each takes a quarter of a
    /// node's memory. With a smaller number, some games of the library no longer fit.
    pub fn spare_sets(&self) -> usize {
        self.capacity.saturating_mul(7)
    }

    /// The number of nodes, including garbage.
    fn in_use(&self) -> usize {
        self.room.borrow().nodes.in_use()
    }

    /// The number of nodes that sets need.
    #[cfg(test)]
    pub fn live(&self) -> usize {
        self.collect();
        self.in_use()
    }

    /// An error if a stop is requested.
    pub fn check(&self) -> Result<(), Halt> {
        let requested = self.stop.requested();
        requested.map_or(Ok(()), |reason| Err(Halt::Stopped(reason)))
    }

    /// Runs an operation; if nodes run out, collects garbage and runs it again.
    fn attempt<T>(&self, operation: impl Fn(&mut Diagrams) -> Result<T, Halt>) -> Result<T, Halt> {
        self.spend(1)?;
        if self.in_use() > self.collect_at.get() {
            self.collect();
        }
        let run = || operation(&mut self.room.borrow_mut());
        let result = match run() {
            Err(Halt::OutOfNodes) => {
                self.peak.set(self.capacity);
                self.collect();
                run()
            }
            other => other,
        };
        self.peak.set(self.peak.get().max(self.in_use()));
        result
    }

    /// Runs an operation that can be done on the parts of a set one after the other.
    /// This is done if nodes run out: the garbage of one part makes room for the next.
    fn in_parts(
        &self,
        set: &Set,
        operation: &dyn Fn(&mut Diagrams, &Walk<'_>, Edge) -> Result<Edge, Halt>,
    ) -> Result<Set, Halt> {
        let run = |part: &Set| self.operate(u64::MAX, |d, walk| operation(d, walk, part.edge()));
        match run(set) {
            Err(Halt::OutOfNodes) => {}
            other => return other,
        }
        let mut parts = vec![set.clone()];
        let mut whole = self.empty();
        let mut cuts = 0;
        while let Some(part) = parts.pop() {
            match run(&part) {
                Ok(done) => whole = self.or(&whole, &done)?,
                Err(Halt::OutOfNodes) if cuts < self.knobs.max_cuts => {
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

    /// Cuts a set in two by the topmost variable that has both values in it; none if
    /// the set has one state.
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
        let freed = self.room.borrow_mut().collect();
        self.freed.set(self.freed.get() + freed);
        let growth = self.in_use() * self.knobs.growth;
        self.collect_at.set(growth.max(self.few.get()));
    }
}

#[cfg(test)]
mod tests {
    use game::StopReason;

    use super::*;

    #[test]
    fn running_out_is_told_and_what_was_there_stays() {
        let space = Space::new(60, 1 << 12, Stop::new());
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
        let space = Space::new(3, 1 << 12, stop.clone());
        stop.request(StopReason::Time);
        assert_eq!(space.variable(0), Err(Halt::Stopped(StopReason::Time)));
    }
}
