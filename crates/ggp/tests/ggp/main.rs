//! The server and the client over loopback: what servers of the field send, and what
//! nobody should.
#![allow(missing_docs, clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use game::{Clock, Stop, StopReason};
use ggp::{Answer, AskError, Handler, Limits, Message, ask, serve};
use host::SystemClock;

/// Answers INFO at once and PLAY after a while.
struct Slow;

impl Handler for Slow {
    fn answer(&self, message: Message, _arrived: Duration) -> Answer {
        match message {
            Message::Play { moves, .. } => {
                thread::sleep(Duration::from_millis(300));
                Answer::Move(moves.concat())
            }
            Message::Info => Answer::Info {
                name: "slow".to_owned(),
                busy: true,
            },
            _ => Answer::Ready,
        }
    }
}

/// Runs a server while a test talks to it.
fn with_server(limits: Limits, test: impl FnOnce(SocketAddr)) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (clock, stop) = (SystemClock::start(), Stop::new());
    thread::scope(|scope| {
        let server = scope.spawn(|| serve(&listener, &limits, &clock, &stop, &Slow));
        // Also if the test fails: the scope would wait for the server for ever.
        let ends = Ends(&stop);
        test(address);
        drop(ends);
        server.join().unwrap().unwrap();
    });
}

struct Ends<'a>(&'a Stop);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.request(StopReason::Enough);
    }
}

fn impatient() -> Limits {
    Limits {
        patience: Duration::from_millis(400),
        ..Limits::default()
    }
}

