//! The same game by different authors has the same states and values; under
//! meaningless names too.

use explicit::Task;
use game::{Level, Model, Options, Playable, Solution, Stop};
use gdl::Notation;
use ground::{Budget, GroundGame, Simulator};
use testkit::{FORMULATED, Formulated, library_text, load, obfuscate};

fn obfuscated(text: &str) -> String {
    let sheet = obfuscate(load(text).sheet(), 7);
    gdl::print(sheet.sheet(), Notation::Kif)
}

/// All sheets of a game, the library's first.
fn sheets(game: &Formulated) -> Vec<(&'static str, String)> {
    let own = library_text(game.name, game.small);
    let mut sheets = vec![("library", own)];
    sheets.extend(game.render(game.small));
    sheets
}

fn solve(text: &str) -> Solution {
    let ground = GroundGame::new(&load(text), &Budget::new(Stop::new())).unwrap();
    let facts = analysis::analyse(&ground, &analysis::Budget::new(Stop::new())).unwrap();
    let mut simulator = Simulator::new(ground);
    let Ok(start) = simulator.initial();
    let task = Task::new(&mut simulator, &facts, start);
    let options = Options {
        model: Model::Difference,
        infinite: None,
        draw_distances: true,
        level: Level::UltraStrong,
    };
    let answer = explicit::solve(task, &options, &mut |_| {});
    answer.unwrap().result
}

/// Without what names things or counts them in the order of a sheet.
fn nameless(mut solution: Solution) -> Solution {
    let best = solution.initial.best_moves.len().to_string();
    solution.initial.best_moves = vec![best];
    let line = solution.initial.line.len().to_string();
    solution.initial.line = vec![line];
    solution.warnings.clear();
    solution
}

#[test]
fn the_same_game_from_another_author_is_the_same_game() {
    for game in FORMULATED {
        let sheets = sheets(game);
        let expected = nameless(solve(&sheets[0].1));
        assert!(expected.states > 50, "{}", game.name);
        for (kind, text) in &sheets[1..] {
            for text in [text, &obfuscated(text)] {
                let found = nameless(solve(text));
                assert_eq!(found, expected, "{} {kind}", game.name);
            }
        }
    }
}
