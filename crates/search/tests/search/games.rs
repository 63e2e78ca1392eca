//! Searches on texts.

use game::{Rewards, Stop};
use ground::GroundGame;
use search::{Algorithm, Ended, Search, Settings};

/// A search from the start of a game.
pub fn begin(game: GroundGame, settings: Settings) -> Search {
    let start = ground::BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    Search::new(game, &start, settings).expect("the start is well-formed")
}

/// A search of a library game.
pub fn library(name: &str, settings: &[(&str, &str)], tuned: Settings) -> Search {
    begin(
        testkit::ground_game(&testkit::library_rules(name, settings)),
        tuned,
    )
}

/// Searches, and says why it ended.
pub fn run(search: &mut Search, iterations: u64) -> Ended {
    let ended = search.run(iterations, None, &Stop::new(), &mut |_| {});
    ended.expect("all states are well-formed")
}

/// The usual settings.
pub fn uct() -> Settings {
    Settings::new(Algorithm::Uct)
}

/// Rewards in points.
pub fn points(rewards: &[i32]) -> Option<Rewards> {
    Some(Rewards::from_points(rewards))
}
