//! Texts that are made to hurt: too long, too deep, too many, or endless.
//!
//! Each must end, without a panic or an overflow of the stack, in an answer
//! that says what is wrong. Not here: texts that are merely odd
//! (`round_trip.rs`), and what valid rules mean (`interpreter.rs`).

use std::fmt::Write;
use std::thread;

use game::{Playable, Stop};
use gdl::{
    Budget, Checked, InterpretError, Interpreter, MAX_NESTING, Notation, Severity, Source, load,
    parse, parse_terms, print,
};
use proptest::prelude::*;
use testkit::play::{Play, check, codes};

const MANY: usize = 1_000_000;

/// The rest of a valid sheet around what a test is about: one role, one move, no
/// end.
const FRAME: &str = "
    (role r) (init start) (legal r go) (<= (next start) (true start))
    (<= terminal (true never)) (goal r 0)\n";

fn errors(text: &str, notation: Notation) -> Vec<&'static str> {
    let source = Source::new("hostile", text.as_bytes());
    let checked = load(&source, Some(notation));
    assert!(checked.rules.is_none());
    codes(&checked, Severity::Error)
}

/// The text of such a source is empty: without a check no terms would be read.
#[test]
fn terms_of_a_text_that_is_too_long_are_not_none_at_all() {
    let long = [b"q".to_vec(), vec![b' '; gdl::MAX_SOURCE_BYTES]].concat();
    for bytes in [long, b"q \xff".to_vec()] {
        let found = parse_terms(&Source::new("state", &bytes)).unwrap_err();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].severity(), Severity::Error);
    }
}

/// Runs with the stack that threads have by default.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(work);
    thread.expect("a thread starts").join().expect("it ends");
}

fn interpreter(checked: &Checked, instances: u64) -> Result<Interpreter, InterpretError> {
    let rules = checked.rules.as_ref().expect("the sheet is valid");
    let mut budget = Budget::new(Stop::new());
    budget.instances = instances;
    Interpreter::new(rules, budget)
}

// Too long, or not a text.

#[test]
fn a_million_opening_parentheses_are_too_deep() {
    on_a_small_stack(|| {
        let text = "(".repeat(MANY);
        assert_eq!(errors(&text, Notation::Kif), ["nesting-too-deep"]);
        assert!(!errors(&text, Notation::Infix).is_empty());
    });
}

#[test]
fn a_million_closing_parentheses_have_no_partners() {
    on_a_small_stack(|| {
        let text = ")".repeat(MANY);
        let found = errors(&text, Notation::Kif);
        assert!(found.iter().all(|code| *code == "unbalanced-parenthesis"));
        assert!((1..=100).contains(&found.len()), "{}", found.len());
        assert!(!errors(&text, Notation::Infix).is_empty());
    });
}

#[test]
fn a_million_functions_in_each_other_are_too_deep() {
    on_a_small_stack(|| {
        let text = "f(".repeat(MANY);
        assert_eq!(errors(&text, Notation::Infix), ["nesting-too-deep"]);
        let lines = "f(\n".repeat(MANY);
        let found = errors(&lines, Notation::Infix);
        assert!(found.iter().all(|code| *code == "nesting-too-deep"));
        assert!(found.len() <= 100, "{}", found.len());
        assert_eq!(errors(&"~".repeat(MANY), Notation::Infix), ["syntax"]);
        let negations = format!("p :- {}q", "~".repeat(MANY));
        assert_eq!(errors(&negations, Notation::Infix), ["nesting-too-deep"]);
    });
}

#[test]
fn a_hundred_megabytes_are_refused() {
    let bytes = vec![b'a'; 100 << 20];
    let checked = load(&Source::new("long", &bytes), None);
    assert_eq!(codes(&checked, Severity::Error), ["source-too-large"]);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let checked = load(&Source::new("bytes", b"(role \xFF\xFE)"), None);
    assert_eq!(codes(&checked, Severity::Error), ["not-utf8"]);
    assert_eq!(checked.diagnostics[0].span.start, 6);
}

proptest! {
    #[test]
    fn no_bytes_choke_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let source = Source::new("bytes", &bytes);
        for notation in [None, Some(Notation::Kif), Some(Notation::Infix)] {
            let checked = load(&source, notation);
            prop_assert!(checked.rules.is_none());
            for found in checked.diagnostics {
                source.line_column(found.span.start);
            }
        }
    }
}

