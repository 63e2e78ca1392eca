//! Orders worth trying: by each coordinate of a board as the major one, by ties alone,
//! and as listed.

use std::collections::BTreeSet;

use analysis::{Facts, Group};
use ground::GroundGame;

use crate::encode::block::Block;
use crate::encode::line::line;
use crate::encode::places::{Class, classes};
use crate::encode::ties::Ties;
use crate::knobs::Knobs;

/// Name of the order in which the groups are listed.
pub(crate) const LISTED: &str = "listed";

/// First letter of the names of orders with pieces above the board.
const RAISED: char = '^';

/// A name, and the groups by number, topmost first.
///
/// The name does not depend on the names in the sheet. `a` is the coordinate with the
/// fewest values; the major coordinate stands first. `+` goes along the coordinate's
/// line, `-` the other way, `*` from the middle of the line outwards, `o` from its ends
/// inwards. `^` stands before an order with pieces above the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub name: String,
    pub kind: Kind,
    pub order: Vec<usize>,
    /// For each group its block: the groups with the same major coordinate.
    pub blocks: Vec<usize>,
}

/// What orders have in common that differ only in the sequence of coordinates, or in
/// the direction along their lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Listed,
    Arranged,
    /// The ways of its coordinates, with `Along` in place of `Back`.
    Planned(Vec<Way>),
    Raised,
}

/// The sequence in which the values of a coordinate follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    Centre,
    Along,
    Back,
    Rim,
}

/// Coordinates, the major one first, and their ways.
type Plan = Vec<(usize, Way)>;

/// The groups of fluents that become fields.
///
/// Some change by themselves: whose turn it is, a step counter. They have one value in
/// all states of a layer. At the top they cost one node per bit, and relations split by
/// them at once.
pub(crate) struct Groups {
    pub tops: Vec<Group>,
    pub others: Vec<Group>,
}

impl Groups {
    pub fn new(facts: &Facts) -> Self {
        let runs_by_itself = |group: &Group| {
            let of_turn = facts.turn.iter().flat_map(|turn| &turn.movers);
            let mut tops = of_turn
                .map(|(fluent, _)| fluent)
                .chain(facts.autonomous.iter().flat_map(|it| &it.order));
            tops.any(|fluent| group.fluents.contains(fluent))
        };
        let all = facts.partition().iter().cloned();
        let (tops, others) = all.partition(runs_by_itself);
        Groups { tops, others }
    }

    /// The order in which the groups are listed.
    pub fn listed(&self) -> Candidate {
        Candidate {
            name: LISTED.to_owned(),
            kind: Kind::Listed,
            order: (0..self.others.len()).collect(),
            blocks: vec![0; self.others.len()],
        }
    }

    /// All orders worth trying, no two alike, the most promising first.
    pub fn candidates(&self, game: &GroundGame, knobs: &Knobs) -> Vec<Candidate> {
        let count = self.others.len();
        let mut group_of = vec![None; game.fluents().len()];
        for (number, group) in self.others.iter().enumerate() {
            for fluent in &group.fluents {
                group_of[fluent.index()] = Some(number);
            }
        }
        let ties = Ties::new(game, &group_of, knobs.tied_groups);
        let board = Board::new(game, &self.others, &ties, knobs);
        let mut all = vec![self.listed()];
        all.extend(board.plans().iter().map(|plan| board.candidate(plan)));
        if count <= knobs.arranged_groups {
            let each: Vec<Option<usize>> = (0..count).map(Some).collect();
            let mut order = line(&ties.weights(count, &each), knobs);
            for name in ["arranged+", "arranged-"] {
                all.push(Candidate {
                    name: name.to_owned(),
                    kind: Kind::Arranged,
                    order: order.clone(),
                    blocks: vec![0; count],
                });
                order.reverse();
            }
        }
        for candidate in &mut all {
            if candidate.blocks.iter().all(|&it| it == 0) {
                candidate.blocks = board.blocks_in(&candidate.order);
            }
        }
        let mut seen = BTreeSet::new();
        all.retain(|it| seen.insert(it.order.clone()));
        all.sort_by(|a, b| ties.spread(&a.order).total_cmp(&ties.spread(&b.order)));
        let by_itself = all.iter().find(|it| it.name != LISTED);
        if let Some(raised) = by_itself.and_then(|it| self.raised(it, &board))
            && seen.insert(raised.order.clone())
        {
            all.insert(0, raised);
        }
        all
    }

