//! Strategies for sheets as no author would write them: any symbol that GDL
//! can have, anywhere where the grammar allows it.
//!
//! Not here: sheets that validate.

use gdl::{Atom, Clause, Formula, FormulaKind, Keyword, Sheet, Span, Symbol, Term, TermKind};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Names that look like something else in one notation or the other.
const ODD_NAMES: &[&str] = &[
    "not", "Not", "NOT", "and", "AND", "or", "distinct", "<=", "true", "role", "random", "_", "_x",
    "__", "A", "Abc", "X_2", "0", "100", "-3", "007", "1.5", ".", "..", "a.b", ",", "a,b", "&",
    "~", "~a", "|", "a|b", "'", "''", "it's", "\\", "\\'", "a\\", "\"q\"", ":-", ":", "a:-b", "%",
    "%c", "a%", "x?", "+", "#", "@home", "=", "<", "{", "[", "ß", "ǆ", "ǅ", "İ", "ﬁ", "Ω", "λ",
    "日本", "é", "e\u{301}", "😀", "ʰ", "Ⅷ", "ª",
];

/// Any name of a symbol.
pub fn name() -> impl Strategy<Value = Symbol> {
    // A byte-order mark is blank wherever it stands.
    let blank = |c: char| c.is_whitespace() || c == '\u{FEFF}';
    let writable = move |c: &char| !blank(*c) && !matches!(c, '(' | ')' | ';');
    let any_name = vec(any::<char>().prop_filter("writable", writable), 1..4)
        .prop_map(|characters| characters.into_iter().collect::<String>())
        .prop_filter("not a variable", |name| !name.starts_with('?'));
    prop_oneof![
        4 => "[a-e]{1,2}",
        4 => select(ODD_NAMES).prop_map(str::to_owned),
        1 => any_name,
    ]
    .prop_map(|name| Symbol::new(&name))
}

/// Any name of a variable; unlike a symbol it may begin with `?`.
fn variable() -> impl Strategy<Value = Symbol> {
    prop_oneof![
        4 => "[xXyY]".prop_map(|name| Symbol::new(&name)),
        3 => name(),
        1 => Just(Symbol::new("?x")),
    ]
}

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        variable().prop_map(TermKind::Variable),
        name().prop_map(|name| TermKind::Compound(name, Vec::new())),
    ];
    leaf.prop_map(placed).prop_recursive(3, 8, 3, |inner| {
        (name(), vec(inner, 1..4))
            .prop_map(|(name, arguments)| placed(TermKind::Compound(name, arguments)))
    })
}

fn placed(kind: TermKind) -> Term {
    Term {
        kind,
        span: Span::default(),
    }
}

/// Any atom that may be a head or a condition as far as its form goes.
fn atom() -> impl Strategy<Value = Atom> {
    let keyword = select(&Keyword::ALL[..]).prop_filter_map("a relation", |keyword| {
        let connective = matches!(keyword, Keyword::Not | Keyword::Distinct);
        let arity = keyword.arity()?;
        (!connective).then(|| (Symbol::new(keyword.name()), arity))
    });
    let plain = name().prop_filter("no keyword", |name| Keyword::from_name(name).is_none());
    let relation = prop_oneof![keyword, (plain, 0..4usize)];
    relation.prop_flat_map(|(relation, arity)| {
        vec(term(), arity).prop_map(move |arguments| Atom {
            relation: relation.clone(),
            arguments,
            span: Span::default(),
        })
    })
}

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        3 => atom().prop_map(FormulaKind::Atom),
        1 => (term(), term()).prop_map(|(left, right)| FormulaKind::Distinct(left, right)),
    ];
    leaf.prop_map(stated).prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_map(|part| stated(FormulaKind::Not(Box::new(part)))),
            vec(inner.clone(), 0..4).prop_map(|parts| stated(FormulaKind::And(parts))),
            vec(inner, 1..4).prop_map(|parts| stated(FormulaKind::Or(parts))),
        ]
    })
}

fn stated(kind: FormulaKind) -> Formula {
    Formula {
        kind,
        span: Span::default(),
    }
}

fn clause() -> impl Strategy<Value = Clause> {
    (atom(), vec(formula(), 0..4)).prop_map(|(head, body)| Clause {
        head,
        body,
        span: Span::default(),
    })
}

/// Any sheet of a few clauses, the last of them with an argument: words alone
/// do not show their notation.
pub fn sheet() -> impl Strategy<Value = Sheet> {
    let last = clause().prop_filter("shows its notation", |clause| {
        !clause.head.arguments.is_empty()
    });
    (vec(clause(), 0..4), last).prop_map(|(mut clauses, last)| {
        clauses.push(last);
        Sheet { clauses }
    })
}
