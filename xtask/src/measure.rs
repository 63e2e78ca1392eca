//! The example `measure` of the symbolic engine: figures that no command of
//! `zermelo` prints.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::child::{self, Run};
use crate::limits::Limits;
use crate::outcome::Outcome;

/// The example, and the limits of each run.
pub struct Measure {
    path: PathBuf,
    limits: Limits,
}

impl Measure {
    /// Builds it, for runs of at most `time`.
    ///
    /// # Errors
    ///
    /// When it cannot be built.
    pub fn build(time: Duration) -> Outcome<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--release", "--package", "symbolic"])
            .args(["--example", "measure"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()?;
        let path = std::env::current_exe()?.with_file_name("examples");
        let path = path.join("measure");
        let limits = Limits {
            cpu: time,
            memory: 64 << 30,
        };
        match built.success() && path.is_file() {
            true => Ok(Measure { path, limits }),
            false => Err("the example was not built: try `cargo xtask`".into()),
        }
    }

    /// Runs it on a game of the library.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn run(&self, game: &str, settings: &[&str], options: &[&str]) -> Outcome<Run> {
        let arguments = [&[game], settings, options].concat();
        let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        child::run(&self.path, &arguments, self.limits)
    }
}

/// The number after these words.
pub fn told(run: &Run, before: &str) -> Option<String> {
    let after = run.output.split(before).nth(1)?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then(|| crate::table::grouped(&digits))
}
