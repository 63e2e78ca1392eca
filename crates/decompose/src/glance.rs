//! A quick look at whether a game may fall apart, before anything is proven.
//!
//! In: a ground game and its facts. Out: in how many pieces its circuit lies once the fluents
//! that tell whose turn it is are taken out. What shares a condition counts as one piece, so
//! parts may be missed; nothing rests on what is seen here but whether it pays to look closer.

use analysis::Facts;
use ground::{GroundGame, Node};

use crate::convention::Turns;
use crate::joined::Joined;

/// How many parts a game has at a glance; 0 if it is no game of two roles that move in turn.
pub fn parts_at_a_glance(game: &GroundGame, facts: &Facts) -> usize {
    let turns = Turns::candidates(facts);
    match turns.first() {
        Some(turns) if game.roles().len() == 2 => Glance::new(game, facts, turns).parts(),
        _ => 0,
    }
}

struct Glance<'a> {
    game: &'a GroundGame,
    /// Fluents that tell the turn or never change: they connect nothing.
    idle: Vec<bool>,
    /// Nodes that hang together.
    joined: Joined,
    visited: Vec<bool>,
}

impl<'a> Glance<'a> {
    fn new(game: &'a GroundGame, facts: &Facts, turns: &Turns) -> Self {
        let mut idle: Vec<bool> = game.fluent_ids().map(|it| turns.has(it)).collect();
        let constants = facts.constants.iter();
        constants.for_each(|(fluent, _)| idle[fluent.index()] = true);
        let nodes = game.circuit().nodes().len();
        let mut glance = Glance {
            game,
            idle,
            joined: Joined::new(nodes),
            visited: vec![false; nodes],
        };
        glance.join();
        glance
    }

    /// Joins each fluent with what it becomes, each move with when it is legal, and both with
    /// all that these read.
    fn join(&mut self) {
        let circuit = self.game.circuit();
        let mut open = Vec::new();
        for (place, node) in circuit.nodes().iter().enumerate() {
            let root = match node {
                Node::Fluent(fluent) if !self.idle[fluent.index()] => self.game.next(*fluent),
                Node::Move(mov) => self.game.legal(*mov),
                _ => continue,
            };
            open.push(root.index());
            if self.connects(root.index()) {
                self.joined.join(place, root.index());
            }
        }
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut self.visited[place], true) {
                continue;
            }
            for read in circuit.nodes()[place].reads() {
                if self.connects(read.index()) {
                    self.joined.join(place, read.index());
                    open.push(read.index());
                }
            }
        }
    }

    fn connects(&self, place: usize) -> bool {
        match &self.game.circuit().nodes()[place] {
            Node::Constant(_) => false,
            Node::Fluent(fluent) => !self.idle[fluent.index()],
            _ => true,
        }
    }

    /// How many of what is joined have both a fluent and a move.
    fn parts(mut self) -> usize {
        let mut has = vec![(false, false); self.joined.len()];
        for (place, node) in self.game.circuit().nodes().iter().enumerate() {
            let root = self.joined.root(place);
            match node {
                Node::Fluent(_) => has[root].0 |= self.connects(place),
                Node::Move(_) => has[root].1 = true,
                _ => {}
            }
        }
        has.into_iter().filter(|it| it.0 && it.1).count()
    }
}
