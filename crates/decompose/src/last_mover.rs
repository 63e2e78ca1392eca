//! Games whose last mover wins or loses, solved as sums of their parts.
//!
//! In: a ground game, its facts, a start. Out: a [`LastMover`], which knows the value of
//! every state; or why the game is no such sum ([`Unsuited`]). Not here: games whose
//! rewards depend on more.
//!
//! What is proven, and where: the roles move in turn, play ends when the role on turn has
//! no move, rewards depend on nothing else ([`Convention`], by the SAT solver); what a move
//! reads and writes lies in one part ([`crate::pieces`], by the structure of the rules);
//! play in each part ends ([`Unfinished::Cyclic`]); both roles have the same moves
//! ([`crate::worth`], position by position).

use analysis::Facts;
use game::{Model, Rewards, Stop};
use ground::{BitState, GroundGame};
use thiserror::Error;

use crate::convention::{Convention, Lacking};
use crate::knobs::Knobs;
use crate::pieces::Keep;
use crate::positions::{Sum, Unfinished};
use crate::source::{Source, Sources};
use crate::theory::Theory;
use crate::whole::{Part, Whole};


/// Why a game is not solved as a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// A condition is not proven.
    #[error(transparent)]
    Lacking(#[from] Lacking),
    /// The positions of a part were not all found.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// What is to be solved.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The game.
    pub game: &'a GroundGame,
    /// What is proven about it.
    pub facts: &'a Facts,
    /// Where it begins.
    pub start: &'a BitState,
    /// Which rewards the roles prefer.
    pub model: Model,
    /// What bounds the work.
    pub knobs: Knobs,
    /// A request to stop.
    pub stop: &'a Stop,
}

/// A game whose last mover wins or loses, solved as the sum of its parts.
pub struct LastMover {
    /// Who moves when, and what an end is worth.
    pub convention: Convention,
    parts: Vec<SourcedPart>,
    sources: Sources,
    theory: Theory,
}

/// A part, and where its positions are.
#[derive(Debug)]
struct SourcedPart {
    part: Part,
    source: Source,
}

impl LastMover {
    /// Proves the conditions, finds the parts and solves each.
    ///
    /// # Errors
    ///
    /// [`Unsuited`]: the first condition that is not proven, or what did not come to its
    /// end.
    pub fn solve(task: &Task<'_>) -> Result<Self, Unsuited> {
        let Task {
            game, facts, model, ..
        } = *task;
        let budget = analysis::Budget::new(task.stop.clone());
                let convention = Convention::prove(game, facts, model, &budget)?;
        let whole = Whole::new(game, facts, &convention.turns).ok_or(Lacking::Loops)?;
        let mut sources = Sources::default();
        let mut parts = Vec::new();
        let pp = whole.parts(task.start, Keep::Needed);
        for part in pp {
            let source = sources.take(&part.game, &task.knobs, task.stop)?;
            parts.push(SourcedPart { part, source });
        }
        let sources = sources.numbered();
        let theory = Theory::new(&sources, convention.normal, task.knobs, task.stop);
        Ok(LastMover {
            theory: theory.map_err(Unfinished::Stopped)?,
            convention,
            parts,
            sources,
        })
    }

    /// The positions that are played side by side in a state, in ascending order; `None` if
    /// no moves lead to it.
    fn sum(&self, state: &BitState) -> Option<Sum> {
        let mut sum = Vec::new();
        for SourcedPart { part, source } in &self.parts {
            let ids = self.sources.find(*source, &part.game, part.state(state))?;
            sum.extend(ids);
        }
        sum.sort_unstable();
        Some(sum.into())
    }

    /// What a state is worth; `None` if no moves lead to it, or the search ran out.
    pub fn value(&self, state: &BitState) -> Option<&Rewards> {
        let role = self.convention.turns.role(|fluent| state.holds(fluent));
        let wins = self.theory.wins(&self.sources, &self.sum(state)?, role)?;
        Some(self.convention.rewards(role, wins))
    }
}
