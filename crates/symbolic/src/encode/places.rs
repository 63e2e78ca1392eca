//! Where groups of fluents stand on a board: coordinates from the arguments of their
//! terms.
//!
//! `(cell 2 b x)` and `(cell 2 b o)` are in one group: their first two arguments are
//! the same in the whole group, so they tell which group it is. Over all groups that
//! look alike such arguments are coordinates. The names of a coordinate's values mean
//! nothing; `line` finds how they follow each other.

use std::collections::BTreeMap;

use analysis::{Group, Shaped};
use ground::GroundGame;

/// Groups that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// Their numbers.
    pub groups: Vec<usize>,
    /// The coordinates, those with few values first.
    pub coordinates: Vec<Coordinate>,
}

/// An argument that tells groups of a class apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Coordinate {
    /// The number of its values.
    pub values: usize,
    /// For each group of the class the number of its value.
    pub of: Vec<usize>,
}

/// What groups of a class have in common: what the terms look like, and which
/// arguments vary within a group.
type Looks = (String, Vec<bool>);

/// All classes, the largest first.
pub(crate) fn classes(game: &GroundGame, groups: &[Group]) -> Vec<Class> {
    let mut alike: BTreeMap<Looks, Vec<(usize, Vec<String>)>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        let (looks, leaves) = looks(game, group);
        alike.entry(looks).or_default().push((number, leaves));
    }
    let mut classes: Vec<Class> = alike
        .into_iter()
        .map(|((_, varies), members)| class(&varies, &members))
        .collect();
    classes.sort_by_key(|class| std::cmp::Reverse(class.groups.len()));
    classes
}

fn class(varies: &[bool], members: &[(usize, Vec<String>)]) -> Class {
    let fixed = (0..varies.len()).filter(|&place| !varies[place]);
    let coordinates = fixed.map(|place| coordinate(place, members));
    let mut coordinates: Vec<Coordinate> = coordinates.filter(|it| it.values > 1).collect();
    coordinates.sort_by_key(|it| it.values);
    coordinates.dedup_by(|a, b| a == b);
    Class {
        groups: members.iter().map(|(number, _)| *number).collect(),
        coordinates,
    }
}

fn coordinate(place: usize, members: &[(usize, Vec<String>)]) -> Coordinate {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut of = Vec::new();
    for (_, leaves) in members {
        let next = numbers.len();
        of.push(*numbers.entry(&leaves[place]).or_insert(next));
    }
    Coordinate {
        values: numbers.len(),
        of,
    }
}

/// How most of a group's fluents look, and the leaves of one of them.
fn looks(game: &GroundGame, group: &Group) -> (Looks, Vec<String>) {
    let mut shapes: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for fluent in &group.fluents {
        let shaped = Shaped::new(&game.fluents()[fluent.index()]);
        shapes.entry(shaped.shape).or_default().push(shaped.leaves);
    }
    let most = shapes.into_iter().max_by_key(|(_, all)| all.len());
    let (shape, mut all) = most.expect("a group has fluents");
    let differs = |place: usize| all.iter().any(|leaves| leaves[place] != all[0][place]);
    let varies = (0..all[0].len()).map(differs).collect();
    ((shape, varies), all.swap_remove(0))
}
