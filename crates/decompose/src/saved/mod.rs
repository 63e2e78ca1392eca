//! A solved sum as JSON, and back: what a solution file keeps of it.
//!
//! In: a [`LastMover`]. Out: the detail of the required feature `parts`, as
//! `docs/formats/solution.md` describes it. Reading checks all numbers: a damaged file is an
//! error and no panic. Not here: whether the values are right, which the checker proves.

mod damage;
mod games;
mod pieces;
mod tables;

use cgt::{GameId, Games, Genus, Nimber};
use game::{Count, Model, Rewards, RoleId, Value};
use ground::{BitState, FluentId, GroundGame};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::solution::{value_json, value_of};

use crate::convention::{Convention, Turns};
use crate::knobs::Knobs;
use crate::last_mover::{Asked, LastMover, SourcedPart};
use crate::misere::Quotient;
use crate::pieces::LocalGame;
use crate::positions::Positions;
use crate::source::{Source, Sources};
use crate::states::PartStates;
use crate::theory::{Theory, Worth, locked};
use crate::whole::Part;

pub use self::damage::Damage;
use self::damage::SavedWorth;
use self::games::{SavedGame, read_games, saved_games};
use self::pieces::SavedPiece;
use self::tables::SavedTable;

#[derive(Serialize, Deserialize)]
struct Saved {
    combination: String,
    /// Fluents, and whether each holds when the first role is on turn.
    turn: Vec<(String, bool)>,
    /// The rewards if the first role cannot move, and if the second cannot.
    stuck: [Json; 2],
    /// The role that begins.
    begins: usize,
    /// Whether the states of the parts and the turn tell all states apart.
    tells_states: bool,
    parts: Vec<SavedPart>,
    tables: Vec<SavedTable>,
    pieces: Vec<SavedPiece>,
    /// Partizan values, each after its options.
    games: Vec<SavedGame>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quotient: Option<SavedQuotient>,
    states: Option<String>,
    terminals: Option<String>,
    layers: Option<Vec<String>>,
    buckets: Option<Vec<SavedBucket>>,
}

#[derive(Serialize, Deserialize)]
struct SavedPart {
    fluents: Vec<String>,
    moves: Vec<String>,
    /// The table with its states; none if it is told by pieces.
    table: Option<usize>,
    /// The part as a local game, if it is told by pieces.
    game: Option<Vec<u32>>,
}

/// What tells who wins sums of wild positions under misère play.
#[derive(Serialize, Deserialize)]
struct SavedQuotient {
    products: Vec<Vec<u32>>,
    lost: Vec<u32>,
    /// The element of each piece, then of each state of each table.
    elements: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct SavedBucket {
    rewards: Json,
    states: String,
}

impl LastMover {
    /// The sum as JSON.
    pub fn to_json(&self, game: &GroundGame, model: Model) -> Json {
        let names = |fluents: &[FluentId]| -> Vec<String> {
            let names = fluents.iter().map(|it| game.fluents()[it.index()].clone());
            names.collect()
        };
        let moves = |part: &Part| -> Vec<String> {
            let names = part.moves.iter().map(|it| game.moves()[it.index()].clone());
            names.collect()
        };
        let (games, worth) = self.saved_worth();
        let part = |it: &SourcedPart| SavedPart {
            fluents: names(&it.part.fluents),
            moves: moves(&it.part),
            table: match it.source {
                Source::Listed(table) => Some(table),
                Source::Pieces => None,
            },
            game: (it.source == Source::Pieces).then(|| it.part.game.description().into()),
        };
        let (pieces, tables) = (self.sources.pieces(), self.sources.tables());
        let first_turn = self.convention.turns.values(RoleId::new(0));
        let turn = first_turn
            .into_iter()
            .map(|(it, holds)| (game.fluents()[it.index()].clone(), holds));
        let stuck = |rewards: &Rewards| value_json(&Value::Rewards(rewards.clone()));
        let census = self.census();
        let text = |count: &Count| count.to_string();
        let saved = Saved {
            combination: self.combination().to_owned(),
            turn: turn.collect(),
            stuck: [
                stuck(&self.convention.stuck[0]),
                stuck(&self.convention.stuck[1]),
            ],
            begins: self.starts.index(),
            tells_states: self.tells_states,
            parts: self.parts.iter().map(part).collect(),
            tables: tables
                .iter()
                .map(|it| SavedTable::new(it, &worth))
                .collect(),
            pieces: SavedPiece::all(pieces, &worth),
            games,
            quotient: self.saved_quotient(),
            states: census.as_ref().map(|it| text(&it.states)),
            terminals: census.as_ref().map(|it| text(&it.terminals)),
            layers: census
                .as_ref()
                .map(|it| it.layers.iter().map(text).collect()),
            buckets: census.as_ref().map(|census| {
                let buckets = self.buckets(model, census).into_iter();
                let bucket = buckets.map(|it| SavedBucket {
                    rewards: value_json(&it.value),
                    states: text(&it.states),
                });
                bucket.collect()
            }),
        };
        serde_json::to_value(saved).expect("names of fields are strings")
    }

