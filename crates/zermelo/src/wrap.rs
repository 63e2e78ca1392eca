//! Long text in lines that fit a terminal of 80 columns.

/// The most characters of a line.
const WIDTH: usize = 79;

/// Pieces of text in lines, each indented. A piece that is too long has a line of its own.
pub fn wrapped(pieces: impl IntoIterator<Item = String>, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = indent.to_owned();
    for piece in pieces {
        let long = line.chars().count() + 1 + piece.chars().count() > WIDTH;
        if long && line.len() > indent.len() {
            lines.push_str(&line);
            lines.push('\n');
            line = indent.to_owned();
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(&piece);
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_no_piece_is_lost_or_broken() {
        let lines = wrapped(vec!["(drop 1);".to_owned(); 30], "    ");
        assert!(
            lines
                .lines()
                .all(|it| it.len() <= WIDTH && it.starts_with("    "))
        );
        assert_eq!(lines.matches("(drop 1);").count(), 30);
        let long = "x".repeat(100);
        assert_eq!(wrapped([long.clone()], " "), format!(" {long}\n"));
    }
}
