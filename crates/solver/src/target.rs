//! The solution file that a solve is to write: begun before the work, finished after it.
//!
//! In: the states, from the engines or from the judge's table, and what is known of the
//! game. Out: a file with all states, or with those that were valued before a limit or
//! a signal came, or none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use game::{Count, Level, Options, Playable, Solution};
use gdl::Notation;
use judge::Table;
use table::solution::{
    About, Absent, Encoding, Field, Key, Layout, OutcomeId, PARTS, SolutionError, SolutionFile,
    SolutionWriter, Subject, Terms,
};

use crate::engine::Engine;
use crate::error::{Error, Part, Unfinished};
use crate::subject::Game;
use crate::sum::Sum;

/// Enough memory to see what a file says of itself, in bytes.
const LITTLE_CACHE: usize = 1 << 20;

/// A solution file in the making.
pub struct Target<'a> {
    path: PathBuf,
    game: &'a Game,
    roles: Vec<String>,
    memory: u64,
    /// Takes the states.
    pub writer: SolutionWriter,
    start: Vec<String>,
    engine: Engine,
    algorithm: &'static str,
}

/// A solution file that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its name, as it was given.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// How many states it has.
    pub states: Count,
}

impl<'a> Target<'a> {
    /// Begins a file for a game; writing may take `memory` bytes.
    pub fn create(
        path: &Path,
        game: &'a Game,
        roles: Vec<String>,
        memory: u64,
    ) -> Result<Self, Error> {
        if path.is_dir() {
            return Err(Error::OutputIsFolder(path.to_owned()));
        }
        Ok(Target {
            path: path.to_owned(),
            writer: begin(path, game, memory)?,
            game,
            roles,
            memory,
            start: Vec::new(),
            engine: Engine::Auto,
            algorithm: "",
        })
    }

    /// Begins it anew, for another engine: nothing of what was written stays.
    pub fn restart(&mut self) -> Result<(), Error> {
        self.writer = begin(&self.path, self.game, self.memory)?;
        Ok(())
    }

    /// Notes the fluents of the state from which the game is solved, and how it is.
    pub fn begin(&mut self, start: Vec<String>, engine: Engine, algorithm: &'static str) {
        self.start = start;
        self.engine = engine;
        self.algorithm = algorithm;
    }

    /// Takes all states of a table. What fluents there are shows on the states:
    /// each has a bit, but those that always hold.
    pub fn take<G: Playable>(
        &mut self,
        game: &G,
        table: &Table<G::State>,
    ) -> Result<(), SolutionError> {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for entry in table.iter() {
            for fluent in game.fluents(entry.state) {
                *counts.entry(fluent).or_default() += 1;
            }
        }
        let states = table.graph().state_count();
        let numbered = (0..).zip(counts.values());
        let (always, others): (Vec<_>, Vec<_>) = numbered.partition(|it| *it.1 == states);
        let field = |(fluent, _): (u32, &u64)| Field {
            bits: 1,
            fluents: vec![fluent],
            codes: vec![Some(Vec::new()), Some(vec![fluent])],
        };
        let always = always.into_iter().map(|(fluent, _)| fluent).collect();
        let fields = others.into_iter().map(field).collect();
        let fluents: Vec<String> = counts.into_keys().collect();
        let layout = Layout::single(fluents.len());
        let encoding = Encoding::new(fluents, always, fields);
        let encoding = encoding.map_err(SolutionError::Limit)?;
        let key = |state: &G::State| -> Option<Key> {
            let fluents = game.fluents(state);
            let held = fluents.iter().map(|fluent| encoding.fluent(fluent));
            let mut held = held.collect::<Option<Vec<u32>>>()?;
            held.sort_unstable();
            encoding.encode(&held)
        };
        let mut keys: Vec<(Key, OutcomeId)> = Vec::new();
        for entry in table.iter() {
            let outcome = self.writer.outcome(entry.value, entry.distance);
            let key = key(entry.state).expect("all fluents of all states were listed");
            keys.push((key, outcome));
        }
        keys.sort_unstable();
        self.writer.begin(encoding, layout, true);
        self.writer.add_sorted(0, &mut |take| {
            keys.iter()
                .try_for_each(|(key, outcome)| take(key.words(), *outcome))
        })
    }

