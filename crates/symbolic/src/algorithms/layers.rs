//! Solving layer by layer, in which states may be several times.
//!
//! In: a game with a measure of progress, or one in which play always ends.
//! Out: a [`Classification`]. Not here: what is done with one layer
//! (`layered.rs`).

use std::collections::BTreeSet;

use game::{Level, Model, Rewards, RoleId, Value};

use super::classification::{Classification, Findings, Numbers, Rated, sum_up};
use super::contest::Contest;
use super::layered::{Buckets, Induction, Key};
use super::name::Algorithm;
use super::pace::Paces;
use super::product::{Parts, refine, together};
use super::search::{Duplicates, Found, Step};
use super::solve::Options;
use super::trouble::Trouble;
use crate::SymbolicError;
use crate::diagram::Set;
use crate::pass::engine::Engine;
use crate::pass::solve;
use crate::pass::task::{Progress, Task};

/// A layer with its terminal states by rewards.
type Layered = (Step, Vec<(Rewards, Set)>);

/// Works on one layer after the other.
pub(crate) fn by_layers(
    task: &Task<'_>,
    algorithm: Algorithm,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Classification, SymbolicError> {
    let refuse = |reason| Err(SymbolicError::Inapplicable { algorithm, reason });
    let measure = task.facts.progress.as_ref().filter(|it| it.incremental);
    if algorithm == Algorithm::Layers && measure.is_none() {
        return refuse("no measure of progress was found");
    }
    let plain = options.level != Level::UltraStrong && options.model != Model::Guaranteed;
    if algorithm == Algorithm::Layers && plain {
        let solved = solve::solve(task, options.model, progress)?;
        return Ok(Classification {
            layer_states: solved.solution.states,
            spread: Vec::new(),
            solution: solved.solution,
            effort: solved.effort,
        });
    }
    let engine = Engine::new(task)?;
    let (found, layers) = forward(&engine, progress)?;
    if algorithm == Algorithm::Layers && !found.apart {
        return refuse("layers share states");
    }
    let inductions = inductions(&engine, options, &layers);
    let (numbers, initial) = backward(&engine, &inductions, layers, progress)?;
    let findings = Findings {
        model: options.model,
        level: options.level,
        infinite: None,
        initial,
        with_distances: options.level == Level::UltraStrong,
    };
    Ok(sum_up(found, findings, &numbers, engine.effort()))
}

fn forward(
    engine: &Engine<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Found, Vec<Layered>), SymbolicError> {
    let duplicates = match engine.measure {
        Some(measure) if measure.proven => Duplicates::Absent,
        // A measure that is only guessed shows by what it promises.
        _ => Duplicates::Kept,
    };
    let mut layers: Vec<Layered> = Vec::new();
    let found = engine.search(duplicates, progress, &mut |step| {
        let ends = engine.ends(&step.kinds.terminal, step.layer)?;
        layers.push((step, ends));
        Ok(())
    })?;
    Ok((found, layers))
}

/// By the model, or each role against all others.
fn inductions<'a>(
    engine: &'a Engine<'a>,
    options: &Options,
    layers: &[Layered],
) -> Vec<Induction<'a>> {
    let rewards = layers.iter().flat_map(|(_, ends)| ends);
    let rewards: BTreeSet<&Rewards> = rewards.map(|(rewards, _)| rewards).collect();
    let rewards: Vec<Rewards> = rewards.into_iter().cloned().collect();
    let roles = engine.relations.len();
    let induction = |contest, paces| Induction {
        engine,
        contest,
        paces,
        numbered: options.level == Level::UltraStrong,
    };
    match options.model {
        Model::Guaranteed => RoleId::all(roles)
            .map(|role| Contest::of_role(role, roles, &rewards, None))
            .map(|contest| induction(contest, Paces::None))
            .collect(),
        model => {
            let draws = options.draw_distances;
            let contest = Contest::by_model(model, roles, &rewards, None);
            vec![induction(contest, Paces::Acyclic { draws })]
        }
    }
}

/// Values all layers, the deepest first; tells how many states have which value
/// and distance, and those of the first state.
fn backward(
    engine: &Engine<'_>,
    inductions: &[Induction<'_>],
    mut layers: Vec<Layered>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Numbers, Rated), SymbolicError> {
    let mut numbers = Numbers::new();
    let mut initial = (Value::Unresolved, None);
    let mut buckets = vec![Buckets::new(); inductions.len()];
    while let Some((step, ends)) = layers.pop() {
        let layer = step.layer;
        let mut work = || {
            for (induction, buckets) in inductions.iter().zip(&mut buckets) {
                *buckets = induction.value(&step, &ends, buckets)?;
            }
            combine(engine, inductions, &buckets, &step.fresh)
        };
        let mut nodes = 0;
        for (key, set) in work().map_err(|it| it.in_layer(engine, layer))? {
            let (states, more) = engine.counted(&set)?;
            nodes += more;
            *numbers.entry(key.clone()).or_default() += states;
            // The last layer to come has the first state alone.
            initial = key;
        }
        progress(Progress::Backward { layer, nodes });
    }
    Ok((numbers, initial))
}

/// The states of a set by value and distance, of one induction or of all roles'
/// together. Of several, all have a distance or none has.
fn combine(
    engine: &Engine<'_>,
    inductions: &[Induction<'_>],
    buckets: &[Buckets],
    within: &Set,
) -> Result<Vec<(Rated, Set)>, Trouble> {
    let mut parts: Parts<Rated> = vec![(Vec::new(), within.clone())];
    for (induction, buckets) in inductions.iter().zip(buckets) {
        let named = |key: &Key| {
            let value = induction.contest.values()[key.outcome].clone();
            (value, key.distance)
        };
        let named: Vec<_> = buckets.iter().map(|(key, set)| (named(key), set)).collect();
        let named = named.iter().map(|(name, set)| (name, *set));
        parts = refine(&engine.space, &parts, named)?;
    }
    let parts = parts.into_iter().map(|(names, set)| {
        let (values, distances): (Vec<Value>, Vec<Option<u64>>) = names.into_iter().unzip();
        ((together(&values), distances[0]), set)
    });
    Ok(parts.collect())
}
