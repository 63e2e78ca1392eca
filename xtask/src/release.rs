//! `cargo xtask release`: an archive to hand out.
//!
//! In: the program as it is shipped, built anew. Out: a compressed archive with the
//! program, its manual pages, completions for shells, the licences, and what to read
//! first; beside it a checksum. Two runs on the same commit and machine give the same
//! list of files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::outcome::{Outcome, Shown};
use crate::zermelo::Zermelo;

/// Where the archive goes.
#[derive(Debug, Args)]
pub struct ReleaseArguments {
    /// The folder for the archive
    #[arg(long, value_name = "DIR", default_value = "target/release-archive")]
    out: PathBuf,
    /// Packs this build of `zermelo` instead of building one
    #[arg(long, value_name = "PATH")]
    zermelo: Option<PathBuf>,
}

/// Files of the repository that go along.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "CHANGELOG.md",
    "CITATION.cff",
    "LICENSE-APACHE",
    "LICENSE-MIT",
];

/// The shells, each with its file of completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "zermelo.bash"),
    ("zsh", "_zermelo"),
    ("fish", "zermelo.fish"),
    ("elvish", "zermelo.elv"),
    ("powershell", "_zermelo.ps1"),
];

/// Makes the archive.
///
/// # Errors
///
/// When something cannot be built, run or written.
pub fn run(arguments: &ReleaseArguments) -> Outcome<Shown> {
    let zermelo = Zermelo::find_or_build(arguments.zermelo.as_deref())?;
    let name = format!("zermelo-{}-{}", version(zermelo.path())?, host()?);
    let folder = arguments.out.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::copy(zermelo.path(), folder.join("zermelo"))?;
    write_pages(zermelo.path(), &folder.join("man/man1"))?;
    write_completions(zermelo.path(), &folder.join("completions"))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for document in DOCUMENTS {
        fs::copy(root.join(document), folder.join(document))?;
    }
    let archive = format!("{name}.tar.gz");
    // Names in order and no owner: what an archive says does not depend on who made it.
    let packing = ["--sort=name", "--owner=0", "--group=0", "-czf"];
    let mut tar = Command::new("tar");
    output_of(
        tar.args(packing)
            .args([&archive, &name])
            .current_dir(&arguments.out),
    )?;
    let mut sum = Command::new("sha256sum");
    let sum = output_of(sum.arg(&archive).current_dir(&arguments.out))?;
    fs::write(arguments.out.join(format!("{archive}.sha256")), &sum)?;
    println!("{}", arguments.out.join(&archive).display());
    print!("{sum}");
    Ok(Shown::Yes)
}

/// A manual page for the program and one for each of its commands.
fn write_pages(zermelo: &Path, folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder)?;
    let page = output_of(Command::new(zermelo).arg("man"))?;
    let commands = commands(&page);
    if commands.is_empty() {
        return Err("the manual page names no commands".into());
    }
    fs::write(folder.join("zermelo.1"), page)?;
    for command in commands {
        let page = output_of(Command::new(zermelo).args(["man", &command]))?;
        fs::write(folder.join(format!("zermelo-{command}.1")), page)?;
    }
    Ok(())
}

/// The commands that a manual page refers to, as `zermelo\-solve(1)`.
fn commands(page: &str) -> Vec<String> {
    let named = page.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("zermelo\\-")?;
        rest.strip_suffix("(1)").map(str::to_owned)
    });
    named.filter(|name| name != "help").collect()
}

fn write_completions(zermelo: &Path, folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder)?;
    for (shell, file) in COMPLETIONS {
        let script = output_of(Command::new(zermelo).args(["completions", shell]))?;
        fs::write(folder.join(file), script)?;
    }
    Ok(())
}

/// What the program calls its version.
fn version(zermelo: &Path) -> Outcome<String> {
    let text = output_of(Command::new(zermelo).arg("--version"))?;
    let version = text.split_whitespace().last();
    Ok(version.ok_or("zermelo tells no version")?.to_owned())
}

/// The kind of machine that programs are built for.
fn host() -> Outcome<String> {
    let text = output_of(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc tells no host")?.to_owned())
}

/// What a program writes, if it succeeds.
fn output_of(command: &mut Command) -> Outcome<String> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(format!("{command:?} failed: {}", output.status).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_the_manual_page() {
        let page = ".TP\nzermelo\\-check(1)\nFinds\n.TP\nzermelo\\-help(1)\nzermelo\\-solve(1)\n";
        assert_eq!(commands(page), ["check", "solve"]);
    }
}
