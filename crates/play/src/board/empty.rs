//! What counts as empty.
//!
//! In: games as frames in which nothing is empty yet. Out: the content that stands for
//! an empty cell, if one does. It is the most frequent one that is not some role's; but
//! of two contents that change places, the one that becomes more is what captured pieces
//! leave behind. If no content is frequent, it is the gap through which everything moves.

use super::field::{Content, Reel, role_in};

/// Fewest contents of a board on which a single one is the gap.
const MIN_PIECES: usize = 4;

/// Fewest moves that show what pieces leave behind.
const MIN_MOVES: usize = 5;

/// The number of the content that counts as empty.
pub(super) fn empty(contents: &[Content], roles: &[String], reels: &[Reel]) -> Option<usize> {
    let frames = || reels.iter().flat_map(|reel| &reel.frames);
    let mut counts = vec![0; contents.len()];
    frames().flatten().flatten().for_each(|&it| counts[it] += 1);
    let candidates: Vec<usize> = (0..contents.len())
        .filter(|&it| contents[it].says_what)
        .filter(|&it| role_in(&contents[it].name, roles).is_none())
        .collect();
    // Of equals by name, so that the order of fluents does not matter.
    let most = candidates.iter().copied();
    let most = most.max_by_key(|&it| (counts[it], &contents[it].name));
    let often = most.filter(|&it| counts[it] * 2 > frames().count() * 3);
    // Where cells may have no content, that is what empty cells have.
    if !is_full(reels) {
        return None;
    }
    match often {
        Some(often) => {
            let behind = candidates.iter().find(|&&it| is_left(reels, often, it));
            Some(behind.copied().unwrap_or(often))
        }
        None if contents.len() >= MIN_PIECES => gap(&candidates, reels),
        None => None,
    }
}

/// Whether nearly all cells always have a content.
fn is_full(reels: &[Reel]) -> bool {
    let frames = || reels.iter().flat_map(|reel| &reel.frames);
    let width = frames().next().map_or(0, Vec::len);
    let exists = |cell: &usize| frames().any(|frame| frame[*cell].is_some());
    let cells = (0..width).filter(exists).count();
    let filled: usize = frames().map(|frame| frame.iter().flatten().count()).sum();
    filled * 20 >= frames().count() * cells * 19
}

/// All changes of a move: what was in a cell, and what is there now.
fn changes(reel: &Reel) -> impl Iterator<Item = Vec<(usize, usize)>> {
    reel.frames.windows(2).map(|pair| {
        let cells = pair[0].iter().zip(&pair[1]);
        let changed = cells.filter(|(before, after)| before != after);
        changed
            .filter_map(|(before, after)| before.zip(*after))
            .collect()
    })
}

/// Whether a content is what pieces leave behind when they move and capture: it is there
/// from the start, and each move makes more of it.
fn is_left(reels: &[Reel], piece: usize, left: usize) -> bool {
    let starts_with = |reel: &Reel| reel.frames[0].contains(&Some(left));
    let mut moves = 0;
    for changed in reels.iter().flat_map(changes) {
        let count = |change: (usize, usize)| changed.iter().filter(|it| **it == change).count();
        let (lost, gained) = (count((piece, left)), count((left, piece)));
        if lost > 0 && gained > 0 {
            moves += 1;
            if lost <= gained {
                return false;
            }
        }
    }
    moves >= MIN_MOVES && reels.iter().all(starts_with)
}

/// The one content that takes part in every move.
fn gap(candidates: &[usize], reels: &[Reel]) -> Option<usize> {
    let moves: Vec<_> = reels.iter().flat_map(changes).collect();
    let always = |content: &&usize| {
        let takes_part = |it: &(usize, usize)| it.0 == **content || it.1 == **content;
        moves.iter().all(|changed| changed.iter().any(takes_part))
    };
    let mut found = candidates.iter().filter(always);
    let (Some(&gap), None) = (found.next(), found.next()) else {
        return None;
    };
    (moves.len() >= MIN_MOVES).then_some(gap)
}
