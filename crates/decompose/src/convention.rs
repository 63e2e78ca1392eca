//! What must be proven before parts decide a game, and what it says about its ends.
//!
//! In: a ground game of two roles and its facts. Out: a [`Convention`]: the roles move in
//! turn, who cannot move ends the game, and the rewards depend on who that is; or the first
//! condition that is not proven ([`Lacking`]). Not here: the parts.

use analysis::{Facts, Holds, Invariants};
use game::{GoalValue, Model, Reward, Rewards, RoleId};
use ground::{FluentId, GroundGame};
use thiserror::Error;

/// The condition that is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Lacking {
    /// There are not two roles.
    #[error("there are not two roles")]
    TwoRoles,
    /// The roles do not move in turn, or that is not proven.
    #[error("it is not proven that the roles move in turn")]
    Alternation,
    /// Rules depend on each other in a cycle.
    #[error("rules depend on each other in a cycle")]
    Loops,
    /// The role that is not on turn may lack a move to wait with.
    #[error("it is not proven that who is not on turn can wait")]
    Waiting,
    /// The game may end while the role on turn has a move.
    #[error("it is not proven that the game goes on while the role on turn can move")]
    EndsEarly,
    /// The game may go on when the role on turn has no move.
    #[error("it is not proven that the game ends when the role on turn cannot move")]
    GoesOn,
    /// The rewards depend on more than who cannot move.
    #[error("it is not proven that the rewards depend on nothing but who cannot move")]
    Rewards,
    /// Both roles have the same interest in who cannot move.
    #[error("the roles do not disagree about who is to move last")]
    Interests,
}

/// The fluents that say whose turn it is.
#[derive(Clone, Debug)]
pub struct Turns {
    /// For each fluent whether it holds when it is the first role's turn; it is the other
    /// way round when it is the second's.
    fluents: Vec<(FluentId, bool)>,
}

impl Turns {
    /// Whose turn it may be, if two roles provably move in turn and single fluents say
    /// which. Where no role ever has a choice, there are two ways to see it.
    pub fn candidates(facts: &Facts) -> Vec<Self> {
        let movers = facts.turn.as_ref().map(|turn| turn.movers.as_slice());
        let Some(&[(one, first), (other, second)]) = movers else {
            return Vec::new();
        };
        let back_and_forth = facts.autonomous.iter().any(|way| {
            let mut order = way.order.clone();
            order.sort_unstable();
            order == [one.min(other), one.max(other)] && way.back_to == Some(0)
        });
        if !back_and_forth {
            return Vec::new();
        }
        // Who may have a choice is on turn.
        let fits = |role: usize, mover: Option<RoleId>| mover.is_none_or(|it| it.index() == role);
        let both = [true, false].into_iter().filter(|&first_moves| {
            let role = usize::from(!first_moves);
            fits(role, first) && fits(1 - role, second)
        });
        both.map(|first_moves| Turns::shown_by(one, other, first_moves, facts))
            .collect()
    }

    /// Whose turn it is, if there is only one way to see it.
    pub fn certain(facts: &Facts) -> Option<Self> {
        let mut candidates = Turns::candidates(facts);
        candidates.pop().filter(|_| candidates.is_empty())
    }

    /// If `one` holds, it is the first role's turn or, if not `first_moves`, the second's;
    /// if `other` holds, it is the other one's.
    fn shown_by(one: FluentId, other: FluentId, first_moves: bool, facts: &Facts) -> Self {
        let mut fluents = vec![(one, first_moves), (other, !first_moves)];
        for it in &facts.duplicates {
            let of = fluents.iter().find(|(fluent, _)| *fluent == it.of);
            if let Some(&(_, holds)) = of {
                fluents.push((it.fluent, holds == it.equal));
            }
        }
        Turns { fluents }
    }

    /// These fluents, and whether each holds when it is the first role's turn.
    pub(crate) fn of(fluents: Vec<(FluentId, bool)>) -> Self {
        Turns { fluents }
    }

    /// Whether the fluent is one of them.
    pub fn has(&self, fluent: FluentId) -> bool {
        self.fluents.iter().any(|(it, _)| *it == fluent)
    }

    /// Whether the fluent holds on a role's turn; `None` if it is none of them.
    pub fn value(&self, fluent: FluentId, role: RoleId) -> Option<bool> {
        let found = self.fluents.iter().find(|(it, _)| *it == fluent)?;
        Some(found.1 == (role.index() == 0))
    }

    /// What they are on a role's turn.
    pub fn values(&self, role: RoleId) -> Vec<(FluentId, bool)> {
        let first = role.index() == 0;
        let fluents = self.fluents.iter();
        fluents.map(|&(it, holds)| (it, holds == first)).collect()
    }

    /// Whether all of them say that it is this role's turn.
    pub(crate) fn tell(&self, role: RoleId, holds: impl Fn(FluentId) -> bool) -> bool {
        let first = role.index() == 0;
        let mut fluents = self.fluents.iter();
        fluents.all(|&(it, value)| holds(it) == (value == first))
    }

    /// Whose turn it is in a state.
    pub fn role(&self, holds: impl Fn(FluentId) -> bool) -> RoleId {
        let (fluent, first) = self.fluents[0];
        RoleId::new(usize::from(holds(fluent) != first))
    }

