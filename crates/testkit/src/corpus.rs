//! Real rulesheets, which are not part of the repository.
//!
//! In: the folder `shared/corpus` beside the repository. Out: the sheets as bytes,
//! and the rows of its inventory.
//! Not here: reading the sheets as GDL.

use std::fs;
use std::path::{Path, PathBuf};

use game::Rewards;

use crate::beside::beside;

/// The folder of real rulesheets.
#[derive(Clone, Debug)]
pub struct Corpus {
    root: PathBuf,
}

/// A rulesheet as it was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSheet {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub bytes: Vec<u8>,
}

/// What an independent engine found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InventoryRow {
    /// The name of its file.
    pub file: String,
    /// The number of roles.
    pub roles: usize,
    /// `single`, `turn`, `turn?`, `simultaneous` or `GDL-II`.
    pub class: String,
    /// The number of reachable states, if they were enumerated.
    pub reachable_states: Option<u64>,
    /// The result of perfect play, if it was computed.
    pub value: Option<Optimum>,
}

/// The result of perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// Two roles: both rewards, each role wanting its own first.
    Rewards(Rewards),
    /// One role: the best reward, and the least number of moves to it.
    Best {
        /// The reward.
        reward: i32,
        /// The number of moves.
        moves: u64,
    },
}

impl Corpus {
    /// The corpus; tests get it from [`corpus_tests!`](crate::corpus_tests).
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub fn open() -> Self {
        Corpus {
            root: beside("corpus"),
        }
    }

    /// The published games, by name.
    pub fn games(&self) -> Vec<RuleSheet> {
        self.sheets("games")
    }

    /// The sheets of a front end's own tests, by name; some are broken.
    pub fn gdl_tests(&self) -> Vec<RuleSheet> {
        self.sheets("gdl-tests")
    }

    /// All of them.
    pub fn all_sheets(&self) -> Vec<RuleSheet> {
        let mut sheets = self.games();
        sheets.extend(self.gdl_tests());
        sheets
    }

    /// The rows of the inventory, in the order of the file.
    ///
    /// # Panics
    ///
    /// When a row is malformed.
    pub fn inventory(&self) -> Vec<InventoryRow> {
        let path = self.root.join("inventory.tsv");
        let text = fs::read_to_string(path).expect("the corpus has an inventory");
        let mut lines = text.lines();
        let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
        let row = |line: &str| {
            inventory_row(&columns, line).unwrap_or_else(|| panic!("not a row: {line}"))
        };
        lines.map(row).collect()
    }

    fn sheets(&self, folder: &str) -> Vec<RuleSheet> {
        let entries = fs::read_dir(self.root.join(folder)).expect("the corpus has this folder");
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.expect("the folder can be listed").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "kif"))
            .collect();
        paths.sort();
        paths.iter().map(|path| rule_sheet(path)).collect()
    }
}

fn rule_sheet(path: &Path) -> RuleSheet {
    let name = path.file_name().unwrap_or_default();
    RuleSheet {
        name: name.to_string_lossy().into_owned(),
        bytes: fs::read(path).expect("a listed sheet can be read"),
    }
}

fn inventory_row(columns: &[&str], line: &str) -> Option<InventoryRow> {
    let cells: Vec<&str> = line.split('\t').collect();
    let cell = |name: &str| -> Option<&str> {
        let place = columns.iter().position(|column| *column == name)?;
        cells.get(place).map(|cell| cell.trim())
    };
    let states = cell("reachable_states")?;
    let value = cell("value")?;
    Some(InventoryRow {
        file: cell("file")?.to_owned(),
        roles: cell("roles")?.parse().ok()?,
        class: cell("class")?.to_owned(),
        reachable_states: match states {
            "" => None,
            count => Some(count.parse().ok()?),
        },
        value: match value {
            "" => None,
            text => Some(optimum(text)?),
        },
    })
}

/// Reads `value=[100,0]` or `best=100 in 3 moves`.
fn optimum(text: &str) -> Option<Optimum> {
    if let Some(list) = text.strip_prefix("value=[") {
        let points = list.strip_suffix(']')?.split(',');
        let points: Result<Vec<i32>, _> = points.map(|number| number.trim().parse()).collect();
        return Some(Optimum::Rewards(Rewards::from_points(&points.ok()?)));
    }
    let (reward, moves) = text.strip_prefix("best=")?.split_once(" in ")?;
    Some(Optimum::Best {
        reward: reward.parse().ok()?,
        moves: moves.strip_suffix(" moves")?.parse().ok()?,
    })
}

/// Makes a test of each function that takes the [`Corpus`].
///
/// `corpus_tests!(one, another; slow: third)`; slow ones are run on request.
/// Without a corpus all of them are ignored, with that reason.
#[cfg(corpus)]
#[macro_export]
macro_rules! corpus_tests {
    ($($name:ident),* $(; slow: $($slow:ident),*)?) => {
        $crate::tests_beside!(
            on_corpus, $crate::Corpus::open, #[cfg(test)], [$($name)*], [$($($slow)*)?]
        );
    };
}

/// Makes a test of each function that takes the [`Corpus`]: there
/// is none, so they are ignored.
#[cfg(not(corpus))]
#[macro_export]
macro_rules! corpus_tests {
    ($($name:ident),* $(; slow: $($slow:ident),*)?) => {
        $crate::tests_beside!(
            on_corpus,
            $crate::Corpus::open,
            #[ignore = "there was no shared/corpus beside the repository"],
            [$($name)*],
            [$($($slow)*)?]
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_values_are_read() {
        assert_eq!(
            optimum("value=[90,10]"),
            Some(Optimum::Rewards(Rewards::from_points(&[90, 10])))
        );
        assert_eq!(
            optimum("best=100 in 31 moves"),
            Some(Optimum::Best {
                reward: 100,
                moves: 31
            })
        );
        assert_eq!(optimum("best=100"), None);
    }

    crate::corpus_tests!(the_inventory_has_a_row_for_each_game);

    fn the_inventory_has_a_row_for_each_game(corpus: &Corpus) {
        let names: Vec<String> = corpus.games().into_iter().map(|game| game.name).collect();
        let mut rows: Vec<String> = corpus.inventory().into_iter().map(|row| row.file).collect();
        rows.sort();
        assert_eq!(rows, names);
        assert!(
            corpus
                .inventory()
                .iter()
                .any(|row| row.reachable_states == Some(5478))
        );
    }
}
