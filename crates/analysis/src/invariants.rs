//! Questions about one state of a game, given the facts about all of them.
//!
//! In: a game and its [`Facts`]. Out: whether conditions exclude each other in every
//! state of which the facts hold, and so in every reachable one. Not here: moves, and
//! how the facts were proven.

use ground::{FluentId, GroundGame, NodeId};

use crate::claim::Claim;
use crate::formula::Formula;
use crate::sat::{Answer, Effort, Lit};
use crate::step::Step;
use crate::{Budget, Facts};

/// A condition on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// The fluent holds, or does not.
    Fluent(FluentId, bool),
    /// The node of the circuit holds, or does not. It must not depend on moves.
    Node(NodeId, bool),
}

/// The states in which all facts hold.
pub struct Invariants<'f, 'g> {
    step: Step<'f>,
    effort: Effort,
    game: &'g GroundGame,
}

impl<'g> Invariants<'_, 'g> {
    /// Asks questions about a game within a budget.
    pub fn ask<R>(
        game: &'g GroundGame,
        facts: &Facts,
        budget: &Budget,
        ask: impl FnOnce(&mut Invariants<'_, 'g>) -> R,
    ) -> R {
        let formula = Formula::new(game);
        let mut invariants = Invariants {
            step: Step::part(&formula),
            effort: Effort::new(budget),
            game,
        };
        invariants.assume(facts);
        ask(&mut invariants)
    }

    fn assume(&mut self, facts: &Facts) {
        let groups = facts.groups.iter().flat_map(|group| {
            let fluents = group.fluents.clone();
            let some = group
                .exactly_one
                .then(|| Claim::AtLeastOne(fluents.clone()));
            some.into_iter().chain([Claim::AtMostOne(fluents)])
        });
        let constants = facts.constants.iter();
        let constants = constants.map(|&(fluent, value)| Claim::Constant(fluent, value));
        let same = facts.duplicates.iter();
        let same = same.map(|it| Claim::Same(it.fluent, it.of, it.equal));
        let truth = self.step.sat.constant(true);
        for claim in groups.chain(constants).chain(same) {
            claim.assume(&mut self.step, truth);
        }
    }

    /// The game.
    pub fn game(&self) -> &'g GroundGame {
        self.game
    }

    /// Whether it is proven that no state meets all of `all` and one of `any`.
    ///
    /// An empty `any` is met by no state. `false` means that there may be such a state, or
    /// that the budget ran out.
    pub fn exclude(&mut self, all: &[Holds], any: &[Holds]) -> bool {
        let any: Vec<Lit> = any.iter().map(|&it| self.literal(it)).collect();
        let one = self.step.sat.variable();
        let clause: Vec<Lit> = any.into_iter().chain([!one]).collect();
        self.step.sat.add(&clause);
        self.excludes(all, Some(one))
    }

    /// Whether it is proven that no state meets all of these.
    pub fn exclude_all(&mut self, all: &[Holds]) -> bool {
        self.excludes(all, None)
    }

    fn excludes(&mut self, all: &[Holds], one: Option<Lit>) -> bool {
        let all: Vec<Lit> = all.iter().map(|&it| self.literal(it)).collect();
        let assumed: Vec<Lit> = all.into_iter().chain(one).collect();
        self.effort.begin_question(1);
        let answer = self.step.sat.ask(&assumed, &mut self.effort);
        matches!(answer, Answer::Impossible(_))
    }

    fn literal(&mut self, holds: Holds) -> Lit {
        let (literal, value) = match holds {
            Holds::Fluent(fluent, value) => (self.step.fluent(fluent), value),
            Holds::Node(node, value) => (self.step.literal(node), value),
        };
        if value { literal } else { !literal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{RoleId, Stop};

    /// One piece on three places; it can be moved until it is on the last.
    const WALK: &str = "(role r) (init (at 1)) (to 1 2) (to 2 3)
        (<= (legal r (go ?y)) (true (at ?x)) (to ?x ?y))
        (<= (next (at ?y)) (does r (go ?y)))
        (<= open (true (at ?x)) (to ?x ?y))
        (<= terminal (not open)) (goal r 100)";

    #[test]
    fn facts_exclude_what_the_rules_alone_do_not() {
        let source = gdl::Source::new("test", WALK.as_bytes());
        let rules = gdl::load(&source, None).rules.unwrap();
        let game = GroundGame::new(&rules, &ground::Budget::new(Stop::new())).unwrap();
        let budget = Budget::new(Stop::new());
        let facts = crate::analyse(&game, &budget).unwrap();
        let legal: Vec<Holds> = game
            .moves_of(RoleId::new(0))
            .map(|mov| Holds::Node(game.legal(mov), true))
            .collect();
        let place = |name: &str| {
            let place = game.fluents().iter().position(|it| it == name);
            game.fluent_ids().nth(place.unwrap()).unwrap()
        };
        let over = Holds::Node(game.terminal(), true);
        Invariants::ask(&game, &facts, &budget, |states| {
            assert!(states.exclude(&[over], &legal));
            assert!(!states.exclude_all(&[over]));
            assert!(!states.exclude(&[], &legal));
            assert!(states.exclude(&[over], &[]));
            // The piece is somewhere, and only there: that takes the facts.
            let elsewhere = [1, 2].map(|at| Holds::Fluent(place(&format!("(at {at})")), true));
            assert!(states.exclude(&[Holds::Fluent(place("(at 3)"), true)], &elsewhere));
            assert!(!states.exclude(&[Holds::Fluent(place("(at 1)"), false)], &elsewhere));
        });
    }
}
