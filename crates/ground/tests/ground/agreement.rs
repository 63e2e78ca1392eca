//! Interpreter and simulator agree on legal moves, successors, goals and ends.

use std::time::{Duration, Instant};

use game::{Playable, Stop};
use gdl::{InterpretError, Interpreter, Rules};
use ground::{Budget, GroundError, GroundGame, Simulator};
use testkit::{Corpus, SplitMix64, corpus_tests, load, load_if_valid, obfuscated, sorted_goals};

corpus_tests!(published_sheets_are_played_alike_for_a_while; slow: published_sheets_are_played_alike);

/// How many games are played, and how far.
struct Effort {
    playouts: usize,
    moves: usize,
    time: Duration,
    /// Instances of rules, in the ground game and in one state.
    ground: u64,
    state: u64,
}

/// Plays at random on both; returns the number of states compared, or `None` if
/// the rules take more than the effort allows.
fn compare(name: &str, rules: &Rules, effort: &Effort) -> Option<usize> {
    let mut budget = Budget::new(Stop::new());
    budget.instances = effort.ground;
    let ground = match GroundGame::new(rules, &budget) {
        Ok(ground) => ground,
        Err(GroundError::TooManyInstances { .. } | GroundError::TooMuchMemory { .. }) => {
            return None;
        }
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
    /// Plays one game on both; returns the number of states compared.
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
                let goals = sorted_goals(self.plain.goals(&plain)?);
                assert_eq!(
                    goals,
                    sorted_goals(self.fast.goals(&fast).unwrap()),
                    "{name}"
                );
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

/// Cells of a ring that a player opens and closes: which of them are connected
/// with the first follows from rules that depend on each other in a cycle,
/// before the move (`wet`) and with it (`soaked`).
const FLOOD: &str = "
    (role r)
    (cell 1) (cell 2) (cell 3) (cell 4)
    (edge 1 2) (edge 2 3) (edge 3 4) (edge 4 1)
    (<= (adjacent ?a ?b) (or (edge ?a ?b) (edge ?b ?a)))
    (init (open 1)) (init (open 3)) (init (step 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
    (<= wet-start (true (open 1)))
    (<= (wet 1) wet-start)
    (<= (wet ?b) (wet ?a) (adjacent ?a ?b) (true (open ?b)))
    (<= (soaked ?c) (does r (toggle ?c)) (wet 1))
    (<= (soaked ?b) (soaked ?a) (adjacent ?a ?b) (not (true (open ?b))))
    (<= (legal r (toggle ?c)) (cell ?c))
    (<= (legal r drain) (wet 3))
    (<= (next (open ?c)) (does r (toggle ?c)) (not (true (open ?c))))
    (<= (next (open ?c)) (true (open ?c)) (cell ?c) (not (does r (toggle ?c))) (not (does r drain)))
    (<= (next (was-soaked ?c)) (soaked ?c))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= terminal (true (step 6)))
    (<= all-wet (wet 2) (wet 3) (wet 4))
    (<= (goal r 100) all-wet)
    (<= (goal r 0) (not all-wet))";

#[test]
fn rules_in_a_circle_take_their_least_values() {
    let rules = load(FLOOD);
    let game = GroundGame::new(&rules, &Budget::new(Stop::new())).unwrap();
    assert_eq!(
        game.circuit().loops().len(),
        2,
        "one of `wet`, one of `soaked`"
    );
    let effort = Effort {
        playouts: 300,
        moves: 10,
        time: Duration::from_secs(60),
        ground: 10_000,
        state: 10_000,
    };
    for rules in [obfuscated(&rules, 5), rules] {
        assert_eq!(compare("flood", &rules, &effort), Some(300 * 7));
    }
}

#[test]
fn an_atom_that_depends_on_its_own_negation_is_refused() {
    let rules = load_if_valid(
        b"(role r) (init p) (legal r go) (<= (next p) (true p)) (<= q (true p) (not s))
          (<= s (true p) (not q) (true never)) (<= terminal q) (goal r 0)",
    );
    let refused = GroundGame::new(&rules.unwrap(), &Budget::new(Stop::new()));
    // `never` cannot hold: so `s` never does, and the rules are fine.
    assert!(refused.is_ok());
    let rules = load_if_valid(
        b"(role r) (init p) (legal r go) (<= (next x) (true p)) (<= q (true x) (not s))
          (<= s (true x) (not q)) (<= terminal q) (goal r 0)",
    );
    let game = GroundGame::new(&rules.unwrap(), &Budget::new(Stop::new())).unwrap();
    let mut game = Simulator::new(game);
    let Ok(start) = game.initial();
    let Ok(legal) = game.legal_moves(&start);
    let Ok(after) = game.successor(&start, &[legal[0][0]]);
    // That state has no model, so it has no moves, and is not an end.
    let Ok(legal) = game.legal_moves(&after);
    assert_eq!((game.is_terminal(&after), legal.len()), (Ok(false), 1));
    assert!(legal[0].is_empty());
}

#[test]
fn an_initial_state_that_hangs_on_a_negation_of_itself_is_refused() {
    // `wet` depends on its own negation by its predicates, but not by its atoms;
    // the interpreter can see that, the grounder does not try.
    let rules = load_if_valid(
        b"(role r) (legal r go) (wet 1) (<= (wet 1) (not all)) (<= all (wet 1) (wet 2))
          (<= (init p) (wet 1)) (<= (next p) (true p)) (<= terminal (not (true p))) (goal r 0)",
    );
    let refused = GroundGame::new(&rules.unwrap(), &Budget::new(Stop::new()));
    assert!(matches!(refused, Err(GroundError::Unstratified { .. })));
}

#[test]
fn what_depends_on_itself_by_two_negations_is_told_in_time() {
    // A condition is decided once: `terminal` must not be derived before
    // `always` is.
    let rules = load_if_valid(
        b"(role r) (legal r go) (<= terminal (or always (not (not terminal))))
          (<= (goal r 100) always) (<= always (not (not terminal))) always",
    );
    let rules = rules.unwrap();
    let effort = Effort {
        playouts: 1,
        moves: 2,
        time: Duration::from_secs(60),
        ground: 100,
        state: 100,
    };
    assert!(compare("at the end", &rules, &effort).is_some());
    let mut game = Simulator::new(GroundGame::new(&rules, &Budget::new(Stop::new())).unwrap());
    let Ok(start) = game.initial();
    assert_eq!(game.is_terminal(&start), Ok(true));
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
        let rules = load(entry.render(&[]).unwrap());
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

fn published_sheets_are_played_alike_for_a_while(corpus: &Corpus) {
    let effort = Effort {
        playouts: 2,
        moves: 8,
        time: Duration::from_millis(100),
        ground: 60_000,
        state: 20_000,
    };
    let mut compared = 0;
    for sheet in &corpus.all_sheets() {
        let Some(rules) = load_if_valid(&sheet.bytes) else {
            continue;
        };
        let states = compare(&sheet.name, &rules, &effort);
        compared += usize::from(states.is_some());
    }
    assert!(compared > 150, "only {compared} sheets were quick enough");
}

fn published_sheets_are_played_alike(corpus: &Corpus) {
    let effort = Effort {
        playouts: 20,
        moves: usize::MAX,
        time: Duration::from_secs(60),
        ground: 5_000_000,
        state: 2_000_000,
    };
    for sheet in &corpus.games() {
        let Some(rules) = load_if_valid(&sheet.bytes) else {
            continue;
        };
        for rules in [obfuscated(&rules, 3), rules] {
            let states = compare(&sheet.name, &rules, &effort);
            eprintln!("{}: {states:?} states compared", sheet.name);
        }
    }
}
