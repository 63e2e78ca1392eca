//! Roles that are derived by rules: their names and their order.
//!
//! Facts can be read off the sheet. Rules have to be evaluated, and their
//! results are checked like facts.

use game::{Playable, Stop};

use super::keywords::{gdl_ii, name_the_players};
use crate::quote::Quote;
use crate::{Budget, Code, Diagnostic, Interpreter, Keyword, Rules};

/// Gives rules the hash that counts in the derived order of roles, and reports
/// rules that derive no role or the role of chance.
pub(super) fn check(rules: &mut Rules, quote: Quote, diagnostics: &mut Vec<Diagnostic>) {
    let role_rule = rules
        .clauses()
        .iter()
        .find(|clause| clause.head.keyword() == Some(Keyword::Role) && !clause.body.is_empty());
    let Some(span) = role_rule.map(|clause| clause.span) else {
        return;
    };
    // Rules that take too long here will say so when they are played.
    let Ok(interpreter) = Interpreter::new(rules, Budget::small(Stop::new())) else {
        return;
    };
    let roles = interpreter.roles();
    if roles.is_empty() {
        diagnostics.push(Diagnostic::new(
            Code::MissingRelation,
            span,
            "the rules for `role` derive no role",
            name_the_players(quote),
        ));
    }
    if roles.iter().any(|role| role.eq_ignore_ascii_case("random")) {
        diagnostics.push(gdl_ii(span, "the role `random` makes moves by chance"));
    }
    rules.count_in(roles);
}
