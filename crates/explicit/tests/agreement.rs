//! The explicit engine gives what the judge gives: on the games of the library,
//! on published sheets and on random games, by every model; on obfuscated rules
//! too.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

use std::convert::Infallible;

use explicit::{ExplicitError, Reached, Storage, Task, Way};
use game::{Level, Model, Playable, Rewards, Solution, Stop};
use gdl::{Notation, Rules, Source};
use ground::{GroundGame, Simulator};
use judge::{JudgeError, Limits, Options, Purpose};
use proptest::prelude::*;
use testkit::{GraphGame, Style, corpus, layered_game, obfuscate, random_game};

/// As far as the judge is asked to go here.
const MAX_STATES: u64 = 6_000;

const MODELS: [Model; 3] = [Model::Own, Model::Difference, Model::Guaranteed];

fn load(text: &[u8]) -> Option<Rules> {
    gdl::load(&Source::new("test", text), None).rules
}

fn obfuscated(rules: &Rules, seed: u64) -> Rules {
    let sheet = obfuscate(rules.sheet(), seed);
    load(gdl::print(sheet.sheet(), Notation::Kif).as_bytes()).unwrap()
}

fn simulator(rules: &Rules, instances: u64) -> Option<Simulator> {
    let mut budget = ground::Budget::new(Stop::new());
    budget.instances = instances;
    Some(Simulator::new(GroundGame::new(rules, &budget).ok()?))
}

fn options(model: Model, infinite: Option<Rewards>) -> Options {
    Options {
        model,
        infinite,
        draw_distances: false,
        level: Level::UltraStrong,
    }
}

type Solved = Result<Solution, JudgeError<Infallible>>;

fn judged(game: &mut Simulator, options: &Options) -> Solved {
    let limits = Limits {
        max_states: Some(MAX_STATES),
        ..Limits::default()
    };
    let Ok(start) = game.initial();
    let table = judge::solve(game, start, options, &limits, &mut |_| {})?;
    let Ok(solution) = table.solution(game);
    Ok(solution)
}

fn task<'a>(game: &'a mut Simulator, facts: &'a analysis::Facts, threads: usize) -> Task<'a> {
    let Ok(start) = game.initial();
    Task {
        game,
        facts,
        start,
        threads,
        storage: Storage::Memory,
        memory: u64::MAX,
        stop: Stop::new(),
    }
}

fn facts(game: &Simulator) -> analysis::Facts {
    analysis::analyse(game.game(), &analysis::Budget::new(Stop::new())).unwrap()
}

/// Solves by both; tells how the engine came by its result, or nothing if the
/// game is too large for the judge.
fn compare(name: &str, rules: &Rules, model: Model, infinite: Option<Rewards>) -> Option<Way> {
    let mut game = simulator(rules, 200_000)?;
    let options = options(model, infinite);
    let expected = judged(&mut game, &options);
    if let Err(JudgeError::StateLimit { .. }) = expected {
        return None;
    }
    let facts = facts(&game);
    let answer = explicit::solve(task(&mut game, &facts, 2), &options, &mut |_| {});
    match (answer, expected) {
        (Ok(answer), Ok(expected)) => {
            assert_eq!(answer.result, expected, "{name}, {model}");
            Some(answer.way)
        }
        (Err(ExplicitError::Game(error)), Err(expected)) => {
            assert_eq!(refusal(&error), refusal(&expected), "{name}, {model}");
            None
        }
        (answer, expected) => panic!("{name}, {model}: {answer:?} instead of {expected:?}"),
    }
}

/// What a refusal has in common by whatever engine: not the way to the state,
/// of which there may be several.
fn refusal(error: &JudgeError<Infallible>) -> String {
    match error {
        JudgeError::Fault { path, .. } | JudgeError::Simultaneous { path, .. } => {
            format!("{error} after {} moves", path.len())
        }
        _ => error.to_string(),
    }
}

#[test]
fn library_games_are_solved_as_by_the_judge() {
    let mut layered = 0;
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap().as_bytes()).unwrap();
        for model in MODELS {
            let way = compare(entry.name(), &rules, model, None);
            layered += usize::from(way == Some(Way::Layers));
        }
        compare(
            entry.name(),
            &obfuscated(&rules, 11),
            Model::Difference,
            None,
        );
    }
    assert!(layered >= 9, "only {layered} went layer by layer");
}

#[test]
fn published_sheets_are_solved_as_by_the_judge() {
    let Some(corpus) = corpus() else { return };
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
        let rules = load(&sheet.bytes).unwrap();
        for model in MODELS {
            solved += usize::from(compare(&row.file, &rules, model, None).is_some());
        }
        compare(&row.file, &obfuscated(&rules, 5), Model::Difference, None);
        reach_alike(&row.file, &rules);
    }
    assert!(solved >= 60, "only {solved} were solved");
}

fn reach_alike(name: &str, rules: &Rules) {
    let mut game = simulator(rules, 200_000).unwrap();
    let Ok(start) = game.initial();
    let limits = Limits::default();
    let graph = judge::explore(&mut game, start, Purpose::Reach, &limits, &mut |_| {}).unwrap();
    let facts = facts(&game);
    let answer = explicit::reach(task(&mut game, &facts, 1), None, &mut |_| {}).unwrap();
    assert_eq!(answer.result, Reached::of(&graph), "{name}");
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
        let rules = load(game.to_gdl(style).as_bytes()).unwrap();
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
}
