//! The graph of each folder of a crate, and its cycles.

use std::collections::BTreeMap;
use std::fmt;

use super::resolve::uses;
use super::tree::{Crate, ModuleId};

/// What is called `self`: the folder's own file, `mod.rs`, `lib.rs` or `main.rs`.
const OWN: &str = "self";

/// A use of one file by another.
#[derive(Clone, Debug)]
pub struct Use {
    /// The path of the module that uses.
    pub from: String,
    /// The path of the module that defines.
    pub to: String,
    /// The names of the items.
    pub items: Vec<String>,
}

/// Who uses whom among the files and folders of one folder.
#[derive(Debug)]
pub struct FolderGraph {
    /// The path of the folder's module.
    pub folder: String,
    /// The names of the nodes, in alphabetic order.
    names: Vec<String>,
    /// The edges between nodes, with the files that make them.
    edges: BTreeMap<(usize, usize), Vec<Use>>,
}

/// Nodes that use each other in a cycle, with all edges among them.
#[derive(Debug)]
pub struct Cycle {
    edges: Vec<(String, String, Vec<Use>)>,
}

impl FolderGraph {
    /// The graphs of all folders of a crate, that of the crate first.
    pub fn all(of: &Crate) -> Vec<FolderGraph> {
        let mut graphs: BTreeMap<ModuleId, FolderGraph> = BTreeMap::new();
        for (id, module) in of.modules.iter().enumerate() {
            if !module.children.is_empty() {
                let children = module
                    .children
                    .iter()
                    .map(|it| of.modules[*it].name.clone());
                let mut names: Vec<String> = children.chain([OWN.to_owned()]).collect();
                names.sort();
                let graph = FolderGraph {
                    folder: of.path(id),
                    names,
                    edges: BTreeMap::new(),
                };
                graphs.insert(id, graph);
            }
        }
        for ((from, to), items) in uses(of) {
            let [mine, theirs] = [from, to].map(|it| of.ancestry(it));
            let shared = mine.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
            let graph = graphs.get_mut(&mine[shared - 1]);
            let graph = graph.expect("two modules share a folder");
            let node = |line: &[ModuleId]| {
                let name = line.get(shared).map_or(OWN, |it| &of.modules[*it].name);
                graph.names.iter().position(|it| it == name)
            };
            let [Some(first), Some(second)] = [&mine, &theirs].map(|line| node(line)) else {
                unreachable!("all children of a folder are nodes");
            };
            let [from, to] = [from, to].map(|it| of.path(it));
            let edge = graph.edges.entry((first, second)).or_default();
            edge.push(Use { from, to, items });
        }
        graphs.into_values().collect()
    }

    /// The cycles, without the uses that are allowed.
    pub fn cycles(&self, mut allowed: impl FnMut(&str, &str) -> bool) -> Vec<Cycle> {
        let all = self.components(|_| true);
        let mut in_cycle = |edge: &(usize, usize)| {
            let uses = &self.edges[edge];
            // Only uses that are part of a cycle need to be allowed.
            let together = all
                .iter()
                .any(|it| it.contains(&edge.0) && it.contains(&edge.1));
            together && uses.iter().filter(|it| !allowed(&it.from, &it.to)).count() > 0
        };
        let left = self.components(&mut in_cycle);
        let cycles = left.into_iter().filter(|members| members.len() > 1);
        cycles.map(|members| self.cycle(&members)).collect()
    }

    fn components(&self, mut counts: impl FnMut(&(usize, usize)) -> bool) -> Vec<Vec<usize>> {
        let mut targets = vec![Vec::new(); self.names.len()];
        for edge in self.edges.keys().filter(|edge| counts(edge)) {
            targets[edge.0].push(edge.1);
        }
        gdl::strong_components(&targets)
    }

    fn cycle(&self, members: &[usize]) -> Cycle {
        let edges = self.edges.iter();
        let inside = edges.filter(|((a, b), _)| members.contains(a) && members.contains(b));
        let named = inside.map(|((from, to), uses)| {
            let [from, to] = [from, to].map(|it| self.names[*it].clone());
            (from, to, uses.clone())
        });
        Cycle {
            edges: named.collect(),
        }
    }
}

impl fmt::Display for FolderGraph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.folder)?;
        for (node, name) in self.names.iter().enumerate() {
            let used = self.edges.keys().filter(|edge| edge.0 == node);
            let used: Vec<&str> = used.map(|edge| &*self.names[edge.1]).collect();
            match used.is_empty() {
                true => writeln!(out, "  {name}")?,
                false => writeln!(out, "  {name} → {}", used.join(", "))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (from, to, uses) in &self.edges {
            writeln!(out, "  {from} → {to}")?;
            for Use { from, to, items } in uses {
                writeln!(out, "    {from} uses {} of {to}", items.join(", "))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graphs() -> Vec<FolderGraph> {
        let files = [
            ("", "mod a; mod b; pub struct Root;"),
            ("a", "mod x; mod y; use x::X; use crate::Root;"),
            ("a::x", "use super::y::Y; use crate::b::B; pub struct X;"),
            ("a::y", "pub struct Y;"),
            ("b", "use crate::a::y::Y; pub struct B;"),
        ];
        FolderGraph::all(&Crate::of_files(&files))
    }

    #[test]
    fn each_folder_has_a_graph() {
        let shown: Vec<String> = graphs().iter().map(ToString::to_string).collect();
        let expected = [
            "root\n  a → b, self\n  b → a\n  self\n",
            "root::a\n  self → x\n  x → y\n  y\n",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_cycle_of_folders_is_found_though_no_file_is_in_one() {
        let [root, a] = &graphs()[..] else { panic!() };
        let cycles = root.cycles(|_, _| false);
        let shown: Vec<String> = cycles.iter().map(ToString::to_string).collect();
        let expected = "  a → b\n    root::a::x uses B of root::b\n  \
                        b → a\n    root::b uses Y of root::a::y\n";
        assert_eq!(shown, [expected]);
        assert!(a.cycles(|_, _| false).is_empty());
    }

    #[test]
    fn a_use_that_is_allowed_makes_no_cycle() {
        let mut asked = Vec::new();
        let cycles = graphs()[0].cycles(|from, to| {
            asked.push((from.to_owned(), to.to_owned()));
            from == "root::b" && to == "root::a::y"
        });
        assert!(cycles.is_empty());
        // Uses outside of cycles are not asked about.
        assert_eq!(asked.len(), 2);
    }
}
