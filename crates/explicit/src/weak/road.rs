//! From a game to its weak solution.
//!
//! In: a task. Out: the value of its start, and a [`Strategy`]. The method depends on
//! the roles: see [`crate::weak`].

use game::{Count, Options, Playable, Rewards, Value, Warning};
use packed::{PackedGame, words_needed};

use super::board::{Board, Field, Halt, Observer};
use super::contest::Contest;
use super::excerpt::Excerpts;
use super::fault::error;
use super::induction::Induction;
use super::line::initial;
use super::method::Method;
use super::plan::Plan;
use super::ranks::Ranks;
use super::setup::Setup;
use super::solution::{Algorithm, Weak, WeakSolution};
use super::strategy::{Player, Strategy};
use crate::ExplicitError;
use crate::progress::Progress;
use crate::task::Task;

type Result<T> = std::result::Result<T, ExplicitError>;

/// Finds the value of a game's start and a strategy for it, visiting as few states as
/// it can. Tables that can drop entries keep within the task's memory.
///
/// # Errors
///
/// As [`crate::solve()`]; [`ExplicitError::NotWeakly`] for games with cycles whose
/// roles are not opposed.
pub fn solve_weakly<'a>(
    task: Task<'a>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Weak<'a>> {
    let roles = task.game.game().roles().len();
    game::check_infinite(options.infinite.as_ref(), roles)?;
    match words_needed(task.game.game(), task.facts.partition()) {
        1 => packed::<1>(task, options, progress),
        2 => packed::<2>(task, options, progress),
        3 | 4 => packed::<4>(task, options, progress),
        5..=8 => packed::<8>(task, options, progress),
        _ => unpacked(task, options, progress),
    }
}

fn packed<'a, const W: usize>(
    task: Task<'a>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Weak<'a>> {
    let groups = task.facts.partition();
    let setup = Setup::new(&task, options);
    // Only a trial shows whether rules can be specialised, and it borrows the
    // simulator.
    if task.game.game().circuit().loops().is_empty() {
        let game = PackedGame::<W>::new(task.game, groups, &task.knobs.packed);
        return run(
            game.expect("rules without loops can be specialised"),
            setup,
            progress,
        );
    }
    run(task.game.clone(), setup, progress)
}

fn unpacked<'a>(
    task: Task<'a>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Weak<'a>> {
    let setup = Setup::new(&task, options);
    run(task.game.clone(), setup, progress)
}

/// A value with the method that found it.
struct Found<'a, G: Board> {
    value: Value,
    algorithm: Algorithm,
    infinite: Option<Value>,
    cyclic: Option<bool>,
    /// The outcomes that occur, or may occur.
    outcomes: Vec<Rewards>,
    method: Box<dyn Method<G> + 'a>,
}

/// Why there is no value, and the number of states visited by then.
type Missed<G> = (Halt<<G as Playable>::State>, u64);

type Searched<'a, G> = std::result::Result<Found<'a, G>, Missed<G>>;

fn run<'a, G: Board + 'a>(
    game: G,
    setup: Setup,
    progress: &mut dyn FnMut(Progress),
) -> Result<Weak<'a>>
where
    G::State: 'a,
{
    let start = game.pack_bits(&setup.start);
    let mut observer = Observer {
        game,
        stop: setup.stop.clone(),
    };
    let mut trail = Vec::new();
    let mut field = Field {
        observer: &mut observer,
        trail: &mut trail,
        progress: &mut |visited| progress(Progress::Search { visited }),
    };
    let solved = search(&mut field, &setup, &start).and_then(|mut found| {
        let value = found.value.clone();
        let initial = initial(found.method.as_mut(), &mut field, &start, value);
        let (initial, line) = initial.map_err(|halt| (halt, found.method.looked_at()))?;
        Ok((found, initial, line))
    });
    let (found, initial, mut line) = match solved {
        Ok(solved) => solved,
        Err((halt, visited)) => return Err(error(&mut observer, &trail, halt, visited)),
    };
    if !found.method.keeps_value() {
        line.truncate(1);
    }
    let goals = Warning::goals_out_of_range(&found.outcomes);
    let mut warnings: Vec<Warning> = goals.into_iter().collect();
    if found.cyclic == Some(false) {
        warnings.extend(Warning::idle_options(&setup.options, false));
    }
    Ok(Weak {
        solution: WeakSolution {
            model: setup.options.model,
            algorithm: found.algorithm,
            infinite: found.infinite,
            cyclic: found.cyclic,
            visited: Count::from(found.method.looked_at()),
            initial,
            warnings,
        },
        strategy: Strategy::new(Player {
            observer,
            method: found.method,
            packing: setup.packing,
            line,
            value: found.value,
            most_exact: (setup.table_bytes / 3 / setup.knobs.exact_bytes) as usize,
        }),
    })
}

