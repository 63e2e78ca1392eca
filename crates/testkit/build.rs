//! Looks which folders of published and once faulty sheets lie beside the
//! repository: tests of those that do not are reported as ignored.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for name in ["corpus", "faults"] {
        println!("cargo::rustc-check-cfg=cfg({name})");
        let folder = format!("../../../shared/{name}");
        // Watching a missing folder would rebuild everything each time.
        if Path::new(&folder).is_dir() {
            println!("cargo::rustc-cfg={name}");
            println!("cargo::rerun-if-changed={folder}");
        }
    }
}
