//! Orders of variables as text.
//!
//! A field of variables stands on a line, the topmost first, each as the fluents of its
//! groups; `|` separates fields too. Not here: what orders a game has.

/// An order as text, which can be read back.
pub fn order_text(fields: &[Vec<String>]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| field.join(" ")).collect();
    fields.join(" | ")
}

/// The fields of an order, as the text has them.
pub fn order_from_text(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().flat_map(|line| line.split('|'));
    let fields = lines.map(terms);
    fields.filter(|field| !field.is_empty()).collect()
}

/// The terms of a line, as they stand there but for spaces.
fn terms(line: &str) -> Vec<String> {
    let spaced = line.replace('(', " ( ").replace(')', " ) ");
    let (mut terms, mut term, mut depth) = (Vec::new(), String::new(), 0_u32);
    for word in spaced.split_whitespace() {
        match word {
            ")" => depth = depth.saturating_sub(1),
            _ if !term.is_empty() && !term.ends_with('(') => term.push(' '),
            _ => {}
        }
        term.push_str(word);
        depth += u32::from(word == "(");
        if depth == 0 {
            terms.push(std::mem::take(&mut term));
        }
    }
    // What is left open is no term of any game: the engine says so.
    terms.extend((!term.is_empty()).then_some(term));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_can_be_given() {
        let field =
            |names: &[&str]| -> Vec<String> { names.iter().map(|&name| name.to_owned()).collect() };
        let order = vec![
            field(&["(cell 1 (f a b) x)", "done"]),
            field(&["(control red)"]),
        ];
        assert_eq!(order_from_text(&order_text(&order)), order);
        assert_eq!(
            order_from_text("( cell 1 (f a  b) x )done\n\n(control red)"),
            order
        );
        assert_eq!(order_from_text("(open"), vec![field(&["(open"])]);
    }
}
