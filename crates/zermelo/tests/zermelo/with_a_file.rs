//! The commands that read a solution file: what they print, and how they end.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A folder with a solved game.
pub struct Solved {
    folder: TempDir,
}

impl Solved {
    pub fn new(game: &[&str]) -> Self {
        let solved = Solved {
            folder: TempDir::new().unwrap(),
        };
        let mut solve = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        solve.arg("solve").args(game).args(["-q", "--fresh"]);
        solve.arg("-o").arg(solved.path("game.solution"));
        solve.assert().success();
        solved
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command on the file: its exit code and what it printed.
    pub fn run(&self, command: &str, arguments: &[&str], input: &str) -> (i32, String) {
        let (code, out, _) = self.run_all(command, arguments, input);
        (code, out)
    }

    pub fn run_all(&self, command: &str, arguments: &[&str], input: &str) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .current_dir(self.folder.path())
            .env("NO_COLOR", "1")
            .args([command, "game.solution"])
            .args(arguments)
            .write_stdin(input)
            .timeout(Duration::from_secs(60))
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let code = output.status.code().unwrap();
        (code, text(&output.stdout), text(&output.stderr))
    }

    pub fn json(&self, command: &str, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--format", "json"]].concat();
        let (code, out) = self.run(command, &arguments, "");
        assert_eq!(code, 0, "{out}");
        serde_json::from_str(&out).unwrap()
    }
}

#[test]
fn query_tells_what_each_move_costs() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let moves = ["--moves", "mark 1 1; mark 1 2"];
    let (code, text) = solved.run("query", &moves, "");
    assert_eq!(code, 0);
    assert!(
        text.starts_with("tic-tac-toe: x wins in 5 moves\n"),
        "{text}"
    );
    assert!(
        text.contains("  (mark 2 1)  100/0              4  best\n"),
        "{text}"
    );
    assert!(text.contains("  (mark 3 3)  50/50              –  mistake, costs 50\n"));
    let json = solved.json("query", &moves);
    assert_eq!(json["schema"], 1);
    assert_eq!(json["mover"], "x");
    assert_eq!(json["distance"], 5);
    assert_eq!(json["moves"][6]["judgement"], "mistake");
    assert_eq!(json["moves"][6]["cost"], 50);
    assert_eq!(json["line"].as_array().unwrap().len(), 5);
}

#[test]
fn a_printed_state_can_be_asked_for() {
    let solved = Solved::new(&["mu-torere"]);
    let json = solved.json("query", &[]);
    let state = json["state"].as_str().unwrap();
    let again = solved.json("query", &["--state", state]);
    assert_eq!(json, again);
}

#[test]
fn exit_codes_tell_the_question_from_the_file() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let (code, _, error) = solved.run_all("query", &["--state", "(cell 1 1 x)"], "");
    assert_eq!(code, 2);
    assert!(error.contains("the state has no (cell 1 2 *)"), "{error}");
    let start = solved.json("query", &[])["state"]
        .as_str()
        .unwrap()
        .to_owned();
    let alone = start.replace("(cell 1 1 blank)", "(cell 1 1 o)");
    let (code, _, error) = solved.run_all("query", &["--state", &alone], "");
    assert_eq!(code, 2);
    assert!(error.contains("cannot be reached"), "{error}");
    assert_eq!(solved.run("query", &["--moves", "mark 9 9"], "").0, 2);
    assert_eq!(solved.run("play", &["--role", "z"], "").0, 2);
    let path = solved.path("game.solution");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 10;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    for command in ["query", "play", "stats", "export"] {
        assert_eq!(solved.run(command, &[], "").0, 5, "{command}");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(solved.run("query", &[], "").0, 2);
}

#[test]
fn matches_are_judged_and_summed_up_by_player() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let json = r#"{"matchId": "first", "playerNamesFromHost": ["Ann", "Bob"],
        "moves": [["( mark 1 1 )", "noop"], ["noop", "( mark 1 2 )"]]}"#;
    fs::write(solved.path("one.json"), json).unwrap();
    fs::write(solved.path("two.txt"), "mark 2 2; mark 1 2\nmark 3 2").unwrap();
    let report = solved.json("review", &["one.json", "two.txt", "--plot", "value.svg"]);
    let judged: Vec<&str> = report["matches"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| one["moves"].as_array().unwrap())
        .map(|one| one["judgement"].as_str().unwrap())
        .collect();
    assert_eq!(judged, ["best", "mistake", "best", "mistake", "mistake"]);
    assert_eq!(report["players"][1]["player"], "Bob");
    assert_eq!(report["players"][1]["points_lost"], 50);
    assert_eq!(report["players"][2]["perfect_rate"], 0.5);
    let svg = fs::read_to_string(solved.path("value.svg")).unwrap();
    assert_eq!(svg.matches("<circle").count(), 3);
}

