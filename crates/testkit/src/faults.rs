//! Sheets and files that once showed faults, which are not part of the
//! repository.

use std::path::PathBuf;

use crate::beside::beside;

/// The folder `shared/faults` beside the repository.
#[derive(Clone, Debug)]
pub struct Faults {
    root: PathBuf,
}

impl Faults {
    /// The folder; tests get it from [`fault_tests!`](crate::fault_tests).
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub fn open() -> Self {
        Faults {
            root: beside("faults"),
        }
    }

    /// A file in it.
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub fn file(&self, name: &str) -> PathBuf {
        let path = self.root.join(name);
        assert!(path.is_file(), "{} is missing", path.display());
        path
    }
}

/// Makes a test of each function that takes the [`Faults`].
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

/// Makes a test of each function that takes the [`Faults`]: there
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
