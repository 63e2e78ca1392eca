//! States as rows of CSV (RFC 4180).

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;

use game::Value;

use super::column::Column;
use super::table::{ExportEnd, Row, Table};

/// Between moves; no move has a `;` in it, because it begins a comment in KIF.
const BETWEEN_MOVES: &str = "; ";

/// Rows of text.
pub struct Rows<W> {
    columns: Vec<Column>,
    roles: usize,
    line: String,
    out: W,
}

impl<W: Write> Rows<W> {
    /// Begins with the names of the columns.
    pub fn new(columns: &[Column], roles: &[String], mut out: W) -> Result<Self, ExportEnd> {
        let names = columns.iter().map(|column| match column {
            Column::Rewards => {
                let roles: Vec<_> = roles.iter().map(|it| quoted(it)).collect();
                roles.join(",")
            }
            column => column.name().to_owned(),
        });
        writeln!(out, "{}", names.collect::<Vec<_>>().join(","))?;
        Ok(Rows {
            columns: columns.to_vec(),
            roles: roles.len(),
            line: String::new(),
            out,
        })
    }

    fn field(&mut self, column: Column, row: &Row<'_>) {
        let line = &mut self.line;
        match column {
            Column::State => line.push_str(&quoted(&row.state)),
            Column::Key => row
                .key
                .iter()
                .for_each(|byte| add(line, format_args!("{byte:02x}"))),
            Column::Rewards => rewards(line, &row.outcome.value, self.roles),
            Column::Distance => number(line, row.outcome.distance),
            Column::Mover => line.push_str(&quoted(row.mover.unwrap_or_default())),
            Column::Layer => number(line, row.layer),
            Column::Best => {
                let best = row.best.as_deref().unwrap_or_default();
                line.push_str(&quoted(&best.join(BETWEEN_MOVES)));
            }
        }
    }
}

impl<W: Write> Table<W> for Rows<W> {
    fn row(&mut self, row: Row<'_>) -> Result<(), ExportEnd> {
        self.line.clear();
        for place in 0..self.columns.len() {
            if place > 0 {
                self.line.push(',');
            }
            self.field(self.columns[place], &row);
        }
        self.line.push('\n');
        Ok(self.out.write_all(self.line.as_bytes())?)
    }

    fn finish(mut self: Box<Self>) -> Result<W, ExportEnd> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A reward for each role, with commas between them.
fn rewards(line: &mut String, value: &Value, roles: usize) {
    for role in 0..roles {
        if role > 0 {
            line.push(',');
        }
        match value {
            Value::Rewards(rewards) => {
                let reward = rewards.iter().nth(role);
                reward
                    .into_iter()
                    .for_each(|it| add(line, format_args!("{it}")));
            }
            Value::Infinite => line.push_str("infinite"),
            Value::Unresolved => {}
        }
    }
}

fn number(line: &mut String, number: Option<u64>) {
    number
        .into_iter()
        .for_each(|it| add(line, format_args!("{it}")));
}

fn add(line: &mut String, text: std::fmt::Arguments<'_>) {
    line.write_fmt(text).expect("a string takes all");
}

/// A field: in quotes where it has commas or quotes.
fn quoted(text: &str) -> Cow<'_, str> {
    match text.contains([',', '"', '\n', '\r']) {
        true => Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))),
        false => Cow::Borrowed(text),
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