#[test]
fn a_match_that_cannot_be_judged_does_not_stop_the_others() {
    let solved = Solved::new(&["tic-tac-toe"]);
    fs::write(solved.path("good.txt"), "mark 1 1").unwrap();
    let (code, out, error) = solved.run_all("review", &["-", "good.txt"], "mark 9 9");
    assert_eq!(code, 2);
    assert!(out.contains("good.txt: not over"), "{out}");
    assert!(error.contains("standard input: move 1: "), "{error}");
}

#[test]
fn play_draws_answers_and_takes_back() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let typed = "hint\nmark 1 1\nmark 1 1\nback\nmark 1 1\nmark 2 3\nmark 3 3\nmark 1 2\n";
    let (code, out) = solved.run("play", &[], typed);
    assert_eq!(code, 0);
    assert!(out.contains("tic-tac-toe: you are x"), "{out}");
    assert!(out.contains("  2  . o .\n  1  x . .\n"), "{out}");
    assert_eq!(out.matches("o plays (mark 2 2)").count(), 2, "{out}");
    assert!(out.contains("`(mark 1 1)` is not a move"), "{out}");
    let (_, out) = solved.run("play", &["--role", "o", "--hints"], "quit\n");
    assert!(out.contains("x plays (mark 1 1)"), "{out}");
    assert!(
        out.contains("(mark 2 2)  50/50              –  only move"),
        "{out}"
    );
}

#[test]
fn positions_are_drawn_wherever_they_are_told() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let board = "     1 2 3\n  3  . . .\n  2  . . .\n  1  x . .\n";
    let (_, text) = solved.run("query", &["--moves", "mark 1 1"], "");
    assert!(text.contains(board) && !text.contains("State"), "{text}");
    let (_, text) = solved.run("query", &["--moves", "mark 1 1", "-v"], "");
    assert!(text.contains("  State        ((cell 1 1 x)"), "{text}");
    let twice = ["--moves", "mark 1 1; mark 1 1"];
    // It would be o's turn.
    let unreachable = "(cell 1 1 x) (cell 1 2 blank) (cell 1 3 blank) (cell 2 1 blank) (cell 2 2 blank) \
                       (cell 2 3 blank) (cell 3 1 blank) (cell 3 2 blank) (cell 3 3 blank) (control x)";
    let asked = [
        ("query", twice),
        ("play", twice),
        ("query", ["--state", unreachable]),
    ];
    for (command, wrong) in asked {
        let (code, _, error) = solved.run_all(command, &wrong, "");
        assert_eq!(code, 2);
        assert!(error.contains(board), "{error}");
    }
    for wrong in [twice, ["--state", unreachable]] {
        let mut solve = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        let solve = solve.args(["solve", "tic-tac-toe"]).args(wrong);
        let told = String::from_utf8(solve.output().unwrap().stderr).unwrap();
        assert!(told.contains(board), "{told}");
    }
    fs::write(solved.path("match"), "mark 1 1; mark 1 1").unwrap();
    let game = solved.path("match").display().to_string();
    let (code, _, told) = solved.run_all("review", &[&game], "");
    assert_eq!(code, 2);
    let expected = format!(
        "error: {game}: move 2: `(mark 1 1)` is not a move in the position below\n\n{board}  \
         (control o)\n\
         help: the legal moves are\n  x: noop\n  \
         o: (mark 1 2), (mark 1 3), (mark 2 1), (mark 2 2), (mark 2 3), (mark 3 1),\n     \
         (mark 3 2), (mark 3 3)\n"
    );
    assert!(told.contains(&expected), "{told}");
}

#[test]
fn a_state_without_a_board_is_plotted_as_a_table() {
    let solved = Solved::new(&["nim", "--set", "heaps=1,2"]);
    let (code, _) = solved.run("query", &["--plot", "nim.svg"], "");
    assert_eq!(code, 0);
    let svg = fs::read_to_string(solved.path("nim.svg")).unwrap();
    let words = [
        "nim: first wins",
        ">heap<",
        "(take 2 1) wins in 3",
        "(take 1 1) loses",
    ];
    for word in words {
        assert_eq!(svg.matches(word).count(), 1, "{word}: {svg}");
    }
}

