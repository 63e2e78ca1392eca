//! One side against all others: how much can it force?
//!
//! In: a state and a threshold. Out: a bound of the rank that the side can
//! force, on one side of the threshold. Alpha-beta search with a null window,
//! on a graph without cycles; bounds are kept in a [`BoundsTable`].
//!
//! Why every cut-off is sound: a state's value is the greatest (the side's own
//! turn) or the least (all others' turns) of its successors' values. So one
//! successor with at least the threshold proves the same of a state where the
//! side chooses, whatever the rest would show; one below it proves the opposite
//! where others choose. All bounds hold by induction on the length of the
//! longest play; neither the order of moves nor what the table has dropped
//! affects them. Values depend on the state alone, since no state can be
//! reached again: so bounds may be used on every path to it.

use std::hash::Hash;

use super::board::{Board, Field, Halt, View};
use super::bounds_table::{Bounds, BoundsTable};
use super::order::{Moment, Order};
use super::ranks::Ranks;

/// A side's order of the ends of play, and of moves.
struct Side {
    ranks: Ranks,
    order: Order,
}

/// The duels of some roles, each against all others. Their results are in one
/// table, by the duel's number.
pub(super) struct Duels<S> {
    sides: Vec<Side>,
    table: BoundsTable<S>,
}

/// A state whose successors are being searched.
struct Frame<S> {
    state: S,
    /// Whether the side chooses here.
    own: bool,
    /// The successors still to search, the best last; with what their moves
    /// change.
    open: Vec<Child<S>>,
    /// The changes of the moves searched so far, in order.
    tried: Vec<u64>,
    /// The best bound so far, for the one who chooses.
    best: Option<u16>,
    /// The number of states visited before.
    before: u64,
    moment: Moment,
}

struct Child<S> {
    state: S,
    change: u64,
    score: i32,
}

/// The result of entering a state.
enum Entered<S> {
    Settled(u16),
    Open(Frame<S>),
}

type Result<T, S> = std::result::Result<T, Halt<S>>;

impl<S: Clone + Eq + Hash> Duels<S> {
    /// A duel for each order; their table takes `bytes` bytes.
    pub fn new(orders: Vec<Ranks>, filler: &S, bytes: u64) -> Self {
        let tops = orders.iter().map(Ranks::top).collect();
        let side = |ranks| Side {
            ranks,
            order: Order::new(),
        };
        Duels {
            sides: orders.into_iter().map(side).collect(),
            table: BoundsTable::new(filler, tops, bytes),
        }
    }

    /// How many duels there are.
    pub fn count(&self) -> usize {
        self.sides.len()
    }

    /// The order of a duel's side.
    pub fn ranks(&self, duel: usize) -> &Ranks {
        &self.sides[duel].ranks
    }

    /// The number of states visited.
    pub fn looked_at(&self) -> u64 {
        self.table.entered()
    }

    /// What is known of a state without a search.
    pub fn known(&self, duel: usize, state: &S) -> Option<Bounds> {
        self.table.get(duel, state)
    }

    /// Passes on the states whose rank is known in every duel.
    pub fn exact(&self, take: &mut dyn FnMut(&S, &[u16])) {
        let mut ranks = Vec::new();
        self.table.each(&mut |state, bounds| {
            ranks.clear();
            ranks.extend(bounds.map_while(Bounds::exact));
            if ranks.len() == self.sides.len() {
                take(state, &ranks);
            }
        });
    }

