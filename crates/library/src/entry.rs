//! One game of the library.
//!
//! In: its sheet, and settings. Out: what its header says, and its rules as
//! KIF text.

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior};

use crate::header::{self, Header, HeaderError};
use crate::{LibraryError, Parameter, Value};

/// A game, or a family of games, that comes with the program.
#[derive(Debug)]
pub struct Entry {
    name: &'static str,
    sheet: &'static str,
    header: Header,
}

impl Entry {
    pub(crate) fn new(name: &'static str, sheet: &'static str) -> Result<Self, HeaderError> {
        let header = header::parse(sheet)?;
        Ok(Entry {
            name,
            sheet,
            header,
        })
    }

    /// Returns the name that the game goes by, such as `tic-tac-toe`.
    pub fn name(&self) -> &str {
        self.name
    }

    /// Returns the name for people, such as `Tic-tac-toe`.
    pub fn title(&self) -> &str {
        &self.header.title
    }

    /// Returns one paragraph about the rules.
    pub fn summary(&self) -> &str {
        &self.header.summary
    }

    /// Returns where the rules are from.
    pub fn source(&self) -> &str {
        &self.header.source
    }

    /// Returns what is known about the game.
    pub fn results(&self) -> &str {
        &self.header.results
    }

    /// Returns the parameters, in the order of the sheet.
    pub fn parameters(&self) -> &[Parameter] {
        &self.header.parameters
    }

    /// Renders the rules as KIF text.
    ///
    /// `settings` are pairs of a parameter's name and its value; the others
    /// keep their defaults. The same settings give the same text.
    ///
    /// # Errors
    ///
    /// The first setting that is unknown, a repetition, not of its kind or
    /// out of range.
    pub fn render(&self, settings: &[(String, String)]) -> Result<String, LibraryError> {
        let values = self.values(settings)?;
        let (head, body) = header::split(self.sheet);
        let body = self
            .render_body(body, &values)
            .map_err(|error| LibraryError::Sheet {
                game: self.name.to_owned(),
                source: Box::new(error),
            })?;
        Ok(header::with_values(head, &values) + &body)
    }

    /// Returns a value for each parameter, in their order.
    fn values(&self, settings: &[(String, String)]) -> Result<Vec<Value>, LibraryError> {
        let parameters = self.parameters();
        let mut chosen: Vec<Option<Value>> = vec![None; parameters.len()];
        for (name, text) in settings {
            let index = parameters
                .iter()
                .position(|parameter| parameter.name() == name)
                .ok_or_else(|| self.unknown(name))?;
            if chosen[index].is_some() {
                return Err(LibraryError::SetTwice { name: name.clone() });
            }
            chosen[index] = Some(parameters[index].parse(text)?);
        }
        Ok(chosen
            .into_iter()
            .zip(parameters)
            .map(|(value, parameter)| value.unwrap_or_else(|| parameter.default().clone()))
            .collect())
    }

    fn unknown(&self, name: &str) -> LibraryError {
        LibraryError::UnknownParameter {
            game: self.name.to_owned(),
            name: name.to_owned(),
            known: self
                .parameters()
                .iter()
                .map(|parameter| parameter.name().to_owned())
                .collect(),
        }
    }

    fn render_body(&self, body: &str, values: &[Value]) -> Result<String, minijinja::Error> {
        // Lines that hold only a block tag leave no trace in the text.
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()?;
        let mut environment = Environment::new();
        environment.set_syntax(syntax);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let context: BTreeMap<&str, minijinja::Value> = self
            .parameters()
            .iter()
            .zip(values)
            .map(|(parameter, value)| (parameter.name(), markup_value(value)))
            .collect();
        environment.render_named_str(
            &format!("{}.kif", self.name),
            body,
            minijinja::Value::from(context),
        )
    }
}

