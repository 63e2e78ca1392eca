//! Text in lines that fit a terminal.
//!
//! In: words, or items of a list. Out: lines of at most [`WIDTH`] characters, unless one
//! word or item is longer than that.

use std::ops::Range;

/// The characters in a line: the width of most terminals when they open.
pub const WIDTH: usize = 80;

/// The lines that a list may take; of a longer one the rest is only counted.
const LIST_LINES: usize = 4;

/// Words in lines, which begin at a column.
pub fn paragraph(text: &str, column: usize) -> String {
    unbroken(&text.split_whitespace().collect::<Vec<_>>(), column)
}

/// Terms in lines, which begin at a column; none is broken.
pub fn unbroken(terms: &[&str], column: usize) -> String {
    let lines = lines(terms, column);
    let lines = lines.into_iter().map(|line| terms[line].join(" "));
    joined(lines.collect(), column)
}

/// Items in lines, which begin at a column, with a sign such as `;` behind each but the
/// last. Unless all are wanted, a long list is cut, and says how to see the rest.
pub fn list(items: &[String], sign: char, column: usize, all: bool) -> String {
    let (last, others) = match items {
        [] => return String::new(),
        [others @ .., last] => (last, others),
    };
    let mut words: Vec<String> = others.iter().map(|it| format!("{it}{sign}")).collect();
    words.push(last.clone());
    let mut lines = lines(&words, column);
    let cut = !all && lines.len() > LIST_LINES;
    if cut {
        lines.truncate(LIST_LINES - 1);
    }
    let shown = lines.last().map_or(0, |line| line.end);
    let texts = lines.into_iter().map(|line| words[line].join(" "));
    let rest = format!("… and {} more: -v shows all", items.len() - shown);
    joined(texts.chain(cut.then_some(rest)).collect(), column)
}

/// A row of a table: what, in a column of some width, and its value in lines.
pub fn row(what: &str, width: usize, value: &str) -> String {
    format!("  {what:width$} {}\n", paragraph(value, width + 3))
}

fn joined(lines: Vec<String>, column: usize) -> String {
    lines.join(&format!("\n{}", " ".repeat(column)))
}

/// Which words go into which line, if lines begin at a column.
fn lines(words: &[impl AsRef<str>], column: usize) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for (place, word) in words.iter().enumerate() {
        let length = word.as_ref().chars().count();
        match lines.last_mut() {
            Some(line) if end + 1 + length <= WIDTH => {
                line.end = place + 1;
                end += 1 + length;
            }
            _ => {
                lines.push(place..place + 1);
                end = column + length;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(count: usize) -> Vec<String> {
        (1..=count).map(|it| format!("(mark {it} {it})")).collect()
    }

    #[test]
    fn lines_are_full_and_fit() {
        let text = format!("    {}", paragraph(&"word ".repeat(30), 4));
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [78, 78]);
        let word = "w".repeat(100);
        let text = paragraph(&format!("a {word} b"), 2);
        assert_eq!(text, format!("a\n  {word}\n  b"));
    }

    #[test]
    fn a_list_breaks_between_items() {
        let text = list(&moves(7), ';', 15, false);
        let expected = "(mark 1 1); (mark 2 2); (mark 3 3); (mark 4 4); (mark 5 5);\n\
                        \u{20}              (mark 6 6); (mark 7 7)";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let text = list(&moves(40), ',', 15, false);
        assert_eq!(text.lines().count(), LIST_LINES);
        assert_eq!(text.matches("(mark").count() + 26, 40);
        assert!(text.ends_with("… and 26 more: -v shows all"), "{text}");
        let all = list(&moves(40), ',', 15, true);
        assert_eq!(all.matches("(mark").count(), 40);
    }
}
