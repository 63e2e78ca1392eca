//! No module of the workspace is in a cycle.

use std::process::Command;

#[test]
fn modules_do_not_use_each_other_in_cycles() {
    let xtask = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["modules", "--cycles"])
        .output()
        .unwrap();
    let cycles = String::from_utf8_lossy(&xtask.stdout);
    assert!(xtask.status.success(), "{cycles}");
}
