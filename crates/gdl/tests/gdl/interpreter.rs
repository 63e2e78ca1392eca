//! Facts about the interpreter, each worked out by hand on a sheet of a few
//! lines: what the legal moves, the next state and the goals are.
//!
//! Not here: sheets that are too large or endless (`hostile.rs`).

use game::{GoalValue, Playable};
use testkit::play::Play;

/// The legal moves of the one role `r` at the start, where the fluents `a`,
/// `b` and `(f c)` hold and the relation `d` has the numbers 1 to 4.
fn moves(rules: &str) -> Vec<String> {
    let sheet = format!(
        "(role r) (init a) (init b) (init (f c)) (d 1) (d 2) (d 3) (d 4)
         (<= (next ?x) (true ?x)) (<= terminal (true never)) (goal r 0) {rules}"
    );
    Play::start(&sheet).moves().concat()
}

fn start(rules: &str) -> Play {
    Play::start(&format!(
        "(role r) (legal r go) (<= terminal (true end)) {rules}"
    ))
}

#[test]
fn an_or_holds_if_one_part_does() {
    assert_eq!(moves("(<= (legal r x) (or (true no) (true b)))"), ["x"]);
    assert_eq!(
        moves("(<= (legal r x) (or (true no) (true nil))) (legal r y)"),
        ["y"]
    );
    assert_eq!(moves("(<= (legal r x) (or (true a)))"), ["x"]);
}

#[test]
fn an_or_binds_in_each_of_its_parts() {
    assert_eq!(
        moves(
            "(<= (legal r ?x) (or (true (f ?x)) (and (d ?x) (not (small ?x)))))
               (small 1) (small 2)"
        ),
        ["3", "4", "c"]
    );
}

#[test]
fn a_variable_that_two_ors_share_is_one_variable() {
    // `d` holds of 1, `e` only of c: no value satisfies both.
    let shared = "(e c) (<= (legal r x) (or (d ?n) (true no)) (or (e ?n) (true no)))";
    assert_eq!(moves(&format!("{shared} (legal r y)")), ["y"]);
    // One `or` may leave the variable to the other.
    let left = "(e c) (<= (legal r x) (or (d ?n) (true a)) (or (e ?n) (true no)))";
    assert_eq!(moves(left), ["x"]);
    // Also one level further in.
    let nested = "(e c) (<= (legal r x)
        (or (and (true a) (or (d ?n) (true no))) (true nil)) (or (e ?n) (true no)))";
    assert_eq!(moves(&format!("{nested} (legal r y)")), ["y"]);
}

#[test]
fn an_or_may_test_what_a_later_condition_binds() {
    assert_eq!(
        moves("(<= (legal r ?x) (or (distinct ?x 1) (true no)) (d ?x))"),
        ["2", "3", "4"]
    );
    // Each of the two binds what the other one tests.
    assert_eq!(
        moves(
            "(<= (legal r (m ?x ?y))
                 (or (and (d ?x) (distinct ?y 2)) (and (true (f ?x)) (distinct ?y 1)))
                 (or (and (low ?y) (distinct ?x 1)) (and (low ?y) (distinct ?x 4))))
             (low 1) (low 2)"
        ),
        ["(m 1 1)", "(m 2 1)", "(m 3 1)", "(m 4 1)", "(m c 2)"]
    );
}

#[test]
fn an_and_of_nothing_holds() {
    assert_eq!(moves("(<= (legal r x) (and))"), ["x"]);
    assert_eq!(moves("(<= (legal r x) (not (and))) (legal r y)"), ["y"]);
}

#[test]
fn an_and_of_nothing_under_not_keeps_what_is_bound() {
    // This once made the planner forget ?x.
    let rule = "(<= (legal r ?x) (d ?x) (not (and)) (or (not (e ?x)) (not (g ?x))))";
    assert_eq!(moves(&format!("{rule} (e 1) (g 1) (legal r y)")), ["y"]);
}

#[test]
fn negation_goes_through_and_and_or() {
    assert_eq!(
        moves(
            "(<= (legal r ?x) (d ?x) (not (and (low ?x) (odd ?x)))) (low 1) (low 2) (odd 1) (odd 3)"
        ),
        ["2", "3", "4"]
    );
    assert_eq!(
        moves(
            "(<= (legal r ?x) (d ?x) (not (or (low ?x) (odd ?x)))) (low 1) (low 2) (odd 1) (odd 3)"
        ),
        ["4"]
    );
    assert_eq!(
        moves(
            "(<= (legal r ?x) (d ?x) (not (or (low ?x) (not (odd ?x))))) (low 1) (low 2) (odd 1) (odd 3)"
        ),
        ["3"]
    );
}

