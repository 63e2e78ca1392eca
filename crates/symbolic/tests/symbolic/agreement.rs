//! The symbolic engine gives what the judge gives, wherever it takes a game:
//! on the games of the library and on random games; on obfuscated rules too.

use std::convert::Infallible;

use game::{Level, Model, Obstacle, Options, Playable, Solution, Stop};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use judge::{JudgeError, Limits};
use symbolic::{Order, SymbolicError, Task};
use table::Storage;
use testkit::{Style, layered_game, library_rules, load, obfuscated};

/// As far as the judge is asked to go here.
const MAX_STATES: u64 = 14_000;

fn options(model: Model) -> Options {
    Options {
        model,
        infinite: None,
        draw_distances: false,
        level: Level::Strong,
    }
}

fn judged(game: GroundGame, model: Model) -> Result<Solution, JudgeError<Infallible>> {
    let mut game = Simulator::new(game);
    let limits = Limits {
        max_states: Some(MAX_STATES),
        ..Limits::default()
    };
    let Ok(start) = game.initial();
    let table = judge::solve(&mut game, start, &options(model), &limits, &mut |_| {})?;
    let Ok(solution) = table.solution(&mut game);
    Ok(solution)
}

/// Solves by both; tells whether there was something to compare.
fn compare(name: &str, rules: &Rules) -> bool {
    let mut budget = ground::Budget::new(Stop::new());
    budget.instances = 200_000;
    let Ok(game) = GroundGame::new(rules, &budget) else {
        return false;
    };
    let too_large = judged(game.clone(), Model::Own);
    if let Err(JudgeError::Obstacle(Obstacle::StateLimit { .. })) = too_large {
        return false;
    }
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    let mut compared = false;
    let named = |name: &str| Order::Named(name.to_owned());
    for (order, model) in [
        (Order::Listed, Model::Difference),
        (Order::Auto, Model::Own),
        (named("a*b-"), Model::Own),
        (named("b+a+ merged+"), Model::Difference),
        (named("a*b+ merged-"), Model::Own),
        (named("listed merged+"), Model::Difference),
        (Order::Auto, Model::Guaranteed),
    ] {
        let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
        let task = Task {
            order,
            ..Task::new(&game, &facts, &start, 64 << 20)
        };
        let solved = match judged(game.clone(), model) {
            Ok(expected) => {
                match symbolic::solve(&task, &options(model), Storage::Memory, &mut |_| {}) {
                    Err(SymbolicError::Unsuited(_) | SymbolicError::NoSuchOrder { .. }) => continue,
                    solved => Some((solved.unwrap().solution, expected)),
                }
            }
            Err(JudgeError::Obstacle(Obstacle::Fault { .. })) => {
                let error = symbolic::solve(&task, &options(model), Storage::Memory, &mut |_| {})
                    .unwrap_err();
                let fits = matches!(
                    error,
                    SymbolicError::Obstacle(Obstacle::Fault { .. })
                        | SymbolicError::Unsuited(_)
                        | SymbolicError::NoSuchOrder { .. }
                );
                assert!(fits, "{name}: {error}");
                None
            }
            Err(_) => None,
        };
        let Some((solution, expected)) = solved else {
            continue;
        };
        let told = |it: &Solution| {
            let numbers = (it.states, it.terminals, it.layers.clone());
            (numbers, it.buckets.clone(), it.initial.value.clone())
        };
        assert_eq!(told(&solution), told(&expected), "{name}, {model}");
        // The judge has distances, so some moves that keep the value are too slow
        // for it.
        let (own, best) = (&solution.initial, &expected.initial);
        assert_eq!(own.mover, best.mover, "{name}, {model}");
        let among = |mov| own.best_moves.contains(mov);
        assert!(
            best.best_moves.iter().all(among),
            "{name}, {model}: {own:?}"
        );
        let reached = symbolic::reach(&task, None, Storage::Memory, &mut |_| {}).unwrap();
        assert_eq!(reached.layers, expected.layers, "{name}");
        assert_eq!(reached.terminals, expected.terminals, "{name}");
        compared = true;
    }
    compared
}

#[test]
fn library_games_are_solved_as_by_the_judge() {
    let mut compared = 0;
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        compared += usize::from(compare(entry.name(), &rules));
        compare(entry.name(), &obfuscated(&rules, 11));
    }
    assert!(compared >= 6, "only {compared} were compared");
}

#[test]
fn small_boards_are_solved_as_by_the_judge() {
    let boards: [(&str, &[(&str, &str)]); 6] = [
        (
            "connect-four",
            &[("width", "3"), ("height", "3"), ("length", "3")],
        ),
        (
            "connect-four",
            &[
                ("width", "3"),
                ("height", "4"),
                ("length", "3"),
                ("misere", "true"),
            ],
        ),
        ("clobber", &[("rows", "2"), ("columns", "5")]),
        (
            "clobber",
            &[("rows", "3"), ("columns", "3"), ("gains", "moves")],
        ),
        (
            "clobber",
            &[("rows", "3"), ("columns", "4"), ("gains", "pieces")],
        ),
        ("mnk", &[("width", "3"), ("height", "3")]),
    ];
    for (name, settings) in boards {
        assert!(compare(name, &library_rules(name, settings)), "{name}");
    }
}

#[test]
fn random_layered_games_are_solved_as_by_the_judge() {
    let mut compared = 0;
    for seed in 0..60 {
        let game = layered_game(seed);
        for style in [Style::Named, Style::Binary] {
            let rules = load(game.to_gdl(style));
            compared += usize::from(compare("random", &obfuscated(&rules, seed)));
        }
    }
    assert!(compared >= 50, "only {compared} were compared");
}
