//! Commands with a limit of memory, on input that takes more if it is let.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::peak::measure;

/// Limits in MiB, each with the commands that are run within it.
type Runs = Vec<(u64, Vec<Vec<String>>)>;

/// Input for all runs.
pub struct Input {
    folder: TempDir,
    /// Limits are to be this many times as large.
    scale: u64,
}

impl Input {
    /// Writes sheets, files and texts; `scale` makes some of them larger.
    pub fn new(scale: u64) -> Self {
        let folder = TempDir::new().unwrap();
        let input = Input { folder, scale };
        input.write("product.kif", &[&product(30)]);
        input.write("wide.kif", &[&wide(30_000 * scale)]);
        input.write("long.kif", &[&long(15_000 * scale)]);
        input.write("order.txt", &vec!["(cell 1 1 b) | ".repeat(1000); 1000]);
        input.write("match.txt", &vec!["drop 1; ".repeat(1000); 1000]);
        let spaces = " ".repeat(1 << 20);
        let line = [vec!["{\"state\":\"q"], vec![&spaces; 17], vec!["\"}\n{}\n"]].concat();
        input.write("batch.json", &line);
        let width = format!("width={}", 3 + scale.min(2));
        let solved = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args([
                "solve",
                "connect-four",
                "--set",
                &width,
                "--set",
                "height=4",
            ])
            .args(["-q", "-o", &input.path("a.solution")])
            .stdout(Stdio::null())
            .status();
        assert!(solved.unwrap().success());
        input
    }

    fn write(&self, name: &str, parts: &[impl AsRef<str>]) {
        let mut file = File::create(self.folder.path().join(name)).unwrap();
        for part in parts {
            file.write_all(part.as_ref().as_bytes()).unwrap();
        }
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.folder.path().join(name);
        path.to_str().unwrap().to_owned()
    }

    /// Runs that take much memory whatever they are given, and end by a limit or an
    /// error in a moment.
    pub fn hostile(&self) -> Runs {
        let file = self.path("a.solution");
        let product = self.path("product.kif");
        let order = |name: &str| {
            let (game, order) = ("tic-tac-toe".to_owned(), name.to_owned());
            vec![
                words("solve --engine symbolic --order"),
                vec![order],
                vec![game],
            ]
        };
        let runs = vec![
            vec![words("ground"), vec![product.clone()]],
            vec![words("check"), vec![self.path("wide.kif")]],
            vec![words("print --as infix"), vec![self.path("wide.kif")]],
            vec![words("info"), vec![self.path("long.kif")]],
            vec![words("solve --engine reference"), vec![product.clone()]],
            vec![words("check /dev/zero")],
            vec![words("query --batch /dev/zero"), vec![file.clone()]],
            vec![
                words("query"),
                vec![file.clone(), "--batch".to_owned(), self.path("batch.json")],
            ],
            vec![words("review"), vec![file.clone()], words("/dev/zero")],
            vec![words("review"), vec![file.clone(), self.path("match.txt")]],
            order("/dev/zero"),
            order(&self.path("order.txt")),
        ];
        let runs = runs.into_iter().map(|run| run.concat()).collect();
        vec![(48 * self.scale, runs)]
    }