fn search<'a, G: Board + 'a>(
    field: &mut Field<'_, G>,
    setup: &Setup,
    start: &G::State,
) -> Searched<'a, G> {
    if setup.roles == 1 {
        return plan(field, setup, start);
    }
    if setup.always_ends {
        return match setup.orders() {
            Some(orders) => contest(field, setup, start, orders),
            None => induction(field, setup, start),
        };
    }
    match excerpts(field, setup, start) {
        Err((Halt::Unsuited(why), _)) => on_all_states(field, setup, start, why),
        found => found,
    }
}

/// For games where play is not proven to end, and the worth of infinite play is
/// unknown: all states are visited, to check that play never returns to one.
///
/// A guessed progress measure does not help: a search that leaves anything out may
/// leave out the move that refutes it.
fn on_all_states<'a, G: Board + 'a>(
    field: &mut Field<'_, G>,
    setup: &Setup,
    start: &G::State,
    why: &'static str,
) -> Searched<'a, G> {
    let found = match induction(field, setup, start) {
        Err((Halt::Cycle, visited)) => return Err((Halt::Unsuited(why), visited)),
        found => found?,
    };
    let found = match setup.orders() {
        Some(orders) => contest(field, setup, start, orders)?,
        None => found,
    };
    Ok(Found {
        cyclic: Some(false),
        ..found
    })
}

fn plan<'a, G: Board + 'a>(
    field: &mut Field<'_, G>,
    setup: &Setup,
    start: &G::State,
) -> Searched<'a, G> {
    let mut plan = Plan::new(setup.rewards[0].last().copied());
    let made = plan.make(field, start);
    made.map_err(|halt| (halt, plan.looked_at()))?;
    let reward = plan.reward().map(|reward| Rewards::new([reward]));
    Ok(Found {
        value: reward.clone().map_or(Value::Infinite, Value::Rewards),
        algorithm: Algorithm::Plan,
        infinite: None,
        cyclic: setup.cyclic(),
        outcomes: reward.into_iter().collect(),
        method: Box::new(plan),
    })
}

fn contest<'a, G: Board + 'a>(
    field: &mut Field<'_, G>,
    setup: &Setup,
    start: &G::State,
    (orders, opposed): (Vec<Ranks>, bool),
) -> Searched<'a, G> {
    let possible = opposed.then(|| setup.possible());
    let mut contest = Contest::new(orders, possible, start, setup.table_bytes);
    let value = contest.solve(field, start);
    let value = value.map_err(|halt| (halt, Method::<G>::looked_at(&contest)))?;
    Ok(Found {
        value: Value::Rewards(value.clone()),
        algorithm: Algorithm::AlphaBeta,
        infinite: None,
        cyclic: setup.cyclic(),
        outcomes: vec![value],
        method: Box::new(contest),
    })
}

fn induction<'a, G: Board + 'a>(
    field: &mut Field<'_, G>,
    setup: &Setup,
    start: &G::State,
) -> Searched<'a, G> {
    let (model, bytes) = (setup.options.model, setup.table_bytes);
    let mut induction = match setup.always_ends {
        true => Induction::new(model, setup.roles, setup.possible.as_deref(), start, bytes),
        false => Induction::on_all_states(model, setup.roles, start, bytes),
    };
    let value = induction.value(field, start);
    let value = value.map_err(|halt| (halt, Method::<G>::looked_at(&induction)))?;
    Ok(Found {
        value: Value::Rewards(value),
        algorithm: Algorithm::Induction,
        infinite: None,
        cyclic: setup.cyclic(),
        outcomes: induction.outcomes().to_vec(),
        method: Box::new(induction),
    })
}

fn excerpts<'a, G: Board + 'a>(
    field: &mut Field<'_, G>,
    setup: &Setup,
    start: &G::State,
) -> Searched<'a, G> {
    let refuse = |why| (Halt::Unsuited(why), 0);
    let worth = setup.worth().ok_or_else(|| {
        refuse("play may go on for ever, and what that is worth is not known beforehand")
    })?;
    let beyond = setup.beyond(&worth).ok_or_else(|| {
        refuse("play may go on for ever, and its roles are not known to be opposed")
    })?;
    let options = Options {
        infinite: Some(worth.clone()),
        draw_distances: false,
        ..setup.options.clone()
    };
    let mut excerpts = Excerpts::new(options, beyond, setup.knobs.first_excerpt);
    let value = excerpts.solve(field, start);
    let value = value.map_err(|halt| (halt, excerpts.looked_at()))?;
    Ok(Found {
        outcomes: match &value {
            Value::Rewards(rewards) => vec![rewards.clone()],
            _ => Vec::new(),
        },
        value,
        algorithm: Algorithm::Excerpts,
        infinite: Some(Value::Rewards(worth)),
        cyclic: excerpts.has_cycle().then_some(true),
        method: Box::new(excerpts),
    })
}
