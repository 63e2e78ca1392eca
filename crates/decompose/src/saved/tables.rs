//! The listed states of a part as JSON, and back.

use serde::{Deserialize, Serialize};

use super::damage::{Damage, SavedWorth};
use crate::pieces::packed;
use crate::positions::PositionId;
use crate::states::PartStates;

#[derive(Serialize, Deserialize)]
pub(super) struct SavedTable {
    /// How many fluents the part has.
    fluents: usize,
    /// For each state the places of the fluents that hold; the first is the start.
    states: Vec<Vec<u32>>,
    /// For each state and role the places of the states that its moves lead to.
    next: Vec<[Vec<u32>; 2]>,
    pub worth: Vec<SavedWorth>,
}

impl SavedTable {
    /// A table, given the worth of all positions.
    pub fn new(table: &PartStates, worth: &[SavedWorth]) -> Self {
        let fluents = table.fluents();
        let holding = |state: &[u64]| {
            let all = 0..fluents as u32;
            all.filter(|&it| state[it as usize / 64] >> (it % 64) & 1 == 1)
                .collect()
        };
        let worth: Vec<SavedWorth> = table.all().map(|at| worth[at.index()].clone()).collect();
        let next = |at: PositionId| {
            [0, 1].map(|role| {
                let next = table.next(at, role).iter();
                next.map(|it| table.place(*it) as u32).collect()
            })
        };
        SavedTable {
            fluents,
            states: table.states().iter().map(|it| holding(it)).collect(),
            next: table.all().map(next).collect(),
            worth,
        }
    }

    /// The most states that the moves of a role lead to.
    pub fn most_options(&self) -> usize {
        let options = self.next.iter().flatten().map(Vec::len);
        options.max().unwrap_or(0)
    }

    /// Reads a table of a game of so many fluents.
    pub fn read(&self, fluents: usize) -> Result<PartStates, Damage> {
        if self.fluents > fluents {
            return Err("the fluents of a part");
        }
        let count = self.states.len();
        if count == 0 || self.worth.len() != count || self.next.len() != count {
            return Err("the states of a part");
        }
        let state = |holding: &Vec<u32>| {
            let mut values = vec![false; self.fluents];
            for &it in holding {
                *values
                    .get_mut(it as usize)
                    .ok_or("a fluent of a state of a part")? = true;
            }
            Ok(packed(&values))
        };
        let states = self
            .states
            .iter()
            .map(state)
            .collect::<Result<Vec<_>, Damage>>()?;
        let mut next = self.next.iter().flatten().flatten();
        if next.any(|&it| it as usize >= count) {
            return Err("a move of a part");
        }
        let table = PartStates::of(self.fluents, states, &self.next);
        table.ok_or("a state of a part is there twice, or comes up again")
    }
}