    /// All other commands, on what is large.
    pub fn large(&self) -> Runs {
        let file = self.path("a.solution");
        let (product, wide) = (self.path("product.kif"), self.path("wide.kif"));
        let games =
            |limit: u64, lines: &[&str]| (limit, lines.iter().map(|line| words(line)).collect());
        let on = |limit: u64, name: &str, lines: &[&str]| {
            let run = |line: &&str| [words(line), vec![name.to_owned()]].concat();
            (limit, lines.iter().map(run).collect())
        };
        let c45 = "connect-four --set width=5 --set height=4";
        let explicit = format!("solve {c45} --engine explicit --fresh");
        vec![
            games(32, &["games", "completions bash", "man solve", "check -"]),
            games(
                32,
                &[&explicit, "solve nine-mens-morris", "reach connect-four"],
            ),
            on(
                32,
                &product,
                &["check", "print", "info", "ground --list", "simulate"],
            ),
            on(
                48,
                &wide,
                &["check", "ground", "solve", "reach", "simulate"],
            ),
            on(
                48,
                &file,
                &["stats", "export", "verify", "verify --symbolic", "play"],
            ),
            on(48, &self.path("long.kif"), &["check", "print", "solve"]),
            games(64, &[&explicit, "solve connect-four --level weak"]),
            games(64, &["solve connect-four --engine symbolic --fresh"]),
            games(100, &["reach connect-four --engine symbolic --fresh"]),
            on(
                200,
                &product,
                &["ground", "solve --engine reference", "info"],
            ),
            games(
                200,
                &["solve connect-four --fresh", "reach connect-four --fresh"],
            ),
            on(400, &product, &["ground", "solve"]),
        ]
    }
}

/// A sheet whose moves are all quadruples of so many things.
fn product(things: u64) -> String {
    let things: String = (0..things).map(|it| format!("(d {it})")).collect();
    format!(
        "(role a){things}(init (p 0 0 0 0))
        (<= (legal a (m ?a ?b ?c ?d)) (d ?a) (d ?b) (d ?c) (d ?d))
        (<= (next (p ?a ?b ?c ?d)) (does a (m ?a ?b ?c ?d)))
        (<= terminal (true (p 1 1 1 1))) (goal a 1)"
    )
}

/// A sheet of so many rules.
fn wide(rules: u64) -> String {
    let rule = |it| {
        format!(
            "(<= (next (f {it} ?x)) (true (f {it} ?y)) (succ ?y ?x) (does a (go {it})))\n\
             (<= (legal a (go {it})) (true (f {it} ?x)))\n"
        )
    };
    let rules: String = (0..rules).map(rule).collect();
    format!(
        "(role a)(init (f 1 1))(succ 1 2)(succ 2 3)(legal a wait)\n{rules}
        (<= terminal (true (f 1 3)))(goal a 1)"
    )
}

/// A sheet with one rule of so many conditions.
fn long(conditions: u64) -> String {
    let conditions: String = (0..conditions)
        .map(|it| format!("(or (true (f {it})) (not (true (g {it} a (h b c)))))\n"))
        .collect();
    format!(
        "(role a)(init (f 1))(legal a wait)(<= (next (f 2)) (true (f 1)))
        (<= terminal {conditions})(goal a 1)"
    )
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Runs all, each within its limit, and fails for those that take more than 1.1 times
/// that and 64 MB, or end otherwise than they may.
pub fn all_are_held(input: &Input, runs: &Runs) {
    let mut count = 0;
    for (limit, commands) in runs {
        for command in commands {
            held(input.folder.path(), *limit, command);
            count += 1;
        }
    }
    println!("{count} runs");
}

fn held(folder: &Path, limit: u64, command: &[String]) {
    let limit_text = format!("{limit}M");
    let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    arguments.extend(["--time", "20s", "--memory", &limit_text]);
    let run = measure(folder, &arguments);
    let usual = matches!(run.code, Some(0 | 2 | 3 | 4));
    let told = format!("{command:?} within {limit}M: {run:?}\n{}", run.stderr);
    assert!(usual, "{told}");
    let bound = (limit << 20) * 11 / 10 + 64_000_000;
    assert!(run.peak <= bound, "{told}");
    println!(
        "{:>4} of {} MB, {:?}: {command:?}",
        run.peak / 1_000_000,
        bound / 1_000_000,
        run.code
    );
    let left = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let names = fs::read_dir(folder).unwrap().map(|it| left(it.unwrap()));
    let unfinished: Vec<String> = names.filter(|it| it.ends_with(".unfinished")).collect();
    assert!(unfinished.is_empty(), "{command:?} left {unfinished:?}");
}
