//! Interpreter and simulator agree along random playouts: on every game of the
//! library, and on every published sheet that the interpreter can play within a
//! minute of CPU time; plain and obfuscated.
//!
//! The default run has a few playouts of each game of the library; published
//! sheets are played briefly in `agreement.rs`, and at length here.

use std::time::Duration;

use game::Stop;
use gdl::{InterpretError, Interpreter, Rules};
use ground::{Budget, GroundError, GroundGame, Simulator};
use testkit::{Compared, Corpus, Lockstep, corpus_tests, load, load_if_valid, obfuscated};

corpus_tests!(; slow: published_sheets_agree_for_twenty_playouts);

/// What to compare, and for how long.
#[derive(Clone, Copy)]
struct Effort {
    playouts: usize,
    moves: usize,
    time: Duration,
    /// Instances of rules, in the ground game.
    instances: u64,
}

/// Plays on both; `None` if the game is too large for one of them.
fn compare(name: &str, rules: &Rules, effort: Effort) -> Option<Compared> {
    let mut budget = Budget::new(Stop::new());
    budget.instances = effort.instances;
    let ground = match GroundGame::new(rules, &budget) {
        Ok(ground) => ground,
        Err(GroundError::TooManyInstances { .. }) => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    let lockstep = Lockstep {
        playouts: effort.playouts,
        moves: effort.moves,
        time: effort.time,
    };
    let plain = Interpreter::new(rules, gdl::Budget::new(Stop::new()));
    let compared =
        plain.and_then(|mut plain| lockstep.compare(name, &mut plain, &mut Simulator::new(ground)));
    match compared {
        Ok(compared) => Some(compared),
        Err(InterpretError::TooManyInstances { .. }) => None,
        Err(error) => panic!("{name}: {error}"),
    }
}

fn library_games_agree(effort: Effort) {
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap());
        for rules in [obfuscated(&rules, 3), rules] {
            let compared = compare(entry.name(), &rules, effort);
            let compared = compared.expect("library games are small enough");
            eprintln!("{}: {compared:?}", entry.name());
            assert_eq!(compared.playouts, effort.playouts, "{}", entry.name());
        }
    }
}

#[test]
fn library_games_agree_for_a_few_playouts() {
    library_games_agree(Effort {
        playouts: 2,
        moves: 10,
        time: Duration::from_secs(60),
        instances: 5_000_000,
    });
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn library_games_agree_for_a_thousand_playouts() {
    // Some can go on for ever.
    library_games_agree(Effort {
        playouts: 1000,
        moves: 200,
        time: Duration::from_secs(3600),
        instances: 5_000_000,
    });
}

fn published_sheets_agree_for_twenty_playouts(corpus: &Corpus) {
    let effort = Effort {
        playouts: 20,
        moves: usize::MAX,
        time: Duration::from_secs(60),
        instances: 8_000_000,
    };
    let (mut whole, mut part) = (0, Vec::new());
    let sheets = corpus.games();
    for sheet in &sheets {
        let Some(rules) = load_if_valid(&sheet.bytes) else {
            continue;
        };
        let in_full = |rules: &Rules| {
            let compared = compare(&sheet.name, rules, effort);
            eprintln!("{}: {compared:?}", sheet.name);
            compared.is_some_and(|it| it.playouts == effort.playouts)
        };
        // A sheet that takes too long would do so under other names too.
        match in_full(&rules) && in_full(&obfuscated(&rules, 3)) {
            true => whole += 1,
            false => part.push(&sheet.name),
        }
    }
    eprintln!("{whole} sheets in full; in part or not at all: {part:?}");
    assert!(whole > 150, "only {whole} sheets were quick enough");
}