    /// A candidate with the pieces above the board that they move on: once the place of
    /// a piece is known, few places of the board matter. Pieces are the groups with
    /// more variables than those of the board.
    fn raised(&self, candidate: &Candidate, board: &Board<'_>) -> Option<Candidate> {
        let bits = |group: &usize| self.others[*group].bits();
        let places = &board.classes.first()?.groups;
        let most = places.iter().map(bits).max()?;
        let of_piece = |group: &usize| bits(group) > most;
        let order = candidate.order.iter().copied();
        let (mut order, below): (Vec<usize>, Vec<usize>) = order.partition(of_piece);
        order.extend(below);
        Some(Candidate {
            name: format!("{RAISED}{}", candidate.name),
            kind: Kind::Raised,
            order,
            blocks: candidate.blocks.clone(),
        })
    }
}

/// The classes of groups with their coordinates in lines.
struct Board<'a> {
    ties: &'a Ties,
    count: usize,
    classes: Vec<Class>,
    /// For each class and coordinate the place of each value in its line.
    places: Vec<Vec<Vec<usize>>>,
}

impl<'a> Board<'a> {
    fn new(game: &GroundGame, groups: &[Group], ties: &'a Ties, knobs: &Knobs) -> Self {
        let classes = classes(game, groups);
        let count = groups.len();
        let places = |class: &Class| {
            let coordinates = class.coordinates.iter();
            let lines = coordinates.map(|coordinate| {
                let mut of = vec![None; count];
                for (&group, &value) in class.groups.iter().zip(&coordinate.of) {
                    of[group] = Some(value);
                }
                let mut places = vec![0; coordinate.values];
                let line = line(&ties.weights(coordinate.values, &of), knobs);
                for (place, value) in line.into_iter().enumerate() {
                    places[value] = place;
                }
                places
            });
            lines.collect()
        };
        Board {
            ties,
            count,
            places: classes.iter().map(places).collect(),
            classes,
        }
    }

    /// The plans to try, by the coordinates of the largest class.
    fn plans(&self) -> Vec<Plan> {
        use Way::{Along, Back, Centre, Rim};
        let count = self.classes.first().map_or(0, |it| it.coordinates.len());
        let mut plans = Vec::new();
        for order in orders(count.min(3)) {
            for major in [Centre, Along, Back] {
                for minor in [Along, Back] {
                    // Three coordinates have many orders, so rarer ways are left out.
                    let rare = major == Back || minor == Back;
                    if order.len() == 1 && minor == Back || order.len() > 2 && rare {
                        continue;
                    }
                    let ways = [major, minor, Along];
                    plans.push(order.iter().copied().zip(ways).collect());
                }
            }
            if order.len() == 2 {
                plans.push(order.iter().copied().zip([Rim, Centre]).collect());
            }
        }
        plans
    }

    fn candidate(&self, plan: &Plan) -> Candidate {
        let letter = |&(coordinate, way): &(usize, Way)| {
            let sign = match way {
                Way::Centre => '*',
                Way::Along => '+',
                Way::Back => '-',
                Way::Rim => 'o',
            };
            let letter = char::from(b'a' + coordinate as u8);
            format!("{letter}{sign}")
        };
        let ways = plan.iter().map(|&(_, way)| match way {
            Way::Back => Way::Along,
            way => way,
        });
        let mut candidate = Candidate {
            name: plan.iter().map(letter).collect(),
            kind: Kind::Planned(ways.collect()),
            order: Vec::new(),
            blocks: vec![0; self.count],
        };
        let mut block = 0;
        for (class, places) in self.classes.iter().zip(&self.places) {
            let mut keyed: Vec<(Vec<usize>, usize)> = class
                .groups
                .iter()
                .enumerate()
                .map(|(member, &group)| (key(class, places, plan, member), group))
                .collect();
            keyed.sort();
            for pair in keyed.chunk_by(|a, b| a.0.first() == b.0.first()) {
                block += 1;
                for (_, group) in pair {
                    candidate.blocks[*group] = block;
                }
            }
            let groups = keyed.into_iter().map(|(_, group)| group);
            self.insert(&mut candidate.order, groups.collect());
        }
        candidate
    }

    /// The blocks of an order that was not made by coordinates, if it still follows
    /// one.
    fn blocks_in(&self, order: &[usize]) -> Vec<usize> {
        let coordinates = self.classes.first().map(|class| &class.coordinates[..]);
        for coordinate in coordinates.unwrap_or_default() {
            let mut blocks = vec![0; self.count];
            for (&group, &value) in self.classes[0].groups.iter().zip(&coordinate.of) {
                blocks[group] = value + 1;
            }
            let along: Vec<usize> = order.iter().map(|&group| blocks[group]).collect();
            let runs = along.chunk_by(|a, b| a == b).filter(|run| run[0] > 0);
            if runs.count() == coordinate.values {
                return blocks;
            }
        }
        vec![0; self.count]
    }

