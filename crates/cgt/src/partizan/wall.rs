//! Walls of thermographs: piecewise linear functions of the temperature.
//!
//! In: walls. Out: their maximum, minimum, crossing, exactly. Not here: which
//! walls a game has (`thermograph.rs`).

use std::cmp::Ordering;

use crate::dyadic::Dyadic;
use crate::knobs::Exhausted;

/// A continuous, piecewise linear function of temperatures t ≥ 0.
///
/// All slopes are −1, 0 or 1, so that walls cross at dyadic temperatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// By temperature; the first at 0, the last goes on forever. Neighbours
    /// have different slopes.
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    start: Dyadic,
    value: Dyadic,
    slope: i8,
}

impl Piece {
    fn at(self, temperature: Dyadic) -> Result<Dyadic, Exhausted> {
        match self.slope {
            0 => Ok(self.value),
            1.. => self.value.plus(temperature.minus(self.start)?),
            _ => self.value.minus(temperature.minus(self.start)?),
        }
    }

    fn from(self, start: Dyadic) -> Result<Piece, Exhausted> {
        let value = self.at(start)?;
        Ok(Piece {
            start,
            value,
            ..self
        })
    }
}

impl Wall {
    /// The wall that is the same at all temperatures.
    pub(crate) fn mast(value: Dyadic) -> Wall {
        let start = Dyadic::ZERO;
        Wall {
            pieces: vec![Piece {
                start,
                value,
                slope: 0,
            }],
        }
    }

    /// The value at this temperature, which is at least 0.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Number`] if it does not fit.
    pub fn at(&self, temperature: Dyadic) -> Result<Dyadic, Exhausted> {
        self.piece_at(temperature).at(temperature)
    }

    /// Where the wall begins and bends, as temperature and value, by
    /// temperature. It is vertical from the last one on.
    pub fn corners(&self) -> impl Iterator<Item = (Dyadic, Dyadic)> + '_ {
        self.pieces.iter().map(|piece| (piece.start, piece.value))
    }

    /// The wall plus the temperature, or minus it: a move costs that much.
    ///
    /// Where the slope would be 2, the wall is no option's wall: a left wall
    /// never rises, a right wall never falls.
    pub(crate) fn tilted(&self, slope: i8) -> Result<Wall, Exhausted> {
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let value = match slope {
                1.. => piece.value.plus(piece.start)?,
                _ => piece.value.minus(piece.start)?,
            };
            pieces.push(Piece {
                value,
                slope: piece.slope + slope,
                ..*piece
            });
        }
        Ok(Wall { pieces })
    }

    /// The greater of both at every temperature, or the lesser.
    pub(crate) fn outer(&self, other: &Wall, wanted: Ordering) -> Result<Wall, Exhausted> {
        let starts = self.common_starts(other);
        let mut joined = Wall { pieces: Vec::new() };
        for (index, &start) in starts.iter().enumerate() {
            let mine = self.piece_at(start).from(start)?;
            let theirs = other.piece_at(start).from(start)?;
            let ahead = mine.value.cmp(&theirs.value);
            let (best, worst) = match ahead.then(mine.slope.cmp(&theirs.slope)) == wanted {
                true => (mine, theirs),
                false => (theirs, mine),
            };
            joined.push(best);
            let Some(cross) = crossing(best, worst)? else {
                continue;
            };
            if starts.get(index + 1).is_none_or(|&end| cross < end) {
                joined.push(worst.from(cross)?);
            }
        }
        Ok(joined)
    }

    /// The least temperature at which this wall is not above the other one.
    pub(crate) fn meets(&self, other: &Wall) -> Result<Option<Dyadic>, Exhausted> {
        let starts = self.common_starts(other);
        for (index, &start) in starts.iter().enumerate() {
            let mine = self.piece_at(start).from(start)?;
            let theirs = other.piece_at(start).from(start)?;
            if mine.value <= theirs.value {
                return Ok(Some(start));
            }
            if let Some(cross) = crossing(mine, theirs)?
                && starts.get(index + 1).is_none_or(|&end| cross < end)
            {
                return Ok(Some(cross));
            }
        }
        Ok(None)
    }

    /// The wall below a temperature, a mast of this value above.
    pub(crate) fn capped(&self, temperature: Dyadic, value: Dyadic) -> Wall {
        let below = self.pieces.iter().filter(|piece| piece.start < temperature);
        let mut capped = Wall {
            pieces: below.copied().collect(),
        };
        capped.push(Piece {
            start: temperature,
            value,
            slope: 0,
        });
        capped
    }

    fn piece_at(&self, temperature: Dyadic) -> Piece {
        let after = |piece: &Piece| piece.start <= temperature;
        let index = self.pieces.partition_point(after);
        self.pieces[index.saturating_sub(1)]
    }

    fn common_starts(&self, other: &Wall) -> Vec<Dyadic> {
        let pieces = self.pieces.iter().chain(&other.pieces);
        let mut starts: Vec<Dyadic> = pieces.map(|piece| piece.start).collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    fn push(&mut self, piece: Piece) {
        if self
            .pieces
            .last()
            .is_none_or(|last| last.slope != piece.slope)
        {
            self.pieces.push(piece);
        }
    }
}

/// Where two pieces with the same start come to the same value later.
fn crossing(a: Piece, b: Piece) -> Result<Option<Dyadic>, Exhausted> {
    let gap = a.value.minus(b.value)?;
    let closing = match gap.cmp(&Dyadic::ZERO) {
        Ordering::Equal => return Ok(None),
        Ordering::Greater => b.slope - a.slope,
        Ordering::Less => a.slope - b.slope,
    };
    let gap = gap.max(gap.negate()?);
    match closing {
        1 => Ok(Some(a.start.plus(gap)?)),
        2 => Ok(Some(a.start.plus(gap.halve()?)?)),
        _ => Ok(None),
    }
}
