//! What a file says about itself: the meta document.
//!
//! In: what was solved and how. Out: JSON, and back. Not here: the encoding
//! (`encoding.rs`).

use std::collections::BTreeMap;

use game::{Bucket, Count, Level, Model, Solution, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::encoding::{Encoding, EncodingText};
use super::features::Features;
use super::frame::PLAIN;
use super::json::{value_json, value_of};

/// Largest document, in bytes: this bounds the memory that opening a file
/// takes.
pub(super) const MAX_META: u64 = 64 << 20;

/// What the absence of a state from the file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// It cannot be reached: the file has all states.
    Unreachable,
    /// It is not known: the file has a part of the states.
    Unknown,
}

/// What was solved, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Which game was solved, and by which program.
    pub subject: Subject,
    /// The terms under which the values hold.
    pub terms: Terms,
    /// What the absence of a state means.
    pub absent: Absent,
    /// How many states are terminal, if they were counted.
    pub terminals: Option<Count>,
    /// The states by the least number of moves from the start, if counted.
    pub layers: Option<Vec<Count>>,
}

/// What a solution does not say itself: which game was solved, and by which
/// program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// Who writes the file: name and version.
    pub program: String,
    /// The name of the game.
    pub game: String,
    /// The parameters of a game from the library.
    pub settings: Vec<(String, String)>,
    /// The rules in KIF.
    pub rules: String,
    /// Their canonical hash.
    pub rules_hash: String,
    /// The names of the roles, in order.
    pub roles: Vec<String>,
    /// The fluents of the state from which the game was solved, in KIF.
    pub start: Vec<String>,
    /// The engine's name.
    pub engine: String,
    /// The algorithm's name.
    pub algorithm: String,
}

/// The terms under which the values of a file hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The model.
    pub model: Model,
    /// How much is solved.
    pub level: Level,
    /// The value of infinite play; `None` where it cannot happen.
    pub infinite: Option<Value>,
    /// Whether a state can be reached again, if that is known.
    pub cyclic: Option<bool>,
}

impl About {
    /// Describes a file that has all reachable states.
    pub fn whole(subject: Subject, solution: &Solution) -> Self {
        let terms = Terms {
            model: solution.model,
            level: solution.level,
            infinite: solution.infinite.clone(),
            cyclic: Some(solution.cyclic),
        };
        let layers = solution.layers.iter().map(|layer| layer.states);
        About {
            absent: Absent::Unreachable,
            terminals: Some(solution.terminals),
            layers: Some(layers.collect()),
            ..About::part(subject, terms)
        }
    }

    /// Describes a file that has some of them: nothing was counted.
    pub fn part(subject: Subject, terms: Terms) -> Self {
        About {
            subject,
            terms,
            absent: Absent::Unknown,
            terminals: None,
            layers: None,
        }
    }
}

/// How many states a file has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub states: Count,
    /// By value; without those that have no value.
    pub buckets: Vec<Bucket>,
    /// Those without a value: backward induction does not force one.
    pub unresolved: Count,
}

/// What a state is worth, and how far its end is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// What it is worth.
    pub value: Value,
    /// The number of joint moves until the end, where it is known and has a
    /// meaning.
    pub distance: Option<u64>,
}

/// How states are distributed to sections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The section of a state in which no fluent has a weight.
    pub offset: i64,
    /// What each fluent that holds adds to it.
    pub weights: Vec<i64>,
}

impl Layout {
    /// All states in section 0.
    pub fn single(fluents: usize) -> Self {
        Layout {
            offset: 0,
            weights: vec![0; fluents],
        }
    }

    /// Whether all states are in one section, whatever holds in them.
    pub fn is_single(&self) -> bool {
        self.weights.iter().all(|&weight| weight == 0)
    }