    /// Inserts groups, in their order, near the groups that they are tied to.
    fn insert(&self, order: &mut Vec<usize>, groups: Vec<usize>) {
        let mut of = vec![None; self.count];
        for (place, &group) in order.iter().enumerate() {
            of[group] = Some(place);
        }
        let (placed, added) = (order.len(), groups.len());
        for (place, &group) in groups.iter().enumerate() {
            of[group] = Some(placed + place);
        }
        let weights = self.ties.weights(placed + added, &of);
        let median = |place: usize| {
            let row = &weights.row(placed + place)[..placed];
            let half = row.iter().sum::<f64>() / 2.0;
            let mut sum = 0.0;
            row.iter().position(|weight| {
                sum += weight;
                sum > half
            })
        };
        let new = groups.iter().enumerate();
        let new = new.map(|(place, &group)| (2 * median(place).unwrap_or(placed) + 1, group));
        let old = order.iter().enumerate();
        let old = old.map(|(place, &group)| (2 * place, group));
        let mut keyed: Vec<(usize, usize)> = old.chain(new).collect();
        keyed.sort_by_key(|it| it.0);
        *order = keyed.into_iter().map(|(_, group)| group).collect();
    }
}

/// Where a member of a class stands, the major coordinate first.
fn key(class: &Class, places: &[Vec<usize>], plan: &Plan, member: usize) -> Vec<usize> {
    let own = class.coordinates.len();
    let planned = plan.iter().copied().filter(|it| it.0 < own);
    let rest = (0..own).filter(|it| plan.iter().all(|(planned, _)| planned != it));
    let all = planned.chain(rest.map(|it| (it, Way::Along)));
    all.map(|(coordinate, way)| {
        let value = class.coordinates[coordinate].of[member];
        let place = places[coordinate][value];
        let last = class.coordinates[coordinate].values - 1;
        let outwards = 2 * (2 * place).abs_diff(last) + usize::from(2 * place > last);
        match way {
            Way::Along => place,
            Way::Back => last - place,
            Way::Centre => outwards,
            Way::Rim => 2 * last + 1 - outwards,
        }
    })
    .collect()
}

/// All permutations of the numbers below `count`; none if that is 0.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            let left = (0..count).filter(|it| !order.contains(it));
            left.map(|it| [order.as_slice(), &[it]].concat())
        });
        all = longer.collect();
    }
    all.retain(|order| !order.is_empty());
    all
}

impl Groups {
    /// All groups in the order of a candidate, each a field of its own.
    pub fn arranged(&self, candidate: &Candidate) -> Vec<Block> {
        let others = candidate.order.iter().map(|&it| &self.others[it]);
        self.tops.iter().chain(others).map(Block::single).collect()
    }

    /// The places of all groups in the order of a candidate, those of a block together.
    pub fn runs(&self, candidate: &Candidate) -> Vec<Vec<usize>> {
        let tops = self.tops.len();
        let mut runs: Vec<Vec<usize>> = (0..tops).map(|it| vec![it]).collect();
        let mut last = None;
        for (place, &group) in candidate.order.iter().enumerate() {
            let block = candidate.blocks[group];
            match runs.last_mut() {
                Some(run) if last == Some(block) => run.push(tops + place),
                _ => runs.push(vec![tops + place]),
            }
            last = Some(block);
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use game::Stop;
    use gdl::{Notation, Source};
    use testkit::obfuscate;

    use super::*;

    /// One group tells which of 60 places the piece is at; each place has one of its
    /// own, which tells whether it is blocked.
    #[test]
    fn some_order_has_the_piece_above_the_board_under_any_names() {
        let text = library::find("catch-a-mouse").unwrap().render(&[]).unwrap();
        let load = |text: &str| gdl::load(&Source::new("test", text.as_bytes()), None).rules;
        let rules = load(&text).unwrap();
        for seed in 1..4 {
            let sheet = obfuscate(rules.sheet(), seed);
            let hidden = load(&gdl::print(sheet.sheet(), Notation::Kif)).unwrap();
            let game = GroundGame::new(&hidden, &ground::Budget::new(Stop::new())).unwrap();
            let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
            let groups = Groups::new(&facts);
            let piece = (0..groups.others.len()).max_by_key(|&it| groups.others[it].fluents.len());
            let all = groups.candidates(&game, &Knobs::default());
            // It may be that of the sheet.
            let mut raised = all.iter().filter(|it| it.order.first().copied() == piece);
            assert!(raised.next().is_some(), "seed {seed}");
        }
    }
}
