//! Who wins a sum of games, without the canonical form of the sum.
//!
//! In: the parts. Out: the outcome class. A search over multisets of parts; the
//! shortcuts below are proven and leave little of it.
//!
//! Let S be the sum, of parts Gᵢ; LS and RS are the stops, m the mean, t the
//! temperature.
//!
//! 1. Parts G and −G cancel. Numbers, ups and nimbers add up to one plain part.
//! 2. Left wins by starting if LS(S) > 0 and not if LS(S) < 0. If 0, either.
//! 3. RS(S) ≥ Σ RS(Gᵢ) and LS(S) ≤ Σ LS(Gᵢ): both players may answer in the part
//!    in which the other one moves.
//! 4. m(S) = Σ m(Gᵢ), and RS(S) ≤ m(S) ≤ LS(S).
//! 5. |LS(S) − m(S)| and |RS(S) − m(S)| are at most max t(Gᵢ): walls have slopes
//!    of at most 1, and at that temperature all parts are masts, hence S too.
//! 6. Left need not move in a number x. If the rest of the sum is no number,
//!    this is number avoidance. If it is one, S is the number m(S), and Left
//!    wins by starting exactly if m(S) > 0, which 4 has found before.

use std::cmp::Ordering;

use crate::dyadic::Dyadic;
use crate::knobs::Exhausted;
use crate::outcome::Outcome;
use crate::partizan::arena::{GameId, Games};
use crate::partizan::memo::Memo;
use crate::partizan::parts::Parts;
use crate::partizan::plain::Plain;

/// The outcome of the sum of the parts.
///
/// # Errors
///
/// [`Exhausted`] at a limit.
///
/// ```
/// use cgt::{Dyadic, Games, Knobs, Outcome, decide};
///
/// let mut games = Games::new(Knobs::default());
/// let [one, two] = [1, 2].map(|n| games.number(Dyadic::integer(n)).expect("small"));
/// let hot = games.of_options(&[two], &[games.negate(two)])?;
/// let warm = games.of_options(&[one], &[games.negate(one)])?;
/// assert_eq!(decide(&mut games, &[hot, warm, hot])?, Outcome::N);
/// assert_eq!(decide(&mut games, &[hot, hot])?, Outcome::P);
/// # Ok::<(), cgt::Exhausted>(())
/// ```
pub fn decide(games: &mut Games, parts: &[GameId]) -> Result<Outcome, Exhausted> {
    games.start();
    let parts = games.reduce(parts)?;
    let mut search = Search {
        known: Memo::new(games.knobs.memo),
        games,
    };
    let mirrored = search.games.mirrored(&parts)?;
    let left_wins = search.starter_wins(&parts, 0)?;
    let right_wins = search.starter_wins(&mirrored, 0)?;
    Ok(Outcome::of(left_wins, right_wins))
}

struct Search<'a> {
    games: &'a mut Games,
    /// Whether Left wins by starting. Right starts in the negative.
    known: Memo<Parts, bool>,
}

/// A move of Left, and how much it is worth trying first.
struct Try {
    urgency: (Dyadic, Dyadic),
    step: Step,
}

/// A move: small, as all moves of a position wait while one is searched.
enum Step {
    /// Of the part with this index to an option.
    Part(usize, GameId),
    /// Of the plain part.
    Plain(Plain),
}

impl Search<'_> {
    /// Whether Left wins the sum by starting.
    fn starter_wins(&mut self, parts: &Parts, level: u32) -> Result<bool, Exhausted> {
        self.games.spend(1 + parts.lists.len())?;
        if let Some(answer) = self.at_once(parts, level)? {
            return Ok(answer);
        }
        if let Some(answer) = self.known.get(parts) {
            return Ok(answer);
        }
        self.games.check_level(level)?;
        let answer = self.wins_by_moving(parts, level)?;
        self.known.insert(parts.clone(), answer);
        Ok(answer)
    }

    fn wins_by_moving(&mut self, parts: &Parts, level: u32) -> Result<bool, Exhausted> {
        for attempt in self.tries(parts)? {
            let after = match attempt.step {
                Step::Part(index, option) => parts.moved(self.games, index, option)?,
                Step::Plain(plain) => Parts {
                    plain,
                    lists: parts.lists.clone(),
                },
            };
            let reply = self.games.mirrored(&after)?;
            if !self.starter_wins(&reply, level + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What needs no search over moves.
    fn at_once(&mut self, parts: &Parts, level: u32) -> Result<Option<bool>, Exhausted> {
        match parts.lists[..] {
            [] => Ok(Some(!parts.plain.le(Plain::default()))),
            [part] => {
                let rest = self.games.plain(parts.plain.negate()?)?;
                Ok(Some(!self.games.le_at(part, rest, level)?))
            }
            [first, second] if parts.plain == Plain::default() => {
                let rest = self.games.negate(second);
                Ok(Some(!self.games.le_at(first, rest, level)?))
            }
            _ => self.by_bounds(parts),
        }
    }

    /// Compares bounds of the left stop with 0.
    fn by_bounds(&mut self, parts: &Parts) -> Result<Option<bool>, Exhausted> {
        let mut mean = parts.plain.number;
        let mut highest = parts.plain.number;
        let mut heat = Dyadic::ZERO;
        for &part in &parts.lists {
            let thermograph = self.games.thermograph_at(part)?;
            mean = mean.plus(thermograph.mean)?;
            heat = heat.max(thermograph.temperature);
            highest = highest.plus(self.games.left_stop(part))?;
        }
        // The right stop never exceeds the mean, so it cannot tell more.
        if mean > Dyadic::ZERO {
            return Ok(Some(true));
        }
        let highest = highest.min(mean.plus(heat)?);
        Ok((highest < Dyadic::ZERO).then_some(false))
    }

    /// Left's moves: those in the hottest part first, the best mean first.
    fn tries(&mut self, parts: &Parts) -> Result<Vec<Try>, Exhausted> {
        let mut tries = Vec::new();
        for (index, &part) in parts.lists.iter().enumerate() {
            if index > 0 && parts.lists[index - 1] == part {
                continue;
            }
            let heat = self.games.thermograph_at(part)?.temperature;
            for &option in self.games.left(part)?.iter() {
                let mean = self.games.thermograph_at(option)?.mean;
                tries.push(Try {
                    urgency: (heat, mean),
                    step: Step::Part(index, option),
                });
            }
        }
        self.add_plain_tries(parts, &mut tries)?;
        tries.sort_by(|a, b| Ordering::reverse(a.urgency.cmp(&b.urgency)));
        Ok(tries)
    }

    /// Moves in the ups and the nimber; the number is never moved.
    fn add_plain_tries(&mut self, parts: &Parts, tries: &mut Vec<Try>) -> Result<(), Exhausted> {
        if parts.plain.is_number() {
            return Ok(());
        }
        self.games.spend(parts.plain.star as usize)?;
        for plain in parts.plain.left_options()? {
            tries.push(Try {
                urgency: (Dyadic::ZERO, plain.number),
                step: Step::Plain(plain),
            });
        }
        Ok(())
    }
}
