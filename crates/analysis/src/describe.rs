//! Facts in words, with many of a kind described as one.
//!
//! In: facts, and the game for its names. Out: [`Family`]s of groups, and the
//! terms of a progress measure. Names are shown here, but nothing is decided by
//! them.

use ground::{FluentId, GroundGame};
use rustc_hash::FxHashMap;

use crate::facts::Group;
use crate::measure::Progress;
use crate::term::Shaped;

/// Groups that differ only in the leaves that their fluents share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The first of them, with `*` where its fluents differ: `(cell 1 1 *)`.
    /// The fluents themselves where they do not look alike.
    pub example: String,
    /// The values in place of the `*`; empty if the fluents differ in several
    /// places or do not look alike.
    pub values: Vec<String>,
    /// How many fluents each group has.
    pub size: usize,
    /// How many groups there are.
    pub count: usize,
    /// Whether one fluent of each always holds.
    pub exactly_one: bool,
}

/// Groups as families, in the order in which they begin.
pub fn families(game: &GroundGame, groups: &[Group]) -> Vec<Family> {
    type Key = (String, Vec<usize>, Vec<String>, usize, bool);
    let mut families: Vec<Family> = Vec::new();
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    for group in groups {
        let looks = Looks::new(game, &group.fluents);
        let size = group.fluents.len();
        let key = (
            looks.shape,
            looks.differs,
            looks.values.clone(),
            size,
            group.exactly_one,
        );
        let place = *known.entry(key).or_insert_with(|| {
            families.push(Family {
                example: looks.pattern,
                values: looks.values,
                size,
                count: 0,
                exactly_one: group.exactly_one,
            });
            families.len() - 1
        });
        families[place].count += 1;
    }
    families
}

/// What the fluents of a group have in common.
struct Looks {
    shape: String,
    differs: Vec<usize>,
    values: Vec<String>,
    pattern: String,
}

impl Looks {
    fn new(game: &GroundGame, fluents: &[FluentId]) -> Self {
        let shaped: Vec<Shaped> = fluents
            .iter()
            .map(|fluent| Shaped::new(&game.fluents()[fluent.index()]))
            .collect();
        let alike = shaped.iter().all(|it| it.shape == shaped[0].shape);
        if shaped.is_empty() || !alike {
            let names = fluents.iter().map(|it| game.fluents()[it.index()].clone());
            let pattern = names.collect::<Vec<_>>().join(", ");
            return Looks {
                shape: pattern.clone(),
                differs: Vec::new(),
                values: Vec::new(),
                pattern,
            };
        }
        let first = &shaped[0];
        let same = |place: usize| {
            let mut all = shaped.iter();
            all.all(|it| it.leaves[place] == first.leaves[place])
        };
        let differs: Vec<usize> = (0..first.leaves.len()).filter(|&it| !same(it)).collect();
        let values = match differs.as_slice() {
            [place] => shaped.iter().map(|it| it.leaves[*place].clone()).collect(),
            _ => Vec::new(),
        };
        Looks {
            shape: first.shape.clone(),
            pattern: first.pattern(|place| !differs.contains(&place)),
            differs,
            values,
        }
    }
}

/// A part of a progress measure: fluents that look alike and weigh the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What they look like: `(cell * * b)`.
    pub pattern: String,
    /// The number of fluents.
    pub count: usize,
    /// What each of them weighs.
    pub weight: i64,
}

impl Progress {
    /// The fluents that count, in as few parts as their looks allow.
    pub fn parts(&self, game: &GroundGame) -> Vec<Weighed> {
        let mut shapes: FxHashMap<String, Vec<(Shaped, i64)>> = FxHashMap::default();
        let mut order = Vec::new();
        for (fluent, &weight) in game.fluents().iter().zip(&self.weights) {
            let shaped = Shaped::new(fluent);
            let alike = shapes.entry(shaped.shape.clone()).or_insert_with(|| {
                order.push(shaped.shape.clone());
                Vec::new()
            });
            alike.push((shaped, weight));
        }
        let parts = order.iter().flat_map(|shape| parts_of(&shapes[shape]));
        parts.filter(|part| part.weight != 0).collect()
    }
}

/// The parts of fluents that look alike, by as few places as determine the
/// weight.
fn parts_of(alike: &[(Shaped, i64)]) -> Vec<Weighed> {
    let leaves = alike.first().map_or(0, |(shaped, _)| shaped.leaves.len());
    let mut sets: Vec<u64> = (0..1u64 << leaves.min(6)).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let whole = (1u64 << leaves.min(63)) - 1;
    let chosen = sets.into_iter().find_map(|set| by_places(alike, set));
    chosen
        .or_else(|| by_places(alike, whole))
        .unwrap_or_default()
}

/// The parts by the leaves in these places, if they determine the weight.
fn by_places(alike: &[(Shaped, i64)], places: u64) -> Option<Vec<Weighed>> {
    let mut parts: Vec<Weighed> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for (shaped, weight) in alike {
        let pattern = shaped.pattern(|place| places >> place & 1 == 1);
        let place = *known.entry(pattern.clone()).or_insert_with(|| {
            parts.push(Weighed {
                pattern,
                count: 0,
                weight: *weight,
            });
            parts.len() - 1
        });
        if parts[place].weight != *weight {
            return None;
        }
        parts[place].count += 1;
    }
    Some(parts)
}
