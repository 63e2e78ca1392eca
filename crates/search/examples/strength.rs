//! How often searches with different settings recommend a move that keeps the value, on
//! positions of a solved game: run with `--release`.
//!
//! `cargo run --release -p search --example strength -- FILE POSITIONS ITERATIONS…`
//!
//! FILE is what `zermelo solve -o FILE` wrote. Positions come from random play, as many from
//! each depth as there are, none of them twice: else the few of the first depths would decide
//! the rate. Each has a move that loses value and one that does not, and is searched with
//! several seeds. A line for each of the settings that `variants` has, with the numbers of
//! iterations that it says.

use std::path::Path;

use game::{Draws, RoleId, Stop};
use play::{Judgement, Position, SolvedGame};
use search::{Algorithm, Search, Settings};
use testkit::Stopwatch;

/// How many searches each position has.
const SEEDS: u64 = 3;

/// Settings with a name, and how many times the iterations they are to have.
fn variants() -> Vec<(&'static str, f64, Settings)> {
    let usual = || Settings::new(Algorithm::Uct);
    vec![
        ("usual", 1.0, usual()),
        (
            "1 playout",
            0.5,
            Settings {
                playouts: 1,
                ..usual()
            },
        ),
        (
            "no virtual loss",
            1.0,
            Settings {
                virtual_loss: 0.0,
                ..usual()
            },
        ),
        (
            "exploration 0.7",
            1.0,
            Settings {
                exploration: 0.7,
                ..usual()
            },
        ),
        (
            "exploration 1.0",
            1.0,
            Settings {
                exploration: 1.0,
                ..usual()
            },
        ),
        (
            "uct-2008, 64 at once",
            0.5,
            Settings {
                lanes: 64,
                ..Settings::new(Algorithm::Uct2008)
            },
        ),
    ]
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("FILE");
    let count: usize = arguments
        .next()
        .and_then(|it| it.parse().ok())
        .expect("POSITIONS");
    let solved = SolvedGame::open(Path::new(&file), 1 << 28, Stop::new()).expect("a solution");
    let positions = positions(&solved, count);
    let numbers: Vec<u64> = arguments
        .map(|it| it.parse().expect("ITERATIONS"))
        .collect();
    for iterations in numbers {
        println!(
            "{file}: {} positions, {SEEDS} seeds, {iterations} iterations",
            positions.len()
        );
        for (name, times, settings) in variants() {
            let iterations = (iterations as f64 * times) as u64;
            let clock = Stopwatch::start();
            let mut good = 0;
            for seed in 1..=SEEDS {
                let settings = Settings {
                    seed,
                    ..settings.clone()
                };
                let kept = positions
                    .iter()
                    .filter(|it| keeps(&solved, it, settings.clone(), iterations));
                good += kept.count();
            }
            let searches = positions.len() as f64 * SEEDS as f64;
            let rate = good as f64 / searches * 100.0;
            let each = clock.elapsed().as_secs_f64() / searches;
            println!("  {name:24} {iterations:>9} {rate:>6.1} % {each:>8.3} s each");
        }
    }
}

/// Whether the move that a search recommends keeps the value.
fn keeps(solved: &SolvedGame, position: &Position, settings: Settings, iterations: u64) -> bool {
    let settings = Settings {
        model: solved.about().terms.model,
        ..settings
    };
    let game = solved.referee().ground().expect("a ground game").clone();
    let state = position.state.bits().expect("bits");
    let mut search = Search::new(game, state, settings).expect("well-formed");
    search
        .run(iterations, None, &Stop::new(), &mut |_| {})
        .expect("well-formed");
    let mover = position.mover.unwrap_or(RoleId::new(0));
    let best = search.best_move(mover).expect("play goes on");
    let text = &search.game().moves()[best.index()];
    let chosen = position
        .moves
        .iter()
        .find(|it| it.text == *text)
        .expect("it is legal");
    !matches!(chosen.judgement, Judgement::Mistake(_))
}

/// Positions in which something can be lost, each of them once, as many from each depth of
/// random play as there are.
fn positions(solved: &SolvedGame, count: usize) -> Vec<Position> {
    let mut draws = Draws::new(7);
    let deepest = (0..20)
        .map(|_| walk(solved, usize::MAX, &mut draws).1)
        .max()
        .unwrap_or(0);
    let mut found = Vec::new();
    for attempt in 0..count * 1000 {
        if found.len() == count {
            break;
        }
        let (position, _) = walk(solved, attempt % deepest.max(1), &mut draws);
        let (lost, all) = position.mistakes();
        let is_new = found.iter().all(|it: &Position| it.state != position.state);
        if lost > 0 && lost < all && is_new {
            found.push(position);
        }
    }
    found
}

/// The position after so many random moves, or at the end, and how many were made.
fn walk(solved: &SolvedGame, depth: usize, draws: &mut Draws) -> (Position, usize) {
    let mut position = solved.position(solved.start()).expect("the start");
    for made in 0..depth {
        if position.moves.is_empty() {
            return (position, made);
        }
        let next = &position.moves[draws.below(position.moves.len())].next;
        position = solved.position(next).expect("it is known");
    }
    (position, depth)
}
