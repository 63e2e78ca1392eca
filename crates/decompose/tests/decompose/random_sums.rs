//! Random sums with planted couplings: all states by parts and plain.
//!
//! Each part is a token on a small graph. Couplings are drawn through legality, effects, the
//! end, the goals and the turn; a part may tick with every move, moves may be pairs.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use decompose::{Knobs, NoProduct};
use testkit::SplitMix64;

use crate::product::{PLANNED, compare, split_with};

/// What couples the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coupling {
    None,
    /// Some moves need another part to be somewhere.
    Legality,
    /// Where some moves lead depends on another part.
    Effect,
    /// Play ends when one part is in the wrong place.
    End,
    /// After some moves the same role is on turn again.
    Turn,
    /// Some moves take one of few coins.
    Resource,
}

const COUPLINGS: [Coupling; 6] = [
    Coupling::None,
    Coupling::Legality,
    Coupling::Effect,
    Coupling::End,
    Coupling::Turn,
    Coupling::Resource,
];

struct Sum {
    parts: usize,
    places: usize,
    roles: usize,
    coupling: Coupling,
    /// Moves may lead back.
    cyclic: bool,
    /// Moves of one role are one move in each part.
    lockstep: bool,
}

fn sheet(random: &mut SplitMix64, sum: &Sum) -> String {
    let mut text = String::new();
    let names = &["a", "b"][..sum.roles];
    for name in names {
        writeln!(text, "(role {name})").unwrap();
    }
    for part in 0..sum.parts {
        writeln!(text, "(init (at {part} 0)) (part {part})").unwrap();
        for from in 0..sum.places {
            for to in 0..sum.places {
                let forward = to > from || sum.cyclic && to != from;
                for name in names {
                    if forward && random.below(3) == 0 {
                        writeln!(text, "(edge {part} {name} {from} {to})").unwrap();
                        guard(random, sum, (part, from, to), &mut text);
                    }
                }
            }
        }
    }
    text.push_str(match sum.lockstep {
        true => LOCKSTEP,
        false => INTERLEAVED,
    });
    text.push_str(match sum.roles {
        1 => "(init (control a)) (<= (next (control a)) (true (control a)))",
        _ => TURNS,
    });
    text.push_str(match sum.coupling {
        Coupling::Resource => COINS,
        _ => "",
    });
    if sum.lockstep && random.below(2) == 0 {
        text.push_str("(<= terminal (not some))");
    }
    if sum.coupling == Coupling::End {
        writeln!(text, "(<= terminal (true (at 0 {})))", sum.places - 1).unwrap();
    }
    goals(random, sum, &mut text);
    text
}

/// When an edge may be taken, and what it does to others.
fn guard(
    random: &mut SplitMix64,
    sum: &Sum,
    (part, from, to): (usize, usize, usize),
    text: &mut String,
) {
    let edge = format!("{part} {from} {to}");
    let other = (part + 1) % sum.parts;
    let place = random.below(sum.places);
    let planted = random.below(3) == 0;
    let rule = match sum.coupling {
        Coupling::Legality if planted => {
            format!("(<= (allowed {edge}) (true (at {other} {place})))")
        }
        Coupling::Effect if planted => {
            format!("(allowed {edge}) (shoves {edge} {other} {place})")
        }
        Coupling::Turn if planted => format!("(allowed {edge}) (bonus {edge})"),
        Coupling::Resource if planted => {
            format!("(<= (allowed {edge}) (not (true (coins 0)))) (costs {edge})")
        }
        _ => format!("(allowed {edge})"),
    };
    writeln!(text, "{rule}").unwrap();
}

pub const INTERLEAVED: &str = "
(<= (legal ?r (go ?i ?s ?t)) (true (control ?r)) (able ?r ?i ?s ?t))
(<= (legal ?r wait) (role ?r) (not (true (control ?r))))
(<= (legal ?r wait) (true (control ?r)) (not (movable ?r)))
(<= (able ?r ?i ?s ?t) (true (at ?i ?s)) (edge ?i ?r ?s ?t) (allowed ?i ?s ?t))
(<= (movable ?r) (able ?r ?i ?s ?t))
(<= some (movable ?r))
(<= terminal (not some))
(<= (moves ?i ?s ?t) (does ?r (go ?i ?s ?t)))
(<= (target ?i ?s ?t ?t) (moves ?i ?s ?t) (not (shoved ?i ?s ?t)))
(<= (target ?i ?s ?t ?s) (moves ?i ?s ?t) (shoved ?i ?s ?t))
(<= (shoved ?i ?s ?t) (shoves ?i ?s ?t ?j ?u) (true (at ?j ?u)))
(<= (next (at ?i ?u)) (target ?i ?s ?t ?u))
(<= (next (at ?i ?s)) (true (at ?i ?s)) (not (moved ?i)))
(<= (moved ?i) (moves ?i ?s ?t))
";