// At the limit of nesting.

/// A term of `functions` nested functions around `innermost`.
fn nested(functions: usize, innermost: &str) -> String {
    format!(
        "{}{innermost}{}",
        "(f ".repeat(functions),
        ")".repeat(functions)
    )
}

fn survives(text: &str) {
    let checked = check(text);
    let none: [&str; 0] = [];
    assert_eq!(codes(&checked, Severity::Error), none);
    let sheet = checked.rules.expect("there is no error").sheet().clone();
    for notation in [Notation::Kif, Notation::Infix] {
        let printed = print(&sheet, notation);
        let back = parse(&Source::new("printed", printed.as_bytes()), None);
        assert!(back.sheet.same_rules(&sheet), "{notation:?}");
    }
    let mut play = Play::start(text);
    let before = play.fluents();
    play.step(&["go"]).expect("the step is affordable");
    assert_eq!(play.fluents(), before);
}

#[test]
fn facts_at_the_limit_of_nesting_are_played() {
    on_a_small_stack(|| {
        // `init` itself is one level, as are `<=` and `next`.
        let fluent = nested(MAX_NESTING - 1, "a");
        survives(&format!(
            "{FRAME} (init {fluent}) (<= (next ?x) (true ?x) (distinct ?x start))"
        ));
    });
}

#[test]
fn rules_at_the_limit_of_nesting_are_played() {
    on_a_small_stack(|| {
        let pattern = nested(MAX_NESTING - 2, "?x");
        let fluent = nested(MAX_NESTING - 2, "a");
        survives(&format!(
            "{FRAME} (init {fluent}) (<= (next {pattern}) (true {pattern}))"
        ));
    });
}

#[test]
fn negations_at_the_limit_of_nesting_are_played() {
    on_a_small_stack(|| {
        for count in [MAX_NESTING - 3, MAX_NESTING - 2] {
            let condition = format!("{}(true start){}", "(not ".repeat(count), ")".repeat(count));
            survives(&format!("{FRAME} (<= (next odd) {condition} (true odd))"));
        }
    });
}

#[test]
fn alternatives_at_the_limit_of_nesting_are_played() {
    on_a_small_stack(|| {
        let count = (MAX_NESTING - 4) / 2;
        let condition = format!(
            "{}(true ?x){}",
            "(or (true ?x) (and (true ?x) ".repeat(count),
            "))".repeat(count)
        );
        survives(&format!("{FRAME} (<= (next ?x) {condition})"));
    });
}

#[test]
fn one_level_beyond_the_limit_is_refused() {
    let text = format!("(init {})", nested(MAX_NESTING, "a"));
    assert_eq!(errors(&text, Notation::Kif), ["nesting-too-deep"]);
}

#[test]
fn what_infix_nests_silently_counts_too() {
    on_a_small_stack(|| {
        // In KIF every round is an `and` inside an `or`.
        let rounds = MAX_NESTING - 2;
        let text = format!("p :- {}q{}", "(q | q & ".repeat(rounds), ")".repeat(rounds));
        assert_eq!(errors(&text, Notation::Infix), ["nesting-too-deep"]);
        let fact = format!("p :- q({}a)", "f(".repeat(MAX_NESTING - 1));
        let fact = fact + &")".repeat(MAX_NESTING - 1);
        assert_eq!(errors(&fact, Notation::Infix), ["nesting-too-deep"]);
    });
}

#[test]
fn alternatives_that_wait_for_others_are_planned_in_time() {
    // Each level would double the work if it were planned before its time.
    let (open, close) = ("(or ".repeat(100), ")".repeat(100));
    let text = format!(
        "{FRAME} (d start) (d other)
         (<= (legal r ?y) {open}(not (true ?y)){close} (or (true ?y) (d ?y)))"
    );
    assert_eq!(Play::start(&text).moves(), [["go", "other"]]);
}

// Too many.

#[test]
fn faults_without_end_are_not_all_reported() {
    let text = "()".repeat(MANY);
    assert_eq!(errors(&text, Notation::Kif).len(), 100);
    let text = "? ".repeat(MANY);
    assert_eq!(errors(&text, Notation::Kif).len(), 100);
}