    /// The rank that the side can force and the others can hold it to.
    pub fn value<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        duel: usize,
        state: &S,
    ) -> Result<u16, S> {
        let (mut low, mut high) = (0, self.ranks(duel).top());
        while low < high {
            let threshold = low + (high - low).div_ceil(2);
            let bound = self.test(field, duel, state, threshold)?;
            match bound >= threshold {
                true => low = bound,
                false => high = bound,
            }
        }
        Ok(low)
    }

    /// A lower bound of the state's rank that is at least the threshold, or
    /// else an upper bound below it.
    pub fn test<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        duel: usize,
        state: &S,
        threshold: u16,
    ) -> Result<u16, S> {
        field.trail.clear();
        let first = Moment {
            depth: 0,
            before: 0,
        };
        let mut frames = match self.enter(field, duel, first, state, threshold)? {
            Entered::Settled(bound) => return Ok(bound),
            Entered::Open(frame) => vec![frame],
        };
        field.trail.push(state.clone());
        while let Some(frame) = frames.last_mut() {
            let settled = match frame.next(threshold) {
                Some(child) => {
                    let moment = Moment {
                        depth: frame.moment.depth + 1,
                        before: child.change,
                    };
                    match self.enter(field, duel, moment, &child.state, threshold)? {
                        Entered::Settled(bound) => bound,
                        Entered::Open(frame) => {
                            field.trail.push(child.state);
                            frames.push(frame);
                            continue;
                        }
                    }
                }
                None => {
                    let bound = self.leave(duel, frame, threshold);
                    field.trail.pop();
                    frames.pop();
                    bound
                }
            };
            match frames.last_mut() {
                Some(frame) => frame.absorb(settled),
                None => return Ok(settled),
            }
        }
        unreachable!("the last frame returns")
    }

    /// Evaluates a state, unless the table settles it.
    fn enter<G: Board<State = S>>(
        &mut self,
        field: &mut Field<'_, G>,
        duel: usize,
        moment: Moment,
        state: &S,
        threshold: u16,
    ) -> Result<Entered<S>, S> {
        let known = self.table.get(duel, state);
        if let Some(bound) = known.and_then(|bounds| bounds.settle(threshold)) {
            return Ok(Entered::Settled(bound));
        }
        let before = self.table.entered();
        let view = field.look(before, state)?;
        let all = Bounds {
            low: 0,
            high: self.sides[duel].ranks.top(),
        };
        let (mover, choices) = match view {
            View::Terminal(rewards) => {
                let rank = self.sides[duel].ranks.rank(&rewards);
                let bounds = Bounds {
                    low: rank,
                    high: rank,
                };
                self.table.set(duel, state, bounds, 1);
                return Ok(Entered::Settled(rank));
            }
            View::Inner { mover, choices } => (mover, choices),
        };
        self.table.set(duel, state, all, 1);
        let mut frame = Frame {
            state: state.clone(),
            own: mover == Some(self.sides[duel].ranks.role()),
            open: Vec::with_capacity(choices.len()),
            tried: Vec::new(),
            best: None,
            before,
            moment,
        };
        for (mov, to) in choices {
            let change = field.observer.game.change(state, &to, mov);
            let known = self.table.get(duel, &to);
            match known.and_then(|bounds| bounds.settle(threshold)) {
                Some(bound) => frame.best = Some(frame.better(bound)),
                None => frame.open.push(Child {
                    score: self.sides[duel].order.score(moment, change),
                    state: to,
                    change,
                }),
            }
        }
        frame.open.sort_by_key(|child| child.score);
        Ok(Entered::Open(frame))
    }

    /// Stores the bound found for a state.
    fn leave(&mut self, duel: usize, frame: &Frame<S>, threshold: u16) -> u16 {
        let bound = frame.best.expect("a state has successors");
        let bounds = match bound >= threshold {
            true => Bounds {
                low: bound,
                high: self.sides[duel].ranks.top(),
            },
            false => Bounds {
                low: 0,
                high: bound,
            },
        };
        let work = self.table.entered() - frame.before;
        self.table.set(duel, &frame.state, bounds, work);
        let order = &mut self.sides[duel].order;
        match frame.is_decided(threshold) {
            true => order.decided(frame.moment, &frame.tried),
            false => order.in_vain(&frame.tried),
        }
        bound
    }
}

impl<S> Frame<S> {
    /// The successor to search next; `None` if the state is settled.
    fn next(&mut self, threshold: u16) -> Option<Child<S>> {
        if self.is_decided(threshold) {
            return None;
        }
        let child = self.open.pop()?;
        self.tried.push(child.change);
        Some(child)
    }

    /// Whether one successor has settled the state for the one who chooses.
    fn is_decided(&self, threshold: u16) -> bool {
        self.best
            .is_some_and(|best| (best >= threshold) == self.own)
    }

    fn absorb(&mut self, bound: u16) {
        self.best = Some(self.better(bound));
    }

    /// The better of the best bound and one more, for the one who chooses.
    /// Bounds on the wrong side of the threshold are all of one kind, so the
    /// best of them bounds the state, and one on the right side is better than
    /// all of these.
    fn better(&self, bound: u16) -> u16 {
        match (self.best, self.own) {
            (None, _) => bound,
            (Some(best), true) => best.max(bound),
            (Some(best), false) => best.min(bound),
        }
    }
}

impl Bounds {
    /// The bound that shows on which side of the threshold the value is.
    fn settle(self, threshold: u16) -> Option<u16> {
        if self.low >= threshold {
            Some(self.low)
        } else {
            (self.high < threshold).then_some(self.high)
        }
    }
}
