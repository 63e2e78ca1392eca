//! A form of a local game that does not depend on where it lies.
//!
//! In: a [`LocalGame`]. Out: its numbers in an order that follows from its structure alone.
//! Equal numbers prove that two games are the same up to the names of fluents and moves:
//! they are the whole game, written down. Games that are the same may get different
//! numbers, which costs time and changes no value.
//!
//! The order comes from colour refinement: what is alike has one colour, and a colour is
//! split by the colours around it until that changes nothing. Where several remain of one
//! colour, one of them is chosen and refinement goes on. All of them lead to the same
//! numbers if a symmetry takes them into each other, which is nearly always so.

use crate::pieces::local::LocalGame;
use crate::signal::Signal;

/// The numbers of a game in its canonical order.
pub(crate) fn canonical(game: &LocalGame) -> Box<[u32]> {
    let graph = Graph::new(game);
    let mut colours = graph.colours.clone();
    let ranks = loop {
        graph.refine(&mut colours);
        match largest_ambiguity(&colours) {
            None => break ranks(&colours),
            Some(vertex) => colours[vertex] = mix(colours[vertex], CHOSEN),
        }
    };
    graph.written(&ranks)
}

const CHOSEN: u64 = 0x5bd1_e995_9d2c_5681;

/// Mixes two numbers into one (the finaliser of SplitMix64).
fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(other ^ 0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Fluents, gates, actions and writes, and which of them refer to which.
struct Graph {
    /// The colour of each vertex by what it is.
    colours: Vec<u64>,
    /// For each vertex the kind of its references, and to which vertices: as it refers to
    /// them, and as they refer to it.
    edges: Vec<(u32, u32)>,
    /// Where the edges of each vertex end; those that it makes come first.
    ends: Vec<(usize, usize)>,
}

/// The kinds of references: to a part of a gate, the legality of an action, an action's
/// write, its fluent and its value. The lowest bit says whether it is negated.
mod kind {
    pub const PART: u32 = 0;
    pub const LEGAL: u32 = 2;
    pub const WRITE: u32 = 4;
    pub const FLUENT: u32 = 6;
    pub const VALUE: u32 = 8;
    /// Added where the reference is seen from its other end.
    pub const BACK: u32 = 10;
}

impl Graph {
    fn new(game: &LocalGame) -> Self {
        let fluents = game.values.iter().map(|&holds| 2 + u64::from(holds));
        let gates = game.gates.iter().map(|_| 4);
        let mut colours: Vec<u64> = [1].into_iter().chain(fluents).chain(gates).collect();
        let mut edges: Vec<(usize, u32, usize)> = Vec::new();
        let kind = |kind: u32, signal: Signal| kind + u32::from(signal.is_negated());
        for (place, parts) in game.gates.iter().enumerate() {
            let gate = 1 + game.values.len() + place;
            let parts = parts.iter();
            edges.extend(parts.map(|&part| (gate, kind(kind::PART, part), part.number())));
        }
        for action in &game.actions {
            let vertex = colours.len();
            colours.push(5 + u64::from(action.role));
            let legal = action.legal;
            edges.push((vertex, kind(kind::LEGAL, legal), legal.number()));
            for &(fluent, becomes) in &action.writes {
                let write = colours.len();
                colours.push(7);
                edges.push((vertex, kind::WRITE, write));
                edges.push((write, kind::FLUENT, 1 + fluent as usize));
                edges.push((write, kind(kind::VALUE, becomes), becomes.number()));
            }
        }
        Graph::of(colours, edges)
    }

    fn of(colours: Vec<u64>, made: Vec<(usize, u32, usize)>) -> Self {
        let mut around: Vec<Vec<(u32, u32)>> = vec![Vec::new(); colours.len()];
        for &(from, kind, to) in &made {
            around[from].push((kind, to as u32));
        }
        let own: Vec<usize> = around.iter().map(Vec::len).collect();
        for &(from, kind, to) in &made {
            around[to].push((kind + kind::BACK, from as u32));
        }
        let mut graph = Graph {
            colours,
            edges: Vec::with_capacity(2 * made.len()),
            ends: Vec::new(),
        };
        for (edges, own) in around.into_iter().zip(own) {
            let first = graph.edges.len();
            graph.edges.extend(edges);
            graph.ends.push((first + own, graph.edges.len()));
        }
        graph
    }

    fn edges_from(&self, vertex: usize) -> usize {
        match vertex.checked_sub(1) {
            Some(before) => self.ends[before].1,
            None => 0,
        }
    }

    /// Splits colours by those around them until there are no more of them.
    fn refine(&self, colours: &mut Vec<u64>) {
        let mut count = count(colours);
        loop {
            let refined: Vec<u64> = (0..colours.len())
                .map(|vertex| {
                    let edges = &self.edges[self.edges_from(vertex)..self.ends[vertex].1];
                    let around = edges
                        .iter()
                        .map(|&(kind, other)| mix(u64::from(kind), colours[other as usize]));
                    // A sum does not depend on the order of the edges.
                    mix(colours[vertex], around.fold(0, u64::wrapping_add))
                })
                .collect();
            let now = self::count(&refined);
            if now <= count {
                return;
            }
            (*colours, count) = (refined, now);
        }
    }

    /// The graph with each vertex at its rank: what it is, and what it refers to.
    fn written(&self, ranks: &[u32]) -> Box<[u32]> {
        let mut order = vec![0; ranks.len()];
        for (vertex, &rank) in ranks.iter().enumerate() {
            order[rank as usize] = vertex;
        }
        let mut numbers = vec![ranks.len() as u32];
        for vertex in order {
            let own = &self.edges[self.edges_from(vertex)..self.ends[vertex].0];
            let own = own.iter().map(|&(kind, to)| (ranks[to as usize], kind));
            let mut own: Vec<(u32, u32)> = own.collect();
            own.sort_unstable();
            numbers.extend([self.colours[vertex] as u32, own.len() as u32]);
            numbers.extend(own.into_iter().flat_map(|(to, kind)| [to, kind]));
        }
        numbers.into()
    }
}

fn count(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// A vertex of a colour that most have: of these, of the least colour. `None` if each has
/// its own.
fn largest_ambiguity(colours: &[u64]) -> Option<usize> {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b);
    let run = runs.max_by_key(|run| (run.len(), std::cmp::Reverse(run[0])))?;
    if run.len() == 1 {
        return None;
    }
    colours.iter().position(|&colour| colour == run[0])
}

/// The place of each vertex in the order of colours, which are all different.
fn ranks(colours: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..colours.len() as u32).collect();
    order.sort_unstable_by_key(|&vertex| colours[vertex as usize]);
    let mut ranks = vec![0; colours.len()];
    for (rank, vertex) in order.into_iter().enumerate() {
        ranks[vertex as usize] = rank as u32;
    }
    ranks
}
