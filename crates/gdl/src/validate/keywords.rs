//! Keywords in their places, the relations every game needs, and GDL-II.

use crate::quote::Quote;
use crate::{Atom, Code, Diagnostic, Formula, Keyword, Sheet, Span, Term, TermKind};

/// Checks where keywords stand; what is missing only if the sheet is `whole`.
pub(super) fn check(sheet: &Sheet, whole: bool, quote: Quote, diagnostics: &mut Vec<Diagnostic>) {
    for clause in &sheet.clauses {
        check_head(&clause.head, diagnostics);
        clause
            .head
            .arguments
            .iter()
            .for_each(|term| check_term(term, diagnostics));
        for condition in &clause.body {
            check_condition(condition, diagnostics);
        }
    }
    if whole {
        check_missing(sheet, quote, diagnostics);
    }
}

fn check_head(head: &Atom, diagnostics: &mut Vec<Diagnostic>) {
    let Some(keyword) = head.keyword() else {
        return;
    };
    if keyword == Keyword::Sees {
        diagnostics.push(gdl_ii(head.span, "`sees` gives roles hidden information"));
    } else if !keyword.heads_rules() {
        let name = keyword.name();
        let help = match keyword {
            Keyword::True => "the state is given by `init` and `next`",
            _ => "the moves come from the players, among those that are `legal`",
        };
        diagnostics.push(Diagnostic::new(
            Code::KeywordMisplaced,
            head.span,
            format!("no rule can state `{name}`"),
            help,
        ));
    }
    match (keyword, head.arguments.as_slice()) {
        (Keyword::Role, [role])
            if is_constant(role, |name| name.eq_ignore_ascii_case("random")) =>
        {
            diagnostics.push(gdl_ii(head.span, "the role `random` makes moves by chance"));
        }
        (Keyword::Goal, [_, value]) if is_constant(value, |name| !is_usual_goal(name)) => {
            diagnostics.push(Diagnostic::new(
                Code::GoalValue,
                value.span,
                format!("`{value}` is not an integer from 0 to 100"),
                "goal values outside that range are used as they are; other names make the game \
                 ill-formed where they are derived",
            ));
        }
        _ => {}
    }
}

fn is_constant(term: &Term, test: impl Fn(&str) -> bool) -> bool {
    matches!(&term.kind, TermKind::Compound(name, arguments) if arguments.is_empty() && test(name))
}

fn is_usual_goal(name: &str) -> bool {
    name.parse::<i32>()
        .is_ok_and(|value| (0..=100).contains(&value))
}

pub(super) fn gdl_ii(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::GdlIi,
        span,
        format!("this is GDL-II: {what}"),
        "Zermelo solves games of perfect information without chance",
    )
}

fn check_condition(condition: &Formula, diagnostics: &mut Vec<Diagnostic>) {
    condition.for_each_atom(&mut |atom, _| {
        let Some(keyword) = atom.keyword() else {
            return;
        };
        if keyword == Keyword::Sees {
            diagnostics.push(gdl_ii(atom.span, "`sees` gives roles hidden information"));
        } else if !keyword.stands_in_bodies() {
            let name = keyword.name();
            diagnostics.push(Diagnostic::new(
                Code::KeywordMisplaced,
                atom.span,
                format!("`{name}` cannot be a condition"),
                "ask for the current state with `true`",
            ));
        }
    });
    condition.for_each_argument(&mut |term| check_term(term, diagnostics));
}

/// Reports keywords that are used as functions, such as `(init (true p))`.
fn check_term(term: &Term, diagnostics: &mut Vec<Diagnostic>) {
    term.for_each_term(&mut |inner| {
        let TermKind::Compound(name, arguments) = &inner.kind else {
            return;
        };
        if !arguments.is_empty() && Keyword::from_name(name).is_some() {
            diagnostics.push(Diagnostic::new(
                Code::KeywordMisplaced,
                inner.span,
                format!("the keyword `{name}` stands inside a term"),
                "keywords take terms but are none: rename the function, or is a parenthesis \
                 misplaced?",
            ));
        }
    });
}

/// The hint for a game without roles.
pub(super) fn name_the_players(quote: Quote) -> String {
    let role = quote.application("role", &["white".to_owned()]);
    format!("name the players: `{role}`")
}

fn check_missing(sheet: &Sheet, quote: Quote, diagnostics: &mut Vec<Diagnostic>) {
    let defined = |keyword: Keyword| {
        let mut heads = sheet.clauses.iter().map(|clause| clause.head.keyword());
        heads.any(|head| head == Some(keyword))
    };
    let (white, x) = ("white".to_owned(), quote.example_variable('x'));
    let legal = quote.application("legal", &[white.clone(), quote.application("mark", &[x])]);
    let goal = quote.application("goal", &[white, "100".to_owned()]);
    let rule = |head: &str| format!("`{}`", quote.rule(head, "…"));
    let needed = [
        (Keyword::Role, name_the_players(quote)),
        (
            Keyword::Legal,
            format!("say which moves the roles have: {}", rule(&legal)),
        ),
        (
            Keyword::Goal,
            format!("say what the roles get in the end: {}", rule(&goal)),
        ),
        (
            Keyword::Terminal,
            format!("say when the game ends: {}", rule("terminal")),
        ),
    ];
    for (keyword, help) in needed.into_iter().filter(|&(keyword, _)| !defined(keyword)) {
        diagnostics.push(Diagnostic::new(
            Code::MissingRelation,
            Span::default(),
            format!("nothing defines `{}`", keyword.name()),
            help,
        ));
    }
    for keyword in [Keyword::Init, Keyword::Next] {
        if !defined(keyword) {
            let (name, which) = match keyword {
                Keyword::Init => ("init", "the initial state"),
                _ => ("next", "every state but the initial one"),
            };
            diagnostics.push(Diagnostic::new(
                Code::NoDynamics,
                Span::default(),
                format!("nothing defines `{name}`: {which} is empty"),
                "say what holds at the start with `init`, after a move with `next`",
            ));
        }
    }
}
