//! Lines of a stream, each of bounded length.
//!
//! In: bytes from anywhere, also from what never ends. Out: lines as text, or what
//! is wrong with them; no more of them is in memory than may be.

use std::io::{self, BufRead, Read};

use crate::number::human_size;

/// How many bytes a line may have: as many as a sheet.
const LONGEST: u64 = gdl::MAX_SOURCE_BYTES as u64;

/// How many bytes of a longer line are read to find its end.
const ENDLESS: u64 = 1 << 30;

/// A line without its end, or why it is none.
pub type Line = Result<String, String>;

/// Reads the next line; none at the end.
///
/// # Errors
///
/// Those of the stream; also if a line does not seem to end.
pub fn next_line(lines: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut start = lines.by_ref().take(LONGEST + 1);
    if start.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > LONGEST && bytes.last() != Some(&b'\n') {
        drop(bytes);
        skip(lines)?;
        let most = human_size(LONGEST);
        return Ok(Some(Err(format!("the line is longer than {most}"))));
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    let text = String::from_utf8(bytes);
    Ok(Some(text.map_err(|_| "the line is not UTF-8".to_owned())))
}

/// Goes to the end of a line.
fn skip(lines: &mut impl BufRead) -> io::Result<()> {
    let mut skipped = 0;
    while skipped < ENDLESS {
        let ready = lines.fill_buf()?;
        let end = ready.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(ready.len(), |end| end + 1);
        lines.consume(used);
        skipped += used as u64;
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
    let most = human_size(ENDLESS);
    let message = format!("a line of more than {most}");
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn all(stream: impl Read) -> Vec<Line> {
        let mut lines = BufReader::new(stream);
        let next = || next_line(&mut lines).unwrap();
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_does_not_end_the_others() {
        let long = vec![b' '; LONGEST as usize + 1];
        let stream = [b"a\n\xff\n", &long[..], b"\n", &long[1..], b"\nb"].concat();
        let lines = all(&stream[..]);
        let short: Vec<_> = lines
            .iter()
            .map(|it| it.as_ref().map(String::len))
            .collect();
        let too_long = "the line is longer than 16 MiB".to_owned();
        let no_text = "the line is not UTF-8".to_owned();
        assert_eq!(
            short,
            [
                Ok(1),
                Err(&no_text),
                Err(&too_long),
                Ok(LONGEST as usize),
                Ok(1)
            ]
        );
    }

    #[test]
    fn a_line_without_end_is_an_error() {
        let mut lines = BufReader::with_capacity(1 << 20, io::repeat(0));
        let error = next_line(&mut lines).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
