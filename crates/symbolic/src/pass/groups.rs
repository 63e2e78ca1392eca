//! Finds the group of fluents by which the layers of a game are best cut into parts.

use ground::FluentId;

use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::task::Task;

/// The group that has a fluent of this name; empty if there is none.
pub(super) fn named(task: &Task<'_>, fluent: &str) -> Vec<FluentId> {
    let name = |it: &FluentId| task.game.fluents()[it.index()] == fluent;
    let mut groups = task.facts.partition().iter();
    let group = groups.find(|group| group.fluents.iter().any(name));
    group.map_or_else(Vec::new, |group| group.fluents.clone())
}

/// The group with the least product of two shares in the nodes of the first large
/// layer, or of the largest if none is large: that of its largest part, which decides
/// how many nodes are needed at once, and that of all its parts together, which decides
/// how much work there is. Empty if no product is below that of the whole layer.
pub(super) fn chosen(engine: &Engine<'_>, task: &Task<'_>) -> Result<Vec<FluentId>, SymbolicError> {
    let layer = large_layer(engine)?;
    let whole = layer.nodes();
    let mut best: (usize, Vec<FluentId>) = (whole * whole, Vec::new());
    for group in task.facts.partition() {
        let sizes = sizes(engine, &layer, &group.fluents);
        let sizes = sizes.map_err(|halt| engine.error(halt, 0))?;
        let most = sizes.iter().max().copied().unwrap_or(whole);
        let product = most * sizes.iter().sum::<usize>();
        if product < best.0 {
            best = (product, group.fluents.clone());
        }
    }
    Ok(best.1)
}

fn sizes(engine: &Engine<'_>, layer: &Set, group: &[FluentId]) -> Result<Vec<usize>, Halt> {
    let parts = engine.cut(layer, &engine.cubes(group)?)?;
    Ok(parts.iter().map(|(_, part)| part.nodes()).collect())
}

fn large_layer(engine: &Engine<'_>) -> Result<Set, SymbolicError> {
    let mut claim = engine.claim()?;
    let mut set = engine.start.clone();
    let mut largest = set.clone();
    let mut layer = 0;
    while !set.is_empty() && largest.nodes() < engine.space.knobs.cut_nodes {
        if set.nodes() > largest.nodes() {
            largest = set.clone();
        }
        engine.check_measure(layer, &set, &mut claim)?;
        let rest = engine.expand(layer, &set);
        let rest = rest.map_err(|it| it.in_layer(engine, layer))?;
        set = engine
            .followers(&rest)
            .map_err(|it| engine.error(it, layer))?;
        layer += 1;
    }
    Ok(largest)
}
