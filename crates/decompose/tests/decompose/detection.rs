//! What it costs to look for parts, beside the analysis, over all published sheets.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use decompose::{Convention, Knobs, NoProduct, Split, SplitTask};
use game::{Model, Stop, StopReason};
use ground::GroundGame;
use testkit::{Corpus, Stopwatch, load_if_valid};

use crate::whole_games::start;

testkit::corpus_tests!(; slow: looking_for_parts_costs_little);

/// The knobs with which the solver looks for parts; as soon as states of a part are listed,
/// that is given up: parts that are listed are solved, not looked for.
const KNOBS: fn() -> Knobs = || Knobs {
    search_steps: 4,
    part_entries: 0,
    ..Knobs::default()
};

/// CPU seconds of a sheet.
struct Cost {
    name: String,
    bits: u64,
    analysis: f64,
    /// Whether the last mover decides.
    proof: f64,
    /// Whether there are parts.
    split: f64,
    found: String,
}

impl Cost {
    fn search(&self) -> f64 {
        self.proof + self.split
    }

    fn told(&self) -> String {
        let Cost {
            name,
            bits,
            analysis,
            proof,
            split,
            found,
        } = self;
        format!("{name} {bits} bits: {analysis:.3} s, {proof:.3} + {split:.3} s, {found}")
    }
}

fn cost(name: String, bytes: &[u8]) -> Option<Cost> {
    let rules = load_if_valid(bytes)?;
    let (game, facts, analysis) = within(Duration::from_secs(10), |stop| {
        let budget = ground::Budget::new(stop.clone());
        let game = GroundGame::new(&rules, &budget).ok()?;
        let clock = Stopwatch::start();
        let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).ok()?;
        Some((game, facts, clock.elapsed()))
    })?;
    let stop = Stop::new();
    let clock = Stopwatch::start();
    let budget = analysis::Budget::new(stop.clone());
    let convention = Convention::prove(&game, &facts, Model::Difference, &budget);
    let proof = clock.elapsed();
    let clock = Stopwatch::start();
    let split = Split::find(&SplitTask {
        game: &game,
        facts: &facts,
        start: &start(&game),
        knobs: KNOBS(),
        stop: &stop,
    });
    let split_time = clock.elapsed();
    let found = match (convention, split) {
        (Ok(_), _) => "the last mover decides".to_owned(),
        (_, Err(NoProduct::Unfinished(_))) => "parts".to_owned(),
        (_, Err(why)) => why.to_string(),
        (_, Ok(_)) => unreachable!("states were listed"),
    };
    Some(Cost {
        name,
        bits: facts.bits(),
        analysis: analysis.as_secs_f64(),
        proof: proof.as_secs_f64(),
        split: split_time.as_secs_f64(),
        found,
    })
}

/// Does something that is asked to stop after this time.
pub fn within<T>(time: Duration, work: impl FnOnce(&Stop) -> Option<T>) -> Option<T> {
    let stop = Stop::new();
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            if wait.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.request(StopReason::Time);
            }
        });
        let found = work(stop);
        drop(done);
        found.filter(|_| stop.requested().is_none())
    })
}

fn looking_for_parts_costs_little(corpus: &Corpus) {
    let mut costs = Vec::new();
    for sheet in corpus.games() {
        if let Some(cost) = cost(sheet.name, &sheet.bytes) {
            println!("{}", cost.told());
            costs.push(cost);
        }
    }
    costs.sort_by(|a, b| b.search().total_cmp(&a.search()));
    let sum = |of: fn(&Cost) -> f64| costs.iter().map(of).sum::<f64>();
    let (analysis, search) = (sum(|it| it.analysis), sum(Cost::search));
    let (proof, split) = (sum(|it| it.proof), sum(|it| it.split));
    println!("The most expensive ones:");
    for it in costs.iter().take(10) {
        println!("{}", it.told());
    }
    let sheets = costs.len();
    println!("{sheets} sheets: {analysis:.2} s, {search:.2} s ({proof:.2}, {split:.2})");
    assert!(
        search < 0.1 * analysis,
        "{search:.2} s beside {analysis:.2} s"
    );
}
