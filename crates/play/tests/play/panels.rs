//! Several boards, and boards in space, are drawn as panels.

use gdl::Rules;
use testkit::{library_rules, load, obfuscated};

use crate::boards::Game;

/// Two roles place stones in turn, in cells that `cells` defines: `(free CELL)` for each
/// that is free, `(placed CELL ROLE)` for the fluent that says whose stone is there.
fn placing(cells: &str) -> Rules {
    let text = format!(
        "(role ann) (role bob) (after ann bob) (after bob ann) (init (turn ann))
        (number 1) (number 2) (number 3) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal ?r (put ?s)) (true (turn ?r)) (free ?s))
        (<= (legal ?r wait) (true (turn ?q)) (after ?q ?r))
        (<= (next (turn ?r)) (true (turn ?q)) (after ?q ?r))
        (<= some (free ?s)) (<= terminal (not some)) (goal ann 50) (goal bob 50)
        {cells}"
    );
    load(&text)
}

/// Two boards of different functions; an empty cell has no fluent.
fn two_functions() -> Rules {
    let board = |name: &str| {
        format!(
            "(<= (free (at {name} ?x ?y)) (number ?x) (number ?y) (not (taken-{name} ?x ?y)))
            (<= (taken-{name} ?x ?y) (true ({name} ?x ?y ?r)))
            (<= (next ({name} ?x ?y ?r)) (does ?r (put (at {name} ?x ?y))))
            (<= (next ({name} ?x ?y ?r)) (true ({name} ?x ?y ?r)))"
        )
    };
    placing(&format!("{} {}", board("near"), board("far")))
}

/// A cube of cells, in which stones lie on each other.
fn cube() -> Rules {
    placing(
        "(<= (free (at ?h ?x ?y)) (number ?x) (number ?y) (number ?h) (not (taken ?h ?x ?y))
            (not (hangs ?h ?x ?y)))
        (<= (hangs ?h ?x ?y) (number ?x) (number ?y) (succ ?g ?h) (number ?h)
            (not (taken ?g ?x ?y)))
        (<= (taken ?h ?x ?y) (true (stone ?h ?x ?y ?r)))
        (<= (next (stone ?h ?x ?y ?r)) (does ?r (put (at ?h ?x ?y))))
        (<= (next (stone ?h ?x ?y ?r)) (true (stone ?h ?x ?y ?r)))",
    )
}

/// The game, and the same under other names.
fn also_obfuscated(rules: &Rules) -> impl Iterator<Item = Game> {
    let others = (1..4).map(|seed| obfuscated(rules, seed));
    [rules.clone()].into_iter().chain(others).map(Game::new)
}

/// For each panel the number of rows, of columns and of things at the end of a game.
fn panels(game: &Game, moves: usize) -> Vec<(usize, usize, usize)> {
    let fluents = game.after_some(moves);
    let fluents: Vec<&str> = fluents.iter().map(String::as_str).collect();
    let view = game.board().view(&fluents);
    let panels = view.panels.iter().map(|it| {
        let squares = it.squares.iter().flatten();
        let pieces = squares.map(|square| square.pieces.len()).sum();
        (it.panel.rows.len(), it.panel.columns.len(), pieces)
    });
    panels.collect()
}

#[test]
fn an_argument_that_names_the_board_makes_panels() {
    let game = Game::new(library_rules("double-tic-tac-toe", &[]));
    assert_eq!(
        game.drawn("mark left 2 2; mark right 1 3"),
        "     board left       board right
     1 2 3            1 2 3
  3  . . .         3  o . .
  2  . x .         2  . . .
  1  . . .         1  . . .
  (control x)
"
    );
}

#[test]
fn boards_under_meaningless_names_have_the_same_panels() {
    for game in also_obfuscated(&library_rules("double-tic-tac-toe", &[])) {
        let found = panels(&game, 3);
        assert!(found.iter().all(|it| (it.0, it.1) == (3, 3)), "{found:?}");
        assert_eq!(found.iter().map(|it| it.2).sum::<usize>(), 3, "{found:?}");
        assert_eq!(found.len(), 2);
    }
}

#[test]
fn two_functions_with_the_same_cells_are_two_boards() {
    for game in also_obfuscated(&two_functions()) {
        let found = panels(&game, 18);
        assert_eq!(found, [(3, 3, 9), (3, 3, 9)]);
    }
    let drawn = Game::new(two_functions()).drawn("put (at near 1 1); put (at far 3 1)");
    assert!(drawn.starts_with("     far "), "{drawn}");
    assert_eq!(drawn.lines().next().unwrap().matches("near").count(), 1);
}

#[test]
fn layers_of_a_cube_lie_on_each_other() {
    for game in also_obfuscated(&cube()) {
        let found = panels(&game, 9);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|it| (it.0, it.1) == (3, 3)), "{found:?}");
        // A stone needs one below it: an upper layer never has more of them.
        let stones: Vec<usize> = found.iter().map(|it| it.2).collect();
        assert!(stones.is_sorted_by(|one, next| one >= next), "{stones:?}");
        assert_eq!(stones.iter().sum::<usize>(), 9);
    }
}

#[test]
fn panels_take_as_many_lines_as_they_need() {
    let game = Game::new(library_rules("cubi-cup", &[("edge", "7")]));
    let drawn = game.drawn("");
    let headings = drawn.lines().filter(|it| it.contains("level"));
    let counts: Vec<usize> = headings.map(|it| it.matches("level").count()).collect();
    assert!(counts.len() > 1, "{drawn}");
    assert_eq!(counts.iter().sum::<usize>(), 7, "{drawn}");
    assert!(counts.is_sorted_by(|one, next| one >= next), "{drawn}");
    assert!(drawn.lines().all(|it| it.chars().count() <= 80), "{drawn}");
}

#[test]
fn moves_lead_to_a_cell_of_a_panel() {
    let game = Game::new(library_rules("double-tic-tac-toe", &[]));
    let to = |text: &str| {
        game.arrow("", text)
            .map(|it| (it.to.panel, it.to.row, it.to.column))
    };
    assert_eq!(to("mark left 1 3"), Some((0, 0, 0)));
    assert_eq!(to("mark right 3 1"), Some((1, 2, 2)));
}
