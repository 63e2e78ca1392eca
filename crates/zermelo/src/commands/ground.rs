//! `zermelo ground`: the rules without variables, in numbers, by name and in full.

use game::RoleId;
use ground::{Budget, FluentId, GroundGame, Node, NodeId};
use serde::Serialize;
use serde_json::json;

use super::{Context, SCHEMA};
use crate::arguments::{Format, GroundArguments};
use crate::failure::Failure;
use crate::number::grouped;
use crate::output::{BOLD, RESET};
use crate::{input, output, resources};

#[derive(Serialize)]
struct Report {
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
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &GroundArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let game = GroundGame::new(&rules, &Budget::new(context.stop.clone()))?;
    let moves = RoleId::all(game.roles().len()).map(|role| game.moves_of(role).count());
    let report = Report {
        schema: SCHEMA,
        game: text.name,
        rules_hash: rules.hash().to_string(),
        roles: game.roles().to_vec(),
        fluents: game.fluents().len(),
        moves: moves.collect(),
        rules: game.instances(),
        nodes: game.circuit().nodes().len(),
        list: arguments.list.then(|| names(&game)),
        circuit: arguments.rules.then(|| circuit(&game)),
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
    };
    match context.format {
        Format::Json => output::json(&report),
        Format::Text => {
            let mut described = describe(&report);
            if arguments.list {
                described.push_str(&listing(&game));
            }
            if arguments.rules {
                described = format!("{}\n{}", commented(&described), game.to_kif());
            }
            output::data(&described)?;
            output::used();
            Ok(())
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

/// The text as comments of a sheet.
fn commented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("; {line}\n"));
    lines.collect()
}

fn describe(report: &Report) -> String {
    let mut text = format!("{BOLD}{}{RESET}\n", report.game);
    let mut row = |what: &str, count: usize| {
        text.push_str(&format!("  {what:24} {:>12}\n", grouped(count)));
    };
    row("fluents", report.fluents);
    for (role, &count) in report.roles.iter().zip(&report.moves) {
        row(&format!("moves of {role}"), count);
    }
    row("instances of rules", report.rules);
    row("nodes of the circuit", report.nodes);
    text
}

fn listing(game: &GroundGame) -> String {
    let mut text = "\nfluents\n".to_owned();
    for fluent in game.fluents() {
        text.push_str(&format!("  {fluent}\n"));
    }
    for role in RoleId::all(game.roles().len()) {
        text.push_str(&format!("\nmoves of {}\n", game.roles()[role.index()]));
        for mov in moves_of(game, role) {
            text.push_str(&format!("  {mov}\n"));
        }
    }
    text
}
