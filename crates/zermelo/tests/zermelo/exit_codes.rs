//! Every exit code, by a command that ends with it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use assert_cmd::assert::Assert;

fn zermelo(arguments: &[&str]) -> Assert {
    zermelo_reading(arguments, "")
}

fn zermelo_reading(arguments: &[&str], input: &str) -> Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .write_stdin(input)
        .timeout(Duration::from_secs(60))
        .assert()
}

fn stderr_of(assert: &Assert) -> String {
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

/// A game of one state.
const ENDED: &str =
    "(role a) (init p) (legal a wait) (<= (next p) (true p)) (<= terminal (true p)) (goal a 7)";

/// Two roles choose at once.
const AT_ONCE: &str = "(role a) (role b) (init p) (legal a 1) (legal a 2) (legal b 1) (legal b 2)
    (<= (next (chose ?r ?m)) (does ?r ?m)) (<= terminal (true (chose a ?m)))
    (goal a 50) (goal b 50)";

/// Goes back and forth, or ends with rewards whose sum is not constant.
const BACK_AND_FORTH: &str = "(role a) (role b) (init (at 0)) (init (control a))
    (arc 0 1) (arc 1 0) (arc 0 2) (arc 1 3)
    (<= (legal ?r (go ?to)) (true (control ?r)) (true (at ?from)) (arc ?from ?to))
    (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
    (<= (next (at ?to)) (does ?r (go ?to)))
    (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
    (<= terminal (true (at 2))) (<= terminal (true (at 3)))
    (<= (goal a 100) (true (at 2))) (<= (goal b 0) (true (at 2)))
    (<= (goal a 60) (true (at 3))) (<= (goal b 60) (true (at 3)))";

#[test]
fn code_0_is_for_what_is_done() {
    for arguments in [
        &["solve", "tic-tac-toe"][..],
        &["reach", "nim"],
        &["info", "hanoi"],
        &["print", "mnk", "--as", "infix"],
        &["check", "mu-torere"],
        &["games"],
        &["games", "nim"],
        &["completions", "bash"],
        &["man"],
        &["man", "solve"],
        &["--help"],
        &["solve", "--help"],
        &["--version"],
    ] {
        zermelo(arguments).code(0);
    }
    zermelo_reading(&["solve", "-"], ENDED).code(0);
    // Simultaneous games can be looked at, only not solved.
    for command in ["check", "info", "print", "reach"] {
        zermelo_reading(&[command, "-"], AT_ONCE).code(0);
    }
}

#[test]
fn code_2_is_for_usage() {
    for arguments in [
        &[][..],
        &["solve"],
        &["frobnicate"],
        &["solve", "no-such-game"],
        &["solve", "no/such/file.kif"],
        &["solve", "."],
        &["solve", "mnk", "--set", "width=0"],
        &["solve", "mnk", "--set", "width=wide"],
        &["solve", "mnk", "--set", "depth=3"],
        &["solve", "mnk", "--set", "width"],
        &["solve", "mnk", "--set", "width=3", "--set", "width=3"],
        &["solve", "tic-tac-toe", "--moves", "mark 4 4"],
        &["solve", "tic-tac-toe", "--moves", "mark 1 1; mark 1 1"],
        &["solve", "tic-tac-toe", "--moves", "(mark"],
        &["solve", "tic-tac-toe", "--state", "(control x)"],
        &["solve", "tic-tac-toe", "--state", "(cell ?x 1 b)"],
        &["solve", "tic-tac-toe", "--infinite", "1,2,3"],
        &["solve", "tic-tac-toe", "--infinite", "x"],
        &["solve", "hanoi", "--infinite", "50"],
        &["solve", "tic-tac-toe", "--memory", "4X"],
        &["solve", "tic-tac-toe", "--time", "soon"],
        &["solve", "tic-tac-toe", "--engine", "magic"],
        &["solve", "hanoi", "--infinite", "-5"],
        &["games", "no-such-game"],
        &["man", "no-such-command"],
        &["play", "nim.solution", "--format", "json"],
        &["export", "nim.solution", "--format", "json"],
        &["completions", "bash", "--format", "json"],
        &["man", "--format", "json"],
    ] {
        zermelo(arguments).code(2);
    }
    zermelo_reading(&["solve", "-", "--set", "width=3"], ENDED).code(2);
}

#[test]
fn an_order_that_a_game_does_not_have_is_refused() {
    let symbolic = ["solve", "tic-tac-toe", "--engine", "symbolic", "--order"];
    for order in ["nonsense", "no-such-file.txt"] {
        zermelo(&[&symbolic[..], &[order]].concat()).code(2);
    }
    zermelo(&[&symbolic[..], &["listed"]].concat()).code(0);
    let assert = zermelo(&["solve", "tic-tac-toe", "--order", "listed"]).code(2);
    assert!(stderr_of(&assert).contains("--engine symbolic"));
}

#[test]
fn the_order_that_is_told_can_be_given() {
    let told = zermelo(&["reach", "clobber", "--engine", "symbolic", "-v"]).code(0);
    let told = stderr_of(&told);
    let line = |text: &str| {
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.split_once("order of variables: "));
        line.unwrap().1.to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.txt");
    std::fs::write(&file, line(&told)).unwrap();
    let file = file.to_string_lossy();
    let order = ["--order", &*file];
    let given = ["reach", "clobber", "--engine", "symbolic", "-v"];
    let given = zermelo(&[&given[..], &order].concat()).code(0);
    assert_eq!(line(&stderr_of(&given)), line(&told));
}

#[test]
fn a_cycle_without_a_worth_is_shown() {
    let refused = zermelo_reading(&["solve", "-"], BACK_AND_FORTH).code(2);
    let message = stderr_of(&refused);
    assert!(message.contains("((go 1) wait)"), "{message}");
    assert!(message.contains("(wait (go 0))"), "{message}");
    assert!(message.contains("--infinite"), "{message}");
    zermelo_reading(&["solve", "-", "--infinite", "0,0"], BACK_AND_FORTH).code(0);
}

#[test]
fn code_3_is_for_rules_that_do_not_do() {
    let faults = [
        ("(role a", "unbalanced-parenthesis"),
        (
            "(role a) (role random) (legal a x) (goal a 1) terminal",
            "gdl-ii",
        ),
        ("(role a) (legal a x) (goal a 1)", "missing-relation"),
    ];
    for (rules, code) in faults {
        for command in ["check", "info", "print", "reach", "solve"] {
            let refused = zermelo_reading(&[command, "-"], rules).code(3);
            assert!(stderr_of(&refused).contains(code), "{command} {rules}");
        }
    }
    zermelo_reading(&["solve", "-"], AT_ONCE).code(3);
}

#[test]
fn an_ill_formed_game_is_shown_with_the_way_to_its_fault() {
    let step =
        "(role a) (init (s 0)) (succ 0 1) (succ 1 2) (<= (next (s ?y)) (true (s ?x)) (succ ?x ?y))";
    let faults = [
        (
            "(legal a go) (<= terminal (true (s 2)))",
            "(<= (goal a 1) (true (s 0)))",
            "no goal",
        ),
        (
            "(legal a go) (<= terminal (true (s 2)))",
            "(goal a 1) (goal a 2)",
            "several goal",
        ),
        (
            "(legal a go) (<= terminal (true (s 2)))",
            "(goal a much)",
            "not an integer",
        ),
        (
            "(<= (legal a go) (true (s 0))) (<= terminal (true (s 2)))",
            "(goal a 1)",
            "no legal move",
        ),
    ];
    for (play, goal, message) in faults {
        let refused = zermelo_reading(&["solve", "-"], &format!("{step} {play} {goal}")).code(3);
        let shown = stderr_of(&refused);
        assert!(
            shown.contains(message) && shown.contains("reached by go"),
            "{shown}"
        );
    }
}

#[test]
fn an_atom_that_depends_on_its_own_negation_is_an_error_when_it_comes_up() {
    // Nothing is wrong at the start; after one move `p` depends on `not p`.
    let rules = "(role a) (init (s 0)) (legal a go) (<= (next (s 1)) (true (s 0)))
        (<= p (true (s 1)) (not p)) (<= terminal p) (goal a 1)";
    zermelo_reading(&["check", "-"], rules).code(0);
    let refused = zermelo_reading(&["solve", "-"], rules).code(3);
    let shown = stderr_of(&refused);
    assert!(shown.contains("its own negation"), "{shown}");
    assert!(
        shown.contains("in ((s 1))") && shown.contains("reached by go"),
        "{shown}"
    );
}

#[test]
fn code_4_is_for_limits() {
    let large = [
        "solve", "mnk", "--set", "width=9", "--set", "height=9", "--set", "length=5",
    ];
    let with = |more: &[&'static str]| [&large[..], more].concat();
    let stopped = zermelo(&with(&["--time", "300ms"])).code(4);
    assert!(stderr_of(&stopped).contains("time limit"));
    let stopped = zermelo(&with(&["--memory", "40M"])).code(4);
    assert!(stderr_of(&stopped).contains("memory limit"));
    // A game of ever larger terms, and a rule with too many instances.
    let grows = "(role a) (init (n 0)) (legal a go) (<= (next (n (s ?x))) (true (n ?x)))
        (<= terminal (true (n end))) (goal a 1)";
    let stopped = zermelo_reading(&["reach", "-"], grows).code(4);
    assert!(stderr_of(&stopped).contains("(next (n (s ?x)))"));
    let bomb: String = (0..100).map(|number| format!("(d {number})")).collect();
    let bomb = format!(
        "(role a) (init p) (legal a go) (goal a 1) (<= terminal (true end)) {bomb}
        (<= (next (q ?a ?b ?c ?d ?e)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))"
    );
    // The time is for the case that the other limit is broken: it must not be reached on
    // a busy machine.
    let stopped = zermelo_reading(&["solve", "-", "--time", "10m"], &bomb).code(4);
    assert!(stderr_of(&stopped).contains("(next (q ?a ?b ?c ?d ?e))"));
}

#[test]
fn a_limit_of_nothing_stops_every_command_every_time() {
    for command in ["check", "info", "print", "reach", "solve"] {
        for limit in [["--time", "0"], ["--memory", "1K"]] {
            zermelo(&[command, "tic-tac-toe", limit[0], limit[1]]).code(4);
        }
    }
    zermelo(&["solve", "nim", "--time", "1e19"]).code(0);
}

#[cfg(unix)]
#[test]
fn waiting_for_input_ends_at_the_time_limit() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["solve", "-", "--time", "100ms"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Standard input stays open, and nothing comes.
    let input = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(4));
    drop(input);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_limit() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["solve", "nim", "--format", "json"])
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}

#[test]
fn derived_roles_are_checked_like_facts() {
    let game = |players: &str| {
        format!(
            "(<= (role ?r) (player ?r)) {players} (init s) (<= (legal ?r go) (role ?r))
            (<= (next p) (true s)) (<= terminal (true p)) (<= (goal ?r 10) (role ?r))"
        )
    };
    zermelo_reading(&["check", "-"], &game("(player a) (player random)")).code(3);
    zermelo_reading(
        &["check", "-"],
        &game("(<= (player a) (not (role-less))) (role-less)"),
    )
    .code(3);
    let hash = |players: &str| {
        let solved = zermelo_reading(&["solve", "-", "--format", "json"], &game(players)).code(0);
        let solved: serde_json::Value =
            serde_json::from_slice(&solved.get_output().stdout).unwrap();
        solved["rules_hash"].clone()
    };
    assert_ne!(hash("(player a) (player b)"), hash("(player b) (player a)"));
}

#[cfg(unix)]
#[test]
fn codes_130_and_143_are_for_signals() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["solve", "mnk", "--set", "width=9", "--set", "height=9"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["print", "mnk", "--set", "width=19", "--set", "height=19"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut shown = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut shown)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{shown}");
}

#[test]
fn hostile_texts_end_in_an_error_within_their_limits() {
    let texts = [
        "(".repeat(1_000_000),
        ")".repeat(1_000_000),
        "f(".repeat(500_000),
        "a".repeat(20 << 20),
        "(role a) ".repeat(100_000),
        "\u{0}\u{1}'\"|%".repeat(10_000),
    ];
    for text in texts {
        let mut file = std::env::temp_dir();
        file.push(format!(
            "zermelo-hostile-{}-{}",
            std::process::id(),
            text.len()
        ));
        std::fs::File::create(&file)
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let refused = zermelo(&["check", file.to_str().unwrap()]).code(3);
        assert!(!stderr_of(&refused).contains("bug"));
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn amounts_that_are_none_are_answered_with_examples() {
    let said =
        |option: &str, value: &str| stderr_of(&zermelo(&["solve", "nim", option, value]).code(2));
    for value in ["abc", "", "-5", "5 parsecs", "nan"] {
        let said = said("--time", value);
        assert!(said.contains("such as 90s, 15m or \"2h 15m\""), "{said}");
    }
    for value in ["abc", "", "-5", "4X", "1.5G"] {
        let said = said("--memory", value);
        assert!(said.contains("such as 512M or 4G"), "{said}");
    }
    zermelo(&["solve", "nim", "--time", "2h 15m", "--memory", "1g"]).code(0);
}

#[test]
fn a_picture_of_another_format_is_refused_before_any_work() {
    for command in [&["solve", "no-such-game"][..], &["stats", "no-such-file"]] {
        let refused = zermelo(&[command, &["--plot", "out/layers.png"]].concat()).code(2);
        let said = stderr_of(&refused);
        assert!(said.contains("name the file out/layers.svg"), "{said}");
    }
}

#[test]
fn a_picture_is_drawn_or_refused_before_any_work() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("layers.svg");
    let run = |file: &std::path::Path| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_zermelo"));
        let command = command.args(["solve", "tic-tac-toe", "--engine", "symbolic", "-q"]);
        command.arg("--plot").arg(file).output().unwrap()
    };
    assert_eq!(run(&file).status.code(), Some(0));
    let drawn = std::fs::read_to_string(&file).unwrap();
    // Ten layers, each with its states, its nodes and its nodes by value.
    assert_eq!(drawn.matches("<circle").count(), 30);
    assert_eq!(
        run(&folder.path().join("none/here.svg")).status.code(),
        Some(2)
    );
}

#[test]
fn every_engine_draws_the_shares_of_rewards() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("layers.svg");
    let plot = ["--plot", file.to_str().unwrap()];
    // Ten layers with up to three values; a game that can go on for ever has no layers
    // that could be valued one by one.
    for (game, engine, bars) in [
        ("tic-tac-toe", "explicit", 24),
        ("tic-tac-toe", "symbolic", 24),
        ("tic-tac-toe", "reference", 24),
        ("mu-torere", "explicit", 59),
    ] {
        zermelo(&[&["solve", game, "--engine", engine, "-q"][..], &plot].concat()).code(0);
        let drawn = std::fs::read_to_string(&file).unwrap();
        let shares = drawn.matches("states</title></rect>").count();
        assert_eq!(shares, bars, "{game} by {engine}");
        assert!(drawn.contains("share of the states by their rewards"));
    }
}
