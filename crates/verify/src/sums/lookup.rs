//! The value of a state of the whole game, as a reader of the file finds it.
//!
//! In: which fluents hold. Out: whose turn it is, the positions of the parts, and whether
//! the role on turn wins. Not here: whether that is right.

use rustc_hash::FxHashMap;

use super::claim::{Claim, Combination, Genus, Positions, Worth};
use super::impartial;
use super::partizan::{Id, Values, ZERO};
use super::pieces::Library;
use super::setting::{Home, Setting};
use super::trouble::Trouble;
use crate::value::Value;

/// Most sums that a search looks at.
const MAX_SUMS: usize = 300_000;

/// A position of a part: a listed state, or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    State(usize, u32),
    Piece(usize),
}

/// A state by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub turn: usize,
    /// For each part its state, or the pieces that it falls into.
    pub parts: Vec<Vec<Spot>>,
}

/// A file's claim, ready to be asked.
pub struct Lookup<'a> {
    claim: &'a Claim,
    setting: &'a Setting,
    library: &'a mut Library,
    values: &'a mut Values,
    ids: &'a [Id],
    /// The numbers of the states of each table.
    tables: Vec<FxHashMap<&'a [u32], u32>>,
    /// Who wins sums, for a role on turn.
    searched: FxHashMap<(Vec<Spot>, usize), bool>,
}

impl<'a> Lookup<'a> {
    pub fn new(
        claim: &'a Claim,
        setting: &'a Setting,
        library: &'a mut Library,
        (values, ids): (&'a mut Values, &'a [Id]),
    ) -> Self {
        let tables = claim.tables.iter().map(|table| {
            let states = (0..).zip(&table.states);
            states.map(|(number, state)| (&**state, number)).collect()
        });
        Lookup {
            claim,
            setting,
            library,
            values,
            ids,
            tables: tables.collect(),
            searched: FxHashMap::default(),
        }
    }

    /// The parts of the state in which these fluents hold.
    pub fn told(&mut self, holds: &[bool]) -> Result<Told, Trouble> {
        let turn = self.turn(holds)?;
        let mut parts = Vec::new();
        for (number, part) in self.claim.parts.iter().enumerate() {
            let own = self.setting.places[number].iter().map(|&it| holds[it]);
            let own: Vec<bool> = own.collect();
            let missing =
                || Trouble::wrong(format!("the file does not have a state of part {number}"));
            parts.push(match &part.positions {
                Positions::Listed(table) => {
                    let held = (0..own.len() as u32).filter(|&it| own[it as usize]);
                    let held: Vec<u32> = held.collect();
                    let state = self.tables[*table].get(&*held).copied();
                    vec![Spot::State(*table, state.ok_or_else(missing)?)]
                }
                Positions::Pieces(game) => {
                    let sum = self.library.sum(game, &own)?.ok_or_else(missing)?;
                    sum.into_iter().map(Spot::Piece).collect()
                }
            });
        }
        Ok(Told { turn, parts })
    }

    fn turn(&self, holds: &[bool]) -> Result<usize, Trouble> {
        let homes = self.setting.homes.iter().zip(holds);
        let mut turns = homes.filter_map(|(home, &holds)| match home {
            Home::Turn(first) => Some(usize::from(holds != *first)),
            _ => None,
        });
        let turn = turns.next().unwrap_or(0);
        match turns.all(|it| it == turn) {
            true => Ok(turn),
            false => Err(Trouble::wrong("the fluents do not tell whose turn it is")),
        }
    }

