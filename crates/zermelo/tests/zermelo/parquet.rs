//! `export -o FILE.parquet`: the file has what the CSV has, row by row.
#![cfg(feature = "parquet")]

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;
use tempfile::TempDir;

fn zermelo(arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// A field as CSV has it.
fn text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Double(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::Bool(truth) => truth.to_string(),
        Field::Bytes(bytes) => {
            let digits = bytes.data().iter().map(|byte| format!("{byte:02x}"));
            digits.collect()
        }
        Field::ListInternal(moves) => {
            let moves: Vec<String> = moves.elements().iter().map(text).collect();
            moves.join("; ")
        }
        other => panic!("{other:?}"),
    }
}

/// All rows of a Parquet file in the words of CSV, the first with the names.
fn rows(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let columns: Vec<(&String, &Field)> = row.get_column_iter().collect();
        if rows.is_empty() {
            let names = columns.iter().map(|it| it.0.replace("reward_", ""));
            rows.push(
                names
                    .filter(|it| it != "infinite")
                    .collect::<Vec<_>>()
                    .join(","),
            );
        }
        let infinite = columns.iter().any(|it| *it.1 == Field::Bool(true));
        let fields = columns.iter().filter(|it| it.0 != "infinite");
        let fields = fields.map(|it| match infinite && it.0.starts_with("reward_") {
            true => "infinite".to_owned(),
            false => text(it.1),
        });
        rows.push(fields.collect::<Vec<_>>().join(","));
    }
    rows
}

#[test]
fn a_parquet_file_has_what_the_csv_has() {
    let games: [&[&str]; 4] = [
        &["tic-tac-toe"],
        &["hanoi", "--set", "disks=4"],
        &["mu-torere", "--infinite", "37.5,62.5"],
        // More rows than a group has.
        &["connect-four", "--set", "width=4", "--set", "height=4"],
    ];
    for game in games {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (solution, csv, columns) = (path("x.solution"), path("x.csv"), path("x.parquet"));
        zermelo(&[&["solve"], game, &["-q", "-o", &solution]].concat());
        zermelo(&["export", &solution, "--columns", "all", "-o", &csv]);
        zermelo(&["export", &solution, "--columns", "all", "-o", &columns]);
        let expected = fs::read_to_string(&csv).unwrap();
        let found = rows(columns.as_ref());
        assert!(
            expected.lines().eq(found.iter().map(String::as_str)),
            "{game:?}"
        );
    }
}

#[test]
fn a_parquet_file_is_compressed_and_says_what_it_is_of() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (solution, columns) = (path("x.solution"), path("x"));
    zermelo(&["solve", "tic-tac-toe", "-q", "-o", &solution]);
    let arguments = ["--format", "parquet", "--columns", "state,key,best"];
    zermelo(&[&["export", &solution, "-o", &columns], &arguments[..]].concat());
    let reader = SerializedFileReader::new(File::open(&columns).unwrap()).unwrap();
    let said = reader
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    let said = |key: &str| {
        let found = said.iter().find(|it| it.key == format!("zermelo.{key}"));
        found.and_then(|it| it.value.clone()).unwrap()
    };
    assert_eq!(said("game"), "tic-tac-toe");
    assert!(said("encoding").starts_with("{\"fluents\":"));
    let bytes = fs::metadata(&columns).unwrap().len();
    // The states alone have 5,478 texts of 140 bytes.
    assert!(bytes < 200_000, "{bytes}");
}
