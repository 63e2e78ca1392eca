//! Sheets that once showed faults, which are not part of the repository: each gives
//! what it should.

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;
use testkit::{Faults, fault_tests};

fault_tests!(
    what_is_forced_is_brought_about,
    a_state_that_is_too_long_is_not_the_empty_one,
    who_asks_for_no_algorithm_gets_one_that_fits,
    a_count_of_states_reads_no_goals,
    moves_that_do_the_same_are_no_choice_for_anybody,
    what_each_state_decides_is_taken_by_all,
    a_mistake_does_not_gain_points,
    a_forged_file_is_wrong_and_no_bug,
    a_weak_solution_has_the_value_of_the_strong_one,
    a_folder_in_which_a_guess_failed_tells_the_same_again_and_again,
    sections_are_what_a_checked_measure_says
);

struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Runs a command on a file, in a folder of its own.
fn run(folder: &TempDir, command: &str, file: &Path, arguments: &[&str]) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    let program = program
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .arg(command)
        .arg(file)
        .args(arguments);
    let output = program.timeout(Duration::from_secs(120)).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

const ENGINES: [&str; 4] = ["auto", "explicit", "symbolic", "reference"];
const MODELS: [&str; 3] = ["difference", "own", "guaranteed"];

fn what_is_forced_is_brought_about(faults: &Faults) {
    let sheet = faults.file("guar-loop.kif");
    let folder = TempDir::new().unwrap();
    for engine in ENGINES {
        let arguments = [
            "--engine",
            engine,
            "--model",
            "guaranteed",
            "--format",
            "json",
        ];
        let solved = run(&folder, "solve", &sheet, &arguments).json();
        assert_eq!(
            solved["initial"]["line"],
            serde_json::json!(["stop"]),
            "{engine}"
        );
        assert_eq!(solved["initial"]["best_moves"], serde_json::json!(["stop"]));
    }
}

fn a_state_that_is_too_long_is_not_the_empty_one(faults: &Faults) {
    let sheet = faults.file("empty-state.kif");
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&folder, "solve", &sheet, &["-o", "file"]).code, 0);
    let line = format!("{{\"state\":\"q{}\"}}\n{{}}\n", " ".repeat(17 << 20));
    fs::write(folder.path().join("asked"), line).unwrap();
    for brief in [&["--batch", "asked", "--brief"][..], &["--batch", "asked"]] {
        let answers = run(&folder, "query", Path::new("file"), brief);
        assert_eq!(answers.code, 0, "{}", answers.err);
        let lines = answers.out.lines().map(serde_json::from_str);
        let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
        assert!(lines[0]["error"].as_str().unwrap().contains("16 MiB"));
        assert_eq!(lines[1]["rewards"], serde_json::json!([7]));
    }
}

fn who_asks_for_no_algorithm_gets_one_that_fits(faults: &Faults) {
    let sheet = faults.file("guessed-layers-share.kif");
    let folder = TempDir::new().unwrap();
    for model in MODELS {
        for level in ["strong", "ultra-strong"] {
            let arguments = ["--engine", "symbolic", "--level", level, "--model", model];
            let file = ["-o", "file", "--format", "json"];
            let arguments = [&arguments[..], &file].concat();
            let solved = run(&folder, "solve", &sheet, &arguments).json();
            assert_eq!(solved["initial"]["rewards"], serde_json::json!([100]));
            assert_eq!(solved["engine"], "symbolic");
            assert_eq!(run(&folder, "verify", Path::new("file"), &[]).code, 0);
        }
    }
}

fn a_count_of_states_reads_no_goals(faults: &Faults) {
    let sheet = faults.file("reach-goals.kif");
    for engine in ENGINES {
        let folder = TempDir::new().unwrap();
        let work = ["--engine", engine, "--work", "kept"];
        let work = &work[..if engine == "reference" { 2 } else { 4 }];
        let counted = run(
            &folder,
            "reach",
            &sheet,
            &[work, &["--format", "json"]].concat(),
        );
        assert_eq!(counted.json()["states"], "2", "{engine}");
        // The goals of what was counted are read by who needs them.
        let solved = run(&folder, "solve", &sheet, work);
        assert_eq!(solved.code, 3, "{engine}: {}", solved.err);
        assert!(solved.err.contains("several goal values"), "{}", solved.err);
    }
}

fn solve_into_file(folder: &TempDir, sheet: &Path, engine: &str, level: &str) -> Run {
    let options = ["--engine", engine, "--level", level];
    let output = ["-o", "file", "--format", "json"];
    run(folder, "solve", sheet, &[options, output].concat())
}

fn moves_that_do_the_same_are_no_choice_for_anybody(faults: &Faults) {
    let sheet = faults.file("no-choice.kif");
    let folder = TempDir::new().unwrap();
    for (engine, level) in [
        ("auto", "weak"),
        ("auto", "strong"),
        ("explicit", "ultra-strong"),
        ("symbolic", "strong"),
        ("symbolic", "ultra-strong"),
        ("reference", "strong"),
    ] {
        let solved = solve_into_file(&folder, &sheet, engine, level);
        let initial = &solved.json()["initial"];
        assert_eq!(initial["rewards"], serde_json::json!([100, 0]), "{engine}");
        assert_eq!(
            (&initial["mover"], &initial["best_moves"][0]),
            (&"a".into(), &"left".into())
        );
        let file = Path::new("file");
        assert_eq!(run(&folder, "verify", file, &[]).code, 0, "{engine}");
        let asked = run(&folder, "query", file, &["--format", "json"]).json();
        assert_eq!(asked["mover"], "a");
        fs::write(folder.path().join("match"), "right").unwrap();
        let judged = run(&folder, "review", file, &["match", "--format", "json"]).json();
        assert_eq!(judged["matches"][0]["moves"][0]["judgement"], "mistake");
    }
    let by_sets = ["--engine", "symbolic", "-o", "file"];
    assert_eq!(run(&folder, "solve", &sheet, &by_sets).code, 0);
    let verified = run(&folder, "verify", Path::new("file"), &["--symbolic"]);
    assert_eq!(verified.code, 0, "{}", verified.err);
}

