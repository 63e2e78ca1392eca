//! Which fields come first when states are compared.
//!
//! In: groups in the order of their names. Out: the same groups, those last (the most
//! significant ones) that the legality of every move depends on: where the gap is in a
//! puzzle, whose turn it is. Neighbours in a sorted layer then differ little in what is
//! legal, so a batch of them makes few different moves. The order affects only the
//! running time; names must not affect it.

use analysis::Group;
use game::RoleId;
use ground::{GroundGame, Node};

use crate::knobs::Knobs;

/// The groups in the order in which they are packed.
pub(crate) fn by_significance(game: &GroundGame, groups: &[Group]) -> Vec<Group> {
    let words = groups.len().div_ceil(64);
    if game.circuit().nodes().len().saturating_mul(words) > Knobs::DEPENDENCE_WORDS {
        return groups.to_vec();
    }
    let asked = asked_by_all(game, groups, words);
    let is_asked = |place: usize| asked[place / 64] >> (place % 64) & 1 == 1;
    let (first, others): (Vec<usize>, Vec<usize>) = (0..groups.len()).partition(|&it| is_asked(it));
    let order = others.into_iter().chain(first);
    order.map(|place| groups[place].clone()).collect()
}

/// The groups that the legality of every move depends on, a bit for each; moves that
/// are always legal do not count.
fn asked_by_all(game: &GroundGame, groups: &[Group], words: usize) -> Vec<u64> {
    let dependence = dependence(game, groups, words);
    let roles = RoleId::all(game.roles().len());
    let legal = roles
        .flat_map(|role| game.moves_of(role))
        .map(|mov| game.legal(mov));
    let open = legal.filter(|&legal| !matches!(game.circuit().node(legal), Node::Constant(_)));
    let mut common = vec![u64::MAX; words];
    for legal in open {
        let asked = &dependence[legal.index() * words..][..words];
        for (common, asked) in common.iter_mut().zip(asked) {
            *common &= asked;
        }
    }
    common
}

/// For each node the groups that it depends on, a bit for each.
fn dependence(game: &GroundGame, groups: &[Group], words: usize) -> Vec<u64> {
    let mut group_of = vec![None; game.fluents().len()];
    for (place, group) in groups.iter().enumerate() {
        for fluent in &group.fluents {
            group_of[fluent.index()] = Some(place);
        }
    }
    let nodes = game.circuit().nodes();
    let mut bits = vec![0; nodes.len() * words];
    for (place, node) in nodes.iter().enumerate() {
        if let Node::Fluent(fluent) = node
            && let Some(group) = group_of[fluent.index()]
        {
            bits[place * words + group / 64] |= 1 << (group % 64);
        }
        for read in node.reads() {
            for word in 0..words {
                bits[place * words + word] |= bits[read.index() * words + word];
            }
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use game::Stop;
    use gdl::Source;
    use ground::FluentId;

    use super::*;

    /// Its name does not matter.
    #[test]
    fn what_every_move_looks_at_is_most_significant() {
        for gap in ["a", "z"] {
            let text = format!(
                "(role r) (init (at p 1)) (init (at q 2)) (init (at {gap} 3)) (goal r 0)
                 (piece p) (piece q) (<= terminal (true (at p 3)))
                 (<= (legal r (push ?p)) (piece ?p) (true (at ?p ?x)) (true (at {gap} ?y))
                    (distinct ?x ?y))
                 (<= (next (at ?p ?y)) (does r (push ?p)) (true (at {gap} ?y)))
                 (<= (next (at {gap} ?x)) (does r (push ?p)) (true (at ?p ?x)))
                 (<= (next (at ?o ?x)) (piece ?o) (true (at ?o ?x)) (not (does r (push ?o))))"
            );
            let rules = gdl::load(&Source::new("test", text.as_bytes()), None).rules;
            let budget = ground::Budget::new(Stop::new());
            let game = GroundGame::new(&rules.unwrap(), &budget).unwrap();
            let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
            let ordered = by_significance(&game, facts.partition());
            let last: &FluentId = &ordered.last().unwrap().fluents[0];
            let name = &game.fluents()[last.index()];
            assert!(name.starts_with(&format!("(at {gap} ")), "{name}");
        }
    }
}
