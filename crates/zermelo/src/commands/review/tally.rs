//! What players made of their choices, over one match or many.
//!
//! A player is known by its name, or where matches have no names by its role.

use play::{Review, Summary};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::reward_json;

use crate::output::{DIM, RESET};

/// Sums by player, in the order in which players came up.
#[derive(Default)]
pub struct Tally {
    players: Vec<(String, u64, Summary)>,
}

#[derive(Serialize)]
pub struct SummaryReport {
    player: String,
    matches: u64,
    judged: u64,
    perfect: u64,
    /// Null if nothing was judged.
    perfect_rate: Option<f64>,
    only_moves: u64,
    inaccuracies: u64,
    mistakes: u64,
    points_lost: Json,
    unjudged: u64,
}

impl Tally {
    /// Adds a match.
    pub fn add(&mut self, roles: &[String], players: &[String], review: &Review) {
        let summaries = review.summaries(roles.len());
        for (place, (role, summary)) in roles.iter().zip(&summaries).enumerate() {
            let name = players.get(place).filter(|name| !name.is_empty());
            let name = name.unwrap_or(role);
            let known = self.players.iter_mut().find(|it| it.0 == *name);
            match known {
                Some((_, matches, sum)) => {
                    *matches += 1;
                    sum.add(summary);
                }
                None => self.players.push((name.clone(), 1, *summary)),
            }
        }
    }

    /// The sums for programs.
    pub fn reports(&self) -> Vec<SummaryReport> {
        let report = |(player, matches, sum): &(String, u64, Summary)| SummaryReport {
            player: player.clone(),
            matches: *matches,
            judged: sum.judged,
            perfect: sum.perfect,
            perfect_rate: sum.perfect_rate(),
            only_moves: sum.only,
            inaccuracies: sum.inaccuracies,
            mistakes: sum.mistakes,
            points_lost: reward_json(sum.lost),
            unjudged: sum.unjudged,
        };
        self.players.iter().map(report).collect()
    }
}

/// The sums for people.
pub fn summaries_text(tally: &Tally) -> String {
    let lengths = tally.players.iter().map(|it| it.0.chars().count());
    let wide = lengths.max().unwrap_or(0).max(6);
    let mut text = format!(
        "\n  {DIM}{:<wide$}  {:>6}  {:>9}  {:>10}  {:>12}  {:>8}  {:>11}{RESET}\n",
        "player", "judged", "perfect", "only moves", "inaccuracies", "mistakes", "points lost"
    );
    for (player, _, sum) in &tally.players {
        let rate = sum
            .perfect_rate()
            .map_or("–".to_owned(), |rate| format!("{:.1} %", rate * 100.0));
        text.push_str(&format!(
            "  {player:<wide$}  {:>6}  {rate:>9}  {:>10}  {:>12}  {:>8}  {:>11}\n",
            sum.judged,
            sum.only,
            sum.inaccuracies,
            sum.mistakes,
            sum.lost.to_string(),
        ));
    }
    text
}
