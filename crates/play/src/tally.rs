//! How well players chose, over one match or many.
//!
//! A player is identified by its name or, in matches without names, by its
//! role.

use crate::review::{Review, Summary};

/// Sums by player, in the order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    players: Vec<Player>,
}

/// A player, and how well it chose.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// In how many matches it played.
    pub matches: u64,
    /// The sum over these.
    pub sum: Summary,
}

impl Tally {
    /// The sums over one match; `players` has a name for each role, or none.
    pub fn of(roles: &[String], players: &[String], review: &Review) -> Self {
        let mut tally = Tally::default();
        tally.add(roles, players, review);
        tally
    }

    /// Adds a match.
    pub fn add(&mut self, roles: &[String], players: &[String], review: &Review) {
        let summaries = review.summaries(roles.len());
        for (place, (role, summary)) in roles.iter().zip(&summaries).enumerate() {
            let name = players.get(place).filter(|name| !name.is_empty());
            let name = name.unwrap_or(role);
            match self.players.iter_mut().find(|it| it.name == *name) {
                Some(player) => {
                    player.matches += 1;
                    player.sum.add(summary);
                }
                None => self.players.push(Player {
                    name: name.clone(),
                    matches: 1,
                    sum: *summary,
                }),
            }
        }
    }

    /// The players, in the order of first appearance.
    pub fn players(&self) -> &[Player] {
        &self.players
    }
}
