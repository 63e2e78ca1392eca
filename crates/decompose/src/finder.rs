//! Many positions of a part that falls into pieces, each found from the one before.
//!
//! In: a part as a local game, the pieces that are known, positions one after the other. Out:
//! for each the pieces that are played side by side in it. Positions that are asked for
//! together mostly differ by a move: then only the pieces that differ are split anew.
//!
//! **Why that is right.** Let S be what can hold in all that a position can lead to, by the
//! relaxation: whoever likes moves, as often as they like. If another position differs only in
//! fluents that are open in S, then all that it says is in S, and so is all that it can lead to,
//! because the relaxation grows with where it begins. So what never changes any more in the
//! first position does not in the second, and what is in different pieces of the first is
//! independent in the second. Its pieces are those of the first with their own fluents as they
//! are now, split again. Open fluents that are in no piece matter to none.

use rustc_hash::FxHashMap;

use crate::pieces::{Components, Keep, LocalGame, Piece, split_all, split_one};
use crate::positions::PositionId;

/// A part, and the position of it that was split last.
pub(crate) struct Finder<'a> {
    pieces: &'a Components,
    game: &'a LocalGame,
    last: Option<Last>,
    /// Pieces as they were written down, with their numbers in `found`.
    numbers: FxHashMap<Box<[u32]>, usize>,
    found: Vec<Option<PositionId>>,
    /// What pieces fall into with other values of their fluents.
    changed: FxHashMap<Changed, Option<Vec<PositionId>>>,
}

/// The number of a piece, and which of its fluents hold.
type Changed = (usize, Box<[u64]>);

/// A position that was split.
struct Last {
    state: Box<[u64]>,
    /// The fluents that can still change, a bit for each.
    open: Vec<u64>,
    /// For each fluent the place of its piece, if it has one.
    of: Vec<Option<usize>>,
    /// The pieces with their numbers.
    pieces: Vec<(Piece, usize)>,
}

impl<'a> Finder<'a> {
    pub fn new(pieces: &'a Components, game: &'a LocalGame) -> Self {
        Finder {
            pieces,
            game,
            last: None,
            numbers: FxHashMap::default(),
            found: Vec::new(),
            changed: FxHashMap::default(),
        }
    }

    /// Adds the pieces of a position; `None` if one of them is not known.
    pub fn find(&mut self, state: &[u64], sum: &mut Vec<PositionId>) -> Option<()> {
        if let Some(last) = self.last.take() {
            let touched = last.touched(state);
            let found = touched.and_then(|it| self.near(&last, state, &it));
            self.last = Some(last);
            if let Some(found) = found {
                sum.extend(found);
                return Some(());
            }
        }
        let (pieces, open) = split_one(self.game, state);
        let mut of = vec![None; self.game.values.len()];
        let mut numbered = Vec::with_capacity(pieces.len());
        for (place, piece) in pieces.into_iter().enumerate() {
            let fluents = piece.fluents.iter();
            fluents.for_each(|&it| of[it as usize] = Some(place));
            let number = self.number(&piece.game);
            sum.push(self.found[number]?);
            numbered.push((piece, number));
        }
        self.last = Some(Last {
            state: state.into(),
            open,
            of,
            pieces: numbered,
        });
        Some(())
    }

    /// The number of a piece, which is looked for once.
    fn number(&mut self, game: &LocalGame) -> usize {
        let next = self.found.len();
        let number = *self.numbers.entry(game.description()).or_insert(next);
        if number == next {
            self.found.push(self.pieces.find(game));
        }
        number
    }

    /// The pieces of a position that differs from the last one in these of its pieces.
    fn near(&mut self, last: &Last, state: &[u64], touched: &[bool]) -> Option<Vec<PositionId>> {
        let mut sum = Vec::with_capacity(touched.len() + 1);
        for ((piece, number), touched) in last.pieces.iter().zip(touched) {
            if !touched {
                sum.push(self.found[*number]?);
                continue;
            }
            let mut own = vec![0_u64; piece.fluents.len().div_ceil(64)];
            for (place, &fluent) in piece.fluents.iter().enumerate() {
                let holds = state[fluent as usize / 64] >> (fluent % 64) & 1;
                own[place / 64] |= holds << (place % 64);
            }
            let key = (*number, own.into_boxed_slice());
            if !self.changed.contains_key(&key) {
                let after = self.split(&piece.game, &key.1);
                self.changed.insert(key.clone(), after);
            }
            sum.extend_from_slice(self.changed[&key].as_ref()?);
        }
        Some(sum)
    }

    fn split(&mut self, game: &LocalGame, state: &[u64]) -> Option<Vec<PositionId>> {
        let pieces = split_all(game, &[state.into()], Keep::Needed).pop()?;
        let numbers: Vec<usize> = pieces.iter().map(|it| self.number(&it.game)).collect();
        numbers.into_iter().map(|it| self.found[it]).collect()
    }
}

impl Last {
    /// Which pieces another position differs in; `None` if it differs in a fluent that cannot
    /// change any more.
    fn touched(&self, state: &[u64]) -> Option<Vec<bool>> {
        let mut touched = vec![false; self.pieces.len()];
        for (word, (&now, &before)) in state.iter().zip(self.state.iter()).enumerate() {
            let mut different = now ^ before;
            if different & !self.open[word] != 0 {
                return None;
            }
            while different != 0 {
                let fluent = word * 64 + different.trailing_zeros() as usize;
                different &= different - 1;
                if let Some(place) = self.of[fluent] {
                    touched[place] = true;
                }
            }
        }
        Some(touched)
    }
}
