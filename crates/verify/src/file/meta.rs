//! What a file says about itself: the meta document.

use serde::Deserialize;
use serde_json::Value as Json;

use super::encoding::{Encoding, EncodingText, SectionsText};
use super::frame::FIRST_VERSION;
use crate::order::Model;
use crate::value::{Outcome, Value};

#[derive(Debug, Deserialize)]
struct Text {
    schema: u32,
    #[serde(default)]
    required: Json,
    game: String,
    rules: String,
    rules_hash: String,
    roles: Vec<String>,
    model: String,
    level: String,
    infinite: Json,
    cyclic: Option<bool>,
    distances: bool,
    absent: String,
    states: String,
    terminals: Option<String>,
    layers: Option<Vec<String>>,
    buckets: Vec<BucketText>,
    unresolved: String,
    start: Vec<String>,
    encoding: EncodingText,
    sections: SectionsText,
    outcomes: Vec<OutcomeText>,
}

#[derive(Debug, Deserialize)]
struct BucketText {
    rewards: Json,
    states: String,
}

#[derive(Debug, Deserialize)]
struct OutcomeText {
    rewards: Json,
    distance: Option<u64>,
}

/// What a file says about itself.
#[derive(Debug)]
pub struct Meta {
    pub game: String,
    pub rules: String,
    pub rules_hash: String,
    pub roles: Vec<String>,
    pub model: Model,
    pub level: String,
    pub infinite: Option<Value>,
    pub cyclic: Option<bool>,
    pub distances: bool,
    /// Whether it has all reachable states.
    pub whole: bool,
    pub states: u128,
    pub terminals: Option<u128>,
    pub layers: Option<Vec<u128>>,
    pub buckets: Vec<(Value, u128)>,
    pub unresolved: u128,
    pub start: Vec<String>,
    pub fluents: Vec<String>,
    pub encoding: Encoding,
    pub outcomes: Vec<Outcome>,
}

fn count(text: &str) -> Result<u128, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| format!("`{text}` is no number of states"))
}

impl Meta {
    /// Reads the document of a file of this version whose features are all known.
    pub fn from_json(bytes: &[u8], version: u32) -> Result<Self, String> {
        let text: Text = serde_json::from_slice(bytes)
            .map_err(|error| format!("the meta document cannot be understood: {error}"))?;
        if text.schema != version {
            return Err(format!("a meta document of schema {}", text.schema));
        }
        if version == FIRST_VERSION && !text.required.is_null() {
            return Err("version 1 knows no required features".into());
        }
        let roles = text.roles.len();
        let value = |json: &Json| {
            Value::from_json(json, roles).ok_or_else(|| format!("{json} is no value"))
        };
        let outcome = |it: &OutcomeText| -> Result<Outcome, String> {
            let distance = it.distance;
            Ok(Outcome {
                value: value(&it.rewards)?,
                distance,
            })
        };
        let bucket = |it: &BucketText| Ok((value(&it.rewards)?, count(&it.states)?));
        let layers = |it: &Vec<String>| it.iter().map(|it| count(it)).collect();
        let model = Model::from_name(&text.model);
        if !["weak", "strong", "ultra-strong"].contains(&text.level.as_str()) {
            return Err(format!("there is no level `{}`", text.level));
        }
        Ok(Meta {
            model: model.ok_or_else(|| format!("there is no model `{}`", text.model))?,
            infinite: match value(&text.infinite)? {
                Value::Unresolved => None,
                known => Some(known),
            },
            whole: match text.absent.as_str() {
                "unreachable" => true,
                "unknown" => false,
                other => return Err(format!("absent states cannot be `{other}`")),
            },
            states: count(&text.states)?,
            terminals: text.terminals.as_deref().map(count).transpose()?,
            layers: text.layers.as_ref().map(layers).transpose()?,
            buckets: text
                .buckets
                .iter()
                .map(bucket)
                .collect::<Result<_, String>>()?,
            unresolved: count(&text.unresolved)?,
            encoding: Encoding::new(&text.encoding, &text.sections)?,
            outcomes: text
                .outcomes
                .iter()
                .map(outcome)
                .collect::<Result<_, _>>()?,
            game: text.game,
            rules: text.rules,
            rules_hash: text.rules_hash,
            roles: text.roles,
            level: text.level,
            cyclic: text.cyclic,
            distances: text.distances,
            start: text.start,
            fluents: text.encoding.fluents,
        })
    }
}
