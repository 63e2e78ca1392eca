//! Random sums whose last mover wins or loses, with planted couplings: all states by parts
//! and by the judge, which knows no parts.
//!
//! Each part is a token that goes along the arcs of a small graph, never back. An arc is
//! open to one role or to both.

use std::fmt::Write;
use std::ops::Range;

use decompose::{Asked, Decomposition, Knobs, Task, Undecomposed};
use game::{Model, Stop};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use testkit::SplitMix64;

use crate::whole_games::start;

/// What couples the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Coupling {
    None,
    /// Some arcs are open only while another token is somewhere.
    Legality,
    /// Some moves shove another token as well.
    Effect,
    /// Play also ends when a token is somewhere.
    End,
    /// Who is stuck wins if a token is somewhere.
    Goal,
    /// After some moves the same role is on turn again.
    Turn,
    /// Some moves take one of few coins.
    Resource,
    /// Once, a role that can move may pass.
    Pass,
}

const COUPLINGS: [Coupling; 8] = [
    Coupling::None,
    Coupling::Legality,
    Coupling::Effect,
    Coupling::End,
    Coupling::Goal,
    Coupling::Turn,
    Coupling::Resource,
    Coupling::Pass,
];

struct Plan {
    parts: usize,
    places: usize,
    coupling: Coupling,
    /// Arcs are open to both roles.
    impartial: bool,
    misere: bool,
}

impl Plan {
    fn draw(random: &mut SplitMix64) -> Self {
        Plan {
            parts: 2 + random.below(2),
            places: 3 + random.below(3),
            coupling: COUPLINGS[random.below(COUPLINGS.len())],
            impartial: random.below(2) == 0,
            misere: random.below(3) == 0,
        }
    }
}

const RULES: &str = "
(role a) (role b) (init (control a)) (other a b) (other b a)
(<= (able ?r ?i ?s ?t) (true (at ?i ?s)) (arc ?i ?r ?s ?t) (open ?i ?s ?t))
(<= (movable ?r) (able ?r ?i ?s ?t))
(<= (legal ?r (go ?i ?s ?t)) (true (control ?r)) (able ?r ?i ?s ?t))
(<= (legal ?r wait) (role ?r) (not (true (control ?r))))
(<= (goes ?i ?s ?t) (does ?r (go ?i ?s ?t)))
(<= (moved ?i) (goes ?i ?s ?t))
(<= (moved ?j) (goes ?i ?s ?t) (shoves ?i ?s ?t ?j ?u) (not (moving ?j)))
(<= (moving ?i) (goes ?i ?s ?t))
(<= (next (at ?i ?t)) (goes ?i ?s ?t))
(<= (next (at ?j ?u)) (goes ?i ?s ?t) (shoves ?i ?s ?t ?j ?u) (not (moving ?j)))
(<= (next (at ?i ?s)) (true (at ?i ?s)) (not (moved ?i)))
(<= again (goes ?i ?s ?t) (bonus ?i ?s ?t))
(<= (next (control ?r)) (true (control ?r)) again)
(<= (next (control ?o)) (true (control ?r)) (other ?r ?o) (not again))
(<= (stuck ?r) (true (control ?r)) (not (movable ?r)))
(<= terminal (stuck ?r))
(<= (odd ?i) (true (at ?i ?s)) (special ?i ?s))
(<= swapped (odd ?i))
(shoves none none none none none) (bonus none none none) (special none none)
";

const COINS: &str = "
(init (coins 2)) (fewer 2 1) (fewer 1 0)
(<= paid (goes ?i ?s ?t) (costs ?i ?s ?t))
(<= (next (coins ?y)) paid (true (coins ?x)) (fewer ?x ?y))
(<= (next (coins ?x)) (true (coins ?x)) (not paid))
(costs none none none)
";

const PASS: &str = "
(init (pass))
(<= (legal ?r pass) (true (control ?r)) (movable ?r) (true (pass)))
(<= passed (does ?r pass))
(<= (next (pass)) (true (pass)) (not passed))
";

/// The rules, and how many parts have a move.
fn sheet(random: &mut SplitMix64, plan: &Plan) -> (String, usize) {
    let mut text = RULES.to_owned();
    let mut alive = 0;
    for part in 0..plan.parts {
        writeln!(text, "(init (at {part} 0))").unwrap();
        let mut can_start = false;
        for from in 0..plan.places {
            for to in from + 1..plan.places {
                let roles: &[&str] = match (plan.impartial, random.below(6)) {
                    (true, 0..3) | (false, 0) => &["a", "b"],
                    (false, 1) => &["a"],
                    (false, 2) => &["b"],
                    _ => &[],
                };
                for role in roles {
                    writeln!(text, "(arc {part} {role} {from} {to})").unwrap();
                }
                can_start |= !roles.is_empty() && from == 0;
                if !roles.is_empty() {
                    couple(random, plan, (part, from, to), &mut text);
                }
            }
        }
        alive += usize::from(can_start);
    }
    text.push_str(match plan.coupling {
        Coupling::Resource => COINS,
        Coupling::Pass => PASS,
        _ => "",
    });
    ends(random, plan, &mut text);
    (text, alive)
}