#[test]
fn a_double_negation_is_none() {
    assert_eq!(
        moves("(<= (legal r ?x) (d ?x) (not (not (low ?x)))) (low 1) (low 5)"),
        ["1"]
    );
    assert_eq!(
        moves("(<= (legal r ?x) (d ?x) (not (not (not (low ?x))))) (low 1) (low 5)"),
        ["2", "3", "4"]
    );
}

#[test]
fn distinct_waits_until_its_terms_are_known() {
    assert_eq!(
        moves("(<= (legal r (m ?x ?y)) (distinct ?x ?y) (low ?x) (low ?y)) (low 1) (low 2)"),
        ["(m 1 2)", "(m 2 1)"]
    );
    assert_eq!(
        moves("(<= (legal r ?x) (distinct (f ?x) (f 1)) (d ?x))"),
        ["2", "3", "4"]
    );
}

#[test]
fn not_over_distinct_is_equality() {
    assert_eq!(
        moves("(<= (legal r (m ?x ?y)) (not (distinct ?x ?y)) (d ?x) (d ?y) (distinct ?x 4))"),
        ["(m 1 1)", "(m 2 2)", "(m 3 3)"]
    );
}

#[test]
fn a_variable_stands_for_whole_fluents() {
    assert_eq!(moves("(<= (legal r ?x) (true ?x))"), ["a", "b", "(f c)"]);
}

#[test]
fn a_constant_is_no_function_of_that_name() {
    assert_eq!(
        moves("(<= (legal r x) (true f)) (<= (legal r y) (true (f ?z)))"),
        ["y"]
    );
}

#[test]
fn one_variable_twice_is_one_value() {
    assert_eq!(
        moves("(<= (legal r ?x) (p ?x ?x)) (p 1 2) (p 2 2) (p (g 1) (g 1)) (p (g 1) (g 2))"),
        ["2", "(g 1)"]
    );
}

#[test]
fn a_relation_without_facts_never_holds() {
    assert_eq!(
        moves("(<= (legal r x) squee) (<= (legal r y) (not squee))"),
        ["y"]
    );
}

#[test]
fn one_name_with_two_arities_is_two_relations() {
    assert_eq!(
        moves("(p 1) (p 1 2) (<= (legal r ?x) (p ?x)) (<= (legal r ?y) (p ?x ?y))"),
        ["1", "2"]
    );
}

const CHAIN: &str = "(succ 1 2) (succ 2 3) (succ 3 4) (<= (legal r (m ?x ?y)) (less ?x ?y))";
const LESS: [&str; 6] = [
    "(m 1 2)", "(m 1 3)", "(m 1 4)", "(m 2 3)", "(m 2 4)", "(m 3 4)",
];

#[test]
fn recursion_may_come_first_or_last() {
    let base = "(<= (less ?x ?y) (succ ?x ?y))";
    for rule in [
        "(<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))",
        "(<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))",
        "(<= (less ?x ?z) (less ?x ?y) (less ?y ?z) (d ?y))",
    ] {
        assert_eq!(moves(&format!("{CHAIN} {base} {rule}")), LESS, "{rule}");
    }
}

#[test]
fn two_relations_may_depend_on_each_other() {
    assert_eq!(
        moves(
            "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (even 0)
             (<= (odd ?y) (even ?x) (succ ?x ?y))
             (<= (even ?y) (odd ?x) (succ ?x ?y))
             (<= (legal r ?x) (even ?x))"
        ),
        ["0", "2", "4"]
    );
}

#[test]
fn negation_sees_the_whole_relation_below_it() {
    assert_eq!(
        moves(
            "(edge 1 2) (edge 2 3) (reached 1)
             (<= (legal r ?x) (d ?x) (not (reached ?x)))
             (<= (reached ?y) (reached ?x) (edge ?x ?y))"
        ),
        ["4"]
    );
}

