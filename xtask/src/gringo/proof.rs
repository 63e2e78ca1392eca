//! Why our fluents and moves may be fewer than gringo's.
//!
//! gringo's are those of the relaxed game, in which a negation always holds.
//! Ours may lack some of these if nothing ever makes them hold. That is proven
//! here, by clingo and by induction: in any state of our fluents, and for any of
//! our moves made in it, no other move is legal and no other fluent holds next.
//!
//! Some proofs need fluents that always hold, such as the walls of a board.
//! These are guessed from random games, and proven along with the rest.

use std::collections::BTreeSet;
use std::fmt::Write;

use gdl::{Keyword, Rules};

use super::bound::Bound;
use super::clingo::{Answer, Clingo};
use super::names::Names;
use super::program::{self, Program};
use super::seen::seen;
use crate::limits::Limits;
use crate::outcome::Outcome;

/// Any state, any legal moves, and what must not happen: a way out of the bound,
/// or the loss of what should always hold. A role need not move, so that states
/// in which it cannot are included; but then, or if the game has ended, nothing
/// comes next.
const WRONG: &str = "
    { {true}(F) } :- fluent(F).
    {true}(F) :- always(F).
    { {does}(R,M) : move(R,M), {legal}(R,M) } 1 :- {role}(R).
    moved(R) :- {does}(R,M).
    stuck :- {role}(R), not moved(R).
    stuck :- {terminal}.
    outside :- {init}(F), not fluent(F).
    outside :- {next}(F), not fluent(F), not stuck.
    outside :- {legal}(R,M), {role}(R), not move(R,M).
    lost(F) :- always(F), not {init}(F).
    lost(F) :- always(F), not {next}(F), not stuck.
    wrong :- outside.
    wrong :- lost(F).
    :- not wrong.
    #show lost/1.";

/// Whether nothing leads out of a bound: [`Answer::Unsatisfiable`] if so.
///
/// # Errors
///
/// When clingo cannot be run.
pub fn way_out(clingo: &Clingo, rules: &Rules, bound: &Bound, limits: Limits) -> Outcome<Answer> {
    let mut always = seen(rules)?.always;
    loop {
        let program = program(rules, bound, &always);
        let answer = clingo.solve(&program, limits)?;
        let Answer::Satisfiable(shown) = &answer else {
            return Ok(answer);
        };
        // A wrong guess is dropped; without one the bound is wrong.
        let lost = shown.iter().filter_map(|atom| program.names.kif(atom));
        let count = always.len();
        for fluent in lost {
            always.remove(&fluent);
        }
        if always.len() == count {
            return Ok(answer);
        }
    }
}

/// The program that has an answer set if something is wrong with a bound and
/// with what is said to hold always.
fn program(rules: &Rules, bound: &Bound, always: &BTreeSet<String>) -> Program {
    let mut program = program::exact(rules, WRONG);
    let mut text = facts("fluent", &bound.fluents, &mut program.names);
    text.push_str(&facts("always", always, &mut program.names));
    for mov in &bound.moves {
        let pair = format!("({} {mov})", Keyword::Does.name());
        let pair = program.names.encode(&pair);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "move{}.", &pair[pair.find('(').unwrap_or(0)..]);
    }
    program.text.push_str(&text);
    program
}

fn facts(relation: &str, terms: &BTreeSet<String>, names: &mut Names) -> String {
    let facts = terms
        .iter()
        .map(|term| format!("{relation}({}).\n", names.encode(term)));
    facts.collect()
}
