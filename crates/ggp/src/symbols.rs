//! Names as the rules of a match write them.
//!
//! Servers change the case of names, or scramble them: a move must be answered with
//! exactly the names that came with the rules, and moves that are told may come in
//! another case. In: the rules of START. Out: moves translated, both ways.

use gdl::{NodeId, NodeKind, Source, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::message::{Malformed, parse_move};

/// The names in the rules of a match.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    known: FxHashSet<Symbol>,
    /// Names by their lower case; `None` where two differ in case alone.
    folded: FxHashMap<String, Option<Symbol>>,
    /// Constants that the rules put in parentheses, as in `(does ?r (noop))`.
    enclosed: FxHashSet<Symbol>,
}

impl Symbols {
    /// The names of rules in KIF; none if they are not made of lists.
    pub fn of(rules: &str) -> Self {
        let mut symbols = Symbols::default();
        if let Ok(tree) = gdl::parse_lists(&Source::new("rules", rules.as_bytes())) {
            symbols.collect(&tree);
        }
        symbols
    }

    fn collect(&mut self, tree: &Tree) {
        let mut open: Vec<(NodeId, bool)> = tree.top.iter().map(|&it| (it, false)).collect();
        while let Some((id, inside)) = open.pop() {
            match &tree.node(id).kind {
                NodeKind::Variable(_) => {}
                NodeKind::Symbol(name) => self.add(name),
                NodeKind::List(items) => {
                    if let (true, [only]) = (inside, items.as_slice())
                        && let NodeKind::Symbol(name) = &tree.node(*only).kind
                    {
                        self.enclosed.insert(name.clone());
                    }
                    let states = is_atom(tree, items);
                    open.extend(items.iter().map(|&it| (it, states)));
                }
            }
        }
    }

    fn add(&mut self, name: &Symbol) {
        if !self.known.insert(name.clone()) {
            return;
        }
        let folded = self.folded.entry(name.to_lowercase());
        folded
            .and_modify(|known| *known = None)
            .or_insert_with(|| Some(name.clone()));
    }

    /// A name of a server as the rules write it.
    pub fn restore_name(&self, name: &str) -> String {
        if self.known.contains(&Symbol::new(name)) {
            return name.to_owned();
        }
        let known = self.folded.get(&name.to_lowercase());
        let known = known.and_then(Option::as_ref);
        known.map_or(name, |it| it).to_owned()
    }

    /// A move of a server as the rules write it, in KIF with single spaces.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the text is not one term.
    pub fn restore(&self, text: &str) -> Result<String, Malformed> {
        let mut restored = String::with_capacity(text.len());
        let text = parse_move(text)?;
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let end = rest.find(['(', ')', ' ']).unwrap_or(rest.len());
            restored.push_str(&self.restore_name(&rest[..end]));
            let next = (end + 1).min(rest.len());
            restored.push_str(&rest[end..next]);
            rest = &rest[next..];
        }
        Ok(bare(&restored).unwrap_or(&restored).to_owned())
    }

    /// A move for the server: constants in parentheses where its rules have them.
    pub fn echo(&self, text: &str) -> String {
        match self.enclosed.contains(&Symbol::new(text)) {
            true => format!("( {text} )"),
            false => text.to_owned(),
        }
    }
}

/// Whether a list is a relation or function with its arguments: neither a list of
/// lists, nor a rule or another connective, whose parts are atoms themselves.
fn is_atom(tree: &Tree, items: &[NodeId]) -> bool {
    let first = items.first().map(|&it| &tree.node(it).kind);
    let Some(NodeKind::Symbol(name)) = first else {
        return false;
    };
    !["<=", "not", "or", "and"]
        .iter()
        .any(|it| name.eq_ignore_ascii_case(it))
}

/// The name in a list of one name.
fn bare(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    (!inner.is_empty() && !inner.contains(['(', ')', ' '])).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_restored_where_that_is_clear() {
        let symbols = Symbols::of("((role xPlayer) (legal xPlayer (Mark 1 b)) (init B))");
        assert_eq!(symbols.restore_name("XPLAYER"), "xPlayer");
        assert_eq!(symbols.restore("( MARK 1  b )").unwrap(), "(Mark 1 b)");
        // Both are names of the rules, and stay as they are.
        assert_eq!(symbols.restore("(MARK 1 B)").unwrap(), "(Mark 1 B)");
        assert_eq!(symbols.restore_name("stranger"), "stranger");
        let unclear = Symbols::of("((init noop) (init Noop))");
        assert_eq!(unclear.restore_name("NOOP"), "NOOP");
    }

    #[test]
    fn constants_are_enclosed_where_the_rules_do_so() {
        let symbols = Symbols::of("((role r) (<= (legal r (noop)) (open)) (<= terminal (shut)))");
        assert_eq!(symbols.echo("noop"), "( noop )");
        assert_eq!(symbols.echo("open"), "open");
        assert_eq!(symbols.restore("( NOOP )").unwrap(), "noop");
        let usual = Symbols::of("((role r) (legal r noop))");
        assert_eq!(usual.echo("noop"), "noop");
        assert_eq!(usual.echo("(mark 1 1)"), "(mark 1 1)");
    }
}
