//! In which order groups of fluents become variables.

use analysis::{Facts, Group};
use ground::GroundGame;

/// A way to order the groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// As the fluents are listed: where they are cells, row by row or column
    /// by column as the rules name them.
    #[default]
    Listed,
    /// As listed, but the blocks of groups that share their first argument
    /// from the middle outwards.
    Centred,
}

impl Order {
    /// The groups, topmost first.
    ///
    /// What runs on by itself (whose turn it is, a step counter) has one value
    /// in all states of a layer: at the top it costs a node for each bit, and
    /// relations fall apart by it at once.
    pub(crate) fn arrange(self, game: &GroundGame, facts: &Facts) -> Vec<Group> {
        let runs_by_itself = |group: &Group| {
            let of_turn = facts.turn.iter().flat_map(|turn| &turn.movers);
            let mut tops = of_turn
                .map(|(fluent, _)| fluent)
                .chain(facts.autonomous.iter().flat_map(|it| &it.order));
            tops.any(|fluent| group.fluents.contains(fluent))
        };
        let groups = facts.partition().into_iter();
        let (mut tops, mut others): (Vec<Group>, Vec<Group>) = groups.partition(runs_by_itself);
        if self == Order::Centred {
            others = centred(game, others);
        }
        tops.append(&mut others);
        tops
    }
}

/// Puts blocks of neighbours with the same first argument in order from the
/// middle one outwards.
fn centred(game: &GroundGame, groups: Vec<Group>) -> Vec<Group> {
    let mut blocks: Vec<(String, Vec<Group>)> = Vec::new();
    for group in groups {
        let key = first_argument(&game.fluents()[group.fluents[0].index()]);
        match blocks.last_mut() {
            Some((last, block)) if *last == key => block.push(group),
            _ => blocks.push((key, vec![group])),
        }
    }
    let last = blocks.len() as isize - 1;
    let mut places: Vec<isize> = (0..=last).collect();
    places.sort_by_key(|place| ((2 * place - last).abs(), *place));
    let mut blocks: Vec<Option<Vec<Group>>> =
        blocks.into_iter().map(|(_, block)| Some(block)).collect();
    let taken = places
        .into_iter()
        .filter_map(|place| blocks[place as usize].take());
    taken.flatten().collect()
}

/// The name and the first argument of a fluent in KIF.
fn first_argument(fluent: &str) -> String {
    let words = fluent.trim_matches(['(', ')']).split_whitespace();
    words.take(2).collect::<Vec<_>>().join(" ")
}
