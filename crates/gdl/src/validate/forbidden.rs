//! What must not depend on the state or on the moves.

use crate::dependencies::{Dependencies, PredicateId};
use crate::{Clause, Code, Diagnostic, Keyword, Sheet};

/// What each of these may not depend on.
const FORBIDDEN: [(Keyword, &[Keyword]); 7] = [
    (Keyword::Role, &[Keyword::True, Keyword::Does]),
    (Keyword::Base, &[Keyword::True, Keyword::Does]),
    (Keyword::Input, &[Keyword::True, Keyword::Does]),
    (Keyword::Init, &[Keyword::True, Keyword::Does]),
    (Keyword::Legal, &[Keyword::Does]),
    (Keyword::Goal, &[Keyword::Does]),
    (Keyword::Terminal, &[Keyword::Does]),
];

/// Reports relations that depend on `true` or `does` although they must not.
pub(super) fn check(sheet: &Sheet, graph: &Dependencies, diagnostics: &mut Vec<Diagnostic>) {
    for (keyword, forbidden) in FORBIDDEN {
        for &other in forbidden {
            let (Some(from), Some(to)) = (graph.keyword(keyword), graph.keyword(other)) else {
                continue;
            };
            if let Some((clause, chain)) = graph.chain(from, to) {
                diagnostics.push(forbidden_chain(&sheet.clauses[clause], graph, &chain));
            }
        }
    }
}

fn forbidden_chain(clause: &Clause, graph: &Dependencies, chain: &[PredicateId]) -> Diagnostic {
    let names: Vec<&str> = chain.iter().map(|&step| &**graph.name(step)).collect();
    let (first, last) = (names[0], names[names.len() - 1]);
    let help = match last {
        "does" => {
            format!("`{first}` is read before the moves are made: let it depend on the state alone")
        }
        _ => {
            format!("`{first}` must be the same in every state: describe it by constant relations")
        }
    };
    Diagnostic::new(
        Code::ForbiddenDependency,
        clause.span,
        format!("`{first}` depends on `{last}`: {}", names.join(" → ")),
        help,
    )
}