    /// The section of the state in which just these fluents hold.
    pub fn section(&self, held: &[u32]) -> Option<u64> {
        let weight = |&fluent: &u32| self.weights.get(fluent as usize).copied();
        let mut sum = self.offset;
        for fluent in held {
            sum = sum.checked_add(weight(fluent)?)?;
        }
        u64::try_from(sum).ok()
    }
}

/// The content of the document.
#[derive(Clone, Debug)]
pub(super) struct Meta {
    /// The version of the file.
    pub version: u32,
    pub required: Features,
    pub about: About,
    pub distances: bool,
    pub counts: Counts,
    pub encoding: Encoding,
    pub layout: Layout,
    pub outcomes: Vec<Outcome>,
}

/// Why a document cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MetaFlaw {
    Damage(&'static str),
    /// Required features that this program does not know.
    Features(Vec<String>),
}

impl From<&'static str> for MetaFlaw {
    fn from(why: &'static str) -> Self {
        MetaFlaw::Damage(why)
    }
}

/// The part of a document that is read first: required features may change the
/// rest.
#[derive(Deserialize)]
struct Preamble {
    required: Features,
}

#[derive(Serialize, Deserialize)]
struct Text {
    schema: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    required: Option<Features>,
    program: String,
    game: String,
    settings: BTreeMap<String, String>,
    rules: String,
    rules_hash: String,
    roles: Vec<String>,
    model: String,
    level: String,
    infinite: Json,
    cyclic: Option<bool>,
    engine: String,
    algorithm: String,
    distances: bool,
    absent: String,
    states: String,
    terminals: Option<String>,
    layers: Option<Vec<String>>,
    buckets: Vec<BucketText>,
    unresolved: String,
    start: Vec<String>,
    encoding: EncodingText,
    sections: Layout,
    outcomes: Vec<OutcomeText>,
}

#[derive(Serialize, Deserialize)]
struct BucketText {
    rewards: Json,
    states: String,
}

#[derive(Serialize, Deserialize)]
struct OutcomeText {
    rewards: Json,
    distance: Option<u64>,
}

impl Meta {
    pub fn to_json(&self) -> Vec<u8> {
        let about = &self.about;
        let text = Text {
            schema: self.version,
            required: (self.version > PLAIN).then(|| self.required.clone()),
            program: about.subject.program.clone(),
            game: about.subject.game.clone(),
            settings: about.subject.settings.iter().cloned().collect(),
            rules: about.subject.rules.clone(),
            rules_hash: about.subject.rules_hash.clone(),
            roles: about.subject.roles.clone(),
            model: about.terms.model.to_string(),
            level: about.terms.level.to_string(),
            infinite: about.terms.infinite.as_ref().map_or(Json::Null, value_json),
            cyclic: about.terms.cyclic,
            engine: about.subject.engine.clone(),
            algorithm: about.subject.algorithm.clone(),
            distances: self.distances,
            absent: about.absent.name().to_owned(),
            states: self.counts.states.to_string(),
            terminals: about.terminals.map(|count| count.to_string()),
            layers: about.layers.as_ref().map(|layers| {
                let counts = layers.iter();
                counts.map(Count::to_string).collect()
            }),
            buckets: self.counts.buckets.iter().map(BucketText::new).collect(),
            unresolved: self.counts.unresolved.to_string(),
            start: about.subject.start.clone(),
            encoding: self.encoding.text().clone(),
            sections: self.layout.clone(),
            outcomes: self.outcomes.iter().map(OutcomeText::new).collect(),
        };
        serde_json::to_vec(&text).expect("names of fields are strings")
    }

