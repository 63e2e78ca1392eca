//! Solves layer by layer; a state may be in several layers.
//!
//! In: a game with a progress measure, or one in which play always ends. Out: a
//! [`Classification`]. Not here: what is done with one layer (`layered.rs`).

use std::collections::BTreeSet;
use std::convert::Infallible;

use analysis::Apart;
use game::{Level, Model, Options, Rewards, RoleId, Value};
use ground::BitState;
use table::Storage;

use super::classification::{Classification, Findings, Numbers, sum_up};
use super::contest::Contest;
use super::layered::{Buckets, Induction, Key};
use super::pace::Paces;
use super::search::{Duplicates, Found, Step};
use crate::SymbolicError;
use crate::algorithm::Algorithm;
use crate::diagram::Set;
use crate::pass::engine::Engine;
use crate::pass::export::File;
use crate::pass::product::{Parts, refine, together};
use crate::pass::solve;
use crate::pass::summary::{Rated, Valued, always_nearer, initial};
use crate::pass::task::{Progress, Task};
use crate::pass::trouble::Trouble;

/// A layer with its terminal states by rewards.
type Layered = (Step, Vec<(Rewards, Set)>);

/// Works on one layer after the other.
pub(crate) fn by_layers(
    task: &Task<'_>,
    algorithm: Algorithm,
    options: &Options,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Classification, SymbolicError> {
    let refuse = |reason| Err(SymbolicError::Inapplicable { algorithm, reason });
    let claim = task.facts.claim(task.start);
    if algorithm == Algorithm::Layers && claim.is_none() {
        return refuse("no measure of progress was found");
    }
    let plain = options.level != Level::UltraStrong;
    if algorithm == Algorithm::Layers && plain {
        let solved = solve::solve_to(task, options, Storage::Memory, file, progress)?;
        return Ok(Classification {
            layer_states: solved.solution.states,
            spread: Vec::new(),
            solution: solved.solution,
            effort: solved.effort,
        });
    }
    let engine = &Engine::of(task)?;
    let (found, layers, apart) = forward(engine, progress)?;
    if algorithm == Algorithm::Layers && !found.apart {
        return refuse("layers share states");
    }
    let inductions = inductions(engine, options, &layers);
    let (numbers, valued) = backward(engine, &inductions, layers, progress)?;
    let model = options.model;
    let mut worth = |depth: usize, state: &BitState| {
        Ok::<_, Infallible>(valued[depth].of(&engine.encoding, state))
    };
    let Ok(initial) = initial(task.game, task.start, model, &mut worth, &always_nearer);
    let with_distances = options.level == Level::UltraStrong;
    if let Some(file) = file {
        engine.export_valued(file, &valued, apart.as_ref(), with_distances)?;
    }
    let findings = Findings {
        model: options.model,
        level: options.level,
        infinite: None,
        initial,
        with_distances,
    };
    let effort = engine.effort(found.nodes.clone());
    Ok(sum_up(found, findings, &numbers, effort))
}

/// All layers; and the proof that they are apart, if a progress measure is proven or
/// holds in all of their states.
fn forward(
    engine: &Engine<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Found, Vec<Layered>, Option<Apart>), SymbolicError> {
    let duplicates = match engine.has_proven_layers() {
        true => Duplicates::Absent,
        // A measure that is only guessed may be wrong: it is checked below.
        false => Duplicates::Kept,
    };
    let mut claim = engine.claim.clone();
    let mut layers: Vec<Layered> = Vec::new();
    let found = engine.search(duplicates, None, progress, &mut |step| {
        let ends = engine.ends(&step.kinds.terminal, step.layer)?;
        if let Some(checked) = claim.as_mut().filter(|it| !it.is_proven()) {
            let all = engine
                .space
                .or(&step.kinds.terminal, &open(engine, &step)?)?;
            match engine.check_measure(step.layer, &all, checked) {
                Err(SymbolicError::Unsuited(_)) => claim = None,
                checked => checked?,
            }
        }
        layers.push((step, ends));
        Ok(())
    })?;
    let apart = claim.and_then(|claim| claim.apart(layers.len() as u64).ok());
    Ok((found, layers, apart))
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

/// Values all layers, the deepest first; returns the numbers of states by value and
/// distance, and lists to look states up.
fn backward(
    engine: &Engine<'_>,
    inductions: &[Induction<'_>],
    mut layers: Vec<Layered>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Numbers, Vec<Valued>), SymbolicError> {
    let mut numbers = Numbers::new();
    let mut valued = Vec::new();
    let mut buckets = vec![Buckets::new(); inductions.len()];
    while let Some((step, ends)) = layers.pop() {
        let layer = step.layer;
        let mut work = || {
            for (induction, buckets) in inductions.iter().zip(&mut buckets) {
                *buckets = induction.value(&step, &ends, buckets)?;
            }
            let all = engine
                .space
                .or(&step.kinds.terminal, &open(engine, &step)?)?;
            let fresh = combine(engine, inductions, &buckets, &step.fresh)?;
            Ok::<_, Trouble>((fresh, combine(engine, inductions, &buckets, &all)?))
        };
        let (fresh, all) = work().map_err(|it| it.in_layer(engine, layer))?;
        for (key, set) in fresh {
            let (states, _) = engine.counted(&set)?;
            *numbers.entry(key).or_default() += states;
        }
        let (rated, sets): (Vec<Rated>, Vec<Set>) = all.into_iter().unzip();
        let sets = engine.space.list(&sets.iter().collect::<Vec<_>>());
        let nodes = sets.nodes.len() + 1;
        valued.push(Valued { rated, sets });
        progress(Progress::Backward {
            layer,
            nodes,
            disk: 0,
        });
    }
    valued.reverse();
    Ok((numbers, valued))
}

/// The states of a layer that are not terminal.
fn open(engine: &Engine<'_>, step: &Step) -> Result<Set, Trouble> {
    let mut all = engine.space.empty();
    for open in &step.kinds.open {
        all = engine.space.or(&all, open)?;
    }
    Ok(all)
}

/// The states of a set by value and distance, of one induction or of all roles
/// together. Of several, either all have a distance or none.
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
