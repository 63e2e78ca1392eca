//! A text table, written row by row.

/// A column: its title, and how wide it is.
pub struct Column(pub &'static str, pub usize);

/// Writes rows with the first cell aligned left, all others right.
pub struct Table<const N: usize> {
    columns: [Column; N],
}

impl<const N: usize> Table<N> {
    /// Writes the titles.
    pub fn start(columns: [Column; N]) -> Self {
        let table = Table { columns };
        table.row(std::array::from_fn(|at| table.columns[at].0.to_owned()));
        table
    }

    /// Writes a row.
    pub fn row(&self, cells: [String; N]) {
        println!("{}", self.line(&cells));
    }

    fn line(&self, cells: &[String; N]) -> String {
        let mut line = String::new();
        for (place, (cell, Column(_, width))) in cells.iter().zip(&self.columns).enumerate() {
            match place {
                0 => line.push_str(&format!("{cell:width$}")),
                _ => line.push_str(&format!("  {cell:>width$}")),
            }
        }
        line.trim_end().to_owned()
    }
}

/// Seconds, with as many digits as can be trusted.
pub fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// The ratio of `of` to `something`.
pub fn ratio(of: f64, something: f64) -> String {
    match of > 0.0 {
        true => format!("{:.2}", something / of),
        false => "–".to_owned(),
    }
}

/// A number with a comma for each thousand. The crate `report` has the same, and would
/// bring all engines along.
pub fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_each_other() {
        let table = Table::start([Column("sheet", 6), Column("s", 5)]);
        let line = |a: &str, b: &str| table.line(&[a.to_owned(), b.to_owned()]);
        assert_eq!(line("nim", "0.1"), "nim       0.1");
        assert_eq!(line("nim", ""), "nim");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped("149042"), "149,042");
        assert_eq!(grouped("80"), "80");
    }
}
