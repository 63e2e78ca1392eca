//! Every algorithm gives what the judge gives, wherever it takes a game, and
//! says so where it does not: on games of the library, on random games with and
//! without cycles, of one to three roles, on obfuscated rules too.

use std::collections::BTreeMap;

use game::{Level, Model, Obstacle, Options, Rewards, Solution, Value, Warning};
use judge::JudgeError;
use symbolic::{
    Algorithm, Classification, Duplicates, Spread, SymbolicError, Task, reach_by, solve_by,
};
use testkit::{GameShape, GraphGame, Position, SplitMix64, Style, layered_game, load, obfuscated};

use crate::subject::{Judged, Subject};

const MODELS: [Model; 3] = [Model::Difference, Model::Own, Model::Guaranteed];

fn options(model: Model) -> Options {
    Options {
        model,
        infinite: None,
        draw_distances: false,
        level: Level::UltraStrong,
    }
}

/// All that is to be equal.
fn assert_equal(name: &str, found: &Classification, expected: &Judged) {
    let told = |it: &Solution| {
        (
            (it.states, it.terminals, it.layers.clone()),
            (it.buckets.clone(), it.unresolved),
            (it.cyclic, it.infinite.clone(), it.model),
            (it.initial.value.clone(), it.initial.mover),
        )
    };
    assert_eq!(told(&found.solution), told(&expected.solution), "{name}");
    let unresolved = |it: &Solution| {
        let is_of_them = |it: &&Warning| matches!(it, Warning::Unresolved { .. });
        it.warnings.iter().find(is_of_them).cloned()
    };
    let warnings = unresolved(&found.solution);
    assert_eq!(warnings, unresolved(&expected.solution), "{name}");
    if !found.solution.cyclic && found.solution.level == Level::Strong {
        assert_eq!(found.spread, [], "{name}");
        return;
    }
    // Best moves and best play too.
    let (initial, expected_initial) = (&found.solution.initial, &expected.solution.initial);
    assert_eq!(initial, expected_initial, "{name}");
    let distance = found.solution.initial.distance;
    assert_eq!(distance, expected.solution.initial.distance, "{name}");
    let mut spread = BTreeMap::new();
    for Spread {
        value,
        distance,
        states,
    } in &found.spread
    {
        spread.insert((value.clone(), *distance), *states);
    }
    assert_eq!(spread, expected.spread, "{name}");
}

/// How many comparisons each algorithm has passed.
type Passed = BTreeMap<&'static str, usize>;

/// Runs all algorithms on a game that the judge can solve.
fn compare(subject: &Subject, options: &Options, passed: &mut Passed) {
    let expected = match subject.judge(options) {
        Ok(expected) => expected,
        Err(JudgeError::Obstacle(Obstacle::InfiniteNeeded { .. })) => {
            let error = subject.solve(Algorithm::Attractor, options).unwrap_err();
            let fits = matches!(
                error,
                SymbolicError::Obstacle(Obstacle::InfiniteNeeded { .. })
            );
            assert!(fits, "{}: {error}", subject.name);
            *passed.entry("infinite needed").or_default() += 1;
            return;
        }
        Err(error) => panic!("{}: {error}", subject.name),
    };
    let roles = subject.game.roles().len();
    let cyclic = expected.solution.cyclic;
    for algorithm in Algorithm::ALL {
        let name = format!("{} by {algorithm}, {}", subject.name, options.model);
        let found = subject.solve(algorithm, options);
        let applies = match algorithm {
            Algorithm::OnePlayer => roles == 1,
            Algorithm::ZeroSum if roles != 2 => false,
            Algorithm::ZeroSum if options.model != Model::Guaranteed => {
                // The converse need not hold: other orders may be opposed too.
                let applies = expected.has_constant_sum() && expected.is_three_valued();
                applies || found.is_ok()
            }
            Algorithm::ZeroSum => found.is_ok(),
            Algorithm::Layers if !cyclic => {
                let measure = subject.facts.progress.as_ref();
                measure.is_some_and(|it| it.is_incremental())
            }
            _ => algorithm.takes_cycles() || !cyclic,
        };
        match found {
            Ok(found) if applies => {
                assert_equal(&name, &found, &expected);
                *passed.entry(algorithm.name()).or_default() += 1;
                if cyclic && algorithm == Algorithm::Attractor {
                    *passed.entry("cyclic").or_default() += 1;
                    let unresolved = found.solution.unresolved > 0;
                    *passed.entry("unresolved").or_default() += usize::from(unresolved);
                }
            }
            Ok(_) => panic!("{name}: solved, though it does not apply"),
            Err(error) => {
                assert!(!applies, "{name}: {error}");
                let fits = match error {
                    SymbolicError::Cyclic { .. } => cyclic && !algorithm.takes_cycles(),
                    SymbolicError::Inapplicable { .. } => true,
                    _ => false,
                };
                assert!(fits, "{name}: {error}");
                *passed.entry("refused").or_default() += 1;
            }
        }
    }
}

