//! `cargo xtask modules`: which module of a crate uses which, and whether any
//! two use each other.
//!
//! A module is a file below `src`. It uses another one if a path in its code,
//! in a `use` or inline, names an item that the other one defines: re-exports
//! are followed to that file, so a `mod.rs` that only passes on what its
//! children have uses none of them. The graph is looked at folder by folder:
//! its nodes are the files and folders inside, each folder with all that is in
//! it, and the folder's own `mod.rs` (`lib.rs`, `main.rs`), called `self`. No
//! such graph may have a cycle; then there is none between files either. Not
//! seen: unit tests, links in comments, methods that are called without
//! naming their type.
//!
//! In: the sources of the workspace. Out: the graphs, and their cycles.
//! [`scan`] reads a file, [`tree`] a crate, [`resolve`] finds who defines what,
//! [`graph`] has the folders' graphs, [`exceptions`] what is let pass.

mod exceptions;
mod graph;
mod resolve;
mod scan;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::outcome::{Outcome, Shown};
use exceptions::Exceptions;
use graph::FolderGraph;
use tree::Crate;

/// Which crates to look at.
#[derive(Debug, Args)]
pub struct ModulesArguments {
    /// Names of crates [default: all of the workspace]
    #[arg(value_name = "CRATE")]
    crates: Vec<String>,
    /// Print cycles only
    #[arg(long)]
    cycles: bool,
}

/// Prints the graphs; they must have no cycle that is not an exception.
///
/// # Errors
///
/// When a source cannot be read, or there is no such crate.
pub fn run(arguments: &ModulesArguments) -> Outcome<Shown> {
    let mut shown = Shown::Yes;
    let mut exceptions = Exceptions::new();
    for (name, root) in roots(&arguments.crates)? {
        let graphs = FolderGraph::all(&Crate::read(&name, &root)?);
        for graph in &graphs {
            if !arguments.cycles {
                print!("{graph}");
            }
            for cycle in graph.cycles(|from, to| exceptions.allow(from, to)) {
                shown = Shown::No;
                println!("cycle in {}:", graph.folder);
                println!("{cycle}");
            }
        }
    }
    if arguments.crates.is_empty() {
        for unused in exceptions.unused() {
            shown = Shown::No;
            println!("exception without a cycle: {unused}");
        }
    }
    Ok(shown)
}

/// The roots of crates, `lib.rs` or `main.rs` or both, with their names.
fn roots(wanted: &[String]) -> Outcome<Vec<(String, PathBuf)>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![workspace.join("xtask")];
    for entry in fs::read_dir(workspace.join("crates"))? {
        folders.push(entry?.path());
    }
    folders.sort();
    let mut roots = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        if !wanted.is_empty() && !wanted.contains(&name) {
            continue;
        }
        let files = ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file));
        let files = files.into_iter().filter(|file| file.is_file());
        roots.extend(files.map(|file| (name.clone(), file)));
    }
    match wanted
        .iter()
        .find(|it| roots.iter().all(|(name, _)| name != *it))
    {
        Some(missing) => Err(format!("there is no crate {missing}").into()),
        None => Ok(roots),
    }
}