/// A rule whose body is the same condition over and over, each time with a
/// variable of its own.
fn long_rule(conditions: usize) -> String {
    let body: String = (0..conditions)
        .map(|number| format!(" (true ?x{number})"))
        .collect();
    format!("{FRAME} (<= (legal r leap){body})")
}

#[test]
fn a_rule_of_two_thousand_conditions_is_played() {
    on_a_small_stack(|| {
        assert_eq!(Play::start(&long_rule(2000)).moves(), [["go", "leap"]]);
    });
}

#[test]
fn a_rule_of_a_hundred_thousand_conditions_is_refused() {
    on_a_small_stack(|| {
        assert_eq!(
            errors(&long_rule(100_000), Notation::Kif),
            ["rule-too-long"]
        );
    });
}

#[test]
fn many_alternatives_are_no_long_rule() {
    let alternatives: String = (0..5000)
        .map(|number| format!(" (true f{number})"))
        .collect();
    let text = format!("{FRAME} (<= (legal r leap) (or{alternatives} (true start)))");
    assert_eq!(Play::start(&text).moves(), [["go", "leap"]]);
}

#[test]
fn a_hundred_thousand_facts_are_validated_and_played() {
    let mut text = FRAME.to_owned();
    for number in 0..100_000 {
        let _ = writeln!(text, "(succ {number} {})", number + 1);
    }
    text.push_str("(<= (legal r leap) (succ 99999 ?x) (true start))");
    assert_eq!(Play::start(&text).moves(), [["go", "leap"]]);
}

#[test]
fn twenty_thousand_relations_are_validated_and_played() {
    let mut text = FRAME.to_owned();
    for number in 0..20_000 {
        let _ = writeln!(text, "(<= p{} p{number})", number + 1);
    }
    text.push_str("p0 (<= (legal r leap) p20000)");
    assert_eq!(Play::start(&text).moves(), [["go", "leap"]]);
}

#[test]
fn a_product_without_end_exceeds_the_budget() {
    let mut text = format!("{FRAME} (<= (legal r (bomb ?a ?b ?c ?d ?e ?f))");
    for variable in ["?a", "?b", "?c", "?d", "?e", "?f"] {
        let _ = write!(text, " (d {variable})");
    }
    text.push(')');
    for number in 0..30 {
        let _ = write!(text, " (d {number})");
    }
    let mut game = interpreter(&check(&text), 100_000).expect("the roles are cheap");
    let state = game.initial().expect("the initial state is cheap");
    let Err(InterpretError::TooManyInstances { rule, limit, .. }) = game.legal_moves(&state) else {
        panic!("the product is larger than the budget");
    };
    assert_eq!(
        (rule.as_str(), limit),
        ("(legal r (bomb ?a ?b ?c ?d ?e ?f))", 100_000)
    );
}

// Endless.

#[test]
fn a_recursion_that_builds_terms_is_refused() {
    let text = format!("{FRAME} (p a) (<= (p (f ?x)) (p ?x))");
    assert_eq!(errors(&text, Notation::Kif), ["recursion-restriction"]);
}

#[test]
fn a_recursion_that_unpacks_terms_is_refused() {
    let text = format!("{FRAME} (p a) (<= (p ?x) (p (f ?x)))");
    assert_eq!(errors(&text, Notation::Kif), ["recursion-restriction"]);
}

#[test]
fn an_alternative_that_bounds_a_term_does_not_bound_the_others() {
    let text = format!("{FRAME} (p a) (d a) q (<= (p (f ?x)) (p ?x) (or (d ?x) q))");
    assert_eq!(errors(&text, Notation::Kif), ["recursion-restriction"]);
    let text = format!("{FRAME} (p a) (d a) q (<= (p (f ?x)) (or (and (p ?x) (d ?x)) (d ?x)))");
    assert!(check(&text).rules.is_some());
}

#[test]
fn alternatives_that_need_each_other_are_given_up_in_time() {
    // In each pair one alternative needs what the other binds: all combinations
    // count.
    let pair = |n: usize| {
        format!(
            "(or (and (d ?a{n}) (not (d ?b{n}))) (and (d ?a{n}) (e ?b{n})))
             (or (and (d ?b{n}) (not (d ?a{n}))) (and (d ?b{n}) (e ?a{n})))"
        )
    };
    let pairs: String = (0..40).map(pair).collect();
    let checked = check(&format!(
        "{FRAME} (d a) (e a) (<= p {pairs}) (<= (goal r 7) p)"
    ));
    let rules = checked.rules.unwrap();
    let refused = Interpreter::new(&rules, Budget::new(Stop::new())).err();
    assert!(
        matches!(refused, Some(InterpretError::RuleTooComplex { .. })),
        "{refused:?}"
    );
}

