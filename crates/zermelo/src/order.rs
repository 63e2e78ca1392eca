//! `--order`: the order of variables that the user asks for.
//!
//! In: a name, or a file with one field of variables to a line, the topmost
//! first, each as the fluents of its groups. `|` separates fields too: `-v` tells
//! the order that was taken in this way. Not here: what orders a game has.

use symbolic::Order;

use crate::arguments::EngineArgument;
use crate::failure::Failure;
use crate::input;

/// How many bytes a file may have: as many as a sheet.
const LONGEST: u64 = gdl::MAX_SOURCE_BYTES as u64;

/// The order that is asked for, and whether it goes with the engine.
pub fn asked(order: Option<&str>, engine: EngineArgument) -> Result<Order, Failure> {
    let Some(text) = order else {
        return Ok(Order::Auto);
    };
    if engine != EngineArgument::Symbolic {
        let message = "--order is for sets of states";
        return Err(Failure::usage(message).help("say --engine symbolic"));
    }
    Ok(match text {
        "auto" => Order::Auto,
        "listed" => Order::Listed,
        // No name has these characters.
        file if file.contains(['.', '/', std::path::MAIN_SEPARATOR]) => {
            let text = input::bounded_text(file, LONGEST)
                .map_err(|error| Failure::unreadable(file, &error))?;
            Order::Given(fields(&text))
        }
        name => Order::Named(name.to_owned()),
    })
}

/// An order in words, as a file may have it.
pub fn described(fields: &[Vec<String>]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| field.join(" ")).collect();
    fields.join(" | ")
}

fn fields(text: &str) -> Vec<Vec<String>> {
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
        assert_eq!(fields(&described(&order)), order);
        assert_eq!(fields("( cell 1 (f a  b) x )done\n\n(control red)"), order);
        assert_eq!(fields("(open"), vec![field(&["(open"])]);
    }
}
