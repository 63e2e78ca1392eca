//! `--memory` holds, also for input that was made to break it.

mod held;
mod peak;

use tempfile::TempDir;
use testkit::{Faults, fault_tests};

fault_tests!(to_make_rules_ground_takes_no_more_memory_than_it_may);

/// A file without end, a line of 17 MiB, a sheet of which little becomes much: each
/// took up to five times its limit.
#[test]
fn hostile_input_takes_no_more_memory_than_it_may() {
    let input = held::Input::new(1);
    held::all_are_held(&input, &input.hostile());
}

/// It came to its limit after the last layer, and did with less when it was run again:
/// what was freed until then stayed with the allocator.
#[test]
fn what_the_way_forward_has_freed_is_there_on_the_way_back() {
    let folder = TempDir::new().unwrap();
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

#[test]
#[ignore = "forty runs, several minutes"]
fn no_command_takes_more_memory_than_it_may() {
    let input = held::Input::new(2);
    let runs = [input.hostile(), input.large()].concat();
    held::all_are_held(&input, &runs);
}

fn to_make_rules_ground_takes_no_more_memory_than_it_may(faults: &Faults) {
    let sheet = faults.file("memory-overshoot.kif");
    let folder = TempDir::new().unwrap();
    let arguments = ["ground", sheet.to_str().unwrap(), "--memory", "400M"];
    let ground = peak::measure(folder.path(), &arguments);
    assert_eq!(ground.code, Some(4), "{ground:?}");
    let allowed = (400 << 20) / 10 * 11 + 64_000_000;
    assert!(ground.peak <= allowed, "{ground:?} instead of {allowed}");
}
