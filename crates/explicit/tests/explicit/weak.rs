//! Weak solving gives the judge's value, with moves that keep it, and visits few
//! states: on the games of the library, on published sheets and on random games, by
//! every model, from other positions, with tables that are far too small.

use std::cmp::Ordering;

use analysis::Facts;
use explicit::{Algorithm, ExplicitError, Strategy as Moves, Task, Weak, WeakSolution};
use game::{Level, Model, Obstacle, Options, Playable, Rewards, RoleId, Stop, StopReason, Value};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use judge::{Limits, StateId, Table};
use proptest::prelude::*;
use table::solution::{About, SolutionFile, SolutionWriter, Subject, Terms};
use testkit::{Corpus, Style, corpus_tests, library_rules, load, random_game};

corpus_tests!(published_sheets_have_the_value_that_the_judge_finds);

/// Most states of the games that the judge solves here.
const MAX_STATES: u64 = 6_000;

/// Bytes with room for every game here, and with almost none.
const LARGE: u64 = 1 << 30;
const TINY: u64 = 0;

const MODELS: [Model; 3] = [Model::Own, Model::Difference, Model::Guaranteed];

fn library_game(name: &str, settings: &[(&str, &str)]) -> Simulator {
    simulator(&library_rules(name, settings)).unwrap()
}

fn simulator(rules: &Rules) -> Option<Simulator> {
    let mut budget = ground::Budget::new(Stop::new());
    budget.instances = 200_000;
    Some(Simulator::new(GroundGame::new(rules, &budget).ok()?))
}

fn facts(game: &Simulator) -> Facts {
    analysis::analyse(game.game(), &analysis::Budget::new(Stop::new())).unwrap()
}

fn options(model: Model, infinite: Option<Rewards>) -> Options {
    Options {
        model,
        infinite,
        draw_distances: false,
        level: Level::Weak,
    }
}

fn task<'a>(game: &'a mut Simulator, facts: &'a Facts, start: BitState, stop: Stop) -> Task<'a> {
    Task {
        memory: LARGE,
        stop,
        ..Task::new(game, facts, start)
    }
}

fn solve<'a>(
    game: &'a mut Simulator,
    facts: &'a Facts,
    start: BitState,
    options: &Options,
    bytes: u64,
) -> Result<Weak<'a>, ExplicitError> {
    let mut task = task(game, facts, start, Stop::new());
    task.memory = bytes;
    explicit::solve_weakly(task, options, &mut |_| {})
}

/// How many games were compared, and how many of them by which algorithm.
#[derive(Default)]
struct Tally {
    algorithms: Vec<Algorithm>,
    /// How many states were found in files.
    exact: usize,
}

impl Tally {
    fn count(&self, algorithm: Algorithm) -> usize {
        self.algorithms
            .iter()
            .filter(|&&it| it == algorithm)
            .count()
    }

