//! The pieces that positions of one game fall apart into, each kept once.
//!
//! In: local games. Out: their numbers ([`PositionId`]): the same number for games that
//! are the same but for the names of fluents and moves, and for each the sums of pieces that
//! its moves lead to. Not here: what pieces are worth.

use game::Stop;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::knobs::Knobs;
use crate::pieces::canonical::canonical;
use crate::pieces::lanes::Planes;
use crate::pieces::local::LocalGame;
use crate::pieces::split::{Keep, Piece, Splitter};
use crate::positions::{PositionId, Positions, Sum, Unfinished};
use crate::signal::Signal;

/// Where the moves in a piece lead, for each of the two roles: each sum once.
pub(crate) type Moves = [Vec<Sum>; 2];

/// All pieces so far.
#[derive(Debug, Default)]
pub(crate) struct Components {
    games: Vec<LocalGame>,
    moves: Vec<Option<Moves>>,
    is_finished: Vec<bool>,
    /// Pieces by their numbers as they came, and by their canonical numbers.
    written: FxHashMap<Box<[u32]>, PositionId>,
    canonical: FxHashMap<Box<[u32]>, PositionId>,
    /// Those whose moves are known, and those of all pieces that they lead to; each after
    /// the pieces that it leads to.
    finished: Vec<PositionId>,
    /// How many numbers the tables hold.
    size: usize,
}

impl Components {
    fn moves(&self, id: PositionId) -> &Moves {
        let moves = self.moves[id.index()].as_ref();
        moves.expect("finished pieces have their moves")
    }

    /// The game of a piece.
    pub fn game(&self, id: PositionId) -> &LocalGame {
        &self.games[id.index()]
    }

    /// The number of a piece.
    pub fn intern(&mut self, game: LocalGame, knobs: &Knobs) -> Result<PositionId, Unfinished> {
        let written = game.description();
        if let Some(&known) = self.written.get(&written) {
            return Ok(known);
        }
        let canonical = canonical(&game);
        self.size += written.len() + canonical.len();
        if self.size > knobs.numbers || self.games.len() >= knobs.pieces {
            return Err(Unfinished::TooMany);
        }
        let next = PositionId::new(self.games.len());
        let id = *self.canonical.entry(canonical).or_insert(next);
        if id == next {
            self.games.push(game);
            self.moves.push(None);
            self.is_finished.push(false);
        }
        self.written.insert(written, id);
        Ok(id)
    }

    /// Adds a piece, after those that its moves lead to.
    pub fn add(&mut self, game: LocalGame, next: Moves) {
        let id = PositionId::new(self.games.len());
        self.written.insert(game.description(), id);
        self.canonical.entry(canonical(&game)).or_insert(id);
        self.games.push(game);
        self.moves.push(Some(next));
        self.is_finished.push(true);
        self.finished.push(id);
    }

    /// The number of a finished piece; `None` if there is none like it.
    pub fn find(&self, game: &LocalGame) -> Option<PositionId> {
        let known = self.written.get(&game.description());
        let known = known.or_else(|| self.canonical.get(&canonical(game)));
        known.copied().filter(|it| self.is_finished[it.index()])
    }

    /// Whether so many percent of a game's moves lead to several pieces.
    pub fn splits(game: &LocalGame, percent: usize) -> bool {
        if percent == 0 {
            return true;
        }
        let (after, _) = Expansion::of(game);
        let several = after.iter().filter(|pieces| pieces.len() > 1).count();
        several * 100 >= after.len() * percent
    }

    /// Finds all pieces that these lead to, with their moves.
    pub fn finish(
        &mut self,
        roots: &[PositionId],
        knobs: &Knobs,
        stop: &Stop,
    ) -> Result<(), Unfinished> {
        let mut stack: Vec<PositionId> = roots.to_vec();
        // Pieces whose moves are known, but not all pieces that these lead to.
        let mut begun: FxHashSet<PositionId> = FxHashSet::default();
        while let Some(&id) = stack.last() {
            if self.is_finished[id.index()] {
                stack.pop();
                continue;
            }
            if begun.insert(id) {
                if let Some(reason) = stop.requested() {
                    return Err(Unfinished::Stopped(reason));
                }
                self.expand(id, knobs)?;
                let moves = self.moves(id).iter().flatten();
                let open = moves.flat_map(|sum| sum.iter().copied());
                let open: Vec<PositionId> =
                    open.filter(|it| !self.is_finished[it.index()]).collect();
                // Those that are begun lead here: they are all below it on the stack.
                if open.iter().any(|it| begun.contains(it)) {
                    return Err(Unfinished::Cyclic);
                }
                stack.extend(open);
            } else {
                stack.pop();
                self.is_finished[id.index()] = true;
                self.finished.push(id);
            }
        }
        Ok(())
    }

