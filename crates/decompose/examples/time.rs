use decompose::{Knobs, LastMover, Task};
use game::{Model, Stop};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let settings: Vec<(&str, &str)> = args[1..]
        .iter()
        .map(|it| it.split_once('=').unwrap())
        .collect();
    let rules = testkit::library_rules(&args[0], &settings);
    let t = Instant::now();
    let game = testkit::ground_game(&rules);
    eprintln!("ground {:?}", t.elapsed());
    let stop = Stop::new();
    let t = Instant::now();
    let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).unwrap();
    eprintln!("analyse {:?}", t.elapsed());
    let start = ground::BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let t = Instant::now();
    let task = Task {
        game: &game,
        facts: &facts,
        start: &start,
        model: Model::Difference,
        knobs: Knobs::default(),
        stop: &stop,
    };
    match LastMover::solve(&task) {
        Ok(it) => {
            eprintln!("solved {:?}", t.elapsed());

            let t = Instant::now();
            eprintln!("{:?} {:?}", it.value(&start), t.elapsed());
        }
        Err(e) => eprintln!("{e} {:?}", t.elapsed()),
    }
}
