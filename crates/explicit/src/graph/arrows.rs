//! The successors of states, by their numbers, in few bytes.
//!
//! `docs/formats/explicit-layers.md` has the bytes.

use std::ops::Range;

use game::RoleId;
use judge::{StateId, Take, Vertex};

use table::{read_number, write_number};

/// Appends a state of this number; its successors are sorted, each once, and an
/// end has none. Only where there are several does somebody have a choice.
pub(super) fn encode(bytes: &mut Vec<u8>, own: u32, vertex: Vertex, successors: &[u32]) {
    write_number(bytes, successors.len() as u64);
    match vertex {
        Vertex::End(outcome) => return write_number(bytes, outcome as u64),
        Vertex::Turn(Some(mover)) if successors.len() > 1 => {
            write_number(bytes, mover.index() as u64);
        }
        Vertex::Turn(_) => {}
    }
    let mut last = None;
    for &successor in successors {
        match last {
            None => write_number(bytes, signed(i64::from(successor) - i64::from(own))),
            Some(last) => write_number(bytes, u64::from(successor - last)),
        }
        last = Some(successor);
    }
}

/// Upper limits of numbers, not included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub states: u64,
    pub outcomes: u64,
    pub roles: u64,
}

/// Passes on the states of these numbers; `None` if these are not their bytes.
pub(super) fn decode(
    mut bytes: &[u8],
    numbers: Range<u64>,
    bounds: Bounds,
    take: Take<'_>,
) -> Option<()> {
    let mut successors = Vec::new();
    for own in numbers {
        let count = read_number(&mut bytes)?;
        successors.clear();
        let vertex = match count {
            0 => Vertex::End(below(read_number(&mut bytes)?, bounds.outcomes)?),
            1 => Vertex::Turn(None),
            _ => {
                let mover = below(read_number(&mut bytes)?, bounds.roles)?;
                Vertex::Turn(Some(RoleId::new(mover)))
            }
        };
        let mut last = None;
        for _ in 0..count {
            let number = read_number(&mut bytes)?;
            let next = match last {
                None => own.checked_add_signed(unsigned(number))?,
                Some(last) if number > 0 => number.checked_add(last)?,
                Some(_) => return None,
            };
            successors.push(StateId::new(below(next, bounds.states)?));
            last = Some(next);
        }
        take(vertex, &successors);
    }
    bytes.is_empty().then_some(())
}

fn below(number: u64, bound: u64) -> Option<usize> {
    (number < bound).then_some(number as usize)
}

/// Zigzag encoding: small numbers for small differences of either sign.
fn signed(difference: i64) -> u64 {
    (difference << 1 ^ difference >> 63) as u64
}

fn unsigned(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        states: 1_000_000,
        outcomes: 300,
        roles: 2,
    };

    #[test]
    fn arrows_come_back_and_a_part_of_them_does_not() {
        let turn = |role| Vertex::Turn(Some(RoleId::new(role)));
        let states: [(Vertex, &[u32]); 4] = [
            (turn(1), &[3, 4, 999_999]),
            (Vertex::Turn(None), &[0]),
            (Vertex::End(299), &[]),
            (turn(0), &[500_002, 500_003]),
        ];
        let mut bytes = Vec::new();
        for (own, (vertex, successors)) in (500_000..).zip(states) {
            encode(&mut bytes, own, vertex, successors);
        }
        let decoded = |bytes: &[u8], bounds| {
            let mut found = Vec::new();
            let numbers = 500_000..500_004;
            let whole = decode(bytes, numbers, bounds, &mut |vertex, successors| {
                let successors: Vec<u32> = successors.iter().map(|it| it.index() as u32).collect();
                found.push((vertex, successors));
            });
            whole.map(|()| found)
        };
        let expected = states.map(|(vertex, successors)| (vertex, successors.to_vec()));
        assert_eq!(decoded(&bytes, BOUNDS), Some(expected.to_vec()));
        assert_eq!(decoded(&bytes[..bytes.len() - 1], BOUNDS), None);
        assert_eq!(decoded(&[&bytes[..], &[0, 0]].concat(), BOUNDS), None);
        for bounds in [
            Bounds {
                states: 999_999,
                ..BOUNDS
            },
            Bounds {
                outcomes: 299,
                ..BOUNDS
            },
            Bounds { roles: 1, ..BOUNDS },
        ] {
            assert_eq!(decoded(&bytes, bounds), None);
        }
    }

    #[test]
    fn differences_come_back() {
        for difference in [0, 1, -1, i64::from(u32::MAX), -i64::from(u32::MAX)] {
            assert_eq!(unsigned(signed(difference)), difference);
        }
        assert_eq!(signed(-1), 1);
    }
}
