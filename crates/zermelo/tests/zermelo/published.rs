//! Published numbers, from the files in `published/` at the root.

use std::path::PathBuf;
use std::process::Command;

use toml::Table;

fn results() -> Vec<Table> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "published"]
        .iter()
        .collect();
    let mut results = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut file: Table = text.parse().unwrap();
            let Some(toml::Value::Array(rows)) = file.remove("result") else {
                panic!("{} has no results", path.display());
            };
            results.extend(rows.into_iter().map(|row| row.try_into::<Table>().unwrap()));
        }
    }
    results
}

fn solve(result: &Table) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args([
        "solve",
        result["game"].as_str().unwrap(),
        "--format",
        "json",
    ]);
    if let Some(settings) = result.get("set") {
        for (name, value) in settings.as_table().unwrap() {
            command.args(["--set", &format!("{name}={}", value.as_str().unwrap())]);
        }
    }
    if result.contains_key("distance") {
        command.args(["--level", "ultra-strong"]);
    }
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn check(result: &Table) {
    let solved = solve(result);
    for (what, claimed) in result {
        let found = match what.as_str() {
            "game" | "set" | "source" | "slow" => continue,
            "states" | "terminals" => solved[what].as_str().unwrap().to_owned(),
            "rewards" | "distance" => solved["initial"][what].to_string(),
            "buckets" => {
                check_buckets(result, claimed.as_table().unwrap(), &solved);
                continue;
            }
            unknown => panic!("unknown claim {unknown} in {result}"),
        };
        let claimed = claimed.to_string().replace(' ', "");
        assert_eq!(found, claimed, "{what} in\n{result}");
    }
}

fn check_buckets(result: &Table, claimed: &Table, solved: &serde_json::Value) {
    let buckets = solved["buckets"].as_array().unwrap();
    assert_eq!(buckets.len(), claimed.len(), "{result}");
    for bucket in buckets {
        let rewards: Vec<String> = bucket["rewards"]
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        let states = bucket["states"].as_str().unwrap();
        let claimed = claimed.get(&rewards.join("/")).map(ToString::to_string);
        assert_eq!(claimed.as_deref(), Some(states), "{rewards:?} in\n{result}");
    }
}

fn is_slow(result: &Table) -> bool {
    result
        .get("slow")
        .is_some_and(|slow| slow.as_bool().unwrap())
}

#[test]
fn quick_published_results_are_reproduced() {
    let results = results();
    assert!(results.len() > 10);
    results
        .iter()
        .filter(|result| !is_slow(result))
        .for_each(check);
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn slow_published_results_are_reproduced() {
    results()
        .iter()
        .filter(|result| is_slow(result))
        .for_each(check);
}
