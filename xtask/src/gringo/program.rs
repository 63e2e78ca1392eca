//! From rules to answer set programs.
//!
//! In: the rules of a game. Out: one of three programs, with the names to read
//! its answers.
//!
//! The relaxed program bounds the game: what is the same in every state is
//! computed exactly; a fluent may hold if it does at the start or may next; a
//! move may be made if it may be legal; a negation of what depends on the state
//! is assumed to hold. The exact program keeps such negations. The declared one
//! has what a sheet says with `base` and `input`.
//!
//! Only rules that matter are translated: no time is lost on others.

use std::collections::HashMap;

use gdl::{
    Atom, Clause, Dependencies, Keyword, Literal, PredicateId, Rules, Symbol, Term, TermKind,
};

use super::body::{Part, Variables, Writer, apply};
use super::names::Names;

/// A program and what its names mean.
#[derive(Clone, Debug)]
pub struct Program {
    /// The text.
    pub text: String,
    /// The names in it.
    pub names: Names,
}

/// How to treat negations of what depends on the state or the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Negations {
    Dropped,
    Kept,
}

/// What the relaxed program leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    /// Whether a fluent holds and a move is made: so every instance of a rule
    /// is part of the ground program, as it is of ours.
    Choices,
    /// Nothing: all that may hold does. gringo forgets instances of rules as
    /// soon as it has their heads.
    Facts,
}

/// The program whose `true` and `does` are the fluents and moves of the
/// relaxed game.
pub fn relaxed(rules: &Rules, openness: Openness) -> Program {
    let mut translator = Translator::new(rules, Negations::Dropped);
    translator.clauses(&Keyword::ASKED);
    translator.closing(match openness {
        Openness::Choices => {
            "{ {true}(F) } :- {init}(F).
             { {true}(F) } :- {next}(F).
             { {does}(R,M) } :- {legal}(R,M), {role}(R)."
        }
        Openness::Facts => {
            "{true}(F) :- {init}(F).
             {true}(F) :- {next}(F).
             {does}(R,M) :- {legal}(R,M), {role}(R)."
        }
    });
    translator.closing("#show {true}/1.\n#show {does}/2.");
    translator.program()
}

/// The rules with all their negations, for any state; `closing` says which
/// states and what is asked, with keywords in braces.
pub fn exact(rules: &Rules, closing: &str) -> Program {
    let mut translator = Translator::new(rules, Negations::Kept);
    translator.clauses(&[
        Keyword::Role,
        Keyword::Init,
        Keyword::Legal,
        Keyword::Next,
        Keyword::Terminal,
    ]);
    translator.closing(closing);
    translator.program()
}

/// The program whose `base` and `input` are those of the sheet; `None` if it
/// has neither.
pub fn declared(rules: &Rules) -> Option<Program> {
    let graph = rules.dependencies();
    let known = [Keyword::Base, Keyword::Input].map(|keyword| graph.keyword(keyword));
    known.iter().flatten().next()?;
    let mut translator = Translator::new(rules, Negations::Dropped);
    translator.clauses(&[Keyword::Base, Keyword::Input]);
    translator.closing("#show {base}/1.\n#show {input}/2.");
    Some(translator.program())
}

struct Translator<'a> {
    rules: &'a Rules,
    graph: &'a Dependencies,
    /// The components of the graph that are not the same in every state.
    dynamic: Vec<bool>,
    negations: Negations,
    names: Names,
    writer: Writer,
    /// The variables of the current clause.
    variables: HashMap<Symbol, String>,
}

impl<'a> Translator<'a> {
    fn new(rules: &'a Rules, negations: Negations) -> Self {
        let graph = rules.dependencies();
        Translator {
            rules,
            graph,
            dynamic: graph.undecided(),
            negations,
            names: Names::default(),
            writer: Writer::default(),
            variables: HashMap::new(),
        }
    }

    /// Writes all clauses that these keywords depend on.
    fn clauses(&mut self, asked: &[Keyword]) {
        let asked: Vec<PredicateId> = asked
            .iter()
            .filter_map(|&it| self.graph.keyword(it))
            .collect();
        let relevant = self.graph.reachable_from(&asked);
        for (number, clause) in self.rules.clauses().iter().enumerate() {
            if relevant[self.graph.head(number).index()] {
                self.clause(clause);
            }
        }
    }

    /// Writes lines in which keywords stand in braces.
    fn closing(&mut self, text: &str) {
        let mut text = text.to_owned();
        for keyword in Keyword::ALL {
            let braced = format!("{{{}}}", keyword.name());
            text = text.replace(&braced, &self.names.relation(keyword.name()));
        }
        self.writer.line(&text);
    }

