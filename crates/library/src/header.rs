//! The comments that open a sheet.
//!
//! In: the text of a sheet. Out: its [`Header`], and where the body starts.
//! Not here: the body's markup. The crate's documentation has the format.

use crate::kind::{Kind, Span, Value};
use crate::parameter::Parameter;

/// What the comments at the head of a sheet say.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) source: String,
    pub(crate) results: String,
    pub(crate) parameters: Vec<Parameter>,
}

/// Why a header cannot be read; lines count from 1.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HeaderError {
    #[error("line {line}: expected {expected}")]
    Expected { line: usize, expected: &'static str },
    #[error("there is no `{field}`")]
    Missing { field: &'static str },
    #[error("`{field}` is there twice")]
    Twice { field: String },
    #[error("line {line}: the default of `{name}` is not among its values")]
    Default { line: usize, name: String },
}

/// Splits a sheet into its header and its body, both with their line ends.
pub(crate) fn split(sheet: &str) -> (&str, &str) {
    let length = sheet
        .split_inclusive('\n')
        .take_while(|line| line.starts_with(';'))
        .map(str::len)
        .sum();
    sheet.split_at(length)
}

/// Reads the header of a sheet.
pub(crate) fn parse(sheet: &str) -> Result<Header, HeaderError> {
    let lines: Vec<&str> = split(sheet).0.lines().map(|line| &line[1..]).collect();
    let paragraphs: Vec<&[&str]> = lines.split(|line| line.trim().is_empty()).collect();
    let (title, summary, fields) = match paragraphs[..] {
        [[title], summary, fields] if !summary.is_empty() => (title, summary, fields),
        _ => {
            return Err(HeaderError::Expected {
                line: 1,
                expected: "a title line, a summary and fields, with `;` lines between",
            });
        }
    };
    let mut header = Header {
        title: title.trim().to_owned(),
        summary: joined(summary),
        source: String::new(),
        results: String::new(),
        parameters: Vec::new(),
    };
    let first_field = lines.len() - fields.len() + 1;
    for (line, field) in unwrapped(fields, first_field)? {
        header.add_field(line, &field)?;
    }
    header.complete()
}

/// Rewrites the parameter lines of a header with the values given, which are
/// in the order of the declarations.
pub(crate) fn with_values(header: &str, values: &[Value]) -> String {
    let mut values = values.iter();
    let mut text = String::new();
    for line in header.split_inclusive('\n') {
        if line.starts_with("; parameter ")
            && let Some((before, _, after)) = split_default(line)
        {
            let value = values.next().expect("one value for each parameter");
            text.push_str(&format!("{before}{value}{after}"));
        } else {
            text.push_str(line);
        }
    }
    text
}

impl Header {
    fn add_field(&mut self, line: usize, field: &str) -> Result<(), HeaderError> {
        if let Some(text) = field.strip_prefix("source: ") {
            set_once(&mut self.source, "source", text)
        } else if let Some(text) = field.strip_prefix("results: ") {
            set_once(&mut self.results, "results", text)
        } else if let Some(declaration) = field.strip_prefix("parameter ") {
            let parameter = parse_parameter(line, declaration)?;
            if self.parameters.iter().any(|p| p.name == parameter.name) {
                return Err(HeaderError::Twice {
                    field: parameter.name,
                });
            }
            self.parameters.push(parameter);
            Ok(())
        } else {
            Err(HeaderError::Expected {
                line,
                expected: "`source: `, `results: ` or `parameter `",
            })
        }
    }

    fn complete(self) -> Result<Header, HeaderError> {
        for (text, field) in [(&self.source, "source"), (&self.results, "results")] {
            if text.is_empty() {
                return Err(HeaderError::Missing { field });
            }
        }
        Ok(self)
    }
}

fn set_once(slot: &mut String, field: &str, text: &str) -> Result<(), HeaderError> {
    if !slot.is_empty() {
        return Err(HeaderError::Twice {
            field: field.to_owned(),
        });
    }
    *slot = text.to_owned();
    Ok(())
}

fn joined(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ")
}

/// Puts each field on one line: lines indented by three spaces continue the one
/// above. Numbers the fields by their first lines.
fn unwrapped(lines: &[&str], first: usize) -> Result<Vec<(usize, String)>, HeaderError> {
    let mut fields: Vec<(usize, String)> = Vec::new();
    for (line, text) in (first..).zip(lines) {
        if let Some(more) = text.strip_prefix("   ") {
            let (_, field) = fields.last_mut().ok_or(HeaderError::Expected {
                line,
                expected: "a field before its further lines",
            })?;
            field.push(' ');
            field.push_str(more.trim());
        } else {
            fields.push((line, text.trim().to_owned()));
        }
    }
    Ok(fields)
}

/// Splits `NAME = DEFAULT…` before and after the default.
fn split_default(declaration: &str) -> Option<(&str, &str, &str)> {
    let start = declaration.find(" = ")? + " = ".len();
    let length = declaration[start..].find([' ', ':'])?;
    let (before, rest) = declaration.split_at(start);
    let (default, after) = rest.split_at(length);
    Some((before, default, after))
}

fn parse_parameter(line: usize, declaration: &str) -> Result<Parameter, HeaderError> {
    let expected = |expected| HeaderError::Expected { line, expected };
    let (before, default, after) =
        split_default(declaration).ok_or(expected("`NAME = DEFAULT (RANGE): SUMMARY`"))?;
    let (range, summary) = after
        .split_once(": ")
        .ok_or(expected("`: ` and what the parameter means"))?;
    let name = before.trim_end_matches(" = ");
    // The sheets use the names as variables of the markup.
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Err(expected("a parameter's name in lower-case letters"));
    }
    let kind = parse_kind(range.trim()).ok_or(expected(
        "`(MIN..MAX)`, `(MIN..MAX step N)`, `(MIN..MAX of MIN..MAX)`, `(WORD | WORD)` or nothing",
    ))?;
    let default = kind.parse(default).map_err(|_| HeaderError::Default {
        line,
        name: name.to_owned(),
    })?;
    Ok(Parameter {
        name: name.to_owned(),
        summary: summary.to_owned(),
        kind,
        default,
    })
}

