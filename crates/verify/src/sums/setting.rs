//! What each fluent of the game is, as a file says.
//!
//! In: the claim, and the ground game. Out: for each fluent whether it tells the turn,
//! belongs to a part, or neither; and the functions that fluents are. That names exist
//! and belong to one part is checked here, and that the start fits them.

use ground::GroundGame;
use rustc_hash::FxHashMap;

use super::claim::{Claim, Positions};
use super::domain::{Domain, Function, Size};
use super::trouble::Trouble;

/// What a fluent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// It holds exactly on the first role's turn (true), or on the second's.
    Turn(bool),
    /// It is fluent number so much of a part.
    Part(usize, usize),
    /// Of no part; taken to stay as it is at the start.
    Constant(bool),
    /// Of no part, and it may change.
    Free,
}

/// What all fluents are, and where the states of parts are.
pub struct Setting {
    pub homes: Vec<Home>,
    /// Where the fluents of each part are in the game.
    pub places: Vec<Vec<usize>>,
    /// For each fluent of a listed part, in which of its states it holds.
    listed: Vec<Vec<Function>>,
    /// The number of each fluent among those of no part.
    pub others: Vec<usize>,
}

impl Setting {
    /// Finds the fluents that the claim names.
    pub fn new(claim: &Claim, game: &GroundGame) -> Result<(Self, Domain), Trouble> {
        let names = game.fluents().iter().enumerate();
        let names: FxHashMap<&str, usize> = names.map(|(it, name)| (&**name, it)).collect();
        let starts: Vec<bool> = game
            .fluent_ids()
            .map(|it| game.holds_initially(it))
            .collect();
        let mut homes: Vec<Home> = starts.iter().map(|&it| Home::Constant(it)).collect();
        for (name, first) in &claim.turn {
            let place = found(&names, name)?;
            let known = homes[place];
            homes[place] = Home::Turn(*first);
            if matches!(known, Home::Turn(known) if known != *first) {
                return Err(Trouble::wrong(format!("`{name}` tells the turn twice")));
            }
            if starts[place] != (*first == (claim.begins == 0)) {
                return Err(Trouble::wrong(format!(
                    "`{name}` does not tell whose turn it is at the start"
                )));
            }
        }
        if claim.turn.is_empty() {
            return Err(Trouble::wrong("no fluent tells whose turn it is"));
        }
        let mut places = Vec::new();
        for (number, part) in claim.parts.iter().enumerate() {
            let mut own = Vec::new();
            for (at, name) in part.fluents.iter().enumerate() {
                let place = found(&names, name)?;
                let known = std::mem::replace(&mut homes[place], Home::Part(number, at));
                if !matches!(known, Home::Constant(_)) {
                    return Err(Trouble::wrong(format!("`{name}` has two places in parts")));
                }
                own.push(place);
            }
            places.push(own);
        }
        let sizes = claim.parts.iter().map(|part| match &part.positions {
            Positions::Listed(table) => Size::States(claim.tables[*table].states.len()),
            Positions::Pieces(game) => Size::Fluents(game.holds.len()),
        });
        let sizes: Vec<Size> = sizes.collect();
        let mut others = vec![0; homes.len()];
        let mut count = 0;
        for (home, number) in homes.iter().zip(&mut others) {
            *number = count;
            count += usize::from(matches!(home, Home::Constant(_)));
        }
        let domain = Domain::new(&sizes, count)
            .ok_or_else(|| Trouble::undecided("its parts have too many fluents"))?;
        let mut setting = Setting {
            homes,
            places,
            listed: Vec::new(),
            others,
        };
        setting.start_fits(claim, &starts)?;
        setting.list(claim, &domain);
        Ok((setting, domain))
    }

    fn list(&mut self, claim: &Claim, domain: &Domain) {
        for (number, part) in claim.parts.iter().enumerate() {
            let Positions::Listed(table) = part.positions else {
                self.listed.push(Vec::new());
                continue;
            };
            let table = &claim.tables[table];
            let mut holding = vec![Vec::new(); table.fluents];
            for (state, held) in table.states.iter().enumerate() {
                for &at in held {
                    holding[at as usize].push(state);
                }
            }
            let functions = holding
                .iter()
                .map(|states| domain.states(number, |state| states.binary_search(&state).is_ok()));
            self.listed.push(functions.collect());
        }
    }

    fn start_fits(&self, claim: &Claim, starts: &[bool]) -> Result<(), Trouble> {
        for (number, (part, places)) in claim.parts.iter().zip(&self.places).enumerate() {
            let says: Vec<bool> = match &part.positions {
                Positions::Listed(table) => {
                    let first = &claim.tables[*table].states[0];
                    let all = 0..places.len() as u32;
                    all.map(|at| first.binary_search(&at).is_ok()).collect()
                }
                Positions::Pieces(game) => game.holds.clone(),
            };
            let starts = places.iter().map(|&place| starts[place]);
            if !says.into_iter().eq(starts) {
                return Err(Trouble::wrong(format!(
                    "part {number} is in another state at the start"
                )));
            }
        }
        Ok(())
    }

    /// The function that a fluent is while a role is on turn.
    pub fn fluent(&self, domain: &Domain, homes: &[Home], place: usize, turn: usize) -> Function {
        match homes[place] {
            Home::Turn(first) => Function::Constant(first == (turn == 0)),
            Home::Constant(holds) => Function::Constant(holds),
            Home::Free => Function::Mixed,
            Home::Part(part, at) => match self.listed[part].get(at) {
                Some(function) => function.clone(),
                None => domain.fluent(part, at),
            },
        }
    }
}

fn found(names: &FxHashMap<&str, usize>, name: &str) -> Result<usize, Trouble> {
    let place = names.get(name).copied();
    place.ok_or_else(|| Trouble::wrong(format!("the game has no fluent `{name}`")))
}
