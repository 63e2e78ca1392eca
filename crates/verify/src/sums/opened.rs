//! Parts that are not listed: their local games do what the rules say.
//!
//! In: what each move reads and writes, by the rules, and the local game of the file.
//! Out: nothing, if each role's actions are the same functions, up to their order.

use std::rc::Rc;

use ground::GroundGame;
use rustc_hash::FxHashSet;

use super::claim::{Claim, Positions};
use super::domain::{Care, Domain, Everywhere, Function, Join, Shape};
use super::effects::{Effect, Turn};
use super::local::{LocalGame, Signal};
use super::trouble::Trouble;

/// Where an action is legal, and where each fluent that it changes holds after it.
type Doing = (Shape, Vec<(usize, Shape)>);

/// Checks all parts that are not listed.
pub fn check(
    claim: &Claim,
    game: &GroundGame,
    domain: &Domain,
    turns: &[Turn; 2],
) -> Result<(), Trouble> {
    for (number, part) in claim.parts.iter().enumerate() {
        let Positions::Pieces(local) = &part.positions else {
            continue;
        };
        let opened = Opened {
            domain,
            part: number,
        };
        let says = opened.says(local)?;
        for (role, turn) in turns.iter().enumerate() {
            let own = turn.effects.iter().filter(|it| it.part == number);
            let right: Result<FxHashSet<Doing>, Trouble> = own.map(|it| opened.right(it)).collect();
            if says[role] != right? {
                let name = &game.roles()[role];
                return Err(Trouble::wrong(format!(
                    "the local game of part {number} has other moves of {name} than the rules"
                )));
            }
        }
    }
    Ok(())
}

struct Opened<'a> {
    domain: &'a Domain,
    part: usize,
}

fn too_large() -> Trouble {
    Trouble::undecided("a local game is too large for decision diagrams")
}

impl Opened<'_> {
    fn all(&self) -> Shape {
        Everywhere(self.domain).full(self.part).clone()
    }

    fn shape(&self, function: &Function) -> Result<Shape, Trouble> {
        match function {
            Function::Constant(true) => Ok(self.all()),
            Function::Constant(false) => Ok(self.none()),
            Function::Local(_, set) => Ok(set.clone()),
            Function::Mixed => Err(too_large()),
        }
    }

    fn none(&self) -> Shape {
        Shape::Diagram(Rc::new(self.domain.variables().mk_false()))
    }

    fn right(&self, effect: &Effect) -> Result<Doing, Trouble> {
        let writes = effect
            .writes
            .iter()
            .map(|(at, it)| Ok((*at, self.shape(it)?)));
        let writes = writes.collect::<Result<_, Trouble>>()?;
        self.doing(self.shape(&effect.legal)?, writes)
    }

    /// The actions of a local game, by roles.
    fn says(&self, local: &LocalGame) -> Result<[FxHashSet<Doing>; 2], Trouble> {
        let mut known = vec![self.all()];
        for at in 0..local.holds.len() {
            known.push(self.shape(&self.domain.fluent(self.part, at))?);
        }
        for inputs in &local.gates {
            let mut gate = self.all();
            for &input in inputs {
                let input = self.signal(&known, input)?;
                gate = gate.joined(&input, Join::And).ok_or_else(too_large)?;
            }
            known.push(gate);
        }
        let mut says = [FxHashSet::default(), FxHashSet::default()];
        for action in &local.actions {
            let writes = action.writes.iter();
            let writes = writes.map(|&(at, it)| Ok((at, self.signal(&known, it)?)));
            let writes = writes.collect::<Result<_, Trouble>>()?;
            let doing = self.doing(self.signal(&known, action.legal)?, writes)?;
            if !doing.0.is_empty() {
                says[action.role].insert(doing);
            }
        }
        Ok(says)
    }

    fn signal(&self, known: &[Shape], signal: Signal) -> Result<Shape, Trouble> {
        let set = known[signal.number()].clone();
        match signal.negated() {
            true => self.all().joined(&set, Join::Minus).ok_or_else(too_large),
            false => Ok(set),
        }
    }

    /// What an action does where it is legal, without what stays as it is.
    fn doing(&self, legal: Shape, writes: Vec<(usize, Shape)>) -> Result<Doing, Trouble> {
        let mut sets: Vec<(usize, Shape)> = Vec::new();
        for (at, set) in writes {
            let own = self.shape(&self.domain.fluent(self.part, at))?;
            let set = set.joined(&legal, Join::And).ok_or_else(too_large)?;
            let own = own.joined(&legal, Join::And).ok_or_else(too_large)?;
            if set != own {
                sets.push((at, set));
            }
        }
        sets.sort_unstable_by_key(|it| it.0);
        Ok((legal, sets))
    }
}
