//! Drops what no reachable state needs: fluents that never hold, moves that are
//! never legal, constant nodes, and nodes that no output depends on.
//!
//! Fluents that always hold stay, as they are part of every state, but nothing
//! reads them any more.

use crate::circuit::{Circuit, Loop, Node, NodeId};
use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};
use crate::possible::Possible;

/// Simplifies a game; it plays the same from its initial state on.
pub(crate) fn simplify(mut game: GroundGame) -> GroundGame {
    // What is dropped may leave further constants behind.
    while let Some(simpler) = without_constants(&game) {
        let size = |game: &GroundGame| game.fluents.len() + game.moves.len();
        let is_done = size(&simpler) == size(&game);
        game = simpler;
        if is_done {
            break;
        }
    }
    let needed = needed(&game);
    let (circuit, places) = game.circuit.keep(&needed);
    game.circuit = circuit;
    game.for_each_output(|node| *node = places[node.index()]);
    game
}

/// The game with constants in place of nodes that are constant in all reachable
/// states; none if there are none.
fn without_constants(game: &GroundGame) -> Option<GroundGame> {
    let possible = Possible::of(game);
    let fluents: Vec<bool> = (0..game.fluents.len())
        .map(|fluent| possible.can_hold(fluent))
        .collect();
    let legal = game.legal.iter();
    let moves: Vec<bool> = legal
        .map(|&node| possible.constant(node) != Some(false))
        .collect();
    let mut constants = (0..game.circuit.nodes().len()).map(NodeId::at).skip(2);
    let is_simple = constants.all(|node| possible.constant(node).is_none());
    if is_simple && fluents.iter().chain(&moves).all(|&kept| kept) {
        return None;
    }
    let (circuit, places) = Rebuilding {
        circuit: &game.circuit,
        possible: &possible,
        fluents: places(&fluents),
        moves: places(&moves),
        new: Circuit::new(),
        places: vec![NodeId::FALSE; game.circuit.nodes().len()],
    }
    .rebuild();
    let mut simpler = game.keep(&fluents, &moves);
    simpler.circuit = circuit;
    simpler.for_each_output(|node| *node = places[node.index()]);
    for goals in &mut simpler.goals {
        goals.retain(|&(_, node)| node != NodeId::FALSE);
    }
    Some(simpler)
}

/// The new number of each thing that is kept.
fn places(kept: &[bool]) -> Vec<u32> {
    let numbers = kept.iter().scan(0, |next, &kept| {
        let number = *next;
        *next += u32::from(kept);
        Some(number)
    });
    numbers.collect()
}

struct Rebuilding<'a> {
    circuit: &'a Circuit,
    possible: &'a Possible<'a>,
    fluents: Vec<u32>,
    moves: Vec<u32>,
    new: Circuit,
    /// Where each node has gone.
    places: Vec<NodeId>,
}

impl Rebuilding<'_> {
    fn rebuild(mut self) -> (Circuit, Vec<NodeId>) {
        let mut done = 0;
        for around in self.circuit.loops() {
            self.add(done..around.nodes.start);
            self.add_loop(around);
            done = around.nodes.end;
        }
        self.add(done..self.circuit.nodes().len());
        (self.new, self.places)
    }

    fn add_loop(&mut self, around: &Loop) {
        let kept = around.definitions.iter();
        let kept = kept.filter(|(variable, _)| self.possible.constant(*variable).is_none());
        let kept: Vec<(NodeId, NodeId)> = kept.copied().collect();
        let variables = self.new.open_loop(kept.len());
        for ((old, _), &new) in kept.iter().zip(&variables) {
            self.places[old.index()] = new;
        }
        self.add(around.nodes.clone());
        if !kept.is_empty() {
            let definitions = kept.iter().map(|(_, old)| self.places[old.index()]);
            let definitions = variables.into_iter().zip(definitions).collect();
            self.new.close_loop(definitions);
        }
    }

    fn add(&mut self, nodes: std::ops::Range<usize>) {
        for place in nodes {
            let new = match self.possible.constant(NodeId::at(place)) {
                Some(true) => NodeId::TRUE,
                Some(false) => NodeId::FALSE,
                None => self.translate(place),
            };
            self.places[place] = new;
        }
    }

    fn translate(&mut self, place: usize) -> NodeId {
        let moved = |parts: &[NodeId]| -> Vec<NodeId> {
            let parts = parts.iter().map(|part| self.places[part.index()]);
            parts.collect()
        };
        match &self.circuit.nodes()[place] {
            Node::Fluent(fluent) => self.new.fluent(FluentId(self.fluents[fluent.index()])),
            Node::Move(mov) => self.new.mov(MoveId(self.moves[mov.index()])),
            Node::Not(inner) => self.new.not(self.places[inner.index()]),
            Node::And(parts) => self.new.and(moved(parts)),
            Node::Or(parts) => self.new.or(moved(parts)),
            Node::Constant(_) | Node::Variable(_) => self.places[place],
        }
    }
}