    fn program(self) -> Program {
        Program {
            text: self.writer.text,
            names: self.names,
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.variables.clear();
        let (head, wanted) = self.atom(&clause.head);
        let literals = clause.literals();
        let parts = self.parts(&literals);
        self.writer.rule(&head, &wanted, parts);
    }

    fn parts(&mut self, literals: &[Literal<'_>]) -> Vec<Part> {
        let parts = literals.iter().filter_map(|literal| self.part(literal));
        parts.collect()
    }

    /// A condition; `None` if it is assumed to hold.
    fn part(&mut self, literal: &Literal<'_>) -> Option<Part> {
        match literal {
            Literal::Atom(atom) => {
                let (text, variables) = self.atom(atom);
                Some(Part::Binds(text, variables))
            }
            Literal::Absent(atom) if self.is_dropped(atom) => None,
            Literal::Absent(atom) => {
                let (text, variables) = self.atom(atom);
                Some(Part::Tests(format!("not {text}"), variables))
            }
            Literal::Compare(left, right, equal) => {
                let mut variables = Variables::new();
                let sign = if *equal { "=" } else { "!=" };
                let left = self.term(left, &mut variables);
                let right = self.term(right, &mut variables);
                Some(Part::Tests(format!("{left}{sign}{right}"), variables))
            }
            Literal::Any(alternatives) => {
                let parts = alternatives.iter().map(|literals| self.parts(literals));
                let parts: Vec<Vec<Part>> = parts.collect();
                (!parts.iter().any(Vec::is_empty)).then_some(Part::Any(parts))
            }
        }
    }

    fn is_dropped(&self, atom: &Atom) -> bool {
        let predicate = self.graph.id(&atom.relation, atom.arguments.len());
        let is_dynamic = predicate.is_some_and(|it| self.dynamic[self.graph.component_of(it)]);
        is_dynamic && self.negations == Negations::Dropped
    }

    fn atom(&mut self, atom: &Atom) -> (String, Variables) {
        let mut variables = Variables::new();
        let arguments = atom.arguments.iter();
        let arguments: Vec<String> = arguments
            .map(|term| self.term(term, &mut variables))
            .collect();
        let relation = self.names.relation(&atom.relation);
        (apply(&relation, &arguments), variables)
    }

    fn term(&mut self, term: &Term, variables: &mut Variables) -> String {
        match &term.kind {
            TermKind::Variable(name) => {
                let next = format!("V{}", self.variables.len());
                let variable = self.variables.entry(name.clone()).or_insert(next);
                variables.insert(variable.clone());
                variable.clone()
            }
            TermKind::Compound(name, arguments) => {
                let arguments = arguments.iter();
                let arguments: Vec<String> = arguments.map(|it| self.term(it, variables)).collect();
                apply(&self.names.function(name), &arguments)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl::Source;

    const SHEET: &str = "
        (role r) (init (at a)) (edge a b) (unused c)
        (<= (base (at ?x)) (or (edge ?x ?y) (edge ?y ?x)))
        (<= (legal r (go ?y)) (true (at ?x)) (edge ?x ?y) (not (edge ?y ?x)) (not terminal))
        (<= (next (at ?y)) (does r (go ?y)) (distinct ?y a))
        (<= terminal (true (at b)))
        (goal r 100)";

    fn rules() -> Rules {
        let source = Source::new("sheet", SHEET.as_bytes());
        gdl::load(&source, None).rules.unwrap()
    }

    /// The program with the names of the sheet, for people.
    fn readable(program: &Program) -> String {
        let word = |word: &str| match word.starts_with(['s', 'p']) {
            true => program.names.kif(word).unwrap_or_else(|| word.to_owned()),
            false => word.to_owned(),
        };
        let lines = program.text.lines().map(|line| {
            let words = line.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
            let words = words.map(|it| {
                let end = it.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                word(end) + &it[end.len()..]
            });
            words.collect::<String>().trim().to_owned()
        });
        lines.collect::<Vec<String>>().join("\n")
    }

    #[test]
    fn negations_of_what_changes_are_dropped_and_no_others() {
        let text = readable(&relaxed(&rules(), Openness::Facts));
        let expected = "\
role(r).
init(at(a)).
edge(a,b).
legal(r,go(V0)) :- true(at(V1)), edge(V1,V0), not edge(V0,V1).
next(at(V0)) :- does(r,go(V0)), V0!=a.
terminal :- true(at(b)).
goal(r,100).
true(F) :- init(F).
true(F) :- next(F).
does(R,M) :- legal(R,M), role(R).
#show true/1.
#show does/2.";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_exact_program_keeps_all_negations() {
        let text = readable(&exact(&rules(), ":- not {legal}(R,M)."));
        assert!(text.contains("not edge(V0,V1), not terminal."), "{text}");
        assert!(text.ends_with(":- not legal(R,M)."), "{text}");
        assert!(!text.contains("goal"), "{text}");
    }

    #[test]
    fn what_is_declared_is_asked_for_alone() {
        let text = readable(&declared(&rules()).unwrap());
        assert!(
            text.starts_with("edge(a,b).\nor1(V0) :- edge(V0,V1).\n"),
            "{text}"
        );
        assert!(!text.contains("legal"), "{text}");
    }
}
