//! The solution file that a solve is to write: begun before the work, finished
//! after it.
//!
//! In: the states, from the engines or from the judge's table, and what is known
//! of the game. Out: a file, or none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use game::{Playable, Solution};
use gdl::{Notation, Rules};
use judge::Table;
use serde::Serialize;
use table::solution::{
    About, Absent, Encoding, Field, Key, Layout, OutcomeId, SolutionError, SolutionWriter,
};

use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::solving::Answer;

/// A solution file in the making.
pub struct Target {
    path: PathBuf,
    /// Takes the states.
    pub writer: SolutionWriter,
    start: Vec<String>,
}

/// A solution file that is there.
#[derive(Serialize)]
pub struct Written {
    /// Its name, as it was given.
    pub path: String,
    /// Its size.
    pub bytes: u64,
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
            writer: SolutionWriter::create(path, rules_hash, memory)?,
            start: Vec::new(),
        })
    }

    /// Notes the state from which the game is solved, in KIF.
    pub fn start(&mut self, state: &str) {
        self.start = elements(state);
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
            for fluent in elements(&game.state_text(entry.state)) {
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
            let fluents = elements(&game.state_text(state));
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

    /// Writes what is known beside the states, and ends the file.
    pub fn finish(
        self,
        arguments: &GameArguments,
        rules: &Rules,
        roles: &[String],
        answer: &Answer<Solution>,
    ) -> Result<Written, Failure> {
        let solution = &answer.result;
        let about = About {
            program: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: arguments.game.clone(),
            settings: arguments.settings.clone(),
            rules: gdl::print(rules.sheet(), Notation::Kif),
            rules_hash: rules.hash().to_string(),
            roles: roles.to_vec(),
            model: solution.model,
            level: solution.level,
            infinite: solution.infinite.clone(),
            cyclic: Some(solution.cyclic),
            engine: answer.engine.to_owned(),
            algorithm: answer.algorithm.to_owned(),
            absent: Absent::Unreachable,
            terminals: Some(solution.terminals),
            layers: Some(solution.layers.iter().map(|layer| layer.states).collect()),
            start: self.start,
        };
        debug_assert_eq!(self.writer.states(), solution.states);
        Ok(Written {
            bytes: self.writer.finish(about)?,
            path: self.path.display().to_string(),
        })
    }
}

/// The elements of a list in KIF, each as it is written.
fn elements(list: &str) -> Vec<String> {
    let inner = list.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let inner = inner.unwrap_or("");
    let (mut depth, mut start) = (0_usize, 0);
    let mut elements = Vec::new();
    for (at, letter) in inner.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                elements.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    elements.push(&inner[start..]);
    elements.retain(|element| !element.is_empty());
    elements.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_the_list_of_its_fluents() {
        assert_eq!(elements("((a (b c)) d (e f))"), ["(a (b c))", "d", "(e f)"]);
        assert_eq!(elements("(a)"), ["a"]);
        assert!(elements("()").is_empty());
    }
}
