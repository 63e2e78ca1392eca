//! What a file says of the parts of its game, as it stands there.
//!
//! In: the value of the feature `parts`. Out: the claim, in which every place that is
//! referred to exists; anything else is damage. Not here: whether it is true.

use serde::Deserialize;
use serde_json::Value as Json;

use super::local::LocalGame;
use crate::value::Value;

/// How the worth of a state follows from its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Combination {
    ImpartialNormal,
    ImpartialMisere,
    PartizanNormal,
    Search,
}

impl Combination {
    /// Whether who cannot move loses.
    pub fn is_normal(self) -> bool {
        matches!(
            self,
            Combination::ImpartialNormal | Combination::PartizanNormal
        )
    }

    /// Whether both roles must have the same moves.
    pub fn is_impartial(self) -> bool {
        matches!(
            self,
            Combination::ImpartialNormal | Combination::ImpartialMisere
        )
    }
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// The file does not say.
    Unsaid,
    Nimber(u32),
    Genus(Genus),
    /// A place among the partizan values.
    Game(usize),
}

/// The Grundy values of an impartial position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    pub normal: u32,
    pub misere: u32,
    pub tame: bool,
}

/// The listed states of a part.
#[derive(Debug)]
pub struct Table {
    pub fluents: usize,
    pub states: Vec<Vec<u32>>,
    pub next: Vec<[Vec<u32>; 2]>,
    pub worth: Vec<Worth>,
}

/// What can still change in a position, and is connected.
#[derive(Debug)]
pub struct Piece {
    pub game: LocalGame,
    /// The sums of earlier pieces that the moves of each role lead to.
    pub next: [Vec<Vec<u32>>; 2],
    pub worth: Worth,
}

/// The positions of a part.
#[derive(Debug)]
pub enum Positions {
    /// The place of its table.
    Listed(usize),
    Pieces(LocalGame),
}

/// A part.
#[derive(Debug)]
pub struct Part {
    pub fluents: Vec<String>,
    pub moves: Vec<String>,
    pub positions: Positions,
}

/// A partizan value.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Game {
    Number { number: (i64, u32) },
    Nimber { nimber: u32 },
    Options { left: Vec<usize>, right: Vec<usize> },
}

/// Counts of states of the whole game.
#[derive(Debug, Default)]
pub struct Counts {
    pub states: Option<u128>,
    pub terminals: Option<u128>,
    pub layers: Option<Vec<u128>>,
    pub buckets: Option<Vec<(Value, u128)>>,
}

/// A finite commutative monoid that tells who wins sums under misère play.
#[derive(Debug)]
pub struct Quotient {
    /// The product of each two elements; element 0 is that of no parts.
    pub products: Vec<Vec<usize>>,
    /// Whether sums with an element are lost for who is on turn.
    pub lost: Vec<bool>,
    /// The element of each piece, then of each state of each table.
    pub elements: Vec<usize>,
    /// Where the states of each table begin in `elements`.
    tables: Vec<usize>,
}

impl Quotient {
    pub fn product(&self, one: usize, other: usize) -> usize {
        self.products[one][other]
    }

    /// The place of a piece in `elements`.
    pub fn piece(&self, piece: usize) -> usize {
        piece
    }

    /// The place of a state of a table in `elements`.
    pub fn state(&self, table: usize, state: u32) -> usize {
        self.tables[table] + state as usize
    }
}

/// All that a file says of the parts of its game.
#[derive(Debug)]
pub struct Claim {
    pub combination: Combination,
    /// Fluents that hold exactly if it is the first role's turn, or the second's.
    pub turn: Vec<(String, bool)>,
    /// The rewards if a role is on turn and cannot move.
    pub stuck: [Value; 2],
    pub begins: usize,
    pub tells_states: bool,
    pub parts: Vec<Part>,
    pub tables: Vec<Table>,
    pub pieces: Vec<Piece>,
    pub games: Vec<Game>,
    pub quotient: Option<Quotient>,
    pub counts: Counts,
}

