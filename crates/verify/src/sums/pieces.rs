//! Pieces: what positions fall into is in the file, and leads where it says.
//!
//! In: the pieces of a file. Out: for each the first one that is alike, after all their
//! moves were made and what came of them was found among earlier pieces. So every
//! position that comes of a sum of pieces is one.

use game::Stop;
use rustc_hash::FxHashMap;

use super::alike::{alike, fingerprint};
use super::claim::{Claim, Piece, Positions};
use super::form::Form;
use super::local::LocalGame;
use super::split::Position;
use super::trouble::{Trouble, look_up};

/// The pieces of a file, to be found by their form.
#[derive(Default)]
pub struct Library {
    forms: Vec<Form>,
    by_fingerprint: FxHashMap<u64, Vec<usize>>,
    /// Forms that were looked for before.
    known: FxHashMap<Form, usize>,
    /// For each piece the first one that is alike.
    first: Vec<usize>,
}

impl Library {
    /// Checks all pieces, and that the start falls into some of them.
    pub fn new(claim: &Claim, stop: &Stop) -> Result<Self, Trouble> {
        let mut library = Library::default();
        for (number, piece) in claim.pieces.iter().enumerate() {
            look_up(stop)?;
            library.leads_there(number, piece)?;
            library.add(number, piece)?;
        }
        for (number, part) in claim.parts.iter().enumerate() {
            let Positions::Pieces(game) = &part.positions else {
                continue;
            };
            if library.sum(game, &game.holds)?.is_none() {
                return Err(Trouble::wrong(format!(
                    "a piece is missing, which part {number} has at the start"
                )));
            }
        }
        Ok(library)
    }

    /// A sum of pieces with each replaced by the first that is alike.
    pub fn firsts(&self, sum: &[u32]) -> Vec<usize> {
        let mut sum: Vec<usize> = sum.iter().map(|&it| self.first[it as usize]).collect();
        sum.sort_unstable();
        sum
    }

    /// The pieces of a position, ascending; `None` if one of them is missing.
    pub fn sum(&mut self, game: &LocalGame, holds: &[bool]) -> Result<Option<Vec<usize>>, Trouble> {
        let position = Position::new(game, holds);
        let mut sum = Vec::new();
        for lump in position.lumps() {
            match self.find(Form::new(&position, &lump)?)? {
                Some(piece) => sum.push(piece),
                None => return Ok(None),
            }
        }
        sum.sort_unstable();
        Ok(Some(sum))
    }

    fn find(&mut self, form: Form) -> Result<Option<usize>, Trouble> {
        if let Some(known) = self.known.get(&form) {
            return Ok(Some(*known));
        }
        let candidates = self.by_fingerprint.get(&fingerprint(&form));
        for &candidate in candidates.into_iter().flatten() {
            if alike(&form, &self.forms[candidate])? {
                self.known.insert(form, candidate);
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    fn add(&mut self, number: usize, piece: &Piece) -> Result<(), Trouble> {
        let position = Position::new(&piece.game, &piece.game.holds);
        let lumps = position.lumps();
        let [lump] = lumps.as_slice() else {
            return Err(Trouble::wrong(format!("piece {number} is not one piece")));
        };
        let form = Form::new(&position, lump)?;
        let first = self.find(form.clone())?.unwrap_or(number);
        self.first.push(first);
        if first == number {
            let alike = self.by_fingerprint.entry(fingerprint(&form)).or_default();
            alike.push(number);
        }
        self.forms.push(form);
        Ok(())
    }

    /// Makes all moves of a piece.
    fn leads_there(&mut self, number: usize, piece: &Piece) -> Result<(), Trouble> {
        for role in 0..2 {
            let mut right = Vec::new();
            for after in after(&piece.game, &piece.game.holds, role) {
                let sum = self.sum(&piece.game, &after)?;
                right.push(sum.ok_or_else(|| {
                    Trouble::wrong(format!("a piece is missing, to which piece {number} leads"))
                })?);
            }
            let mut says: Vec<Vec<usize>> = piece.next[role]
                .iter()
                .map(|sum| self.firsts(sum))
                .collect();
            for sums in [&mut says, &mut right] {
                sums.sort_unstable();
                sums.dedup();
            }
            if says != right {
                return Err(Trouble::wrong(format!(
                    "piece {number} leads to other sums\n  says   {says:?}\n  right  {right:?}"
                )));
            }
        }
        Ok(())
    }
}

/// The states that a role's legal actions lead to, each once, ascending.
pub fn after(game: &LocalGame, holds: &[bool], role: usize) -> Vec<Vec<bool>> {
    let position = Position::new(game, holds);
    let actions = game.actions.iter().filter(|it| it.role == role);
    let legal = actions.filter(|it| position.value(it.legal));
    let after = legal.map(|action| {
        let mut after = holds.to_vec();
        for &(fluent, signal) in &action.writes {
            after[fluent] = position.value(signal);
        }
        after
    });
    let mut after: Vec<Vec<bool>> = after.collect();
    after.sort_unstable();
    after.dedup();
    after
}
