//! Prints a ground game as a sheet of rules without variables, which can be
//! read back.
//!
//! A condition that several rules need, or that cannot be written inside one,
//! gets a name.

use std::fmt::Write;

use ::game::RoleId;

use crate::circuit::{Node, NodeId};
use crate::game::GroundGame;

impl GroundGame {
    /// The game in KIF, without variables: it plays as this one does.
    pub fn to_kif(&self) -> String {
        let mut printer = Printer::new(self);
        printer.print();
        printer.text
    }
}

struct Printer<'a> {
    game: &'a GroundGame,
    /// How the names of conditions begin.
    prefix: String,
    /// What each move is called in a condition.
    does: Vec<String>,
    /// Conditions that are written where they are read.
    inline: Vec<bool>,
    text: String,
}

impl<'a> Printer<'a> {
    fn new(game: &'a GroundGame) -> Self {
        let mut does = vec![String::new(); game.moves().len()];
        for role in RoleId::all(game.roles().len()) {
            for mov in game.moves_of(role) {
                let name = &game.moves()[mov.index()];
                does[mov.index()] = format!("(does {} {name})", game.roles()[role.index()]);
            }
        }
        Printer {
            game,
            prefix: free_prefix(game),
            does,
            inline: inline(game),
            text: String::new(),
        }
    }

    fn print(&mut self) {
        let game = self.game;
        self.section("roles");
        for role in game.roles() {
            self.define(&format!("(role {role})"), NodeId::TRUE);
        }
        self.section("initial state");
        for fluent in game.fluent_ids().filter(|&it| game.holds_initially(it)) {
            let head = format!("(init {})", game.fluents()[fluent.index()]);
            self.define(&head, NodeId::TRUE);
        }
        self.section("legal moves");
        for role in RoleId::all(game.roles().len()) {
            for mov in game.moves_of(role) {
                let does = &self.does[mov.index()];
                let head = does.replacen("(does", "(legal", 1);
                self.define(&head, game.legal(mov));
            }
        }
        self.section("next state");
        for fluent in game.fluent_ids() {
            let head = format!("(next {})", game.fluents()[fluent.index()]);
            self.define(&head, game.next(fluent));
        }
        self.section("end and goals");
        self.define("terminal", game.terminal());
        for (role, goals) in game.roles().iter().zip(&game.goals) {
            for (value, node) in goals {
                self.define(&format!("(goal {role} {value})"), *node);
            }
        }
        self.print_conditions();
    }

    fn section(&mut self, title: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        let _ = writeln!(self.text, "{gap}; {title}");
    }

    /// The conditions with names.
    fn print_conditions(&mut self) {
        let circuit = self.game.circuit();
        self.section("conditions");
        for (place, node) in circuit.nodes().iter().enumerate() {
            let id = NodeId::at(place);
            if matches!(node, Node::And(_) | Node::Or(_)) && !self.inline[place] {
                self.define_by_parts(&self.name(id), id);
            }
        }
        for (variable, definition) in circuit.loops().iter().flat_map(|it| &it.definitions) {
            self.define(&self.name(*variable), *definition);
        }
    }

    /// The rules by which a node makes a head hold.
    fn define(&mut self, head: &str, node: NodeId) {
        match self.inline[node.index()] {
            true => self.define_by_parts(head, node),
            false => self.rule(head, &[node]),
        }
    }

    fn define_by_parts(&mut self, head: &str, node: NodeId) {
        let game = self.game;
        match game.circuit().node(node) {
            Node::Or(parts) => {
                for part in parts {
                    match game.circuit().node(*part) {
                        Node::And(inner) if self.inline[part.index()] => self.rule(head, inner),
                        _ => self.rule(head, &[*part]),
                    }
                }
            }
            node => self.rule(head, node.reads()),
        }
    }

    fn rule(&mut self, head: &str, body: &[NodeId]) {
        let written = match body {
            [NodeId::FALSE] => return,
            [NodeId::TRUE] => writeln!(self.text, "{head}"),
            _ => {
                let literals = body.iter().map(|&node| self.literal(node));
                let literals: Vec<String> = literals.collect();
                writeln!(self.text, "(<= {head} {})", literals.join(" "))
            }
        };
        written.expect("a string can be written to");
    }

    fn literal(&self, node: NodeId) -> String {
        match self.game.circuit().node(node) {
            Node::Fluent(fluent) => format!("(true {})", self.game.fluents()[fluent.index()]),
            Node::Move(mov) => self.does[mov.index()].clone(),
            Node::Not(inner) => format!("(not {})", self.literal(*inner)),
            _ => self.name(node),
        }
    }

    fn name(&self, node: NodeId) -> String {
        format!("{}{}", self.prefix, node.index())
    }
}

/// Conditions that only one rule needs, at a place where they can be written
/// out: as the whole body, or a conjunction as one of several alternatives.
fn inline(game: &GroundGame) -> Vec<bool> {
    let circuit = game.circuit();
    let mut readers = vec![0; circuit.nodes().len()];
    for read in circuit.nodes().iter().flat_map(Node::reads) {
        readers[read.index()] += 1;
    }
    let definitions = circuit.loops().iter().flat_map(|it| &it.definitions);
    let goals = game.goals.iter().flatten().map(|&(_, node)| node);
    let outputs = game.legal.iter().chain(&game.next).copied();
    let outputs = outputs.chain(goals).chain([game.terminal]);
    let heads: Vec<NodeId> = outputs.chain(definitions.map(|(_, it)| *it)).collect();
    for head in &heads {
        readers[head.index()] += 1;
    }
    let is_gate = |node: &Node| matches!(node, Node::And(_) | Node::Or(_));
    let mut inline = vec![false; circuit.nodes().len()];
    for head in heads {
        inline[head.index()] = readers[head.index()] == 1 && is_gate(circuit.node(head));
    }
    for node in circuit.nodes() {
        if let Node::Or(parts) = node {
            let once = parts.iter().filter(|part| readers[part.index()] == 1);
            for part in once.filter(|part| matches!(circuit.node(**part), Node::And(_))) {
                inline[part.index()] = true;
            }
        }
    }
    inline
}

/// A prefix of names that, followed by a number, is not in use.
fn free_prefix(game: &GroundGame) -> String {
    let texts = || {
        (game.roles().iter())
            .chain(game.fluents())
            .chain(game.moves())
    };
    let is_taken = |prefix: &str| {
        let mut words = texts().flat_map(|text| text.split(['(', ')', ' ']));
        words.any(|word| {
            let word = word.to_lowercase();
            let number = word.strip_prefix(prefix);
            number.is_some_and(|number| number.parse::<u64>().is_ok())
        })
    };
    let mut prefix = "c".to_owned();
    while is_taken(&prefix) {
        prefix.push('c');
    }
    prefix
}