#[derive(Deserialize)]
struct Text {
    combination: Combination,
    turn: Vec<(String, bool)>,
    stuck: (Json, Json),
    begins: usize,
    tells_states: bool,
    parts: Vec<PartText>,
    tables: Vec<TableText>,
    pieces: Vec<PieceText>,
    games: Vec<Game>,
    #[serde(default)]
    quotient: Option<QuotientText>,
    states: Option<String>,
    terminals: Option<String>,
    layers: Option<Vec<String>>,
    buckets: Option<Vec<BucketText>>,
}

#[derive(Deserialize)]
struct PartText {
    fluents: Vec<String>,
    moves: Vec<String>,
    table: Option<usize>,
    game: Option<Json>,
}

#[derive(Deserialize)]
struct TableText {
    fluents: usize,
    states: Vec<Vec<u32>>,
    next: Vec<(Vec<u32>, Vec<u32>)>,
    worth: Vec<Json>,
}

#[derive(Deserialize)]
struct PieceText {
    game: Json,
    next: (Vec<Vec<u32>>, Vec<Vec<u32>>),
    worth: Json,
}

#[derive(Deserialize)]
struct QuotientText {
    products: Vec<Vec<usize>>,
    lost: Vec<usize>,
    elements: Vec<usize>,
}

#[derive(Deserialize)]
struct BucketText {
    rewards: Json,
    states: String,
}

impl Claim {
    /// Reads what a file says; the text of an error says what is damaged.
    pub fn from_json(json: &Json) -> Result<Self, String> {
        let text = Text::deserialize(json)
            .map_err(|error| format!("its parts cannot be understood: {error}"))?;
        let (combination, games) = (text.combination, text.games.len());
        let worth = |json: &Json| {
            worth(combination, games, json).ok_or_else(|| format!("{json} is no worth"))
        };
        let tables = text.tables.into_iter().map(|it| it.table(&worth));
        let tables: Vec<Table> = tables.collect::<Result<_, String>>()?;
        let pieces = text.pieces.into_iter().enumerate();
        let pieces = pieces.map(|(place, it)| it.piece(place, &worth));
        let parts = text.parts.into_iter().map(|it| it.part(&tables));
        let pieces: Vec<Piece> = pieces.collect::<Result<_, String>>()?;
        let quotient = text.quotient.map(|it| it.quotient(pieces.len(), &tables));
        if quotient.is_some() && combination != Combination::ImpartialMisere {
            return Err("a misère quotient where none counts".into());
        }
        let claim = Claim {
            combination,
            turn: text.turn,
            stuck: [rewards(&text.stuck.0)?, rewards(&text.stuck.1)?],
            begins: (text.begins < 2)
                .then_some(text.begins)
                .ok_or("a third role begins")?,
            tells_states: text.tells_states,
            parts: parts.collect::<Result<_, String>>()?,
            pieces,
            tables,
            games: text.games,
            quotient: quotient.transpose()?,
            counts: Counts {
                states: text.states.as_deref().map(count).transpose()?,
                terminals: text.terminals.as_deref().map(count).transpose()?,
                layers: text.layers.map(counts).transpose()?,
                buckets: text.buckets.map(buckets).transpose()?,
            },
        };
        claim.games_lead_back()?;
        Ok(claim)
    }

    fn games_lead_back(&self) -> Result<(), String> {
        let mut games = self.games.iter().enumerate();
        let fits = |(place, game): (usize, &Game)| match game {
            Game::Number { .. } | Game::Nimber { .. } => true,
            Game::Options { left, right } => left.iter().chain(right).all(|&it| it < place),
        };
        match games.all(fits) {
            true => Ok(()),
            false => Err("a partizan value has options that do not come before it".into()),
        }
    }
}

impl PartText {
    fn part(self, tables: &[Table]) -> Result<Part, String> {
        let positions = match (self.table, self.game) {
            (Some(table), None) => Positions::Listed(table),
            (None, Some(game)) => Positions::Pieces(LocalGame::from_json(&game)?),
            _ => return Err("a part has not either a table or a game".into()),
        };
        let fluents = match &positions {
            Positions::Listed(table) => tables.get(*table).map(|it| it.fluents),
            Positions::Pieces(game) => Some(game.holds.len()),
        };
        match fluents == Some(self.fluents.len()) {
            true => Ok(Part {
                fluents: self.fluents,
                moves: self.moves,
                positions,
            }),
            false => Err("a part has another number of fluents than its positions".into()),
        }
    }
}

