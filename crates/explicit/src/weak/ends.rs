//! Which combinations of rewards terminal states can have, as far as the rules show
//! without search.
//!
//! In: the ground game, and proven groups. Out: a list of every combination that a
//! well-formed terminal state may have, and perhaps some more.
//!
//! A combination is left out if assuming it leads to a contradiction by plain propagation
//! through the circuit. The assumptions: the state is terminal, and each role has its
//! goal of the combination and, since it has just one in a well-formed game, no other.

use analysis::Group;
use game::{GoalValue, Reward, Rewards, RoleId};
use ground::{GroundGame, Node, NodeId};

/// The values that a role's goals may have, in ascending order.
pub(super) fn rewards_of(game: &GroundGame, role: RoleId) -> Vec<Reward> {
    let integer = |(value, node): &(GoalValue, NodeId)| match value {
        GoalValue::Integer(points) if *node != NodeId::FALSE => Some(Reward::from_points(*points)),
        _ => None,
    };
    let mut rewards: Vec<Reward> = game.goals(role).iter().filter_map(integer).collect();
    rewards.sort();
    rewards.dedup();
    rewards
}

/// The combinations that are not shown to be impossible; `None` if there are more than
/// `most` to try.
pub(super) fn combinations(
    game: &GroundGame,
    groups: &[Group],
    most: usize,
) -> Option<Vec<Rewards>> {
    let roles: Vec<RoleId> = RoleId::all(game.roles().len()).collect();
    let choices: Vec<Vec<Reward>> = roles.iter().map(|&role| rewards_of(game, role)).collect();
    let count = choices.iter().try_fold(1_usize, |count, of| {
        let count = count.checked_mul(of.len())?;
        (count <= most).then_some(count)
    })?;
    let mut deduction = Deduction::new(game, groups);
    let combination = |number: usize| {
        let mut rest = number;
        Rewards::new(choices.iter().map(|of| {
            let reward = of[rest % of.len()];
            rest /= of.len();
            reward
        }))
    };
    let all = (0..count).map(combination);
    Some(all.filter(|it| deduction.is_possible(it)).collect())
}

/// What follows from assumptions about a circuit's nodes.
struct Deduction<'a> {
    game: &'a GroundGame,
    /// The nodes that read a node.
    readers: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// The groups that each fluent is in.
    groups: Vec<Vec<&'a Group>>,
    /// The place of each fluent's node, if it has one.
    places: Vec<Option<usize>>,
    /// The nodes that have a value; how many of them were propagated.
    known: Vec<usize>,
    done: usize,
}

impl<'a> Deduction<'a> {
    fn new(game: &'a GroundGame, groups: &'a [Group]) -> Self {
        let nodes = game.circuit().nodes();
        let mut readers = vec![Vec::new(); nodes.len()];
        let mut places = vec![None; game.fluents().len()];
        let mut of = vec![Vec::new(); game.fluents().len()];
        for group in groups {
            for fluent in &group.fluents {
                of[fluent.index()].push(group);
            }
        }
        for (place, node) in nodes.iter().enumerate() {
            if let Node::Fluent(fluent) = node {
                places[fluent.index()] = Some(place);
            }
            for read in node.reads() {
                readers[read.index()].push(place as u32);
            }
        }
        Deduction {
            game,
            readers,
            groups: of,
            places,
            values: vec![None; nodes.len()],
            known: Vec::new(),
            done: 0,
        }
    }

    fn is_possible(&mut self, rewards: &Rewards) -> bool {
        let possible = self.assume(rewards) && self.propagate();
        for place in self.known.drain(..) {
            self.values[place] = None;
        }
        self.done = 0;
        possible
    }

    /// Returns false on a contradiction; so do the methods below.
    fn assume(&mut self, rewards: &Rewards) -> bool {
        let game = self.game;
        let constants = [(NodeId::FALSE, false), (NodeId::TRUE, true)];
        let mut fine = constants.iter().all(|&(node, value)| self.set(node, value));
        fine &= self.set(game.terminal(), true);
        for role in RoleId::all(game.roles().len()) {
            let is_this = |value: &GoalValue| match value {
                GoalValue::Integer(points) => Reward::from_points(*points) == rewards[role],
                GoalValue::Other(_) => false,
            };
            let goals = game.goals(role).iter();
            let (these, others): (Vec<_>, Vec<_>) = goals.partition(|(value, _)| is_this(value));
            fine = fine && others.iter().all(|&&(_, node)| self.set(node, false));
            // The same value may have several nodes: one of them holds.
            if let [(_, node)] = these.as_slice() {
                fine = fine && self.set(*node, true);
            }
        }
        fine
    }

    fn set(&mut self, node: NodeId, value: bool) -> bool {
        self.set_place(node.index(), value)
    }

