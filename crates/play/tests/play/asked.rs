//! Positions say what the judge's table says.

use game::Stop;
use judge::Limits;
use play::{Choice, Judgement, Knowledge, PlayError, SolvedGame, best_line};
use table::solution::DEFAULT_CACHE;

use super::{first, library_rules, options, simulator, solved, solved_from, state};

#[test]
fn positions_are_those_of_the_judge() {
    for (name, settings) in [
        ("tic-tac-toe", &[][..]),
        ("mu-torere", &[]),
        ("hanoi", &[]),
        ("three-player-nim", &[]),
    ] {
        let (_folder, solved) = solved(name, settings);
        let (options, limits) = (options(), Limits::default());
        let game = &mut simulator(&solved);
        let start = first(&solved);
        let table = judge::solve(game, start, &options, &limits, &mut |_| {}).unwrap();
        for entry in table.iter() {
            let position = solved.position(&state(entry.state)).unwrap();
            let outcome = position.outcome.as_ref().unwrap();
            assert_eq!(outcome.value, *entry.value, "{name}");
            assert_eq!(outcome.distance, entry.distance, "{name}");
            let best = table.best_moves(game, entry.id).unwrap();
            let best: Vec<_> = best
                .iter()
                .map(|(_, to)| state(table.graph().state(*to)))
                .collect();
            let found: Vec<_> = position.best().map(|it| it.next.clone()).collect();
            assert_eq!(found, best, "{name}");
        }
        let solution = table.solution(game).unwrap();
        let start = solved.start().clone();
        let position = solved.position(&start).unwrap();
        assert_eq!(
            best_line(&solved, &position).unwrap(),
            solution.initial.line
        );
    }
}

#[test]
fn moves_are_judged_best_first() {
    let (_folder, solved) = solved("tic-tac-toe", &[]);
    let state = solved
        .after_moves("mark 1 1; mark 2 2; mark 3 3; mark 1 3")
        .unwrap();
    let position = solved.position(&state).unwrap();
    // The diagonal is threatened: only 3 1 stops it, and threatens twice itself.
    assert_eq!(position.moves[0].text, "(mark 3 1)");
    assert_eq!(position.moves[0].judgement, Judgement::Only);
    let others = &position.moves[1..];
    let cost = |it: &Choice| match it.judgement {
        Judgement::Mistake(Some(cost)) => cost.to_string(),
        other => panic!("{other:?}"),
    };
    let costs: Vec<String> = others.iter().map(cost).collect();
    assert_eq!(costs, ["100"; 4]);
}

#[test]
fn what_cannot_be_reached_is_refused() {
    let (_folder, solved) = solved("tic-tac-toe", &[]);
    let text = solved.state_text(&solved.start().clone());
    assert!(solved.state_with(&text).is_ok());
    let refused = |cell: &str| {
        let wrong = text.replace("(cell 1 1 blank)", cell);
        solved.state_with(&wrong).unwrap_err()
    };
    let error = refused("(cell 1 1 o)");
    assert!(matches!(error, PlayError::Unreachable { .. }), "{error}");
    let error = refused("");
    assert!(matches!(error, PlayError::Misfit(_)), "{error}");
    let error = refused("(cell 1 1 o) (cell 1 1 x)");
    let together = "(cell 1 1 o) and (cell 1 1 x) never hold together";
    assert_eq!(error.to_string(), together);
    let error = refused("(cell 1 1 elephant)");
    let unknown = "the game has no fluent (cell 1 1 elephant), \
         but (cell 1 1 blank), (cell 1 1 o) and (cell 1 1 x)";
    assert_eq!(error.to_string(), unknown);
    let error = solved.state_with("(cell 1 1 x) (control o)").unwrap_err();
    let missing = "the state has no (cell 1 2 *), (cell 1 3 *), (cell 2 1 *), (cell 2 2 *) \
         and 4 more: one of each always holds";
    assert_eq!(error.to_string(), missing);
    let error = solved.state_with("(cell ?x 1 o)").unwrap_err();
    assert!(matches!(error, PlayError::NotAState(_)));
    let error = solved.after_moves("mark 1 1; mark 1 1").unwrap_err();
    assert!(matches!(error, PlayError::Move(_)));
}

#[test]
fn a_renamed_game_is_played_the_same() {
    let rules = library_rules("tic-tac-toe", &[]);
    let sheet = testkit::obfuscate(rules.sheet(), 5);
    let text = gdl::print(sheet.sheet(), gdl::Notation::Kif);
    let source = gdl::Source::new("renamed", text.as_bytes());
    let rules = gdl::load(&source, None).rules.unwrap();
    let (_folder, solved) = solved_from("renamed", &rules);
    let start = solved.start().clone();
    let position = solved.position(&start).unwrap();
    assert_eq!(position.best().count(), 9);
    assert!(solved.board().unwrap().is_some());
}

#[test]
fn a_damaged_file_is_said_to_be_damaged() {
    let (folder, game) = solved("nim", &[]);
    assert!(matches!(game.ask(game.start()), Ok(Knowledge::Known(_))));
    let path = folder.path().join("game.solution");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 1);
    std::fs::write(&path, bytes).unwrap();
    let error = SolvedGame::open(&path, DEFAULT_CACHE, Stop::new())
        .err()
        .unwrap();
    assert!(error.is_about_content());
}