/// A random game; in some, roles that do not choose have several legal moves.
fn random_graph(seed: u64) -> GraphGame {
    let mut random = SplitMix64::new(seed);
    let roles = [1, 2, 2, 2, 3][random.below(5)];
    let shape = GameShape {
        roles,
        constant_sum: roles == 2 && random.happens(1, 2),
        acyclic: random.happens(1, 2),
    };
    let most = [8, 14, 30][random.below(3)];
    let count = 2 + random.below(most);
    let seeds: Vec<u64> = (0..count).map(|_| random.draw()).collect();
    let mut game = GraphGame::from_seeds(shape, &seeds);
    if random.happens(7, 8) {
        for position in &mut game.positions {
            if let Position::Inner { idler, .. } = position {
                *idler = None;
            }
        }
    }
    game
}

/// Every kind of result was seen at least `least` times.
fn assert_seen(passed: &Passed, least: &[(&str, usize)]) {
    for (name, least) in least {
        let seen = passed.get(name).copied().unwrap_or(0);
        assert!(seen >= *least, "{name}: {seen} in {passed:?}");
    }
}

#[test]
fn random_games_are_solved_as_by_the_judge() {
    let mut passed = Passed::new();
    for seed in 0..600 {
        let graph = random_graph(seed);
        let style = Style::ALL[seed as usize % 2];
        let subject = Subject::of_graph(format!("seed {seed}"), &graph, style);
        for model in MODELS {
            let mut options = options(model);
            options.draw_distances = seed % 3 == 0;
            if seed % 5 == 0 {
                options.level = Level::Strong;
            }
            let mut random = SplitMix64::new(seed);
            if graph.roles > 1 && random.happens(2, 3) {
                let points = [0, 25, 50, 60, 100];
                let worth: Vec<i32> = (0..graph.roles).map(|_| *random.pick(&points)).collect();
                options.infinite = Some(Rewards::from_points(&worth));
            }
            compare(&subject, &options, &mut passed);
        }
    }
    let least = [
        ("cyclic", 200),
        ("unresolved", 20),
        ("infinite needed", 20),
        ("refused", 1000),
        ("attractor", 800),
        ("one-player-2007", 150),
        ("zero-sum-2007", 400),
        ("restarts-2007", 600),
        ("strong-2008", 600),
        ("layers-2010", 150),
        ("repeated-layers-2010", 600),
    ];
    assert_seen(&passed, &least);
}

