//! The listed states of parts: where moves lead is what the rules say.
//!
//! In: what each move writes. Out: nothing, if all successors of all listed states are
//! listed, as the claim says. So the states of a part are always among the listed ones:
//! they are at the start, and stay so. Not here: what states are worth.

use ground::GroundGame;
use rustc_hash::FxHashMap;

use super::claim::{Claim, Part, Positions, Table};
use super::domain::{Function, words};
use super::effects::{Effect, Turn};
use super::trouble::Trouble;

/// Checks all listed parts.
pub fn check(claim: &Claim, game: &GroundGame, turns: &[Turn; 2]) -> Result<(), Trouble> {
    for (number, part) in claim.parts.iter().enumerate() {
        let Positions::Listed(table) = part.positions else {
            continue;
        };
        let listed = Listed::new(part, &claim.tables[table])?;
        for (role, turn) in turns.iter().enumerate() {
            let effects = turn.effects.iter().filter(|it| it.part == number);
            let effects: Vec<&Effect> = effects.collect();
            listed.leads_there(role, &effects, game)?;
        }
    }
    Ok(())
}

/// Whether a listed state satisfies a function of its part.
fn holds(function: &Function, state: usize) -> bool {
    match function {
        Function::Constant(holds) => *holds,
        Function::Local(_, set) => set.has(state),
        Function::Mixed => false,
    }
}

struct Listed<'a> {
    part: &'a Part,
    table: &'a Table,
    /// The states as bits, and their numbers.
    bits: Vec<Box<[u64]>>,
    numbers: FxHashMap<Box<[u64]>, u32>,
}

impl<'a> Listed<'a> {
    fn new(part: &'a Part, table: &'a Table) -> Result<Self, Trouble> {
        let mut listed = Listed {
            part,
            table,
            bits: Vec::new(),
            numbers: FxHashMap::default(),
        };
        for (number, held) in (0..).zip(&table.states) {
            let bits = words(table.fluents, |_| false);
            let mut bits: Box<[u64]> = (&*bits).into();
            for &at in held {
                bits[at as usize / 64] |= 1 << (at % 64);
            }
            if listed.numbers.insert(bits.clone(), number).is_some() {
                let state = listed.text(&bits);
                return Err(Trouble::wrong("a state of a part is listed twice").at(state));
            }
            listed.bits.push(bits);
        }
        Ok(listed)
    }

    /// A state of the part in KIF.
    fn text(&self, bits: &[u64]) -> String {
        let names = self.part.fluents.iter().enumerate();
        let held = names.filter(|(at, _)| bits[at / 64] >> (at % 64) & 1 == 1);
        let held: Vec<&str> = held.map(|(_, name)| &**name).collect();
        format!("({})", held.join(" "))
    }

    /// Compares where one role's moves lead.
    fn leads_there(
        &self,
        role: usize,
        effects: &[&Effect],
        game: &GroundGame,
    ) -> Result<(), Trouble> {
        let mut after = vec![Vec::new(); self.bits.len()];
        for effect in effects {
            for (state, after) in after.iter_mut().enumerate() {
                if !holds(&effect.legal, state) {
                    continue;
                }
                let next = self.after(effect, state);
                let Some(&number) = self.numbers.get(&next) else {
                    let name = &game.moves()[effect.mov.index()];
                    return Err(Trouble::wrong(format!(
                        "a state of a part is missing, to which `{name}` leads from another"
                    ))
                    .at(self.text(&next)));
                };
                after.push(number);
            }
        }
        for (state, mut right) in after.into_iter().enumerate() {
            let mut says = self.table.next[state][role].clone();
            for list in [&mut says, &mut right] {
                list.sort_unstable();
                list.dedup();
            }
            if says != right {
                let name = &game.roles()[role];
                return Err(Trouble::wrong(format!(
                    "the moves of {name} lead to other states of a part\n  says   {says:?}\n  \
                     right  {right:?}"
                ))
                .at(self.text(&self.bits[state])));
            }
        }
        Ok(())
    }

    fn after(&self, effect: &Effect, state: usize) -> Box<[u64]> {
        let mut next = self.bits[state].clone();
        for (at, becomes) in &effect.writes {
            let bit = 1 << (at % 64);
            match holds(becomes, state) {
                true => next[at / 64] |= bit,
                false => next[at / 64] &= !bit,
            }
        }
        next
    }
}