    /// Solves a game by both, from the start and from a state on the way.
    fn compare(&mut self, name: &str, game: &Simulator, options: &Options) {
        let limits = Limits {
            max_states: Some(MAX_STATES),
            ..Limits::default()
        };
        let mut judged = game.clone();
        let Ok(start) = judged.initial();
        let table = match judge::solve(&mut judged, start, options, &limits, &mut |_| {}) {
            Ok(table) => table,
            // The search may not see what is wrong with the game.
            Err(_) => return,
        };
        let facts = facts(game);
        let inner = table
            .graph()
            .ids()
            .filter(|&id| !table.graph().is_terminal(id));
        let later = inner.skip(1).step_by(7).take(2);
        for id in [StateId::START].into_iter().chain(later) {
            for bytes in [LARGE, TINY] {
                let what = format!("{name}, {}, state {id:?}, {bytes} bytes", options.model);
                self.check(&what, game, &facts, &table, id, options, bytes);
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "all of it varies")]
    fn check(
        &mut self,
        what: &str,
        game: &Simulator,
        facts: &Facts,
        table: &Table<BitState>,
        start: StateId,
        options: &Options,
        bytes: u64,
    ) {
        let mut game = game.clone();
        let mut player = game.clone();
        let state = table.graph().state(start).clone();
        let Weak {
            solution,
            mut strategy,
        } = match solve(&mut game, facts, state, options, bytes) {
            Ok(weak) => weak,
            Err(ExplicitError::NotWeakly(_)) => {
                assert_eq!(solvable(facts, table), None, "{what}");
                return;
            }
            Err(error) => panic!("{what}: {error}"),
        };
        let value = table.entry(start).value;
        assert_eq!(&solution.initial.value, value, "{what}");
        assert_eq!(solution.initial.mover, table.graph().mover(start), "{what}");
        if bytes == LARGE {
            let reachable = table.graph().state_count();
            assert!(solution.visited <= u128::from(reachable), "{what}");
        }
        if solution.cyclic == Some(true) {
            assert!(table.is_cyclic(), "{what}");
        }
        self.algorithms.push(solution.algorithm);
        if start == StateId::START {
            self.exact += check_file(what, &player, table, &solution, &strategy);
        }
        let keeps = kept(&mut player, table, start);
        for mov in &solution.initial.best_moves {
            assert!(keeps.contains(mov), "{what}: {mov} is not among {keeps:?}");
        }
        let mut play = Play {
            game: player,
            table,
            strategy: &mut strategy,
            what,
        };
        match solution.algorithm {
            Algorithm::Induction | Algorithm::Plan => play.together(start, value),
            _ => play.against_all(start, value),
        }
    }
}

/// Checks that every state of a weak solution's file has the judge's value, and that
/// the first is there; returns their number.
fn check_file(
    what: &str,
    game: &Simulator,
    table: &Table<BitState>,
    solution: &WeakSolution,
    strategy: &Moves<'_>,
) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weak.solution");
    let mut writer = SolutionWriter::create(&path, what, 1 << 24).unwrap();
    strategy.write(&mut writer).unwrap();
    let subject = Subject {
        roles: game.roles().to_vec(),
        ..Subject::default()
    };
    let terms = Terms {
        model: solution.model,
        level: Level::Weak,
        infinite: solution.infinite.clone(),
        cyclic: solution.cyclic,
    };
    writer.finish(About::part(subject, terms)).unwrap();
    let file = SolutionFile::open(&path, 1 << 24).unwrap();
    let mut game = game.clone();
    let mut ids = Vec::new();
    for state in file.states(0) {
        let (key, outcome) = state.unwrap();
        let held = file.encoding().decode(&key).unwrap();
        let names = file.encoding().fluents();
        let fluents: Vec<String> = held.iter().map(|&it| names[it as usize].clone()).collect();
        let state = game.state_of(&fluents).unwrap();
        let id = table.graph().find(&state);
        let id = id.unwrap_or_else(|| panic!("{what}: {fluents:?} cannot be reached"));
        let (told, right) = (file.outcome(outcome), table.entry(id).value);
        assert_eq!(
            (&told.value, told.distance),
            (right, None),
            "{what}: {fluents:?}"
        );
        ids.push(id);
    }
    assert!(ids.contains(&StateId::START), "{what}");
    ids.len()
}

/// Why the game has to be solved: play always ends, as is proven.
fn solvable(facts: &Facts, table: &Table<BitState>) -> Option<bool> {
    let proven = facts
        .progress
        .as_ref()
        .filter(|progress| progress.is_proven());
    proven.map(|_| table.is_cyclic())
}

/// The moves that keep the value, in as many moves as it takes.
fn kept(game: &mut Simulator, table: &Table<BitState>, id: StateId) -> Vec<String> {
    let Some(mover) = table.graph().mover(id) else {
        return Vec::new();
    };
    let worth = |id: StateId| match table.entry(id).value {
        Value::Rewards(rewards) if table.model() == Model::Guaranteed => {
            Value::Rewards(Rewards::new([rewards[mover]]))
        }
        value => value.clone(),
    };
    let Ok(legal) = game.legal_moves(table.graph().state(id));
    let mut joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
    let mut kept = Vec::new();
    for &mov in &legal[mover.index()] {
        joint[mover.index()] = mov;
        let Ok(next) = game.successor(table.graph().state(id), &joint);
        if worth(table.graph().find(&next).unwrap()) == worth(id) {
            kept.push(game.move_text(&mov));
        }
    }
    kept
}

