//! What tunes a search.

use std::f32::consts::SQRT_2;

use game::{Model, Rewards};

/// Which form of UCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// UCT on a graph of states, with playouts and proofs.
    Uct,
    /// UCT with an endgame database as printed by Edelkamp and Kissmann (2008), algorithm 3:
    /// a tree of which every state on the way becomes a node, down to an end or a state of
    /// the database; no playouts, no proofs.
    Uct2008,
}

/// What tunes a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which form of UCT.
    pub algorithm: Algorithm,
    /// What each role wants; an oracle must have the same model.
    pub model: Model,
    /// What infinite play is worth, if that may lie outside of the rewards of ends: no
    /// outcome then counts as best that infinite play could exceed.
    pub infinite: Option<Rewards>,
    /// How much little-known moves are preferred: the factor of √(ln n / n_a), for rewards
    /// on a scale from 0 to 1. More looks wider, less looks deeper.
    pub exploration: f32,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many threads work; at least 1.
    pub threads: usize,
    /// How many iterations each thread has under way at once, from 1 to 64. With fewer, each
    /// knows more of the results of those before it, and takes longer.
    pub lanes: usize,
    /// How many losses an iteration under way counts as, at the moves on its way: 0 counts
    /// it as a visit alone. More spreads the iterations of a moment over more moves.
    pub virtual_loss: f32,
    /// How many bytes the graph may take. What is not in it is still played out.
    pub memory_bytes: u64,
    /// The number of moves after which an iteration is given up, and counts as half way
    /// between the least and the most rewards; with one role as the least.
    pub max_length: u64,
    /// How many playouts begin at each new node, one after the other; each counts as an
    /// iteration. More take less time each, as the way down is shared, and tell less.
    pub playouts: u32,
}

impl Settings {
    /// The usual settings of an algorithm.
    pub fn new(algorithm: Algorithm) -> Self {
        let usual = Settings {
            algorithm,
            model: Model::Difference,
            infinite: None,
            // 2·Cp with Cp = 1/√2, the constant of the analysis of UCT for rewards from 0 to
            // 1; the paper of 2008 calls its own "appropriate". With 0.7, search looks too deep:
            // after a million iterations on an empty board of Connect Four it preferred a
            // draw to the win for each of three seeds.
            exploration: SQRT_2,
            seed: 1,
            threads: 1,
            lanes: 64,
            virtual_loss: 1.0,
            memory_bytes: 1 << 30,
            max_length: 1000,
            playouts: 4,
        };
        match algorithm {
            Algorithm::Uct => usual,
            // One iteration at a time, as printed.
            Algorithm::Uct2008 => Settings {
                lanes: 1,
                virtual_loss: 0.0,
                ..usual
            },
        }
    }

    /// Whether states that are reached in several ways are one node, and proven values are
    /// carried up.
    pub(crate) fn is_graph(&self) -> bool {
        self.algorithm == Algorithm::Uct
    }
}