/// What comes back for these bytes.
fn said(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    // The server may refuse and close before all is sent.
    let _ = stream.write_all(bytes);
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn post(message: &str) -> Vec<u8> {
    let length = message.len();
    format!(
        "POST / HTTP/1.0\r\nContent-Type: text/acl\r\nContent-Length: {length}\r\n\r\n{message}"
    )
    .into_bytes()
}

#[test]
fn a_message_is_answered_however_it_comes() {
    with_server(Limits::default(), |address| {
        // Without Host; as HTTP 1.0.
        let plain = said(address, &post("(PING)"));
        assert!(plain.starts_with("HTTP/1.0 200 OK\r\n"), "{plain}");
        assert!(plain.contains("\r\nContent-Type: text/acl\r\n"), "{plain}");
        assert!(plain.ends_with("\r\n\r\nready"), "{plain}");
        // As HTTP 1.1, with a body that has more than it says.
        let modern = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n(PING)(INFO)";
        let modern = said(address, modern);
        assert!(modern.starts_with("HTTP/1.1 200 OK\r\n") && modern.ends_with("ready"));
        // In the address; with bare line ends.
        for get in [
            "GET /%28PING%29 HTTP/1.0\r\n\r\n",
            "GET /(PING) HTTP/1.1\n\n",
        ] {
            let got = said(address, get.as_bytes());
            assert!(got.ends_with("\r\n\r\nready"), "{got}");
        }
        let preflight = said(address, b"OPTIONS / HTTP/1.1\r\nOrigin: http://x\r\n\r\n");
        assert!(preflight.contains("200 OK"), "{preflight}");
        assert!(
            preflight.contains("Access-Control-Allow-Origin: *"),
            "{preflight}"
        );
        let waiting = "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 6\r\n\r\n";
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(waiting.as_bytes()).unwrap();
        let mut go_on = [0; 25];
        stream.read_exact(&mut go_on).unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        stream.write_all(b"(PING)").unwrap();
        let mut rest = String::new();
        stream.read_to_string(&mut rest).unwrap();
        assert!(rest.ends_with("ready"), "{rest}");
    });
}

#[test]
fn what_is_no_message_gets_a_status_and_is_forgotten() {
    with_server(impatient(), |address| {
        for (bytes, status) in [
            (post(""), "400"),
            (post("(PLAY"), "400"),
            (post("(PLAY \u{0} (((((("), "400"),
            (b"GET / HTTP/1.0\r\n\r\n".to_vec(), "400"),
            (b"\x16\x03\x01 nonsense\r\n\r\n".to_vec(), "400"),
            (b"DELETE / HTTP/1.0\r\n\r\n".to_vec(), "405"),
            (b"POST / HTTP/1.0\r\n\r\n(PING)".to_vec(), "411"),
            (
                b"POST / HTTP/1.0\r\nContent-Length: x\r\n\r\n(PING)".to_vec(),
                "400",
            ),
            (
                b"POST / HTTP/1.0\r\nContent-Length: 99999999999\r\n\r\n(".to_vec(),
                "413",
            ),
        ] {
            let text = said(address, &bytes);
            let found = text.split(' ').nth(1);
            assert_eq!(found, Some(status), "{:?}", String::from_utf8_lossy(&bytes));
        }
        assert!(said(address, &post("(PING)")).ends_with("ready"));
    });
}

#[test]
fn slow_and_half_sent_messages_end_and_hold_nobody_up() {
    with_server(impatient(), |address| {
        let begun = Instant::now();
        let mut half: Vec<TcpStream> = (0..20)
            .map(|_| {
                let mut stream = TcpStream::connect(address).unwrap();
                let head = b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PLAY";
                stream.write_all(head).unwrap();
                stream
            })
            .collect();
        // Others are answered meanwhile.
        assert!(said(address, &post("(PING)")).ends_with("ready"));
        assert!(begun.elapsed() < Duration::from_millis(390));
        let mut trickle = TcpStream::connect(address).unwrap();
        for _ in 0..10 {
            let _ = trickle.write_all(b"G");
            thread::sleep(Duration::from_millis(60));
        }
        half.push(trickle);
        for mut stream in half {
            stream
                .set_read_timeout(Some(Duration::from_secs(10)))
                .unwrap();
            let mut text = String::new();
            // A byte that was sent after the end resets the connection.
            if stream.read_to_string(&mut text).is_ok() {
                assert!(
                    text.is_empty() || text.starts_with("HTTP/1.0 408"),
                    "{text}"
                );
            }
        }
        // One that is closed in the middle.
        let gone = TcpStream::connect(address).unwrap();
        gone.shutdown(Shutdown::Both).unwrap();
        assert!(said(address, &post("(PING)")).ends_with("ready"));
    });
}

#[test]
fn huge_messages_are_refused_before_they_are_read() {
    let limits = Limits {
        message_bytes: 1000,
        head_bytes: 1000,
        ..Limits::default()
    };
    with_server(limits, |address| {
        let text = said(address, &post(&"(".repeat(1001)));
        assert!(text.starts_with("HTTP/1.0 413"), "{text}");
        let address_of_2000 = format!("GET /{} HTTP/1.0\r\n\r\n", "(".repeat(200_000));
        let text = said(address, address_of_2000.as_bytes());
        assert!(text.starts_with("HTTP/1.0 431"), "{text}");
        assert!(said(address, &post("(PING)")).ends_with("ready"));
    });
}

#[test]
fn info_is_answered_while_others_wait() {
    with_server(Limits::default(), |address| {
        thread::scope(|scope| {
            let playing: Vec<_> = (0..8)
                .map(|number| {
                    scope.spawn(move || said(address, &post(&format!("(PLAY m (x{number}))"))))
                })
                .collect();
            thread::sleep(Duration::from_millis(50));
            let begun = Instant::now();
            let info = said(address, &post("(INFO)"));
            assert!(
                info.ends_with("( ( name slow ) ( status busy ) )"),
                "{info}"
            );
            assert!(begun.elapsed() < Duration::from_millis(200));
            for (number, playing) in playing.into_iter().enumerate() {
                let text = playing.join().unwrap();
                assert!(text.ends_with(&format!("\r\n\r\nx{number}")), "{text}");
            }
        });
    });
}

#[test]
fn more_connections_than_allowed_are_told_so() {
    let limits = Limits {
        connections: 2,
        patience: Duration::from_millis(600),
        ..Limits::default()
    };
    with_server(limits, |address| {
        let held: Vec<_> = (0..2)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        thread::sleep(Duration::from_millis(100));
        assert!(said(address, b"").starts_with("HTTP/1.0 503"));
        drop(held);
        thread::sleep(Duration::from_millis(100));
        assert!(said(address, &post("(PING)")).ends_with("ready"));
    });
}

#[test]
fn a_client_gets_answers_in_time_or_says_why_not() {
    let (clock, stop) = (SystemClock::start(), Stop::new());
    let soon = |millis| clock.now() + Duration::from_millis(millis);
    with_server(Limits::default(), |address| {
        let address = address.to_string();
        let answer = ask(&address, "(PLAY m ((mark 1 1)))", &clock, soon(5000), &stop);
        assert_eq!(answer.unwrap(), "(mark 1 1)");
        let late = ask(&address, "(PLAY m (x))", &clock, soon(100), &stop);
        assert!(matches!(late, Err(AskError::Late)));
        let refused = ask(&address, "(", &clock, soon(5000), &stop);
        assert!(matches!(refused, Err(AskError::Status(400))));
    });
    // The port was given back.
    let nobody = ask("127.0.0.1:1", "(PING)", &clock, soon(1000), &stop);
    assert!(matches!(nobody, Err(AskError::Connection { .. })));
}

#[test]
fn a_client_takes_old_answers_and_no_nonsense() {
    let (clock, stop) = (SystemClock::start(), Stop::new());
    for (answer, expected) in [
        (
            "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n\r\nnoop",
            Some("noop"),
        ),
        (
            "HTTP/1.1 200 OK\nContent-Length: 4\n\nnooperator",
            Some("noop"),
        ),
        ("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nnoop", None),
        ("noop", None),
        ("", None),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let peer = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 1000];
            let _ = stream.read(&mut request).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
        });
        let until = clock.now() + Duration::from_secs(5);
        let found = ask(&address, "(PING)", &clock, until, &stop);
        assert_eq!(found.ok().as_deref(), expected, "{answer}");
        peer.join().unwrap();
    }
}
