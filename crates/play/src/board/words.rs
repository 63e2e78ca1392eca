//! What the author calls rows, columns and boards.
//!
//! In: the rules. Out: which argument is the column, if the variables say so: `?x ?y`,
//! `?row ?col`; and what an argument is called. These are hints for the eye, where
//! nothing else tells; no result depends on them.

use std::collections::BTreeMap;

use gdl::{Formula, FormulaKind, Rules, Term, TermKind};

/// The variables that stand at each place of a function, and how often.
pub(super) struct Variables<'a> {
    function: &'a str,
    places: Vec<BTreeMap<String, i64>>,
}

impl<'a> Variables<'a> {
    pub(super) fn of(rules: &Rules, function: &'a str, arity: usize) -> Self {
        let mut variables = Variables {
            function,
            places: vec![BTreeMap::new(); arity],
        };
        for clause in rules.clauses() {
            clause
                .head
                .arguments
                .iter()
                .for_each(|it| variables.read(it));
            clause.body.iter().for_each(|it| variables.read_formula(it));
        }
        variables
    }

    /// Which of two places goes across: 0 or 1.
    pub(super) fn column(&self, places: [usize; 2]) -> Option<usize> {
        let votes = |place: usize| -> i64 {
            let names = self.places[place].iter();
            names.map(|(name, times)| vote(name) * times).sum()
        };
        match places.map(votes) {
            [one, other] if one > other => Some(0),
            [one, other] if one < other => Some(1),
            _ => None,
        }
    }

    /// What most variables at a place are called, without numbers behind their names.
    pub(super) fn called(&self, place: usize) -> Option<String> {
        let mut words: BTreeMap<&str, i64> = BTreeMap::new();
        for (name, times) in &self.places[place] {
            let word = name.trim_end_matches(|it: char| it.is_ascii_digit());
            *words.entry(word).or_default() += times;
        }
        let most = words.into_iter().max_by_key(|&(_, times)| times);
        most.map(|(word, _)| word.to_owned())
            .filter(|it| !it.is_empty())
    }

    fn read_formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Atom(atom) => atom.arguments.iter().for_each(|it| self.read(it)),
            FormulaKind::Distinct(one, other) => [one, other].iter().for_each(|it| self.read(it)),
            FormulaKind::Not(inner) => self.read_formula(inner),
            FormulaKind::And(all) | FormulaKind::Or(all) => {
                all.iter().for_each(|it| self.read_formula(it));
            }
        }
    }

    fn read(&mut self, term: &Term) {
        let TermKind::Compound(name, arguments) = &term.kind else {
            return;
        };
        if **name != *self.function || arguments.len() != self.places.len() {
            return;
        }
        for (names, argument) in self.places.iter_mut().zip(arguments) {
            if let TermKind::Variable(name) = &argument.kind {
                *names.entry(name.to_string()).or_default() += 1;
            }
        }
    }
}

/// 1 for a column, -1 for a row.
fn vote(variable: &str) -> i64 {
    let letters = variable.chars().take_while(char::is_ascii_alphabetic);
    let word = letters.collect::<String>().to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|it| word.starts_with(it));
    match word.as_str() {
        "x" | "c" => 1,
        "y" | "r" => -1,
        _ if begins(&["col", "file"]) => 1,
        _ if begins(&["row", "rank"]) => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(cell: &str) -> Rules {
        let text = format!(
            "(role r) (legal r a) (init (cell 1 1)) (goal r 0)
            (<= terminal (true {cell}))"
        );
        let rules = gdl::load(&gdl::Source::new("cells", text.as_bytes()), None).rules;
        rules.unwrap()
    }

    #[test]
    fn variables_tell_rows_from_columns() {
        let column = |cell: &str| Variables::of(&rules(cell), "cell", 2).column([0, 1]);
        assert_eq!(column("(cell ?x1 ?y1)"), Some(0));
        assert_eq!(column("(cell ?row ?col)"), Some(1));
        assert_eq!(column("(cell ?m ?n)"), None);
    }

    #[test]
    fn arguments_are_called_as_most_variables() {
        let called = |cell: &str| Variables::of(&rules(cell), "cell", 2).called(0);
        assert_eq!(called("(cell ?board2 ?x)").as_deref(), Some("board"));
        assert_eq!(called("(cell 1 ?x)"), None);
    }
}
