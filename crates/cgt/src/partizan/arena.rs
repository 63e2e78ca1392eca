//! The arena: every value once, with an id.
//!
//! In: canonical forms. Out: [`GameId`]s, equal exactly if the values are equal.
//! Not here: how a form becomes canonical (`simplify.rs`).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::knobs::{Exhausted, Knobs};
use crate::nimber::Nimber;
use crate::partizan::memo::Memo;
use crate::partizan::plain::Plain;
use crate::partizan::thermograph::Thermograph;
use crate::partizan::uptimal::Uptimal;

/// A value in an arena of [`Games`]; equal values have equal ids.
///
/// Ids of one arena mean nothing in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub(crate) u32);

impl GameId {
    /// The value 0, in every arena.
    pub const ZERO: GameId = GameId(0);
}

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Plain(Plain),
    Lists(Lists),
}

/// Options of both players, sorted by id and without repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lists {
    pub(crate) left: Arc<[GameId]>,
    pub(crate) right: Arc<[GameId]>,
}

struct Node {
    form: Form,
    negative: GameId,
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// How deep lists of options are nested; 0 for plain games.
    height: u32,
}

/// An arena of short partizan games in canonical form.
///
/// All methods that compute are bounded by the [`Knobs`]. Results depend on
/// nothing but the arguments; ids depend on the order of the calls, too.
///
/// ```
/// use cgt::{Games, GameId, Knobs};
///
/// let mut games = Games::new(Knobs::default());
/// let star = games.of_options(&[GameId::ZERO], &[GameId::ZERO])?;
/// let up = games.of_options(&[GameId::ZERO], &[star])?;
/// let sum = games.sum(&[up, up, star])?;
/// assert_eq!(games.show(sum)?, "^^*");
/// # Ok::<(), cgt::Exhausted>(())
/// ```
pub struct Games {
    pub(crate) knobs: Knobs,
    nodes: Vec<Node>,
    ids: FxHashMap<Form, GameId>,
    /// Work units that the call at hand may still use.
    work: u64,
    pub(crate) order: Memo<(GameId, GameId), bool>,
    pub(crate) sums: Memo<(GameId, GameId), GameId>,
    pub(crate) thermographs: Memo<GameId, Arc<Thermograph>>,
    pub(crate) uptimals: Memo<GameId, Option<Arc<Uptimal>>>,
}

impl Games {
    /// An arena that holds 0.
    pub fn new(knobs: Knobs) -> Games {
        let mut games = Games {
            knobs,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            work: 0,
            order: Memo::new(knobs.memo),
            sums: Memo::new(knobs.memo),
            thermographs: Memo::new(knobs.memo),
            uptimals: Memo::new(knobs.memo),
        };
        let zero = Plain::default();
        games.push(Form::Plain(zero), [Dyadic::ZERO; 2], GameId::ZERO, 0);
        games
    }

    /// The number.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Games`], or [`Exhausted::Number`] if its negative does not fit.
    pub fn number(&mut self, number: Dyadic) -> Result<GameId, Exhausted> {
        self.plain(Plain::number(number))
    }

    /// The nim heap.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Games`].
    pub fn nimber(&mut self, nimber: Nimber) -> Result<GameId, Exhausted> {
        self.plain(Plain {
            star: nimber.0,
            ..Plain::default()
        })
    }

    /// The sum of this many ups; downs if negative.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Games`], or [`Exhausted::Number`] for `i32::MIN`.
    pub fn ups(&mut self, ups: i32) -> Result<GameId, Exhausted> {
        self.plain(Plain {
            ups,
            ..Plain::default()
        })
    }

    /// The negative: the same game with the players exchanged.
    pub fn negate(&self, game: GameId) -> GameId {
        self.node(game).negative
    }

    /// The number that the game is equal to, if it is equal to one.
    pub fn as_number(&self, game: GameId) -> Option<Dyadic> {
        let plain = self.as_plain(game)?;
        plain.is_number().then_some(plain.number)
    }

    /// The nimber that the game is equal to, if it is equal to one.
    pub fn as_nimber(&self, game: GameId) -> Option<Nimber> {
        let plain = self.as_plain(game)?;
        (plain.number == Dyadic::ZERO && plain.ups == 0).then_some(Nimber(plain.star))
    }

    /// The number at which play stops if Left moves first.
    pub fn left_stop(&self, game: GameId) -> Dyadic {
        self.node(game).left_stop
    }

    /// The number at which play stops if Right moves first.
    pub fn right_stop(&self, game: GameId) -> Dyadic {
        self.node(game).right_stop
    }

    /// Left's options in canonical form, sorted by id.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Games`], [`Exhausted::Work`] for options of a huge nimber.
    pub fn left_options(&mut self, game: GameId) -> Result<Arc<[GameId]>, Exhausted> {
        self.start();
        self.left(game)
    }

    /// Right's options in canonical form, sorted by id.
    ///
    /// # Errors
    ///
    /// As [`Games::left_options`].
    pub fn right_options(&mut self, game: GameId) -> Result<Arc<[GameId]>, Exhausted> {
        self.start();
        self.right(game)
    }

    /// The number of values held.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Says whether nothing is held. Never true: 0 always is.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Gives a public call its work units.
    pub(crate) fn start(&mut self) {
        self.work = self.knobs.work;
    }

