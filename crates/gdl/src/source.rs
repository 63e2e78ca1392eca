//! The text of a sheet, and places in it.

/// The longest text that is read, in bytes.
///
/// The largest published sheets have some 100 kB; a file that is hundreds of
/// times larger is a mistake, and is refused before it is read whole.
pub const MAX_SOURCE_BYTES: usize = 16 << 20;

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Makes the span from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |at: usize| u32::try_from(at).expect("texts are at most 16 MiB long");
        Span {
            start: narrow(start),
            end: narrow(end),
        }
    }
}

/// A place as people count it: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

/// A text with a name, such as a file's.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Where the text is not UTF-8, if anywhere.
    invalid_at: Option<usize>,
    too_large: bool,
    line_starts: Vec<u32>,
    /// The characters before each block of bytes: lines can be very long.
    characters: Vec<u32>,
}

/// The bytes between two counts of characters.
const BLOCK: usize = 1024;

impl Source {
    /// Takes bytes as a text.
    ///
    /// Bytes that are not UTF-8, and texts longer than [`MAX_SOURCE_BYTES`],
    /// are kept only as far as is needed to say so: [`parse`](crate::parse())
    /// reports them.
    pub fn new(name: impl Into<String>, bytes: &[u8]) -> Self {
        let too_large = bytes.len() > MAX_SOURCE_BYTES;
        let bytes = if too_large { &[] } else { bytes };
        let (text, invalid_at) = match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), None),
            Err(error) => (
                String::from_utf8_lossy(bytes).into_owned(),
                // The replacement characters come after this place only.
                Some(error.valid_up_to()),
            ),
        };
        Source {
            name: name.into(),
            line_starts: line_starts(&text),
            characters: characters(&text),
            text,
            invalid_at,
            too_large,
        }
    }

    /// The name that the text came with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn invalid_at(&self) -> Option<usize> {
        self.invalid_at
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large
    }

    /// The line and column of a byte of the text.
    pub fn line_column(&self, at: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= at) - 1;
        let start = self.line_starts[line];
        LineColumn {
            line: line as u32 + 1,
            column: self.characters_before(at) - self.characters_before(start) + 1,
        }
    }

    fn characters_before(&self, at: u32) -> u32 {
        let block = at as usize / BLOCK;
        let rest = &self.text.as_bytes()[block * BLOCK..at as usize];
        self.characters[block] + count_characters(rest)
    }

    /// A line of the text, counted from 1, without its end.
    pub fn line(&self, line: u32) -> &str {
        let span = self.line_span(line);
        self.text[span.start as usize..span.end as usize].trim_end_matches(['\r', '\n'])
    }

    /// Where a line, counted from 1, stands in the text, with its end.
    pub fn line_span(&self, line: u32) -> Span {
        let start = self.line_starts[line as usize - 1] as usize;
        let end = match self.line_starts.get(line as usize) {
            Some(&next) => next as usize,
            None => self.text.len(),
        };
        Span::new(start, end)
    }
}

fn characters(text: &str) -> Vec<u32> {
    let mut counts = vec![0];
    for block in text.as_bytes().chunks(BLOCK) {
        counts.push(counts[counts.len() - 1] + count_characters(block));
    }
    counts
}

/// Counts the bytes that begin a character: that also works in the middle of
/// one.
fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

/// Lines end with LF, CRLF or a lone CR: published sheets have all three.
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (at, &byte) in bytes.iter().enumerate() {
        let lone_cr = byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        if byte == b'\n' || lone_cr {
            starts.push(at as u32 + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count() {
        let source = Source::new("x", b"a\nbc\r\nd\rEF");
        let lines: Vec<&str> = (1..=4).map(|line| source.line(line)).collect();
        assert_eq!(lines, ["a", "bc", "d", "EF"]);
        assert_eq!(source.line_column(9), LineColumn { line: 4, column: 2 });
    }

    #[test]
    fn columns_are_characters() {
        let source = Source::new("x", "äöx".as_bytes());
        assert_eq!(source.line_column(4), LineColumn { line: 1, column: 3 });
        assert_eq!(source.line_column(5), LineColumn { line: 1, column: 4 });
    }
}