/// The sheet of a game with idle roles, whose moves do the same: moves on which
/// nothing depends; moves that do something elsewhere; or moves that are asked for,
/// whichever it is.
fn idle_sheet(game: &GraphGame, style: Style, way: usize) -> String {
    let sheet = game.to_gdl(style);
    let mut sheet = match way {
        0 => sheet,
        _ => sheet.replace("fidget", "(go 0)"),
    };
    if way == 2 {
        sheet = sheet.replace("(does ", "(acted r0) (does ");
        sheet = sheet.replace(
            "(true (at ?from)) (forced",
            "(acted r0) (true (at ?from)) (forced",
        );
        sheet += "(<= (acted r0) (does r0 wait))\n(<= (acted r0) (does r0 (go ?k)))\n";
    }
    sheet
}

#[test]
fn moves_that_do_the_same_are_no_choice() {
    let mut passed = Passed::new();
    for seed in 0..240 {
        let mut random = SplitMix64::new(seed);
        let roles = 2 + random.below(2);
        let shape = GameShape {
            roles,
            constant_sum: roles == 2 && random.happens(1, 2),
            acyclic: random.happens(1, 2),
        };
        let count = 2 + random.below(20);
        let seeds: Vec<u64> = (0..count).map(|_| random.draw()).collect();
        let mut game = GraphGame::from_seeds(shape, &seeds);
        for position in &mut game.positions {
            if let Position::Inner { mover, idler, .. } = position {
                let role = random.below(roles);
                *idler = (*mover != Some(role)).then_some(role);
            }
        }
        let style = Style::ALL[seed as usize % 2];
        let way = seed as usize / 2 % 3;
        let rules = load(idle_sheet(&game, style, way).as_bytes());
        let subject = Subject::new(format!("idle {seed}, way {way}"), &rules);
        for model in MODELS {
            let mut options = options(model);
            options.infinite = Some(Rewards::from_points(&[50, 50, 25][..roles]));
            compare(&subject, &options, &mut passed);
        }
    }
    assert_seen(&passed, &[("attractor", 700), ("cyclic", 150)]);
}

#[test]
fn what_is_promised_is_not_put_off_for_ever() {
    let rules = load(
        b"(role a) (role b) (init (at s)) (legal b wait)
          (<= (legal a around) (true (at s))) (<= (legal a stop) (true (at s)))
          (<= (legal a back) (true (at t)))
          (<= (next (at t)) (does a around)) (<= (next (at s)) (does a back))
          (<= (next (at e)) (does a stop))
          (<= terminal (true (at e))) (goal a 100) (goal b 0)",
    );
    let subject = Subject::new("around", &rules);
    let found = subject.solve(Algorithm::Attractor, &options(Model::Guaranteed));
    let initial = found.unwrap().solution.initial;
    assert_eq!(
        (initial.best_moves, initial.line),
        (vec!["stop".to_owned()], vec!["stop".to_owned()])
    );
}

#[test]
fn random_layered_games_are_solved_as_by_the_judge() {
    let mut passed = Passed::new();
    for seed in 0..40 {
        let game = layered_game(seed);
        let style = Style::ALL[seed as usize % 2];
        let rules = load(game.to_gdl(style).as_bytes());
        let subject = Subject::new(format!("layered {seed}"), &obfuscated(&rules, seed));
        for model in MODELS {
            compare(&subject, &options(model), &mut passed);
        }
    }
    assert_seen(
        &passed,
        &[("layers-2010", 60), ("repeated-layers-2010", 100)],
    );
}

