//! Tables of numbers whose columns are as wide as they must be.

use crate::layout::WIDTH;
use crate::output::{DIM, RESET};

/// A column of a table: its head, then its cells.
pub struct Column(Vec<String>);

impl Column {
    /// A column with these cells below its head.
    pub fn new(head: &str, cells: impl IntoIterator<Item = String>) -> Self {
        Column(std::iter::once(head.to_owned()).chain(cells).collect())
    }

    /// Its characters, with the gap before it.
    pub fn width(&self) -> usize {
        let lengths = self.0.iter().map(|it| it.chars().count());
        2 + lengths.max().unwrap_or(0)
    }
}

/// The table of columns of equal length.
pub fn table(columns: &[Column]) -> String {
    let rows = columns.first().map_or(0, |it| it.0.len());
    let row = |place: usize| {
        let cells = columns.iter();
        let cells = cells.map(|it| format!("{:>1$}", it.0[place], it.width()));
        cells.collect::<String>()
    };
    let head = format!("{DIM}{}{RESET}\n", row(0));
    let rows = (1..rows).map(|place| row(place) + "\n");
    std::iter::once(head).chain(rows).collect()
}

/// How many columns stay if those that do not fit a line become one of this width.
pub fn fitting(columns: &[Column], instead: usize) -> usize {
    let ends = columns.iter().scan(0, |end, column| {
        *end += column.width();
        Some(*end)
    });
    let ends: Vec<usize> = ends.collect();
    match ends.last() {
        Some(&end) if end > WIDTH => ends.iter().filter(|&end| end + instead <= WIDTH).count(),
        _ => columns.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_must_be_and_few_enough_for_a_line() {
        let column = |head: &str| Column::new(head, ["7".to_owned()]);
        let text = table(&[column("a"), column("long")]);
        assert_eq!(text, format!("{DIM}  a  long{RESET}\n  7     7\n"));
        let many: Vec<Column> = (0..20).map(|_| column("four")).collect();
        assert_eq!(fitting(&many[..13], 20), 13);
        assert_eq!(fitting(&many, 20), 10);
    }
}
