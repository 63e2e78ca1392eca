//! The way down: which moves an iteration makes while it is in the graph.
//!
//! In: the statistics of nodes and arms. Out: a path to where the graph ends, or to a node
//! whose worth is known. Moves that were never tried come first, in random order; then the
//! greatest Q + C·√(ln n / n_a) (UCB1). Q is the mean of the node that the move leads to,
//! whichever way iterations came there, n_a counts the move alone (Childs, Brodeur and Kocsis
//! 2008, UCT2), as it was when an iteration last came this way.
//!
//! Iterations under way count as visits. At a move they also count as losses, `virtual_loss`
//! for each, so that the iterations of one moment go different ways.

use game::{Draws, RoleId};

use crate::path::Path;
use crate::settings::Settings;
use crate::tree::{Arm, Chooser, NodeId, Tree};
use crate::worths::{UNPROVEN, WorthId};

/// Where several roles choose, one joint move in so many is drawn at random.
const RARE: usize = 16;

/// Where a way down ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Descent {
    /// In a node whose moves are not known: its state is to be looked at.
    Unexpanded(NodeId),
    /// At moves of this node that lead nowhere yet: its state is to be played on from.
    Open(NodeId),
    /// In a node that the way has come through before: play is to go on at random.
    Again(NodeId),
    /// In a node whose worth is known.
    Known(WorthId),
}

/// The best move so far, by its score.
struct Best {
    arm: u32,
    score: f32,
    /// The worth of where it leads, if that is proven.
    worth: WorthId,
}

impl Tree {
    /// Goes down from a node.
    pub fn descend(
        &mut self,
        mut node: NodeId,
        path: &mut Path,
        settings: &Settings,
        draws: &mut Draws,
    ) -> Descent {
        loop {
            let worth = self.worth(node);
            if worth != UNPROVEN {
                return Descent::Known(worth);
            }
            if path.contains(node) {
                return Descent::Again(node);
            }
            if !self.is_expanded(node) {
                path.end(node);
                return Descent::Unexpanded(node);
            }
            if let Some(worth) = self.choose(node, path, settings, draws) {
                return Descent::Known(worth);
            }
            let (_, arms) = path.last().expect("a step was taken");
            match self.child(node, arms) {
                Some(child) => node = child,
                None => return Descent::Open(node),
            }
        }
    }

    /// Takes the arms in an expanded node that look best or are little known. Returns the
    /// node's worth instead if that turns out to be proven.
    pub fn choose(
        &mut self,
        node: NodeId,
        path: &mut Path,
        settings: &Settings,
        draws: &mut Draws,
    ) -> Option<WorthId> {
        if self.node(node).chooser == Chooser::Several {
            let arms = self.choose_each(node, settings, draws);
            path.take(self, node, &arms, UNPROVEN);
            return None;
        }
        let (open, known) = self.best_arms(node, settings, draws);
        let Some(open) = open else {
            let settled = self.settle(node);
            return settled.then(|| self.worth(node));
        };
        let counted = known.filter(|known| known.score >= open.score);
        path.take(
            self,
            node,
            &[open.arm],
            counted.map_or(UNPROVEN, |known| known.worth),
        );
        None
    }

    /// The best arm that is to be tried in a node in which one role chooses, and the best of
    /// those that are proven.
    ///
    /// A proven move is not tried again. It has no bonus for being little known, and if it
    /// scores best all the same, the iteration counts as if it had been made, from this node
    /// up: so that a node is worth what its best move is, while the others are looked into.
    fn best_arms(
        &self,
        node: NodeId,
        settings: &Settings,
        draws: &mut Draws,
    ) -> (Option<Best>, Option<Best>) {
        let at = self.node(node);
        let log = self.log_visits(node);
        let (mut best, mut best_known): (Option<Best>, Option<Best>) = (None, None);
        let mut untried = 0;
        for (number, arm) in (at.arms..).zip(self.arms_of(at)) {
            // As printed, a state of the database is an estimate like any other.
            let is_known = arm.worth != UNPROVEN && settings.is_graph();
            let score = match (is_known, arm.visits + arm.pending) {
                (true, _) => arm.utility,
                (false, 0) => {
                    untried += 1;
                    // Each of the untried has the same chance.
                    if draws.below(untried) > 0 {
                        continue;
                    }
                    f32::INFINITY
                }
                (false, _) => score(arm, log, settings),
            };
            let best = if is_known { &mut best_known } else { &mut best };
            if best
                .as_ref()
                .is_none_or(|best| score > best.score || score == f32::INFINITY)
            {
                *best = Some(Best {
                    arm: number,
                    score,
                    worth: arm.worth,
                });
            }
        }
        (best, best_known)
    }

    /// For each role with several moves the best arm by its own statistics.
    fn choose_each(&self, node: NodeId, settings: &Settings, draws: &mut Draws) -> Vec<u32> {
        let log = self.log_visits(node);
        let mut chosen: Vec<u32> = Vec::new();
        // Roles whose statistics go up and down together would never meet in some joint moves.
        let at_random = draws.below(RARE) == 0;
        for role in RoleId::all(self.roles) {
            if at_random {
                let arms: Vec<u32> = self.arms_of_role(node, role).collect();
                chosen.extend((!arms.is_empty()).then(|| arms[draws.below(arms.len())]));
                continue;
            }
            let mut best: Option<(u32, f32)> = None;
            let mut untried = 0;
            for number in self.arms_of_role(node, role) {
                let arm = self.arm(number);
                if arm.visits + arm.pending == 0 {
                    untried += 1;
                    if draws.below(untried) == 0 {
                        best = Some((number, f32::INFINITY));
                    }
                    continue;
                }
                let score = score(arm, log, settings);
                if untried == 0 && best.is_none_or(|(_, most)| score > most) {
                    best = Some((number, score));
                }
            }
            chosen.extend(best.map(|(arm, _)| arm));
        }
        chosen
    }

    /// The logarithm of the visits of a node, with those under way.
    fn log_visits(&self, node: NodeId) -> f32 {
        let visits = self.visits(node) + i64::from(self.node(node).pending);
        (visits.max(1) as f32).ln()
    }
}

/// What UCB1 gives an arm that was tried.
#[inline]
fn score(arm: &Arm, log: f32, settings: &Settings) -> f32 {
    let (visits, pending) = (arm.visits as f32, arm.pending as f32);
    // A loss is 0 on the scale of utilities.
    let known = visits.max(1.0);
    let mean = arm.utility * known / (known + settings.virtual_loss * pending);
    mean + settings.exploration * (log / (visits + pending)).sqrt()
}
