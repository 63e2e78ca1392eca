//! What a file has in it, told by its content: names say little.
//!
//! In: a file, or its bytes. Out: [`Content`]. Not here: what a command says when it is
//! given the wrong kind of file (`mistaken.rs`).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gdl::MAX_SOURCE_BYTES;

/// What a file has in it, as far as that matters to commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Folder,
    Empty,
    /// A solution file, perhaps a damaged one.
    Solution,
    /// Rules in GDL, perhaps with errors.
    Rules,
    /// JSON: a match, or positions of a batch.
    Json,
    /// A picture, with the name of its format.
    Picture(&'static str),
    Other,
}

/// The bytes that tell a solution file and a picture.
const START: u64 = 8;

/// How pictures begin.
const PICTURES: [(&[u8], &str); 5] = [
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"%PDF", "PDF"),
    (b"<svg", "SVG"),
];

impl Content {
    /// Tells what a file or a folder has.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Ok(Content::Folder);
        }
        let mut file = File::open(path)?.take(START);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if let Content::Other = Content::of_bytes(&bytes) {
            file.set_limit(MAX_SOURCE_BYTES as u64);
            file.read_to_end(&mut bytes)?;
        }
        Ok(Content::of_bytes(&bytes))
    }

    /// Tells what a file with these bytes has.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        if table::solution::is_begun_by(bytes) {
            return Content::Solution;
        }
        if let Some((_, format)) = PICTURES.iter().find(|it| bytes.starts_with(it.0)) {
            return Content::Picture(format);
        }
        match std::str::from_utf8(bytes).map(str::trim_ascii) {
            Ok("") => Content::Empty,
            Ok(text) if is_json(text) => Content::Json,
            Ok(text) if has_rules(text) => Content::Rules,
            _ => Content::Other,
        }
    }
}

/// Whether the text begins with an object or a list of JSON; more may follow.
fn is_json(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    text.starts_with(['{', '[']) && values.next().is_some_and(|first| first.is_ok())
}

/// Whether the text has words of GDL that no match and no list of states has: those of
/// roles, and of moves or ends. Prose may have these words too, but declares no role.
fn has_rules(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let has = |keyword: &str| text.split(is_no_name).any(|word| word == keyword);
    declares_role(&text) && ["legal", "goal", "terminal"].into_iter().any(has)
}

/// Whether the text has `(role …` or `role(…`.
fn declares_role(text: &str) -> bool {
    text.match_indices("role").any(|(at, word)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let is_infix = before.is_empty() || before.ends_with(is_no_name);
        let is_kif = before.trim_end().ends_with('(') && after.starts_with(is_no_name);
        is_kif || is_infix && after.trim_start().starts_with('(')
    })
}

/// Whether a character can be in no name.
fn is_no_name(it: char) -> bool {
    !it.is_ascii_alphanumeric() && it != '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_told_by_the_bytes() {
        let told = |text: &str| Content::of_bytes(text.as_bytes());
        assert_eq!(told(" \n"), Content::Empty);
        assert_eq!(told("(role x) (<= terminal p)"), Content::Rules);
        assert_eq!(told("role(x). terminal :- p."), Content::Rules);
        assert_eq!(
            told("; a game\n( ROLE x )\n( <= TERMINAL p )"),
            Content::Rules
        );
        assert_eq!(told("Each ROLE has a goal (see its role)."), Content::Other);
        assert_eq!(told("{\"moves\": []}\n{\"moves\": []}"), Content::Json);
        assert_eq!(told("mark 1 1; mark 2 2"), Content::Other);
        assert_eq!(told("[brackets] of a text"), Content::Other);
        assert_eq!(Content::of_bytes(b"\x89PNG\r\n"), Content::Picture("PNG"));
        assert_eq!(Content::of_bytes(b"\x89ZSOLVE\n\x01"), Content::Solution);
        assert_eq!(Content::of_bytes(b"\x00\xff"), Content::Other);
    }
}
