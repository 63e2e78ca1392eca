//! Who has a choice in a state.
//!
//! In: the legal moves and a function that gives successors. Out: the mover, or
//! that several roles choose. Two moves that always do the same are no choice,
//! so the answer needs the successors of all joint moves.

use crate::RoleId;
use crate::joint::JointMoves;

/// Who chooses in a state that is not terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This role, or nobody.
    Of(Option<RoleId>),
    /// More than one role.
    OfSeveral,
}

/// Finds who has a choice, asking for the successor of every joint move.
///
/// # Errors
///
/// The first that `successor` gives.
pub fn turn<M: Clone, S: PartialEq, E>(
    legal: &[Vec<M>],
    successor: &mut impl FnMut(&[M]) -> Result<S, E>,
) -> Result<Turn, E> {
    let mut lines = Vec::new();
    for role in roles_with_moves(legal) {
        lines.push((role, line(legal, role, successor)?));
    }
    let mut choosing = lines.iter().filter(|(_, line)| !is_constant(line));
    let (first, second) = (choosing.next(), choosing.next());
    let lines_say = match second {
        None => Turn::Of(first.map(|(role, _)| *role)),
        Some(_) => Turn::OfSeveral,
    };
    match lines.len() {
        0 => successor(JointMoves::new(legal).joint()).map(|_| lines_say),
        1 => Ok(lines_say),
        _ => confirm(legal, lines_say, first.map(|(_, line)| line), successor),
    }
}

/// The roles that have a choice, all of them.
///
/// # Errors
///
/// The first that `successor` gives.
pub fn choosers<M: Clone, S: PartialEq, E>(
    legal: &[Vec<M>],
    successor: &mut impl FnMut(&[M]) -> Result<S, E>,
) -> Result<Vec<RoleId>, E> {
    let mut choosers = Vec::new();
    for role in roles_with_moves(legal) {
        if has_choice(legal, role, successor)? {
            choosers.push(role);
        }
    }
    Ok(choosers)
}

fn roles_with_moves<M>(legal: &[Vec<M>]) -> impl Iterator<Item = RoleId> {
    RoleId::all(legal.len()).filter(|role| legal[role.index()].len() > 1)
}

/// The successors of the role's moves while the others play their first.
fn line<M: Clone, S: PartialEq, E>(
    legal: &[Vec<M>],
    role: RoleId,
    successor: &mut impl FnMut(&[M]) -> Result<S, E>,
) -> Result<Vec<S>, E> {
    let mut moves = JointMoves::varying(legal, role);
    let mut line = vec![successor(moves.joint())?];
    while line.len() < legal[role.index()].len() && moves.advance() {
        line.push(successor(moves.joint())?);
    }
    Ok(line)
}

fn is_constant<S: PartialEq>(line: &[S]) -> bool {
    line.iter().all(|state| *state == line[0])
}

/// Checks all joint moves against the roles' lines.
///
/// If at most one role has a choice, its line gives every successor.
/// Conversely, a joint move that leads elsewhere shows a second role with a
/// choice, since it differs from the line only in moves of the others; and if
/// no line varies, one role's choice alone could not lead away from their
/// common successor.
fn confirm<M: Clone, S: PartialEq, E>(
    legal: &[Vec<M>],
    lines_say: Turn,
    line: Option<&Vec<S>>,
    successor: &mut impl FnMut(&[M]) -> Result<S, E>,
) -> Result<Turn, E> {
    let mut moves = JointMoves::new(legal);
    let first = successor(moves.joint())?;
    let mut answer = lines_say;
    while moves.advance() {
        let expected = match (lines_say, line) {
            (Turn::Of(Some(mover)), Some(line)) => &line[moves.place(mover)],
            _ => &first,
        };
        // No early end: the caller collects the successors.
        if successor(moves.joint())? != *expected {
            answer = Turn::OfSeveral;
        }
    }
    Ok(answer)
}

fn has_choice<M: Clone, S: PartialEq, E>(
    legal: &[Vec<M>],
    role: RoleId,
    successor: &mut impl FnMut(&[M]) -> Result<S, E>,
) -> Result<bool, E> {
    let mut moves = JointMoves::varying(legal, role);
    let mut first = successor(moves.joint())?;
    while moves.advance() {
        let next = successor(moves.joint())?;
        if moves.place(role) == 0 {
            first = next;
        } else if next != first {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Two roles with two moves each; `table[a][b]` is the successor.
    fn ask(table: [[usize; 2]; 2]) -> (Turn, Vec<usize>) {
        let legal = [vec![0, 1], vec![0, 1]];
        let mut successor = |joint: &[usize]| Ok::<_, Infallible>(table[joint[0]][joint[1]]);
        let turn = turn(&legal, &mut successor).unwrap();
        let choosers = choosers(&legal, &mut successor).unwrap();
        (turn, choosers.into_iter().map(RoleId::index).collect())
    }

    #[test]
    fn moves_that_do_the_same_are_no_choice() {
        assert_eq!(ask([[7, 7], [7, 7]]), (Turn::Of(None), vec![]));
    }

    #[test]
    fn one_role_decides_alone() {
        let of = |role| Turn::Of(Some(RoleId::new(role)));
        assert_eq!(ask([[7, 7], [8, 8]]), (of(0), vec![0]));
        assert_eq!(ask([[7, 8], [7, 8]]), (of(1), vec![1]));
    }

    #[test]
    fn a_choice_off_the_lines_is_found() {
        // Against the other's first move neither choice shows.
        assert_eq!(ask([[7, 7], [7, 8]]), (Turn::OfSeveral, vec![0, 1]));
        // Here the second role's choice shows only after the first's second.
        assert_eq!(ask([[7, 7], [8, 9]]), (Turn::OfSeveral, vec![0, 1]));
    }
}