    fn on_turn(&self, role: RoleId) -> Vec<Holds> {
        let fluents = self.fluents.iter();
        let value = |fluent| self.value(fluent, role).unwrap_or_default();
        fluents
            .map(|&(it, _)| Holds::Fluent(it, value(it)))
            .collect()
    }
}

/// Two roles move in turn; who cannot move ends the game, and rewards depend on nothing
/// else.
#[derive(Clone, Debug)]
pub struct Convention {
    /// Whose turn it is.
    pub turns: Turns,
    /// The rewards if the first role, and if the second role, cannot move.
    pub stuck: [Rewards; 2],
    /// Whether who cannot move loses; otherwise they win (misère play).
    pub normal: bool,
}

impl Convention {
    /// Proves all conditions.
    ///
    /// # Errors
    ///
    /// [`Lacking`]: the first condition that is not proven.
    pub fn prove(
        game: &GroundGame,
        facts: &Facts,
        model: Model,
        budget: &analysis::Budget,
    ) -> Result<Self, Lacking> {
        if game.roles().len() != 2 {
            return Err(Lacking::TwoRoles);
        }
        let candidates = Turns::candidates(facts);
        if !game.circuit().loops().is_empty() && !candidates.is_empty() {
            return Err(Lacking::Loops);
        }
        let mut lacking = Lacking::Alternation;
        for turns in candidates {
            match Convention::of_turns(game, facts, model, budget, turns) {
                Ok(convention) => return Ok(convention),
                Err(error) => lacking = error,
            }
        }
        Err(lacking)
    }

    fn of_turns(
        game: &GroundGame,
        facts: &Facts,
        model: Model,
        budget: &analysis::Budget,
        turns: Turns,
    ) -> Result<Self, Lacking> {
        let stuck = Invariants::ask(game, facts, budget, |states| {
            for role in RoleId::all(2) {
                ends_when_stuck(states, &turns.on_turn(role), role)?;
            }
            let [first, second] = [0, 1].map(|role| {
                let on_turn = turns.on_turn(RoleId::new(role));
                rewards_at_ends(states, &on_turn).ok_or(Lacking::Rewards)
            });
            Ok([first?, second?])
        })?;
        let normal = who_cannot_move_loses(model, &stuck).ok_or(Lacking::Interests)?;
        Ok(Convention {
            turns,
            stuck,
            normal,
        })
    }

    /// The rewards of a position in which a role is on turn, if it wins, or if it loses.
    pub fn rewards(&self, on_turn: RoleId, wins: bool) -> &Rewards {
        let winner = on_turn.index() ^ usize::from(!wins);
        // Who wins is who is not stuck at the end, or in misère play who is.
        &self.stuck[winner ^ usize::from(self.normal)]
    }
}

/// Proves that the game is over exactly when the role on turn has no move, and that the
/// other one can wait until then.
fn ends_when_stuck(
    states: &mut Invariants<'_, '_>,
    on_turn: &[Holds],
    role: RoleId,
) -> Result<(), Lacking> {
    let game = states.game();
    let legal = |role: RoleId, value: bool| {
        let moves = game.moves_of(role);
        moves.map(move |mov| Holds::Node(game.legal(mov), value))
    };
    let all = |more: Vec<Holds>| [on_turn.to_vec(), more].concat();
    let over = |value: bool| Holds::Node(game.terminal(), value);
    let some: Vec<Holds> = legal(role, true).collect();
    if !states.exclude(&all(vec![over(true)]), &some) {
        return Err(Lacking::EndsEarly);
    }
    let stuck = legal(role, false).chain([over(false)]).collect();
    if !states.exclude_all(&all(stuck)) {
        return Err(Lacking::GoesOn);
    }
    let other = RoleId::new(1 - role.index());
    let helpless = legal(other, false).chain([over(false)]).collect();
    match states.exclude_all(&all(helpless)) {
        true => Ok(()),
        false => Err(Lacking::Waiting),
    }
}

/// The rewards at all ends in which this holds, if it is proven that they are the same.
fn rewards_at_ends(states: &mut Invariants<'_, '_>, on_turn: &[Holds]) -> Option<Rewards> {
    let game = states.game();
    let over = Holds::Node(game.terminal(), true);
    let all = |more: Holds| [on_turn.to_vec(), vec![over, more]].concat();
    let mut rewards = Vec::new();
    for role in RoleId::all(2) {
        let goals = game.goals(role);
        let certain = goals
            .iter()
            .find(|(_, node)| states.exclude_all(&all(Holds::Node(*node, false))))?;
        let same = |value: &GoalValue| *value == certain.0;
        for (value, node) in goals {
            if !same(value) && !states.exclude_all(&all(Holds::Node(*node, true))) {
                return None;
            }
        }
        let GoalValue::Integer(points) = certain.0 else {
            return None;
        };
        rewards.push(Reward::from_points(points));
    }
    Some(Rewards::new(rewards))
}

/// Whether both roles want the other one to be stuck (`true`) or themselves (`false`);
/// `None` if they do not disagree.
fn who_cannot_move_loses(model: Model, stuck: &[Rewards; 2]) -> Option<bool> {
    let prefers = |role: usize| model.compare(RoleId::new(role), &stuck[1], &stuck[0]);
    match (prefers(0), prefers(1)) {
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Less) => Some(true),
        (std::cmp::Ordering::Less, std::cmp::Ordering::Greater) => Some(false),
        _ => None,
    }
}