    fn expand(&mut self, id: PositionId, knobs: &Knobs) -> Result<(), Unfinished> {
        if self.moves[id.index()].is_some() {
            return Ok(());
        }
        let (pieces, by_role) = Expansion::of(&self.games[id.index()]);
        let mut sums = Vec::new();
        for pieces in pieces {
            let ids = pieces.into_iter().map(|it| self.intern(it.game, knobs));
            let mut ids = ids.collect::<Result<Vec<PositionId>, Unfinished>>()?;
            ids.sort_unstable();
            sums.push(Sum::from(ids));
        }
        let moves = by_role.map(|places| {
            let mut moves: Vec<Sum> = places.into_iter().map(|it| sums[it].clone()).collect();
            moves.sort_unstable();
            moves.dedup();
            moves
        });
        self.size += moves
            .iter()
            .flatten()
            .map(|sum| sum.len() + 2)
            .sum::<usize>();
        self.moves[id.index()] = Some(moves);
        Ok(())
    }
}

/// Only of finished pieces.
impl Positions for Components {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn order(&self) -> &[PositionId] {
        &self.finished
    }

    fn sums(&self, at: PositionId, role: usize) -> impl Iterator<Item = &[PositionId]> {
        self.moves(at)[role].iter().map(|sum| &**sum)
    }
}

/// The positions after each move of a local game, as pieces; and for each role which of
/// them its moves lead to.
struct Expansion {
    positions: Vec<Box<[u64]>>,
    ids: FxHashMap<Box<[u64]>, usize>,
}

impl Expansion {
    fn of(game: &LocalGame) -> (Vec<Vec<Piece>>, [Vec<usize>; 2]) {
        let now = Planes::of_states(game, &[packed(&game.values)]);
        let mut expansion = Expansion {
            positions: Vec::new(),
            ids: FxHashMap::default(),
        };
        let mut by_role = [Vec::new(), Vec::new()];
        for action in &game.actions {
            if now.of(action.legal).yes == 0 {
                continue;
            }
            let mut next = packed(&game.values);
            for &(fluent, becomes) in &action.writes {
                let (word, bit) = (fluent as usize / 64, fluent % 64);
                let holds = now.of(becomes).yes;
                next[word] = next[word] & !(1 << bit) | holds << bit;
            }
            by_role[usize::from(action.role)].push(expansion.number(next));
        }
        let chunks = expansion.positions.chunks(64);
        let pieces = chunks.flat_map(|positions| split_all(game, positions, Keep::Needed));
        (pieces.collect(), by_role)
    }

    fn number(&mut self, position: Box<[u64]>) -> usize {
        let next = self.positions.len();
        let positions = &mut self.positions;
        *self.ids.entry(position).or_insert_with_key(|position| {
            positions.push(position.clone());
            next
        })
    }
}

/// A bit for each fluent.
pub(crate) fn packed(values: &[bool]) -> Box<[u64]> {
    let words = values.chunks(64).map(|chunk| {
        let bits = chunk.iter().enumerate();
        bits.fold(0, |word, (bit, &holds)| word | u64::from(holds) << bit)
    });
    words.collect()
}

/// The pieces of up to 64 positions.
pub(crate) fn split_all(game: &LocalGame, positions: &[Box<[u64]>], keep: Keep) -> Vec<Vec<Piece>> {
    let holds = |position: &[u64], fluent: usize| position[fluent / 64] >> (fluent % 64) & 1 == 1;
    let planes = Planes::after_states(game, positions);
    let mut splitter = Splitter::new(game, &planes, keep);
    let mut split = |place: usize| {
        let position = &positions[place];
        splitter.split(place as u32, |fluent| holds(position, fluent))
    };
    (0..positions.len()).map(&mut split).collect()
}

/// The pieces of a position, and which fluents can still change in it, a bit for each.
pub(crate) fn split_one(game: &LocalGame, position: &[u64]) -> (Vec<Piece>, Vec<u64>) {
    let planes = Planes::after_states(game, &[position.into()]);
    let holds = |fluent: usize| position[fluent / 64] >> (fluent % 64) & 1 == 1;
    let pieces = Splitter::new(game, &planes, Keep::Needed).split(0, holds);
    let mut open = vec![0_u64; position.len()];
    for fluent in 0..game.values.len() {
        let plane = planes.of(Signal::fluent(fluent));
        open[fluent / 64] |= (plane.open() & 1) << (fluent % 64);
    }
    (pieces, open)
}
