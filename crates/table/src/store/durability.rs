//! When written entries are on the disk.

/// When a finished entry must be on the disk.
///
/// Either way it survives the end of the process, however sudden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Before `finish` returns: it then survives a power failure too. This
    /// takes milliseconds.
    Now,
    /// At the next [`Store::sync`](super::Store::sync); if the power fails
    /// before, the entry may be missing afterwards, but never wrong.
    Later,
}

/// Whether the manifest and the folder itself are known to be on the disk.
#[derive(Debug, Default)]
pub(super) struct Settled(pub bool);