#[test]
fn library_games_are_solved_as_by_the_judge() {
    let games: [(&str, &[(&str, &str)]); 22] = [
        ("tic-tac-toe", &[]),
        ("nim", &[]),
        ("nim", &[("heaps", "3,4,2"), ("misere", "true")]),
        ("single-row-nim", &[("objects", "14")]),
        ("subtraction", &[]),
        ("chomp", &[("rows", "3"), ("columns", "4")]),
        ("kayles", &[("pins", "6")]),
        (
            "clobber",
            &[("rows", "2"), ("columns", "4"), ("gains", "moves")],
        ),
        (
            "clobber",
            &[("rows", "3"), ("columns", "3"), ("gains", "pieces")],
        ),
        (
            "connect-four",
            &[("width", "3"), ("height", "3"), ("length", "3")],
        ),
        ("domineering", &[("rows", "3"), ("columns", "3")]),
        // Roles do not alternate.
        ("dots-and-boxes", &[("rows", "1"), ("columns", "2")]),
        ("cubi-cup", &[("edge", "3")]),
        ("three-player-nim", &[("heaps", "1,2,2")]),
        ("queens", &[("size", "4")]),
        // Play can go on for ever.
        ("hanoi", &[]),
        ("blocks", &[]),
        ("blocks", &[("steps", "3")]),
        ("pancakes", &[("size", "5")]),
        ("sliding-puzzle", &[("width", "2"), ("height", "2")]),
        ("mu-torere", &[("points", "6")]),
        ("chess-endgame", &[("size", "4")]),
    ];
    let mut passed = Passed::new();
    for (name, settings) in games {
        let subject = Subject::of_library(name, settings);
        for model in MODELS {
            compare(&subject, &options(model), &mut passed);
        }
    }
    let least = [
        ("cyclic", 18),
        ("attractor", 66),
        ("one-player-2007", 18),
        ("zero-sum-2007", 35),
        ("layers-2010", 24),
        ("repeated-layers-2010", 48),
        ("restarts-2007", 48),
        ("strong-2008", 48),
    ];
    assert_seen(&passed, &least);
}

#[test]
fn states_are_counted_once_in_however_many_layers_they_are() {
    // Heaps are taken from in steps of any size: the same heaps are left after
    // two moves or after three.
    let subject = Subject::of_library("nim", &[("heaps", "2,3")]);
    let task = subject.task();
    let search = |duplicates| reach_by(&task, duplicates, None, &mut |_| {}).unwrap();
    let (once, kept) = (search(Duplicates::Removed), search(Duplicates::Kept));
    let expected = subject.judge(&options(Model::Own)).unwrap().solution;
    assert_eq!(once.reached.layers, expected.layers);
    assert_eq!(once.reached.terminals, expected.terminals);
    assert_eq!(once.reached.states, once.layer_states);
    assert_eq!(kept.reached.layers, once.reached.layers);
    assert_eq!(kept.reached.terminals, once.reached.terminals);
    assert!(kept.layer_states > kept.reached.states);
    let solved = subject.solve(Algorithm::RepeatedLayers, &options(Model::Own));
    assert_eq!(solved.unwrap().layer_states, kept.layer_states);
    let absent = reach_by(&task, Duplicates::Absent, None, &mut |_| {});
    assert!(matches!(absent, Err(SymbolicError::Unsuited(_))));
}

#[test]
fn without_duplicates_all_searches_are_the_same() {
    let subject = Subject::of_library("tic-tac-toe", &[]);
    let mut searches = [Duplicates::Removed, Duplicates::Kept, Duplicates::Absent]
        .map(|duplicates| reach_by(&subject.task(), duplicates, None, &mut |_| {}).unwrap())
        .map(|it| (it.reached.layers, it.reached.terminals, it.layer_states))
        .into_iter();
    let first = searches.next().unwrap();
    assert_eq!(first.2, 5478);
    assert!(searches.all(|it| it == first));
}

#[test]
fn a_search_that_keeps_duplicates_ends_on_cyclic_games_too() {
    let subject = Subject::of_library("hanoi", &[]);
    let kept = reach_by(&subject.task(), Duplicates::Kept, None, &mut |_| {});
    assert!(matches!(kept, Err(SymbolicError::Cyclic { .. })));
    let once = reach_by(&subject.task(), Duplicates::Removed, None, &mut |_| {});
    assert_eq!(once.unwrap().reached.states, 27);
}