    /// Reads the document of a file of this version; an error says what is
    /// wrong.
    pub fn from_json(bytes: &[u8], version: u32) -> Result<Self, MetaFlaw> {
        const UNREADABLE: &str = "the meta document";
        if version > PLAIN {
            let first: Preamble = serde_json::from_slice(bytes).map_err(|_| UNREADABLE)?;
            let unknown = first.required.unknown()?;
            if !unknown.is_empty() {
                return Err(MetaFlaw::Features(unknown));
            }
        }
        let text: Text = serde_json::from_slice(bytes).map_err(|_| UNREADABLE)?;
        let roles = text.roles.len();
        let value = |json: &Json| value_of(json, roles);
        let encoding = Encoding::from_text(text.encoding)?;
        if text.schema != version {
            return Err("the meta document has another schema".into());
        }
        if version == PLAIN && text.required.is_some() {
            return Err("features are required that this version does not have".into());
        }
        if text.sections.weights.len() != encoding.fluents().len() {
            return Err("not one weight for each fluent".into());
        }
        let outcome = |it: &OutcomeText| -> Result<Outcome, &'static str> {
            let value = value(&it.rewards).ok_or("an outcome")?;
            let distance = it.distance;
            Ok(Outcome { value, distance })
        };
        let bucket = |it: &BucketText| -> Result<Bucket, &'static str> {
            let value = value(&it.rewards).ok_or("a bucket")?;
            let states = count(&it.states)?;
            Ok(Bucket { value, states })
        };
        let absent = Absent::of_name(&text.absent)?;
        let required = text.required.unwrap_or_default();
        if required.steps()?.is_some() && absent == Absent::Unreachable {
            return Err("an endgame database that says that it is whole".into());
        }
        let layers = text.layers.as_ref();
        let layers = layers.map(|layers| layers.iter().map(|it| count(it)).collect());
        Ok(Meta {
            version,
            required,
            about: About {
                subject: Subject {
                    program: text.program,
                    game: text.game,
                    settings: text.settings.into_iter().collect(),
                    rules: text.rules,
                    rules_hash: text.rules_hash,
                    roles: text.roles,
                    engine: text.engine,
                    algorithm: text.algorithm,
                    start: text.start,
                },
                terms: Terms {
                    model: model(&text.model)?,
                    level: level(&text.level)?,
                    infinite: match text.infinite {
                        Json::Null => None,
                        worth => Some(value_of(&worth, roles).ok_or("the worth of infinite play")?),
                    },
                    cyclic: text.cyclic,
                },
                absent,
                terminals: text.terminals.as_deref().map(count).transpose()?,
                layers: layers.transpose()?,
            },
            distances: text.distances,
            counts: Counts {
                states: count(&text.states)?,
                buckets: text.buckets.iter().map(bucket).collect::<Result<_, _>>()?,
                unresolved: count(&text.unresolved)?,
            },
            layout: text.sections,
            outcomes: text
                .outcomes
                .iter()
                .map(outcome)
                .collect::<Result<_, _>>()?,
            encoding,
        })
    }
}

impl BucketText {
    fn new(bucket: &Bucket) -> Self {
        BucketText {
            rewards: value_json(&bucket.value),
            states: bucket.states.to_string(),
        }
    }
}

impl OutcomeText {
    fn new(outcome: &Outcome) -> Self {
        OutcomeText {
            rewards: value_json(&outcome.value),
            distance: outcome.distance,
        }
    }
}

impl Absent {
    fn name(self) -> &'static str {
        match self {
            Absent::Unreachable => "unreachable",
            Absent::Unknown => "unknown",
        }
    }

    fn of_name(name: &str) -> Result<Self, &'static str> {
        match name {
            "unreachable" => Ok(Absent::Unreachable),
            "unknown" => Ok(Absent::Unknown),
            _ => Err("what absent states are"),
        }
    }
}

fn model(name: &str) -> Result<Model, &'static str> {
    let mut all = [Model::Own, Model::Difference, Model::Guaranteed].into_iter();
    let found = all.find(|model| model.to_string() == name);
    found.ok_or("the model")
}

fn level(name: &str) -> Result<Level, &'static str> {
    let mut all = [Level::Weak, Level::Strong, Level::UltraStrong].into_iter();
    let found = all.find(|level| level.to_string() == name);
    found.ok_or("the level")
}

fn count(text: &str) -> Result<Count, &'static str> {
    text.parse().map_err(|_| "a count")
}
