//! Which way things fall.
//!
//! In: games as frames. Out: the axis along which cells fill one after the other, and
//! at which end that begins, if it does so in every line of every sampled state. In a
//! game in which pieces are dropped, that end is the bottom.

use super::field::{Frame, Reel};

/// Fewest lines, over all sampled states, that are filled in part. Fewer may be chance.
const MIN_PARTIAL: usize = 12;

/// Along which axis things fall, and to which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fall {
    pub axis: usize,
    /// Whether they come to lie at the last place of the axis, and not at the first.
    pub to_last: bool,
}

/// How things fall, if there is just one way that fits all sampled states.
pub(super) fn fall(reels: &[Reel], sizes: [usize; 2]) -> Option<Fall> {
    let ways = [(0, false), (0, true), (1, false), (1, true)];
    let ways = ways.map(|(axis, to_last)| Fall { axis, to_last });
    let frames = || reels.iter().flat_map(|reel| &reel.frames);
    let fits = |way: &&Fall| frames().all(|frame| partial(frame, sizes, **way).is_some());
    let mut fitting = ways.iter().filter(fits);
    let (Some(&way), None) = (fitting.next(), fitting.next()) else {
        return None;
    };
    let seen = frames().filter_map(|frame| partial(frame, sizes, way));
    let grows = reels.iter().flat_map(|it| it.frames.windows(2));
    let grows = grows.filter(|pair| filled(&pair[1]) > filled(&pair[0]));
    (seen.sum::<usize>() >= MIN_PARTIAL && grows.count() >= MIN_PARTIAL).then_some(way)
}

fn filled(frame: &Frame) -> usize {
    frame.iter().flatten().count()
}

/// The number of lines along the axis that are filled in part, if all are filled from
/// the end.
fn partial(frame: &Frame, sizes: [usize; 2], way: Fall) -> Option<usize> {
    let length = sizes[way.axis];
    let is_filled = |line: usize, place: usize| {
        let place = if way.to_last {
            length - 1 - place
        } else {
            place
        };
        let cell = match way.axis {
            0 => place * sizes[1] + line,
            _ => line * sizes[1] + place,
        };
        frame[cell].is_some()
    };
    let mut partial = 0;
    for line in 0..sizes[1 - way.axis] {
        let height = (0..length).take_while(|&at| is_filled(line, at)).count();
        if (height..length).any(|at| is_filled(line, at)) {
            return None;
        }
        partial += usize::from(height > 0 && height < length);
    }
    Some(partial)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game on two by three cells; digits say when a cell of the picture is filled.
    fn filling(picture: &str) -> Reel {
        let cells: Vec<u32> = picture.chars().filter_map(|it| it.to_digit(10)).collect();
        let frame = |step: u32| {
            let is_filled = |&at: &u32| (at <= step).then_some(0);
            cells.iter().map(is_filled).collect()
        };
        Reel {
            frames: (0..=6).map(frame).collect(),
            movers: vec![None; 6],
        }
    }

    #[test]
    fn lines_that_fill_from_one_end_show_where_the_bottom_is() {
        let games = ["356 241", "456 123", "546 321"];
        let reels: Vec<Reel> = games.iter().map(|it| filling(it)).collect();
        assert_eq!(
            fall(&reels, [2, 3]),
            Some(Fall {
                axis: 0,
                to_last: true
            })
        );
    }

    #[test]
    fn cells_that_fill_anywhere_show_nothing() {
        let games = ["356 241", "156 423", "546 321"];
        let reels: Vec<Reel> = games.iter().map(|it| filling(it)).collect();
        assert_eq!(fall(&reels, [2, 3]), None);
    }
}