/// The example of docs/semantics.md, with its numbers.
#[test]
fn who_prefers_infinite_play_delays() {
    let rules = load(include_bytes!("../../../../docs/examples/circle.kif"));
    let subject = Subject::new("circle", &rules);
    for (infinite, distance) in [(None, 1), (Some([80, 20]), 2)] {
        let options = Options {
            infinite: infinite.map(|worth| Rewards::from_points(&worth)),
            level: Level::Strong,
            ..options(Model::Difference)
        };
        let found = subject.solve(Algorithm::Attractor, &options).unwrap();
        let initial = &found.solution.initial;
        let value = Value::Rewards(Rewards::from_points(&[60, 40]));
        assert_eq!((&initial.value, initial.distance), (&value, Some(distance)));
    }
}

#[test]
fn a_worth_of_infinite_play_has_to_fit() {
    let haggle = load(include_bytes!("../../../../docs/examples/haggle.kif"));
    let haggle = Subject::new("haggle", &haggle);
    let with = |worth: &[i32]| Options {
        infinite: Some(Rewards::from_points(worth)),
        ..options(Model::Own)
    };
    let hanoi = Subject::of_library("hanoi", &[]);
    for algorithm in Algorithm::ALL {
        let error = haggle.solve(algorithm, &with(&[1, 2, 3])).unwrap_err();
        let (expected, found) = (2, 3);
        let arity = SymbolicError::Obstacle(Obstacle::InfiniteArity { expected, found });
        assert_eq!(error.to_string(), arity.to_string());
        let error = hanoi.solve(algorithm, &with(&[1])).unwrap_err();
        assert!(matches!(
            error,
            SymbolicError::Obstacle(Obstacle::InfiniteForOneRole)
        ));
    }
    let found = haggle.solve(Algorithm::Attractor, &options(Model::Own));
    assert!(matches!(
        found,
        Err(SymbolicError::Obstacle(Obstacle::InfiniteNeeded { .. }))
    ));
    let mut passed = Passed::new();
    for worth in [[0, 0], [50, 50], [100, 0], [30, 90]] {
        for model in MODELS {
            let options = Options {
                model,
                ..with(&worth)
            };
            compare(&haggle, &options, &mut passed);
        }
    }
    assert_seen(&passed, &[("cyclic", 12), ("unresolved", 1)]);
}

/// Three moves in a row, then something is wrong.
fn faulty(ending: &str) -> Subject {
    let sheet = format!(
        "(role a) (role b) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (legal a (go ?y)) (true (at ?x)) (succ ?x ?y))
        (<= (legal a rest) (true (at 0)))
        (<= (next (at ?y)) (does a (go ?y)))
        (<= (next (at 1)) (does a rest))
        (goal a 50)
        {ending}"
    );
    Subject::new("faulty", &load(sheet.as_bytes()))
}

#[test]
fn faults_are_told_with_their_layer() {
    use game::{Fault, RoleId};
    let (a, b) = (RoleId::new(0), RoleId::new(1));
    let end = "(<= terminal (true (at 3)))";
    let wait = "(legal b wait)";
    let twice = vec!["20".to_owned(), "30".to_owned()];
    let faults = [
        (format!("{wait} {end}"), Fault::NoGoal(b)),
        (
            format!("{wait} {end} (goal b 20) (<= (goal b 30) (true (at ?x)))"),
            Fault::ManyGoals(b, twice),
        ),
        (
            format!("{wait} {end} (goal b much)"),
            Fault::GoalNotInteger(b, "much".to_owned()),
        ),
        (
            format!("{end} (goal b 1) (<= (legal b wait) (true (at ?x)) (distinct ?x 2))"),
            Fault::NoLegalMove(b),
        ),
        (
            format!("{wait} (<= terminal (true (at 4))) (goal b 1)"),
            Fault::NoLegalMove(a),
        ),
    ];
    for (ending, expected) in faults {
        let subject = faulty(&ending);
        let judged = subject.judge(&options(Model::Own));
        let Err(JudgeError::Obstacle(Obstacle::Fault { path, fault, .. })) = judged else {
            panic!("{ending} is no fault")
        };
        assert_eq!(fault, expected);
        for algorithm in Algorithm::ALL {
            if matches!(algorithm, Algorithm::OnePlayer) {
                continue;
            }
            let error = subject.solve(algorithm, &options(Model::Own)).unwrap_err();
            let SymbolicError::Obstacle(Obstacle::Fault {
                fault, path: way, ..
            }) = error
            else {
                panic!("{algorithm}, {ending}: {error}")
            };
            assert_eq!(way.len(), path.len(), "{algorithm}: {way:?}");
            assert_eq!(fault, expected);
        }
    }
}