/// When an arc is open, and what else it does.
fn couple(
    random: &mut SplitMix64,
    plan: &Plan,
    (part, from, to): (usize, usize, usize),
    text: &mut String,
) {
    let arc = format!("{part} {from} {to}");
    let other = (part + 1 + random.below(plan.parts - 1)) % plan.parts;
    let place = random.below(plan.places);
    let planted = random.below(2) == 0;
    let rule = match plan.coupling {
        Coupling::Legality if planted && place.is_multiple_of(2) => {
            format!("(<= (open {arc}) (true (at {other} {place})))")
        }
        Coupling::Legality if planted => {
            format!("(<= (open {arc}) (not (true (at {other} {place}))))")
        }
        // To the last place: play still ends.
        Coupling::Effect if planted => {
            format!("(open {arc}) (shoves {arc} {other} {})", plan.places - 1)
        }
        Coupling::Turn if planted => format!("(open {arc}) (bonus {arc})"),
        Coupling::Resource if planted => {
            format!("(<= (open {arc}) (not (true (coins 0)))) (costs {arc})")
        }
        _ => format!("(open {arc})"),
    };
    writeln!(text, "{rule}").unwrap();
}

fn ends(random: &mut SplitMix64, plan: &Plan, text: &mut String) {
    let special = 1 + random.below(plan.places - 1);
    let swaps = plan.coupling == Coupling::Goal;
    match plan.coupling {
        Coupling::End => writeln!(text, "(<= terminal (true (at 0 {special})))").unwrap(),
        Coupling::Goal => writeln!(text, "(special 0 {special})").unwrap(),
        _ => {}
    }
    let (loser, winner) = if plan.misere { (100, 0) } else { (0, 100) };
    let unless = if swaps { "(not swapped)" } else { "" };
    writeln!(text, "(<= (goal ?r {loser}) (true (control ?r)) {unless})").unwrap();
    let waits = "(role ?r) (not (true (control ?r)))";
    writeln!(text, "(<= (goal ?r {winner}) {waits} {unless})").unwrap();
    if swaps {
        writeln!(text, "(<= (goal ?r {winner}) (true (control ?r)) swapped)").unwrap();
        writeln!(text, "(<= (goal ?r {loser}) {waits} swapped)").unwrap();
    }
}

fn by_parts(rules: &Rules, knobs: Knobs) -> (GroundGame, Result<Decomposition, Undecomposed>) {
    let game = testkit::ground_game(rules);
    let stop = Stop::new();
    let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).unwrap();
    let task = Task {
        game: &game,
        facts: &facts,
        start: &start(&game),
        model: Model::Difference,
        knobs,
        stop: &stop,
    };
    let options = testkit::options(Model::Difference, None);
    let solved = Decomposition::solve(&task, &options, |_| true);
    (game, solved)
}

fn judged(game: GroundGame) -> judge::Table<BitState> {
    let mut game = Simulator::new(game);
    let begin = start(game.game());
    let options = testkit::options(Model::Difference, None);
    let limits = judge::Limits::default();
    judge::solve(&mut game, begin, &options, &limits, &mut |_| {}).unwrap()
}

/// Compares all states with the judge; how many there are.
fn compare(game: GroundGame, solved: &Decomposition) -> Result<usize, String> {
    let table = judged(game);
    for entry in table.iter() {
        let right = match solved.ask(entry.state) {
            Asked::Known(value, distance) => {
                value == *entry.value && (distance.is_none() || distance == entry.distance)
            }
            Asked::Unreachable => false,
            Asked::Unknown => continue,
        };
        if !right {
            let found = solved.ask(entry.state);
            let expected = (entry.value, entry.distance);
            return Err(format!(
                "{found:?} instead of {expected:?} in {:?}",
                entry.state
            ));
        }
    }
    Ok(table.iter().count())
}

/// What became of the sums with one coupling.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sums: usize,
    last_mover: usize,
    products: usize,
    states: usize,
}

fn check(seeds: Range<u64>) -> [Tally; COUPLINGS.len()] {
    let mut tallies = [Tally::default(); COUPLINGS.len()];
    for seed in seeds {
        let mut random = SplitMix64::new(seed);
        let plan = Plan::draw(&mut random);
        let (text, alive) = sheet(&mut random, &plan);
        let mut rules = testkit::load(&text);
        if random.below(3) == 0 {
            rules = testkit::obfuscated(&rules, seed);
        }
        // Every other one by pieces instead of by listed parts.
        let knobs = Knobs {
            small_part: [1, Knobs::default().small_part][random.below(2)],
            ..Knobs::default()
        };
        let (game, solved) = by_parts(&rules, knobs);
        let tally = &mut tallies[plan.coupling as usize];
        tally.sums += 1;
        let solved = match solved {
            Ok(solved) => solved,
            Err(error) => {
                // Where play ends with the first move nobody takes turns.
                let free = plan.coupling == Coupling::None;
                let at_once = || {
                    judged(game)
                        .iter()
                        .filter(|it| it.distance != Some(0))
                        .count()
                        <= 1
                };
                assert!(!free || at_once(), "seed {seed}: {error}\n{text}");
                continue;
            }
        };
        let summary = solved.summary(&start(&game)).unwrap();
        if plan.coupling == Coupling::None {
            assert!(matches!(solved, Decomposition::LastMover(_)), "{text}");
            assert_eq!(summary.parts.len(), alive, "seed {seed}\n{text}");
        }
        match solved {
            Decomposition::LastMover(_) => tally.last_mover += 1,
            Decomposition::Product(_) | Decomposition::Plans(_) => tally.products += 1,
        }
        let found = compare(game, &solved);
        tally.states += found.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    }
    for (coupling, tally) in COUPLINGS.iter().zip(&tallies) {
        println!("{coupling:?}: {tally:?}");
    }
    tallies
}

#[test]
fn planted_couplings_are_never_overlooked() {
    let tallies = check(0..400);
    let [free, legality, ..] = tallies;
    assert!(free.last_mover > 20, "{free:?}");
    // Also solved, but not as separate parts.
    assert!(legality.last_mover > 10, "{legality:?}");
    let turn = tallies[Coupling::Turn as usize];
    assert!(turn.last_mover < turn.sums / 2, "{turn:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_planted_couplings() {
    check(1000..11_000);
}
