//! From a rule's conditions to rules without `or`.
//!
//! An `or` whose alternatives can stand alone becomes a relation of its own;
//! any other becomes a rule for each alternative.

use std::collections::BTreeSet;

/// The variables of a part, by their names in the program.
pub type Variables = BTreeSet<String>;

/// A condition of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// An atom that holds, and so gives its variables values.
    Binds(String, Variables),
    /// A test of variables that have values.
    Tests(String, Variables),
    /// All parts of one of the alternatives hold.
    Any(Vec<Vec<Part>>),
}

impl Part {
    fn variables(&self) -> Variables {
        match self {
            Part::Binds(_, variables) | Part::Tests(_, variables) => variables.clone(),
            Part::Any(alternatives) => alternatives
                .iter()
                .flatten()
                .flat_map(Part::variables)
                .collect(),
        }
    }

    /// The variables to which it gives values.
    fn bound(&self) -> Variables {
        match self {
            Part::Binds(_, variables) => variables.clone(),
            Part::Tests(..) => Variables::new(),
            Part::Any(alternatives) => {
                let bound = alternatives.iter().map(|parts| bound(parts));
                bound
                    .reduce(|left, right| &left & &right)
                    .unwrap_or_default()
            }
        }
    }
}

fn bound(parts: &[Part]) -> Variables {
    parts.iter().flat_map(Part::bound).collect()
}

/// Rules under construction.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// The program so far.
    pub text: String,
    auxiliary: usize,
}

impl Writer {
    /// Writes the rules that a head and its conditions come to.
    pub fn rule(&mut self, head: &str, wanted: &Variables, parts: Vec<Part>) {
        let (mut open, mut plain): (Vec<Part>, Vec<Part>) = parts
            .into_iter()
            .partition(|part| matches!(part, Part::Any(_)));
        let mut place = 0;
        while place < open.len() {
            let others = open.iter().enumerate().filter(|(at, _)| *at != place);
            let others = others.map(|(_, part)| part).chain(&plain);
            let mut outside: Variables = others.flat_map(Part::variables).collect();
            outside.extend(wanted.iter().cloned());
            match self.relation_of(&open[place], &outside) {
                Some(atom) => {
                    open.remove(place);
                    plain.push(atom);
                }
                None => place += 1,
            }
        }
        match open.pop() {
            None => self.plain_rule(head, &plain),
            Some(Part::Any(alternatives)) => {
                for alternative in alternatives {
                    let parts = [plain.clone(), open.clone(), alternative].concat();
                    self.rule(head, wanted, parts);
                }
            }
            Some(_) => unreachable!("only alternatives are open"),
        }
    }

    /// Makes a relation of alternatives, if each binds all variables that it
    /// tests and all that are read outside.
    fn relation_of(&mut self, part: &Part, outside: &Variables) -> Option<Part> {
        let Part::Any(alternatives) = part else {
            return None;
        };
        let shared = &part.variables() & outside;
        let stands_alone = |parts: &Vec<Part>| {
            let tested = parts.iter().filter(|it| !matches!(it, Part::Binds(..)));
            let needed: Variables = tested.flat_map(Part::variables).collect();
            (&needed | &shared).is_subset(&bound(parts))
        };
        if !alternatives.iter().all(stands_alone) {
            return None;
        }
        self.auxiliary += 1;
        let list: Vec<&str> = shared.iter().map(String::as_str).collect();
        let atom = apply(&format!("or{}", self.auxiliary), &list);
        for parts in alternatives {
            self.rule(&atom, &shared, parts.clone());
        }
        Some(Part::Binds(atom, shared))
    }

    fn plain_rule(&mut self, head: &str, parts: &[Part]) {
        let texts = parts.iter().map(|part| match part {
            Part::Binds(text, _) | Part::Tests(text, _) => text.as_str(),
            Part::Any(_) => unreachable!("no alternatives are left"),
        });
        let texts: Vec<&str> = texts.collect();
        match texts.is_empty() {
            true => self.line(&format!("{head}.")),
            false => self.line(&format!("{head} :- {}.", texts.join(", "))),
        }
    }

    /// Writes a line unchanged.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// A name with its arguments in parentheses, if there are any.
pub fn apply(name: &str, arguments: &[impl AsRef<str>]) -> String {
    if arguments.is_empty() {
        return name.to_owned();
    }
    let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    format!("{name}({})", arguments.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(names: &str) -> Variables {
        names.chars().map(String::from).collect()
    }

    fn binds(name: &str, names: &str) -> Part {
        let list: Vec<String> = variables(names).into_iter().collect();
        Part::Binds(apply(name, &list), variables(names))
    }

    fn tests(text: &str, names: &str) -> Part {
        Part::Tests(text.to_owned(), variables(names))
    }

    fn written(parts: Vec<Part>) -> String {
        let mut writer = Writer::default();
        writer.rule("h(X)", &variables("X"), parts);
        writer.text
    }

    #[test]
    fn alternatives_that_stand_alone_become_a_relation() {
        let either = Part::Any(vec![
            vec![binds("q", "XY")],
            vec![binds("r", "X"), tests("X!=a", "X")],
        ]);
        assert_eq!(
            written(vec![binds("p", "X"), either]),
            "or1(X) :- q(X,Y).\nor1(X) :- r(X), X!=a.\nh(X) :- p(X), or1(X).\n"
        );
    }

    #[test]
    fn alternatives_that_need_values_become_rules() {
        let either = Part::Any(vec![vec![tests("X!=a", "X")], vec![binds("r", "X")]]);
        assert_eq!(
            written(vec![binds("p", "X"), either]),
            "h(X) :- p(X), X!=a.\nh(X) :- p(X), r(X).\n"
        );
    }

    #[test]
    fn no_alternative_is_no_rule() {
        assert_eq!(
            written(vec![binds("p", "X"), Part::Any(Vec::new())]),
            "h(X) :- p(X), or1.\n"
        );
    }
}
