//! gringo and clingo as children, and what they answer.
//!
//! Both are in Python's package `clingo`. The time that Python needs to start
//! is not counted as theirs: it is measured on an empty program and subtracted.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use super::bound::Bound;
use super::names::Names;
use super::program::Program;
use crate::child::{self, Ended, Run};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::scratch::Scratch;

/// Runs of an empty program, to measure the time to start.
const STARTS: usize = 5;

/// Python with its package `clingo`.
#[derive(Debug)]
pub struct Clingo {
    python: PathBuf,
    /// The CPU time of an empty program, in seconds.
    pub start_seconds: f64,
}

/// What clingo says of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has an answer set, in which these are the arguments of the shown
    /// atoms.
    Satisfiable(Vec<String>),
    /// It has none.
    Unsatisfiable,
    /// Nothing, within the limits.
    Unknown,
}

impl Clingo {
    /// Finds a Python that has it.
    ///
    /// # Errors
    ///
    /// When it is installed and does not work.
    pub fn find(limits: Limits) -> Outcome<Option<Self>> {
        // The interpreter itself: the one on the path may be a script that
        // looks for it.
        let asked = Command::new("python3")
            .args(["-E", "-c", "import clingo, sys; print(sys.executable)"])
            .output();
        let Some(asked) = asked.ok().filter(|asked| asked.status.success()) else {
            return Ok(None);
        };
        let mut clingo = Clingo {
            python: PathBuf::from(String::from_utf8(asked.stdout)?.trim()),
            start_seconds: 0.0,
        };
        let mut costs = Vec::new();
        for _ in 0..STARTS {
            let run = clingo.run("", "gringo", limits)?;
            if !run.is_done() {
                return Err(format!("gringo does not work: {}", run.complaints).into());
            }
            costs.push(run.cpu_seconds);
        }
        clingo.start_seconds = costs.into_iter().fold(f64::INFINITY, f64::min);
        Ok(Some(clingo))
    }

    /// Grounds a program; its shown atoms are in the output.
    ///
    /// # Errors
    ///
    /// When it cannot be run.
    pub fn ground(&self, program: &Program, limits: Limits) -> Outcome<Run> {
        let mut run = self.run(&program.text, "gringo", limits)?;
        run.cpu_seconds = (run.cpu_seconds - self.start_seconds).max(0.0);
        Ok(run)
    }

    /// Asks whether a program has an answer set.
    ///
    /// # Errors
    ///
    /// When it cannot be run, or refuses the program.
    pub fn solve(&self, program: &Program, limits: Limits) -> Outcome<Answer> {
        let run = self.run(&program.text, "clingo", limits)?;
        if run.output.lines().any(|line| line == "UNSATISFIABLE") {
            return Ok(Answer::Unsatisfiable);
        }
        let mut lines = run.output.lines();
        if lines.any(|line| line.starts_with("Answer: ")) {
            let atoms = lines.next().unwrap_or_default().split_whitespace();
            let argument = |atom: &str| Some(atom.split_once('(')?.1.strip_suffix(')')?.to_owned());
            return Ok(Answer::Satisfiable(atoms.filter_map(argument).collect()));
        }
        match run.ended {
            Ended::Time | Ended::Memory => Ok(Answer::Unknown),
            _ => Err(format!("clingo refuses a program: {}", run.complaints).into()),
        }
    }

    fn run(&self, text: &str, mode: &str, limits: Limits) -> Outcome<Run> {
        let scratch = Scratch::new()?;
        let path = scratch.write("program.lp", text)?;
        let mode = format!("--mode={mode}");
        // Without the settings of the environment: with `PYTHONUNBUFFERED` each
        // line that gringo writes is a system call.
        let arguments = ["-E", "-m", "clingo", &mode, "--warn=none"].map(OsStr::new);
        let arguments = [&arguments[..], &[path.as_os_str()]].concat();
        child::run(&self.python, &arguments, limits)
    }
}

/// Reads the atoms of two relations, of fluents and of moves, from what gringo
/// writes: lines `4 LENGTH ATOM …` in the format aspif.
///
/// # Errors
///
/// When such a line is not as it should be.
pub fn shown(output: &str, names: &Names, relations: [&str; 2]) -> Outcome<Bound> {
    let mut bound = Bound::default();
    let [fluent, mov] = relations.map(|relation| format!("({relation} "));
    for line in output.lines() {
        let Some(rest) = line.strip_prefix("4 ") else {
            continue;
        };
        let atom = rest.split(' ').nth(1).and_then(|atom| names.kif(atom));
        let atom = atom.ok_or_else(|| format!("not an atom of ours: {line}"))?;
        let argument =
            |prefix: &str| Some(atom.strip_prefix(prefix)?.strip_suffix(')')?.to_owned());
        bound.fluents.extend(argument(&fluent));
        bound.moves.extend(argument(&mov));
    }
    Ok(bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_atoms_are_read() {
        let mut names = Names::default();
        let (truth, does) = (names.relation("true"), names.relation("does"));
        let (role, fluent) = (names.encode("r"), names.encode("(f a)"));
        let output = format!(
            "asp 1 0 0\n1 0 1 1 0 0\n4 9 {truth}({fluent}) 0\n4 9 {does}({role},{fluent}) 0\n0\n"
        );
        let bound = shown(&output, &names, ["true", "does"]).unwrap();
        assert_eq!(bound.fluents.into_iter().collect::<Vec<_>>(), ["(f a)"]);
        assert_eq!(bound.moves.into_iter().collect::<Vec<_>>(), ["r (f a)"]);
    }
}
