//! Random games, in both of their styles.

use proptest::prelude::{ProptestConfig, proptest};
use testkit::{Style, load, random_game};

use crate::enumerate::check;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn facts_hold_in_all_states_of_random_games(game in random_game()) {
        for style in Style::ALL {
            let rules = load(game.to_gdl(style));
            check("random", &rules, 6_000);
        }
    }
}
