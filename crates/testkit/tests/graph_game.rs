//! Random graphs written as GDL play the graphs that they were made from.

#![allow(
    clippy::unwrap_used,
    reason = "in a test, and in what it calls, a panic is the report"
)]

use game::{GoalValue, Playable};
use gdl::Severity;
use proptest::prelude::*;
use testkit::play::{Play, check, codes};
use testkit::{GameShape, GraphGame, Position, Style, random_game, random_game_of};

/// Walks through every position and compares all that the rules say of it.
fn plays_the_graph(game: &GraphGame, style: Style) {
    let text = game.to_gdl(style);
    let mut play = Play::start(&text);
    assert_eq!(play.interpreter.roles().len(), game.roles);
    assert_eq!(play.fluents(), game.fluents(0, style));
    for (number, position) in game.positions.iter().enumerate() {
        let fluents = game.fluents(number, style);
        play.state = play.interpreter.state_of(&fluents).unwrap();
        match position {
            Position::Terminal { rewards } => is_terminal_with(&mut play, rewards),
            Position::Inner { mover, arcs, .. } => {
                assert!(!play.is_terminal(), "{text}");
                goes_on(game, number, *mover, arcs, style, &mut play);
            }
        }
    }
}

fn is_terminal_with(play: &mut Play, rewards: &[i32]) {
    assert!(play.is_terminal());
    let goals = play.interpreter.goals(&play.state).unwrap();
    let wanted = rewards.iter().map(|&points| GoalValue::Integer(points));
    assert_eq!(goals.concat(), wanted.collect::<Vec<GoalValue>>());
}

fn goes_on(
    game: &GraphGame,
    number: usize,
    mover: Option<usize>,
    arcs: &[usize],
    style: Style,
    play: &mut Play,
) {
    let moves: Vec<Vec<String>> = (0..game.roles)
        .map(|role| game.moves(number, role))
        .collect();
    assert_eq!(play.moves(), moves);
    let here = play.state.clone();
    let longest = moves.iter().map(Vec::len).max().unwrap();
    for choice in 0..longest {
        // Every move of every role is made once, whatever the others do.
        let joint: Vec<&str> = moves
            .iter()
            .map(|list| list[choice % list.len()].as_str())
            .collect();
        play.state = here.clone();
        play.step(&joint).unwrap();
        let to = arcs[mover.map_or(0, |_| choice % arcs.len())];
        assert_eq!(play.fluents(), game.fluents(to, style));
    }
}

proptest! {
    #[test]
    fn both_styles_play_the_graph(game in random_game()) {
        for style in Style::ALL {
            plays_the_graph(&game, style);
        }
    }

    #[test]
    fn both_styles_validate(game in random_game()) {
        for style in Style::ALL {
            let checked = check(&game.to_gdl(style));
            let none: Vec<&str> = Vec::new();
            prop_assert_eq!(codes(&checked, Severity::Error), none);
            let inner = |position: &Position| matches!(position, Position::Inner { .. });
            let mut warnings = codes(&checked, Severity::Warning);
            // Positions that cannot be reached are read but never made.
            warnings.retain(|code| !code.contains("never"));
            let expected = match game.positions.iter().any(inner) {
                true => vec![],
                false => vec!["no-dynamics"],
            };
            prop_assert_eq!(warnings, expected);
        }
    }

    #[test]
    fn an_acyclic_game_only_goes_forward(
        game in random_game_of(GameShape { roles: 2, constant_sum: false, acyclic: true })
    ) {
        for (number, position) in game.positions.iter().enumerate() {
            if let Position::Inner { arcs, .. } = position {
                prop_assert!(arcs.iter().all(|&to| to > number));
            }
        }
    }

    #[test]
    fn a_constant_sum_is_constant(
        game in random_game_of(GameShape { roles: 2, constant_sum: true, acyclic: false })
    ) {
        for position in &game.positions {
            if let Position::Terminal { rewards } = position {
                prop_assert_eq!(rewards.iter().sum::<i32>(), 100);
            }
        }
    }
}
