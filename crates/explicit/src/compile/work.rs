//! The work that moves take: which take much, and what several have in common.

use crate::compile::code::Code;
use crate::compile::net::Literal;
use crate::compile::specialise::{Effect, Specialised};

/// How many times the work of an average move is much.
const DEAR: usize = 3;

/// Which moves take far more work than others: mostly those of who waits, as all
/// depends on what others do then.
pub(crate) fn dear(code: &mut Code, game: &Specialised) -> Vec<bool> {
    let work = game.effects.iter().map(|effect| {
        let nodes = code.missing(&game.net, wanted(effect)).into_iter();
        let reads = nodes.map(|node| game.net.node(node).reads().len());
        effect.writes.len() + reads.sum::<usize>()
    });
    let work: Vec<usize> = work.collect();
    let much = DEAR * work.iter().sum::<usize>();
    let is_dear = |it: &usize| it * work.len() > much;
    work.iter().map(is_dear).collect()
}

/// The nodes that several moves need, those aside that are dear: what is
/// computed for these is computed seldom.
pub(crate) fn shared(code: &mut Code, game: &Specialised, dear: &[bool]) -> Vec<Literal> {
    let mut users = vec![0_u8; game.net.len()];
    for (effect, _) in game.effects.iter().zip(dear).filter(|(_, dear)| !**dear) {
        for node in code.missing(&game.net, wanted(effect)) {
            users[node] = users[node].saturating_add(1);
        }
    }
    let shared = (0..users.len()).filter(|&node| users[node] > 1);
    shared.map(Literal::of_node).collect()
}

fn wanted(effect: &Effect) -> impl Iterator<Item = Literal> + '_ {
    effect.writes.iter().map(|&(_, literal)| literal)
}
