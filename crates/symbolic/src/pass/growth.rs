//! The room for nodes: little at first, more when that is used up.
//!
//! A space is made for a fixed number of nodes, and a large one costs time and
//! memory even if little is in it. So there are a few spaces, one after the
//! other; what is finished and kept in an archive is not done again.

use table::Archive;

use crate::SymbolicError;
use crate::diagram::Space;
use crate::encode::order::Order;
use crate::encode::portfolio::choose;
use crate::pass::engine::Engine;
use crate::pass::entries::{layer_name, put_order, read_order};
use crate::pass::task::Task;

/// How many nodes the first space has room for.
const FIRST: usize = 1 << 17;
/// How many times as many the next one has.
const GROWTH: usize = 16;

/// Does something in the smallest space that is large enough. It is begun anew
/// in each: what is not to be lost must be in an archive.
pub(crate) fn in_growing_space<'a, T>(
    task: &Task<'a>,
    work: &mut dyn FnMut(&Engine<'a>) -> Result<T, SymbolicError>,
) -> Result<T, SymbolicError> {
    let order = choose(task.game, task.facts, &task.order, &task.stop)?;
    let most = Space::nodes_in(task.memory);
    let mut capacity = FIRST.min(most);
    loop {
        let may_grow = capacity < most;
        let engine = Engine::new(task, order.clone(), capacity, may_grow);
        match engine.and_then(|engine| work(&engine)) {
            Err(SymbolicError::OutOfNodes { .. }) if may_grow => {
                capacity = (capacity * GROWTH).min(most);
            }
            other => return other,
        }
    }
}

/// As [`in_growing_space`], in the order of the layers that the archive has; if
/// it has none, the order that is taken is put there, so that a later run has no
/// need to look for one.
pub(crate) fn with_archive<'a, 's, T>(
    task: &Task<'a>,
    archive: &mut Archive<'s>,
    work: &mut dyn FnMut(&Engine<'a>, &mut Archive<'s>) -> Result<T, SymbolicError>,
) -> Result<T, SymbolicError> {
    let mut task = task.clone();
    if let (Order::Auto, Some(fields)) = (&task.order, read_order(archive)?) {
        task.order = Order::Given(fields);
    }
    in_growing_space(&task, &mut |engine| {
        keep_order(archive, &engine.choice.fields)?;
        work(engine, archive)
    })
}

/// Sets of the archive mean nothing in another order than theirs.
fn keep_order(archive: &mut Archive<'_>, fields: &[Vec<String>]) -> Result<(), SymbolicError> {
    match read_order(archive)? {
        Some(known) if known == fields => Ok(()),
        None if !archive.contains(&layer_name(0)) => Ok(put_order(archive, fields)?),
        _ => Err(SymbolicError::OtherOrder),
    }
}
