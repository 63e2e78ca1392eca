//! Reads the text of one file: the modules that it declares, its imports, and
//! the paths that its code names.
//!
//! It looks at tokens, not at syntax: so it also sees the inside of macros.
//! What is under `#[cfg(test)]` is left out.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, LexError, TokenStream, TokenTree};

/// Segments of a path, such as `crate`, `ast`, `Term`.
pub type Segments = Vec<String>;

/// A name that a `use` declaration brings in.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// Its name here; `*` for all names.
    pub name: String,
    /// Where it comes from.
    pub path: Segments,
    /// Whether it is visible from outside, by `pub` in any form.
    pub passed_on: bool,
}

/// What a file says about modules.
#[derive(Debug, Default)]
pub struct Scan {
    /// Modules in files of their own.
    pub children: Vec<String>,
    /// What `use` declarations bring in.
    pub imports: Vec<Import>,
    /// Paths of two segments or more, outside of `use` declarations.
    pub paths: BTreeSet<Segments>,
    /// All names outside of `use` declarations.
    pub names: BTreeSet<String>,
}

impl Scan {
    /// Reads a file's text.
    ///
    /// # Errors
    ///
    /// When it is not Rust.
    pub fn of(text: &str) -> Result<Scan, LexError> {
        let mut scan = Scan::default();
        scan.tokens(text.parse()?, 0);
        Ok(scan)
    }

    /// Reads tokens that are within `inline` modules of the file.
    fn tokens(&mut self, stream: TokenStream, inline: usize) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = self.step(&tokens, at, inline);
        }
    }

    /// Reads what begins at a token, and returns where the next thing begins.
    fn step(&mut self, tokens: &[TokenTree], at: usize, inline: usize) -> usize {
        match &tokens[at] {
            TokenTree::Punct(mark) if mark.as_char() == '#' => match tokens.get(at + 1) {
                Some(TokenTree::Group(it)) if is_test(it) => end_of_item(tokens, at + 2),
                _ => at + 1,
            },
            TokenTree::Ident(word) if word == "mod" => self.module(tokens, at, inline),
            TokenTree::Ident(word) if word == "use" => {
                let end = position(tokens, at, |token| is_mark(token, ';'));
                let passed_on = is_public(&tokens[..at]);
                self.import(&tokens[at + 1..end], Vec::new(), passed_on, inline);
                end + 1
            }
            TokenTree::Ident(_) => self.path(tokens, at, inline),
            TokenTree::Group(group) => {
                self.tokens(group.stream(), inline);
                at + 1
            }
            _ => at + 1,
        }
    }

    fn module(&mut self, tokens: &[TokenTree], at: usize, inline: usize) -> usize {
        match (tokens.get(at + 1), tokens.get(at + 2)) {
            (Some(TokenTree::Ident(name)), Some(token)) if is_mark(token, ';') => {
                self.children.push(name.to_string());
            }
            (Some(TokenTree::Ident(_)), Some(TokenTree::Group(body))) => {
                self.tokens(body.stream(), inline + 1);
            }
            _ => return at + 1,
        }
        at + 3
    }

    /// Reads the tree of a `use` declaration, or one inside it.
    fn import(&mut self, tree: &[TokenTree], mut path: Segments, passed_on: bool, inline: usize) {
        let mut name = None;
        for (at, token) in tree.iter().enumerate() {
            match token {
                // From another crate.
                TokenTree::Punct(mark) if mark.as_char() == ':' && at == 0 => return,
                TokenTree::Punct(mark) if mark.as_char() == '*' => name = Some("*".to_owned()),
                TokenTree::Ident(word) if word == "as" => {
                    name = tree.get(at + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for tree in inner.split(|token| is_mark(token, ',')) {
                        self.import(tree, path.clone(), passed_on, inline);
                    }
                    return;
                }
                _ => {}
            }
        }
        if path.len() > 1 && path.last().is_some_and(|it| it == "self") {
            path.pop();
        }
        let Some(last) = path.last() else { return };
        let name = name.unwrap_or_else(|| last.clone());
        self.imports.push(Import {
            name,
            path: from_file(path, inline),
            passed_on,
        });
    }

    /// Reads a path that begins at a name.
    fn path(&mut self, tokens: &[TokenTree], at: usize, inline: usize) -> usize {
        let mut segments = vec![tokens[at].to_string()];
        let mut end = at + 1;
        while is_separator(&tokens[end..])
            && let Some(TokenTree::Ident(word)) = tokens.get(end + 2)
        {
            segments.push(word.to_string());
            end += 3;
        }
        // A path that continues after other tokens begins elsewhere: `<A as
        // B>::c`.
        let goes_on = at >= 2 && is_separator(&tokens[at - 2..]);
        if !goes_on {
            self.names.insert(segments[0].clone());
            if segments.len() > 1 {
                self.paths.insert(from_file(segments, inline));
            }
        }
        end
    }
}

