//! Opens what was written.

use std::path::Path;

use play::SolvedGame;
use table::solution::DEFAULT_CACHE;

use crate::error::Error;
use crate::limits::Limits;

/// Opens a solution file, to be asked and played from. What was read of it stays in up
/// to a quarter of the memory, and not more than a file is known to need.
///
/// # Errors
///
/// [`Error::Play`] if it cannot be read.
pub fn open(path: &Path, limits: &Limits) -> Result<SolvedGame, Error> {
    let share = usize::try_from(limits.memory.bytes() / 4).unwrap_or(usize::MAX);
    let solved = SolvedGame::open(path, share.min(DEFAULT_CACHE), limits.stop.clone())?;
    Ok(solved)
}
