//! The solution file that a solve is to write: begun before the work, finished
//! after it.
//!
//! In: the states, from the engines or from the judge's table, and what is known
//! of the game. Out: a file with all states, or with those that were valued before
//! a limit or a signal came, or none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use game::{Count, Model, Options, Playable, Solution};
use gdl::{Notation, Rules};
use judge::Table;
use serde::Serialize;
use table::solution::{
    About, Absent, Encoding, Field, Key, Layout, OutcomeId, SolutionError, SolutionFile,
    SolutionWriter, Subject, Terms,
};

use crate::arguments::GameArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::number::{counted, grouped};
use crate::solving::Answer;

/// Enough memory to see what a file says of itself.
const LITTLE_CACHE: usize = 1 << 20;

/// A solution file in the making.
pub struct Target {
    path: PathBuf,
    rules_hash: String,
    memory: u64,
    /// Takes the states.
    pub writer: SolutionWriter,
    start: Vec<String>,
    /// The engine, and the algorithm.
    way: (&'static str, &'static str),
}

/// The game that is solved.
pub struct Game<'a> {
    /// As it was asked for.
    pub arguments: &'a GameArguments,
    /// Its rules.
    pub rules: &'a Rules,
    /// Its roles.
    pub roles: &'a [String],
}

/// A solution file that is there.
#[derive(Serialize)]
pub struct Written {
    /// Its name, as it was given.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// How many states it has.
    pub states: String,
}

impl Written {
    /// A line for people.
    pub fn describe(&self) -> String {
        let bytes = grouped(self.bytes);
        format!("\n  {:12} {}, {bytes} bytes\n", "File", self.path)
    }
}

impl Target {
    /// Begins a file for a game with rules of this hash; writing may take so
    /// many bytes of memory.
    pub fn create(path: &Path, rules_hash: &str, memory: u64) -> Result<Self, Failure> {
        if path.is_dir() {
            return Err(Failure::usage(format!("{} is a folder", path.display())));
        }
        Ok(Target {
            path: path.to_owned(),
            rules_hash: rules_hash.to_owned(),
            memory,
            writer: SolutionWriter::create(path, rules_hash, memory)?,
            start: Vec::new(),
            way: ("", ""),
        })
    }

    /// Begins it anew, for another engine: nothing of what was written stays.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.writer = SolutionWriter::create(&self.path, &self.rules_hash, self.memory)?;
        Ok(())
    }

    /// Notes the fluents of the state from which the game is solved, and how.
    pub fn begin(&mut self, start: Vec<String>, engine: &'static str, algorithm: &'static str) {
        self.start = start;
        self.way = (engine, algorithm);
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
    pub fn finish(self, game: &Game<'_>, answer: &Answer<Solution>) -> Result<Written, Failure> {
        let subject = self.subject(game, answer.engine, answer.algorithm);
        debug_assert_eq!(self.writer.states(), answer.result.states);
        self.end(About::whole(subject, &answer.result))
    }

    /// Ends a file that has some of the states.
    pub fn finish_part(self, game: &Game<'_>, terms: Terms) -> Result<Written, Failure> {
        let (engine, algorithm) = self.way;
        let subject = self.subject(game, engine, algorithm);
        self.end(About::part(subject, terms))
    }

    /// Ends the file of a solve that failed, if layers were valued until then and it
    /// can be gone on with: it is an endgame database. Tells of it.
    pub fn rescue(self, game: &Game<'_>, options: &Options, failure: Failure) -> Failure {
        if !failure.can_go_on() {
            return failure;
        }
        let path = self.path.display().to_string();
        let Some(first) = self.writer.first_section() else {
            return failure.note(format!("nothing is valued yet: {path} was not written"));
        };
        let states = self.writer.states();
        if self.is_behind(game, states) {
            return failure.note(format!(
                "{path} stays as it is: what is valued by now is less"
            ));
        }
        let terms = Terms {
            model: match game.roles.len() {
                1 => Model::Own,
                _ => options.model,
            },
            level: options.level,
            // Layers are valued one by one where no state can come up again.
            infinite: None,
            cyclic: Some(false),
        };
        match self.finish_part(game, terms) {
            Ok(_) => failure.note(format!(
                "{path} has the layers from {first} on, {}; all else is unknown to it",
                counted(states, "state")
            )),
            Err(error) => failure.note(format!("{path} was not written: {}", error.message)),
        }
    }

    /// Whether the file that is there already knows more: a part does not take its
    /// place.
    fn is_behind(&self, game: &Game<'_>, states: Count) -> bool {
        let Ok(file) = SolutionFile::open(&self.path, LITTLE_CACHE) else {
            return false;
        };
        let about = file.about();
        let same = about.rules_hash == game.rules.hash().to_string();
        about.absent == Absent::Unreachable || same && file.counts().states > states
    }

    fn subject(&self, game: &Game<'_>, engine: &str, algorithm: &str) -> Subject {
        Subject {
            program: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: game.arguments.game.clone(),
            settings: game.arguments.settings.clone(),
            rules: gdl::print(game.rules.sheet(), Notation::Kif),
            rules_hash: game.rules.hash().to_string(),
            roles: game.roles.to_vec(),
            start: self.start.clone(),
            engine: engine.to_owned(),
            algorithm: algorithm.to_owned(),
        }
    }

    fn end(self, about: About) -> Result<Written, Failure> {
        let states = self.writer.states().to_string();
        let bytes = self.writer.finish(about).map_err(|error| {
            let mut failure = Failure::from(error);
            // The file could be begun: nothing was wrong with how it was asked for.
            if failure.exit == Exit::Usage {
                failure.exit = Exit::Limit;
            }
            failure
        })?;
        Ok(Written {
            states,
            bytes,
            path: self.path.display().to_string(),
        })
    }
}