const LOCKSTEP: &str = "
(<= (legal ?r (both ?s ?t ?u ?v)) (true (control ?r)) (able ?r 0 ?s ?t) (able ?r 1 ?u ?v))
(<= (legal ?r wait) (role ?r) (not (true (control ?r))))
(<= (able ?r ?i ?s ?t) (true (at ?i ?s)) (edge ?i ?r ?s ?t) (allowed ?i ?s ?t))
(<= (able ?r ?i ?s ?s) (role ?r) (true (at ?i ?s)))
(<= (movable ?r) (true (at ?i ?s)) (edge ?i ?r ?s ?t) (allowed ?i ?s ?t))
(<= some (movable ?r))
(<= terminal (true (tick 4)))
(init (tick 0)) (after 0 1) (after 1 2) (after 2 3) (after 3 4)
(<= (next (tick ?y)) (true (tick ?x)) (after ?x ?y))
(<= (moves 0 ?s ?t) (does ?r (both ?s ?t ?u ?v)))
(<= (moves 1 ?u ?v) (does ?r (both ?s ?t ?u ?v)))
(<= (next (at ?i ?t)) (moves ?i ?s ?t) (not (shoved ?i ?s ?t)))
(<= (next (at ?i ?s)) (moves ?i ?s ?t) (shoved ?i ?s ?t))
(<= (shoved ?i ?s ?t) (shoves ?i ?s ?t ?j ?u) (true (at ?j ?u)))
";

pub const TURNS: &str = "
(init (control a)) (opponent a b) (opponent b a)
(<= again (moves ?i ?s ?t) (bonus ?i ?s ?t))
(<= (next (control ?r)) (true (control ?r)) again)
(<= (next (control ?o)) (true (control ?r)) (opponent ?r ?o) (not again))
";

const COINS: &str = "
(init (coins 2)) (fewer 2 1) (fewer 1 0)
(<= paid (moves ?i ?s ?t) (costs ?i ?s ?t))
(<= (next (coins ?y)) paid (true (coins ?x)) (fewer ?x ?y))
(<= (next (coins 0)) (true (coins 0)))
(<= (next (coins ?x)) (true (coins ?x)) (not paid))
";

/// Two or three conditions on each part, combined; or points for each pair of places.
fn goals(random: &mut SplitMix64, sum: &Sum, text: &mut String) {
    for part in 0..sum.parts {
        for place in 0..sum.places {
            if random.below(2) == 0 {
                writeln!(text, "(good {part} {place})").unwrap();
            }
        }
    }
    writeln!(text, "(good none none)").unwrap();
    writeln!(text, "(<= (fine ?i) (true (at ?i ?s)) (good ?i ?s))").unwrap();
    let points = [0, 20, 50, 80, 100];
    for set in 0..1 << sum.parts {
        let literal = |part: usize| match set >> part & 1 {
            1 => format!("(fine {part})"),
            _ => format!("(part {part}) (not (fine {part}))"),
        };
        let body: Vec<String> = (0..sum.parts).map(literal).collect();
        let body = body.join(" ");
        let won = points[random.below(5)];
        writeln!(text, "(<= (goal a {won}) {body})").unwrap();
        if sum.roles == 2 {
            let other = match sum.cyclic {
                true => 100 - won,
                false => points[random.below(5)],
            };
            writeln!(text, "(<= (goal b {other}) {body})").unwrap();
        }
    }
}

/// How many of these sums fell apart, and how many states were compared.
fn check(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut apart, mut states) = (0, 0);
    for seed in seeds {
        let mut random = SplitMix64::new(seed);
        let lockstep = random.below(4) == 0;
        let sum = Sum {
            parts: if lockstep { 2 } else { 2 + random.below(2) },
            places: 3 + random.below(4),
            roles: if lockstep { 1 } else { 1 + random.below(2) },
            coupling: COUPLINGS[random.below(6)],
            cyclic: random.below(3) == 0,
            lockstep,
        };
        let text = sheet(&mut random, &sum);
        // Every other one with three parts is put together as far as possible.
        let knobs = Knobs {
            folded_states: [0, Knobs::default().folded_states][random.below(2)],
            ..Knobs::default()
        };
        let (game, split) = split_with(&testkit::load(&text), knobs);
        let split = match split {
            Ok(split) => split,
            Err(NoProduct::OnePart | NoProduct::Turn | NoProduct::Waiting) => continue,
            Err(error) => panic!("{seed}: {error}\n{text}"),
        };
        let found = compare(game, split);
        states += found.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        apart += 1;
    }
    (apart, states)
}

#[test]
fn random_sums_have_the_values_of_the_judge() {
    let (apart, states) = check(0..300);
    println!("{apart} of 300 fell apart, {states} states");
    let planned = PLANNED.load(Ordering::Relaxed);
    println!("{planned} planned");
    assert!(apart > 100 && planned > 10, "{apart}, {planned}");
}

#[test]
#[ignore = "takes minutes"]
fn many_random_sums() {
    let (apart, states) = check(1000..11_000);
    let planned = PLANNED.load(Ordering::Relaxed);
    println!("{apart} of 10000 fell apart, {planned} planned, {states} states");
}
