//! Interpreter and simulator agree on legal moves, successors, goals and ends.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

use std::time::{Duration, Instant};

use game::{GoalValue, Playable, Stop};
use gdl::{InterpretError, Interpreter, Notation, Rules, Source};
use ground::{Budget, GroundError, GroundGame, Simulator};
use testkit::{SplitMix64, corpus, obfuscate};

fn load(text: &[u8]) -> Option<Rules> {
    gdl::load(&Source::new("test", text), None).rules
}

fn obfuscated(rules: &Rules, seed: u64) -> Rules {
    let sheet = obfuscate(rules.sheet(), seed);
    load(gdl::print(sheet.sheet(), Notation::Kif).as_bytes()).unwrap()
}

/// How long and how often games are played here.
struct Effort {
    playouts: usize,
    moves: usize,
    time: Duration,
    /// Instances of rules, in the ground game and in one state.
    ground: u64,
    state: u64,
}

/// Plays at random on both; tells how many states were compared, or nothing if
/// the rules take more than the effort allows.
fn compare(name: &str, rules: &Rules, effort: &Effort) -> Option<usize> {
    let mut budget = Budget::new(Stop::new());
    budget.instances = effort.ground;
    let ground = match GroundGame::new(rules, &budget) {
        Ok(ground) => ground,
        Err(GroundError::TooManyInstances { .. }) => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    let mut budget = gdl::Budget::new(Stop::new());
    budget.instances = effort.state;
    let mut pair = match Interpreter::new(rules, budget) {
        Ok(plain) => Pair {
            name,
            plain,
            fast: Simulator::new(ground),
            random: SplitMix64::new(1),
            deadline: Instant::now() + effort.time,
        },
        Err(_) => return None,
    };
    assert_eq!(pair.plain.roles(), pair.fast.roles(), "{name}");
    let mut compared = 0;
    for _ in 0..effort.playouts {
        match pair.playout(effort.moves) {
            Ok(states) => compared += states,
            Err(InterpretError::TooManyInstances { .. }) => return None,
            Err(error) => panic!("{name}: {error}"),
        }
    }
    Some(compared)
}

struct Pair<'a> {
    name: &'a str,
    plain: Interpreter,
    fast: Simulator,
    random: SplitMix64,
    deadline: Instant,
}

impl Pair<'_> {
    /// Plays one game on both; tells how many states were compared.
    fn playout(&mut self, moves: usize) -> Result<usize, InterpretError> {
        let name = self.name;
        let mut plain = self.plain.initial()?;
        let mut fast = self.fast.initial().unwrap();
        for compared in 0..moves {
            if Instant::now() > self.deadline {
                return Ok(compared);
            }
            assert_eq!(
                self.plain.state_text(&plain),
                self.fast.state_text(&fast),
                "{name}"
            );
            let ended = self.plain.is_terminal(&plain)?;
            assert_eq!(ended, self.fast.is_terminal(&fast).unwrap(), "{name}");
            if ended {
                let goals = sorted(self.plain.goals(&plain)?);
                assert_eq!(goals, sorted(self.fast.goals(&fast).unwrap()), "{name}");
                return Ok(compared + 1);
            }
            let legal = self.plain.legal_moves(&plain)?;
            let fast_legal = self.fast.legal_moves(&fast).unwrap();
            let texts = |moves: &Vec<_>| -> Vec<String> {
                moves.iter().map(|mov| self.plain.move_text(mov)).collect()
            };
            let fast_texts = |moves: &Vec<_>| -> Vec<String> {
                moves.iter().map(|mov| self.fast.move_text(mov)).collect()
            };
            let expected: Vec<Vec<String>> = legal.iter().map(texts).collect();
            let found: Vec<Vec<String>> = fast_legal.iter().map(fast_texts).collect();
            assert_eq!(expected, found, "{name}");
            if legal.iter().any(Vec::is_empty) {
                return Ok(compared + 1);
            }
            let chosen: Vec<usize> = legal
                .iter()
                .map(|list| self.random.below(list.len()))
                .collect();
            let joint: Vec<_> = legal
                .iter()
                .zip(&chosen)
                .map(|(list, &at)| list[at])
                .collect();
            let fast_joint: Vec<_> = fast_legal
                .iter()
                .zip(&chosen)
                .map(|(list, &at)| list[at])
                .collect();
            plain = self.plain.successor(&plain, &joint)?;
            fast = self.fast.successor(&fast, &fast_joint).unwrap();
        }
        Ok(moves)
    }
}

fn sorted(goals: Vec<Vec<GoalValue>>) -> Vec<Vec<String>> {
    let texts = |values: Vec<GoalValue>| {
        let mut texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    goals.into_iter().map(texts).collect()
}

#[test]
fn library_games_are_played_alike() {
    let effort = Effort {
        playouts: 20,
        moves: 60,
        time: Duration::from_millis(300),
        ground: 1_000_000,
        state: 200_000,
    };
    for entry in library::games() {
        let rules = load(entry.render(&[]).unwrap().as_bytes()).unwrap();
        for rules in [obfuscated(&rules, 3), rules] {
            let compared = compare(entry.name(), &rules, &effort);
            assert!(
                compared.is_none_or(|compared| compared > 0),
                "{}",
                entry.name()
            );
        }
    }
}

#[test]
fn published_sheets_are_played_alike_for_a_while() {
    let Some(corpus) = corpus() else { return };
    let effort = Effort {
        playouts: 2,
        moves: 8,
        time: Duration::from_millis(100),
        ground: 60_000,
        state: 20_000,
    };
    let mut compared = 0;
    for sheet in corpus.games().iter().chain(&corpus.gdl_tests()) {
        let Some(rules) = load(&sheet.bytes) else {
            continue;
        };
        let states = compare(&sheet.name, &rules, &effort);
        compared += usize::from(states.is_some());
    }
    assert!(compared > 150, "only {compared} sheets were quick enough");
}

#[test]
#[ignore = "slow: run with --include-ignored"]
fn published_sheets_are_played_alike() {
    let Some(corpus) = corpus() else { return };
    let effort = Effort {
        playouts: 20,
        moves: usize::MAX,
        time: Duration::from_secs(60),
        ground: 5_000_000,
        state: 2_000_000,
    };
    for sheet in &corpus.games() {
        let Some(rules) = load(&sheet.bytes) else {
            continue;
        };
        for rules in [obfuscated(&rules, 3), rules] {
            let states = compare(&sheet.name, &rules, &effort);
            eprintln!("{}: {states:?} states compared", sheet.name);
        }
    }
}