#[test]
fn several_roles_that_choose_at_once_are_refused() {
    let both = faulty(
        "(legal b wait) (legal b run) (goal b 0) (<= terminal (true (at 3)))
         (<= (next (at 2)) (does b run) (does a rest))",
    );
    let Err(judged) = both.judge(&options(Model::Own)).map_err(Obstacle::from) else {
        panic!("the judge refuses it")
    };
    assert!(matches!(judged, Obstacle::Simultaneous { .. }));
    for algorithm in Algorithm::ALL {
        let error = both.solve(algorithm, &options(Model::Own)).unwrap_err();
        match (algorithm, error) {
            (Algorithm::OnePlayer | Algorithm::Layers, SymbolicError::Inapplicable { .. }) => {}
            (_, SymbolicError::Obstacle(obstacle)) => assert_eq!(obstacle, judged, "{algorithm}"),
            (_, error) => panic!("{algorithm}: {error}"),
        }
    }
}

#[test]
fn a_request_to_stop_and_too_little_room_are_outcomes() {
    let subject = Subject::of_library("clobber", &[]);
    for algorithm in Algorithm::ALL {
        let applies = algorithm != Algorithm::OnePlayer;
        let mut steps = 0;
        let task = subject.task();
        let stopped = solve_by(&task, algorithm, &options(Model::Own), &mut |_| {
            steps += 1;
            if steps == 13 {
                task.stop.request(game::StopReason::Interrupt);
            }
        });
        let fits = matches!(
            stopped,
            Err(SymbolicError::Obstacle(Obstacle::Stopped { .. }))
        );
        assert_eq!(fits, applies, "{algorithm}");
        let small = Task {
            memory: 0,
            ..subject.task()
        };
        let small = solve_by(&small, algorithm, &options(Model::Own), &mut |_| {});
        let fits = matches!(small, Err(SymbolicError::OutOfNodes { .. }));
        assert_eq!(fits, applies, "{algorithm}: {small:?}");
    }
}

