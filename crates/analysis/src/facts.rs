//! Facts about a game.

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
    /// Fluents such that at most one, or exactly one, holds at a time. A fluent
    /// may be in several groups; constant ones are in none.
    pub groups: Vec<Group>,
    /// The fluents that hold always (`true`) or never.
    pub constants: Vec<(FluentId, bool)>,
    /// Fluents that another one determines. None of them is constant, and no
    /// fluent in this list determines another.
    pub duplicates: Vec<Duplicate>,
    /// Fluents that no move, end or goal depends on, now or ever. They are
    /// still part of the state.
    pub unread: Vec<FluentId>,
    /// Groups whose next value depends on their own value alone.
    pub autonomous: Vec<Autonomous>,
    /// A group that counts the moves, if there is one.
    pub step_counter: Option<StepCounter>,
    /// Whose turn it is, if a group shows it.
    pub turn: Option<Turn>,
    /// A sum that every move increases, if one was found.
    pub progress: Option<Progress>,
    /// The conflicts and propagations that the proofs took, in that order.
    pub work: (u64, u64),
    /// Whether the budget ran out, so that there may be more to find.
    pub exhausted: bool,
    /// Chosen once: every engine packs or encodes states by it.
    pub(crate) partition: Vec<Group>,
}

/// Fluents such that at most one holds in every reachable state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The fluents, in ascending order.
    pub fluents: Vec<FluentId>,
    /// Whether one of them always holds.
    pub exactly_one: bool,
}

impl Group {
    /// The number of values: one for each fluent, and one for none of them
    /// unless `exactly_one`.
    pub fn values(&self) -> usize {
        self.fluents.len() + usize::from(!self.exactly_one)
    }

    /// The fluent of each value, in order; `None` stands for no fluent and
    /// comes first.
    pub fn codes(&self) -> Vec<Option<FluentId>> {
        let none = (!self.exactly_one).then_some(None);
        let fluents = self.fluents.iter().copied().map(Some);
        none.into_iter().chain(fluents).collect()
    }

    /// The number of bits that distinguish its values.
    pub fn bits(&self) -> u32 {
        self.values().next_power_of_two().trailing_zeros()
    }
}

/// A fluent that always has the value of another, or always the opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The fluent that need not be kept.
    pub fluent: FluentId,
    /// The fluent that determines it.
    pub of: FluentId,
    /// Whether they are equal; otherwise exactly one of them holds.
    pub equal: bool,
}

/// A group in which exactly one fluent holds, and that fluent alone decides the
/// next. So the number of moves made determines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autonomous {
    /// The fluents in the order in which they hold, from the start on.
    pub order: Vec<FluentId>,
    /// The place in `order` that follows the last; `None` if the game is over
    /// by then.
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
    /// legal moves, in states that are not terminal; `None` if no role has.
    pub movers: Vec<(FluentId, Option<RoleId>)>,
    /// Whether the roles take turns in a fixed order, each once in a round,
    /// whatever moves they make.
    pub alternating: bool,
}

impl Facts {
    /// Whether it is proven that no state can be reached again: some sum grows
    /// with every move.
    pub fn always_ends(&self) -> bool {
        self.progress.as_ref().is_some_and(Progress::is_proven)
    }

    /// The claim that layers are apart from a reachable state on, proven or
    /// not.
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
