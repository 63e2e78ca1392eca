//! Answers requests, many at once.
//!
//! Each connection has a thread, one request, a size and a time, and leaves nothing
//! behind.

use std::io::Write;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use game::{Clock, Stop};

use crate::http::{GLANCE, Limits, Reading, Refused, Request, Response, read_request};
use crate::message::{Malformed, Message};
use crate::{Answer, http};

/// Time in which an answer must be taken.
const WRITING: Duration = Duration::from_secs(5);

/// Time for which the rest of a refused message is read, so that its sender sees the
/// refusal.
const DRAINING: Duration = Duration::from_secs(1);

/// Who answers messages.
pub trait Handler: Sync {
    /// The answer to a message that arrived at this moment of the clock.
    fn answer(&self, message: Message, arrived: Duration) -> Answer;

    /// Hears of what was no message, and is answered without it.
    fn malformed(&self, _fault: &Malformed) {}

    /// Hears that no further messages come, and that those which are being answered are
    /// to be soon.
    fn close(&self) {}
}

/// Answers requests until it is to stop; then waits for those that are being answered.
///
/// # Errors
///
/// Those of the listener.
pub fn serve(
    listener: &TcpListener,
    limits: &Limits,
    clock: &dyn Clock,
    stop: &Stop,
    handler: &dyn Handler,
) -> std::io::Result<()> {
    let address = listener.local_addr()?;
    let open = AtomicUsize::new(0);
    thread::scope(|scope| {
        // Whoever waits for a connection looks at nothing else: one is made then.
        thread::Builder::new().spawn_scoped(scope, || {
            while stop.requested().is_none() {
                thread::sleep(GLANCE);
            }
            let _ = TcpStream::connect_timeout(&address, WRITING);
            handler.close();
        })?;
        while stop.requested().is_none() {
            let Ok((stream, _)) = listener.accept() else {
                // Out of file handles, perhaps: some will be free again.
                thread::sleep(GLANCE);
                continue;
            };
            let arrived = clock.now();
            if open.fetch_add(1, Ordering::Relaxed) >= limits.connections {
                open.fetch_sub(1, Ordering::Relaxed);
                refuse(&stream, 503);
                continue;
            }
            let (open, connection) = (
                &open,
                Connection {
                    limits,
                    clock,
                    stop,
                    handler,
                },
            );
            let work = move || {
                connection.answer(&stream, arrived);
                open.fetch_sub(1, Ordering::Relaxed);
            };
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
        Ok(())
    })
}

/// What a connection needs.
#[derive(Clone, Copy)]
struct Connection<'a> {
    limits: &'a Limits,
    clock: &'a dyn Clock,
    stop: &'a Stop,
    handler: &'a dyn Handler,
}

impl Connection<'_> {
    fn answer(&self, stream: &TcpStream, arrived: Duration) {
        let until = arrived + self.limits.patience;
        let mut reading = Reading::new(stream, self.clock, until, self.stop);
        let request = read_request(&mut reading, stream, self.limits);
        let response = match request {
            Ok(Request::Permission { modern }) => Response {
                modern,
                ..Response::refusing(200)
            },
            Ok(Request::Message { bytes, modern }) => Response {
                modern,
                ..self.response(&bytes, arrived)
            },
            Err(Refused::Gone) => return,
            Err(Refused::Status(status)) => {
                refuse(stream, status);
                self.drain(stream);
                return;
            }
        };
        send(stream, &response);
    }

    fn response(&self, bytes: &[u8], arrived: Duration) -> Response {
        let (status, body) = match Message::parse(bytes) {
            Ok(message) => (200, self.handler.answer(message, arrived).to_string()),
            Err(fault) => {
                self.handler.malformed(&fault);
                (400, fault.to_string())
            }
        };
        Response {
            status,
            body,
            modern: false,
        }
    }

    /// Reads on for a while: a connection that is closed with unread bytes is reset, and
    /// takes the refusal with it.
    fn drain(&self, stream: &TcpStream) {
        let _ = stream.shutdown(Shutdown::Write);
        let until = self.clock.now() + DRAINING;
        let mut reading = Reading::new(stream, self.clock, until, self.stop);
        while reading.more().is_ok() {
            reading.bytes.clear();
        }
    }
}

fn refuse(stream: &TcpStream, status: u16) {
    send(stream, &Response::refusing(status));
}

fn send(mut stream: &TcpStream, response: &http::Response) {
    // Whoever does not listen any more has nothing to be told.
    let _ = stream.set_write_timeout(Some(WRITING));
    let _ = response.write(&mut stream).and_then(|()| stream.flush());
}
