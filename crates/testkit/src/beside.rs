//! Tests that need a folder beside the repository, and say so in the summary
//! of a run where it is missing.
//!
//! Whether it is there was found out when this crate was built: only then can
//! the test harness count a test as ignored. A folder that goes is noticed; for
//! one that comes, `touch crates/testkit/build.rs`.

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

/// Makes a test of each function that takes the [`Corpus`](crate::Corpus).
///
/// `corpus_tests!(one, another; slow: third)`; slow ones are run when asked for.
/// Without a corpus all of them are ignored, with that reason.
#[cfg(corpus)]
#[macro_export]
macro_rules! corpus_tests {
    ($($name:ident),* $(; slow: $($slow:ident),*)?) => {
        $crate::tests_beside!(
            on_corpus, $crate::Corpus::open, #[cfg(test)], [$($name)*], [$($($slow)*)?]
        );
    };
}

/// Makes a test of each function that takes the [`Corpus`](crate::Corpus): there
/// is none, so they are ignored.
#[cfg(not(corpus))]
#[macro_export]
macro_rules! corpus_tests {
    ($($name:ident),* $(; slow: $($slow:ident),*)?) => {
        $crate::tests_beside!(
            on_corpus,
            $crate::Corpus::open,
            #[ignore = "there was no shared/corpus beside the repository"],
            [$($name)*],
            [$($($slow)*)?]
        );
    };
}

/// Makes a test of each function that takes the [`Faults`](crate::Faults).
///
/// Without that folder all of them are ignored, with that reason.
#[cfg(faults)]
#[macro_export]
macro_rules! fault_tests {
    ($($name:ident),* $(,)?) => {
        $crate::tests_beside!(
            on_faults, $crate::Faults::open, #[cfg(test)], [$($name)*], []
        );
    };
}

/// Makes a test of each function that takes the [`Faults`](crate::Faults): there
/// are none, so they are ignored.
#[cfg(not(faults))]
#[macro_export]
macro_rules! fault_tests {
    ($($name:ident),* $(,)?) => {
        $crate::tests_beside!(
            on_faults,
            $crate::Faults::open,
            #[ignore = "there was no shared/faults beside the repository"],
            [$($name)*],
            []
        );
    };
}
