//! Finds the functions that show boards.
//!
//! In: functions, and states of some games. Out: for each board, or set of boards with
//! the same sides, the functions that show it, and others that say more about its cells.
//! Which arguments tell several boards apart is in `panels`.

use gdl::Rules;

use super::function::{Function, Grid, Sample};
use super::panels;
use super::rank::{Rank, sharing};

/// Most things that a further function may say about a cell. More are a calculation,
/// such as the number of a group, and would hide the board.
const MAX_MORE: usize = 6;

/// Functions that belong together, because their cells have the same names.
pub(super) struct Found<'a> {
    /// The functions of each board. Two functions may have different cells of one board.
    pub boards: Vec<Vec<Grid<'a>>>,
    /// Functions that say more about at least half of the cells, and about no others.
    pub more: Vec<Grid<'a>>,
}

/// The boards of a game, best first. A further one is a board only if every cell of it
/// always has one thing in it: what else has two numbers is most often a score.
pub(super) fn found<'a>(
    functions: &'a [Function],
    rules: &Rules,
    samples: &[Sample],
) -> Vec<Found<'a>> {
    let candidates = functions.iter().filter_map(|it| best(it, rules, samples));
    let mut candidates: Vec<(Rank, Grid<'a>)> = candidates.collect();
    candidates.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    let mut rest: Vec<&'a Function> = functions.iter().collect();
    let mut all: Vec<Found<'a>> = Vec::new();
    for (rank, grid) in candidates {
        let is_free = rest.iter().any(|it| std::ptr::eq(*it, grid.function));
        if is_free && (all.is_empty() || rank.full && grid.says_what()) {
            rest.retain(|it| !std::ptr::eq(*it, grid.function));
            all.push(Found::around(grid, &mut rest, samples));
        }
    }
    all
}

/// The best way to read a function as one board, or as several.
fn best<'a>(function: &'a Function, rules: &Rules, samples: &[Sample]) -> Option<(Rank, Grid<'a>)> {
    let mut single: Option<(Rank, Grid<'a>)> = None;
    for grid in function.grids() {
        let rank = grid.rank(rules, samples);
        let is_better = single.as_ref().is_none_or(|best| rank > best.0);
        if rank.changes && is_better && grid.is_board(samples) {
            single = Some((rank, grid));
        }
    }
    if let Some((_, grid)) = &single
        && sharing(&[grid], samples).shared == 0
    {
        return single;
    }
    let several = panels::several(function, rules, samples, single.is_some());
    several.or(single)
}

impl<'a> Found<'a> {
    /// The functions that belong to the best one; they are taken from the rest.
    fn around(best: Grid<'a>, rest: &mut Vec<&'a Function>, samples: &[Sample]) -> Self {
        let mut found = Found {
            boards: vec![vec![best]],
            more: Vec::new(),
        };
        rest.retain(|function| !found.takes(function, samples));
        // With several boards it is not known of which cell another function tells.
        if found.boards.len() > 1 {
            rest.extend(found.more.drain(..).map(|it| it.function));
        }
        let name = |board: &Vec<Grid<'a>>| board[0].function.name.clone();
        found.boards.sort_by_cached_key(name);
        found
    }

    fn takes(&mut self, function: &'a Function, samples: &[Sample]) -> bool {
        let best = &self.boards[0][0];
        // The arguments of the two functions may be in different orders.
        let twins = panels::readings(function, best.panels.len());
        for twin in twins.filter(|it| it.has_names_of(best)) {
            let same = twin.contents() == best.contents();
            if same && twin.spots().is_disjoint(&best.spots()) {
                self.boards[0].push(twin);
                return true;
            }
            let both_full = [best, &twin].iter().all(|it| it.is_full(samples));
            let apart = same && !sharing(&[best, &twin], samples).is_rare();
            if (both_full || apart) && twin.is_board(samples) {
                self.boards.push(vec![twin]);
                return true;
            }
        }
        let cells = best.spots();
        let tells_more = |grid: &Grid<'_>| {
            let own = grid.spots();
            own.len() * 2 > cells.len()
                && own.is_subset(&cells)
                && grid.contents().len() <= MAX_MORE
                && grid.is_board(samples)
        };
        let more = panels::readings(function, best.panels.len()).find(tells_more);
        let is_taken = more.is_some();
        self.more.extend(more);
        is_taken
    }
}
