//! Pieces as JSON, and back.

use serde::{Deserialize, Serialize};

use super::damage::{Damage, SavedWorth};
use crate::pieces::{Components, LocalGame};
use crate::positions::{PositionId, Positions, Sum};

#[derive(Serialize, Deserialize)]
pub(super) struct SavedPiece {
    /// The piece as a local game.
    game: Vec<u32>,
    /// For each role the sums that its moves lead to: places of earlier pieces.
    next: [Vec<Vec<u32>>; 2],
    pub worth: SavedWorth,
}

impl SavedPiece {
    /// All pieces, each after those that its moves lead to.
    pub fn all(pieces: &Components, worth: &[SavedWorth]) -> Vec<Self> {
        let mut places = vec![0; pieces.len()];
        for (place, at) in pieces.order().iter().enumerate() {
            places[at.index()] = place as u32;
        }
        let saved = |at: &PositionId| SavedPiece {
            game: pieces.game(*at).description().into(),
            next: [0, 1].map(|role| {
                let sums = pieces.sums(*at, role);
                let sums = sums.map(|sum| sum.iter().map(|it| places[it.index()]).collect());
                sums.collect()
            }),
            worth: worth[at.index()].clone(),
        };
        pieces.order().iter().map(saved).collect()
    }

    /// For each role the sums that its moves lead to.
    pub fn next(&self) -> [&Vec<Vec<u32>>; 2] {
        let [first, second] = &self.next;
        [first, second]
    }

    /// Reads all pieces.
    pub fn read_all(saved: &[SavedPiece]) -> Result<Components, Damage> {
        let mut pieces = Components::default();
        for (place, piece) in saved.iter().enumerate() {
            let game = LocalGame::read(&piece.game).ok_or("a piece")?;
            let sum = |places: &Vec<u32>| {
                let earlier = places.iter().all(|&it| (it as usize) < place);
                let mut sum: Vec<PositionId> = Vec::new();
                sum.extend(places.iter().map(|&it| PositionId::new(it as usize)));
                sum.sort_unstable();
                earlier.then(|| Sum::from(sum)).ok_or("a move of a piece")
            };
            let mut next = [Vec::new(), Vec::new()];
            for (role, sums) in piece.next.iter().enumerate() {
                next[role] = sums.iter().map(sum).collect::<Result<Vec<Sum>, Damage>>()?;
            }
            pieces.add(game, next);
        }
        Ok(pieces)
    }
}
