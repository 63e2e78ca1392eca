//! What the tests of several crates share. No product crate depends on it.
//!
//! - [`load()`], [`library_rules()`], [`simulator()`]: from texts and names to games.
//! - [`obfuscate()`]: the same game under meaningless names, in another order.
//! - [`random_game()`]: small random games, and their rules in two styles.
//! - [`locked_game()`]: random games with a rare event that random play does not see.
//! - [`FORMULATED`]: the same games as different authors would write them.
//! - [`Corpus`], [`Faults`]: sheets that may lie beside the repository; tests of them are
//!   made by [`corpus_tests!`] and [`fault_tests!`].
//! - [`Lockstep`]: two engines on the same game, move by move.
//! - [`Stopwatch`]: the CPU time of a test, however busy the machine.
//! - [`solution_files`]: solution files of made-up states, and the golden ones.
//! - [`frame`]: the bytes of solution files, with checksums that are right.
//! - [`folder`]: what is in a folder.
//! - [`play`]: the interpreter on a text, for facts about small games.
//!
//! Not here: assertions about any one crate.

mod beside;
mod corpus;
mod faults;
pub mod folder;
mod formulations;
pub mod frame;
mod graph_game;
mod graph_gdl;
mod loading;
mod locked_game;
mod lockstep;
mod obfuscate;
mod options;
pub mod play;
mod random_game;
mod renaming;
pub mod solution_files;
mod split_mix;
mod stopwatch;

pub use corpus::{Corpus, InventoryRow, Optimum, RuleSheet};
pub use faults::Faults;
pub use formulations::{FORMULATED, Formulated};
pub use graph_game::{GameShape, GraphGame, Position};
pub use graph_gdl::Style;
pub use loading::{
    ground_game, library_rules, library_text, load, load_if_valid, obfuscated, simulator,
};
pub use locked_game::locked_game;
pub use lockstep::{Compared, Lockstep, sorted_goals};
pub use obfuscate::{Obfuscation, obfuscate};
pub use options::options;
pub use random_game::{drawn_game, layered_game, random_game, random_game_of};
pub use split_mix::SplitMix64;
pub use stopwatch::Stopwatch;