    fn propagate(&mut self) -> bool {
        while let Some(&place) = self.known.get(self.done) {
            self.done += 1;
            let readers = std::mem::take(&mut self.readers[place]);
            let fine = self.deduce(place) && readers.iter().all(|&it| self.deduce(it as usize));
            self.readers[place] = readers;
            if !fine {
                return false;
            }
        }
        true
    }

    /// Propagates between a node and what it reads.
    fn deduce(&mut self, place: usize) -> bool {
        let game = self.game;
        match &game.circuit().nodes()[place] {
            Node::Not(inner) => {
                let (outer, read) = (self.values[place], self.values[inner.index()]);
                outer.is_none_or(|value| self.set(*inner, !value))
                    && read.is_none_or(|value| self.set_place(place, !value))
            }
            Node::And(parts) => self.gate(place, parts, true),
            Node::Or(parts) => self.gate(place, parts, false),
            Node::Fluent(fluent) => {
                let groups = std::mem::take(&mut self.groups[fluent.index()]);
                let fine = groups.iter().all(|group| self.group(place, group));
                self.groups[fluent.index()] = groups;
                fine
            }
            // Variables of loops are left open, which only says less.
            Node::Constant(_) | Node::Move(_) | Node::Variable(_) => true,
        }
    }

    /// An and, whose parts are neutral when `neutral` is true; or an or.
    fn gate(&mut self, place: usize, parts: &[NodeId], neutral: bool) -> bool {
        if self.values[place] == Some(neutral) {
            return parts.iter().all(|&part| self.set(part, neutral));
        }
        let value = |part: &&NodeId| self.values[part.index()];
        if parts.iter().any(|part| value(&part) == Some(!neutral)) {
            return self.set_place(place, !neutral);
        }
        let mut open = parts.iter().filter(|part| value(part).is_none());
        match (open.next(), open.next(), self.values[place]) {
            (None, _, _) => self.set_place(place, neutral),
            (Some(&last), None, Some(_)) => self.set(last, !neutral),
            _ => true,
        }
    }

    /// Propagates the value of one fluent of the group to the others.
    fn group(&mut self, place: usize, group: &Group) -> bool {
        let places = group.fluents.iter().map(|it| self.places[it.index()]);
        let others: Vec<Option<usize>> = places.filter(|&it| it != Some(place)).collect();
        if self.values[place] == Some(true) {
            let mut others = others.into_iter().flatten();
            return others.all(|other| self.set_place(other, false));
        }
        let value = |other: &Option<usize>| other.and_then(|other| self.values[other]);
        let mut open = others.iter().filter(|other| value(other) != Some(false));
        match (group.exactly_one, open.next(), open.next()) {
            (true, None, _) => false,
            (true, Some(&Some(last)), None) => self.set_place(last, true),
            _ => true,
        }
    }

    fn set_place(&mut self, place: usize, value: bool) -> bool {
        match self.values[place] {
            Some(known) => known == value,
            None => {
                self.values[place] = Some(value);
                self.known.push(place);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Stop;
    use gdl::Source;

    use super::*;

    fn possible(goals: &str) -> Vec<String> {
        let rules = format!(
            "(role a) (role b) (init (turn a)) (init (count 1)) (succ 1 2) (succ 2 3)
             (<= (legal ?r go) (true (turn ?r))) (<= (legal ?r win) (true (turn ?r)))
             (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
             (<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
             (<= (next (count ?n)) (true (count ?m)) (succ ?m ?n))
             (<= (next (won ?r)) (does ?r win))
             (<= terminal (true (won ?r))) (<= terminal (true (count 3))) {goals}"
        );
        let rules = gdl::load(&Source::new("test", rules.as_bytes()), None).rules;
        let budget = ground::Budget::new(Stop::new());
        let game = GroundGame::new(&rules.unwrap(), &budget).unwrap();
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
        let found = combinations(&game, &facts.groups, 4096).unwrap();
        found.iter().map(Rewards::to_string).collect()
    }

    #[test]
    fn goals_that_say_the_same_leave_out_all_else() {
        let found = possible(
            "(<= (goal ?r 100) (true (won ?r)))
             (<= (goal a 0) (true (won b))) (<= (goal b 0) (true (won a)))
             (<= (goal ?r 50) (role ?r) (not (true (won a))) (not (true (won b))))",
        );
        assert_eq!(found, ["100/0", "50/50", "0/100"]);
    }

    #[test]
    fn a_group_tells_that_one_of_its_fluents_holds() {
        let found = possible(
            "(<= (goal ?r 100) (true (turn ?r)))
             (<= (goal ?r 0) (role ?r) (not (true (turn ?r))))",
        );
        assert_eq!(found, ["100/0", "0/100"]);
    }

    #[test]
    fn what_may_be_is_kept() {
        let found = possible(
            "(<= (goal ?r 100) (true (won ?r))) (<= (goal a 0) (not (true (won a))))
             (<= (goal b 0) (not (true (won b))))",
        );
        assert!(found.contains(&"100/0".to_owned()));
        assert!(found.contains(&"0/0".to_owned()));
    }
}
