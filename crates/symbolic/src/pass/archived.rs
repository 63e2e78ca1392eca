//! Work whose results are kept in an archive, in the order of variables that
//! they were found in.

use table::Archive;

use crate::SymbolicError;
use crate::encode::order::Order;
use crate::pass::engine::Engine;
use crate::pass::entries::{layer_name, put_order, read_order};
use crate::pass::task::Task;

/// Encodes a game in the order of the layers that the archive has; if it has
/// none, the order that is taken is put there, so that a later run has no need
/// to look for one.
pub(crate) fn with_archive<'a>(
    task: &Task<'a>,
    archive: &mut Archive<'_>,
) -> Result<Engine<'a>, SymbolicError> {
    let mut task = task.clone();
    if let (Order::Auto, Some(fields)) = (&task.order, read_order(archive)?) {
        task.order = Order::Given(fields);
    }
    let engine = Engine::of(&task)?;
    keep_order(archive, &engine.choice.fields)?;
    Ok(engine)
}

/// Sets of the archive mean nothing in another order than theirs.
fn keep_order(archive: &mut Archive<'_>, fields: &[Vec<String>]) -> Result<(), SymbolicError> {
    match read_order(archive)? {
        Some(known) if known == fields => Ok(()),
        None if !archive.contains(&layer_name(0)) => Ok(put_order(archive, fields)?),
        _ => Err(SymbolicError::OtherOrder),
    }
}
