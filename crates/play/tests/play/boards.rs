//! Boards are found without knowing any game.

use super::solved;

fn drawn(name: &str, settings: &[&str], moves: &str) -> Option<String> {
    let (_folder, solved) = solved(name, settings);
    let state = solved.after_moves(moves).unwrap();
    let board = solved.board().unwrap()?;
    Some(board.draw(&solved.referee().fluents(&state)))
}

#[test]
fn cells_are_drawn_in_their_order() {
    let drawn = drawn("tic-tac-toe", &[], "mark 2 2; mark 1 3").unwrap();
    assert_eq!(
        drawn,
        "     1 2 3\n  1  . . o\n  2  . x .\n  3  . . .\n  (control x)\n"
    );
}

#[test]
fn what_belongs_to_a_role_is_not_empty() {
    let drawn = drawn("clobber", &["rows=2", "columns=2"], "").unwrap();
    assert!(drawn.contains("white black\n"), "{drawn}");
}

#[test]
fn pieces_of_several_functions_share_a_board() {
    let text = "(role hunter) (row 1) (row 2) (row 3) (init (hunter-at 1 1)) (init (pit 2 2))
        (init (control hunter))
        (<= (legal hunter (go ?x ?y)) (row ?x) (row ?y) (not (true (hunter-at ?x ?y))))
        (<= (legal hunter (dig ?x ?y)) (row ?x) (row ?y) (not (true (pit ?x ?y))))
        (<= (next (hunter-at ?x ?y)) (does hunter (go ?x ?y)))
        (<= (next (hunter-at ?x ?y)) (true (hunter-at ?x ?y)) (does hunter (dig ?v ?w)))
        (<= (next (pit ?x ?y)) (true (pit ?x ?y)))
        (<= (next (pit ?x ?y)) (does hunter (dig ?x ?y)))
        (<= (next (control hunter)) (true (control hunter)))
        (<= terminal (true (hunter-at ?x ?y)) (true (pit ?x ?y)))
        (goal hunter 100)";
    let rules = gdl::load(&gdl::Source::new("pits", text.as_bytes()), None).rules;
    let (_folder, solved) = super::solved_from("pits", &rules.unwrap());
    let board = solved.board().unwrap().unwrap();
    let state = solved.after_moves("dig 3 1; go 2 2").unwrap();
    assert_eq!(
        board.draw(&solved.referee().fluents(&state)),
        "                 1             2             3
  1              .             .             .
  2              . hunter-at+pit             .
  3            pit             .             .
  (control hunter)
"
    );
}

#[test]
fn tiles_lie_in_cells_and_not_the_other_way_round() {
    let drawn = drawn("sliding-puzzle", &["width=2", "height=2"], "").unwrap();
    assert!(drawn.starts_with("         1     2\n  1  "), "{drawn}");
}

#[test]
fn heaps_are_no_board() {
    assert_eq!(drawn("nim", &["heaps=2,3"], ""), None);
}
