//! Drops what no reachable state needs: fluents that never hold, moves that are
//! never legal, constant nodes, and nodes that no output depends on.
//!
//! Fluents that always hold stay, as they are part of every state, but nothing
//! reads them any more.

use crate::circuit::NodeId;
use crate::game::GroundGame;
use crate::possible::Possible;
use crate::rebuild::{numbers, rebuild};

/// Simplifies a game; it plays the same from its initial state on.
pub(crate) fn simplify(mut game: GroundGame) -> GroundGame {
    // Dropping nodes may create further constants.
    while let Some(simpler) = without_constants(&game) {
        let size = |game: &GroundGame| game.fluents.len() + game.moves.len();
        let is_done = size(&simpler) == size(&game);
        game = simpler;
        if is_done {
            break;
        }
    }
    keep_needed(&mut game);
    game
}

/// Drops the nodes that no output depends on.
pub(crate) fn keep_needed(game: &mut GroundGame) {
    let (circuit, places) = game.circuit.keep(&needed(game));
    game.circuit = circuit;
    game.for_each_output(|node| *node = places[node.index()]);
}

/// The game with constants in place of nodes that are constant in all reachable
/// states; `None` if there are no such nodes.
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
    let constant = |node| possible.constant(node);
    let numbers = (numbers(&fluents), numbers(&moves));
    let (circuit, places) = rebuild(&game.circuit, constant, numbers);
    let mut simpler = game.keep(&fluents, &moves);
    simpler.circuit = circuit;
    simpler.for_each_output(|node| *node = places[node.index()]);
    for goals in &mut simpler.goals {
        goals.retain(|&(_, node)| node != NodeId::FALSE);
    }
    Some(simpler)
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
        // Each of them needs the one before, and the first never holds.
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
