//! Games with cycles: values of growing parts of the graph.
//!
//! In: a state. Out: its value, once the known part of the graph determines it.
//!
//! A part is a set of evaluated states and their successors. It is valued twice
//! by the [`judge`]: once as if each state beyond were the best for the first
//! role, once as if it were the worst. If both values are the same, so is the
//! whole graph's. Why: for every threshold, the states from which a side can
//! force at least that much (or keep the other from it for ever) stay the same
//! if some states are replaced by ends of their own values; and they become
//! more, not fewer, if such an end becomes better for that side. The true values
//! of the states beyond lie between the worst and the best. No value of a single
//! state is ever used on another path to it, so cycles cannot mislead.
//!
//! The part grows where the two values differ, nearest states first.

use std::collections::VecDeque;
use std::convert::Infallible;

use game::{GoalValue, Options, Playable, Reward, Rewards, RoleId, Value};
use ground::MoveId;
use judge::{Limits, StateId, Table};
use rustc_hash::FxHashSet;

use super::board::{Board, Field, Halt};
use super::method::{Best, Method};

/// What a state beyond the part counts as.
#[derive(Clone, Debug)]
pub(super) enum Beyond {
    /// An end with these goals.
    Goals(Vec<Vec<GoalValue>>),
    /// Infinite play.
    Loop,
}

impl Beyond {
    /// An end with these rewards, or infinite play if that is what they are.
    pub fn of(rewards: &Rewards, infinite: &Rewards) -> Self {
        match rewards == infinite {
            true => Beyond::Loop,
            false => Beyond::end(rewards.iter().map(Reward::half_points)),
        }
    }

    /// For each role separately the worst and the best of all.
    pub fn each(all: &[Rewards]) -> Option<[Self; 2]> {
        let roles = RoleId::all(all.first()?.role_count());
        let pairs: Vec<(i64, i64)> = roles
            .map(|role| {
                let rewards = || all.iter().map(|it| it[role].half_points());
                Some((rewards().min()?, rewards().max()?))
            })
            .collect::<Option<_>>()?;
        // Half points are rounded outwards, which is safe.
        let worst = pairs.iter().map(|&(worst, _)| worst.div_euclid(2) * 2);
        let best = pairs.iter().map(|&(_, best)| (best + 1).div_euclid(2) * 2);
        Some([Beyond::end(worst), Beyond::end(best)])
    }

    fn end(half_points: impl Iterator<Item = i64>) -> Self {
        let goal = |half: i64| vec![GoalValue::Integer((half / 2) as i32)];
        Beyond::Goals(half_points.map(goal).collect())
    }
}

/// A part of a game.
struct Excerpt<'a, G: Board> {
    game: &'a mut G,
    inside: &'a FxHashSet<G::State>,
    beyond: &'a Beyond,
    /// Some moves for states beyond that count as infinite play.
    idle: &'a [Vec<MoveId>],
}

impl<G: Board> Playable for Excerpt<'_, G> {
    type State = G::State;
    type Move = MoveId;
    type Error = Infallible;

    fn roles(&self) -> &[String] {
        self.game.roles()
    }

    fn initial(&mut self) -> Result<G::State, Infallible> {
        self.game.initial()
    }

    fn prepare(&mut self, states: &[G::State]) {
        self.game.prepare(states);
    }

    fn is_terminal(&mut self, state: &G::State) -> Result<bool, Infallible> {
        match self.inside.contains(state) {
            true => self.game.is_terminal(state),
            false => Ok(matches!(self.beyond, Beyond::Goals(_))),
        }
    }

    fn legal_moves(&mut self, state: &G::State) -> Result<Vec<Vec<MoveId>>, Infallible> {
        match self.inside.contains(state) {
            true => self.game.legal_moves(state),
            false => Ok(self.idle.to_vec()),
        }
    }

    fn successor(&mut self, state: &G::State, joint: &[MoveId]) -> Result<G::State, Infallible> {
        match self.inside.contains(state) {
            true => self.game.successor(state, joint),
            false => Ok(state.clone()),
        }
    }

    fn goals(&mut self, state: &G::State) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        match self.beyond {
            Beyond::Goals(goals) if !self.inside.contains(state) => Ok(goals.clone()),
            _ => self.game.goals(state),
        }
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<G::State> {
        self.game.state_of(fluents)
    }

    fn fluents(&self, state: &G::State) -> Vec<String> {
        self.game.fluents(state)
    }

    fn move_text(&self, mov: &MoveId) -> String {
        self.game.move_text(mov)
    }
}

/// A part's values, at worst and at best.
struct Tables<S> {
    worst: Table<S>,
    best: Table<S>,
}

/// The part that determines the value, and its two tables.
pub(super) struct Excerpts<G: Board> {
    options: Options,
    /// What states beyond count as: the worst and the best for the first role,
    /// or for each role under `guaranteed`.
    beyond: [Beyond; 2],
    /// How many states the first part has.
    first: usize,
    inside: FxHashSet<G::State>,
    tables: Option<Tables<G::State>>,
}

impl<G: Board> Excerpts<G> {
    pub fn new(options: Options, beyond: [Beyond; 2], first: usize) -> Self {
        Excerpts {
            options,
            beyond,
            first,
            inside: FxHashSet::default(),
            tables: None,
        }
    }

