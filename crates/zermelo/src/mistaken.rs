//! What is said to a user who names the wrong kind of file: what it is, and what it is
//! good for.

use std::path::Path;

use table::solution::{DEFAULT_CACHE, SolutionFile};

use crate::content::Content;
use crate::exit::Exit;
use crate::failure::Failure;

/// Advice to those who have no solution file yet.
const HOW_TO_SOLVE: &str = "`zermelo solve GAME -o FILE` writes solution files";

/// Why a file cannot be rules, by what it has; `None` if it may be.
pub fn not_rules(name: &str, content: Content) -> Option<Failure> {
    Some(match content {
        Content::Solution => {
            let game = game_of(Path::new(name));
            let of = game.map_or(String::new(), |game| format!(" of {game}"));
            Failure::usage(format!("{name} is a solution file{of}, not rules"))
                .help("query, play, review, stats, export and verify take it")
        }
        Content::Folder => Failure::usage(format!("{name} is a folder, not a file with rules"))
            .help("name a file in it"),
        Content::Picture(format) => {
            Failure::usage(format!("{name} is a picture ({format}), not rules"))
        }
        Content::Json => Failure::usage(format!("{name} has JSON, not rules in GDL"))
            .help(format!("of a match: `zermelo review SOLUTION {name}`")),
        Content::Empty | Content::Rules | Content::Other => return None,
    })
}

/// Why there is no solution in a file; `None` if there is one, damaged perhaps, or if
/// that is not known.
pub fn not_a_solution(path: &Path) -> Option<Failure> {
    let name = path.display();
    if let Ok(false) = path.try_exists() {
        return Some(missing(path));
    }
    // Of something that is not a plain file, such as a pipe, nothing may be read off.
    if !path.is_file() && !path.is_dir() {
        return None;
    }
    Some(match Content::of_file(path).ok()? {
        Content::Solution => return None,
        Content::Folder => {
            Failure::usage(format!("{name} is a folder, not a solution file")).help(HOW_TO_SOLVE)
        }
        Content::Rules => {
            let solution = path.with_extension("solution");
            Failure::usage(format!("{name} has rules, not a solution"))
                .help(solve_first(&name.to_string(), &solution))
        }
        Content::Json => Failure::usage(format!("{name} has JSON, not a solution"))
            .help(format!("of a match: `zermelo review SOLUTION {name}`")),
        Content::Picture(format) => {
            let message = format!("{name} is a picture ({format}), not a solution file");
            Failure::usage(message).help(HOW_TO_SOLVE)
        }
        Content::Empty => Failure::new(Exit::File, format!("{name} is empty: it has no solution"))
            .help(HOW_TO_SOLVE),
        Content::Other => {
            Failure::new(Exit::File, format!("{name} is not a solution file")).help(HOW_TO_SOLVE)
        }
    })
}

/// Why a file cannot be a match; `None` if it may be.
pub fn not_a_match(content: Content) -> Option<&'static str> {
    Some(match content {
        Content::Solution => "it is a solution file, not a match",
        Content::Folder => "it is a folder, not a match: name the files in it",
        Content::Rules => "it has rules, not a match",
        Content::Picture(_) => "it is a picture, not a match",
        // One without moves is a match too.
        Content::Empty | Content::Json | Content::Other => return None,
    })
}

fn missing(path: &Path) -> Failure {
    let name = path.display().to_string();
    match library::find(&name) {
        Some(_) => {
            let solution = path.with_extension("solution");
            let message = format!("{name} is a game of the library, not a solution file");
            Failure::usage(message).help(solve_first(&name, &solution))
        }
        None => Failure::usage(format!("there is no file {name}")).help(HOW_TO_SOLVE),
    }
}

fn solve_first(game: &str, solution: &Path) -> String {
    let solution = solution.display();
    format!("solve it first: `zermelo solve {game} -o {solution}`; then name {solution}")
}

/// The game that a solution file is of.
fn game_of(path: &Path) -> Option<String> {
    let file = SolutionFile::open(path, DEFAULT_CACHE).ok()?;
    Some(file.about().subject.game.clone())
}
