//! From what the user calls a game to its rules.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gdl::{Checked, MAX_SOURCE_BYTES, Rules, Source};
use library::LibraryError;
use report::human_size;
use solver::Game;

use crate::content::Content;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_arguments::GameArguments;
use crate::{diagnose, mistaken, output};

/// How many bytes a sheet may have.
const MOST: u64 = MAX_SOURCE_BYTES as u64;

/// What a game is called that comes through a pipe.
const STANDARD_INPUT: &str = "standard input";

/// The text of a game.
pub struct Text {
    /// What to call the game.
    pub name: String,
    /// Its rules.
    pub source: Source,
    /// What was found in them.
    pub checked: Checked,
}

/// Reads and checks a game, whatever is found.
pub fn read(arguments: &GameArguments) -> Result<Text, Failure> {
    let source = source(arguments)?;
    let checked = gdl::load(&source, arguments.notation.map(Into::into));
    let name = match arguments.game.as_str() {
        "-" => STANDARD_INPUT,
        name => name,
    };
    Ok(Text {
        name: name.to_owned(),
        source,
        checked,
    })
}

/// Reads a game and shows what is found; without errors its rules follow.
pub fn rules(arguments: &GameArguments) -> Result<(Text, Rules), Failure> {
    let mut text = read(arguments)?;
    if text.source.text().trim().is_empty() {
        let message = format!("{} is empty: it has no rules", text.source.name());
        return Err(Failure::new(Exit::Rules, message));
    }
    diagnose::show(&text.source, &text.checked.diagnostics);
    match text.checked.rules.take() {
        Some(rules) => Ok((text, rules)),
        None => Err(Failure::invalid_rules()),
    }
}

/// Reads a game for the flow, and shows what is found in its rules.
pub fn game(arguments: &GameArguments) -> Result<Game, Failure> {
    let (text, rules) = rules(arguments)?;
    Ok(Game {
        name: text.name,
        settings: arguments.settings.clone(),
        rules,
    })
}

fn source(arguments: &GameArguments) -> Result<Source, Failure> {
    let name = arguments.game.as_str();
    if let Some(entry) = library::find(name) {
        if Path::new(name).exists() {
            output::warn(&format!(
                "{name} is taken from the library; the file is ./{name}"
            ));
        }
        let text = entry.render(&arguments.settings).map_err(bad_setting)?;
        return Ok(Source::new(format!("{name}.kif"), text.as_bytes()));
    }
    if !arguments.settings.is_empty() {
        return Err(Failure::usage(format!(
            "--set is for games of the library, and {name} is none"
        ))
        .help("`zermelo games` lists them with their parameters"));
    }
    let bytes = match name {
        "-" => bounded(io::stdin().lock(), MOST),
        path => File::open(path).and_then(|file| bounded(file, MOST)),
    };
    let bytes = bytes.map_err(|error| unreadable(name, &error))?;
    let shown = if name == "-" { STANDARD_INPUT } else { name };
    match mistaken::not_rules(shown, Content::of_bytes(&bytes)) {
        Some(failure) => Err(failure),
        None => Ok(Source::new(shown, &bytes)),
    }
}

/// Reads at most `most` bytes, and one more if there is more.
fn bounded(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the text of a file, or of standard input (`-`), of at most `most` bytes.
///
/// # Errors
///
/// Those of the system; also for a text that is longer, or no text.
pub fn bounded_text(name: &str, most: u64) -> io::Result<String> {
    let bytes = match name {
        "-" => bounded(io::stdin().lock(), most),
        path => bounded(File::open(path)?, most),
    }?;
    if bytes.len() as u64 > most {
        let message = format!("it is longer than {}", human_size(most));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    if error.kind() != io::ErrorKind::NotFound {
        let folder = Path::new(name).is_dir();
        let failure = folder.then(|| mistaken::not_rules(name, Content::Folder));
        return failure
            .flatten()
            .unwrap_or_else(|| Failure::unreadable(name, error));
    }
    let failure = Failure::usage(format!(
        "there is no file and no library game called {name}"
    ));
    match library::similar(name) {
        Some(similar) => failure.help(format!("did you mean {similar}?")),
        None => failure.help("`zermelo games` lists the games of the library"),
    }
}

fn bad_setting(error: LibraryError) -> Failure {
    match error {
        LibraryError::Sheet { .. } => Failure::new(Exit::Bug, error.to_string()),
        _ => Failure::usage(error.to_string()),
    }
}
