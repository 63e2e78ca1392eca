//! What was found out about a game.

use game::RoleId;
use ground::{BitState, FluentId};

use crate::apart::Claim;
use crate::measure::Progress;

/// Facts about the reachable states of a game, all proven unless they say
/// otherwise.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// All fluents of the game, in order.
    pub fluents: Vec<FluentId>,
    /// Fluents of which at most one, or exactly one, holds at a time. A fluent
    /// may be in several groups; constant ones are in none.
    pub groups: Vec<Group>,
    /// The fluents that hold always (`true`) or never.
    pub constants: Vec<(FluentId, bool)>,
    /// Fluents that another one tells: none of them is constant, and no fluent
    /// that is told tells another.
    pub duplicates: Vec<Duplicate>,
    /// Fluents that no move, end or goal depends on, now or ever. They are part
    /// of the state all the same.
    pub unread: Vec<FluentId>,
    /// Groups whose next value depends on their own value alone.
    pub autonomous: Vec<Autonomous>,
    /// What counts the moves, if something does.
    pub step_counter: Option<StepCounter>,
    /// Whose turn it is, if a group tells.
    pub turn: Option<Turn>,
    /// What every move increases, if something was found.
    pub progress: Option<Progress>,
    /// The conflicts and propagations that the proofs took.
    pub work: (u64, u64),
    /// Whether the budget ran out, so that there may be more to find.
    pub exhausted: bool,
    /// Chosen once: every engine packs or encodes states by it.
    pub(crate) partition: Vec<Group>,
}

/// Fluents of which at most one holds in every reachable state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The fluents, in ascending order.
    pub fluents: Vec<FluentId>,
    /// Whether one of them always holds.
    pub exactly_one: bool,
}

impl Group {
    /// How many values it has: one for each fluent, and one for none of them.
    pub fn values(&self) -> usize {
        self.fluents.len() + usize::from(!self.exactly_one)
    }

    /// The fluent that each value stands for, in order; the first may stand for
    /// none.
    pub fn codes(&self) -> Vec<Option<FluentId>> {
        let none = (!self.exactly_one).then_some(None);
        let fluents = self.fluents.iter().copied().map(Some);
        none.into_iter().chain(fluents).collect()
    }

    /// How many bits tell its values apart.
    pub fn bits(&self) -> u32 {
        self.values().next_power_of_two().trailing_zeros()
    }
}

/// A fluent that has always the value of another, or always the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The fluent that need not be kept.
    pub fluent: FluentId,
    /// The fluent that tells it.
    pub of: FluentId,
    /// Whether they are equal; otherwise exactly one of them holds.
    pub equal: bool,
}

/// A group of which exactly one fluent holds, and that one alone decides which
/// is next. So it can be told from the number of moves made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autonomous {
    /// The fluents in the order in which they hold, from the start on.
    pub order: Vec<FluentId>,
    /// The place in `order` that follows the last; none if the game is over by
    /// then.
    pub back_to: Option<usize>,
}

/// A group that counts the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepCounter {
    /// `chain[d]` holds in the states after `d` moves and in no others. No game
    /// is longer than the chain.
    pub chain: Vec<FluentId>,
}

/// Whose turn it is: no other role has two legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// For each fluent of an exactly-one group the role that may have several
    /// legal moves, in states that are not terminal; none if no role has.
    pub movers: Vec<(FluentId, Option<RoleId>)>,
    /// Whether the roles take turns in a fixed order, each once in a round,
    /// whatever they do.
    pub alternating: bool,
}

impl Facts {
    /// Whether it is proven that no state comes up again: a sum that every move
    /// makes greater is never the same.
    pub fn always_ends(&self) -> bool {
        self.progress.as_ref().is_some_and(Progress::is_proven)
    }

    /// A measure that keeps layers apart, or is to; from a reachable state on.
    pub fn claim(&self, start: &BitState) -> Option<Claim<'_>> {
        Claim::new(self.progress.as_ref()?, &self.fluents, start)
    }

    /// A disjoint cover of the fluents that are not constant, chosen so that a
    /// state needs few bits ([`Group::bits`]): groups, parts of groups, and
    /// single fluents.
    pub fn partition(&self) -> &[Group] {
        &self.partition
    }

    /// The bits of a state that is packed by [`Facts::partition`].
    pub fn bits(&self) -> u64 {
        let groups = self.partition.iter();
        groups.map(|group| u64::from(group.bits())).sum()
    }
}
