//! How every report on a file begins: what was found in which file, for which rules.

use report::CheckedFile;
use verify::Report;

use crate::layout;
use crate::output::{BOLD, RESET};

/// The first lines, with what was found.
pub fn text(about: CheckedFile<'_>, finding: &str) -> String {
    let rules = layout::row("Rules", 11, about.rules_hash);
    format!("{BOLD}{}{RESET}: {finding}\n\n{rules}", about.file)
}

/// Those of a report on a whole solution.
pub fn of_whole(about: CheckedFile<'_>, report: &Report) -> String {
    let game = about.game;
    text(
        about,
        &match report.exhaustive {
            true => format!("the solution of {game} is right"),
            false => format!("nothing wrong in a sample of {game}"),
        },
    )
}