fn parse_kind(text: &str) -> Option<Kind> {
    if text.is_empty() {
        return Some(Kind::Boolean);
    }
    let range = text.strip_prefix('(')?.strip_suffix(')')?;
    if range.contains(" | ") {
        return parse_choice(range);
    }
    match range.split_once(" of ") {
        Some((length, item)) => Some(Kind::List {
            length: parse_span(length)?,
            item: parse_span(item)?,
        }),
        None => Some(Kind::Integer(parse_span(range)?)),
    }
}

fn parse_choice(text: &str) -> Option<Kind> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(" | ") {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        if word.is_empty() || !word.bytes().all(plain) || words.iter().any(|w| w == word) {
            return None;
        }
        words.push(word.to_owned());
    }
    Some(Kind::Choice(words))
}

fn parse_span(text: &str) -> Option<Span> {
    let (range, step) = text.split_once(" step ").unwrap_or((text, "1"));
    let (min, max) = range.split_once("..")?;
    let span = Span {
        min: min.parse().ok()?,
        max: max.parse().ok()?,
        step: step.parse().ok()?,
    };
    (span.min <= span.max && span.step > 0).then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "\
; Title
;
; A summary
; of two lines.
;
; source: here
; results: this and
;   that
; parameter width = 3 (1..9): columns
; parameter points = 8 (4..12 step 2): points
; parameter misere = false: whether: so
; parameter heaps = 3,4 (1..4 of 0..9): sizes
;   of heaps
; parameter gains = win (win | all-moves): what counts

(role player) ; not the header
";

    #[test]
    fn every_field_is_read() {
        let header = parse(SHEET).unwrap();
        assert_eq!(header.title, "Title");
        assert_eq!(header.summary, "A summary of two lines.");
        assert_eq!(header.source, "here");
        assert_eq!(header.results, "this and that");
        let shown: Vec<String> = header
            .parameters
            .iter()
            .map(|p| format!("{} = {} ({}): {}", p.name, p.default, p.kind, p.summary))
            .collect();
        assert_eq!(
            shown,
            [
                "width = 3 (an integer in 1..9): columns",
                "points = 8 (an integer in 4..12 step 2): points",
                "misere = false (true or false): whether: so",
                "heaps = 3,4 (1..4 integers in 0..9, separated by commas): sizes of heaps",
                "gains = win (win or all-moves): what counts",
            ]
        );
    }

    #[test]
    fn header_with_values_reads_back() {
        let values = [
            Value::Integer(5),
            Value::Integer(6),
            Value::Boolean(true),
            Value::List(vec![7]),
            Value::Choice("all-moves".to_owned()),
        ];
        let text = with_values(split(SHEET).0, &values);
        assert!(text.contains("; parameter heaps = 7 (1..4 of 0..9): sizes\n;   of heaps\n"));
        let header = parse(&text).unwrap();
        let defaults: Vec<&Value> = header.parameters.iter().map(|p| &p.default).collect();
        assert_eq!(defaults, values.iter().collect::<Vec<_>>());
    }

    #[test]
    fn faulty_headers_are_refused_with_their_line() {
        let message = |from: &str, to: &str| {
            assert!(SHEET.contains(from), "{from}");
            parse(&SHEET.replacen(from, to, 1)).unwrap_err().to_string()
        };
        insta::assert_snapshot!([
            message("; Title", "; Title\n; more"),
            message(";\n; source", "; source"),
            message("; source: here", ";   source: here"),
            message("; source: here\n", ""),
            message("; results:", "; source:"),
            message("; results:", "; result:"),
            message("width", "points"),
            message("width", "Wide"),
            message("width =", "width"),
            message(": columns", ""),
            message("(1..9)", "(9..1)"),
            message("(1..9)", "(1-9)"),
            message("step 2", "step 0"),
            message("= 8", "= 7"),
            message("= false", "= no"),
            message("= 3,4", "= 3,10"),
            message("| all-moves", "| 2"),
            message("| all-moves", "| win"),
            message("= win", "= points"),
        ].join("\n"), @r"
        line 1: expected a title line, a summary and fields, with `;` lines between
        line 1: expected a title line, a summary and fields, with `;` lines between
        line 6: expected a field before its further lines
        there is no `source`
        `source` is there twice
        line 7: expected `source: `, `results: ` or `parameter `
        `points` is there twice
        line 9: expected a parameter's name in lower-case letters
        line 9: expected `NAME = DEFAULT (RANGE): SUMMARY`
        line 9: expected `: ` and what the parameter means
        line 9: expected `(MIN..MAX)`, `(MIN..MAX step N)`, `(MIN..MAX of MIN..MAX)`, `(WORD | WORD)` or nothing
        line 9: expected `(MIN..MAX)`, `(MIN..MAX step N)`, `(MIN..MAX of MIN..MAX)`, `(WORD | WORD)` or nothing
        line 10: expected `(MIN..MAX)`, `(MIN..MAX step N)`, `(MIN..MAX of MIN..MAX)`, `(WORD | WORD)` or nothing
        line 10: the default of `points` is not among its values
        line 11: the default of `misere` is not among its values
        line 12: the default of `heaps` is not among its values
        line 14: expected `(MIN..MAX)`, `(MIN..MAX step N)`, `(MIN..MAX of MIN..MAX)`, `(WORD | WORD)` or nothing
        line 14: expected `(MIN..MAX)`, `(MIN..MAX step N)`, `(MIN..MAX of MIN..MAX)`, `(WORD | WORD)` or nothing
        line 14: the default of `gains` is not among its values
        ");
    }
}