    pub(crate) fn spend(&mut self, units: usize) -> Result<(), Exhausted> {
        let left = self.work.checked_sub(units as u64);
        self.work = left.ok_or(Exhausted::Work)?;
        Ok(())
    }

    /// Refuses recursion that the stack may not hold. Two games of full depth
    /// can be added, and two results of it compared: hence four times.
    pub(crate) fn check_level(&self, level: u32) -> Result<(), Exhausted> {
        if level > self.knobs.depth.saturating_mul(4) {
            return Err(Exhausted::Depth);
        }
        Ok(())
    }

    pub(crate) fn as_plain(&self, game: GameId) -> Option<Plain> {
        match self.node(game).form {
            Form::Plain(plain) => Some(plain),
            Form::Lists(_) => None,
        }
    }

    pub(crate) fn is_number(&self, game: GameId) -> bool {
        self.as_plain(game).is_some_and(Plain::is_number)
    }

    pub(crate) fn left(&mut self, game: GameId) -> Result<Arc<[GameId]>, Exhausted> {
        let plain = match &self.node(game).form {
            Form::Lists(lists) => return Ok(Arc::clone(&lists.left)),
            Form::Plain(plain) => *plain,
        };
        self.spend(plain.star as usize)?;
        let options = plain.left_options()?.into_iter();
        let mut options: Vec<GameId> = options
            .map(|option| self.plain(option))
            .collect::<Result<_, _>>()?;
        options.sort_unstable();
        Ok(options.into())
    }

    pub(crate) fn right(&mut self, game: GameId) -> Result<Arc<[GameId]>, Exhausted> {
        match &self.node(game).form {
            Form::Lists(lists) => Ok(Arc::clone(&lists.right)),
            Form::Plain(_) => {
                let mirrored = self.left(self.negate(game))?;
                Ok(self.negated(&mirrored))
            }
        }
    }

    /// The negatives, sorted by id.
    pub(crate) fn negated(&self, games: &[GameId]) -> Arc<[GameId]> {
        let mut negatives: Vec<GameId> = games.iter().map(|&game| self.negate(game)).collect();
        negatives.sort_unstable();
        negatives.into()
    }

    pub(crate) fn plain(&mut self, plain: Plain) -> Result<GameId, Exhausted> {
        let form = Form::Plain(plain);
        if let Some(&id) = self.ids.get(&form) {
            return Ok(id);
        }
        let negative = plain.negate()?;
        let stops = [plain.number; 2];
        self.push_pair(
            (form, stops),
            (Form::Plain(negative), [negative.number; 2]),
            0,
        )
    }

    /// Interns lists that are canonical and not those of a plain game.
    pub(crate) fn lists(
        &mut self,
        mut left: Vec<GameId>,
        mut right: Vec<GameId>,
    ) -> Result<GameId, Exhausted> {
        left.sort_unstable();
        right.sort_unstable();
        let (left, right): (Arc<[GameId]>, Arc<[GameId]>) = (left.into(), right.into());
        let mirrored = Lists {
            left: self.negated(&right),
            right: self.negated(&left),
        };
        let lists = Lists { left, right };
        let form = Form::Lists(lists.clone());
        if let Some(&id) = self.ids.get(&form) {
            return Ok(id);
        }
        let height = self.height_above(&lists)?;
        let stops = self.stops_of(&lists);
        let mirrored_stops = [stops[1].negate()?, stops[0].negate()?];
        self.push_pair(
            (form, stops),
            (Form::Lists(mirrored), mirrored_stops),
            height,
        )
    }

    /// The stops of lists with options on both sides that are no number.
    pub(crate) fn stops_of(&self, lists: &Lists) -> [Dyadic; 2] {
        let left = lists.left.iter().map(|&option| self.right_stop(option));
        let right = lists.right.iter().map(|&option| self.left_stop(option));
        [
            left.max().unwrap_or_default(),
            right.min().unwrap_or_default(),
        ]
    }

    fn height_above(&self, lists: &Lists) -> Result<u32, Exhausted> {
        let options = lists.left.iter().chain(lists.right.iter());
        let below = options.map(|&option| self.node(option).height).max();
        let height = below.unwrap_or(0) + 1;
        if height > self.knobs.depth {
            return Err(Exhausted::Depth);
        }
        Ok(height)
    }

    /// Adds a form and its negative, so that negating never computes.
    fn push_pair(
        &mut self,
        (form, stops): (Form, [Dyadic; 2]),
        (negative, negative_stops): (Form, [Dyadic; 2]),
        height: u32,
    ) -> Result<GameId, Exhausted> {
        if self.nodes.len() + 2 > self.knobs.games.min(u32::MAX as usize) {
            return Err(Exhausted::Games);
        }
        let id = GameId(self.nodes.len() as u32);
        if form == negative {
            self.push(form, stops, id, height);
            return Ok(id);
        }
        let negative_id = GameId(id.0 + 1);
        self.push(form, stops, negative_id, height);
        self.push(negative, negative_stops, id, height);
        Ok(id)
    }

    fn push(
        &mut self,
        form: Form,
        [left_stop, right_stop]: [Dyadic; 2],
        negative: GameId,
        height: u32,
    ) {
        let id = GameId(self.nodes.len() as u32);
        self.ids.insert(form.clone(), id);
        self.nodes.push(Node {
            form,
            negative,
            left_stop,
            right_stop,
            height,
        });
    }

    fn node(&self, game: GameId) -> &Node {
        &self.nodes[game.0 as usize]
    }
}
