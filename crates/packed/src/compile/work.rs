//! The work that moves take: which take much, and which parts several share.

use crate::compile::code::Code;
use crate::compile::net::Literal;
use crate::compile::specialise::{Effect, Specialised};
use crate::knobs::Knobs;

/// Which moves take far more work than others, mostly those of a role that waits,
/// since all then depends on what the others do; and the nodes that several of the
/// other moves need. What only expensive moves need is computed seldom.
pub(crate) fn expensive_and_shared(
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
    let much = knobs.expensive_move * work.iter().sum::<usize>();
    let expensive: Vec<bool> = work.iter().map(|it| it * work.len() > much).collect();
    for (effect, _) in game
        .effects
        .iter()
        .zip(&expensive)
        .filter(|(_, expensive)| **expensive)
    {
        for node in code.missing(&game.net, wanted(effect)) {
            users[node] -= 1;
        }
    }
    let shared = (0..users.len()).filter(|&node| users[node] > 1);
    (expensive, shared.map(Literal::of_node).collect())
}

fn wanted(effect: &Effect) -> impl Iterator<Item = Literal> + '_ {
    effect.writes.iter().map(|&(_, literal)| literal)
}