#[test]
fn a_goal_may_be_the_negation_of_another() {
    let sheet = "(init a) (<= (next end) (does r go))
        (<= (goal ?r 100) (role ?r) (true a))
        (<= (goal ?r 50) (role ?r) (not (goal ?r 100)) (true end))
        (<= (goal ?r 0) (role ?r) (not (goal ?r 100)) (not (goal ?r 50)))";
    let mut play = start(sheet);
    assert_eq!(play.goals(), [["100"]]);
    play.step(&["go"]).unwrap();
    assert_eq!(play.goals(), [["50"]]);
}

#[test]
fn roles_come_in_the_order_of_the_sheet() {
    let play = Play::start(
        "(legal zoe go) (role zoe) (goal adam 0) (role adam) (role (player 1))
         (<= (legal ?r stay) (role ?r)) (init a) (next a) terminal
         (<= (goal ?r 7) (role ?r) (distinct ?r adam))",
    );
    assert_eq!(play.interpreter.roles(), ["zoe", "adam", "(player 1)"]);
}

#[test]
fn moves_and_goals_come_by_role() {
    let mut play = Play::start(
        "(role white) (role black) (init a) (next a) terminal
         (legal black noop) (legal white 10) (legal white 9) (legal white (m x))
         (legal stranger go) (goal black 1) (goal white 2) (goal stranger 3)",
    );
    assert_eq!(play.moves(), [vec!["9", "10", "(m x)"], vec!["noop"]]);
    assert_eq!(play.goals(), [["2"], ["1"]]);
}

#[test]
fn the_initial_state_may_come_from_rules() {
    let play = start(
        "(<= (init (cell ?x ?y blank)) (index ?x) (index ?y) (distinct ?x ?y))
         (index 1) (index 2) (init (control r)) (next end) (goal r 0)",
    );
    assert_eq!(
        play.fluents(),
        ["(cell 1 2 blank)", "(cell 2 1 blank)", "(control r)"]
    );
}

#[test]
fn the_next_state_is_what_is_stated_and_no_more() {
    let mut play =
        start("(init a) (init b) (<= (next b) (true a)) (<= (next c) (does r go)) (goal r 0)");
    play.step(&["go"]).unwrap();
    assert_eq!(play.fluents(), ["b", "c"]);
    play.step(&["go"]).unwrap();
    assert_eq!(play.fluents(), ["c"]);
}

#[test]
fn every_role_does_its_own_move() {
    let mut play = Play::start(
        "(role white) (role black) (init (h nil nil)) (<= terminal (true end))
         (<= (legal ?r ?m) (role ?r) (kind ?m)) (kind stone) (kind paper) (goal white 0)
         (goal black 0)
         (<= (next (h ?m ?n)) (does white ?m) (does black ?n))",
    );
    play.step(&["stone", "paper"]).unwrap();
    assert_eq!(play.fluents(), ["(h stone paper)"]);
    play.step(&["paper", "stone"]).unwrap();
    assert_eq!(play.fluents(), ["(h paper stone)"]);
}

#[test]
fn one_state_can_have_successors_by_different_moves() {
    let mut play = start(
        "(legal r stay) (init a) (<= (next end) (does r go)) (<= (next a) (does r stay)) (goal r 0)",
    );
    let before = play.state.clone();
    play.step(&["go"]).unwrap();
    assert!(play.is_terminal());
    play.state = before;
    assert!(!play.is_terminal());
    play.step(&["stay"]).unwrap();
    assert_eq!(play.fluents(), ["a"]);
}

#[test]
fn a_goal_derived_twice_counts_once() {
    let mut play = start("(init a) (next a) (goal r 50) (<= (goal r ?x) (p ?x)) (p 50) (p 050)");
    let goals = play.interpreter.goals(&play.state).unwrap();
    assert_eq!(goals, [[GoalValue::Integer(50)]]);
}

#[test]
fn different_goals_are_all_given() {
    let mut play = start("(init a) (next a) (goal r 50) (goal r 7) (goal r win) (goal r -3)");
    assert_eq!(play.goals(), [["-3", "7", "50", "win"]]);
}

#[test]
fn a_state_is_a_set() {
    let mut play =
        start("(init a) (init b) (<= (next b) (true a)) (<= (next a) (true b)) (goal r 0)");
    let before = play.state.clone();
    play.step(&["go"]).unwrap();
    assert_eq!(play.state, before);
    assert_eq!(play.interpreter.state_text(&play.state), "(a b)");
}
