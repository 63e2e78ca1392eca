//! A part of a game with the worth of all its positions.
//!
//! In: a part as a local game. Out: a [`Source`]: its states listed, or the pieces that it
//! falls into. Parts that are alike share one.

use game::Stop;
use rustc_hash::FxHashMap;

use crate::finder::Finder;
use crate::knobs::Knobs;
use crate::pieces::{Components, Keep, LocalGame, Piece, packed, split_all};
use crate::positions::{PositionId, Positions, Unfinished};
use crate::states::PartStates;

/// How the positions of a part are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// As states, in the table of this number.
    Listed(usize),
    /// As sums of pieces.
    Pieces,
}

/// The positions of all parts.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    listed: Vec<PartStates>,
    pieces: Components,
    /// Which table has the states of a part that is written like this.
    written: FxHashMap<Box<[u32]>, usize>,
    /// All positions, each after those that its moves lead to: once all parts are taken.
    order: Vec<PositionId>,
}

impl Sources {
    /// Finds the positions of a part.
    ///
    /// Few states are listed at once. Many are more likely to fall into pieces, of which
    /// there are far fewer; if that fails, they are listed after all.
    ///
    /// # Errors
    ///
    /// [`Unfinished`]: neither came to an end.
    pub fn take(
        &mut self,
        game: &LocalGame,
        knobs: &Knobs,
        stop: &Stop,
    ) -> Result<Source, Unfinished> {
        let written = game.description();
        if let Some(&table) = self.written.get(&written) {
            return Ok(Source::Listed(table));
        }
        let listed = match PartStates::list(game, knobs.small_part, stop) {
            Err(Unfinished::TooMany) => match self.take_pieces(game, knobs, stop) {
                Ok(()) => return Ok(Source::Pieces),
                Err(Unfinished::TooMany) => PartStates::list(game, knobs.listed_states, stop)?,
                Err(other) => return Err(other),
            },
            listed => listed?,
        };
        self.listed.push(listed);
        self.written.insert(written, self.listed.len() - 1);
        Ok(Source::Listed(self.listed.len() - 1))
    }

    fn take_pieces(
        &mut self,
        game: &LocalGame,
        knobs: &Knobs,
        stop: &Stop,
    ) -> Result<(), Unfinished> {
        let pieces = pieces_of(game, packed(&game.values));
        let splits = |it: &Piece| Components::splits(&it.game, knobs.splitting_moves);
        if pieces.len() == 1 && !pieces.iter().all(splits) {
            return Err(Unfinished::TooMany);
        }
        let roots = pieces
            .into_iter()
            .map(|it| self.pieces.intern(it.game, knobs));
        let roots = roots.collect::<Result<Vec<PositionId>, Unfinished>>()?;
        self.pieces.finish(&roots, knobs, stop)
    }

    /// Numbers the positions of all parts: pieces first, then the tables of states.
    pub fn numbered(mut self) -> Self {
        let mut first = self.pieces.len();
        self.order = self.pieces.order().to_vec();
        for table in &mut self.listed {
            table.number_from(first);
            first += table.states().len();
            self.order.extend(table.order());
        }
        self
    }

    /// The table of a part whose states are listed.
    pub fn table(&self, source: Source) -> Option<&PartStates> {
        match source {
            Source::Listed(table) => Some(&self.listed[table]),
            Source::Pieces => None,
        }
    }

    /// These pieces and tables.
    pub fn of(pieces: Components, listed: Vec<PartStates>) -> Self {
        Sources {
            listed,
            pieces,
            ..Sources::default()
        }
    }

    /// All pieces.
    pub fn pieces(&self) -> &Components {
        &self.pieces
    }

    /// All tables of states.
    pub fn tables(&self) -> &[PartStates] {
        &self.listed
    }

    /// What finds the states of a part one after the other.
    pub fn finder<'a>(&'a self, source: Source, game: &'a LocalGame) -> Option<Finder<'a>> {
        (source == Source::Pieces).then(|| Finder::new(&self.pieces, game))
    }

    /// Adds the positions that are played side by side in a state of a part; `None` if the
    /// part does not have the state.
    pub fn find(
        &self,
        source: Source,
        game: &LocalGame,
        state: &[u64],
        sum: &mut Vec<PositionId>,
    ) -> Option<()> {
        match source {
            Source::Listed(table) => sum.push(self.listed[table].find(state)?),
            Source::Pieces => {
                for piece in pieces_of(game, state.into()) {
                    sum.push(self.pieces.find(&piece.game)?);
                }
            }
        }
        Some(())
    }
}

impl Positions for Sources {
    fn len(&self) -> usize {
        let states = self.listed.iter().map(|it| it.states().len());
        self.pieces.len() + states.sum::<usize>()
    }

    fn order(&self) -> &[PositionId] {
        &self.order
    }

    fn sums(&self, at: PositionId, role: usize) -> impl Iterator<Item = &[PositionId]> {
        let pieces = (at.index() < self.pieces.len()).then(|| self.pieces.sums(at, role));
        let table = self.listed.iter().rfind(|it| it.first() <= at.index());
        let table = table.filter(|_| pieces.is_none());
        let states = table.map(|it| it.next(at, role).chunks(1));
        pieces
            .into_iter()
            .flatten()
            .chain(states.into_iter().flatten())
    }
}

fn pieces_of(game: &LocalGame, state: Box<[u64]>) -> Vec<Piece> {
    split_all(game, &[state], Keep::Needed)
        .pop()
        .unwrap_or_default()
}
