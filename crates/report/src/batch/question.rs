//! A line of a batch: what it asks for, or what is wrong with it.
//!
//! In: a line. Out: its parts, as far as they can be read, so that an answer has the
//! `id` of its line also where the rest is wrong. Not here: whether there is such a
//! position.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

/// What a line may have.
const KEYS: [&str; 3] = ["id", "moves", "state"];
/// Most letters of a faulty line that an error shows.
const SHOWN: usize = 20;

/// The parts of a line.
#[derive(Debug, Default)]
pub struct Question<'l> {
    /// The text of its `id`, as it is.
    pub id: Option<&'l RawValue>,
    moves: Option<Words<'l>>,
    state: Option<Words<'l>>,
    /// The first thing that is wrong.
    fault: Option<String>,
}

/// The position that a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Wanted<'l> {
    /// The first one.
    Start,
    /// The one after these moves.
    Moves(Cow<'l, str>),
    /// The one with these fluents.
    State(Cow<'l, str>),
}

/// Moves or fluents: as on the command line, or one by one, as the answers of other
/// commands have them.
#[derive(Debug)]
enum Words<'l> {
    None,
    Together(Cow<'l, str>),
    Apart(Vec<Cow<'l, str>>),
    /// Something else, and what it is.
    Other(&'static str),
}

impl<'l> Question<'l> {
    /// Reads a line.
    pub fn read(line: &'l str) -> Self {
        let mut question = Question::default();
        let mut json = serde_json::Deserializer::from_str(line);
        let read = (&mut question).deserialize(&mut json);
        if let Err(error) = read.and_then(|()| json.end()) {
            question.fault = Some(no_object(line, &error));
        }
        question
    }

    /// The position that is asked for.
    ///
    /// # Errors
    ///
    /// What is wrong with the line.
    pub fn wanted(self) -> Result<Wanted<'l>, String> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let moves = joined("moves", self.moves, "; ")?;
        let state = joined("state", self.state, " ")?;
        match (moves, state) {
            (Some(_), Some(_)) => {
                Err("the line has both \"moves\" and \"state\": it may have one of them".to_owned())
            }
            (Some(moves), None) => Ok(Wanted::Moves(moves)),
            (None, Some(fluents)) => Ok(Wanted::State(fluents)),
            (None, None) => Ok(Wanted::Start),
        }
    }

    fn blame(&mut self, fault: impl FnOnce() -> String) {
        self.fault.get_or_insert_with(fault);
    }

    /// Takes a part of the line; the last one of a name counts, as for other readers.
    fn take<T>(&mut self, name: &str, place: fn(&mut Self) -> &mut Option<T>, part: T) {
        if place(self).replace(part).is_some() {
            self.blame(|| format!("the line has \"{name}\" twice"));
        }
    }
}

fn joined<'l>(
    name: &str,
    words: Option<Words<'l>>,
    separator: &str,
) -> Result<Option<Cow<'l, str>>, String> {
    match words {
        None | Some(Words::None) => Ok(None),
        Some(Words::Together(text)) => Ok(Some(text)),
        Some(Words::Apart(words)) => Ok(Some(Cow::Owned(words.join(separator)))),
        Some(Words::Other(what)) => Err(format!(
            "\"{name}\" is {what}: it must be a string or a list of strings"
        )),
    }
}

/// What is wrong with a line that is not a whole object in JSON.
fn no_object(line: &str, error: &serde_json::Error) -> String {
    let text = line.trim();
    if text.is_empty() {
        return "the line is blank".to_owned();
    }
    let is_json = |text| serde_json::from_str::<IgnoredAny>(text).is_ok();
    if !text.starts_with('{') {
        let found = match text.as_bytes()[0] {
            _ if !is_json(text) => "not JSON",
            b'[' => "a list",
            b'"' => "a string",
            b'0'..=b'9' | b'-' => "a number",
            _ => "a single word",
        };
        return format!("the line is {found}: it must be an object like {{\"moves\": \"…\"}}");
    }
    if error.classify() == Category::Eof {
        return "the line ends before its JSON does: is something cut off?".to_owned();
    }
    // Columns count bytes from 1; they may be within a letter.
    let before = error.column().saturating_sub(1).min(line.len());
    let start = line.floor_char_boundary(before);
    let rest = &line[start..];
    let shown: String = rest.chars().take(SHOWN).collect();
    let more = if shown.len() < rest.len() { "…" } else { "" };
    let column = line[..start].chars().count() + 1;
    format!("the line is not JSON from column {column} on: {shown}{more}")
}

/// What is wrong with a key that lines do not have.
fn unknown(key: &str) -> String {
    let distance = |known: &&str| strsim::damerau_levenshtein(key, known);
    let nearest = KEYS.iter().copied().min_by_key(distance);
    let meant = nearest.filter(|known| distance(known) <= known.len() / 2);
    let known = match meant {
        Some(known) => format!("did you mean \"{known}\"?"),
        None => "a line has \"id\", \"moves\" or \"state\"".to_owned(),
    };
    let shown: String = key.chars().take(SHOWN).collect();
    let more = if shown.len() < key.len() { "…" } else { "" };
    format!("unknown key \"{shown}{more}\": {known}")
}

