//! What the author calls rows and columns.
//!
//! In: the rules. Out: which argument is the column, if the variables say so: `?x ?y`,
//! `?row ?col`. This is a hint for the eye, where nothing else tells which way up a
//! board is; no result depends on it.

use gdl::{Formula, FormulaKind, Rules, Term, TermKind};

/// The place among `places` of the argument that goes across.
pub(super) fn column(rules: &Rules, function: &str, places: [usize; 2]) -> Option<usize> {
    let mut votes = Votes {
        function,
        places,
        across: [0, 0],
    };
    for clause in rules.clauses() {
        clause.head.arguments.iter().for_each(|it| votes.read(it));
        clause.body.iter().for_each(|it| votes.read_formula(it));
    }
    match votes.across {
        [one, other] if one > other => Some(0),
        [one, other] if one < other => Some(1),
        _ => None,
    }
}

struct Votes<'a> {
    function: &'a str,
    places: [usize; 2],
    /// For each of the places how often it is called a column, less how often a row.
    across: [i64; 2],
}

impl Votes<'_> {
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
        if **name != *self.function {
            return;
        }
        for (place, across) in self.places.into_iter().zip(&mut self.across) {
            if let Some(TermKind::Variable(name)) = arguments.get(place).map(|it| &it.kind) {
                *across += vote(name);
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

    #[test]
    fn variables_tell_rows_from_columns() {
        let column = |cell: &str| {
            let text = format!(
                "(role r) (legal r a) (init (cell 1 1)) (goal r 0)
                (<= terminal (true {cell}))"
            );
            let rules = gdl::load(&gdl::Source::new("cells", text.as_bytes()), None).rules;
            column(&rules.unwrap(), "cell", [0, 1])
        };
        assert_eq!(column("(cell ?x1 ?y1)"), Some(0));
        assert_eq!(column("(cell ?row ?col)"), Some(1));
        assert_eq!(column("(cell ?m ?n)"), None);
    }
}
