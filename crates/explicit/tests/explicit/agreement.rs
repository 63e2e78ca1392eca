//! The explicit engine gives the judge's results: on the games of the library,
//! on published sheets and on random games, by every model; on obfuscated rules
//! too.

use explicit::{ExplicitError, Reached, Task, Way};
use game::{Model, Obstacle, Options, Playable, Rewards, Solution, Stop, WorthByLayer};
use gdl::Rules;
use ground::{GroundGame, Simulator};
use judge::{Limits, Purpose};
use proptest::prelude::*;
use testkit::{
    Corpus, GameShape, GraphGame, Position, SplitMix64, Style, corpus_tests, layered_game, load,
    obfuscated, options, random_game,
};

corpus_tests!(published_sheets_are_solved_as_by_the_judge);

/// Most states of the games that the judge solves here.
const MAX_STATES: u64 = 6_000;

const MODELS: [Model; 3] = [Model::Own, Model::Difference, Model::Guaranteed];

fn simulator(rules: &Rules, instances: u64) -> Option<Simulator> {
    let mut budget = ground::Budget::new(Stop::new());
    budget.instances = instances;
    Some(Simulator::new(GroundGame::new(rules, &budget).ok()?))
}

/// A solution, and what the states of each layer are worth.
type Solved = Result<(Solution, WorthByLayer), Obstacle>;

fn judged(game: &mut Simulator, options: &Options) -> Solved {
    let limits = Limits {
        max_states: Some(MAX_STATES),
        ..Limits::default()
    };
    let Ok(start) = game.initial();
    let table = judge::solve(game, start, options, &limits, &mut |_| {})?;
    let Ok(solution) = table.solution(game);
    Ok((solution, table.worth()))
}

fn task<'a>(game: &'a mut Simulator, facts: &'a analysis::Facts, threads: usize) -> Task<'a> {
    let Ok(start) = game.initial();
    Task {
        threads,
        by_layer: true,
        ..Task::new(game, facts, start)
    }
}

fn facts(game: &Simulator) -> analysis::Facts {
    analysis::analyse(game.game(), &analysis::Budget::new(Stop::new())).unwrap()
}

/// Solves by both; returns the engine's method, or `None` if the game is too
/// large for the judge.
fn compare(name: &str, rules: &Rules, model: Model, infinite: Option<Rewards>) -> Option<Way> {
    let mut game = simulator(rules, 200_000)?;
    let options = options(model, infinite);
    let expected = judged(&mut game, &options);
    if let Err(Obstacle::StateLimit { .. }) = expected {
        return None;
    }
    let facts = facts(&game);
    let answer = explicit::solve(task(&mut game, &facts, 2), &options, &mut |_| {});
    match (answer, expected) {
        (Ok(answer), Ok(expected)) => {
            let found = (answer.result, answer.worth);
            assert_eq!(found, expected, "{name}, {model}");
            Some(answer.way)
        }
        (Err(ExplicitError::Obstacle(found)), Err(expected)) => {
            assert_eq!(refusal(&found), refusal(&expected), "{name}, {model}");
            None
        }
        (answer, expected) => panic!("{name}, {model}: {answer:?} instead of {expected:?}"),
    }
}

/// What a refusal has in common by all engines: not the path to the state, of
/// which there may be several.
fn refusal(obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Fault { path, .. } | Obstacle::Simultaneous { path, .. } => {
            format!("{obstacle} after {} moves", path.len())
        }
        _ => obstacle.to_string(),
    }
}

#[test]
fn library_games_are_solved_as_by_the_judge() {
    let (mut layered, mut graphs) = (0, 0);
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        for model in MODELS {
            let way = compare(entry.name(), &rules, model, None);
            layered += usize::from(way == Some(Way::Layers));
            graphs += usize::from(matches!(way, Some(Way::Graph(_))));
        }
        reach_alike(entry.name(), &rules);
        compare(
            entry.name(),
            &obfuscated(&rules, 11),
            Model::Difference,
            None,
        );
    }
    assert!(layered >= 9, "only {layered} went layer by layer");
    assert!(graphs >= 12, "only {graphs} were solved on their graph");
}

fn published_sheets_are_solved_as_by_the_judge(corpus: &Corpus) {
    let sheets = corpus.games();
    let mut solved = 0;
    for row in corpus.inventory() {
        if row
            .reachable_states
            .is_none_or(|states| states > MAX_STATES)
        {
            continue;
        }
        let sheet = sheets.iter().find(|sheet| sheet.name == row.file).unwrap();
        let rules = load(&sheet.bytes);
        for model in MODELS {
            solved += usize::from(compare(&row.file, &rules, model, None).is_some());
        }
        compare(&row.file, &obfuscated(&rules, 5), Model::Difference, None);
        reach_alike(&row.file, &rules);
    }
    assert!(solved >= 60, "only {solved} were solved");
}

fn reach_alike(name: &str, rules: &Rules) {
    let Some(mut game) = simulator(rules, 200_000) else {
        return;
    };
    let facts = facts(&game);
    for max_depth in [None, Some(0), Some(3)] {
        let Ok(start) = game.initial();
        let limits = Limits {
            max_depth,
            max_states: Some(MAX_STATES),
            stop: Stop::new(),
        };
        let graph = judge::explore(&mut game, start, Purpose::Reach, &limits, &mut |_| {});
        let Ok(graph) = graph else { continue };
        let answer = explicit::reach(task(&mut game, &facts, 1), max_depth, &mut |_| {}).unwrap();
        assert_eq!(answer.result, Reached::of(&graph), "{name}, {max_depth:?}");
    }
}