    /// The worth of each position, and the games that this refers to.
    fn saved_worth(&self) -> (Vec<SavedGame>, Vec<SavedWorth>) {
        let (mut games, all) = (Vec::new(), self.sources.len());
        let worth = match self.theory.worth() {
            Worth::Nimbers(nimbers) => nimbers.iter().map(|it| it.0.into()).collect(),
            Worth::Genera(genera, _) => genera.iter().map(|it| genus_json(*it)).collect(),
            Worth::Games(arena, values) => {
                let (saved, places) = saved_games(&mut locked(arena), values);
                games = saved;
                let worth = places.into_iter();
                worth.map(|it| it.map_or(Json::Null, Json::from)).collect()
            }
            Worth::Unknown => vec![Json::Null; all],
        };
        (games, worth)
    }

    /// The quotient; its elements in the order in which positions are saved.
    fn saved_quotient(&self) -> Option<SavedQuotient> {
        let Worth::Genera(_, Some(quotient)) = self.theory.worth() else {
            return None;
        };
        let pieces = self.sources.pieces().order().iter().copied();
        let states = self.sources.tables().iter().flat_map(PartStates::all);
        Some(SavedQuotient {
            products: quotient.products().to_vec(),
            lost: quotient.lost(),
            elements: pieces
                .chain(states)
                .map(|it| quotient.element(it))
                .collect(),
        })
    }

    /// Reads a sum of a game.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_json(
        json: &Json,
        game: &GroundGame,
        start: &BitState,
        knobs: Knobs,
    ) -> Result<Self, Damage> {
        let saved = Saved::deserialize(json).map_err(|_| "the parts")?;
        if game.roles().len() != 2 {
            return Err("the roles of a sum");
        }
        let fluents: FxHashMap<&String, FluentId> =
            game.fluents().iter().zip(game.fluent_ids()).collect();
        let fluent = |name: &String| fluents.get(name).copied().ok_or("a fluent of a part");
        let turn = saved
            .turn
            .iter()
            .map(|(name, holds)| Some((*fluents.get(name)?, *holds)));
        let turn = turn.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty());
        let rewards = |json: &Json| match value_of(json, 2) {
            Some(Value::Rewards(rewards)) => Ok(rewards),
            _ => Err("the rewards of a part"),
        };
        let moves: FxHashMap<&String, _> = game.moves().iter().zip(game.move_ids()).collect();
        let tables = saved
            .tables
            .iter()
            .map(|it| it.read(game.fluents().len()))
            .collect::<Result<Vec<_>, _>>()?;
        let components = SavedPiece::read_all(&saved.pieces)?;
        let sources = Sources::of(components, tables).numbered();
        let turns = Turns::of(turn.ok_or("whose turn it is")?);
        let mut taken: FxHashSet<FluentId> = FxHashSet::default();
        let mut parts = Vec::new();
        for part in &saved.parts {
            let fluents = part
                .fluents
                .iter()
                .map(fluent)
                .collect::<Result<Vec<_>, _>>()?;
            let (source, local) = match (part.table, &part.game) {
                (Some(table), _) if table < sources.tables().len() => {
                    (Source::Listed(table), LocalGame::empty(fluents.len()))
                }
                (None, Some(numbers)) => {
                    let local = LocalGame::read(numbers).ok_or("the rules of a part")?;
                    (Source::Pieces, local)
                }
                _ => return Err("the states of a part"),
            };
            let told = match sources.table(source) {
                Some(table) => table.fluents(),
                None => local.values.len(),
            };
            let mut new = fluents.iter();
            if told != fluents.len() || !new.all(|it| !turns.has(*it) && taken.insert(*it)) {
                return Err("the fluents of a part");
            }
            let of_part = part.moves.iter().map(|it| moves.get(it).copied());
            let moves = of_part
                .collect::<Option<Vec<_>>>()
                .ok_or("a move of a part")?;
            let part = Part {
                fluents,
                moves,
                game: local,
            };
            parts.push(SourcedPart { part, source });
        }
        let normal = saved.combination != "impartial-misere" && saved.combination != "search";
        let worth = read_worth(&saved, &sources, &knobs)?;
        let convention = Convention {
            turns,
            stuck: [rewards(&saved.stuck[0])?, rewards(&saved.stuck[1])?],
            normal,
        };
        let theory = Theory::of(worth, normal, knobs);
        let sum = LastMover::of(convention, parts, sources, theory, start, knobs);
        if sum.starts.index() != saved.begins {
            return Err("the role that begins");
        }
        let sum = match saved.tells_states {
            true => sum.telling_states(game),
            false => sum,
        };
        match sum.ask(start) {
            Asked::Unreachable => Err("where the parts begin"),
            _ => Ok(sum),
        }
    }
}