fn what_each_state_decides_is_taken_by_all(faults: &Faults) {
    let sheet = faults.file("own-negation.kif");
    let folder = TempDir::new().unwrap();
    for command in ["check", "info", "print", "ground", "simulate", "reach"] {
        let done = run(&folder, command, &sheet, &[]);
        assert_eq!(done.code, 0, "{command}: {}", done.err);
    }
    for engine in ENGINES {
        for level in ["strong", "ultra-strong"] {
            let solved = solve_into_file(&folder, &sheet, engine, level);
            let expected = serde_json::json!([100]);
            assert_eq!(solved.json()["initial"]["rewards"], expected, "{engine}");
            let verified = run(&folder, "verify", Path::new("file"), &[]);
            assert_eq!(verified.code, 0, "{engine}: {}", verified.err);
        }
    }
}

fn a_mistake_does_not_gain_points(faults: &Faults) {
    let sheet = faults.file("negative-cost.kif");
    let folder = TempDir::new().unwrap();
    for model in MODELS {
        let arguments = ["--model", model, "-o", "file"];
        assert_eq!(run(&folder, "solve", &sheet, &arguments).code, 0);
        for played in ["x", "y"] {
            fs::write(folder.path().join("match"), played).unwrap();
            let arguments = ["match", "--format", "json"];
            let judged = run(&folder, "review", Path::new("file"), &arguments).json();
            let lost = judged["players"][0]["points_lost"].as_f64().unwrap();
            // The lead falls from 15 to 7, or the own reward from 72 to 16.
            let expected = match (model, played) {
                ("difference", "y") => 4.0,
                ("own" | "guaranteed", "x") => 56.0,
                _ => 0.0,
            };
            assert!((lost - expected).abs() < 1e-9, "{model}, {played}: {lost}");
        }
    }
}

fn a_forged_file_is_wrong_and_no_bug(faults: &Faults) {
    let file = faults.file("vsym-exit1.sol");
    let folder = TempDir::new().unwrap();
    let ways: [&[&str]; 3] = [&[], &["--symbolic"], &["--symbolic", "--compare", "100"]];
    for arguments in ways {
        let verified = run(&folder, "verify", &file, arguments);
        assert_eq!(verified.code, 6, "{arguments:?}: {}", verified.err);
    }
}

fn a_weak_solution_has_the_value_of_the_strong_one(faults: &Faults) {
    for name in ["weak-wrong.kif", "weak-wrong-2.kif"] {
        let sheet = faults.file(name);
        let folder = TempDir::new().unwrap();
        for level in ["weak", "strong", "ultra-strong"] {
            let arguments = ["--level", level, "-o", "file", "--format", "json"];
            let solved = run(&folder, "solve", &sheet, &arguments).json();
            let expected = serde_json::json!([50, 50]);
            assert_eq!(solved["initial"]["rewards"], expected, "{name}, {level}");
            assert_eq!(run(&folder, "verify", Path::new("file"), &[]).code, 0);
        }
    }
}

fn a_folder_in_which_a_guess_failed_tells_the_same_again_and_again(faults: &Faults) {
    for name in ["rerun-wrong.kif", "rerun-panic.kif"] {
        let sheet = faults.file(name);
        let whole = |folder: &TempDir, arguments: &[&str]| {
            let told = ["--format", "json"];
            let mut solved = run(folder, "solve", &sheet, &[arguments, &told].concat()).json();
            for part in ["cpu_seconds", "peak_memory_bytes"] {
                solved[part].take();
            }
            solved
        };
        let expected = whole(&TempDir::new().unwrap(), &["--engine", "explicit"]);
        for counted_first in [false, true] {
            let folder = TempDir::new().unwrap();
            if counted_first {
                let counted = run(&folder, "reach", &sheet, &["--work", "kept"]);
                assert_eq!(counted.code, 0, "{}", counted.err);
            }
            for _ in 0..3 {
                let again = whole(&folder, &["--engine", "explicit", "--work", "kept"]);
                assert_eq!(again, expected, "{name}");
            }
        }
    }
}

fn sections_are_what_a_checked_measure_says(faults: &Faults) {
    for name in ["guessed-sections.kif", "rerun-panic.kif"] {
        let sheet = faults.file(name);
        let folder = TempDir::new().unwrap();
        for level in ["strong", "ultra-strong"] {
            let arguments = ["--engine", "symbolic", "--level", level, "-o", "file"];
            assert_eq!(run(&folder, "solve", &sheet, &arguments).code, 0, "{name}");
            let verified = run(&folder, "verify", Path::new("file"), &[]);
            assert_eq!(verified.code, 0, "{name}, {level}: {}", verified.err);
        }
    }
}
