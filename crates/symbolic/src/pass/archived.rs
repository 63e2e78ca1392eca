//! Encodes a game in the order of variables of the layers in its archive.

use table::Archive;

use crate::SymbolicError;
use crate::encode::order::Order;
use crate::pass::engine::Engine;
use crate::pass::entries::{layer_name, put_order, read_order};
use crate::pass::task::Task;

/// Encodes a game in the order of the layers that the archive has. If it has none, the
/// order that is taken is stored there, so that a later run need not search for one.
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

/// Stores the order, or checks that it is the stored one: in another order the sets of
/// the archive mean nothing.
fn keep_order(archive: &mut Archive<'_>, fields: &[Vec<String>]) -> Result<(), SymbolicError> {
    match read_order(archive)? {
        Some(known) if known == fields => Ok(()),
        None if !archive.contains(&layer_name(0)) => Ok(put_order(archive, fields)?),
        _ => Err(SymbolicError::OtherOrder),
    }
}
