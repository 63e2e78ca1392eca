//! Players over the protocol, and matches, as users run them.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::assert::Assert;
use serde_json::Value as Json;

fn zermelo(arguments: &[&str]) -> Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .timeout(Duration::from_secs(120))
        .assert()
}

/// A player that is served, until it is dropped.
struct Served {
    child: Child,
    port: u16,
}

impl Served {
    fn new(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["serve-player", "--port", "0", "--format", "json", "-q"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let text: Vec<String> = lines.map_while(Result::ok).take(5).collect();
        let told: Json = serde_json::from_str(&text.concat()).unwrap();
        assert_eq!(told["address"], "127.0.0.1");
        let port = told["port"].as_u64().unwrap() as u16;
        Served { child, port }
    }

    fn who(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Sends bytes and goes away.
    fn disturb(&self, bytes: &[u8]) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let _ = stream.write_all(bytes);
    }

    /// Bytes of resident memory.
    #[cfg(target_os = "linux")]
    fn memory_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn json(assert: &Assert) -> Json {
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

#[test]
fn a_served_player_is_met_and_its_log_is_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let served = Served::new(&["--player", "greedy", "--log", &path("log")]);
    // Whatever comes between is forgotten.
    served.disturb(b"POST / HTTP/1.0\r\nContent-Length: 1000000\r\n\r\n(START");
    served.disturb(b"\x00\xff\r\n\r\n");
    let who = served.who();
    let found = zermelo(&[
        "match",
        "tic-tac-toe",
        "--player",
        "perfect",
        "--player",
        &who,
        "--games",
        "4",
        "--swap",
        "--format",
        "json",
        "-o",
        &path("played"),
    ]);
    let found = json(&found.code(0));
    assert_eq!(found["results"].as_array().unwrap().len(), 4);
    for result in found["results"].as_array().unwrap() {
        assert_eq!(result["errors"], serde_json::json!([]), "{result}");
    }
    assert_eq!(found["players"][0]["perfect_move_rate"], 1.0);
    assert_eq!(found["players"][0]["points_lost"], 0);
    assert_eq!(found["players"][1]["who"], who.as_str());
    drop(served);
    let solution = path("ttt.solution");
    zermelo(&["solve", "tic-tac-toe", "-q", "-o", &solution]).code(0);
    for written in ["log", "played"] {
        let files = std::fs::read_dir(folder.path().join(written)).unwrap();
        let files: Vec<String> = files
            .map(|it| it.unwrap().path().display().to_string())
            .collect();
        assert_eq!(files.len(), 4);
        let mut arguments = vec!["review", solution.as_str(), "--format", "json"];
        arguments.extend(files.iter().map(String::as_str));
        let review = json(&zermelo(&arguments).code(0));
        assert_eq!(review["matches"].as_array().unwrap().len(), 4);
    }
}

#[test]
fn matches_end_with_the_code_that_fits() {
    zermelo(&["match", "nim", "--games", "3", "--parallel", "2", "-q"]).code(0);
    for (arguments, code) in [
        (&["match", "nim", "--player", "third=random"][..], 2),
        (&["match", "nim", "--player", "best"], 2),
        (&["match", "nim", "--player", "perfect:no-such-file"], 2),
        (&["match", "nim", "--solution", "no-such-file"], 2),
        (
            &[
                "match",
                "nim",
                "--player",
                "http://127.0.0.1:1",
                "--parallel",
                "2",
            ],
            2,
        ),
        (&["serve-player", "--player", "http://127.0.0.1:1"], 2),
        (&["serve-player", "--name", "two words"], 2),
        (&["serve-player", "--port", "0", "--time", "100ms"], 4),
        // There is no time to solve it in.
        (
            &[
                "match",
                "connect-four",
                "--player",
                "perfect",
                "--start-clock",
                "10ms",
                "--judge",
                "0",
            ],
            4,
        ),
        (
            &[
                "match",
                "connect-four",
                "--games",
                "1000000",
                "--judge",
                "0",
                "--time",
                "1s",
            ],
            4,
        ),
    ] {
        zermelo(arguments).code(code);
    }
    let served = Served::new(&["--player", "random"]);
    let port = served.port.to_string();
    let taken = zermelo(&["serve-player", "--port", &port]);
    let text = String::from_utf8_lossy(&taken.get_output().stderr).into_owned();
    assert!(text.contains("take another --port"), "{text}");
    taken.code(2);
}

#[test]
fn the_mind_proves_its_moves() {
    let found = zermelo(&[
        "match",
        "tic-tac-toe",
        "--player",
        "zermelo",
        "--player",
        "random",
        "--format",
        "json",
    ]);
    let found = json(&found.code(0));
    let mind = &found["players"][0];
    assert_eq!(
        (&mind["perfect_move_rate"], &mind["errors"]),
        (&1.0.into(), &0.into())
    );
    assert!(mind["proven_moves"].as_u64() > Some(0), "{mind}");
}

/// Also a server that goes away in the middle of each second match.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes"]
fn a_hundred_matches_hold_the_memory_level() {
    let served = Served::new(&["--player", "zermelo:iterations=2000"]);
    let who = served.who();
    let mut levels = Vec::new();
    for _ in 0..5 {
        let found = zermelo(&[
            "match", "clobber", "--player", &who, "--player", "random", "--games", "20", "--swap",
            "--judge", "0", "--format", "json",
        ]);
        let found = json(&found.code(0));
        assert_eq!(found["players"][0]["errors"], 0, "{found}");
        levels.push(served.memory_bytes());
    }
    println!("{levels:?}");
    let (first, last) = (levels[0], levels[4]);
    assert!(last < first + first / 4 + (16 << 20), "{levels:?}");
}
