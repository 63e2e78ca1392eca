//! What the rules ask of the parts: the end, the goals, when families are open, and what
//! effects read of other parts.

use game::{GoalValue, RoleId};

use crate::signal::Signal;

/// The rules above the parts, as signals of a net.
#[derive(Clone, Debug)]
pub(crate) struct Outputs {
    pub contexts: Vec<ContextRules>,
    /// For each part the conditions on others that its effects read. A *letter* has a bit for
    /// each.
    pub inputs: Vec<Vec<Signal>>,
}

/// The rules of a context.
#[derive(Clone, Debug)]
pub(crate) struct ContextRules {
    /// The role whose moves the families are.
    pub role: RoleId,
    pub terminal: Signal,
    pub goals: Vec<Vec<(GoalValue, Signal)>>,
    /// The number of its first family among those of all contexts.
    pub first_family: usize,
    pub families: Vec<FamilyRules>,
}

/// When a family is open, and where it leads.
#[derive(Clone, Debug)]
pub(crate) struct FamilyRules {
    /// Conditions on several parts, all of which must hold.
    pub guards: Vec<Signal>,
    /// The context that its moves lead to.
    pub to: usize,
}

impl Outputs {
    /// The same in terms of another net.
    pub fn map(&self, mut signal: impl FnMut(Signal) -> Signal) -> Self {
        let mut all = self.clone();
        all.for_each(|it| *it = signal(*it));
        all
    }

    /// Visits all signals.
    pub fn for_each(&mut self, mut visit: impl FnMut(&mut Signal)) {
        for context in &mut self.contexts {
            visit(&mut context.terminal);
            let goals = context.goals.iter_mut().flatten();
            goals.for_each(|(_, it)| visit(it));
            let guards = context.families.iter_mut().flat_map(|it| &mut it.guards);
            guards.for_each(&mut visit);
        }
        self.inputs.iter_mut().flatten().for_each(visit);
    }
}
