//! The rules without variables, as JSON.

use game::RoleId;
use ground::{FluentId, GroundGame, Node, NodeId};
use serde::Serialize;
use serde_json::json;
use solver::Game;

use crate::SCHEMA;
use crate::used::Used;

/// What is told of a ground game.
#[derive(Debug, Serialize)]
pub struct GroundReport {
    schema: u32,
    game: String,
    rules_hash: String,
    roles: Vec<String>,
    fluents: usize,
    /// The number of moves of each role.
    moves: Vec<usize>,
    /// The instances of rules.
    rules: usize,
    /// The nodes of the circuit.
    nodes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    circuit: Option<serde_json::Value>,
    #[serde(flatten)]
    used: Used,
}

impl GroundReport {
    /// What is told of a ground game: numbers, and names and the circuit if asked for.
    pub fn new(
        game: &Game,
        ground: &GroundGame,
        (with_names, with_circuit): (bool, bool),
        used: Used,
    ) -> Self {
        let roles = RoleId::all(ground.roles().len());
        GroundReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            roles: ground.roles().to_vec(),
            fluents: ground.fluents().len(),
            moves: roles.map(|role| ground.moves_of(role).count()).collect(),
            rules: ground.instances(),
            nodes: ground.circuit().nodes().len(),
            list: with_names.then(|| names(ground)),
            circuit: with_circuit.then(|| circuit(ground)),
            used,
        }
    }
}

fn moves_of(game: &GroundGame, role: RoleId) -> Vec<&str> {
    let moves = game.moves_of(role);
    moves
        .map(|mov| game.moves()[mov.index()].as_str())
        .collect()
}

fn names(game: &GroundGame) -> serde_json::Value {
    let roles = RoleId::all(game.roles().len());
    let moves: Vec<Vec<&str>> = roles.map(|role| moves_of(game, role)).collect();
    json!({ "fluents": game.fluents(), "moves": moves })
}

/// The circuit as data: fluents, moves and nodes by their numbers.
fn circuit(game: &GroundGame) -> serde_json::Value {
    let circuit = game.circuit();
    let node = |node: &Node| match node {
        Node::Constant(value) => json!(value),
        Node::Fluent(fluent) => json!({ "fluent": fluent.index() }),
        Node::Move(mov) => json!({ "move": mov.index() }),
        Node::Not(inner) => json!({ "not": inner.index() }),
        Node::And(parts) => json!({ "and": places(parts) }),
        Node::Or(parts) => json!({ "or": places(parts) }),
        Node::Variable(number) => json!({ "variable": number }),
    };
    let definition = |(variable, is): &(NodeId, NodeId)| [variable.index(), is.index()];
    let loops = circuit.loops().iter();
    let loops = loops.map(|it| it.definitions.iter().map(definition).collect());
    let loops: Vec<Vec<[usize; 2]>> = loops.collect();
    let roles = || RoleId::all(game.roles().len());
    let legal = roles().flat_map(|role| game.moves_of(role));
    let legal: Vec<NodeId> = legal.map(|mov| game.legal(mov)).collect();
    let next: Vec<NodeId> = game.fluent_ids().map(|it| game.next(it)).collect();
    let initial = game.fluent_ids().filter(|&it| game.holds_initially(it));
    let goals = roles().map(|role| {
        let goals = game.goals(role).iter();
        let goals = goals.map(|(value, node)| json!([value.to_string(), node.index()]));
        goals.collect()
    });
    json!({
        "nodes": circuit.nodes().iter().map(node).collect::<Vec<_>>(),
        "loops": loops,
        "initial": initial.map(FluentId::index).collect::<Vec<_>>(),
        "legal": places(&legal),
        "next": places(&next),
        "terminal": game.terminal().index(),
        "goals": goals.collect::<Vec<Vec<_>>>(),
    })
}

fn places(nodes: &[NodeId]) -> Vec<usize> {
    nodes.iter().map(|node| node.index()).collect()
}
