//! Fluents that look like another one.
//!
//! In: fluents in KIF. Out: those that were probably meant by one that is not among
//! them, and what several have in common. Names are compared letter by letter only
//! where they differ, and never decide anything.

use rustc_hash::FxHashMap;

/// Most fluents that are proposed.
const MAX_PROPOSED: usize = 4;

/// The fluents of a game, ready to be compared.
#[derive(Debug)]
pub(crate) struct Similar {
    names: FxHashMap<String, u32>,
    /// The numbers of each fluent's names and parentheses.
    fluents: Vec<Box<[u32]>>,
}

impl Similar {
    pub fn new(fluents: &[String]) -> Self {
        let mut names: FxHashMap<String, u32> = FxHashMap::default();
        let mut number = |token: &str| match names.get(token) {
            Some(&known) => known,
            None => {
                let next = names.len() as u32;
                names.insert(token.to_owned(), next);
                next
            }
        };
        let numbered = |it: &String| tokens(it).into_iter().map(&mut number).collect();
        let fluents = fluents.iter().map(numbered).collect();
        Similar { names, fluents }
    }

    /// The numbers of the fluents that were probably meant: the one whose names are
    /// misspelt, or those that differ in one place, or one of the same name.
    pub fn to(&self, fluent: &str) -> Vec<u32> {
        let tokens = tokens(fluent);
        let meant: Option<Vec<u32>> = tokens.iter().map(|it| self.spelling(it)).collect();
        if let Some(meant) = meant
            && let Some(place) = self.fluents.iter().position(|it| **it == *meant)
        {
            return vec![place as u32];
        }
        let own = tokens.iter().map(|&it| self.names.get(it).copied());
        let own: Vec<Option<u32>> = own.collect();
        let near = (0..)
            .zip(&self.fluents)
            .filter(|(_, it)| differ_once(it, &own));
        let near: Vec<u32> = near.map(|(number, _)| number).take(MAX_PROPOSED).collect();
        if !near.is_empty() {
            return near;
        }
        let mut known = own.iter().copied();
        let wanted = known
            .find(|it| it.is_none_or(|it| self.is_name(it)))
            .flatten();
        let named = |it: &[u32]| it.iter().copied().find(|&it| self.is_name(it)) == wanted;
        let same = (0..)
            .zip(&self.fluents)
            .find(|(_, it)| wanted.is_some() && named(it));
        same.map(|(number, _)| number).into_iter().collect()
    }

    fn is_name(&self, token: u32) -> bool {
        let is = |parenthesis| self.names.get(parenthesis) == Some(&token);
        !is("(") && !is(")")
    }

    /// The name that was meant: itself, or a known one of few other letters.
    fn spelling(&self, name: &str) -> Option<u32> {
        if let Some(&known) = self.names.get(name) {
            return Some(known);
        }
        let edits = name.chars().count() / 3;
        let close =
            |known: &str| known.len().abs_diff(name.len()) <= edits && known != "(" && known != ")";
        let near = self.names.iter().filter(|(known, _)| close(known));
        let near = near.map(|(known, &number)| (strsim::damerau_levenshtein(name, known), number));
        let near = near.filter(|(distance, _)| *distance <= edits).min();
        near.map(|(_, number)| number)
    }
}

/// Whether two texts of as many tokens differ in one of them.
fn differ_once(tokens: &[u32], own: &[Option<u32>]) -> bool {
    let other = tokens.iter().zip(own).filter(|(a, b)| Some(**a) != **b);
    tokens.len() == own.len() && other.count() == 1
}

/// Fluents in short, `*` where they differ; `None` if they do not look alike.
pub(crate) fn pattern(fluents: &[String]) -> Option<String> {
    let all: Vec<Vec<&str>> = fluents.iter().map(|it| tokens(it)).collect();
    let first = all.first()?;
    let mut text = String::new();
    for (place, &token) in first.iter().enumerate() {
        let mut others = all.iter().map(|it| it.get(place).copied());
        let same = others.clone().all(|it| it == Some(token));
        let is_name = |it: &str| it != "(" && it != ")";
        let is_argument = place > 1 && first[place - 1] != "(";
        let alike =
            same || (is_argument && is_name(token) && others.all(|it| it.is_some_and(is_name)));
        if !alike {
            return None;
        }
        if is_argument && token != ")" {
            text.push(' ');
        }
        text.push_str(if same { token } else { "*" });
    }
    all.iter().all(|it| it.len() == first.len()).then_some(text)
}

/// The names and parentheses of a text in KIF.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = match rest.find(|it: char| it.is_whitespace() || it == '(' || it == ')') {
            Some(0) => 1,
            Some(end) => end,
            None => rest.len(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Vec<String> {
        let cells = ["1 1", "1 2", "2 1", "2 2"];
        let values = ["blank", "x", "o"];
        let cells = cells
            .iter()
            .flat_map(|at| values.map(|it| format!("(cell {at} {it})")));
        cells
            .chain(["(control white)".to_owned(), "(at (square 1 2))".to_owned()])
            .collect()
    }

    fn meant(fluent: &str) -> Vec<String> {
        let board = board();
        let meant = Similar::new(&board).to(fluent);
        meant.iter().map(|&it| board[it as usize].clone()).collect()
    }

    #[test]
    fn a_misspelt_fluent_is_recognised() {
        assert_eq!(meant("(contrl white)"), ["(control white)"]);
        assert_eq!(meant("(cel 1 2 blnk)"), ["(cell 1 2 blank)"]);
        assert_eq!(meant("(at (sqaure 1 2))"), ["(at (square 1 2))"]);
    }

    #[test]
    fn other_fluents_are_proposed() {
        assert_eq!(
            meant("(cell 1 2 z)"),
            ["(cell 1 2 blank)", "(cell 1 2 x)", "(cell 1 2 o)"]
        );
        assert_eq!(meant("(cell 9 2 x)"), ["(cell 1 2 x)", "(cell 2 2 x)"]);
        assert_eq!(meant("(cell 1 2)"), ["(cell 1 1 blank)"]);
        assert_eq!(meant("control"), ["(control white)"]);
        assert_eq!(meant("elephant"), [""; 0]);
    }

    #[test]
    fn fluents_have_a_pattern_if_they_look_alike() {
        let texts = |all: &[&str]| -> Vec<String> { all.iter().map(|&it| it.to_owned()).collect() };
        let pattern_of = |all: &[&str]| pattern(&texts(all));
        assert_eq!(pattern_of(&["(p 1 a)", "(p 1 b)"]).unwrap(), "(p 1 *)");
        assert_eq!(
            pattern_of(&["(p (at 1 2) a)", "(p (at 3 2) a)"]).unwrap(),
            "(p (at * 2) a)"
        );
        assert_eq!(pattern_of(&["(p (at 1))"]).unwrap(), "(p (at 1))");
        assert_eq!(pattern_of(&["p", "q"]), None);
        assert_eq!(pattern_of(&["(p 1)", "(q 1)"]), None);
        assert_eq!(pattern_of(&["(p 1)", "(p 1 2)"]), None);
        assert_eq!(pattern_of(&["(p 1)", "(p (f 1))"]), None);
    }
}