impl<'de> DeserializeSeed<'de> for &mut Question<'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Question<'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Reader)? {
            let Words::Together(key) = key else {
                unreachable!("keys of JSON are strings");
            };
            match key.as_ref() {
                "id" => self.take("id", |it| &mut it.id, map.next_value()?),
                "moves" => self.take("moves", |it| &mut it.moves, map.next_value_seed(Reader)?),
                "state" => self.take("state", |it| &mut it.state, map.next_value_seed(Reader)?),
                other => {
                    map.next_value::<IgnoredAny>()?;
                    self.blame(|| unknown(other));
                }
            }
        }
        Ok(())
    }
}

/// Reads words, and anything else as what it is.
struct Reader;

impl<'de> DeserializeSeed<'de> for Reader {
    type Value = Words<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Words<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Words<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Words<'de>, E> {
        Ok(Words::Together(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Words<'de>, E> {
        Ok(Words::Together(Cow::Owned(text.to_owned())))
    }

    fn visit_unit<E>(self) -> Result<Words<'de>, E> {
        Ok(Words::None)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Words<'de>, E> {
        Ok(Words::Other("true or false"))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Words<'de>, E> {
        Ok(Words::Other("a number"))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Words<'de>, E> {
        Ok(Words::Other("a number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Words<'de>, E> {
        Ok(Words::Other("a number"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words<'de>, A::Error> {
        let mut words = Vec::new();
        let mut other = false;
        while let Some(word) = list.next_element_seed(Reader)? {
            match word {
                Words::Together(word) => words.push(word),
                _ => other = true,
            }
        }
        Ok(match other {
            true => Words::Other("a list of other things too"),
            false => Words::Apart(words),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Words<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Words::Other("an object"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Option<&str>, Result<Wanted<'_>, String>) {
        let question = Question::read(line);
        (question.id.map(RawValue::get), question.wanted())
    }

    #[test]
    fn a_line_asks_for_a_position() {
        let moves = |text: &'static str| Ok(Wanted::Moves(text.into()));
        assert_eq!(read(r#"{"moves": "a; b"}"#), (None, moves("a; b")));
        assert_eq!(read(r#"{"moves": ["a", "\u0062"]}"#), (None, moves("a; b")));
        let state = Ok(Wanted::State("(p 1) q".into()));
        assert_eq!(
            read(r#"{"st\u0061te": ["(p 1)", "q"], "moves": null}"#).1,
            state
        );
        assert_eq!(read(" {} \r"), (None, Ok(Wanted::Start)));
    }

    #[test]
    fn any_id_comes_back_as_it_was() {
        for id in [
            "12345678901234567890123",
            "1.0",
            "1e5",
            "-0",
            "1e999",
            r#""a\u0062\/\ud800""#,
            r#"{"b": [1, {"a":null}],  "b": 2}"#,
            "null",
            "false",
        ] {
            for line in [
                format!(r#"{{"id": {id} , "moves": ""}}"#),
                format!(r#"{{"moves": 7, "id":{id}}}"#),
                format!(r#"{{"id":{id},"moves"#),
                format!(r#"{{"id":{id}}} and more"#),
                format!(r#"{{"move": "x", "id":{id}}}"#),
            ] {
                assert_eq!(read(&line).0, Some(id), "{line}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_in_plain_words() {
        let object = "it must be an object like {\"moves\": \"…\"}";
        let text = "it must be a string or a list of strings";
        for (line, fault) in [
            (" \r", "the line is blank".to_owned()),
            ("mark 1 1", format!("the line is not JSON: {object}")),
            ("[1]", format!("the line is a list: {object}")),
            ("\"mark 1 1\"", format!("the line is a string: {object}")),
            ("-7", format!("the line is a number: {object}")),
            ("null", format!("the line is a single word: {object}")),
            (
                r#"{"moves": "mark 1"#,
                "the line ends before its JSON does: is something cut off?".to_owned(),
            ),
            (
                "{'moves': 'mark 1 1; mark 1 2'}",
                "the line is not JSON from column 2 on: 'moves': 'mark 1 1; …".to_owned(),
            ),
            (
                r#"{"id": "ä", "moves": mark}"#,
                "the line is not JSON from column 22 on: mark}".to_owned(),
            ),
            (
                r#"{"id": 1} {"id": 2}"#,
                r#"the line is not JSON from column 11 on: {"id": 2}"#.to_owned(),
            ),
            (
                r#"{"move": "a"}"#,
                r#"unknown key "move": did you mean "moves"?"#.to_owned(),
            ),
            (
                r#"{"State": "a"}"#,
                r#"unknown key "State": did you mean "state"?"#.to_owned(),
            ),
            (
                r#"{"weather": 1, "id": 2}"#,
                r#"unknown key "weather": a line has "id", "moves" or "state""#.to_owned(),
            ),
            (
                r#"{"id": 1, "id": 2}"#,
                r#"the line has "id" twice"#.to_owned(),
            ),
            (r#"{"moves": 7}"#, format!("\"moves\" is a number: {text}")),
            (
                r#"{"state": {"a": 1}}"#,
                format!("\"state\" is an object: {text}"),
            ),
            (
                r#"{"state": true}"#,
                format!("\"state\" is true or false: {text}"),
            ),
            (
                r#"{"moves": ["a", 7]}"#,
                format!("\"moves\" is a list of other things too: {text}"),
            ),
            (
                r#"{"moves": "", "state": ""}"#,
                "the line has both \"moves\" and \"state\": it may have one of them".to_owned(),
            ),
        ] {
            assert_eq!(read(line).1, Err(fault), "{line}");
        }
    }
}
