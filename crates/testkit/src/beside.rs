//! Tests that need a folder beside the repository, and are reported as ignored
//! if it is missing.
//!
//! Whether it exists is checked when this crate is built: only then can the
//! test harness count a test as ignored. A folder that is removed is noticed;
//! after adding one, `touch crates/testkit/build.rs`.

use std::path::{Path, PathBuf};

/// A folder of `shared` beside the repository.
///
/// # Panics
///
/// When it is missing.
pub(crate) fn beside(name: &str) -> PathBuf {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = shared.join(name);
    assert!(
        folder.is_dir(),
        "there is no shared/{name} beside the repository"
    );
    folder
}

/// A test for each function: `open` makes its argument, `when` says whether it
/// is run.
#[doc(hidden)]
#[macro_export]
macro_rules! tests_beside {
    ($module:ident, $open:path, #[$when:meta], [$($name:ident)*], [$($slow:ident)*]) => {
        mod $module {
            $(
                #[test]
                #[$when]
                fn $name() {
                    super::$name(&$open());
                }
            )*
            $(
                #[test]
                #[ignore = "slow: run with --include-ignored"]
                fn $slow() {
                    super::$slow(&$open());
                }
            )*
        }
    };
}
