//! The proof for files of sums: the game falls apart as the file says, and what its
//! parts are worth is right.
//!
//! In: a file that requires `parts`. Out: a [`Report`] that nothing is wrong, or the first
//! error. It relies on the ground game, which is compared with the interpreter in sampled
//! states, and for conditions on several parts on a library of decision diagrams.
//!
//! ```text
//! JSON ──claim, local──► Claim ──setting──► what each fluent is
//! circuit ──domain, sheet──► functions of one part ──effects──► what each move does
//!         ──whole──► ends, waiting, rewards
//! listed states ──tables──►┐
//! local games ──opened, split, form, alike, pieces──► where positions lead ──worth──► values
//!                          └──counts──► counts of the whole
//! ```
//!
//! | file | what |
//! |---|---|
//! | `claim`, `local` | what the file says, with every place that is referred to; local games |
//! | `setting`, `domain`, `sheet`, `effects`, `names` | fluents as functions of part states; the circuit as such functions; what each move reads and writes; which moves are whose |
//! | `whole` | when play ends, with which rewards, and that the other role can wait |
//! | `tables`, `opened` | listed states and local games lead where the rules say |
//! | `split`, `form`, `alike`, `pieces` | positions into pieces; pieces by their functions; whether two are the same; whether all are there |
//! | `worth`, `impartial`, `partizan` | what positions are worth follows from their options |
//! | `quotient` | who wins sums of wild positions under misère play |
//! | `counts` | how many states the whole has |
//! | `lookup`, `playouts` | the value of a state as the file has it, beside the interpreter |

mod alike;
mod claim;
mod counts;
mod domain;
mod effects;
mod form;
mod impartial;
mod local;
mod lookup;
mod names;
mod opened;
mod partizan;
mod pieces;
mod playouts;
mod quotient;
mod setting;
mod sheet;
mod split;
mod tables;
mod trouble;
mod whole;
mod worth;

use std::cmp::Ordering;
use std::io::{Read, Seek};

use gdl::Rules;
use ground::GroundGame;

use self::claim::Claim;
use self::domain::Domain;
use self::effects::effects;
use self::lookup::Lookup;
use self::partizan::{Id, Values};
use self::pieces::Library;
use self::playouts::{Playouts, Seen};
use self::setting::{Home, Setting};
use self::trouble::Trouble;
use self::whole::Whole;
use crate::board::{self, Board};
use crate::error::{Unreadable, VerifyError, Wrong};
use crate::exhaustive::{Limits, infinite};
use crate::file::{Meta, SolutionFile};
use crate::report::{Parts, Progress, Report};
use crate::sample::Sample;
use crate::symbolic::compare::compare_walks;

/// On how many states the ground game is compared with the interpreter.
const COMPARED: Sample = Sample {
    states: 1000,
    seed: 1,
};
/// How many states are played through where a proof fails, to find a state that shows
/// a flaw.
const SEARCHED: Sample = Sample {
    states: 2000,
    seed: 1,
};

/// Proves a file of parts right.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if the solution is wrong; [`VerifyError::Undecided`] if neither
/// a proof nor a flaw was found; others if that could not be checked.
pub fn verify<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    let mut subject = Subject::new(file, limits)?;
    compare_walks((&subject.rules, &subject.game), COMPARED, limits, look)?;
    let proven = subject.prove(limits);
    match proven {
        Ok(counted) => Ok(subject.report(counted)),
        Err(undecided @ VerifyError::Undecided { .. }) => {
            // A state that shows a flaw says more; without one nothing is known.
            subject.play(SEARCHED, limits, look)?;
            Err(undecided)
        }
        Err(other) => Err(other),
    }
}

/// Plays a file of parts at random, as [`verify_sample`](crate::verify_sample) says.
pub fn sample<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    sample: Sample,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    let mut subject = Subject::new(file, limits)?;
    let seen = subject.play(sample, limits, look)?;
    let mut report = subject.report(subject.claim.counts.states);
    report.terminals = seen.terminals.into();
    report.layers = 0;
    report.arrows = Some(seen.arrows.into());
    report.cyclic = None;
    (report.checked, report.walked) = (seen.states.into(), seen.states.into());
    report.exhaustive = false;
    Ok(report)
}

/// What is checked, and what was found so far.
struct Subject<'a> {
    meta: &'a Meta,
    rules: Rules,
    board: Board,
    game: GroundGame,
    claim: Claim,
    setting: Setting,
    domain: Domain,
    library: Library,
    values: Values,
    ids: Vec<Id>,
}

