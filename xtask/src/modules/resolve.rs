//! Finds the module that defines what a path names, through all re-exports.

use std::collections::BTreeMap;

use super::scan::{Import, Segments};
use super::tree::{Crate, ModuleId};

/// Which module uses which, by the names of the items; none uses itself.
pub type Uses = BTreeMap<(ModuleId, ModuleId), Vec<String>>;

/// Longest chain of re-exports; a longer one is a cycle.
const MAX_STEPS: usize = 64;

/// Finds out which module of a crate uses which.
pub fn uses(of: &Crate) -> Uses {
    let mut uses = Uses::new();
    for (id, module) in of.modules.iter().enumerate() {
        let scan = &module.scan;
        let imports = scan.imports.iter().filter(|import| {
            // An item that is only re-exported is not used here.
            !import.passed_on || scan.names.contains(&import.name)
        });
        let imports = imports.map(|import| (&import.path, import.name == "*"));
        let paths = scan.paths.iter().map(|path| (path, false));
        for (path, all) in imports.chain(paths) {
            let found = match all {
                true => module_at(of, id, path, 0),
                false => definer(of, id, path, 0),
            };
            if let Some(found) = found.filter(|found| *found != id) {
                let items = uses.entry((id, found)).or_default();
                items.extend(path.last().cloned().filter(|it| !items.contains(it)));
            }
        }
    }
    uses
}

/// The module that defines what a path names, if it names an item of the crate.
fn definer(of: &Crate, from: ModuleId, path: &[String], steps: usize) -> Option<ModuleId> {
    let (at, rest) = walk(of, from, path)?;
    let Some((name, after)) = rest.split_first() else {
        // It names a module; but a re-exported item may have that name, too.
        let (last, start) = path.split_last()?;
        let (at, rest) = walk(of, from, start)?;
        let import = import(of, at, last).filter(|_| rest.is_empty())?;
        return follow(of, at, import, &[], steps);
    };
    match import(of, at, name) {
        Some(import) => follow(of, at, import, after, steps),
        // A single name is that of a local type, or of another crate.
        None => (rest.len() < path.len()).then_some(at),
    }
}

fn follow(
    of: &Crate,
    at: ModuleId,
    import: &Import,
    after: &[String],
    steps: usize,
) -> Option<ModuleId> {
    let path: Segments = [&import.path, after].concat();
    let next = steps + 1;
    (next < MAX_STEPS).then(|| definer(of, at, &path, next))?
}

/// The module that a path names.
fn module_at(of: &Crate, from: ModuleId, path: &[String], steps: usize) -> Option<ModuleId> {
    let (at, rest) = walk(of, from, path)?;
    let Some((name, after)) = rest.split_first() else {
        return Some(at);
    };
    let import = import(of, at, name)?;
    let path: Segments = [&import.path, after].concat();
    let next = steps + 1;
    (next < MAX_STEPS).then(|| module_at(of, at, &path, next))?
}

fn import<'a>(of: &'a Crate, at: ModuleId, name: &str) -> Option<&'a Import> {
    let mut imports = of.modules[at].scan.imports.iter();
    // An import of the same name and path leads nowhere: `use super::a;` beside
    // `a`.
    imports.find(|import| import.name == name && import.path != [name])
}

/// Follows a path as far as it names modules; returns the rest too.
fn walk<'a>(of: &Crate, from: ModuleId, path: &'a [String]) -> Option<(ModuleId, &'a [String])> {
    let mut at = from;
    for (place, name) in path.iter().enumerate() {
        at = match &**name {
            "crate" => 0,
            "self" => at,
            "super" => of.modules[at].parent?,
            name => match of.child(at, name) {
                Some(child) => child,
                None => return Some((at, &path[place..])),
            },
        };
    }
    Some((at, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The uses in a crate of these files, as "from to item".
    fn uses_of(files: &[(&str, &str)]) -> Vec<String> {
        let of = Crate::of_files(files);
        let line = |((from, to), items): (_, Vec<String>)| {
            let [from, to] = [from, to].map(|it: ModuleId| &of.modules[it].name);
            format!("{from} {to} {}", items.join(","))
        };
        uses(&of).into_iter().map(line).collect()
    }

    #[test]
    fn an_item_is_used_where_it_is_defined() {
        let files = [
            ("", "mod a; mod b; pub use a::Thing;"),
            ("a", "mod deep; pub use deep::Thing;"),
            ("a::deep", "pub struct Thing; pub fn make() {}"),
            ("b", "use crate::Thing; fn f() { crate::a::make() }"),
        ];
        assert_eq!(uses_of(&files), ["b a make", "b deep Thing"]);
    }

    #[test]
    fn what_is_passed_on_is_used_only_if_the_file_names_it() {
        let files = [
            ("", "mod a; mod b; pub use a::{One, Two}; fn f(_: One) {}"),
            ("a", "pub struct One; pub struct Two;"),
            ("b", "use super::f;"),
        ];
        assert_eq!(uses_of(&files), ["root a One", "b root f"]);
    }

    #[test]
    fn a_module_that_is_imported_is_used_by_what_is_named_in_it() {
        let files = [
            ("", "mod a; mod b; mod c; pub use a::a;"),
            ("a", "pub fn a() {} pub fn f() {}"),
            (
                "b",
                "use crate::a; fn g() { a::f(); String::new(); std::mem::take(); }",
            ),
            ("c", "use crate::b::*;"),
        ];
        assert_eq!(uses_of(&files), ["b a a,f", "c b b"]);
    }
}