/// Plays a strategy.
struct Play<'a, 'b> {
    game: Simulator,
    table: &'a Table<BitState>,
    strategy: &'a mut Moves<'b>,
    what: &'a str,
}

impl Play<'_, '_> {
    /// Where the strategy leads; `None` where nobody has a choice.
    fn reply(&mut self, id: StateId) -> Option<StateId> {
        let state = self.table.graph().state(id);
        let mov = self.strategy.choose(state).unwrap()?;
        let mover = self.table.graph().mover(id).unwrap();
        let Ok(legal) = self.game.legal_moves(state);
        assert!(legal[mover.index()].contains(&mov), "{}", self.what);
        let mut joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
        joint[mover.index()] = mov;
        let Ok(next) = self.game.successor(state, &joint);
        self.table.graph().find(&next)
    }

    /// If all roles follow it, the value is reached.
    fn together(&mut self, start: StateId, value: &Value) {
        let mut at = start;
        for _ in 0..=self.table.graph().state_count() {
            if let Some(rewards) = self.table.graph().rewards(at) {
                assert_eq!(&Value::Rewards(rewards.clone()), value, "{}", self.what);
                return;
            }
            let forced = self.table.graph().successors(at)[0];
            at = self.reply(at).unwrap_or(forced);
        }
        assert_eq!(value, &Value::Infinite, "{}", self.what);
    }

    /// A role that follows it gets its reward, whatever the others do.
    fn against_all(&mut self, start: StateId, value: &Value) {
        let Value::Rewards(value) = value else {
            panic!("{}: {value:?}", self.what)
        };
        for role in RoleId::all(value.role_count()) {
            self.alone(role, start, value);
        }
    }

    fn alone(&mut self, role: RoleId, start: StateId, value: &Rewards) {
        let enough =
            |rewards: &Rewards, model: Model| model.compare(role, rewards, value) != Ordering::Less;
        let graph = self.table.graph();
        // For each state: unseen, on the path, finished.
        let mut seen = vec![0_u8; graph.state_count() as usize];
        let mut way = vec![(start, vec![start])];
        while let Some((at, open)) = way.last_mut() {
            let Some(next) = open.pop() else {
                seen[at.index()] = 2;
                way.pop();
                continue;
            };
            match seen[next.index()] {
                0 => seen[next.index()] = 1,
                1 => {
                    let Some(Value::Rewards(worth)) = self.table.infinite() else {
                        panic!("{}: a cycle", self.what)
                    };
                    assert!(enough(worth, self.table.model()), "{}", self.what);
                    continue;
                }
                _ => continue,
            }
            if let Some(rewards) = graph.rewards(next) {
                assert!(enough(rewards, self.table.model()), "{}", self.what);
            }
            let replies = match graph.mover(next) == Some(role) {
                true => vec![self.reply(next).unwrap()],
                false => graph.successors(next).to_vec(),
            };
            way.push((next, replies));
        }
    }
}

#[test]
fn library_games_have_the_value_that_the_judge_finds() {
    let mut tally = Tally::default();
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        let Some(game) = simulator(&rules) else {
            continue;
        };
        for model in MODELS {
            tally.compare(entry.name(), &game, &options(model, None));
        }
    }
    for (algorithm, least) in [
        (Algorithm::AlphaBeta, 60),
        (Algorithm::Induction, 6),
        (Algorithm::Plan, 12),
        (Algorithm::Excerpts, 6),
    ] {
        let count = tally.count(algorithm);
        assert!(count >= least, "{algorithm:?}: {count}");
    }
}

