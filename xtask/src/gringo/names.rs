//! Symbols of a sheet as those of an answer set program, and back.
//!
//! A symbol of GDL is any run of characters. In the program it is a letter and
//! its number: `s` before functions and constants, `p` before relations.

use std::collections::HashMap;

use gdl::Symbol;

/// The symbols met so far, each with its number.
#[derive(Clone, Debug, Default)]
pub struct Names {
    symbols: Vec<Symbol>,
    numbers: HashMap<Symbol, usize>,
}

impl Names {
    /// The name of a function or a constant in the program.
    pub fn function(&mut self, symbol: &Symbol) -> String {
        format!("s{}", self.number(symbol))
    }

    /// The name of a relation in the program.
    pub fn relation(&mut self, name: &str) -> String {
        format!("p{}", self.number(&Symbol::new(name)))
    }

    fn number(&mut self, symbol: &Symbol) -> usize {
        let next = self.symbols.len();
        let number = *self.numbers.entry(symbol.clone()).or_insert(next);
        if number == next {
            self.symbols.push(symbol.clone());
        }
        number
    }

    /// A ground atom of the program in KIF; `None` if it is not one of ours.
    pub fn kif(&self, atom: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = atom;
        while !rest.is_empty() {
            let end = rest.find(['(', ')', ',']).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if after.starts_with('(') {
                text.push('(');
            }
            if !word.is_empty() {
                let number: usize = word.get(1..)?.parse().ok()?;
                text.push_str(self.symbols.get(number)?);
            }
            let mut characters = after.chars();
            match characters.next() {
                Some(')') => text.push(')'),
                Some(_) => text.push(' '),
                None => {}
            }
            rest = characters.as_str();
        }
        Some(text)
    }

    /// A term in KIF as a term of the program.
    pub fn encode(&mut self, kif: &str) -> String {
        let mut text = String::new();
        // The text between the last term and the next.
        let mut gap = "";
        let spaced = kif.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                ")" => {
                    text.push(')');
                    gap = ",";
                }
                "(" => {
                    let function = words.next().unwrap_or_default();
                    text.push_str(gap);
                    text.push_str(&self.function(&Symbol::new(function)));
                    gap = "(";
                }
                constant => {
                    text.push_str(gap);
                    text.push_str(&self.function(&Symbol::new(constant)));
                    gap = ",";
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_go_there_and_back() {
        let mut names = Names::default();
        for term in ["a", "(f a)", "(f (g A-1 b) (h (h +)))", "(f (g a) b)"] {
            let encoded = names.encode(term);
            assert!(
                encoded
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "(),".contains(c))
            );
            assert_eq!(names.kif(&encoded).as_deref(), Some(term));
        }
        assert_eq!(names.encode("(f (g a) b)"), "s1(s2(s0),s4)");
    }

    #[test]
    fn what_is_not_ours_is_refused() {
        let names = Names::default();
        assert_eq!(names.kif("s0"), None);
        assert_eq!(names.kif("x"), None);
    }
}
