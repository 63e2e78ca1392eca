//! Warnings of conditions that nothing can meet, by the names that stand at their
//! places.
//!
//! In: the clauses on numbers and their [`Domains`]. Out: warnings of fluents that are
//! read but never made, moves that are read but never legal, other conditions that
//! never hold, and names that stand for a role but are none.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};

use rustc_hash::FxHashMap;

use super::causes::{Unmet, causes};
use super::domains::{Domains, Misfit};
use super::patterns::{Condition, NameId, Pattern, PatternKind, Patterns, PlaceId, RelationId};
use super::similar::Speller;
use crate::quote::Quote;
use crate::{Code, Diagnostic, Keyword, Span};

/// Names that are listed where only a few can stand.
const LISTED: usize = 6;

/// Most names for which others are suggested: that looks at all names of a place.
const MOST_HINTS: usize = 200;

const MISSPELT: &str = "is the name misspelt, or a rule missing?";

/// Warns of conditions that never hold.
pub(super) fn check(
    patterns: &Patterns<'_>,
    domains: &Domains,
    quote: Quote,
    speller: &mut Speller,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut report = Report {
        patterns,
        domains,
        quote,
        speller,
        heads: OnceCell::new(),
        defined: patterns
            .rules
            .iter()
            .map(|rule| rule.head.relation)
            .collect(),
        hints: 0,
        reported: HashSet::new(),
    };
    // One name with two numbers of arguments was reported already.
    let known = diagnostics
        .iter()
        .filter(|it| it.code == Code::ArityDiffers);
    let known: BTreeSet<Span> = known.map(|it| it.span).collect();
    for unmet in causes(patterns, domains) {
        let found = report.unmet(&unmet);
        diagnostics.extend(found.filter(|it| !known.contains(&it.span)));
    }
    for rule in &patterns.rules {
        diagnostics.extend(report.head(&rule.head));
    }
}

fn heads(patterns: &Patterns<'_>) -> FxHashMap<PlaceId, BTreeSet<NameId>> {
    let mut names: FxHashMap<PlaceId, BTreeSet<NameId>> = FxHashMap::default();
    for rule in &patterns.rules {
        rule.head.for_each_pattern(patterns, &mut |pattern, place| {
            if let PatternKind::Compound(name, _) = pattern.kind {
                names.entry(place).or_default().insert(name);
            }
        });
    }
    names
}

/// What was reported: a relation as a whole, or a name at a place.
type Reported = (Code, RelationId, Option<(PlaceId, NameId)>);

/// Has the words for what is unmet; says each thing once.
struct Report<'r, 'a> {
    patterns: &'r Patterns<'a>,
    domains: &'r Domains,
    quote: Quote,
    speller: &'r mut Speller,
    /// The names at each place of all heads, of rules that never apply too.
    heads: OnceCell<FxHashMap<PlaceId, BTreeSet<NameId>>>,
    /// The relations that have rules or facts.
    defined: HashSet<RelationId>,
    hints: usize,
    reported: HashSet<Reported>,
}

impl Report<'_, '_> {
    fn unmet(&mut self, unmet: &Unmet<'_, '_>) -> Option<Diagnostic> {
        let condition = unmet.condition;
        match unmet.misfit {
            Misfit::Relation => self.without_rule(condition),
            Misfit::Term(pattern, place) => self.misplaced(condition, pattern, place),
        }
    }

    /// A condition whose relation no rule can derive. That it has no rule at all is
    /// said elsewhere (`names`).
    fn without_rule(&mut self, condition: &Condition<'_>) -> Option<Diagnostic> {
        let relation = condition.relation;
        if !self.defined.contains(&relation) {
            return None;
        }
        let code = code(condition);
        self.reported.insert((code, relation, None)).then(|| {
            Diagnostic::new(
                code,
                condition.atom.span,
                format!("`{}` {}", self.subject(condition), fate(code)),
                "each rule for it has a condition that never holds",
            )
        })
    }

    /// A condition with a name where that name never stands.
    fn misplaced(
        &mut self,
        condition: &Condition<'_>,
        pattern: &Pattern<'_>,
        place: PlaceId,
    ) -> Option<Diagnostic> {
        let PatternKind::Compound(name, _) = pattern.kind else {
            return None;
        };
        let code = code(condition);
        if !self
            .reported
            .insert((code, condition.relation, Some((place, name))))
        {
            return None;
        }
        if code == Code::ConditionNeverHolds && !self.is_suspect(name, place) {
            return None;
        }
        let subject = self.subject(condition);
        let message = match subject == self.quote.term(pattern.term) {
            true => format!("`{subject}` {}", fate(code)),
            false => {
                let (name, _) = self.patterns.name(name);
                let name = self.quote.name(name);
                format!("`{subject}` {}: `{name}` never stands there", fate(code))
            }
        };
        let help = self.instead(name, place, code);
        Some(Diagnostic::new(code, pattern.term.span, message, help))
    }

