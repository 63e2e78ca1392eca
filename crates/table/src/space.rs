//! Which errors of the system mean that there is no room left.

use std::io;

/// Whether there would be no error with more room: on the disk, within the user's
/// quota, or within the limit on the size of files.
pub(crate) fn is_about_space(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_space_are_told_apart() {
        use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, StorageFull};
        for (kind, full) in [
            (StorageFull, true),
            (QuotaExceeded, true),
            (FileTooLarge, true),
            (PermissionDenied, false),
        ] {
            assert_eq!(is_about_space(&kind.into()), full, "{kind:?}");
        }
    }
}
