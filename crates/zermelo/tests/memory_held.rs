//! `--memory` holds, also for input that was made to break it.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod held;

/// A file without end, a line of 17 MiB, a sheet of which little becomes much: each
/// took up to five times its limit.
#[test]
fn hostile_input_takes_no_more_memory_than_it_may() {
    let input = held::Input::new(1);
    held::all_are_held(&input, input.hostile());
}

/// It came to its limit after the last layer, and did with less when it was run again:
/// what was freed until then stayed with the allocator.
#[test]
fn what_the_way_forward_has_freed_is_there_on_the_way_back() {
    let folder = tempfile::TempDir::new().unwrap();
    let solved = std::process::Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args([
            "solve",
            "connect-four",
            "--set",
            "width=5",
            "--set",
            "height=4",
        ])
        .args(["--engine", "explicit", "--memory", "24M", "--work"])
        .arg(folder.path().join("work"))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&solved.stderr);
    assert_eq!(solved.status.code(), Some(0), "{error}");
}
