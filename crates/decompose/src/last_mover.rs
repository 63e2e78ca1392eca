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
//! ([`is_impartial`], position by position).

use std::sync::{Mutex, PoisonError};

use analysis::Facts;
use cgt::{Genus, Nimber};
use game::{Model, Rewards, RoleId, Stop};
use ground::{BitState, FluentId, GroundGame};
use thiserror::Error;

use crate::convention::{Convention, Lacking};
use crate::knobs::Knobs;
use crate::pieces::Keep;
use crate::positions::{PositionId, Positions, Sum, Unfinished};
use crate::search::Search;
use crate::source::{Source, Sources};
use crate::whole::{Part, Whole};
use crate::worth::{genera, is_impartial, nimbers};

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
#[derive(Debug)]
pub struct LastMover {
    /// Who moves when, and what an end is worth.
    pub convention: Convention,
    parts: Vec<SourcedPart>,
    sources: Sources,
    theory: Theory,
    knobs: Knobs,
}

/// A part, and where its positions are.
#[derive(Debug)]
struct SourcedPart {
    part: Part,
    source: Source,
}

/// What tells who wins a sum.
#[derive(Debug)]
enum Theory {
    /// Impartial, normal play: the nimber of each position.
    Nimbers(Vec<Nimber>),
    /// Impartial, misère play: the genus of each position, all tame.
    Genera(Vec<Genus>),
    /// Anything else: search.
    Search(Mutex<Search>),
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
        let t = std::time::Instant::now();
        let convention = Convention::prove(game, facts, model, &budget)?;
        eprintln!("convention {:?}", t.elapsed());
        let whole = Whole::new(game, facts, &convention.turns).ok_or(Lacking::Loops)?;
        eprintln!("whole {:?}", t.elapsed());
        let mut sources = Sources::default();
        let mut parts = Vec::new();
        let pp = whole.parts(task.start, Keep::Needed);
        eprintln!("parts {:?}", t.elapsed());
        for part in pp {
            let source = sources.take(&part.game, &task.knobs, task.stop)?;
            parts.push(SourcedPart { part, source });
        }
        eprintln!("sources {:?}", t.elapsed());
        let sources = sources.numbered();
        Ok(LastMover {
            theory: Theory::new(&sources, convention.normal),
            convention,
            parts,
            sources,
            knobs: task.knobs,
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
        let wins = self.wins(&self.sum(state)?, role)?;
        Some(self.convention.rewards(role, wins))
    }

    /// Whether the role on turn wins.
    fn wins(&self, sum: &[PositionId], role: RoleId) -> Option<bool> {
        match &self.theory {
            Theory::Nimbers(nimbers) => {
                let nimber: Nimber = sum.iter().map(|it| nimbers[it.index()]).sum();
                Some(nimber.mover_wins())
            }
            Theory::Genera(genera) => {
                let genus = match sum {
                    [only] => genera[only.index()],
                    _ => Genus::sum(sum.iter().map(|it| genera[it.index()]))?,
                };
                Some(genus.mover_wins_misere())
            }
            Theory::Search(search) => {
                let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
                let normal = self.convention.normal;
                let most = self.knobs.searched_sums;
                let role = role.index() as u8;
                search.wins(
                    &self.sources,
                    (sum.into(), role),
                    normal,
                    most,
                    &mut |_, _| None,
                )
            }
        }
    }
}

impl Theory {
    fn new(sources: &Sources, normal: bool) -> Self {
        let search = || Theory::Search(Mutex::default());
        if !is_impartial(sources) {
            return search();
        }
        if normal {
            return Theory::Nimbers(nimbers(sources));
        }
        match genera(sources) {
            Some(genera) if genera.iter().all(|it| it.is_tame()) => Theory::Genera(genera),
            _ => search(),
        }
    }
}
impl LastMover {
    /// About
    pub fn about(&self) -> String {
        format!(
            "{} parts, {} positions {} pieces, theory {}",
            self.parts.len(),
            crate::positions::Positions::len(&self.sources),
            self.sources.pieces(),
            match &self.theory {
                Theory::Nimbers(_) => "nimbers",
                Theory::Genera(_) => "genera",
                _ => "search",
            }
        )
    }
}
