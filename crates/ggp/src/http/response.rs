//! A response, written and read.

use std::io::{self, Write};

use httparse::Status;

use super::MAX_HEADERS;

/// What is said to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status, such as 200.
    pub status: u16,
    /// What stands in it.
    pub body: String,
    /// Whether it goes out as HTTP 1.1.
    pub modern: bool,
}

impl Response {
    /// A response without anything but its status.
    pub fn refusing(status: u16) -> Self {
        Response {
            status,
            body: String::new(),
            modern: false,
        }
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// Those of the connection.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let version = if self.modern { "1.1" } else { "1.0" };
        let (status, reason) = (self.status, reason(self.status));
        let length = self.body.len();
        let head = format!(
            "HTTP/{version} {status} {reason}\r\n\
             Content-Type: text/acl\r\n\
             Content-Length: {length}\r\n\
             Access-Control-Allow-Origin: *\r\n\
             Access-Control-Allow-Methods: GET, POST, OPTIONS\r\n\
             Access-Control-Allow-Headers: Content-Type\r\n\
             Access-Control-Max-Age: 86400\r\n\
             Connection: close\r\n\r\n"
        );
        // In one piece: some servers take what comes first for all.
        to.write_all((head + &self.body).as_bytes())?;
        to.flush()
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

/// The head of a response: its status, and the length of its body if that is told.
pub fn read_response(head: &[u8]) -> Option<(u16, Option<usize>)> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    match response.parse(head) {
        Ok(Status::Complete(_)) => {}
        _ => return None,
    }
    let is_length = |it: &&httparse::Header<'_>| it.name.eq_ignore_ascii_case("content-length");
    let length = response.headers.iter().find(is_length);
    let length = length.and_then(|it| std::str::from_utf8(it.value).ok()?.trim().parse().ok());
    Some((response.code?, length))
}