#[test]
fn rules_in_a_file_are_solved_and_played() {
    let folder = TempDir::new().unwrap();
    let sheet = folder.path().join("game.kif");
    fs::write(&sheet, testkit::library_text("nim", &[("heaps", "1,2")])).unwrap();
    let play = |arguments: &[&str]| {
        let mut play = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        play.arg("play").arg(&sheet).args(arguments);
        play.write_stdin("take 2 1\n").output().unwrap()
    };
    let played = play(&["-q"]);
    let out = String::from_utf8_lossy(&played.stdout);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    assert!(out.contains("second plays (take 1 1)"), "{out}");
    assert!(out.contains("you made no mistake"), "{out}");
    assert_eq!(play(&["--set", "heaps=3"]).status.code(), Some(2));
}

#[test]
fn a_game_that_takes_too_long_to_solve_is_not_played() {
    let run = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["play", "connect-four", "--time", "200ms"])
        .timeout(Duration::from_secs(60))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(4), "{told}");
    assert!(
        told.contains("zermelo solve connect-four … -o FILE"),
        "{told}"
    );
}

#[test]
fn stats_add_up() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let report = solved.json("stats", &["--plot", "layers.svg"]);
    assert_eq!(report["states"], "5478");
    let layers = report["layers"].as_array().unwrap();
    let count = |it: &Value| it["states"].as_str().unwrap().parse::<u64>().unwrap();
    assert_eq!(layers.iter().map(count).sum::<u64>(), 5478);
    let by_rewards = layers
        .iter()
        .flat_map(|it| it["buckets"].as_array().unwrap());
    assert_eq!(by_rewards.map(count).sum::<u64>(), 5478);
    assert_eq!(report["longest_wins"][0]["distance"], 5);
    assert_eq!(report["only_move_states"], "2184");
    let few = solved.json("stats", &["--states", "10", "-q"]);
    assert_eq!(few["layers"], Value::Null);
    assert!(solved.path("layers.svg").exists());
}

#[test]
fn stats_tell_where_the_advantage_goes() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let (code, text) = solved.run("stats", &[], "");
    assert_eq!(code, 0);
    let rows = "  Largest swing    o 53.33 to 10.26 on average, layers 8 to 9
  Costliest layer  layer 4: a random move costs 39.58 points on average

  mean rewards                     x               o
  x plays perfectly            98.39            1.61
  o plays perfectly            11.13           88.87
  all play at random           64.84           35.16

  costliest moves        states      mistakes   mean cost
  x (mark 1 2)              921           522       78.83
";
    assert!(text.contains(rows), "{text}");
    let hardest = "  o (mark 2 2), one of 8 moves\n    after (mark 1 1)\n";
    assert!(text.contains(hardest), "{text}");
    assert!(text.lines().all(|it| it.chars().count() <= 80), "{text}");
    let report = solved.json("stats", &[]);
    assert_eq!(report["largest_swing"]["layer"], 9);
    assert_eq!(report["costliest_moves"][0]["move"], "(mark 1 2)");
    assert_eq!(report["hardest_only_moves"][0]["choices"], 8);
    assert_eq!(report["against_random"][0]["perfect"], "x");
    assert_eq!(report["against_random"][2]["perfect"], Value::Null);
    assert_eq!(
        report["layers"][1]["mean_rewards"],
        serde_json::json!([50.0, 50.0])
    );
}

/// Without a walk, and where play can go round, games tell.
#[test]
fn stats_play_games_where_means_are_not_exact() {
    let solved = Solved::new(&["mu-torere"]);
    let report = solved.json("stats", &[]);
    let first = &report["against_random"][0];
    assert_eq!(
        (&first["exact"], &first["games"]),
        (&false.into(), &1000.into())
    );
    let (_, text) = solved.run("stats", &["-q", "--states", "1"], "");
    assert!(text.contains("at least 1,000 games each"), "{text}");
}

#[test]
fn what_lacks_distances_says_once_how_to_get_them() {
    let words = "--level ultra-strong";
    let with = Solved::new(&["nim"]);
    let settings = ["connect-four", "--set", "width=5", "--set", "height=4"];
    let without = Solved::new(&settings);
    for (command, input) in [("query", ""), ("play", "hint\nquit\n")] {
        let told = |solved: &Solved| {
            let (_, out, error) = solved.run_all(command, &[], input);
            out.matches(words).count() + error.matches(words).count()
        };
        assert_eq!((told(&with), told(&without)), (0, 1), "{command}");
    }
}

