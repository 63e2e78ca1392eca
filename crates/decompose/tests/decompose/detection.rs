//! What it costs to look for parts, beside the analysis, over all published sheets.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use decompose::{Convention, Decomposition, Knobs, Split, SplitTask, Task};
use game::{Model, Stop, StopReason};
use ground::GroundGame;
use testkit::{Corpus, Stopwatch, load_if_valid};

use crate::whole_games::start;

testkit::corpus_tests!(; slow: looking_for_parts_costs_little);

/// The knobs with which the solver looks for parts.
const KNOBS: fn() -> Knobs = || Knobs {
    pieces: 1 << 10,
    numbers: 1 << 23,
    listed_states: 1 << 17,
    ..Knobs::default()
};

/// CPU seconds of a sheet.
struct Cost {
    name: String,
    bits: u64,
    analysis: f64,
    search: f64,
    /// Of this, the proof that the last mover decides; the split for a product.
    proof: f64,
    split: f64,
    found: String,
}

impl Cost {
    fn told(&self) -> String {
        let [analysis, search] = [self.analysis, self.search];
        let [proof, split] = [self.proof, self.split];
        let Cost {
            name, bits, found, ..
        } = self;
        format!(
            "{name} {bits} bits: {analysis:.3} s, {search:.3} s ({proof:.3}, {split:.3}) {found}"
        )
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
    let begin = start(&game);
    within(Duration::from_secs(60), |stop| {
        let (game, facts, start, knobs) = (&game, &facts, &begin, KNOBS());
        let model = Model::Difference;
        let task = Task {
            game,
            facts,
            start,
            model,
            knobs,
            stop,
        };
        let clock = Stopwatch::start();
        let options = testkit::options(model, None);
        let found = Decomposition::solve(&task, &options, |_| false);
        let search = clock.elapsed();
        let clock = Stopwatch::start();
        let budget = analysis::Budget::new(stop.clone());
        let convention = Convention::prove(game, facts, model, &budget);
        let proof = clock.elapsed();
        let clock = Stopwatch::start();
        if found.is_err() {
            let task = SplitTask {
                game,
                facts,
                start,
                knobs,
                stop,
            };
            drop(Split::find(&task));
        }
        let split = clock.elapsed();
        let found = match found {
            Ok(found) => found.combination().to_owned(),
            Err(error) if convention.is_err() => error.product.to_string(),
            Err(error) => error.to_string(),
        };
        Some(Cost {
            name,
            bits: facts.bits(),
            analysis: analysis.as_secs_f64(),
            search: search.as_secs_f64(),
            proof: proof.as_secs_f64(),
            split: split.as_secs_f64(),
            found,
        })
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
    costs.sort_by(|a, b| b.search.total_cmp(&a.search));
    let sum = |of: fn(&Cost) -> f64| costs.iter().map(of).sum::<f64>();
    let (analysis, search) = (sum(|it| it.analysis), sum(|it| it.search));
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
