//! Asks another player.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use game::{Clock, Stop};
use thiserror::Error;

use crate::http::{Cut, Reading, read_response};

/// Most bytes of an answer.
const MAX_ANSWER: usize = 1 << 20;

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// There is nobody at this address, or the connection broke.
    #[error("{address}: {source}")]
    Connection {
        /// The address.
        address: String,
        /// What the system says.
        source: io::Error,
    },
    /// It came too late.
    #[error("no answer in time")]
    Late,
    /// It is not HTTP, or too long.
    #[error("the answer is not one of HTTP")]
    NotHttp,
    /// It is a refusal.
    #[error("the status of the answer is {0}")]
    Status(u16),
}

/// Sends a message to a player at `host:port`, and waits for the answer until a moment
/// of the clock, or the stop.
///
/// # Errors
///
/// [`AskError`] if there is none.
pub fn ask(
    address: &str,
    message: &str,
    clock: &dyn Clock,
    until: Duration,
    stop: &Stop,
) -> Result<String, AskError> {
    let broken = |source| AskError::Connection {
        address: address.to_owned(),
        source,
    };
    let left = || {
        until
            .saturating_sub(clock.now())
            .max(Duration::from_millis(1))
    };
    let stream = connect(address, left()).map_err(broken)?;
    let request = format!(
        "POST / HTTP/1.0\r\nHost: {address}\r\nAccept: text/delim\r\nSender: GAMESERVER\r\n\
         Receiver: PLAYER\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\r\n{message}",
        message.len(),
    );
    stream.set_write_timeout(Some(left())).map_err(broken)?;
    (&stream).write_all(request.as_bytes()).map_err(broken)?;
    let mut reading = Reading::new(&stream, clock, until, stop);
    let cut = |cut| match cut {
        Cut::Late => AskError::Late,
        Cut::Long => AskError::NotHttp,
        Cut::Closed => broken(io::ErrorKind::UnexpectedEof.into()),
    };
    let end = reading.head(MAX_ANSWER).map_err(cut)?;
    let head = read_response(&reading.bytes[..end]);
    let (status, length) = head.ok_or(AskError::NotHttp)?;
    reading.bytes.drain(..end);
    match length {
        Some(length) if length > MAX_ANSWER => return Err(AskError::NotHttp),
        Some(length) => {
            reading.fill(length).map_err(cut)?;
            reading.bytes.truncate(length);
        }
        None => reading.rest(MAX_ANSWER).map_err(cut)?,
    }
    match status {
        200 => String::from_utf8(reading.bytes).map_err(|_| AskError::NotHttp),
        status => Err(AskError::Status(status)),
    }
}

/// Connects to the first address of a host that answers.
fn connect(address: &str, time: Duration) -> io::Result<TcpStream> {
    let mut last = io::ErrorKind::AddrNotAvailable.into();
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    for address in addresses {
        match TcpStream::connect_timeout(&address, time) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
