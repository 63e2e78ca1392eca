//! The values of an arena: what each state is worth, by its number.
//!
//! In: an [`Arena`] and options. Out: [`Values`], or an error that the worth of
//! infinite play must be given. Not here: which states the numbers stand for,
//! and the passes.

use game::{Count, Level, Model, Options, Value, Warning, infinite_worth};

use crate::StateId;
use crate::arena::{Arena, Endless, Vertices};
use crate::label::{Labels, label};

/// What every state of an arena is worth.
pub struct Values {
    pub(crate) vertices: Vertices,
    pub(crate) labels: Labels,
    pub(crate) model: Model,
    pub(crate) level: Level,
    pub(crate) infinite: Option<Value>,
    pub(crate) warnings: Vec<Warning>,
}

/// Values all states of an arena, for these roles.
///
/// # Errors
///
/// The states from which play can go on for ever, if there are any and the
/// worth of infinite play is unknown.
pub fn value(arena: Arena, roles: &[String], options: &Options) -> Result<Values, Endless> {
    let infinite = match arena.endless() {
        None => None,
        Some(endless) => {
            let given = options.infinite.as_ref();
            let worth = infinite_worth(given, roles.len(), &arena.outcomes);
            Some(worth.ok_or(endless)?)
        }
    };
    let model = options.model.among(roles.len());
    let draws = options.draw_distances;
    let labels = label(&arena, roles.len(), model, draws, infinite.as_ref());
    let unresolved = labels.of.iter().filter(|label| label.is_none()).count();
    let warnings = [
        Warning::goals_out_of_range(&arena.outcomes),
        Warning::idle_options(options, infinite.is_some()),
        Warning::unresolved(unresolved as Count, labels.of.len() as Count),
    ];
    Ok(Values {
        vertices: arena.vertices,
        labels,
        model,
        level: options.level,
        infinite,
        warnings: warnings.into_iter().flatten().collect(),
    })
}

impl Values {
    /// What a state is worth.
    pub fn value(&self, id: StateId) -> &Value {
        match self.labels.of[id.index()] {
            Some(label) => &self.labels.values[label.index()],
            None => &Value::Unresolved,
        }
    }

    /// The number of joint moves until the end, where it has a meaning.
    pub fn distance(&self, id: StateId) -> Option<u64> {
        self.labels.distances[id.index()].map(|it| u64::from(it.get()))
    }

    /// Whether a move from one state to the other is a best move of the first
    /// one's mover.
    pub(crate) fn is_best(&self, from: StateId, to: StateId) -> bool {
        let Some(mover) = self.vertices.mover(from) else {
            return false;
        };
        if let Some(security) = &self.labels.security {
            return security.keeps(mover, from, to);
        }
        let label = self.labels.of[from.index()];
        let distance = self.distance(from);
        let nearer = distance.map(|distance| distance - 1);
        label.is_some()
            && self.labels.of[to.index()] == label
            && (distance.is_none() || self.distance(to) == nearer)
    }
}
