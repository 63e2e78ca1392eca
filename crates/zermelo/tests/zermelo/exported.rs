//! `export`: which states it writes, and what it says of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::with_a_file::Solved;

/// The rows of a table, without the names of its columns.
fn rows(solved: &Solved, arguments: &[&str]) -> Vec<Vec<String>> {
    let (code, out) = solved.run("export", arguments, "");
    assert_eq!(code, 0, "{out}");
    // No field here has a comma in it.
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    out.lines().skip(1).map(fields).collect()
}

#[test]
fn every_state_is_written_once() {
    let solved = Solved::new(&["nim"]);
    let states = solved.json("stats", &[])["states"]
        .as_str()
        .unwrap()
        .parse::<usize>();
    let (code, out) = solved.run("export", &[], "");
    assert_eq!(code, 0);
    assert!(out.starts_with("state,first,second,distance\n"), "{out}");
    let rows: BTreeSet<&str> = out.lines().skip(1).collect();
    assert_eq!(rows.len(), states.unwrap());
    assert_eq!(rows.len(), out.lines().count() - 1);
    let (_, few) = solved.run("export", &["--limit", "2"], "");
    assert_eq!(few.lines().count(), 3);
    assert!(out.starts_with(&few));
}

#[test]
fn a_sample_has_other_states_for_other_seeds_and_none_twice() {
    let solved = Solved::new(&["nim", "--set", "heaps=1,2"]);
    let all: BTreeSet<Vec<String>> = rows(&solved, &[]).into_iter().collect();
    assert_eq!(all.len(), 8);
    for size in ["3", "6"] {
        let mut seen = BTreeSet::new();
        for seed in 1..=12 {
            let arguments = ["--sample", size, "--seed", &seed.to_string()];
            let sample = rows(&solved, &arguments);
            assert_eq!(sample, rows(&solved, &arguments), "the seed decides");
            let different: BTreeSet<Vec<String>> = sample.iter().cloned().collect();
            assert_eq!(different.len().to_string(), size);
            assert!(different.is_subset(&all));
            seen.extend(different);
        }
        assert_eq!(seen, all);
    }
    let (code, out, told) = solved.run_all("export", &["--sample", "100"], "");
    assert_eq!((code, out.lines().count()), (0, 9));
    assert!(told.contains("the file has 8 states"), "{told}");
}

/// What a full answer says of a state, as a row says it.
fn judged(position: &Value) -> [String; 2] {
    let moves = position["moves"].as_array().unwrap().iter();
    let best = moves.filter(|it| ["best", "only"].contains(&it["judgement"].as_str().unwrap()));
    let best: Vec<&str> = best.map(|it| it["move"].as_str().unwrap()).collect();
    [
        position["mover"].as_str().unwrap_or("").to_owned(),
        best.join("; "),
    ]
}

#[test]
fn columns_say_what_query_and_stats_say() {
    // One has a section for each layer, the other has none.
    for game in ["tic-tac-toe", "mu-torere"] {
        let solved = Solved::new(&[game]);
        let arguments = [
            "--columns",
            "layer,state,mover,best",
            "--sample",
            "3000",
            "-q",
        ];
        let rows = rows(&solved, &arguments);
        let question = |row: &Vec<String>| format!("{}\n", serde_json::json!({"state": row[1]}));
        let questions: String = rows.iter().map(question).collect();
        let (_, answers) = solved.run("query", &["--batch"], &questions);
        for (row, answer) in rows.iter().zip(answers.lines()) {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!(row[2..], judged(&answer), "{}", row[1]);
        }
        let mut layers: BTreeMap<u64, u64> = BTreeMap::new();
        let (_, all) = solved.run("export", &["--columns", "layer"], "");
        for layer in all.lines().skip(1) {
            *layers.entry(layer.parse().unwrap()).or_default() += 1;
        }
        let stats = solved.json("stats", &[]);
        let count = |it: &Value| it["states"].as_str().unwrap().parse::<u64>().unwrap();
        let counts: Vec<u64> = stats["layers"]
            .as_array()
            .unwrap()
            .iter()
            .map(count)
            .collect();
        assert!(layers.keys().copied().eq(0..counts.len() as u64), "{game}");
        assert!(layers.into_values().eq(counts), "{game}");
    }
}

/// The state of a key, by the description of the format.
fn unpacked(key: &str, encoding: &Value) -> String {
    let number = |it: &Value| it.as_u64().unwrap();
    let bits = number(&encoding["bits"]);
    let key = u128::from_str_radix(key, 16).unwrap();
    let mut held: Vec<u64> = encoding["always"]
        .as_array()
        .unwrap()
        .iter()
        .map(number)
        .collect();
    let mut end = bits;
    for field in encoding["fields"].as_array().unwrap() {
        end -= number(&field["bits"]);
        let code = key >> end & ((1 << number(&field["bits"])) - 1);
        held.extend(
            field["codes"][code as usize]
                .as_array()
                .unwrap()
                .iter()
                .map(number),
        );
    }
    held.sort_unstable();
    let name = |it: &u64| encoding["fluents"][*it as usize].as_str().unwrap();
    format!("({})", held.iter().map(name).collect::<Vec<_>>().join(" "))
}

#[test]
fn a_key_is_unpacked_as_the_format_says() {
    let solved = Solved::new(&["connect-four", "--set", "width=3", "--set", "height=3"]);
    let arguments = [
        "--columns",
        "key,state",
        "--encoding",
        "bits.json",
        "--sample",
        "500",
    ];
    let rows = rows(&solved, &arguments);
    assert_eq!(rows.len(), 500);
    let encoding = fs::read_to_string(solved.path("bits.json")).unwrap();
    let encoding: Value = serde_json::from_str(&encoding).unwrap();
    for row in rows {
        assert_eq!(unpacked(&row[0], &encoding), row[1]);
    }
}

#[test]
fn columns_must_be_known() {
    let solved = Solved::new(&["nim"]);
    for (columns, told) in [
        ("state,best,colour", "no column `colour`"),
        ("key,key", "twice"),
    ] {
        let (code, _, error) = solved.run_all("export", &["--columns", columns], "");
        assert_eq!(code, 2);
        assert!(error.contains(told), "{error}");
    }
    let (code, _, _) = solved.run_all("export", &["--sample", "3", "--limit", "3"], "");
    assert_eq!(code, 2);
}

#[test]
fn only_export_writes_columns() {
    let solved = Solved::new(&["nim"]);
    let (code, _, told) = solved.run_all("query", &["--format", "parquet"], "");
    assert_eq!(code, 2, "{told}");
    if cfg!(not(feature = "parquet")) {
        let (code, _, told) = solved.run_all("export", &["--format", "parquet"], "");
        assert_eq!(code, 2);
        assert!(told.contains("--no-default-features"), "{told}");
    }
}
