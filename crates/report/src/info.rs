//! What kind of game it is, as JSON.

use analysis::{Facts, families};
use ground::{FluentId, GroundGame};
use serde::Serialize;
use solver::{Game, Inspection};

use crate::SCHEMA;

/// What is told of a game. What is not known is null.
#[derive(Debug, Serialize)]
pub struct InfoReport {
    schema: u32,
    game: String,
    rules_hash: String,
    roles: Vec<String>,
    clauses: usize,
    class: &'static str,
    fluents: Option<usize>,
    moves: Option<usize>,
    groups: Option<usize>,
    bits: Option<u64>,
    step_counter: Option<bool>,
    cyclic: Option<bool>,
    states: Option<String>,
    /// How many parts the game has if it is proven to be a sum that the last mover decides,
    /// and how their worth combines.
    parts: Option<usize>,
    combination: Option<&'static str>,
    facts: Option<FactsReport>,
}

impl InfoReport {
    /// What is told of an inspection.
    pub fn new(game: &Game, seen: &Inspection) -> Self {
        let ground = seen.ground.as_ref().map(|(game, _)| game);
        let facts = seen.ground.as_ref().map(|(_, facts)| facts);
        InfoReport {
            schema: SCHEMA,
            game: game.name.clone(),
            rules_hash: game.rules.hash().to_string(),
            roles: seen.roles.clone(),
            clauses: game.rules.clauses().len(),
            class: seen.class.name(),
            fluents: ground.map(|game| game.fluents().len()),
            moves: ground.map(|game| game.moves().len()),
            groups: facts.map(|facts| facts.groups.len()),
            bits: facts.map(Facts::bits),
            step_counter: facts.map(|facts| facts.step_counter.is_some()),
            cyclic: seen.cyclic,
            states: seen.states.map(|states| states.to_string()),
            parts: seen.parts.map(|it| it.0),
            combination: seen.parts.map(|it| it.1),
            facts: ground
                .zip(facts)
                .map(|(game, facts)| FactsReport::new(facts, game)),
        }
    }
}

/// What is proven of a game.
#[derive(Debug, Serialize)]
struct FactsReport {
    /// The groups, those that differ in what their fluents share as one.
    families: Vec<FamilyReport>,
    /// How many fluents never change.
    constants: usize,
    /// How many fluents another one tells.
    duplicates: usize,
    /// How many fluents matter to no move, end or goal.
    unread: usize,
    turn: Option<TurnReport>,
    progress: Option<ProgressReport>,
    /// Whether there may be more facts than were found.
    exhausted: bool,
}

#[derive(Debug, Serialize)]
struct FamilyReport {
    example: String,
    count: usize,
    size: usize,
    exactly_one: bool,
}

#[derive(Debug, Serialize)]
struct TurnReport {
    fluents: Vec<String>,
    movers: Vec<Option<String>>,
    alternating: bool,
}

#[derive(Debug, Serialize)]
struct ProgressReport {
    incremental: bool,
    proven: bool,
}

impl FactsReport {
    /// The facts of a game.
    fn new(facts: &Facts, game: &GroundGame) -> Self {
        let families = families(game, &facts.groups).into_iter();
        FactsReport {
            families: families
                .map(|family| FamilyReport {
                    example: family.example,
                    count: family.count,
                    size: family.size,
                    exactly_one: family.exactly_one,
                })
                .collect(),
            constants: facts.constants.len(),
            duplicates: facts.duplicates.len(),
            unread: facts.unread.len(),
            turn: facts.turn.as_ref().map(|turn| TurnReport {
                fluents: names(game, turn.movers.iter().map(|(fluent, _)| *fluent)),
                movers: turn
                    .movers
                    .iter()
                    .map(|(_, role)| role.map(|role| game.roles()[role.index()].clone()))
                    .collect(),
                alternating: turn.alternating,
            }),
            progress: facts.progress.as_ref().map(|progress| ProgressReport {
                incremental: progress.is_incremental(),
                proven: progress.is_proven(),
            }),
            exhausted: facts.exhausted,
        }
    }
}

fn names(game: &GroundGame, fluents: impl Iterator<Item = FluentId>) -> Vec<String> {
    fluents
        .map(|fluent| game.fluents()[fluent.index()].clone())
        .collect()
}