impl TableText {
    fn table(self, worth: &dyn Fn(&Json) -> Result<Worth, String>) -> Result<Table, String> {
        let (fluents, states) = (self.fluents, self.states.len());
        if states == 0 || self.next.len() != states || self.worth.len() != states {
            return Err("a table has not one entry for each state".into());
        }
        let ascends = |it: &Vec<u32>| it.is_sorted_by(|a, b| a < b);
        let inside = |it: &Vec<u32>| it.last().is_none_or(|&last| (last as usize) < fluents);
        if !self.states.iter().all(|it| ascends(it) && inside(it)) {
            return Err("a state does not list fluents of its part in order".into());
        }
        let after = self.next.iter().flat_map(|it| it.0.iter().chain(&it.1));
        if after.max().is_some_and(|&most| most as usize >= states) {
            return Err("a state leads to one that is not there".into());
        }
        Ok(Table {
            fluents,
            states: self.states,
            next: self.next.into_iter().map(|it| [it.0, it.1]).collect(),
            worth: self.worth.iter().map(worth).collect::<Result<_, _>>()?,
        })
    }
}

impl QuotientText {
    fn quotient(self, pieces: usize, tables: &[Table]) -> Result<Quotient, String> {
        let order = self.products.len();
        let square = self.products.iter().all(|row| row.len() == order);
        let all = self.products.iter().flatten();
        let mut all = all.chain(&self.lost).chain(&self.elements);
        let mut places = pieces;
        let firsts = tables.iter().map(|table| {
            let first = places;
            places += table.states.len();
            first
        });
        let firsts: Vec<usize> = firsts.collect();
        if order == 0 || !square || !all.all(|&it| it < order) || self.elements.len() != places {
            return Err("a misère quotient has elements that are not there".into());
        }
        let mut lost = vec![false; order];
        self.lost.iter().for_each(|&it| lost[it] = true);
        Ok(Quotient {
            products: self.products,
            lost,
            elements: self.elements,
            tables: firsts,
        })
    }
}

impl PieceText {
    fn piece(
        self,
        place: usize,
        worth: &dyn Fn(&Json) -> Result<Worth, String>,
    ) -> Result<Piece, String> {
        let sums = self.next.0.iter().chain(&self.next.1);
        if sums.flatten().any(|&it| it as usize >= place) {
            return Err("a piece leads to one that does not come before it".into());
        }
        let mut next = [self.next.0, self.next.1];
        next.iter_mut()
            .flatten()
            .for_each(|sum| sum.sort_unstable());
        Ok(Piece {
            game: LocalGame::from_json(&self.game)?,
            next,
            worth: worth(&self.worth)?,
        })
    }
}

/// Reads a worth under a combination.
fn worth(combination: Combination, games: usize, json: &Json) -> Option<Worth> {
    let small = |json: &Json| json.as_u64().and_then(|it| u32::try_from(it).ok());
    if json.is_null() {
        return (combination != Combination::ImpartialNormal).then_some(Worth::Unsaid);
    }
    match combination {
        Combination::ImpartialNormal => small(json).map(Worth::Nimber),
        Combination::ImpartialMisere => match json.as_array()?.as_slice() {
            [normal, misere, tame] => Some(Worth::Genus(Genus {
                normal: small(normal)?,
                misere: small(misere)?,
                tame: tame.as_bool()?,
            })),
            _ => None,
        },
        Combination::PartizanNormal => {
            let place = small(json)? as usize;
            (place < games).then_some(Worth::Game(place))
        }
        Combination::Search => None,
    }
}

fn rewards(json: &Json) -> Result<Value, String> {
    let value = Value::from_json(json, 2).filter(|it| matches!(it, Value::Rewards(_)));
    value.ok_or_else(|| format!("{json} are no rewards"))
}

fn count(text: &str) -> Result<u128, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| format!("`{text}` is no number of states"))
}

fn counts(texts: Vec<String>) -> Result<Vec<u128>, String> {
    texts.iter().map(|it| count(it)).collect()
}

fn buckets(texts: Vec<BucketText>) -> Result<Vec<(Value, u128)>, String> {
    let bucket = |it: &BucketText| Ok((rewards(&it.rewards)?, count(&it.states)?));
    texts.iter().map(bucket).collect()
}
