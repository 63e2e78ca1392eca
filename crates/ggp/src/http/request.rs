//! A request: its message, whether in the body or in the address.

use std::io::Write;
use std::net::TcpStream;

use httparse::Status;
use percent_encoding::percent_decode;

use super::read::{Cut, Reading};
use super::{Limits, MAX_HEADERS};

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// An answer to this message.
    Message {
        /// The bytes of the message.
        bytes: Vec<u8>,
        /// Whether it came by HTTP 1.1.
        modern: bool,
    },
    /// To know whether a page of another origin may ask (OPTIONS).
    Permission {
        /// Whether it came by HTTP 1.1.
        modern: bool,
    },
}

/// Why a request gets no answer to its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nobody is there to be told.
    Gone,
    /// The status that says why.
    Status(u16),
}

impl From<Cut> for Refused {
    fn from(cut: Cut) -> Self {
        match cut {
            Cut::Closed => Refused::Gone,
            Cut::Late => Refused::Status(408),
            Cut::Long => Refused::Status(413),
        }
    }
}

/// What the head of a request says.
struct Head {
    method: String,
    target: Vec<u8>,
    modern: bool,
    /// The bytes of the body.
    length: Option<usize>,
    chunked: bool,
    /// Whether the sender waits to be told to go on.
    waits: bool,
}

/// Reads a request.
pub fn read_request(
    reading: &mut Reading<'_>,
    stream: &TcpStream,
    limits: &Limits,
) -> Result<Request, Refused> {
    let end = reading.head(limits.head_bytes).map_err(|cut| match cut {
        Cut::Long => Refused::Status(431),
        cut => cut.into(),
    })?;
    let head = head(&reading.bytes[..end]).ok_or(Refused::Status(400))?;
    reading.bytes.drain(..end);
    let modern = head.modern;
    match head.method.as_str() {
        "OPTIONS" => Ok(Request::Permission { modern }),
        "GET" => {
            let bytes = address(&head.target);
            Ok(Request::Message { bytes, modern })
        }
        "POST" => {
            let bytes = body(reading, stream, &head, limits)?;
            Ok(Request::Message { bytes, modern })
        }
        _ => Err(Refused::Status(405)),
    }
}

fn head(bytes: &[u8]) -> Option<Head> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(Status::Complete(_)) => {}
        _ => return None,
    }
    let mut head = Head {
        method: request.method?.to_owned(),
        target: request.path?.as_bytes().to_vec(),
        modern: request.version == Some(1),
        length: None,
        chunked: false,
        waits: false,
    };
    for header in request.headers.iter() {
        if header.name.eq_ignore_ascii_case("content-length") {
            let length = std::str::from_utf8(header.value).ok()?.trim();
            // `parse` alone would take a sign.
            let digits = !length.is_empty() && length.bytes().all(|it| it.is_ascii_digit());
            let length = digits.then(|| length.parse().unwrap_or(usize::MAX))?;
            if head.length.replace(length).is_some_and(|it| it != length) {
                return None;
            }
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            head.chunked = true;
        } else if header.name.eq_ignore_ascii_case("expect") {
            head.waits = header.value.eq_ignore_ascii_case(b"100-continue");
        }
    }
    Some(head)
}

/// The message in an address: `/%28INFO%29`, or `/?%28INFO%29`.
fn address(target: &[u8]) -> Vec<u8> {
    let message = target.strip_prefix(b"/").unwrap_or(target);
    let message = message.strip_prefix(b"?").unwrap_or(message);
    // In forms a plus is a space; a plus itself is encoded.
    let spaced: Vec<u8> = message
        .iter()
        .map(|&byte| if byte == b'+' { b' ' } else { byte })
        .collect();
    percent_decode(&spaced).collect()
}

fn body(
    reading: &mut Reading<'_>,
    mut stream: &TcpStream,
    head: &Head,
    limits: &Limits,
) -> Result<Vec<u8>, Refused> {
    let length = match head.length {
        Some(length) if !head.chunked => length,
        _ => return Err(Refused::Status(411)),
    };
    if length > limits.message_bytes {
        return Err(Refused::Status(413));
    }
    if head.waits && reading.bytes.is_empty() {
        let go_on = stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
        go_on.map_err(|_| Refused::Gone)?;
    }
    reading.fill(length)?;
    let mut bytes = std::mem::take(&mut reading.bytes);
    bytes.truncate(length);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_message_in_the_address_is_decoded() {
        assert_eq!(address(b"/%28INFO%29"), b"(INFO)");
        assert_eq!(address(b"/(PLAY+m+NIL)"), b"(PLAY m NIL)");
        assert_eq!(address(b"/?%28PING%29"), b"(PING)");
        assert_eq!(address(b"/"), b"");
    }

    #[test]
    fn lengths_that_contradict_are_refused() {
        let head = |text: &str| head(text.as_bytes());
        let one = "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\n";
        assert_eq!(head(one).and_then(|it| it.length), Some(3));
        let two = "POST / HTTP/1.1\r\nContent-Length: 3\r\ncontent-length: 4\r\n\r\n";
        assert!(head(two).is_none());
        let signed = "POST / HTTP/1.0\r\nContent-Length: +3\r\n\r\n";
        assert!(head(signed).is_none());
        let huge = format!(
            "POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n",
            "9".repeat(40)
        );
        assert_eq!(head(&huge).and_then(|it| it.length), Some(usize::MAX));
    }

    proptest! {
        #[test]
        fn no_head_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = head(&bytes);
            let _ = address(&bytes);
        }
    }
}