fn published_sheets_have_the_value_that_the_judge_finds(corpus: &Corpus) {
    let sheets = corpus.games();
    let mut tally = Tally::default();
    for row in corpus.inventory() {
        let small = |states| states <= MAX_STATES;
        if !row.reachable_states.is_some_and(small) {
            continue;
        }
        let sheet = sheets.iter().find(|sheet| sheet.name == row.file).unwrap();
        let Some(game) = simulator(&load(&sheet.bytes)) else {
            continue;
        };
        for model in MODELS {
            tally.compare(&row.file, &game, &options(model, None));
        }
    }
    assert!(tally.algorithms.len() >= 60, "{}", tally.algorithms.len());
}

/// The number of states visited.
fn visited(name: &str, settings: &[(&str, &str)], value: &[i32]) -> u128 {
    let mut game = library_game(name, settings);
    let facts = facts(&game);
    let Ok(start) = game.initial();
    let options = options(Model::Difference, None);
    let weak = solve(&mut game, &facts, start, &options, LARGE).unwrap();
    let value = Value::Rewards(Rewards::from_points(value));
    assert_eq!(weak.solution.initial.value, value, "{name}");
    weak.solution.visited
}

#[test]
fn few_states_are_looked_at() {
    // Of 161,029 that can be reached.
    let board = [("width", "4"), ("height", "4")];
    let looked_at = visited("connect-four", &board, &[50, 50]);
    assert!(looked_at <= 161_029 / 20, "connect-four: {looked_at}");
    // Of 5,478.
    let looked_at = visited("tic-tac-toe", &[], &[50, 50]);
    assert!(looked_at <= 5_478 / 3, "tic-tac-toe: {looked_at}");
}

#[test]
#[ignore = "takes some seconds in a release build"]
fn a_twentieth_of_connect_four_on_five_by_five_is_enough() {
    let board = [("width", "5"), ("height", "5")];
    let looked_at = visited("connect-four", &board, &[50, 50]);
    assert!(looked_at <= 69_763_700 / 20, "{looked_at}");
}

#[test]
fn a_stop_is_heeded() {
    let mut game = library_game("connect-four", &[]);
    let facts = facts(&game);
    let Ok(start) = game.initial();
    let stop = Stop::new();
    let asked = stop.clone();
    let task = task(&mut game, &facts, start, stop);
    let options = options(Model::Difference, None);
    let weak = explicit::solve_weakly(task, &options, &mut |_| {
        asked.request(StopReason::Time);
    });
    let reason = match weak.err() {
        Some(ExplicitError::SearchStopped { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason, StopReason::Time);
}

#[test]
fn simultaneous_moves_are_refused_with_the_way_there() {
    let rules = load(
        b"(role a) (role b) (init p) (<= (legal ?r l) (role ?r)) (<= (legal ?r m) (role ?r))
          (<= (next (q ?x ?y)) (does a ?x) (does b ?y)) (<= terminal (not (true p)))
          (<= (goal a 100) (true (q l l))) (<= (goal a 0) (not (true (q l l))))
          (<= (goal b 0) (true (q l l))) (<= (goal b 100) (not (true (q l l))))",
    );
    let mut game = simulator(&rules).unwrap();
    let facts = facts(&game);
    let Ok(start) = game.initial();
    let options = options(Model::Difference, Some(Rewards::from_points(&[50, 50])));
    match solve(&mut game, &facts, start, &options, LARGE).err() {
        Some(ExplicitError::Obstacle(Obstacle::Simultaneous { roles, .. })) => {
            assert_eq!(roles, ["a", "b"]);
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn random_games_have_the_value_that_the_judge_finds(
        game in random_game(),
        model in prop::sample::select(&MODELS),
        infinite in prop::option::of(prop::collection::vec(0..=100, 3)),
    ) {
        let infinite = infinite.filter(|_| game.roles > 1);
        let infinite = infinite.map(|points| Rewards::from_points(&points[..game.roles]));
        let mut tally = Tally::default();
        for style in [Style::Named, Style::Binary] {
            let rules = load(game.to_gdl(style));
            let simulator = simulator(&rules).unwrap();
            tally.compare("random", &simulator, &options(model, infinite.clone()));
        }
    }
}