    /// The sums that a role's moves lead to, each with its part.
    pub fn after(&self, told: &Told) -> Vec<(usize, Vec<Spot>)> {
        let parts = told.parts.iter().enumerate();
        let after = parts.flat_map(|(number, sum)| {
            let after = self.options(sum, told.turn);
            after.into_iter().map(move |it| (number, it))
        });
        let mut after: Vec<(usize, Vec<Spot>)> = after.collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    fn options(&self, sum: &[Spot], role: usize) -> Vec<Vec<Spot>> {
        let mut options = Vec::new();
        for (place, &spot) in sum.iter().enumerate() {
            for after in self.next(spot, role) {
                let rest = sum.iter().enumerate().filter(|it| it.0 != place);
                let mut option: Vec<Spot> = rest.map(|it| *it.1).chain(after).collect();
                option.sort_unstable();
                options.push(option);
            }
        }
        options
    }

    fn next(&self, spot: Spot, role: usize) -> Vec<Vec<Spot>> {
        match spot {
            Spot::State(table, state) => {
                let next = self.claim.tables[table].next[state as usize][role].iter();
                next.map(|&it| vec![Spot::State(table, it)]).collect()
            }
            Spot::Piece(piece) => {
                let next = self.claim.pieces[piece].next[role].iter();
                let pieces = next.map(|sum| self.library.firsts(sum));
                let pieces = pieces.map(|sum| sum.into_iter().map(Spot::Piece).collect());
                pieces.collect()
            }
        }
    }

    fn worth(&self, spot: Spot) -> Worth {
        match spot {
            Spot::State(table, state) => self.claim.tables[table].worth[state as usize],
            Spot::Piece(piece) => self.claim.pieces[piece].worth,
        }
    }

    /// What a state is worth by the file; `None` if that takes a search that is too long.
    pub fn value(&mut self, told: &Told) -> Result<Option<Value>, Trouble> {
        let wins = self.wins(told)?;
        let normal = self.claim.combination.is_normal();
        // Under normal play the winner is not the one who is stuck.
        let stuck = wins.map(|wins| {
            if wins == normal {
                1 - told.turn
            } else {
                told.turn
            }
        });
        Ok(stuck.map(|it| self.claim.stuck[it].clone()))
    }

    fn wins(&mut self, told: &Told) -> Result<Option<bool>, Trouble> {
        let sum: Vec<Spot> = told.parts.iter().flatten().copied().collect();
        let known = match self.claim.combination {
            Combination::ImpartialNormal => self.by_nimbers(&sum),
            Combination::ImpartialMisere => self.by_genus(&sum).or_else(|| self.by_quotient(&sum)),
            Combination::PartizanNormal => self.by_values(&sum, told.turn),
            Combination::Search => None,
        };
        match known {
            Some(wins) => Ok(Some(wins)),
            None => Ok(self.by_search(self.living(sum), told.turn)),
        }
    }

    fn by_nimbers(&self, sum: &[Spot]) -> Option<bool> {
        let nimbers = sum.iter().map(|&it| match self.worth(it) {
            Worth::Nimber(nimber) => Some(nimber),
            _ => None,
        });
        let nimbers: Vec<u32> = nimbers.collect::<Option<_>>()?;
        Some(impartial::nimber(nimbers.into_iter()) != 0)
    }

    fn by_genus(&self, sum: &[Spot]) -> Option<bool> {
        let parts = sum.iter().map(|&it| match self.worth(it) {
            Worth::Genus(genus) => Some(genus),
            _ => None,
        });
        let parts: Vec<Genus> = parts.collect::<Option<_>>()?;
        impartial::sum(&parts).map(|it| it.misere != 0)
    }

    fn by_quotient(&self, sum: &[Spot]) -> Option<bool> {
        let quotient = self.claim.quotient.as_ref()?;
        let places = sum.iter().map(|&it| match it {
            Spot::State(table, state) => quotient.state(table, state),
            Spot::Piece(piece) => quotient.piece(piece),
        });
        let all = places.fold(0, |all, it| quotient.product(all, quotient.elements[it]));
        Some(!quotient.lost[all])
    }

    /// A sum of values that becomes too large is left to a search.
    fn by_values(&mut self, sum: &[Spot], role: usize) -> Option<bool> {
        let mut total = ZERO;
        for &spot in sum {
            let Worth::Game(game) = self.worth(spot) else {
                return None;
            };
            total = self.values.add(total, self.ids[game]).ok()?;
        }
        self.values.wins(total, role).ok()
    }

    /// A sum without positions in which nobody can move.
    fn living(&self, mut sum: Vec<Spot>) -> Vec<Spot> {
        sum.retain(|&it| (0..2).any(|role| !self.next(it, role).is_empty()));
        sum.sort_unstable();
        sum
    }

    /// Who wins by trying all moves; `None` if there are too many.
    fn by_search(&mut self, sum: Vec<Spot>, role: usize) -> Option<bool> {
        let normal = self.claim.combination.is_normal();
        let start = (sum, role);
        let mut open = vec![(start.clone(), None::<Vec<(Vec<Spot>, usize)>>)];
        while let Some((key, options)) = open.pop() {
            if self.searched.contains_key(&key) {
                continue;
            }
            if self.searched.len() + open.len() > MAX_SUMS {
                return None;
            }
            let options = options.unwrap_or_else(|| {
                let options = self.options(&key.0, key.1).into_iter();
                options.map(|it| (self.living(it), 1 - key.1)).collect()
            });
            let answers = options.iter().map(|it| self.searched.get(it).copied());
            let answers: Vec<Option<bool>> = answers.collect();
            let wins = match answers.is_empty() {
                true => Some(!normal),
                false if answers.contains(&Some(false)) => Some(true),
                false => answers.iter().all(Option::is_some).then_some(false),
            };
            if let Some(wins) = wins {
                self.searched.insert(key, wins);
                continue;
            }
            let unknown = answers.iter().position(Option::is_none);
            let next = unknown.map(|it| options[it].clone());
            open.push((key, Some(options)));
            open.extend(next.map(|it| (it, None)));
        }
        self.searched.get(&start).copied()
    }
}
