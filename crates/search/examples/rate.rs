//! The rate of a search beside that of random playouts, on sheets: run with `--release`.
//!
//! `cargo run --release -p search --example rate -- ITERATIONS PLAYOUTS SHEET…`
//!
//! CPU seconds of one thread; PLAYOUTS begin at each new node.

use game::Stop;
use ground::{BitState, Budget, GroundGame, Playouts};
use search::{Algorithm, Search, Settings};
use testkit::Stopwatch;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let iterations: u64 = arguments
        .next()
        .and_then(|it| it.parse().ok())
        .expect("ITERATIONS");
    let playouts_each: u32 = arguments
        .next()
        .and_then(|it| it.parse().ok())
        .expect("PLAYOUTS");
    for path in arguments {
        let text = std::fs::read(&path).expect("a file");
        let rules = gdl::load(&gdl::Source::new("sheet", &text), None)
            .rules
            .expect("rules");
        let game = GroundGame::new(&rules, &Budget::new(Stop::new())).expect("ground rules");
        let playouts = Playouts {
            count: iterations,
            seed: 1,
            max_length: 1000,
            threads: 1,
            stop: Stop::new(),
        };
        let clock = Stopwatch::start();
        let random = playouts.run(&game).expect("well-formed");
        let plain = random.states as f64 / clock.elapsed().as_secs_f64();
        let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
        let settings = Settings {
            playouts: playouts_each,
            ..Settings::new(Algorithm::Uct)
        };
        let mut search = Search::new(game, &start, settings).expect("a start");
        let clock = Stopwatch::start();
        search
            .run(iterations, None, &Stop::new(), &mut |_| {})
            .expect("well-formed");
        let seconds = clock.elapsed().as_secs_f64();
        let rate = search.playout_states() as f64 / seconds;
        println!(
            "{path}: playouts {plain:.0} states/s, search {rate:.0} states/s ({:.2}), {:.0} iterations/s, {} of {iterations} made, {} nodes, {} bytes",
            rate / plain,
            search.iterations() as f64 / seconds,
            search.iterations(),
            search.size(),
            search.memory_bytes(),
        );
    }
}
