//! What all saved things have in common.

use serde_json::Value as Json;

/// Why a saved sum cannot be used: a few words for who reads of a damaged file.
pub type Damage = &'static str;

/// What a position is worth: a nimber, a genus or the place of a game; null where it is not
/// known.
pub(super) type SavedWorth = Json;