impl<'a> Subject<'a> {
    /// Reads the claim, and checks all that needs no proof of the conditions.
    fn new<R: Read + Seek>(
        file: &'a SolutionFile<R>,
        limits: &Limits,
    ) -> Result<Self, VerifyError> {
        let meta = file.meta();
        let rules = board::rules_of_whole(meta)?;
        let json = file.parts().unwrap_or(&serde_json::Value::Null);
        let claim = Claim::from_json(json).map_err(|why| Unreadable::damage(0, why))?;
        fits(file.states(), meta)?;
        opposed(meta, &claim)?;
        let game = GroundGame::new(&rules, &ground::Budget::new(limits.stop.clone()))?;
        let mut board = Board::of(&rules, meta, game.fluents(), &limits.stop)?;
        if board.start(meta)? != board.initial()? {
            return Err(VerifyError::Undecided {
                why: "it starts at another position than the game".to_owned(),
            });
        }
        let (setting, domain) = Setting::new(&claim, &game)?;
        let library = Library::new(&claim, &limits.stop)?;
        let mut values = Values::new();
        let ids = worth::check(&claim, &library, &mut values, &limits.stop)?;
        quotient::check(&claim, &library, &limits.stop)?;
        Ok(Subject {
            meta,
            rules,
            board,
            game,
            claim,
            setting,
            domain,
            library,
            values,
            ids,
        })
    }

    /// Proves what the rules must have; the number of states, if the file has it.
    fn prove(&self, limits: &Limits) -> Result<Option<u128>, VerifyError> {
        let (claim, game) = (&self.claim, &self.game);
        let (turns, homes) = effects(game, &self.setting, &self.domain, &limits.stop)?;
        tables::check(claim, game, &turns)?;
        opened::check(claim, game, &self.domain, &turns)?;
        names::check(claim, game, &turns)?;
        if let Some(reason) = limits.stop.requested() {
            return Err(VerifyError::Stopped(reason));
        }
        let whole = Whole {
            game,
            claim,
            setting: &self.setting,
            domain: &self.domain,
            homes: &homes,
        };
        for (role, turn) in turns.iter().enumerate() {
            whole.check(role, turn)?;
        }
        let told = !homes.contains(&Home::Free);
        if claim.tells_states != told {
            return Err(Wrong::new(format!(
                "whether parts tell all of a state is told wrongly\n  says   {}\n  right  {told}",
                claim.tells_states
            ))
            .into());
        }
        Ok(counts::check(claim, told)?)
    }

    /// Plays at random.
    fn play(
        &mut self,
        sample: Sample,
        limits: &Limits,
        look: &mut dyn FnMut(Progress),
    ) -> Result<Seen, VerifyError> {
        let values = (&mut self.values, &*self.ids);
        let mut lookup = Lookup::new(&self.claim, &self.setting, &mut self.library, values);
        let about = (&self.claim, self.meta);
        let fluents = self.game.fluents().len();
        let mut playouts = Playouts::new(&mut self.board, &mut lookup, about, fluents);
        playouts.run(sample, &limits.stop, look)
    }

    /// What was proven; `checked` are positions of parts.
    fn report(&self, counted: Option<u128>) -> Report {
        let claim = &self.claim;
        let parts = Parts {
            parts: claim.parts.len(),
            listed: claim.tables.iter().map(|it| it.states.len()).sum(),
            pieces: claim.pieces.len(),
            counted,
            compared: COMPARED.states,
        };
        Report {
            states: counted.unwrap_or(0),
            terminals: claim.counts.terminals.unwrap_or(0),
            layers: claim.counts.layers.as_ref().map_or(0, Vec::len),
            arrows: None,
            unresolved: 0,
            cyclic: Some(false),
            distances: false,
            from_initial: true,
            checked: (parts.listed + parts.pieces) as u128,
            walked: 0,
            exhaustive: true,
            sets: None,
            parts: Some(parts),
        }
    }
}

/// Checks what else a file of parts says about itself, and how many states it stores.
fn fits(stored: u128, meta: &Meta) -> Result<(), Wrong> {
    let counted = meta.terminals.is_some() || meta.layers.is_some() || !meta.buckets.is_empty();
    let none = stored == 0 && meta.states == 0 && meta.unresolved == 0;
    if !none || counted || !meta.fluents.is_empty() {
        return Err(Wrong::new("a file of parts has states of its own"));
    }
    infinite(meta, false)?;
    match (meta.distances, meta.roles.len()) {
        (true, _) => Err(Wrong::new("parts say nothing of distances")),
        (false, 2) => Ok(()),
        _ => Err(Wrong::new("a sum is a game of two roles")),
    }
}

/// Checks that each role prefers what the combination takes for winning.
fn opposed(meta: &Meta, claim: &Claim) -> Result<(), Trouble> {
    for role in 0..2 {
        let own = meta
            .model
            .prefers(role, &claim.stuck[role], &claim.stuck[1 - role]);
        let wants = match claim.combination.is_normal() {
            true => Ordering::Less,
            false => Ordering::Greater,
        };
        if own != wants {
            return Err(Trouble::wrong(format!(
                "{} does not want what `{:?}` is about",
                meta.roles[role], claim.combination
            )));
        }
    }
    Ok(())
}
