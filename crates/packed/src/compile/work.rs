//! The work that moves take: which take much, and what several have in common.

use crate::compile::code::Code;
use crate::compile::net::Literal;
use crate::compile::specialise::{Effect, Specialised};
use crate::knobs::Knobs;

/// Which moves take far more work than others: mostly those of who waits, as all
/// depends on what others do then. And the nodes that several of the other moves need:
/// what is computed for those that are dear is computed seldom.
pub(crate) fn dear_and_shared(
    code: &mut Code,
    game: &Specialised,
    knobs: &Knobs,
) -> (Vec<bool>, Vec<Literal>) {
    let mut users = vec![0_u32; game.net.len()];
    let mut work = Vec::new();
    for effect in &game.effects {
        let mut reads = 0;
        for node in code.missing(&game.net, wanted(effect)) {
            reads += game.net.node(node).reads().len();
            users[node] += 1;
        }
        work.push(effect.writes.len() + reads);
    }
    let much = knobs.dear_move * work.iter().sum::<usize>();
    let dear: Vec<bool> = work.iter().map(|it| it * work.len() > much).collect();
    for (effect, _) in game.effects.iter().zip(&dear).filter(|(_, dear)| **dear) {
        for node in code.missing(&game.net, wanted(effect)) {
            users[node] -= 1;
        }
    }
    let shared = (0..users.len()).filter(|&node| users[node] > 1);
    (dear, shared.map(Literal::of_node).collect())
}

fn wanted(effect: &Effect) -> impl Iterator<Item = Literal> + '_ {
    effect.writes.iter().map(|&(_, literal)| literal)
}
