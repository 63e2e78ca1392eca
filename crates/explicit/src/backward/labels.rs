//! The values that states can have, as small numbers, and how a mover chooses
//! between two.
//!
//! In: the rewards of all terminal states, the model. Out: for each role a
//! table of the better of two labels, and whether the mover hastens.

use std::cmp::Ordering;

use game::{Model, Rewards, RoleId};
use packed::{Combination, Ends};
use rustc_hash::FxHashMap;

/// The number of a value; [`NO_LABEL`] for none yet.
pub(crate) type Label = u8;

pub(crate) const NO_LABEL: Label = Label::MAX;

/// How a mover chooses among successors with its state's own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Hasten,
    Delay,
    Unnumbered,
}

/// The values, and the roles' choices between them.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    pub values: Vec<Rewards>,
    of: FxHashMap<Combination, Label>,
    /// For each role the better of two labels, by both.
    better: Vec<Box<[Label]>>,
    /// For each role its best label.
    best: Vec<Option<Label>>,
    paces: Vec<Vec<Pace>>,
}

/// Most values that can have labels.
const MAX_LABELS: usize = 255;
/// One row of a table, which makes its index a shift.
const ROW: usize = 256;

impl Labels {
    /// `None` if there are too many different values.
    pub fn new<'a>(
        ends: &Ends,
        combinations: impl Iterator<Item = &'a Combination>,
        roles: usize,
        model: Model,
        draw_distances: bool,
    ) -> Option<Self> {
        let combinations: Vec<&Combination> = combinations.collect();
        let mut values: Vec<Rewards> = combinations.iter().map(|it| ends.rewards(it)).collect();
        values.sort();
        values.dedup();
        if model == Model::Guaranteed {
            close(&mut values, roles)?;
        }
        if values.len() > MAX_LABELS {
            return None;
        }
        let label = |rewards: &Rewards| {
            let place = values.binary_search(rewards);
            place.expect("all values are listed") as Label
        };
        let of = combinations
            .iter()
            .map(|&it| (it.clone(), label(&ends.rewards(it))));
        let of = of.collect();
        let choose = |role| {
            let mut table = vec![NO_LABEL; ROW * ROW].into_boxed_slice();
            for a in 0..values.len() {
                table[ROW * a + usize::from(NO_LABEL)] = a as Label;
                table[ROW * usize::from(NO_LABEL) + a] = a as Label;
                for b in 0..values.len() {
                    table[ROW * a + b] = label(&join(model, role, &values[a], &values[b]));
                }
            }
            table
        };
        let better: Vec<Box<[Label]>> = RoleId::all(roles).map(choose).collect();
        let best = better.iter().map(|table| {
            let is_best = |a: &usize| (0..values.len()).all(|b| table[ROW * a + b] == *a as Label);
            (0..values.len()).find(is_best).map(|best| best as Label)
        });
        let best = best.collect();
        let pace = |role, value| pace(model, draw_distances, role, value);
        let paces = RoleId::all(roles);
        let paces = paces.map(|role| values.iter().map(|value| pace(role, value)).collect());
        let paces = paces.collect();
        Some(Labels {
            values,
            of,
            better,
            best,
            paces,
        })
    }

    /// The label of a terminal state.
    pub fn of(&self, combination: &Combination) -> Label {
        self.of[combination]
    }

    /// The label that a role chooses of two.
    pub fn better(&self, role: RoleId, a: Label, b: Label) -> Label {
        self.better[role.index()][ROW * usize::from(a) + usize::from(b)]
    }

    /// Whether no label is better for the role.
    pub fn is_best(&self, role: RoleId, label: Label) -> bool {
        self.best[role.index()] == Some(label)
    }

    pub fn pace(&self, role: RoleId, label: Label) -> Pace {
        self.paces[role.index()][usize::from(label)]
    }
}

/// The result of a choice between two values.
fn join(model: Model, role: RoleId, a: &Rewards, b: &Rewards) -> Rewards {
    if model == Model::Guaranteed {
        // Security values: the mover picks the better for itself, and against
        // every other role the worse for that role.
        let roles = RoleId::all(a.role_count());
        return Rewards::new(roles.map(|of| match of == role {
            true => a[of].max(b[of]),
            false => a[of].min(b[of]),
        }));
    }
    match model.compare(role, a, b) {
        Ordering::Less => b.clone(),
        _ => a.clone(),
    }
}

/// Adds all values that choices can lead to; `None` if there are too many.
fn close(values: &mut Vec<Rewards>, roles: usize) -> Option<()> {
    let mut place = 0;
    while place < values.len() {
        for other in 0..place {
            for role in RoleId::all(roles) {
                let joined = join(Model::Guaranteed, role, &values[place], &values[other]);
                if !values.contains(&joined) {
                    values.push(joined);
                }
            }
        }
        if values.len() > MAX_LABELS {
            return None;
        }
        place += 1;
    }
    values.sort();
    Some(())
}

/// See docs/semantics.md on distances: the role with the greater reward
/// hastens, the other delays; draws of two roles have no distance.
fn pace(model: Model, draw_distances: bool, role: RoleId, value: &Rewards) -> Pace {
    let all: Vec<_> = value.iter().collect();
    match all.as_slice() {
        _ if model == Model::Guaranteed => Pace::Unnumbered,
        [one, other] if one == other && !draw_distances => Pace::Unnumbered,
        [_, _] if all.iter().any(|&reward| reward > value[role]) => Pace::Delay,
        _ => Pace::Hasten,
    }
}
