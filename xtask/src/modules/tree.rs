//! The modules of a crate, with the scans of their files.

use std::fs;
use std::path::{Path, PathBuf};

use super::scan::Scan;
use crate::outcome::Outcome;

/// A module of a [`Crate`], by its place.
pub type ModuleId = usize;

/// A module in a file of its own.
#[derive(Debug)]
pub struct Module {
    /// Its name; the crate's name for the root.
    pub name: String,
    /// The module that declares it; `None` for the root.
    pub parent: Option<ModuleId>,
    /// The modules that it declares.
    pub children: Vec<ModuleId>,
    /// What its file says.
    pub scan: Scan,
}

/// A crate's modules; the root comes first, parents before their children.
#[derive(Debug)]
pub struct Crate {
    /// All of them.
    pub modules: Vec<Module>,
}

impl Crate {
    /// Reads the crate whose root is this file.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or is not Rust.
    pub fn read(name: &str, root: &Path) -> Outcome<Self> {
        let folder = root.parent().unwrap_or(Path::new(""));
        Self::of(name, &mut |path| {
            let file = match path {
                [] => root.to_owned(),
                _ => file_of(folder, path),
            };
            Ok(
                fs::read_to_string(&file)
                    .map_err(|error| format!("{}: {error}", file.display()))?,
            )
        })
    }

    /// The crate whose modules have these texts, by their paths from the root.
    ///
    /// # Errors
    ///
    /// When a text is missing, or is not Rust.
    pub fn of(name: &str, text: &mut dyn FnMut(&[String]) -> Outcome<String>) -> Outcome<Self> {
        let mut modules: Vec<Module> = Vec::new();
        let mut open = vec![(name.to_owned(), None, Vec::new())];
        while let Some((name, parent, path)) = open.pop() {
            let id = modules.len();
            let scan = Scan::of(&text(&path)?).map_err(|error| format!("{name}: {error}"))?;
            for child in scan.children.iter().rev() {
                let path = [path.as_slice(), std::slice::from_ref(child)].concat();
                open.push((child.clone(), Some(id), path));
            }
            if let Some(parent) = parent {
                let parent: &mut Module = &mut modules[parent];
                parent.children.push(id);
            }
            modules.push(Module {
                name,
                parent,
                children: Vec::new(),
                scan,
            });
        }
        Ok(Crate { modules })
    }

    /// A crate of these files, by their paths from the root.
    #[cfg(test)]
    pub fn of_files(files: &[(&str, &str)]) -> Self {
        let of = Crate::of("root", &mut |path| {
            let path = path.join("::");
            let found = files.iter().find(|(name, _)| *name == path);
            Ok(found.unwrap().1.to_owned())
        });
        of.unwrap()
    }

    /// The child of a module that has this name.
    pub fn child(&self, of: ModuleId, name: &str) -> Option<ModuleId> {
        let mut children = self.modules[of].children.iter().copied();
        children.find(|child| self.modules[*child].name == name)
    }

    /// The modules from the root down to this one.
    pub fn ancestry(&self, of: ModuleId) -> Vec<ModuleId> {
        let mut line: Vec<ModuleId> =
            std::iter::successors(Some(of), |it| self.modules[*it].parent).collect();
        line.reverse();
        line
    }

    /// The path of a module, from the crate's name on.
    pub fn path(&self, of: ModuleId) -> String {
        let names = self.ancestry(of);
        let names: Vec<&str> = names.iter().map(|it| &*self.modules[*it].name).collect();
        names.join("::")
    }
}

/// The file of a module below the root's folder: `a/b.rs`, or else `a/b/mod.rs`.
fn file_of(folder: &Path, path: &[String]) -> PathBuf {
    let stem = path
        .iter()
        .fold(folder.to_owned(), |it, name| it.join(name));
    let own = stem.with_extension("rs");
    match own.is_file() {
        true => own,
        false => stem.join("mod.rs"),
    }
}
