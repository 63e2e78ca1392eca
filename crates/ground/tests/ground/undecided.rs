//! Atoms that depend on each other's negations: the ground game agrees with the
//! interpreter in each state, and is ill-formed where that leaves an atom undefined.

use std::fmt::Write;

use game::{GoalValue, Playable, Stop};
use gdl::{Budget, InterpretError, Interpreter, Rules, State};
use ground::{BitState, GroundError, GroundGame, Simulator};
use testkit::{SplitMix64, load, load_if_valid};

fn ground(rules: &Rules) -> Result<GroundGame, GroundError> {
    GroundGame::new(rules, &ground::Budget::new(Stop::new()))
}

/// Both, in the same state.
struct Pair {
    interpreter: Interpreter,
    simulator: Simulator,
    undefined: usize,
    compared: usize,
}

/// `None` if the state leaves it undefined.
fn defined<T>(found: Result<T, InterpretError>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(InterpretError::Undefined { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

impl Pair {
    fn new(rules: &Rules) -> Self {
        Pair {
            interpreter: Interpreter::new(rules, Budget::new(Stop::new())).unwrap(),
            simulator: Simulator::new(ground(rules).unwrap()),
            undefined: 0,
            compared: 0,
        }
    }

    /// Checks that nobody can move in a state that leaves something undefined.
    fn is_stuck(&mut self, bits: &BitState) {
        let (Ok(ended), Ok(legal)) = (
            self.simulator.is_terminal(bits),
            self.simulator.legal_moves(bits),
        );
        assert!(!ended && legal.iter().all(Vec::is_empty));
        self.undefined += 1;
    }

    /// Compares both in a state; returns the states after a move, if there is one.
    fn compare(
        &mut self,
        (state, bits): (&State, &BitState),
        random: &mut SplitMix64,
    ) -> Option<(State, BitState)> {
        self.compared += 1;
        let Some(ended) = defined(self.interpreter.is_terminal(state)) else {
            self.is_stuck(bits);
            return None;
        };
        assert_eq!(self.simulator.is_terminal(bits), Ok(ended));
        if ended {
            let Ok(ground) = self.simulator.goals(bits);
            let sorted = |mut goals: Vec<GoalValue>| {
                goals.sort_by_key(ToString::to_string);
                goals
            };
            match defined(self.interpreter.goals(state)) {
                Some(goals) => {
                    let goals: Vec<_> = goals.into_iter().map(sorted).collect();
                    let ground: Vec<_> = ground.into_iter().map(sorted).collect();
                    assert_eq!(ground, goals);
                }
                None => {
                    assert!(ground.iter().all(Vec::is_empty));
                    self.undefined += 1;
                }
            }
            return None;
        }
        let Some(legal) = defined(self.interpreter.legal_moves(state)) else {
            self.is_stuck(bits);
            return None;
        };
        let Ok(ground) = self.simulator.legal_moves(bits);
        let place = random.below(legal[0].len());
        let Some(next) = defined(self.interpreter.successor(state, &[legal[0][place]])) else {
            self.is_stuck(bits);
            return None;
        };
        let texts = |moves: &[gdl::Move]| -> Vec<String> {
            moves
                .iter()
                .map(|it| self.interpreter.move_text(it))
                .collect()
        };
        let ground_texts: Vec<String> = ground[0]
            .iter()
            .map(|it| self.simulator.move_text(it))
            .collect();
        assert_eq!(ground_texts, texts(&legal[0]));
        let Ok(after) = self.simulator.successor(bits, &[ground[0][place]]);
        let text = self.interpreter.state_text(&next);
        assert_eq!(self.simulator.state_text(&after), text);
        Some((next, after))
    }

    fn walk(&mut self, random: &mut SplitMix64) {
        let Ok(bits) = self.simulator.initial();
        let mut at = (self.interpreter.initial().unwrap(), bits);
        for _ in 0..30 {
            match self.compare((&at.0, &at.1), random) {
                Some(next) => at = next,
                None => return,
            }
        }
    }
}

/// A graph whose nodes are marked or not; a node is won if an arc leads to a marked
/// one that is not won, or to a won one. Which relation asks for that is drawn too.
fn sheet(random: &mut SplitMix64) -> String {
    let mut text = "(role r)\n(legal r stay)\n".to_owned();
    let nodes = 2 + random.below(4);
    for node in 0..nodes {
        let _ = writeln!(text, "(node n{node})");
        if random.happens(1, 3) {
            let _ = writeln!(text, "(init (mark n{node}))");
        }
        for to in 0..nodes {
            if random.happens(1, 3) {
                let _ = writeln!(text, "(arc n{node} n{to})");
            }
            if random.happens(1, 8) {
                let _ = writeln!(text, "(way n{node} n{to})");
            }
        }
    }
    text += "(arc n0 n1) (way n1 n1)
        (<= (win ?u) (arc ?u ?v) (true (mark ?v)) (not (win ?v)))
        (<= (win ?u) (way ?u ?v) (win ?v))
        (<= (legal r (turn ?u)) (node ?u))
        (<= (next (mark ?u)) (true (mark ?u)) (not (does r (turn ?u))))
        (<= (next (mark ?u)) (not (true (mark ?u))) (does r (turn ?u)))\n";
    for (of, rule) in [
        (3, "(<= (legal r win) (win n0))"),
        (3, "(<= (next lucky) (win n1) (true (mark n0)))"),
        (3, "(<= (next lucky) (win n0) (does r stay))"),
        (
            2,
            "(<= (goal r 100) (win n1))\n(<= (goal r 0) (not (win n1)))",
        ),
    ] {
        if random.happens(1, of) {
            text += rule;
            text.push('\n');
        }
    }
    text += match random.below(3) {
        0 => "(<= terminal (win n0) (true lucky))\n(goal r 50)\n",
        1 => "(<= terminal (true (mark n0)) (not (true (mark n1))))\n(goal r 50)\n",
        _ => "(<= terminal (true lucky))\n(goal r 50)\n",
    };
    text
}

#[test]
fn random_games_are_decided_as_by_the_interpreter() {
    let (mut undefined, mut compared, mut sheets) = (0, 0, 0);
    for seed in 0..400 {
        let random = &mut SplitMix64::new(seed);
        let text = sheet(random);
        // What is undefined at the start is found when rules are checked.
        let Some(rules) = load_if_valid(&text) else {
            continue;
        };
        let mut pair = Pair::new(&rules);
        for _ in 0..6 {
            pair.walk(random);
        }
        sheets += 1;
        undefined += pair.undefined;
        compared += pair.compared;
    }
    assert!(sheets > 150, "{sheets} sheets");
    assert!(undefined > 100, "{undefined} of {compared}");
    assert!(compared - undefined > 3000, "{undefined} of {compared}");
}

#[test]
fn an_atom_that_its_own_negation_decides_in_no_state_is_taken() {
    let rules = load(
        "(role a) (init (mark x)) (arc x y) (arc y x)
         (<= (win ?u) (arc ?u ?v) (true (mark ?v)) (not (win ?v)))
         (legal a stay) (legal a swap)
         (<= (next (mark y)) (does a swap))
         (<= (next stop) (does a stay)) (<= (next (mark x)) (does a stay))
         (<= terminal (true stop)) (<= terminal (true (mark y)))
         (<= (goal a 100) (win x)) (<= (goal a 0) (not (win x)))",
    );
    let mut pair = Pair::new(&rules);
    for seed in 0..20 {
        pair.walk(&mut SplitMix64::new(seed));
    }
    assert_eq!(pair.undefined, 0);
    assert!(pair.compared > 20);
    assert!(ground(&rules).unwrap().circuit().loops().is_empty());
}

#[test]
fn what_moves_leave_undefined_is_refused_by_name() {
    let rules = load(
        "(role a) (init p) (legal a go) (legal a stay)
         (<= q (does a go) (true x) (not s)) (<= s (does a go) (true x) (not q))
         (<= (next x) (true p)) (<= (next y) q) (<= terminal (true y)) (goal a 0)",
    );
    let error = ground(&rules).unwrap_err();
    assert!(matches!(error, GroundError::Unstratified { .. }), "{error}");
}
