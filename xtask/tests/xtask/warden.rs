//! The warden holds a program to its limits and tells what it used.
#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Runs a line of the shell under the warden, with one second and 256 MiB.
fn guarded(name: &str, line: &str) -> Value {
    let report: PathBuf = [env!("CARGO_TARGET_TMPDIR"), name].iter().collect();
    let status = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["warden", "--cpu", "1", "--memory", "268435456", "--report"])
        .arg(&report)
        .args(["--", "sh", "-c", line])
        .status()
        .unwrap();
    assert!(status.success());
    serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap()
}

#[test]
fn exit_codes_are_told() {
    let report = guarded("code", "exit 7");
    assert_eq!(report["code"], 7);
    assert_eq!(report["signal"], Value::Null);
    assert!(report["cpu_seconds"].as_f64().unwrap() < 0.5);
}

#[test]
fn a_program_ends_at_its_time_even_if_it_will_not() {
    let report = guarded("time", "trap '' XCPU; while :; do :; done");
    assert_eq!(report["signal"], 9);
    let seconds = report["cpu_seconds"].as_f64().unwrap();
    assert!((0.9..1.5).contains(&seconds), "{seconds}");
}

#[test]
fn memory_is_measured_and_bounded() {
    let small = guarded(
        "small",
        "exec dd if=/dev/zero of=/dev/null bs=64M count=1 2>/dev/null",
    );
    assert_eq!(small["code"], 0);
    let peak = small["peak_memory_bytes"].as_u64().unwrap();
    assert!((64 << 20..96 << 20).contains(&peak), "{peak}");
    let large = guarded(
        "large",
        "exec dd if=/dev/zero of=/dev/null bs=300M count=1 2>/dev/null",
    );
    assert_ne!(large["code"], 0);
}
