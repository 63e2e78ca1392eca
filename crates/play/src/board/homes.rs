//! Whose pieces are whose, and where they start.
//!
//! In: games as frames. Out: the role to which each content belongs, and on which side
//! the first role begins, if all its pieces are on one side of all pieces of the other.

use game::RoleId;

use super::field::{Content, Reel, role_in};

/// Fewest moves that show whose a piece is.
const MIN_MOVES: usize = 2;

/// Fewest pieces of both roles that show where they are at home.
const MIN_PIECES: usize = 5;

/// On which side of an axis the first role begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Home {
    pub axis: usize,
    /// Whether it is the side of the last place of the axis.
    pub at_last: bool,
}

/// Finds to whom the contents belong: to the role that they name, or else to the one
/// whose moves bring them to a cell.
pub(super) fn find_owners(contents: &mut [Content], roles: &[String], reels: &[Reel]) {
    let mut brought = vec![vec![0; roles.len()]; contents.len()];
    for reel in reels {
        for (pair, mover) in reel.frames.windows(2).zip(&reel.movers) {
            let Some(mover) = mover else { continue };
            for (before, after) in pair[0].iter().zip(&pair[1]) {
                if let Some(content) = after.filter(|_| before != after) {
                    brought[content][mover.index()] += 1;
                }
            }
        }
    }
    for (content, brought) in contents.iter_mut().zip(brought) {
        let all: usize = brought.iter().sum();
        let most = RoleId::all(roles.len()).max_by_key(|role| brought[role.index()]);
        // A capture may bring back the content of a cell for the other role.
        let most = most.filter(|role| all >= MIN_MOVES && brought[role.index()] * 10 >= all * 9);
        content.owner = role_in(&content.name, roles).or(most);
    }
}

/// Where the first of two roles begins.
pub(super) fn home(contents: &[Content], sizes: [usize; 2], reels: &[Reel]) -> Option<Home> {
    let first = reels.first()?.frames.first()?;
    let mut cells: [Vec<[usize; 2]>; 2] = [Vec::new(), Vec::new()];
    for (number, content) in first.iter().enumerate() {
        let owner = content.and_then(|it| contents[it].owner);
        let owner = owner.map(RoleId::index).filter(|&role| role < 2);
        if let Some(role) = owner {
            cells[role].push([number / sizes[1], number % sizes[1]]);
        }
    }
    let [own, others] = cells;
    if own.is_empty() || others.is_empty() || own.len() + others.len() < MIN_PIECES {
        return None;
    }
    let all = |cells: &[[usize; 2]], axis: usize| cells.iter().map(|it| it[axis]).collect();
    let mut homes = [0, 1].into_iter().filter_map(|axis| {
        let (own, others): (Vec<usize>, Vec<usize>) = (all(&own, axis), all(&others, axis));
        let at_last = own.iter().min() > others.iter().max();
        let at_first = own.iter().max() < others.iter().min();
        (at_last || at_first).then_some(Home { axis, at_last })
    });
    // Pieces in opposite corners do not tell.
    homes.next().filter(|_| homes.next().is_none())
}