/// The same game without moves that do the same as others: at most one role has
/// several.
fn without_idlers(mut game: GraphGame) -> GraphGame {
    for position in &mut game.positions {
        if let Position::Inner { idler, .. } = position {
            *idler = None;
        }
    }
    game
}

fn is_alike(
    game: &GraphGame,
    seed: u64,
    model: Model,
    infinite: Option<Vec<i32>>,
) -> Vec<Option<Way>> {
    let infinite = infinite.filter(|_| game.roles > 1);
    let infinite = infinite.map(|points| Rewards::from_points(&points[..game.roles]));
    let mut ways = Vec::new();
    for style in [Style::Named, Style::Binary] {
        let rules = load(game.to_gdl(style));
        for rules in [obfuscated(&rules, seed), rules] {
            ways.push(compare("random", &rules, model, infinite.clone()));
        }
    }
    ways
}

proptest! {
    #[test]
    fn random_games_are_solved_as_by_the_judge(
        game in random_game(),
        seed: u64,
        model in prop::sample::select(&MODELS),
        infinite in prop::option::of(prop::collection::vec(0..=100, 3)),
    ) {
        is_alike(&game, seed, model, infinite);
    }

    #[test]
    fn random_layered_games_are_solved_as_by_the_judge(
        shape: u64,
        seed: u64,
        model in prop::sample::select(&MODELS),
    ) {
        is_alike(&layered_game(shape), seed, model, None);
    }

    #[test]
    fn random_games_are_solved_on_their_graph(
        game in random_game(),
        seed: u64,
        model in prop::sample::select(&MODELS),
        infinite in prop::option::of(prop::collection::vec(0..=100, 3)),
    ) {
        for way in is_alike(&without_idlers(game), seed, model, infinite) {
            prop_assert!(!matches!(way, Some(Way::Judge(_))), "{way:?}");
        }
    }
}

#[test]
fn large_random_games_are_solved_on_their_graph() {
    let mut random = SplitMix64::new(19);
    let mut graphs = 0;
    for number in 0..12 {
        let roles = 1 + number % 3;
        let shape = GameShape {
            roles,
            constant_sum: roles == 2 && number < 6,
            acyclic: number == 11,
        };
        let seeds: Vec<u64> = (0..150).map(|_| random.draw()).collect();
        let game = without_idlers(GraphGame::from_seeds(shape, &seeds));
        let rules = load(game.to_gdl(Style::Named));
        for (rules, model) in MODELS.map(|model| (obfuscated(&rules, 3), model)) {
            let infinite = [50, 25, 75].map(|points| points * (number as i32 % 2));
            let infinite = (roles > 1).then(|| Rewards::from_points(&infinite[..roles]));
            let way = compare("large", &rules, model, infinite);
            graphs += usize::from(matches!(way, Some(Way::Graph(_))));
        }
    }
    assert!(graphs >= 24, "only {graphs} were solved on their graph");
}

#[test]
fn more_values_than_labels_are_told_apart_on_the_graph() {
    let goals: String = (0..300).map(|goal| format!("(number {goal})")).collect();
    let rules = format!(
        "(role r) (role s) (init start) {goals}
         (<= (legal r (take ?n)) (number ?n) (true start))
         (<= (legal s wait) (true start))
         (<= (next (taken ?n)) (does r (take ?n)))
         (<= terminal (true (taken ?n)))
         (<= (goal ?r ?n) (role ?r) (true (taken ?n)))"
    );
    let rules = load(rules);
    for model in MODELS {
        let way = compare("many values", &rules, model, None);
        assert!(matches!(way, Some(Way::Graph(_))), "{way:?}");
    }
}

/// A walk round a ring of six, in either direction, until the rules say
/// something else of place 3; the only end has no goal.
const RING: &str = "
    (role r) (init (at 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 0)
    (<= (next (at ?y)) (true (at ?x)) (does r on) (succ ?x ?y))
    (<= (next (at ?y)) (true (at ?x)) (does r back) (succ ?y ?x))
    (<= (goal r 50) (true (at 0)))";

fn assert_fault(rules: &str, words: &str) {
    let rules = load(format!("{RING} {rules}"));
    let mut game = simulator(&rules, 1_000).unwrap();
    let facts = facts(&game);
    for threads in [1, 2] {
        let task = task(&mut game, &facts, threads);
        match explicit::solve(task, &options(Model::Own, None), &mut |_| {}) {
            Err(ExplicitError::Obstacle(Obstacle::Fault {
                description,
                state,
                path,
                ..
            })) => {
                assert_eq!(description, words);
                assert_eq!(state, "((at 3))");
                assert!(path == ["on"; 3] || path == ["back"; 3], "{path:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn faults_in_cyclic_games_come_with_a_path() {
    assert_fault(
        "(<= (legal r on) (true (at ?x)) (distinct ?x 3))
         (<= (legal r back) (true (at ?x)) (distinct ?x 3))
         (<= terminal (true (at 7)))",
        "role r has no legal move in a state that is not terminal",
    );
    assert_fault(
        "(legal r on) (legal r back) (<= terminal (true (at 3)))",
        "role r has no goal value in a terminal state",
    );
}

#[test]
fn counting_the_states_of_a_cyclic_game_reads_no_goals() {
    let rules = "(legal r on) (legal r back) (<= terminal (true (at 3)))";
    let rules = load(format!("{RING} {rules}"));
    let mut game = simulator(&rules, 1_000).unwrap();
    let facts = facts(&game);
    let answer = explicit::reach(task(&mut game, &facts, 2), None, &mut |_| {}).unwrap();
    assert!(matches!(answer.way, Way::Graph(_)));
    assert_eq!((answer.result.states, answer.result.terminals), (6, 1));
    reach_alike("ring", &rules);
}