#[test]
fn a_fluent_that_grows_with_every_move_gets_too_deep() {
    let mut play = Play::start(
        "(role r) (init (n zero)) (legal r go) (<= (next (n (s ?x))) (true (n ?x)))
         (<= terminal (true never)) (goal r 0)",
    );
    let grown = (0..2000).find_map(|_| play.step(&["go"]).err());
    let Some(InterpretError::TermTooDeep { rule, limit, .. }) = grown else {
        panic!("the term grows beyond every limit");
    };
    assert_eq!((rule.as_str(), limit), ("(next (n (s ?x)))", 1000));
}

// Circles through negation.

#[test]
fn an_atom_by_its_own_negation_is_refused() {
    for rules in [
        "(<= p (not p)) (<= (legal r leap) p)",
        "(<= p (not q)) (<= q (not p)) (<= terminal p)",
        "(<= p (true start) q) (<= q (not p)) (<= terminal p)",
        "(<= (legal r leap) (not (legal r leap)))",
        "(<= (p ?x) (true ?x) (not (p start))) (<= terminal (p start))",
        "(<= p (not p))",
        "(<= p (not p)) (<= (goal r 7) p)",
        "(<= p (does r ?m) (not p)) (<= (next q) p)",
    ] {
        let text = format!("{FRAME} {rules}");
        assert_eq!(errors(&text, Notation::Kif), ["unstratified"], "{rules}");
    }
}

/// Positions from which the player who has to move wins, one round a line.
const WIN_MOVE: &str = "
    (role r) (init start) (<= (next start) (true start))
    (<= (win ?x) (move ?x ?y) (not (win ?y)))
    (<= (legal r (take ?x)) (win ?x)) (legal r go)
    (<= terminal (true never)) (goal r 0)\n";

#[test]
fn winning_positions_of_an_acyclic_graph_are_found() {
    let text = format!("{WIN_MOVE} (move a b) (move b c) (move a c) (move d a) (move e d)");
    let warnings = codes(&check(&text), Severity::Warning);
    assert!(warnings.contains(&"stratification-unproven"));
    // c is lost; a and b can move to it; d can only move to a; e moves to d.
    assert_eq!(
        Play::start(&text).moves(),
        [["go", "(take a)", "(take b)", "(take e)"]]
    );
}

#[test]
fn a_draw_by_repetition_is_an_atom_without_a_value() {
    let text = format!("{WIN_MOVE} (move a b) (move b a)");
    assert_eq!(errors(&text, Notation::Kif), ["unstratified"]);
}

#[test]
fn a_circle_that_is_decided_from_outside_has_a_value() {
    // From b the move to the lost c wins: so a, whose moves lead to b, loses.
    let text = format!("{WIN_MOVE} (move a b) (move b a) (move b c)");
    assert_eq!(Play::start(&text).moves(), [["go", "(take b)"]]);
}

#[test]
fn validation_ends_although_a_rule_tries_without_end() {
    // The suspicion about p makes validation evaluate the initial state, in
    // which the product for leap never has an instance.
    let facts: String = (0..50).map(|number| format!(" (d {number})")).collect();
    let body: String = (0..8).map(|number| format!(" (d ?x{number})")).collect();
    let text = format!(
        "{FRAME} {facts} (<= p (true start) (not p) (true never)) (<= terminal p)
         (<= (legal r leap) {body} (not (d ?x7)))"
    );
    let warnings = codes(&check(&text), Severity::Warning);
    assert!(warnings.contains(&"stratification-unproven"));
}

#[test]
fn an_undefined_atom_of_a_later_state_is_reported_there() {
    let mut play = Play::start(
        "(role r) (init one) (legal r go) (<= (next two) (true one))
         (<= p (true two) (not p)) (<= terminal p) (goal r 0)",
    );
    assert!(!play.is_terminal());
    play.step(&["go"]).expect("the second state has fluents");
    let error = play.interpreter.is_terminal(&play.state).unwrap_err();
    assert_eq!(error, InterpretError::Undefined { atom: "p".into() });
}
