//! Holds the manifests to the table of crates in ARCHITECTURE.md, the crates below
//! a door to knowing no flags, and the minimum Rust version to what the dependencies
//! ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Edges = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// The rows "crate, in → out, may use" of a document with our table.
fn allowed_edges(document: &str) -> Edges {
    let names = |cell: &str| -> BTreeSet<String> {
        let names = cell.split(',').map(|name| name.trim().trim_matches('`'));
        names
            .filter(|name| !name.is_empty() && *name != "–")
            .map(str::to_owned)
            .collect()
    };
    let table = document
        .lines()
        .skip_while(|line| !line.starts_with("| crate |"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let name = names(cells[0]).pop_first().unwrap();
        (name, names(cells[cells.len() - 1]))
    })
    .collect()
}

fn metadata(arguments: &[&str]) -> Value {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        cargo.status.success(),
        "{}",
        String::from_utf8_lossy(&cargo.stderr)
    );
    serde_json::from_slice(&cargo.stdout).unwrap()
}

fn list<'a>(object: &'a Value, field: &str) -> &'a Vec<Value> {
    object[field].as_array().unwrap()
}

/// The edges between the crates of the workspace, those of tests left out.
fn actual_edges() -> Edges {
    let metadata = metadata(&["--no-deps"]);
    let packages = list(&metadata, "packages");
    let name = |object: &Value| object["name"].as_str().unwrap().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let used = |package: &Value| {
        let dependencies = list(package, "dependencies").iter();
        let in_use = dependencies.filter(|dependency| dependency["kind"] != "dev");
        in_use
            .map(name)
            .filter(|name| ours.contains(name))
            .collect()
    };
    packages
        .iter()
        .map(|package| (name(package), used(package)))
        .collect()
}

/// What is wrong with the actual edges, in words.
fn violations(allowed: &Edges, actual: &Edges) -> Vec<String> {
    let mut found = Vec::new();
    for (name, used) in actual {
        let Some(allowed) = allowed.get(name) else {
            found.push(format!("{name} is missing from the table"));
            continue;
        };
        let forbidden = used.difference(allowed);
        found.extend(forbidden.map(|other| format!("{name} may not use {other}")));
    }
    let gone = allowed.keys().filter(|name| !actual.contains_key(*name));
    found.extend(gone.map(|name| format!("there is no crate {name}")));
    found
}

#[test]
fn crates_use_only_what_the_table_allows() {
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let found = violations(&allowed_edges(&document), &actual_edges());
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn an_edge_that_the_table_does_not_allow_is_found() {
    let table = "| crate | in → out | may use |\n|---|---|---|\n\
                 | `a` | x | – |\n| `b` | y | a |\n| `gone` | z | a, b |\n";
    let actual = [("a", vec!["b"]), ("b", vec!["a"]), ("new", vec![])];
    let actual = actual.map(|(name, used)| {
        let used = used.into_iter().map(str::to_owned).collect();
        (name.to_owned(), used)
    });
    let found = violations(&allowed_edges(table), &actual.into());
    let expected = [
        "a may not use b",
        "new is missing from the table",
        "there is no crate gone",
    ];
    assert_eq!(found, expected);
}

/// The crates that may name what their user types.
const DOORS: [&str; 2] = ["testkit", "zermelo"];

/// The lines of code, comments aside, that name a flag of a command line.
fn flags(code: &str) -> Vec<&str> {
    let names_flag = |line: &str| {
        let mut places = line.match_indices("--").map(|(at, _)| &line[at + 2..]);
        places.any(|rest| rest.starts_with(|it: char| it.is_ascii_lowercase()))
    };
    let lines = code.lines().map(str::trim_start);
    lines
        .filter(|line| !line.starts_with("//") && names_flag(line))
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let of_entry = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    };
    entries
        .flat_map(|it| of_entry(it.unwrap().path()))
        .collect()
}

#[test]
fn no_crate_below_a_door_names_a_flag() {
    let below = actual_edges()
        .into_keys()
        .map(|name| root().join("crates").join(name));
    let below = below.filter(|path| path.is_dir() && !DOORS.iter().any(|it| path.ends_with(it)));
    let files: Vec<PathBuf> = below.flat_map(|path| sources(&path.join("src"))).collect();
    assert!(files.len() > 200, "only {} files were read", files.len());
    for file in files {
        let code = std::fs::read_to_string(&file).unwrap();
        assert_eq!(flags(&code), [""; 0], "{}", file.display());
    }
}

#[test]
fn a_flag_in_a_text_is_found() {
    let code = "// by --this\nlet n = a - -b;\n  warn(\"say --that\")\n\"a--B ---\"";
    assert_eq!(flags(code), ["warn(\"say --that\")"]);
}

#[test]
fn the_minimum_rust_version_is_enough_for_every_dependency() {
    fn version(package: &Value) -> Vec<u32> {
        let text = package["rust_version"].as_str().unwrap_or("0");
        let parts = text.split('.').take(2);
        parts.map(|part| part.parse().unwrap()).collect()
    }
    // What other systems need may not have been downloaded.
    let rustc = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let rustc = String::from_utf8(rustc).unwrap();
    let host = rustc
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let metadata = metadata(&["--filter-platform", host]);
    let packages = list(&metadata, "packages");
    let ours = packages
        .iter()
        .find(|package| package["name"] == "zermelo")
        .unwrap();
    for package in packages {
        let name = &package["name"];
        assert!(
            version(package) <= version(ours),
            "{name} needs {}",
            package["rust_version"]
        );
    }
}
