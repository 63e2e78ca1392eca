//! One sheet on both sides.

use std::fmt;

use gdl::Rules;
use serde::Deserialize;

use super::bound::Bound;
use super::clingo::{self, Clingo};
use super::program::{self, Openness, Program};
use crate::child::{Ended, Run};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::sheets::SheetFile;
use crate::zermelo::Zermelo;

/// Who races, and within what limits.
#[derive(Debug)]
pub struct Racers {
    /// gringo, and clingo as a judge.
    pub clingo: Clingo,
    /// Our grounder.
    pub zermelo: Zermelo,
    /// What each may use on each sheet.
    pub limits: Limits,
    /// What gringo's task is.
    pub openness: Openness,
}

/// How one side fared.
#[derive(Clone, Debug)]
pub enum Side {
    /// It found this bound.
    Finished(Bound, Cost),
    /// It ran into a limit.
    GaveUp(Why),
}

/// What it cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// User and system time, in seconds.
    pub cpu_seconds: f64,
    /// The peak resident size, in bytes.
    pub peak_memory_bytes: u64,
}

/// The limit that ended a side's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Time,
    Memory,
    /// A limit that the program has of its own, such as on instances.
    Own,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Why::Time => "time",
            Why::Memory => "memory",
            Why::Own => "limit",
        })
    }
}

/// The part of the output of `zermelo ground --list` that is compared.
#[derive(Deserialize)]
struct Ground {
    roles: Vec<String>,
    list: List,
}

#[derive(Deserialize)]
struct List {
    fluents: Vec<String>,
    moves: Vec<Vec<String>>,
}

impl Racers {
    /// Lets gringo ground a sheet.
    ///
    /// # Errors
    ///
    /// When it fails for another reason than a limit: then the translation is
    /// wrong.
    pub fn gringo(&self, rules: &Rules) -> Outcome<Side> {
        self.gringo_on(&program::relaxed(rules, self.openness), ["true", "does"])
    }

    /// Lets gringo ground a program, of which two relations have the fluents
    /// and the moves.
    ///
    /// # Errors
    ///
    /// As [`Racers::gringo`].
    pub fn gringo_on(&self, program: &Program, relations: [&str; 2]) -> Outcome<Side> {
        let run = self.clingo.ground(program, self.limits)?;
        side(&run, |output| {
            clingo::shown(output, &program.names, relations)
        })
    }

    /// Lets our grounder ground a sheet.
    ///
    /// # Errors
    ///
    /// When it fails for another reason than a limit: that is a bug.
    pub fn ours(&self, file: &SheetFile) -> Outcome<Side> {
        let options = ["--list"];
        let run = self
            .zermelo
            .run("ground", &file.path, &options, self.limits)?;
        side(&run, |output| {
            Ok(read_ground(serde_json::from_str(output)?))
        })
    }
}

fn side(run: &Run, read: impl FnOnce(&str) -> Outcome<Bound>) -> Outcome<Side> {
    let cost = Cost {
        cpu_seconds: run.cpu_seconds,
        peak_memory_bytes: run.peak_memory_bytes,
    };
    Ok(match run.ended {
        Ended::Code(0) => Side::Finished(read(&run.output)?, cost),
        Ended::Time => Side::GaveUp(Why::Time),
        Ended::Memory => Side::GaveUp(Why::Memory),
        // `zermelo` has the exit code 4 for limits, clingo 33 for memory.
        Ended::Code(4) => Side::GaveUp(Why::Own),
        Ended::Code(33) => Side::GaveUp(Why::Memory),
        other => return Err(format!("{other:?}: {}", run.complaints.trim()).into()),
    })
}

fn read_ground(ground: Ground) -> Bound {
    let roles = ground.roles.iter().zip(ground.list.moves);
    let moves = roles.flat_map(|(role, moves)| {
        let named = move |mov| format!("{role} {mov}");
        moves.into_iter().map(named)
    });
    Bound {
        fluents: ground.list.fluents.into_iter().collect(),
        moves: moves.collect(),
    }
}
