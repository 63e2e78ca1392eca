//! Reviews of matches as JSON.

use game::Value;
use play::{Player, Review, Reviewed, SolvedGame, Tally};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::{reward_json, value_json};

use crate::SCHEMA;
use crate::value::{cost, outcome, role_name};

/// A match with its name and what was found.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What the match is called.
    pub name: String,
    /// The names of the players, in role order, if they are known.
    pub players: Vec<String>,
    /// Its moves, judged.
    pub review: Review,
}

/// What is told of reviewed matches.
#[derive(Debug, Serialize)]
pub struct ReviewReport {
    schema: u32,
    file: String,
    game: String,
    roles: Vec<String>,
    model: String,
    matches: Vec<MatchReport>,
    players: Vec<SummaryReport>,
    failed: Vec<FailedReport>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct MatchReport {
    name: String,
    /// What the roles got; null if the match is not over.
    rewards: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveReport>>,
    summary: Vec<SummaryReport>,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    number: usize,
    #[serde(rename = "move")]
    text: String,
    mover: Option<String>,
    judgement: &'static str,
    cost: Json,
    before: Json,
    distance_before: Option<u64>,
    after: Json,
    distance_after: Option<u64>,
    best_moves: Vec<String>,
}

#[derive(Debug, Serialize)]
struct FailedReport {
    name: String,
    error: String,
}

#[derive(Debug, Serialize)]
struct SummaryReport {
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

impl ReviewReport {
    /// What is told of matches: those that were judged, and those that could not be,
    /// by name and error. `with_moves` tells each move.
    pub fn new(
        file: String,
        solved: &SolvedGame,
        (judged, tally): (&[Judged], &Tally),
        failed: &[(String, String)],
        with_moves: bool,
        warnings: Vec<String>,
    ) -> Self {
        let roles = solved.roles();
        let failed = failed.iter().map(|(name, error)| FailedReport {
            name: name.clone(),
            error: error.clone(),
        });
        let judged = judged.iter();
        ReviewReport {
            schema: SCHEMA,
            file,
            game: solved.about().subject.game.clone(),
            roles: roles.to_vec(),
            model: solved.about().terms.model.to_string(),
            matches: judged
                .map(|it| MatchReport::new(roles, it, with_moves))
                .collect(),
            players: summaries(tally),
            failed: failed.collect(),
            warnings,
        }
    }
}

impl MatchReport {
    fn new(roles: &[String], judged: &Judged, with_moves: bool) -> Self {
        let review = &judged.review;
        let numbered = (1..).zip(&review.moves);
        let moves = numbered.map(|(number, played)| MoveReport::new(roles, number, played));
        let end = review.end.clone();
        MatchReport {
            name: judged.name.clone(),
            rewards: end.map(|it| value_json(&Value::Rewards(it))),
            moves: with_moves.then(|| moves.collect()),
            summary: summaries(&Tally::of(roles, &judged.players, review)),
        }
    }
}

fn summaries(tally: &Tally) -> Vec<SummaryReport> {
    let report = |player: &Player| SummaryReport {
        player: player.name.clone(),
        matches: player.matches,
        judged: player.sum.judged,
        perfect: player.sum.perfect,
        perfect_rate: player.sum.perfect_rate(),
        only_moves: player.sum.only,
        inaccuracies: player.sum.inaccuracies,
        mistakes: player.sum.mistakes,
        points_lost: reward_json(player.sum.lost),
        unjudged: player.sum.unjudged,
    };
    tally.players().iter().map(report).collect()
}

impl MoveReport {
    fn new(roles: &[String], number: usize, played: &Reviewed) -> Self {
        let (before, after) = (played.before.as_ref(), played.after.as_ref());
        MoveReport {
            number,
            text: played.text.clone(),
            mover: role_name(roles, played.mover),
            judgement: played.judgement.name(),
            cost: cost(played.judgement),
            before: outcome(before),
            distance_before: before.and_then(|it| it.distance),
            after: outcome(after),
            distance_after: after.and_then(|it| it.distance),
            best_moves: played.best.clone(),
        }
    }
}