/// The path as seen from the file, if it stands within modules inside of it.
fn from_file(mut path: Segments, inline: usize) -> Segments {
    for segment in path.iter_mut().take(inline) {
        if segment == "super" {
            *segment = "self".to_owned();
        }
    }
    path
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(it) if it.as_char() == mark)
}

fn is_separator(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [first, second, ..] if is_mark(first, ':') && is_mark(second, ':'))
}

/// Whether what follows these tokens is public, at least in the crate.
fn is_public(before: &[TokenTree]) -> bool {
    let last = match before {
        [start @ .., TokenTree::Group(scope)] if scope.delimiter() == Delimiter::Parenthesis => {
            start.last()
        }
        _ => before.last(),
    };
    matches!(last, Some(TokenTree::Ident(word)) if word == "pub")
}

/// Whether an attribute says that what follows is for tests.
fn is_test(attribute: &Group) -> bool {
    let text: String = attribute.to_string().split_whitespace().collect();
    text.starts_with("[cfg(test)") || text.starts_with("[cfg(all(test")
}

/// Where the item ends that begins at a token.
fn end_of_item(tokens: &[TokenTree], start: usize) -> usize {
    let word = |token: &TokenTree| matches!(token, TokenTree::Ident(it) if it == "use");
    let end = position(tokens, start, |token| {
        let body = matches!(token, TokenTree::Group(it) if it.delimiter() == Delimiter::Brace);
        body || is_mark(token, ';')
    });
    match tokens[start..end].iter().any(word) {
        true => position(tokens, start, |token| is_mark(token, ';')) + 1,
        false => end + 1,
    }
}

fn position(tokens: &[TokenTree], start: usize, is_it: impl Fn(&TokenTree) -> bool) -> usize {
    let found = tokens[start..].iter().position(is_it);
    found.map_or(tokens.len(), |after| start + after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Scan {
        Scan::of(text).unwrap()
    }

    fn path(text: &str) -> Segments {
        text.split("::").map(str::to_owned).collect()
    }

    #[test]
    fn imports_are_found_in_trees_and_under_other_names() {
        let scan = scan("pub(crate) use a::{self, b::C as D, e::*}; use std::fmt; use ::f::G;");
        let import = |name: &str, from: &str, passed_on| Import {
            name: name.to_owned(),
            path: path(from),
            passed_on,
        };
        let expected = [
            import("a", "a", true),
            import("D", "a::b::C", true),
            import("*", "a::e", true),
            import("fmt", "std::fmt", false),
        ];
        assert_eq!(scan.imports, expected);
    }

    #[test]
    fn paths_are_found_in_bodies_and_macros_but_not_in_comments() {
        let scan = scan(
            "/// See [`crate::comment::Link`].\n\
             fn f() { format!(\"{}\", crate::a::b::<u8>(self::c::D)) } // super::e::F\n\
             impl<T: super::g::H> ::outer::Thing for Vec<T> {}",
        );
        let expected = ["crate::a::b", "self::c::D", "super::g::H"].map(path);
        assert_eq!(scan.paths, expected.into());
    }

    #[test]
    fn tests_are_left_out() {
        let scan = scan(
            "#[cfg(test)] use crate::{a, b}; #[cfg(test)] mod tests { use crate::c::D; }\n\
             #[cfg(test)] #[allow(dead_code)] fn g() { crate::e::f() } mod h; use crate::i::J;",
        );
        assert_eq!(scan.children, ["h"]);
        assert_eq!(scan.imports.len(), 1);
        assert!(scan.paths.is_empty());
    }

    #[test]
    fn the_parent_of_an_inline_module_is_the_file() {
        let scan = scan("mod inner { use super::A; use super::super::B; }");
        let paths: Vec<&Segments> = scan.imports.iter().map(|it| &it.path).collect();
        assert_eq!(paths, [&path("self::A"), &path("self::super::B")]);
    }
}
