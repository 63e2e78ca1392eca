//! Games that are solved by their parts: the files, and what the commands tell of them.

use std::collections::BTreeSet;
use std::fs;
use std::time::Instant;

use assert_cmd::Command;
use game::Stop;
use play::SolvedGame;
use serde_json::Value;
use testkit::SplitMix64;
use testkit::frame::{mend, meta, plain};

use crate::with_a_file::Solved;

const EIGHT: &str = "heaps=100,100,100,100,100,100,100,100";

fn eight() -> Solved {
    Solved::new(&["nim", "--set", EIGHT])
}

/// A game of few states that is solved by its parts all the same.
fn small() -> Solved {
    let solved = Solved::new(&["nim", "--set", "heaps=20,21,22"]);
    assert_eq!(solved.json("query", &[])["combination"], "impartial-normal");
    solved
}

fn solve(arguments: &[&str]) -> (i32, String, String) {
    let mut solve = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    let output = solve
        .args(["solve", "-q"])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap();
    (code, text(&output.stdout), text(&output.stderr))
}

fn solved(arguments: &[&str]) -> Value {
    let (code, out, told) = solve(&[arguments, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{told}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn query_tells_what_each_part_is_worth() {
    let solved = eight();
    let (code, text) = solved.run("query", &["--moves", "take 1 37"], "");
    assert_eq!(code, 0);
    assert!(
        text.contains("  Parts        (heap 1 63): *63, (heap 2 100): *100,"),
        "{text}"
    );
    assert!(text.contains("  Together     nimber 91 (impartial, who cannot move loses)\n"));
    assert!(
        text.contains("  Distances    none: what parts are worth"),
        "{text}"
    );
    assert!(!text.contains("ultra-strong"), "{text}");
    let json = solved.json("query", &["--moves", "take 1 37"]);
    assert_eq!(json["parts"].as_array().unwrap().len(), 8);
    assert_eq!(json["parts"][0]["nimber"], 63);
    assert_eq!(json["parts"][0]["states"], "101");
    assert_eq!(
        (&json["nimber"], &json["value"]),
        (&91.into(), &"*91".into())
    );
    assert_eq!(
        (&json["outcome"], &json["mover"]),
        (&"N".into(), &"second".into())
    );
    assert_eq!(json["distance"], Value::Null);
}

#[test]
fn query_cuts_a_long_list_of_parts() {
    let heaps = format!("heaps={}", vec!["30"; 16].join(","));
    let solved = Solved::new(&["nim", "--set", &heaps]);
    let (_, text) = solved.run("query", &[], "");
    assert!(text.contains("more: -v shows all\n  Together"), "{text}");
    let (_, all) = solved.run("query", &["-v"], "");
    assert_eq!(all.matches(": *30").count(), 16, "{all}");
}

#[test]
fn what_is_not_counted_is_null() {
    let file = Solved::new(&["kayles", "--set", "pins=40"]);
    let json = file.json("query", &[]);
    assert_eq!(
        (&json["nimber"], &json["parts"][0]["states"]),
        (&1.into(), &Value::Null)
    );
    let stats = file.json("stats", &[]);
    for field in ["states", "terminals", "unresolved", "buckets", "layers"] {
        assert_eq!(stats[field], Value::Null, "{field}");
    }
    let (code, text, told) = file.run_all("stats", &[], "");
    assert_eq!(code, 0);
    assert!(text.contains("not counted"), "{text}");
    assert!(told.contains("not counted, and not walked over"), "{told}");
    let (code, rows) = file.run("export", &["--sample", "50"], "");
    assert_eq!((code, rows.lines().count()), (0, 51));
}

#[test]
fn a_state_that_cannot_be_reached_is_refused() {
    let solved = eight();
    let heaps = |first: &str| {
        let rest: String = (2..=8).map(|it| format!(" (heap {it} 100)")).collect();
        format!("((control first) (heap 1 {first}){rest})")
    };
    for (state, code) in [
        (heaps("100"), 0),
        (heaps("98"), 0),
        // One move takes at least one object, and then it is the other's turn.
        (heaps("99"), 2),
        (heaps("99").replace("first", "second"), 0),
        (
            heaps("100").replace("(control first)", "(control first) (control second)"),
            2,
        ),
        (heaps("100").replace("(control first) ", ""), 2),
        (heaps("100").replace("(heap 8 100)", ""), 2),
    ] {
        let (found, text) = solved.run("query", &["--state", &state], "");
        assert_eq!(found, code, "{state}: {text}");
    }
}

#[test]
fn stats_count_the_states_of_a_sum() {
    let solved = eight();
    let json = solved.json("stats", &[]);
    let all = 2 * 101_u128.pow(8) - 2_u128.pow(8);
    assert_eq!(json["states"], all.to_string());
    assert_eq!(json["terminals"], "2");
    let buckets = json["buckets"].as_array().unwrap().iter();
    let sum = buckets.map(|it| it["states"].as_str().unwrap().parse::<u128>().unwrap());
    assert_eq!(sum.sum::<u128>(), all);
    assert_eq!(json["layers"], Value::Null);
    assert!(json["mean_rewards"].is_array() && json["against_random"].is_array());
    // A few states are walked over, and the walk agrees.
    let small = small().json("stats", &[]);
    let layers = small["layers"].as_array().unwrap().iter();
    let walked = layers.map(|it| it["states"].as_str().unwrap().parse::<u128>().unwrap());
    assert_eq!(walked.sum::<u128>().to_string(), small["states"]);
}

#[test]
fn export_lists_the_first_states_or_a_sample() {
    let solved = eight();
    let (code, _, told) = solved.run_all("export", &[], "");
    assert_eq!(code, 2);
    assert!(
        told.contains("too many to list") && told.contains("--limit"),
        "{told}"
    );
    let columns = [
        "--columns",
        "state,rewards,distance,mover,layer",
        "--limit",
        "900",
    ];
    let (code, rows) = solved.run("export", &columns, "");
    assert_eq!((code, rows.lines().count()), (0, 901));
    let first = rows.lines().nth(1).unwrap();
    assert!(
        first.starts_with("((control first) (heap 1 100)"),
        "{first}"
    );
    assert!(first.ends_with(",0,100,,first,0"), "{first}");
    let of_layer = |layer: &str| rows.lines().filter(|it| it.ends_with(layer)).count();
    assert_eq!((of_layer("second,1"), of_layer("first,2")), (800, 99));
    for refused in ["key", "all"] {
        let (code, _, told) = solved.run_all("export", &["--columns", refused, "--limit", "1"], "");
        assert_eq!(code, 2);
        assert!(told.contains("have no keys"), "{told}");
    }
    let (code, _, told) = solved.run_all("export", &["--encoding", "bits.json"], "");
    assert_eq!(code, 2, "{told}");
    let sample = |seed| {
        let arguments = ["--sample", "200", "--seed", seed];
        solved.run("export", &arguments, "").1
    };
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    let states = sample("3");
    let distinct: BTreeSet<&str> = states.lines().skip(1).collect();
    assert_eq!(distinct.len(), 200);
}

#[test]
fn export_has_each_state_of_a_small_sum_once() {
    let parts = small();
    let whole = Solved::new(&["nim", "--set", "heaps=20,21,22", "--decompose", "off"]);
    let columns = ["--columns", "rewards,mover,layer"];
    let rows = |solved: &Solved| {
        let (code, rows) = solved.run("export", &columns, "");
        assert_eq!(code, 0);
        let mut rows: Vec<String> = rows.lines().map(str::to_owned).collect();
        rows.sort_unstable();
        rows
    };
    assert!(rows(&parts) == rows(&whole));
    let states = parts.json("stats", &[])["states"]
        .as_str()
        .unwrap()
        .to_owned();
    let (_, sample, told) = parts.run_all("export", &["--sample", "1000000"], "");
    assert_eq!((sample.lines().count() - 1).to_string(), states);
    assert!(told.contains("all of them are written"), "{told}");
}

#[test]
fn review_judges_moves_without_distances() {
    let solved = eight();
    fs::write(solved.path("match"), "take 1 37\ntake 2 36\ntake 2 1\n").unwrap();
    let json = solved.json("review", &["match"]);
    let moves = json["matches"][0]["moves"].as_array().unwrap();
    let judged: Vec<&str> = moves
        .iter()
        .map(|it| it["judgement"].as_str().unwrap())
        .collect();
    assert_eq!(judged, ["best", "mistake", "best"], "{json}");
}

#[test]
fn a_role_may_be_on_turn_by_its_name() {
    let (code, _, told) = solve(&["nim", "--to-move", "nobody"]);
    assert_eq!(code, 2);
    assert!(told.contains("its roles are first, second"), "{told}");
    let (code, _, told) = solve(&["hanoi", "--to-move", "nobody"]);
    assert_eq!(code, 2, "{told}");
    let (code, _, told) = solve(&["hanoi", "--to-move", "player"]);
    assert_eq!(code, 3, "{told}");
    let file = Solved::new(&["nim", "--set", EIGHT, "--to-move", "second"]);
    let json = file.json("query", &[]);
    assert!(
        json["state"]
            .as_str()
            .unwrap()
            .starts_with("((control second)"),
        "{json}"
    );
    assert_eq!(
        (&json["mover"], &json["rewards"][0]),
        (&"second".into(), &100.into())
    );
}

#[test]
fn a_position_of_a_large_sum_is_found_by_its_parts() {
    let rest: String = (2..=8).map(|it| format!(" (heap {it} 100)")).collect();
    let at = |turn: &str, first: &str| {
        let state = format!("((control {turn}) (heap 1 {first}){rest})");
        solve(&["nim", "--set", EIGHT, "--state", &state])
    };
    let (code, out, told) = at("second", "99");
    assert_eq!(code, 0, "{told}");
    assert!(out.starts_with("nim: second wins"), "{out}");
    let (code, _, told) = at("first", "99");
    assert_eq!(code, 2);
    assert!(told.contains("cannot be reached"), "{told}");
}

#[test]
fn parts_are_used_where_they_are_asked_for() {
    let heaps = ["nim", "--set", "heaps=20,21,22"];
    let with = |more: &[&str]| solved(&[&heaps, more].concat());
    let auto = with(&[]);
    assert_eq!(auto["parts"][2]["nimber"], 22);
    assert_eq!(
        (&auto["combination"], &auto["stored"]),
        (&"impartial-normal".into(), &Value::Null)
    );
    assert_eq!(
        with(&["--decompose", "auto", "--engine", "explicit"])["engine"],
        "parts"
    );
    for off in [
        &["--engine", "explicit"] as &[&str],
        &["--decompose", "off"],
        &["--level", "ultra-strong"],
    ] {
        let json = with(off);
        assert_eq!(
            (&json["parts"], &json["states"]),
            (&Value::Null, &auto["states"])
        );
    }
    let after = with(&["--moves", "take 1 20"]);
    assert_eq!(after["parts"].as_array().unwrap().len(), 2, "{after}");
    let state = "((control second) (heap 1 0) (heap 2 21) (heap 3 22))";
    let there = with(&["--state", state]);
    assert_eq!(
        (&there["initial"], &there["parts"]),
        (&after["initial"], &after["parts"])
    );
}

/// Files whose numbers are changed, with right checksums: never a bug, and never a signal.
#[test]
fn forged_parts_are_no_bugs() {
    let solved = Solved::new(&["nim", "--set", "heaps=20,21,22"]);
    let whole = plain(&fs::read(solved.path("game.solution")).unwrap()).unwrap();
    let (first, size) = meta(&whole).unwrap();
    let random = &mut SplitMix64::new(7);
    let mut wrong = 0;
    for _ in 0..60 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(3) {
            let byte = &mut bytes[first + random.below(size)];
            if byte.is_ascii_digit() {
                *byte = b'0' + random.below(10) as u8;
            }
        }
        mend(&mut bytes);
        fs::write(solved.path("game.solution"), &bytes).unwrap();
        for arguments in [&["query"] as &[&str], &["export", "--limit", "50"]] {
            let (code, _, told) = solved.run_all(arguments[0], &arguments[1..], "");
            assert!(matches!(code, 0 | 5), "{arguments:?}: {code}\n{told}");
            wrong += usize::from(code == 5);
        }
    }
    assert!(wrong > 0);
}

#[test]
#[ignore = "measures: run with --nocapture"]
fn probes_of_a_sum_are_fast() {
    let solved = eight();
    let path = solved.path("game.solution");
    let solved = SolvedGame::open(&path, 1 << 20, Stop::new()).unwrap();
    let mut random = SplitMix64::new(1);
    let mut below = |end: u128| u128::from(random.draw()) % end;
    let states: Vec<_> = (0..100_000)
        .map(|_| solved.drawn(&mut below).unwrap())
        .collect();
    for _ in 0..3 {
        let begins = Instant::now();
        for state in &states {
            assert!(solved.ask(state).unwrap().outcome().is_some());
        }
        let micros = begins.elapsed().as_micros() as f64 / states.len() as f64;
        println!("{micros:.2} µs for a state");
    }
}
