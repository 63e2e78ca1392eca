//! The circuit of the ground game, as functions of part states.
//!
//! In: the circuit, and what each fluent is. Out: the function of each node, while one
//! role is on turn; and what a move makes of the nodes that depend on it. A node that
//! is too hard is `Mixed`, never wrong.

use std::collections::BTreeSet;
use std::ops::Range;

use ground::{GroundGame, MoveId, Node, NodeId};
use rustc_hash::FxHashMap;

use super::domain::{Care, Function};

/// The circuit, with who reads what.
pub struct Sheet<'a> {
    pub game: &'a GroundGame,
    /// The nodes that read each node.
    users: Vec<Vec<u32>>,
    /// The nodes of each move.
    moves: Vec<Option<usize>>,
    /// The loop that each node is in.
    loops: Vec<Option<usize>>,
}

/// What the nodes that a move changes become.
pub type Changed = FxHashMap<usize, Function>;

impl<'a> Sheet<'a> {
    pub fn new(game: &'a GroundGame) -> Self {
        let circuit = game.circuit();
        let count = circuit.nodes().len();
        let mut sheet = Sheet {
            game,
            users: vec![Vec::new(); count],
            moves: vec![None; game.moves().len()],
            loops: vec![None; count],
        };
        for (place, node) in circuit.nodes().iter().enumerate() {
            for read in node.reads() {
                sheet.users[read.index()].push(place as u32);
            }
            if let Node::Move(mov) = node {
                sheet.moves[mov.index()] = Some(place);
            }
        }
        for (number, around) in circuit.loops().iter().enumerate() {
            sheet.loops[around.nodes.clone()].fill(Some(number));
            for (variable, is) in &around.definitions {
                sheet.users[is.index()].push(variable.index() as u32);
            }
        }
        sheet
    }

    /// The function of each node, where `fluent` says what fluents are and just one
    /// move is made, if any.
    pub fn functions(
        &self,
        care: &dyn Care,
        fluent: &dyn Fn(usize) -> Function,
        made: Option<MoveId>,
    ) -> Vec<Function> {
        let count = self.users.len();
        let mut all = vec![Function::Constant(false); count];
        let mut place = 0;
        while place < count {
            let nodes = self.block(place);
            let compute = |it: usize, all: &Vec<Function>| match &self.game.circuit().nodes()[it] {
                Node::Fluent(id) => care.within(&fluent(id.index())),
                Node::Move(mov) => Function::Constant(made == Some(*mov)),
                node => computed(care, node, &mut |read| all[read.index()].clone()),
            };
            match self.loops[place] {
                None => all[place] = compute(place, &all),
                Some(number) => self.close(number, &mut all, &compute),
            }
            place = nodes.end;
        }
        all
    }

    /// The nodes that are computed together with one.
    fn block(&self, place: usize) -> Range<usize> {
        match self.loops[place] {
            None => place..place + 1,
            Some(number) => self.game.circuit().loops()[number].nodes.clone(),
        }
    }

    /// The least functions that agree with the definitions of a loop. Nothing inside
    /// reads its variables negated, so each step makes functions larger, or unknown, and
    /// this ends. What is known of one step holds of all later ones.
    fn close(
        &self,
        number: usize,
        all: &mut Vec<Function>,
        compute: &dyn Fn(usize, &Vec<Function>) -> Function,
    ) {
        let around = &self.game.circuit().loops()[number];
        for (variable, _) in &around.definitions {
            all[variable.index()] = Function::Constant(false);
        }
        loop {
            for place in around.nodes.clone() {
                if !matches!(self.game.circuit().nodes()[place], Node::Variable(_)) {
                    all[place] = compute(place, all);
                }
            }
            let mut rests = true;
            for (variable, is) in &around.definitions {
                rests &= all[variable.index()] == all[is.index()];
                all[variable.index()] = all[is.index()].clone();
            }
            if rests {
                return;
            }
        }
    }

    /// What becomes of the nodes that depend on a move, if it is made too; `base` has
    /// all nodes without it.
    pub fn changed(&self, care: &dyn Care, base: &[Function], mov: MoveId) -> Changed {
        let mut changed = Changed::default();
        let mut open = BTreeSet::new();
        if let Some(place) = self.moves[mov.index()] {
            changed.insert(place, Function::Constant(true));
            open.extend(self.users[place].iter().map(|&it| it as usize));
        }
        while let Some(place) = open.pop_first() {
            let nodes = self.block(place);
            if self.loops[place].is_some() {
                // A loop is not followed: what depends on it is not known.
                for place in nodes.clone() {
                    changed.insert(place, Function::Mixed);
                }
            } else {
                let node = &self.game.circuit().nodes()[place];
                let new = computed(care, node, &mut |read| {
                    let known = changed.get(&read.index()).cloned();
                    known.unwrap_or_else(|| care.within(&base[read.index()]))
                });
                if new == care.within(&base[place]) {
                    continue;
                }
                changed.insert(place, new);
            }
            open = open.split_off(&nodes.end);
            for place in nodes.clone() {
                let users = self.users[place].iter().map(|&it| it as usize);
                open.extend(users.filter(|it| !nodes.contains(it)));
            }
        }
        changed
    }
}

/// The function of a node, given those that it reads. Variables of loops are `Mixed`.
fn computed(care: &dyn Care, node: &Node, read: &mut dyn FnMut(NodeId) -> Function) -> Function {
    match node {
        Node::Constant(holds) => Function::Constant(*holds),
        Node::Not(inner) => care.not(&read(*inner)),
        Node::And(parts) => care.gate(true, &mut parts.iter().map(|&it| read(it))),
        Node::Or(parts) => care.gate(false, &mut parts.iter().map(|&it| read(it))),
        Node::Fluent(_) | Node::Move(_) | Node::Variable(_) => Function::Mixed,
    }
}
