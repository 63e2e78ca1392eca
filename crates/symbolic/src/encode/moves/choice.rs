//! Who has a choice where several roles have several legal moves.
//!
//! A role has a choice in a state if two of its legal moves lead to different states
//! for some moves of the others; moves that do the same are no choice. So all joint
//! moves are made, one after the other, in all states at once.

use std::collections::BTreeSet;

use game::RoleId;
use ground::{GroundGame, MoveId, Node};
use rustc_hash::FxHashMap;

use super::Moves;
use crate::diagram::{Halt, Set};
use crate::encode::formula::any;
use crate::encode::loops::Sets;
use crate::knobs::Knobs;

/// Moves of one role that do the same in every state, and when one of them is legal.
pub(crate) struct Kind {
    /// The place of the move in the circuit; none if nothing depends on it.
    place: Option<usize>,
    pub legal: Set,
}

/// Moves of several roles, and the states in which they are legal and matter.
type Joint = (Vec<usize>, Set);

impl Moves<'_> {
    /// The moves of each role. Moves on which nothing depends do the same, so they are
    /// one kind.
    pub fn kinds(&self) -> Result<Vec<Vec<Kind>>, Halt> {
        let places = self.places();
        let legal = self.legal();
        let kinds = |role| {
            let own = self.game.moves_of(role);
            let (live, dead): (Vec<MoveId>, Vec<MoveId>) =
                own.partition(|mov| places.contains_key(mov));
            let mut kinds: Vec<Kind> = Vec::new();
            for mov in live {
                kinds.push(Kind {
                    place: places.get(&mov).copied(),
                    legal: legal[mov.index()].clone(),
                });
            }
            let dead = dead.iter().map(|mov| legal[mov.index()].clone()).collect();
            kinds.push(Kind {
                place: None,
                legal: any(self.space, dead)?,
            });
            Ok(kinds)
        };
        roles(self.game).map(kinds).collect()
    }

    /// For each role the states of `within` in which it has a choice; none if there are
    /// too many joint moves to compare. From then on each role that is not to move
    /// makes the first of its legal moves, since all do the same.
    pub fn choosers(
        &mut self,
        kinds: &[Vec<Kind>],
        within: &Set,
    ) -> Result<Option<Vec<Set>>, Halt> {
        let product = kinds.iter().map(Vec::len);
        if product.fold(1, usize::saturating_mul) > Knobs::JOINT_MOVES {
            return Ok(None);
        }
        self.first_alone = true;
        // The effect of a joint move is its difference from no move at all.
        let all = roles(self.game).flat_map(|role| self.game.moves_of(role));
        self.own = all.collect();
        self.evaluate_all(|moves, place| moves.late[place])?;
        let mut choosing = Vec::new();
        for role in 0..kinds.len() {
            let mut found = self.space.empty();
            for others in self.moves_of_others(kinds, role, within)? {
                let here = self.differing(&kinds[role], &others)?;
                found = self.space.or(&found, &here)?;
            }
            choosing.push(found);
        }
        Ok(Some(choosing))
    }

    fn moves_of_others(
        &self,
        kinds: &[Vec<Kind>],
        role: usize,
        within: &Set,
    ) -> Result<Vec<Joint>, Halt> {
        let mut joint: Vec<Joint> = vec![(Vec::new(), within.clone())];
        let others = kinds.iter().enumerate().filter(|it| it.0 != role);
        for (_, moves) in others {
            let mut longer = Vec::new();
            for (places, states) in joint {
                for kind in moves {
                    let legal = self.space.and(&states, &kind.legal)?;
                    if !legal.is_empty() {
                        let places = places.iter().copied().chain(kind.place);
                        longer.push((places.collect(), legal));
                    }
                }
            }
            joint = longer;
        }
        Ok(joint)
    }

    /// Where a role's moves lead to different states, given the others' moves: each is
    /// compared with the first that is legal.
    fn differing(&self, own: &[Kind], (others, states): &Joint) -> Result<Set, Halt> {
        let space = self.space;
        let mut made: Vec<(Set, Sets)> = Vec::new();
        for kind in own {
            let legal = space.and(states, &kind.legal)?;
            if !legal.is_empty() {
                let places: Vec<usize> = others.iter().copied().chain(kind.place).collect();
                made.push((legal, self.with_moves(&places)?));
            }
        }
        if made.len() < 2 {
            return Ok(space.empty());
        }
        let next = self.game.fluent_ids().map(|it| self.game.next(it).index());
        let next: BTreeSet<usize> = next
            .filter(|node| made.iter().any(|(_, changed)| changed.contains_key(node)))
            .collect();
        let mut differing = space.empty();
        for node in next {
            let value = |changed: &Sets| changed.get(&node).unwrap_or(&self.values[node]).clone();
            let (mut seen, mut first) = (space.empty(), space.empty());
            for (legal, changed) in &made {
                let value = value(changed);
                let new = space.minus(legal, &seen)?;
                first = space.or(&first, &space.and(&new, &value)?)?;
                seen = space.or(&seen, legal)?;
                let differs = space.xor(&first, &value)?;
                differing = space.or(&differing, &space.and(legal, &differs)?)?;
            }
        }
        Ok(differing)
    }

    /// The places in the circuit of the moves on which something depends.
    pub(super) fn places(&self) -> FxHashMap<MoveId, usize> {
        let nodes = self.game.circuit().nodes().iter().enumerate();
        let moves = nodes.filter_map(|(place, node)| match node {
            Node::Move(mov) if self.needed[place] => Some((*mov, place)),
            _ => None,
        });
        moves.collect()
    }
}

fn roles(game: &GroundGame) -> impl Iterator<Item = RoleId> + use<> {
    RoleId::all(game.roles().len())
}
