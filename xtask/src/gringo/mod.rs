//! `cargo xtask gringo`: the race against gringo, the grounder of Potassco.
//!
//! Each sheet is translated into an answer set program whose atoms are the
//! fluents and moves that our grounder looks for, by the same relaxation. Both
//! ground it; compared are what comes out and the CPU time.
//!
//! | file | what |
//! |---|---|
//! | `program` | from rules to programs: relaxed, exact, declared |
//! | `body` | from a rule's conditions to rules without `or` |
//! | `names` | symbols of a sheet as those of a program, and back |
//! | `clingo` | gringo and clingo as children, and what they answer |
//! | `bound` | sets of fluents and moves, and how they compare |
//! | `race` | one sheet on both sides |
//! | `report`, `totals` | the table of the race, and its totals |
//! | `seen` | what holds in random games |
//! | `proof` | why ours may have fewer than gringo |
//! | `declared` | what the sheet itself says with `base` and `input` |

mod body;
mod bound;
mod clingo;
mod declared;
mod names;
mod program;
mod proof;
mod race;
mod report;
mod seen;
mod totals;

use std::path::PathBuf;

use clap::Args;

use crate::limits::Limits;
use crate::outcome::{Outcome, Shown};
use crate::sheets::SheetArguments;
use crate::zermelo::Zermelo;
use clingo::Clingo;
use program::Openness;
use race::Racers;

/// How to race.
#[derive(Debug, Args)]
pub struct GringoArguments {
    #[command(flatten)]
    sheets: SheetArguments,
    #[command(flatten)]
    limits: Limits,
    /// Lets gringo forget the instances of rules, which ours keeps
    #[arg(long)]
    facts: bool,
    /// Races this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
    /// Compares with what the sheets declare as `base` and `input` instead
    #[arg(long)]
    own_bounds: bool,
}

/// Runs the command.
///
/// # Errors
///
/// When one of the programs is missing, or a sheet.
pub fn run(arguments: &GringoArguments) -> Outcome<Shown> {
    let files = arguments.sheets.files()?;
    let Some(clingo) = Clingo::find(arguments.limits)? else {
        return Err("Python has no module clingo: try `pip install clingo`".into());
    };
    let racers = Racers {
        clingo,
        zermelo: Zermelo::find_or_build(arguments.zermelo.as_deref())?,
        limits: arguments.limits,
        openness: match arguments.facts {
            true => Openness::Facts,
            false => Openness::Choices,
        },
    };
    match arguments.own_bounds {
        true => declared::run(&racers, &files),
        false => report::run(&racers, &files),
    }
}