/// Which nodes some output depends on.
fn needed(game: &GroundGame) -> Vec<bool> {
    let circuit = game.circuit();
    let mut definitions = vec![None; circuit.nodes().len()];
    for (variable, definition) in circuit.loops().iter().flat_map(|it| &it.definitions) {
        definitions[variable.index()] = Some(*definition);
    }
    let goals = game.goals.iter().flatten().map(|&(_, node)| node);
    let outputs = game.legal.iter().chain(&game.next).copied();
    let outputs = outputs.chain(goals).chain([game.terminal]);
    let mut open: Vec<NodeId> = outputs.chain([NodeId::FALSE, NodeId::TRUE]).collect();
    let mut needed = vec![false; circuit.nodes().len()];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut needed[node.index()], true) {
            open.extend(circuit.node(node).reads());
            open.extend(definitions[node.index()]);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use ::game::Stop;
    use gdl::Source;

    use crate::{Budget, GroundGame, NodeId};

    fn ground(text: &str) -> GroundGame {
        let rules = gdl::load(&Source::new("test", text.as_bytes()), None).rules;
        GroundGame::new(&rules.unwrap(), &Budget::new(Stop::new())).unwrap()
    }

    #[test]
    fn what_can_never_hold_is_dropped() {
        // Each of them needs the one before, and the first never comes.
        let game = ground(
            "(role r) (init p) (legal r go) (<= (legal r win) (true c))
             (<= (next p) (true p) (not (true q))) (<= (next q) (true q) (does r go))
             (<= (next a) (true p) (not (true p))) (<= (next b) (true a) (does r go))
             (<= (next c) (true b)) (<= terminal (true c)) (goal r 0)
             (<= (goal r 100) (true c))",
        );
        assert_eq!(game.fluents(), ["p"]);
        assert_eq!(game.moves(), ["go"]);
        assert_eq!(game.terminal(), NodeId::FALSE);
        assert_eq!(game.goals(::game::RoleId::new(0)).len(), 1);
    }

    #[test]
    fn what_always_holds_stays_in_the_state_and_out_of_the_circuit() {
        let game = ground(
            "(role r) (init wall) (init (n 0)) (legal r go) (succ 0 1)
             (<= (next wall) (true wall) (not (true hole))) (<= (next hole) (true hole))
             (<= (next (n ?y)) (true (n ?x)) (true wall) (succ ?x ?y))
             (<= terminal (true (n 1))) (goal r 0)",
        );
        assert_eq!(game.fluents(), ["(n 0)", "(n 1)", "wall"]);
        let wall = game.fluent_ids().nth(2).unwrap();
        assert_eq!(game.next(wall), NodeId::TRUE);
        // The constants, and the two fluents that something reads.
        assert_eq!(game.circuit().nodes().len(), 4);
    }

    #[test]
    fn every_node_is_read_by_something() {
        let game = ground(
            "(role r) (init (p 0)) (<= (legal r go) (q 0)) (<= (q ?x) (true (p ?x)))
             (<= (q ?x) (q ?x)) (<= (dead ?x) (q ?x)) (<= (next (p 0)) (true (p 0)))
             (<= terminal (dead 1)) (goal r 0)",
        );
        let mut read = vec![false; game.circuit().nodes().len()];
        for node in game.circuit().nodes().iter().flat_map(crate::Node::reads) {
            read[node.index()] = true;
        }
        let mut game = game;
        game.for_each_output(|node| read[node.index()] = true);
        assert!(read[2..].iter().all(|&read| read));
    }
}
