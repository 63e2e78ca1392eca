//! The program that is measured: built as it is shipped, run as a child.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::{self, Run};
use crate::limits::Limits;
use crate::outcome::Outcome;

/// The program `zermelo`.
#[derive(Debug)]
pub struct Zermelo {
    path: PathBuf,
}

impl Zermelo {
    /// The one at this path, or one that is built as it is shipped.
    ///
    /// # Errors
    ///
    /// When it cannot be built.
    pub fn find_or_build(path: Option<&Path>) -> Outcome<Self> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => build()?,
        };
        Ok(Zermelo { path })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a command on a sheet, with results in JSON.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn run(
        &self,
        command: &str,
        sheet: &Path,
        options: &[&str],
        limits: Limits,
    ) -> Outcome<Run> {
        let mut arguments = vec![OsStr::new(command), sheet.as_os_str()];
        arguments.extend(options.iter().map(OsStr::new));
        arguments.extend(["--format", "json", "--quiet"].map(OsStr::new));
        child::run(&self.path, &arguments, limits)
    }
}

/// Builds it next to this program, which `cargo xtask` builds in the same
/// profile, and returns its path.
fn build() -> Outcome<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--package", "zermelo"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    let path = std::env::current_exe()?.with_file_name("zermelo");
    match built.success() && path.is_file() {
        true => Ok(path),
        false => Err("zermelo was not built: try `cargo xtask`".into()),
    }
}