    /// A head for somebody who is no role.
    fn head(&mut self, head: &Condition<'_>) -> Option<Diagnostic> {
        let keyword = head.atom.keyword();
        if !matches!(keyword, Some(Keyword::Legal | Keyword::Goal)) {
            return None;
        }
        let pattern = &head.arguments[0];
        let PatternKind::Compound(name, _) = pattern.kind else {
            return None;
        };
        let roles = self
            .patterns
            .place(self.patterns.relation(Keyword::Role.name(), 1)?, 0);
        if self.domains.may_stand(name, roles)
            || !self
                .reported
                .insert((Code::UnknownRole, head.relation, Some((roles, name))))
        {
            return None;
        }
        let help = self.instead(name, roles, Code::UnknownRole);
        Some(Diagnostic::new(
            Code::UnknownRole,
            pattern.term.span,
            format!("`{}` is no role", self.quote.term(pattern.term)),
            help,
        ))
    }

    /// What the condition is about, as the author would name it.
    fn subject(&self, condition: &Condition<'_>) -> String {
        let atom = condition.atom;
        match (atom.keyword(), atom.arguments.as_slice()) {
            (Some(Keyword::True), [fluent]) => self.quote.term(fluent),
            (Some(Keyword::Does), [role, _]) if condition.arguments.len() == 1 => {
                self.quote.term(role)
            }
            (Some(Keyword::Does), [_, made]) => self.quote.term(made),
            (Some(Keyword::Role), [role]) => self.quote.term(role),
            _ => self.quote.atom(atom),
        }
    }

    fn in_heads(&self, place: PlaceId) -> Option<&BTreeSet<NameId>> {
        self.heads.get_or_init(|| heads(self.patterns)).get(&place)
    }

    /// The names that rules put at a place, whether they can apply or not.
    fn names(&self, place: PlaceId) -> BTreeSet<NameId> {
        let names = self.in_heads(place).into_iter().flatten();
        names.chain(self.domains.names(place)).copied().collect()
    }

    /// Whether the name is more than a case that facts happen not to have: rules are
    /// shared by boards and levels that have other things.
    fn is_suspect(&mut self, name: NameId, place: PlaceId) -> bool {
        self.hints < MOST_HINTS && self.similar(name, place).is_some()
    }

    /// What the author may have meant instead of the name.
    fn instead(&mut self, name: NameId, place: PlaceId, code: Code) -> String {
        self.hints += 1;
        if self.hints > MOST_HINTS {
            return MISSPELT.to_owned();
        }
        match self.similar(name, place) {
            Some(help) => help,
            None if self
                .in_heads(place)
                .is_some_and(|names| names.contains(&name)) =>
            {
                "rules for it exist, but they need it themselves or never apply".to_owned()
            }
            None => self.possible(place, code),
        }
    }

    /// A name like this one that can stand at the place.
    fn similar(&mut self, name_id: NameId, place: PlaceId) -> Option<String> {
        let (name, arity) = self.patterns.name(name_id);
        let known = self.names(place).into_iter().filter(|&it| it != name_id);
        let known: Vec<(&str, usize)> = known.map(|id| self.patterns.name(id)).collect();
        if let Some((_, other)) = known.iter().find(|(known, _)| *known == name) {
            let name = self.quote.name(name);
            let (there, here) = (arguments(*other), arguments(arity));
            return Some(format!("`{name}` has {there} there, here {here}"));
        }
        let near = self
            .speller
            .nearest(name, known.iter().map(|(known, _)| *known))?;
        Some(format!("did you mean `{}`?", self.quote.name(near)))
    }

    /// The names that can stand at the place, if they are few.
    fn possible(&self, place: PlaceId, code: Code) -> String {
        match self.names(place).len() {
            1..=LISTED => format!("{} {}", self.what_stands(place, code), self.listed(place)),
            _ => MISSPELT.to_owned(),
        }
    }

    fn what_stands(&self, place: PlaceId, code: Code) -> &'static str {
        let is = |keyword: Keyword, arity: usize, argument: usize| {
            let relation = self.patterns.relation(keyword.name(), arity);
            relation.is_some_and(|it| self.patterns.place(it, argument) == place)
        };
        match code {
            Code::UnknownRole => "the roles are",
            _ if is(Keyword::True, 1, 0) => "the fluents are",
            _ if is(Keyword::Legal, 2, 1) => "the moves are",
            _ => "there can be",
        }
    }

    /// The names at a place; of many only the first ones.
    fn listed(&self, place: PlaceId) -> String {
        let names = self.names(place);
        let mut shown: Vec<&str> = names.iter().map(|&id| self.patterns.name(id).0).collect();
        shown.sort_by_key(|name| (name.parse::<i64>().unwrap_or(i64::MAX), *name));
        let shown = shown.into_iter().take(LISTED);
        let shown = shown.map(|name| format!("`{}`", self.quote.name(name)));
        let more = (names.len() > LISTED).then(|| "…".to_owned());
        let shown: Vec<String> = shown.chain(more).collect();
        shown.join(", ")
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}

fn code(condition: &Condition<'_>) -> Code {
    match condition.atom.keyword() {
        Some(Keyword::True) => Code::FluentNeverMade,
        Some(Keyword::Does) if condition.arguments.len() == 1 => Code::UnknownRole,
        Some(Keyword::Does) => Code::MoveNeverLegal,
        Some(Keyword::Role) => Code::UnknownRole,
        _ => Code::ConditionNeverHolds,
    }
}

/// How a sentence about such a thing goes on.
fn fate(code: Code) -> &'static str {
    match code {
        Code::FluentNeverMade => "is read, but never made",
        Code::MoveNeverLegal => "is read, but never legal",
        Code::UnknownRole => "is no role",
        _ => "never holds",
    }
}
