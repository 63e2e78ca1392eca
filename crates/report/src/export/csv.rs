//! States as rows of CSV (RFC 4180).

use std::io::Write;

use game::Value;
use table::solution::Outcome;

use super::table::{ExportEnd, Table};

/// Rows of text.
pub struct Rows<W> {
    roles: usize,
    out: W,
}

impl<W: Write> Rows<W> {
    /// Begins with the names of the columns.
    pub fn new(roles: &[String], mut out: W) -> Result<Self, ExportEnd> {
        let names: Vec<String> = roles.iter().map(|it| quoted(it)).collect();
        writeln!(out, "state,{},distance", names.join(","))?;
        let roles = roles.len();
        Ok(Rows { roles, out })
    }
}

impl<W: Write> Table<W> for Rows<W> {
    fn row(&mut self, state: String, outcome: &Outcome) -> Result<(), ExportEnd> {
        let rewards: Vec<String> = match &outcome.value {
            Value::Rewards(rewards) => rewards.iter().map(|it| it.to_string()).collect(),
            Value::Infinite => vec!["infinite".to_owned(); self.roles],
            Value::Unresolved => vec![String::new(); self.roles],
        };
        let distance = outcome.distance.map(|it| it.to_string());
        let (state, rewards) = (quoted(&state), rewards.join(","));
        let distance = distance.unwrap_or_default();
        Ok(writeln!(self.out, "{state},{rewards},{distance}")?)
    }

    fn finish(mut self: Box<Self>) -> Result<W, ExportEnd> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A field: in quotes where it has commas or quotes.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotes_are_quoted() {
        assert_eq!(quoted("(cell 1 1 x)"), "(cell 1 1 x)");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