#[test]
fn a_file_that_cannot_promise_an_end_says_so_once() {
    let cyclic = Solved::new(&["mu-torere", "--infinite", "50,50", "--model", "guaranteed"]);
    let ending = Solved::new(&["nim", "--model", "guaranteed"]);
    let words = "play may go on for ever";
    fs::write(cyclic.path("match.txt"), "").unwrap();
    fs::write(ending.path("match.txt"), "").unwrap();
    let commands: [(&str, &[&str]); 4] = [
        ("query", &[]),
        ("query", &["--batch", "--brief"]),
        ("review", &["match.txt"]),
        ("play", &[]),
    ];
    for (command, arguments) in commands {
        let (_, _, told) = cyclic.run_all(command, arguments, "");
        assert_eq!(told.matches(words).count(), 1, "{command}: {told}");
        let (_, _, told) = ending.run_all(command, arguments, "");
        assert!(!told.contains(words), "{command}: {told}");
    }
    for (command, arguments) in [("query", &[][..]), ("review", &["match.txt"])] {
        let warnings = cyclic.json(command, arguments)["warnings"].clone();
        assert!(warnings[0].as_str().unwrap().contains(words), "{command}");
        let warnings = ending.json(command, arguments)["warnings"].clone();
        assert_eq!(warnings, serde_json::json!([]), "{command}");
    }
}

/// By its predicates `wet` depends on its own negation, by its atoms it does not: the
/// interpreter can tell, and no rules with that can be made ground.
const NOT_GROUND: &str = "(wet 1) (<= (wet 1) (not all)) (<= all (wet 1) (wet 2))\n";

/// A game that cannot be made ground, solved.
fn not_ground(rest: &str) -> Solved {
    let sheets = TempDir::new().unwrap();
    let sheet = sheets.path().join("game.kif");
    fs::write(&sheet, format!("{NOT_GROUND}{rest}")).unwrap();
    Solved::new(&[sheet.to_str().unwrap()])
}

#[test]
fn a_game_that_cannot_be_made_ground_is_asked_as_any_other() {
    let solved = not_ground(
        "(role a) (role b) (<= (init (heap 5)) (wet 1)) (init (control a))
        (other a b) (other b a) (minus 5 4) (minus 4 3) (minus 3 2) (minus 2 1) (minus 1 0)
        (<= (legal ?r (take 1)) (true (control ?r)))
        (<= (legal ?r (take 2)) (true (control ?r)) (true (heap ?n)) (minus ?n ?m) (minus ?m ?l))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
        (<= (next (heap ?m)) (does ?r (take 1)) (true (heap ?n)) (minus ?n ?m))
        (<= (next (heap ?l)) (does ?r (take 2)) (true (heap ?n)) (minus ?n ?m) (minus ?m ?l))
        (<= terminal (true (heap 0)))
        (<= (goal ?r 0) (true (control ?r)))
        (<= (goal ?s 100) (true (control ?r)) (other ?r ?s))",
    );
    assert_eq!(solved.run("verify", &[], "").0, 0);
    let asked = solved.json("query", &["--moves", "take 2; take 1"]);
    assert_eq!(asked["state"], "((control a) (heap 2))");
    assert_eq!(asked["moves"][0]["move"], "(take 2)");
    assert_eq!(asked["moves"][1]["cost"], 100);
    let again = solved.json("query", &["--state", "(heap 2) (control a)"]);
    assert_eq!(asked, again);
    for wrong in [["--state", "(heap 7)"], ["--moves", "take 3"]] {
        assert_eq!(solved.run("query", &wrong, "").0, 2, "{wrong:?}");
    }
    let lines = "{\"moves\": \"take 1\"}\n{\"state\": \"(heap 3) (control b)\"}\n";
    let (code, answers) = solved.run("query", &["--batch"], lines);
    assert_eq!((code, answers.lines().count()), (0, 2), "{answers}");
    let (code, text) = solved.run("play", &[], "moves\n2\ntake 2\n");
    assert_eq!(code, 0);
    assert!(
        text.contains("    1  (take 1)\n    2  (take 2)\n"),
        "{text}"
    );
    assert!(text.contains("b plays (take 1)"), "{text}");
    assert!(text.contains("the end: a 100, b 0"), "{text}");
    let stats = solved.json("stats", &[]);
    assert_eq!(stats["only_move_states"], "4");
    let (code, csv) = solved.run("export", &[], "");
    assert_eq!((code, csv.lines().count()), (0, 11), "{csv}");
    assert!(csv.contains("((control a) (heap 2)),100,0,1\n"), "{csv}");
    fs::write(solved.path("match"), "take 1\ntake 1\n").unwrap();
    let review = solved.json("review", &["match"]);
    assert_eq!(review["matches"][0]["moves"][0]["judgement"], "mistake");
}

#[test]
fn a_game_of_one_state_that_cannot_be_made_ground_is_asked() {
    let solved = not_ground(
        "(role r) (legal r go) (<= (init p) (wet 1)) (<= (next p) (true p))
        (<= terminal (not (true p))) (goal r 0)",
    );
    assert_eq!(solved.json("query", &[])["state"], "(p)");
    for command in ["verify", "stats", "export", "play"] {
        assert_eq!(solved.run(command, &[], "").0, 0, "{command}");
    }
}
