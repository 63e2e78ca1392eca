//! The lines of a batch, as bytes: what is wrong with one does not end the others.

use std::io::{self, BufRead};

use game::{Stop, StopReason};

/// The longest line that is kept, in bytes: twice the longest text of a state.
const LONGEST: usize = 2 * gdl::MAX_SOURCE_BYTES;

/// A line of a batch.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Without its end.
    Bytes(Vec<u8>),
    /// It was read over.
    TooLong,
}

/// Why there is no line.
#[derive(Debug)]
pub enum Broken {
    Io(io::Error),
    Stopped(StopReason),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Broken::Io(error)
    }
}

/// The next line; none at the end.
pub fn next_line(source: &mut impl BufRead, stop: &Stop) -> Result<Option<Line>, Broken> {
    next_within(source, stop, LONGEST)
}

fn next_within(
    source: &mut impl BufRead,
    stop: &Stop,
    longest: usize,
) -> Result<Option<Line>, Broken> {
    let (mut line, mut long, mut any) = (Vec::new(), false, false);
    loop {
        if let Some(reason) = stop.requested() {
            return Err(Broken::Stopped(reason));
        }
        let bytes = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        any |= !bytes.is_empty();
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        long |= line.len() + part.len() > longest;
        match long {
            true => line = Vec::new(),
            false => line.extend_from_slice(part),
        }
        let (used, last) = (
            part.len() + usize::from(end.is_some()),
            end.is_some() || bytes.is_empty(),
        );
        source.consume(used);
        if last {
            return Ok(any.then_some(match long {
                true => Line::TooLong,
                false => Line::Bytes(line),
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &[u8], longest: usize) -> Vec<Line> {
        let mut source = BufReader::with_capacity(3, text);
        let stop = Stop::new();
        let next = || next_within(&mut source, &stop, longest).unwrap();
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_read_over() {
        let bytes = |it: &[u8]| Line::Bytes(it.to_vec());
        let found = lines(b"ab\n\nabcdefgh\n\xff\nabcd", 4);
        let expected = [bytes(b"ab"), bytes(b""), Line::TooLong, bytes(b"\xff")];
        assert_eq!(found[..4], expected);
        assert_eq!(found[4..], [bytes(b"abcd")]);
        assert_eq!(lines(b"abcdefgh", 4), [Line::TooLong]);
        assert_eq!(lines(b"", 4), []);
    }

    #[test]
    fn a_line_without_end_can_be_stopped() {
        let stop = Stop::new();
        stop.request(StopReason::Time);
        let mut source = BufReader::new(io::repeat(0));
        let found = next_line(&mut source, &stop);
        assert!(matches!(found, Err(Broken::Stopped(StopReason::Time))));
    }
}
