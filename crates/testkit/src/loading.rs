//! From texts and names to games, for tests: failures are panics that say why.

use game::Stop;
use gdl::{Notation, Rules, Source};
use ground::{Budget, GroundGame, Simulator};

use crate::obfuscate;

/// The rules of a text.
///
/// # Panics
///
/// With all problems, if it is not valid.
pub fn load(text: impl AsRef<[u8]>) -> Rules {
    let checked = gdl::load(&Source::new("test", text.as_ref()), None);
    let found = checked.diagnostics;
    checked.rules.unwrap_or_else(|| panic!("{found:#?}"))
}

/// The rules of a text, if it is valid: published sheets may be broken.
pub fn load_if_valid(text: impl AsRef<[u8]>) -> Option<Rules> {
    gdl::load(&Source::new("test", text.as_ref()), None).rules
}

/// The same rules under meaningless names, in another order.
pub fn obfuscated(rules: &Rules, seed: u64) -> Rules {
    let sheet = obfuscate(rules.sheet(), seed);
    load(gdl::print(sheet.sheet(), Notation::Kif))
}

/// The sheet of a library game.
///
/// # Panics
///
/// When there is no such game, or it does not take these settings.
pub fn library_text(name: &str, settings: &[(&str, &str)]) -> String {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let settings: Vec<(String, String)> = settings.iter().map(owned).collect();
    let entry = library::find(name).unwrap_or_else(|| panic!("there is no game {name}"));
    let text = entry.render(&settings);
    text.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rules of a library game.
///
/// # Panics
///
/// When there is no such game, or it does not take these settings.
pub fn library_rules(name: &str, settings: &[(&str, &str)]) -> Rules {
    load(library_text(name, settings))
}

/// The ground game of rules.
///
/// # Panics
///
/// When they cannot be made ground.
pub fn ground_game(rules: &Rules) -> GroundGame {
    let game = GroundGame::new(rules, &Budget::new(Stop::new()));
    game.unwrap_or_else(|error| panic!("{error}"))
}

/// The ground game of rules, to be played.
///
/// # Panics
///
/// When they cannot be made ground.
pub fn simulator(rules: &Rules) -> Simulator {
    Simulator::new(ground_game(rules))
}
