//! Takes games apart and solves the product of their parts: how many states and classes each
//! part has, how many states the product, what the start is worth.
//!
//! ```console
//! $ cargo run --release -p decompose --example sums -- double-tic-tac-toe FILE.kif …
//! ```

use std::time::Instant;

use decompose::{Knobs, NoProduct, Split, SplitTask};
use game::{Model, Stop};
use ground::{BitState, GroundGame};

fn main() {
    for name in std::env::args().skip(1) {
        match report(&name) {
            Ok(()) => {}
            Err(error) => println!("{name}: {error}"),
        }
    }
}

fn report(name: &str) -> Result<(), NoProduct> {
    let rules = match std::fs::read(name) {
        Ok(text) => testkit::load(text),
        Err(_) => testkit::library_rules(name, &[]),
    };
    let stop = Stop::new();
    let clock = Instant::now();
    let game = GroundGame::new(&rules, &ground::Budget::new(stop.clone()));
    let game = match game {
        Ok(game) => game,
        Err(error) => {
            println!("{name}: {error}");
            return Ok(());
        }
    };
    let grounded = clock.elapsed();
    let Ok(facts) = analysis::analyse(&game, &analysis::Budget::new(stop.clone())) else {
        println!("{name}: not analysed");
        return Ok(());
    };
    println!(
        "{name}: grounded {grounded:.1?}, analysed {:.1?}",
        clock.elapsed()
    );
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let clock = Instant::now();
    let task = SplitTask {
        game: &game,
        facts: &facts,
        start: &start,
        knobs: Knobs::default(),
        stop: &stop,
    };
    let split = Split::find(&task)?;
    println!("  taken apart in {:.2?}", clock.elapsed());
    for part in split.parts() {
        println!(
            "  {} fluents ({} …), {} moves, {} states, {} classes",
            part.fluents.len(),
            game.fluents()[part.fluents[0].index()],
            part.moves.len(),
            part.states(),
            part.classes(),
        );
    }
    println!("  folded: {:?}", split.folded().collect::<Vec<_>>());
    let estimate = split.estimate();
    println!(
        "  at most {:e} classes, {:e} states",
        estimate.classes, estimate.states
    );
    let clock = Instant::now();
    if let Ok(plans) = split.clone().plan(&stop)? {
        let planned = clock.elapsed();
        let (value, distance) = plans.value(&start).ok_or(NoProduct::OnePart)?;
        println!("  planned in {planned:.2?}: value {value}, distance {distance:?}");
    }
    let clock = Instant::now();
    let reduced = split.without_dominated(Model::Difference);
    println!("  dominated moves looked for in {:.2?}", clock.elapsed());
    if let Some(depth) = std::env::var("DEPTH").ok().and_then(|it| it.parse().ok()) {
        for depth in 1..=depth {
            let found = &split.sequences(depth)[0];
            let kept = reduced.as_ref().map(|it| it.sequences(depth)[0].classes);
            println!("  sequences of {depth} moves in the first part: {found:?}, kept {kept:?}");
        }
    }
    let clock = Instant::now();
    if let Some(reduced) = reduced {
        let product = reduced.solve(&testkit::options(Model::Difference, None), &stop)?;
        let (value, _) = product.value(&start).ok_or(NoProduct::OnePart)?;
        println!(
            "  without dominated moves in {:.2?}: {} states of the product, value {value}",
            clock.elapsed(),
            product.states(),
        );
    }
    let clock = Instant::now();
    let product = split.solve(&testkit::options(Model::Difference, None), &stop)?;
    let (value, distance) = product.value(&start).ok_or(NoProduct::OnePart)?;
    println!(
        "  solved in {:.2?}: {} states of the product, value {value}, distance {distance:?}",
        clock.elapsed(),
        product.states(),
    );
    Ok(())
}