    /// Writes what is known beside the states, all of them, and ends the file.
    pub fn finish(
        mut self,
        solution: &Solution,
        way: (Engine, &'static str),
    ) -> Result<Written, Error> {
        (self.engine, self.algorithm) = way;
        debug_assert_eq!(self.writer.states(), solution.states);
        let about = About::whole(self.subject(), solution);
        self.end(about)
    }

    /// Writes a game that was solved by its parts, and ends the file.
    pub fn finish_sum(mut self, sum: &Sum) -> Result<Written, Error> {
        let (engine, algorithm) = sum.way();
        self.begin(sum.start.clone(), engine, algorithm);
        let none = Encoding::new(Vec::new(), Vec::new(), Vec::new());
        let none = none.map_err(SolutionError::Limit)?;
        self.writer.begin(none, Layout::single(0), false);
        self.writer
            .require(PARTS, sum.json.clone().unwrap_or_default());
        let terms = Terms {
            model: sum.solution.model,
            level: Level::Strong,
            infinite: None,
            cyclic: Some(false),
        };
        let about = About {
            absent: Absent::Unreachable,
            ..About::part(self.subject(), terms)
        };
        self.end(about)
    }

    /// Ends a file that has some of the states.
    pub fn finish_part(self, terms: Terms) -> Result<Written, Error> {
        let about = About::part(self.subject(), terms);
        self.end(about)
    }

    /// The same after a limit or a signal, unless the file that is there already knows
    /// more.
    pub fn finish_more(self, terms: Terms) -> Result<Written, Error> {
        match self.is_behind(self.writer.states()) {
            true => Err(Error::Behind(self.path)),
            false => self.finish_part(terms),
        }
    }

    /// Ends the file of a solve that failed, if layers were valued until then and it
    /// can be gone on with: it is an endgame database.
    pub fn rescue(self, options: &Options, failed: Unfinished) -> Unfinished {
        match failed.can_go_on() {
            true => Unfinished {
                part: Some(self.rescued(options)),
                ..failed
            },
            false => failed,
        }
    }

    fn rescued(self, options: &Options) -> Part {
        let path = self.path.clone();
        let Some(first) = self.writer.first_section() else {
            return Part::Nothing { path };
        };
        let states = self.writer.states();
        if self.is_behind(states) {
            return Part::Behind { path };
        }
        let terms = Terms {
            model: options.model.among(self.roles.len()),
            level: options.level,
            // Layers are valued one by one where no state can come up again.
            infinite: None,
            cyclic: Some(false),
        };
        match self.finish_part(terms) {
            Ok(_) => Part::Written {
                path,
                first,
                states,
            },
            Err(error) => Part::Failed {
                path,
                error: Box::new(error),
            },
        }
    }

    /// Whether the file that is there already knows more: a part does not take its
    /// place.
    fn is_behind(&self, states: Count) -> bool {
        let Ok(file) = SolutionFile::open(&self.path, LITTLE_CACHE) else {
            return false;
        };
        let about = file.about();
        let same = about.subject.rules_hash == self.game.rules.hash().to_string();
        about.absent == Absent::Unreachable || same && file.counts().states > states
    }

    fn subject(&self) -> Subject {
        let Game {
            name,
            settings,
            rules,
        } = self.game;
        Subject {
            program: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: name.clone(),
            settings: settings.clone(),
            rules: gdl::print(rules.sheet(), Notation::Kif),
            rules_hash: rules.hash().to_string(),
            roles: self.roles.clone(),
            start: self.start.clone(),
            engine: self.engine.name().to_owned(),
            algorithm: self.algorithm.to_owned(),
        }
    }

    fn end(self, about: About) -> Result<Written, Error> {
        let states = self.writer.states();
        let bytes = self.writer.finish(about).map_err(Error::Unwritten)?;
        Ok(Written {
            states,
            bytes,
            path: self.path,
        })
    }
}

fn begin(path: &Path, game: &Game, memory: u64) -> Result<SolutionWriter, SolutionError> {
    SolutionWriter::create(path, &game.rules.hash().to_string(), memory)
}