fn genus_json(genus: Option<Genus>) -> Json {
    match genus {
        Some(it) => serde_json::json!([it.normal.0, it.misere.0, it.is_tame()]),
        None => Json::Null,
    }
}

/// As many options as no position has more.
fn options(saved: &Saved) -> usize {
    let pieces = saved.pieces.iter().flat_map(|it| it.next().map(Vec::len));
    let tables = saved.tables.iter().map(SavedTable::most_options);
    pieces.chain(tables).max().unwrap_or(0)
}

fn read_quotient(saved: &Saved, sources: &Sources) -> Result<Option<Quotient>, Damage> {
    let Some(quotient) = &saved.quotient else {
        return Ok(None);
    };
    let all = (quotient.elements.len() == sources.len()).then(|| quotient.elements.clone());
    let of = |all| Quotient::of(quotient.products.clone(), &quotient.lost, all);
    all.and_then(of).map(Some).ok_or("a misère quotient")
}

fn read_worth(saved: &Saved, sources: &Sources, knobs: &Knobs) -> Result<Worth, Damage> {
    let in_pieces = saved.pieces.iter().map(|it| &it.worth);
    let in_tables = saved.tables.iter().flat_map(|it| &it.worth);
    let all: Vec<&SavedWorth> = in_pieces.chain(in_tables).collect();
    if all.len() != sources.len() {
        return Err("the worth of a part");
    }
    let number = |json: &Json| json.as_u64().and_then(|it| u32::try_from(it).ok());
    // Nimbers and Grundy values are no greater than the number of options.
    let most = options(saved);
    let nimber = |json: &Json| number(json).filter(|&it| it as usize <= most.max(1));
    let of = |json: Option<&Json>| json.and_then(nimber).map(Nimber);
    match saved.combination.as_str() {
        "impartial-normal" => {
            let nimbers = all.into_iter().map(|it| of(Some(it)));
            let nimbers = nimbers.collect::<Option<Vec<Nimber>>>();
            nimbers.map(Worth::Nimbers).ok_or("a nimber")
        }
        "impartial-misere" => {
            let genus = |json: &Json| match json {
                Json::Null => Ok(None),
                json => {
                    let tame = json.get(2).and_then(Json::as_bool);
                    let pair = of(json.get(0)).zip(of(json.get(1)));
                    let genus = pair
                        .zip(tame)
                        .map(|((a, b), tame)| Genus::of_values(a, b, tame));
                    genus.map(Some).ok_or("a genus")
                }
            };
            let genera = all.into_iter().map(genus).collect::<Result<Vec<_>, _>>();
            Ok(Worth::Genera(genera?, read_quotient(saved, sources)?))
        }
        "partizan-normal" => {
            let mut arena = Games::new(knobs.games);
            let games = read_games(&saved.games, options(saved), &mut arena)?;
            let value = |json: &Json| match json {
                Json::Null => Ok(None),
                json => {
                    let place = number(json).and_then(|it| games.get(it as usize));
                    place.copied().map(Some).ok_or("a value")
                }
            };
            let values = all
                .into_iter()
                .map(value)
                .collect::<Result<Vec<Option<GameId>>, _>>()?;
            Ok(Worth::Games(Box::new(std::sync::Mutex::new(arena)), values))
        }
        "search" => Ok(Worth::Unknown),
        _ => Err("how parts combine"),
    }
}