fn markup_value(value: &Value) -> minijinja::Value {
    match value {
        Value::Integer(number) => (*number).into(),
        Value::Boolean(truth) => (*truth).into(),
        Value::List(items) => items.clone().into(),
        Value::Choice(word) => word.as_str().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: &str = "; Title\n;\n; Summary.\n;\n; source: s\n; results: r\n";

    fn settings(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    fn render(game: &str, pairs: &[(&str, &str)]) -> Result<String, LibraryError> {
        crate::find(game).unwrap().render(&settings(pairs))
    }

    #[test]
    fn settings_reach_header_and_rules() {
        let text = render("mnk", &[("length", "2"), ("width", "4")]).unwrap();
        assert!(text.contains("\n; parameter width = 4 (1..19): number of columns\n"));
        assert!(text.contains("\n; parameter height = 3 (1..19): number of rows\n"));
        assert!(text.contains("\n(column 4)\n"));
        assert!(!text.contains("(row 4)"));
        assert!(text.contains("\n; The end: 2 in a row"));
        assert!(!text.contains("?column3"));
    }

    #[test]
    fn misere_swaps_the_goals() {
        let text = render("nim", &[("misere", "true"), ("heaps", "0, 2")]).unwrap();
        assert!(text.contains("\n; parameter heaps = 0,2 (1..16 of 0..300): "));
        assert!(text.contains("(start 1 0)\n(start 2 2)\n"));
        assert!(text.contains("(goal ?role 100)\n    (true (control ?role))"));
    }

    #[test]
    fn smallest_members_declare_every_relation() {
        let text = render("hanoi", &[("disks", "1")]).unwrap();
        assert!(text.contains("(successor 1 2)"));
        assert!(!text.contains("(disk 2)"));
        let text = render("nim", &[("heaps", "0")]).unwrap();
        assert!(text.contains("(successor 0 1)"));
        let text = render("mnk", &[("width", "1"), ("height", "1"), ("length", "2")]).unwrap();
        assert!(text.contains("(successor 1 2)"));
        let text = render("mnk", &[("length", "1")]).unwrap();
        assert!(!text.contains("step") && !text.contains("successor"));
    }

    #[test]
    fn wrong_settings_are_refused() {
        let message = |game, pairs: &[_]| render(game, pairs).unwrap_err().to_string();
        insta::assert_snapshot!([
            message("mnk", &[("size", "3")]),
            message("tic-tac-toe", &[("width", "3")]),
            message("mnk", &[("width", "wide")]),
            message("mnk", &[("width", "20")]),
            message("mnk", &[("width", "4"), ("width", "4")]),
            message("nim", &[("misere", "yes")]),
            message("nim", &[("heaps", "3,4,")]),
            message("nim", &[("heaps", "3,400")]),
            message("mu-torere", &[("points", "7")]),
        ].join("\n"), @r"
        `mnk` has no parameter `size`; it has `width`, `height`, `length`
        `tic-tac-toe` has no parameter `width`; it has none
        `wide` is no value for `width`, which takes an integer in 1..19
        `20` is out of range for `width`, which takes an integer in 1..19
        `width` is set twice
        `yes` is no value for `misere`, which takes true or false
        `3,4,` is no value for `heaps`, which takes 1..16 integers in 0..300, separated by commas
        `3,400` is out of range for `heaps`, which takes 1..16 integers in 0..300, separated by commas
        `7` is out of range for `points`, which takes an integer in 4..12 step 2
        ");
    }

    #[test]
    fn undeclared_variable_in_a_sheet_is_an_error() {
        let sheet = format!("{FRAME}\n(size {{{{ width }}}})\n");
        let entry = Entry::new("faulty", sheet.leak()).unwrap();
        assert!(matches!(
            entry.render(&[]),
            Err(LibraryError::Sheet { game, .. }) if game == "faulty"
        ));
    }

    #[test]
    fn sheet_without_markup_is_rendered_as_it_is() {
        let entry = crate::find("tic-tac-toe").unwrap();
        assert_eq!(entry.render(&[]).unwrap(), entry.sheet);
    }
}
