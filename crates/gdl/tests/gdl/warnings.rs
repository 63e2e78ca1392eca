//! Warnings of what is probably a mistake: names that nothing makes or nothing reads.
//!
//! Each test changes a game that has no warning.

use gdl::{Diagnostic, Notation, Severity, Source, load, parse, print};
use testkit::play::check;

const GAME: &str = "
    (role left) (role right)
    (init (heap two)) (init (control left))
    (<= (legal ?r take) (true (control ?r)))
    (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
    (<= (next (heap one)) (true (heap two)))
    (<= (next (heap none)) (true (heap one)) (true (control ?r)))
    (<= (next (control ?r)) (true (control ?s)) (role ?r) (distinct ?r ?s))
    (<= terminal (true (heap none)))
    (goal left 50) (goal right 50)\n";

/// What is found in the game with one change.
fn found(from: &str, to: &str) -> Vec<Diagnostic> {
    assert!(GAME.contains(from), "{from}");
    check(&GAME.replacen(from, to, 1)).diagnostics
}

/// The code, message and help of the one thing that is found.
fn only(found: &[Diagnostic]) -> [&str; 3] {
    let [only] = found else {
        panic!("{found:?}");
    };
    [only.code.name(), &only.message, &only.help]
}

/// What is found in the game with more rules.
fn with(rules: &str) -> Vec<Diagnostic> {
    found("(role left)", &format!("{rules} (role left)"))
}

#[test]
fn a_game_without_mistakes_has_no_warning() {
    assert_eq!(check(GAME).diagnostics, []);
}

#[test]
fn a_misspelt_fluent_is_never_made() {
    assert_eq!(
        only(&found("(true (control ?s))", "(true (contrl ?s))")),
        [
            "fluent-never-made",
            "`(contrl ?s)` is read, but never made",
            "did you mean `control`?"
        ]
    );
}

#[test]
fn a_value_that_rules_only_keep_is_never_made() {
    let keep = "(<= (next (heap ?n)) (true (heap ?n)) (true (control left))) (role left)";
    let text = GAME.replacen("(true (heap none))", "(true (heap empty))", 1);
    let text = text.replacen("(role left)", keep, 1);
    assert_eq!(
        only(&check(&text).diagnostics),
        [
            "fluent-never-made",
            "`(heap empty)` is read, but never made: `empty` never stands there",
            "there can be `none`, `one`, `two`"
        ]
    );
}

#[test]
fn a_fluent_that_nothing_reads_is_reported_unless_it_never_changes() {
    assert_eq!(
        only(&with("(init (moves none))")),
        [
            "fluent-never-read",
            "`(moves none)` is made, but no rule reads it",
            "positions that play alike count as several: is it misspelt, or can it go?"
        ]
    );
    assert_eq!(
        with("(init (size 3)) (<= (next (size ?n)) (true (size ?n)))"),
        []
    );
}

#[test]
fn a_misspelt_move_is_never_legal() {
    assert_eq!(
        only(&with(
            "(<= terminal2 (does ?r tkae)) (<= (next (heap one)) terminal2)"
        )),
        [
            "move-never-legal",
            "`tkae` is read, but never legal",
            "did you mean `take`?"
        ]
    );
}

#[test]
fn a_move_with_arguments_that_nothing_reads_is_no_pass() {
    let [code, ..] = only(&found("(legal ?r take)", "(legal ?r (take one))")).map(str::to_owned);
    assert_eq!(code, "move-never-read");
}

#[test]
fn a_condition_with_a_misspelt_name_never_holds() {
    let size = |side: &str| {
        with(&format!(
            "(size left 1) (<= terminal (size {side} ?n) (true (heap ?n)))"
        ))
    };
    assert_eq!(
        only(&size("leftt")),
        [
            "condition-never-holds",
            "`(size leftt ?n)` never holds: `leftt` never stands there",
            "did you mean `left`?"
        ]
    );
    // Facts need not have every case that rules provide for.
    assert_eq!(size("right"), []);
}

#[test]
fn a_goal_for_nobody_names_the_roles() {
    assert_eq!(
        only(&with("(goal lft 0)")),
        ["unknown-role", "`lft` is no role", "did you mean `left`?"]
    );
}

#[test]
fn a_name_that_occurs_once_may_be_misspelt() {
    let found = with("(init (heap nonne)) (<= terminal (true (heap none)))");
    let [code, _, help] = only(&found);
    assert_eq!(code, "name-occurs-once");
    assert_eq!(help, "did you mean `none`?");
}

#[test]
fn only_the_first_cause_is_reported() {
    let chain = "(<= (next a) (true lost)) (<= (next b) (true a)) (<= terminal (true b))";
    assert_eq!(only(&with(chain))[1], "`lost` is read, but never made");
}

#[test]
fn rules_that_wait_for_each_other_make_nothing() {
    let circle = "(<= (next a) (true b)) (<= (next b) (true a)) (<= terminal (true b))";
    let codes = with(circle);
    let codes: Vec<&str> = codes.iter().map(|found| found.code.name()).collect();
    assert_eq!(codes, ["fluent-never-made", "fluent-never-made"]);
}

#[test]
fn a_relation_nearly_of_that_name_is_suggested() {
    assert_eq!(
        only(&with(
            "(<= (lost ?r) (true (control ?r))) (<= terminal (lost left) (lsot right))"
        )),
        [
            "undefined-relation",
            "nothing defines `lsot`: it never holds",
            "did you mean `lost`?"
        ]
    );
    let [_, _, help] = only(&with("(<= terminal (!= left right))")).map(str::to_owned);
    assert_eq!(
        help,
        "to say that two terms differ, write `(distinct ?x ?y)`"
    );
}

#[test]
fn a_variable_of_roles_is_bound_by_role_in_the_notation_of_the_sheet() {
    let helps = |text: &str| -> Vec<String> {
        let checked = load(&Source::new("sheet", text.as_bytes()), None);
        let errors = checked.diagnostics.into_iter();
        let errors = errors.filter(|found| found.severity() == Severity::Error);
        errors.map(|found| found.help).collect()
    };
    let text = GAME.replace("(role ?r) (not", "(not");
    let kif = helps(&text);
    assert_eq!(kif[1], "add `(role ?r)` to say which values are meant");
    let sheet = parse(&Source::new("sheet", text.as_bytes()), None).sheet;
    let infix = helps(&print(&sheet, Notation::Infix));
    assert_eq!(infix[1], "add `role(R)` to say which values are meant");
    assert!(infix[0].ends_with("such as `role(R)`"), "{}", infix[0]);
}

#[test]
fn thousands_of_unknown_names_are_reported_in_time() {
    let rule = |n| format!("(<= (next made{n}) (true (lost{n} left)) (unknown{n} left))\n");
    let found = with(&(0..20_000).map(rule).collect::<String>());
    assert_eq!(found.len(), 2 * 20_000);
}