    /// Whether a cycle was seen; if not, there may still be one.
    pub fn has_cycle(&self) -> bool {
        let table = self.tables.as_ref().map(|tables| &tables.worst);
        matches!(self.beyond[0], Beyond::Goals(_)) && table.is_some_and(Table::is_cyclic)
    }

    /// The value of a state.
    ///
    /// # Errors
    ///
    /// Those of the judge, as [`Halt::Judge`]; [`Halt::Undecided`] if the whole
    /// graph does not determine the value.
    pub fn solve(
        &mut self,
        field: &mut Field<'_, G>,
        start: &G::State,
    ) -> Result<Value, Halt<G::State>> {
        self.inside = FxHashSet::from_iter([start.clone()]);
        loop {
            (field.progress)(self.inside.len() as u64);
            let worst = self.table(field, start, &self.beyond[0])?;
            let best = self.table(field, start, &self.beyond[1])?;
            let value = worst.entry(StateId::START).value.clone();
            let decided = value == *best.entry(StateId::START).value;
            let next = self.nearest(&worst, &best);
            self.tables = Some(Tables { worst, best });
            match (decided, next.is_empty()) {
                (true, _) => return Ok(value),
                (false, true) => return Err(Halt::Undecided),
                (false, false) => self.inside.extend(next),
            }
        }
    }

    fn table(
        &self,
        field: &mut Field<'_, G>,
        start: &G::State,
        beyond: &Beyond,
    ) -> Result<Table<G::State>, Halt<G::State>> {
        let limits = Limits {
            stop: field.observer.stop.clone(),
            ..Limits::default()
        };
        let game = &mut field.observer.game;
        let idle = idle(game, start);
        let mut excerpt = Excerpt {
            game,
            inside: &self.inside,
            beyond,
            idle: &idle,
        };
        let table = judge::solve(
            &mut excerpt,
            start.clone(),
            &self.options,
            &limits,
            &mut |_| {},
        );
        table.map_err(|error| Halt::Judge(error.into()))
    }

    /// States beyond the part to add: as many as it has, the nearest first, on
    /// paths through states of unknown value.
    fn nearest(&self, worst: &Table<G::State>, best: &Table<G::State>) -> Vec<G::State> {
        let most = self.inside.len().max(self.first);
        // Both tables list the same states in the same order: they differ in the
        // values of the states beyond.
        let graph = worst.graph();
        let mut seen = FxHashSet::from_iter([StateId::START]);
        let mut open = VecDeque::from([StateId::START]);
        let mut found = Vec::new();
        while let Some(id) = open.pop_front().filter(|_| found.len() < most) {
            if !self.inside.contains(graph.state(id)) {
                found.push(graph.state(id).clone());
                continue;
            }
            for &next in graph.successors(id) {
                let unknown = worst.entry(next).value != best.entry(next).value;
                if unknown && seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        found
    }
}

/// The first move of each role at the start.
fn idle<G: Board>(game: &mut G, start: &G::State) -> Vec<Vec<MoveId>> {
    let Ok(legal) = game.legal_moves(start);
    let first = |moves: Vec<MoveId>| moves.into_iter().take(1).collect();
    legal.into_iter().map(first).collect()
}

impl<G: Board> Method<G> for Excerpts<G> {
    fn narrow(
        &mut self,
        field: &mut Field<'_, G>,
        state: &G::State,
        all: Best<G::State>,
    ) -> Result<Best<G::State>, Halt<G::State>> {
        let Best { mover, moves } = all;
        let Some(Tables { worst, best }) = &self.tables else {
            return Ok(Best { mover, moves });
        };
        // A role can rely on what the worst case guarantees; the worst case for
        // the second role is the best for the first, unless each role counts for
        // itself.
        let second = mover == Some(RoleId::new(1));
        let other = second && self.options.model != game::Model::Guaranteed;
        let table = if other { best } else { worst };
        let beyond = &self.beyond[usize::from(other)];
        let id = table.graph().find(state);
        let id = id.filter(|_| self.inside.contains(state));
        let Some(id) = id.filter(|_| mover.is_some()) else {
            return Ok(Best { mover, moves });
        };
        let game = &mut field.observer.game;
        let idle = idle(game, state);
        let mut excerpt = Excerpt {
            game,
            inside: &self.inside,
            beyond,
            idle: &idle,
        };
        let Ok(kept) = table.best_moves(&mut excerpt, id);
        let keeps = |to: &G::State| kept.iter().any(|&(_, id)| table.graph().state(id) == to);
        let moves = moves.into_iter().filter(|(_, to)| keeps(to)).collect();
        Ok(Best { mover, moves })
    }

    /// A state with the same value at worst and at best has exactly that value.
    fn exact(&self, take: &mut dyn FnMut(&G::State, Value)) {
        let Some(Tables { worst, best }) = &self.tables else {
            return;
        };
        for (at_worst, at_best) in worst.iter().zip(best.iter()) {
            let inside = self.inside.contains(at_worst.state);
            let known = at_worst.value == at_best.value && *at_worst.value != Value::Unresolved;
            if inside && known && at_worst.state == at_best.state {
                take(at_worst.state, at_worst.value.clone());
            }
        }
    }

    /// Beyond the part the line is arbitrary play.
    fn keeps_value(&self) -> bool {
        false
    }

    fn looked_at(&self) -> u64 {
        self.inside.len() as u64
    }
}