/// Two roles in turn open and close cells of a ring. Which cells are connected
/// with the first one is a matter of rules that depend on each other in a circle:
/// before the move (`wet`: legal moves, the end, goals) and with it (`soaked`:
/// the next state).
const FLOOD: &str = "
    (role a) (role b)
    (cell 1) (cell 2) (cell 3) (cell 4)
    (edge 1 2) (edge 2 3) (edge 3 4) (edge 4 1)
    (<= (adjacent ?x ?y) (or (edge ?x ?y) (edge ?y ?x)))
    (init (open 1)) (init (open 3)) (init (control a))
    (<= (wet 1) (true (open 1)))
    (<= (wet ?y) (wet ?x) (adjacent ?x ?y) (true (open ?y)))
    (<= (after ?c) (true (open ?c)) (not (closes ?c)))
    (<= (after ?c) (opens ?c))
    (<= (closes ?c) (does ?r (toggle ?c)) (true (open ?c)))
    (<= (opens ?c) (does ?r (toggle ?c)) (cell ?c) (not (true (open ?c))))
    (<= (soaked 1) (after 1))
    (<= (soaked ?y) (soaked ?x) (adjacent ?x ?y) (after ?y))
    (<= (legal ?r (toggle ?c)) (true (control ?r)) (cell ?c) (not (true (was-soaked ?c))))
    (<= (legal ?r shut) (true (control ?r)) (wet 3))
    (<= (legal ?r pass) (true (control ?r)) (not (wet 2)))
    (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
    (<= (next (open ?c)) (after ?c) (not (shutting ?c)))
    (<= (shutting 3) (does ?r shut))
    (<= (next (was-soaked ?c)) (soaked ?c) (distinct ?c 4))
    (<= (next damp) (soaked 3) (not (soaked 2)))
    (<= (legal ?r dig) (true (control ?r)) (true damp))
    (<= (next (open 4)) (does ?r dig))
    (<= (next (control a)) (true (control b)))
    (<= (next (control b)) (true (control a)))
    (<= dry (not (wet 1)))
    (<= terminal dry)
    (<= terminal (wet 2) (wet 3) (wet 4))
    (<= flooded (wet 2) (wet 4))
    (<= (goal a 100) flooded)
    (<= (goal a 0) dry)
    (<= (goal a 40) (not flooded) (not dry))
    (<= (goal b 0) flooded)
    (<= (goal b 70) dry)
    (<= (goal b 40) (not flooded) (not dry))";

/// The same, with a last move.
const COUNTED: &str = "
    (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= terminal (true (step 5)))";

#[test]
fn rules_in_a_circle_are_solved_as_by_the_judge() {
    let mut passed = Passed::new();
    for text in [FLOOD.to_owned(), format!("{FLOOD}{COUNTED}")] {
        let rules = load(text.as_bytes());
        for rules in [obfuscated(&rules, 3), rules] {
            let subject = Subject::new("flood", &rules);
            assert!(subject.game.circuit().loops().len() >= 2);
            for model in MODELS {
                let options = Options {
                    infinite: Some(Rewards::from_points(&[20, 30])),
                    ..options(model)
                };
                compare(&subject, &options, &mut passed);
            }
        }
    }
    let least = [
        ("cyclic", 6),
        ("attractor", 12),
        ("layers-2010", 6),
        ("repeated-layers-2010", 6),
        ("restarts-2007", 6),
        ("strong-2008", 6),
    ];
    assert_seen(&passed, &least);
}

/// Tables 2 and 10 of Edelkamp and Kissmann 2007, and what the text says of the
/// first states.
#[test]
fn clobber_is_as_published() {
    let row = Subject::of_library("clobber", &[("rows", "1"), ("columns", "6")]);
    let board = Subject::of_library("clobber", &[("gains", "moves")]);
    let rewards = |points: [i32; 2]| Value::Rewards(Rewards::from_points(&points));
    let published = [
        ([70, 0], 49),
        ([55, 0], 1509),
        ([40, 0], 1853),
        ([0, 25], 1769),
        ([0, 40], 6581),
        ([0, 55], 1544),
        ([0, 70], 38),
    ];
    for algorithm in Algorithm::ALL {
        let options = Options {
            level: Level::Strong,
            ..options(Model::Own)
        };
        if algorithm == Algorithm::OnePlayer {
            continue;
        }
        let found = row.solve(algorithm, &options).unwrap().solution;
        assert_eq!((found.states, found.terminals), (28, 11));
        assert_eq!(found.initial.value, rewards([0, 100]), "{algorithm}");
        // There are more than three outcomes; and two minutes are too long.
        if matches!(algorithm, Algorithm::ZeroSum | Algorithm::Restarts) {
            continue;
        }
        let found = board.solve(algorithm, &options).unwrap().solution;
        assert_eq!(found.initial.value, rewards([0, 40]), "{algorithm}");
        let buckets = found.buckets.into_iter().map(|it| (it.value, it.states));
        let expected = published.map(|(points, states)| (rewards(points), states));
        assert!(buckets.eq(expected), "{algorithm}");
    }
}
