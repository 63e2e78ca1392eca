//! Reads from a connection, up to a size and a moment.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::Duration;

use game::{Clock, Stop};

use super::GLANCE;

/// Bytes that are read at a time.
const CHUNK: usize = 16 << 10;

/// Why nothing more is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The other side has closed the connection, or broken it.
    Closed,
    /// The time is over, or the work is to stop.
    Late,
    /// There is more than is allowed.
    Long,
}

/// A connection from which is read until some moment.
pub struct Reading<'a> {
    stream: &'a TcpStream,
    clock: &'a dyn Clock,
    until: Duration,
    stop: &'a Stop,
    /// What was read, and not taken yet.
    pub bytes: Vec<u8>,
}

impl<'a> Reading<'a> {
    /// Reads from here until that moment of the clock, or the stop.
    pub fn new(
        stream: &'a TcpStream,
        clock: &'a dyn Clock,
        until: Duration,
        stop: &'a Stop,
    ) -> Self {
        Reading {
            stream,
            clock,
            until,
            stop,
            bytes: Vec::new(),
        }
    }

    /// Reads more, at least a byte.
    pub fn more(&mut self) -> Result<(), Cut> {
        let mut chunk = [0; CHUNK];
        loop {
            if self.clock.now() >= self.until || self.stop.requested().is_some() {
                return Err(Cut::Late);
            }
            // A connection without a limit could be read from for ever.
            let limited = self.stream.set_read_timeout(Some(GLANCE));
            limited.map_err(|_| Cut::Closed)?;
            let mut stream = self.stream;
            match stream.read(&mut chunk) {
                Ok(0) => return Err(Cut::Closed),
                Ok(count) => {
                    self.bytes.extend_from_slice(&chunk[..count]);
                    return Ok(());
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => return Err(Cut::Closed),
                },
            }
        }
    }

    /// Reads until there are so many bytes.
    pub fn fill(&mut self, count: usize) -> Result<(), Cut> {
        while self.bytes.len() < count {
            self.more()?;
        }
        Ok(())
    }

    /// Reads until the other side closes the connection.
    pub fn rest(&mut self, limit: usize) -> Result<(), Cut> {
        loop {
            match self.more() {
                Err(Cut::Closed) => return Ok(()),
                Err(cut) => return Err(cut),
                Ok(()) if self.bytes.len() > limit => return Err(Cut::Long),
                Ok(()) => {}
            }
        }
    }

    /// Reads the head of a message of HTTP: the number of its bytes, blank line
    /// included.
    pub fn head(&mut self, limit: usize) -> Result<usize, Cut> {
        let mut seen = 0;
        loop {
            if let Some(end) = until_blank_line(&self.bytes, seen) {
                return Ok(end);
            }
            if self.bytes.len() > limit {
                return Err(Cut::Long);
            }
            // The end of a line may have come without the next.
            seen = self.bytes.len().saturating_sub(3);
            self.more()?;
        }
    }
}

/// The number of bytes up to and with the first blank line, searched for from a place
/// on.
fn until_blank_line(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = &bytes[from..];
    let ends = rest.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    ends.map(|(place, _)| place + 1)
        .find_map(|next| match &rest[next..] {
            [b'\n', ..] => Some(from + next + 1),
            [b'\r', b'\n', ..] => Some(from + next + 2),
            _ => None,
        })
}
