//! Transcripts of whole commands: those in `tests/cli`, and those in the
//! documents, so that no document shows what the program does not do.

use std::path::PathBuf;
use std::process::Command;

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

#[test]
fn commands_do_what_their_transcripts_show() {
    // Documents name files as seen from the root.
    std::env::set_current_dir(root()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1");
    cases.case("crates/zermelo/tests/cli/*.trycmd");
    cases.case("docs/*.md");
    cases.case("README.md");
    // These two are run below, and by whoever runs this.
    cases.register_bin("cargo", trycmd::schema::Bin::Ignore);
}

/// The README's first command, less its `cargo run` part, gives just the
/// output that is printed there.
#[test]
fn the_first_command_of_the_readme_does_what_it_shows() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, block) = readme.split_once("$ cargo run --release -- ").unwrap();
    let (command, shown) = block.split_once('\n').unwrap();
    let (shown, _) = shown.split_once("\n$ ").unwrap();
    let zermelo = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(command.split_whitespace())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&zermelo.stdout), shown);
}
