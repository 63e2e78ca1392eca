//! What positions are worth follows from what they lead to.
//!
//! In: the claim, whose moves were checked. Out: nothing, if no position can come up
//! again, both roles have the same moves where the combination says so, and every worth
//! is the one that the positions behind the moves give.

use game::Stop;

use super::claim::{Claim, Combination, Genus, Worth};
use super::impartial;
use super::partizan::{Id, Values};
use super::pieces::Library;
use super::trouble::{Trouble, look_up};

/// The sums that each role's moves lead to, by what their parts are worth.
type After = [Vec<Vec<Worth>>; 2];

/// Checks all tables and pieces; the values of the file's partizan values.
pub fn check(
    claim: &Claim,
    library: &Library,
    values: &mut Values,
    stop: &Stop,
) -> Result<Vec<Id>, Trouble> {
    let ids = values.of_file(&claim.games)?;
    let mut judge = Judge {
        combination: claim.combination,
        values,
        ids: &ids,
    };
    for (number, table) in claim.tables.iter().enumerate() {
        if !ends(&table.next) {
            return Err(Trouble::wrong(format!(
                "a state of table {number} can come up again"
            )));
        }
        for (state, next) in table.next.iter().enumerate() {
            look_up(stop)?;
            let place = || format!("state {state} of table {number}");
            if claim.combination.is_impartial() && set(&next[0]) != set(&next[1]) {
                return Err(Trouble::wrong(format!(
                    "the roles' moves differ in {}",
                    place()
                )));
            }
            let sums = |side: &Vec<u32>| {
                let sums = side.iter().map(|&it| vec![table.worth[it as usize]]);
                sums.collect()
            };
            let after = [sums(&next[0]), sums(&next[1])];
            judge.check(table.worth[state], &after, &place)?;
        }
    }
    for (number, piece) in claim.pieces.iter().enumerate() {
        look_up(stop)?;
        let place = || format!("piece {number}");
        let firsts = |side: &Vec<Vec<u32>>| side.iter().map(|sum| library.firsts(sum)).collect();
        let next: [Vec<Vec<usize>>; 2] = [firsts(&piece.next[0]), firsts(&piece.next[1])];
        if claim.combination.is_impartial() && set(&next[0]) != set(&next[1]) {
            return Err(Trouble::wrong(format!(
                "the roles' moves differ in {}",
                place()
            )));
        }
        let worth = |it: &u32| claim.pieces[*it as usize].worth;
        let sums = |side: &Vec<Vec<u32>>| {
            let sums = side.iter().map(|sum| sum.iter().map(worth).collect());
            sums.collect()
        };
        let after = [sums(&piece.next[0]), sums(&piece.next[1])];
        judge.check(piece.worth, &after, &place)?;
    }
    Ok(ids)
}

fn set<T: Clone + Ord>(list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list.dedup();
    list
}

/// Whether no state can come up again.
fn ends(next: &[[Vec<u32>; 2]]) -> bool {
    let mut before = vec![0_usize; next.len()];
    let after = |state: usize| next[state].iter().flatten().map(|&it| it as usize);
    (0..next.len())
        .flat_map(after)
        .for_each(|it| before[it] += 1);
    let mut open: Vec<usize> = (0..next.len()).filter(|&it| before[it] == 0).collect();
    let mut done = 0;
    while let Some(state) = open.pop() {
        done += 1;
        for it in after(state) {
            before[it] -= 1;
            if before[it] == 0 {
                open.push(it);
            }
        }
    }
    done == next.len()
}

struct Judge<'a> {
    combination: Combination,
    values: &'a mut Values,
    /// The numbers of the file's partizan values.
    ids: &'a [Id],
}

impl Judge<'_> {
    fn check(
        &mut self,
        says: Worth,
        after: &After,
        place: &dyn Fn() -> String,
    ) -> Result<(), Trouble> {
        if says == Worth::Unsaid {
            return Ok(());
        }
        let fits = match says {
            Worth::Nimber(says) => self.nimber(after).map(|right| right == says),
            Worth::Genus(says) => self.genus(after).map(|right| right == says),
            Worth::Game(says) => match self.game(after)? {
                Some(right) => Some(right == self.ids[says]),
                None => None,
            },
            Worth::Unsaid => Some(true),
        };
        match fits {
            Some(true) => Ok(()),
            Some(false) => Err(Trouble::wrong(format!(
                "the worth of {} does not follow from what it leads to",
                place()
            ))),
            None => Err(Trouble::undecided(format!(
                "{} has a worth, and leads to sums that have none by the rule of {:?}",
                place(),
                self.combination
            ))),
        }
    }

    fn nimber(&self, after: &After) -> Option<u32> {
        let of = |worth: &Worth| match worth {
            Worth::Nimber(nimber) => Some(*nimber),
            _ => None,
        };
        let sums = after[0].iter().map(|sum| sum.iter().map(of).collect());
        let sums: Vec<Vec<u32>> = sums.collect::<Option<_>>()?;
        let sums = sums
            .into_iter()
            .map(|sum| impartial::nimber(sum.into_iter()));
        Some(impartial::least_other(sums))
    }

    fn genus(&self, after: &After) -> Option<Genus> {
        let of = |worth: &Worth| match worth {
            Worth::Genus(genus) => Some(*genus),
            _ => None,
        };
        let sums = after[0].iter().map(|sum| {
            let parts: Option<Vec<Genus>> = sum.iter().map(of).collect();
            impartial::sum(&parts?)
        });
        let sums: Option<Vec<Genus>> = sums.collect();
        Some(impartial::genus(&sums?))
    }

    fn game(&mut self, after: &After) -> Result<Option<Id>, Trouble> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, sums) in sides.iter_mut().zip(after) {
            for sum in sums {
                let mut total = super::partizan::ZERO;
                for worth in sum {
                    let Worth::Game(game) = worth else {
                        return Ok(None);
                    };
                    total = self.values.add(total, self.ids[*game])?;
                }
                side.push(total);
            }
        }
        let [left, right] = sides;
        self.values.of(left, right).map(Some)
    }
}
