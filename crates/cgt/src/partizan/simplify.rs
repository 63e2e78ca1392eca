//! Canonical forms: from options to the one smallest game of that value.
//!
//! In: options of both players. Out: the id of the value. A number is found by
//! the simplicity theorem; otherwise dominated options are removed and
//! reversible ones bypassed until there are none, which leaves the canonical
//! form (Siegel, *Combinatorial Game Theory*, II.2).

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dyadic::Dyadic;
use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games, Lists};
use crate::partizan::plain::Plain;

/// A game that is no number, and its negative.
struct Candidate {
    lists: Lists,
    negative: Lists,
    stops: [Dyadic; 2],
    negative_stops: [Dyadic; 2],
    /// Answers of [`Games::is_below`]; `true` is for the negative.
    known: FxHashMap<(GameId, bool), bool>,
}

impl Games {
    /// The game with these options.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub fn of_options(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId, Exhausted> {
        self.start();
        self.simplify(left.to_vec(), right.to_vec(), 0)
    }

    pub(crate) fn simplify(
        &mut self,
        left: Vec<GameId>,
        right: Vec<GameId>,
        level: u32,
    ) -> Result<GameId, Exhausted> {
        if let Some(number) = self.number_between(&left, &right, level)? {
            return self.number(number);
        }
        let left = self.undominated(left, level)?;
        let negated_right = self.negated(&right).to_vec();
        let negated_right = self.undominated(negated_right, level)?;
        let mut candidate = self.candidate(&left, &negated_right)?;
        let left = self.irreversible(left, &mut candidate, false, level)?;
        let negated_right = self.irreversible(negated_right, &mut candidate, true, level)?;
        let right = self.negated(&negated_right).to_vec();
        match self.as_plain_lists(&left, &right) {
            Some(plain) => self.plain(plain),
            None => self.lists(left, right),
        }
    }

    /// The number that the options make, if they make one: the simplest x with
    /// no Left option ≥ x and no Right option ≤ x.
    fn number_between(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        level: u32,
    ) -> Result<Option<Dyadic>, Exhausted> {
        let low = self.low_end(left, level)?;
        let mirrored = self.negated(right);
        let high = match self.low_end(&mirrored, level)? {
            Some((bound, inside)) => Some((bound.negate()?, inside)),
            None => None,
        };
        Dyadic::simplest(low, high)
    }

    /// Where the numbers begin that no Left option exceeds or equals: at the
    /// greatest right stop, which itself is in unless an option is ≥ it.
    fn low_end(
        &mut self,
        left: &[GameId],
        level: u32,
    ) -> Result<Option<(Dyadic, bool)>, Exhausted> {
        let stops = left.iter().map(|&option| self.right_stop(option));
        let Some(stop) = stops.max() else {
            return Ok(None);
        };
        let bound = self.number(stop)?;
        let mut inside = true;
        for &option in left {
            inside &= self.right_stop(option) < stop || !self.le_at(bound, option, level + 1)?;
        }
        Ok(Some((stop, inside)))
    }

    /// Left's options without those that another one is at least as good as.
    fn undominated(
        &mut self,
        mut options: Vec<GameId>,
        level: u32,
    ) -> Result<Vec<GameId>, Exhausted> {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<GameId> = Vec::with_capacity(options.len());
        'next: for option in options {
            for &other in &kept {
                if self.le_at(option, other, level + 1)? {
                    continue 'next;
                }
            }
            let mut still = Vec::with_capacity(kept.len() + 1);
            for other in kept {
                if !self.le_at(other, option, level + 1)? {
                    still.push(other);
                }
            }
            still.push(option);
            kept = still;
        }
        Ok(kept)
    }

    fn candidate(&self, left: &[GameId], negated_right: &[GameId]) -> Result<Candidate, Exhausted> {
        let lists = Lists {
            left: left.into(),
            right: self.negated(negated_right),
        };
        let negative = Lists {
            left: negated_right.into(),
            right: self.negated(left),
        };
        let stops = self.stops_of(&lists);
        Ok(Candidate {
            lists,
            negative,
            negative_stops: [stops[1].negate()?, stops[0].negate()?],
            stops,
            known: FxHashMap::default(),
        })
    }

    /// Left's undominated options with the reversible ones bypassed: if Right
    /// can answer a move by going to a game ≤ the whole, Left's options there
    /// take the place of the move. The value stays, so the order of the
    /// bypasses does not matter, nor that the candidate has the old options.
    ///
    /// For the candidate's negative if `mirrored`.
    fn irreversible(
        &mut self,
        mut options: Vec<GameId>,
        candidate: &mut Candidate,
        mirrored: bool,
        level: u32,
    ) -> Result<Vec<GameId>, Exhausted> {
        let mut settled: FxHashSet<GameId> = FxHashSet::default();
        while let Some(&option) = options.iter().find(|option| !settled.contains(option)) {
            match self.reversed_through(option, candidate, mirrored, level)? {
                None => {
                    settled.insert(option);
                }
                Some(reply) => {
                    options.retain(|&other| other != option);
                    options.extend_from_slice(&self.left(reply)?);
                    options = self.undominated(options, level)?;
                }
            }
        }
        Ok(options)
    }

    /// Right's answer to the option that reverses it, if there is one.
    fn reversed_through(
        &mut self,
        option: GameId,
        candidate: &mut Candidate,
        mirrored: bool,
        level: u32,
    ) -> Result<Option<GameId>, Exhausted> {
        // If l < l^R ≤ G and G is no number, then by number avoidance some
        // other Left option is ≥ l^R: a number that reverses is dominated.
        if self.is_number(option) {
            return Ok(None);
        }
        for &reply in self.right(option)?.iter() {
            if self.is_below(reply, candidate, mirrored, level + 1)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Whether game ≤ candidate; for the candidate's negative if `mirrored`.
    ///
    /// It is refuted by a Right option of the candidate that is ≤ game, or by a
    /// Left option of the game that is ≥ the candidate: both negated, that is
    /// this question again. A number needs only the former, as the candidate is
    /// none.
    fn is_below(
        &mut self,
        game: GameId,
        candidate: &mut Candidate,
        mirrored: bool,
        level: u32,
    ) -> Result<bool, Exhausted> {
        self.spend(1)?;
        if let Some(answer) = self.is_below_at_once(game, candidate, mirrored) {
            return Ok(answer);
        }
        if let Some(&answer) = candidate.known.get(&(game, mirrored)) {
            return Ok(answer);
        }
        self.check_level(level)?;
        let mut answer = true;
        for &option in candidate.right(mirrored).iter() {
            answer = answer && !self.le_at(option, game, level + 1)?;
        }
        if !self.is_number(game) {
            for &option in self.left(game)?.iter() {
                let option = self.negate(option);
                answer = answer && !self.is_below(option, candidate, !mirrored, level + 1)?;
            }
        }
        candidate.known.insert((game, mirrored), answer);
        Ok(answer)
    }

    fn is_below_at_once(
        &self,
        game: GameId,
        candidate: &Candidate,
        mirrored: bool,
    ) -> Option<bool> {
        let [left_stop, right_stop] = match mirrored {
            false => candidate.stops,
            true => candidate.negative_stops,
        };
        if self.left_stop(game) > left_stop || self.right_stop(game) > right_stop {
            return Some(false);
        }
        (self.left_stop(game) < right_stop).then_some(true)
    }

    /// The plain game with these canonical lists, if there is one: the converse
    /// of [`Plain::left_options`].
    fn as_plain_lists(&self, left: &[GameId], right: &[GameId]) -> Option<Plain> {
        let upwards = |left: &[GameId], right: &[GameId]| {
            let left: Option<Vec<Plain>> = left.iter().map(|&it| self.as_plain(it)).collect();
            let right: Option<Vec<Plain>> = right.iter().map(|&it| self.as_plain(it)).collect();
            as_nimber_or_ups(&left?, &right?)
        };
        upwards(left, right).or_else(|| {
            let mirrored = upwards(&self.negated(right), &self.negated(left))?;
            mirrored.negate().ok()
        })
    }
}

impl Candidate {
    fn right(&self, mirrored: bool) -> Arc<[GameId]> {
        let lists = if mirrored {
            &self.negative
        } else {
            &self.lists
        };
        Arc::clone(&lists.right)
    }
}

/// n + *m or n + k·↑ + *m with k ≥ 1, if these are its options.
fn as_nimber_or_ups(left: &[Plain], right: &[Plain]) -> Option<Plain> {
    let number = left.first()?.number;
    let same = |plain: &&Plain| plain.number == number;
    if !left.iter().chain(right).all(|plain| same(&plain)) {
        return None;
    }
    let with = |ups, star| Plain { number, ups, star };
    let has = |options: &[Plain], wanted: &[Plain]| {
        options.len() == wanted.len() && wanted.iter().all(|plain| options.contains(plain))
    };
    let heap = u32::try_from(left.len()).ok()?;
    let nimbers: Vec<Plain> = (0..heap).map(|star| with(0, star)).collect();
    if has(left, &nimbers) && has(right, &nimbers) {
        return Some(with(0, heap));
    }
    if has(left, &[with(0, 0), with(0, 1)]) && has(right, &[with(0, 0)]) {
        return Some(with(1, 1));
    }
    // {n | n} is n + *, found above, and {n | n + …} with fewer ups is no up.
    match (left, right) {
        ([left], [right]) if left.is_number() && right.ups >= 0 => {
            Some(with(right.ups.checked_add(1)?, right.star ^ 1))
        }
        _ => None,
    }
}
