//! What a server says.
//!
//! In: the bytes of a request. Out: a [`Message`]. Keywords may be in any case, white
//! space and comments anywhere. Not here: what names mean to a match (`symbols`).

use std::time::Duration;

use gdl::{NodeId, NodeKind, Source, Tree};
use thiserror::Error;

/// Longest clock that is believed, in seconds: a day.
const MAX_CLOCK: u64 = 24 * 60 * 60;

/// What a server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Who are you, and can you play?
    Info,
    /// Are you there?
    Ping,
    /// A match begins.
    Start {
        /// Its name.
        id: String,
        /// The name of the role to play.
        role: String,
        /// The rules in KIF.
        rules: String,
        /// Time until the answer.
        start_clock: Duration,
        /// Time for each move.
        play_clock: Duration,
    },
    /// Make a move.
    Play {
        /// The match.
        id: String,
        /// The moves of all roles that were made last, in role order and KIF; empty
        /// at the start.
        moves: Vec<String>,
    },
    /// The match is over.
    Stop {
        /// The match.
        id: String,
        /// The last moves, as above.
        moves: Vec<String>,
    },
    /// The match is given up.
    Abort {
        /// The match.
        id: String,
    },
    /// A match of this game may come.
    Preview {
        /// The rules in KIF.
        rules: String,
        /// Time until the answer.
        clock: Duration,
    },
}

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Malformed {
    /// There is nothing.
    #[error("the message is empty")]
    Empty,
    /// It is not made of lists.
    #[error("not a message: {0}")]
    NotLists(String),
    /// It is something else than one list that begins with a word.
    #[error("a message is one list that begins with its name, such as (INFO)")]
    NotOneList,
    /// The name is none that is known.
    #[error("no message is called {0}")]
    Unknown(String),
    /// Something is missing, too much or of the wrong form.
    #[error("{name} is written {form}")]
    Form {
        /// The message.
        name: &'static str,
        /// How it is written.
        form: &'static str,
    },
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`Malformed`] on everything else than a message.
    pub fn parse(bytes: &[u8]) -> Result<Message, Malformed> {
        if bytes.trim_ascii().is_empty() {
            return Err(Malformed::Empty);
        }
        let source = Source::new("message", bytes);
        let tree = lists(&source)?;
        let reader = Reader {
            text: source.text(),
            tree: &tree,
        };
        reader.message()
    }

    /// The match that it is about.
    pub fn id(&self) -> Option<&str> {
        match self {
            Message::Start { id, .. }
            | Message::Play { id, .. }
            | Message::Stop { id, .. }
            | Message::Abort { id } => Some(id),
            Message::Info | Message::Ping | Message::Preview { .. } => None,
        }
    }
}

/// A move in KIF with single spaces, from a text that may have been written by
/// anybody.
///
/// # Errors
///
/// [`Malformed`] if the text is not exactly one term.
pub fn parse_move(text: &str) -> Result<String, Malformed> {
    let source = Source::new("move", text.as_bytes());
    let tree = lists(&source)?;
    match tree.top.as_slice() {
        [] => Err(Malformed::Empty),
        [only] => Ok(tree.text(*only)),
        _ => Err(Malformed::NotLists("several terms".to_owned())),
    }
}

fn lists(source: &Source) -> Result<Tree, Malformed> {
    gdl::parse_lists(source).map_err(|faults| {
        let first = faults.first().map(|it| it.message.clone());
        Malformed::NotLists(first.unwrap_or_default())
    })
}

/// A text, and the lists in it.
struct Reader<'a> {
    text: &'a str,
    tree: &'a Tree,
}

impl<'a> Reader<'a> {
    fn message(&self) -> Result<Message, Malformed> {
        let [only] = self.tree.top.as_slice() else {
            return Err(Malformed::NotOneList);
        };
        let (name, rest) = match &self.tree.node(*only).kind {
            // Some ask without parentheses.
            NodeKind::Symbol(name) => (&**name, &[][..]),
            NodeKind::List(items) => match items.split_first() {
                Some((&first, rest)) => (self.word(first).ok_or(Malformed::NotOneList)?, rest),
                None => return Err(Malformed::NotOneList),
            },
            NodeKind::Variable(_) => return Err(Malformed::NotOneList),
        };
        let (name, form, read) = match name.to_ascii_lowercase().as_str() {
            // Old servers send more with these two.
            "info" => return Ok(Message::Info),
            "ping" => return Ok(Message::Ping),
            "start" => (
                "START",
                "(START id role (rules) startclock playclock)",
                self.start(rest),
            ),
            "play" => (
                "PLAY",
                "(PLAY id NIL) or (PLAY id (moves))",
                self.moves(rest)
                    .map(|(id, moves)| Message::Play { id, moves }),
            ),
            "stop" => (
                "STOP",
                "(STOP id NIL) or (STOP id (moves))",
                self.moves(rest)
                    .map(|(id, moves)| Message::Stop { id, moves }),
            ),
            "abort" => ("ABORT", "(ABORT id)", self.abort(rest)),
            "preview" => ("PREVIEW", "(PREVIEW (rules) clock)", self.preview(rest)),
            _ => return Err(Malformed::Unknown(name.chars().take(40).collect())),
        };
        read.ok_or(Malformed::Form { name, form })
    }

    fn start(&self, rest: &[NodeId]) -> Option<Message> {
        let &[id, role, rules, start_clock, play_clock] = rest else {
            return None;
        };
        Some(Message::Start {
            id: self.name(id)?,
            role: self.name(role)?,
            rules: self.rules(rules)?,
            start_clock: self.clock(start_clock)?,
            play_clock: self.clock(play_clock)?,
        })
    }

    fn preview(&self, rest: &[NodeId]) -> Option<Message> {
        // The clock is missing in messages of the first servers.
        let (&rules, clock) = rest.split_first()?;
        let clock = match clock {
            [] => Duration::ZERO,
            [only] => self.clock(*only)?,
            _ => return None,
        };
        let rules = self.rules(rules)?;
        Some(Message::Preview { rules, clock })
    }

    fn abort(&self, rest: &[NodeId]) -> Option<Message> {
        let &[id] = rest else { return None };
        let id = self.name(id)?;
        Some(Message::Abort { id })
    }

    /// The match and the moves; without any, the moves may be left out.
    fn moves(&self, rest: &[NodeId]) -> Option<(String, Vec<String>)> {
        let (&id, moves) = rest.split_first()?;
        let moves = match moves {
            [] => Vec::new(),
            [only] => match &self.tree.node(*only).kind {
                NodeKind::Symbol(nil) if nil.eq_ignore_ascii_case("nil") => Vec::new(),
                NodeKind::List(moves) => moves.iter().map(|&it| self.tree.text(it)).collect(),
                _ => return None,
            },
            _ => return None,
        };
        Some((self.name(id)?, moves))
    }

    /// The rules as they stand in the message, comments included.
    fn rules(&self, id: NodeId) -> Option<String> {
        let node = self.tree.node(id);
        match &node.kind {
            NodeKind::List(_) => Some(self.written(id).to_owned()),
            _ => None,
        }
    }

    fn clock(&self, id: NodeId) -> Option<Duration> {
        let seconds: u64 = self.word(id)?.parse().ok()?;
        Some(Duration::from_secs(seconds.min(MAX_CLOCK)))
    }

    fn name(&self, id: NodeId) -> Option<String> {
        self.word(id).map(str::to_owned)
    }

    fn word(&self, id: NodeId) -> Option<&'a str> {
        match &self.tree.node(id).kind {
            NodeKind::Symbol(name) => Some(name),
            _ => None,
        }
    }

    fn written(&self, id: NodeId) -> &'a str {
        let span = self.tree.node(id).span;
        &self.text[span.start as usize..span.end as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Message {
        Message::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn every_message_is_read_in_any_case_and_spacing() {
        assert_eq!(parsed("(INFO)"), Message::Info);
        assert_eq!(parsed(" ( info )\r\n"), Message::Info);
        assert_eq!(parsed("(\tPing\u{a0})"), Message::Ping);
        let start = parsed("( start M.1 X ((role X)\n; a comment )\n(init a)) 30 5 )");
        let expected = Message::Start {
            id: "M.1".to_owned(),
            role: "X".to_owned(),
            rules: "((role X)\n; a comment )\n(init a))".to_owned(),
            start_clock: Duration::from_secs(30),
            play_clock: Duration::from_secs(5),
        };
        assert_eq!(start, expected);
        let stop = parsed("(STOP m ((mark  1\n1) NOOP))");
        let moves = vec!["(mark 1 1)".to_owned(), "NOOP".to_owned()];
        let id = "m".to_owned();
        assert_eq!(stop, Message::Stop { id, moves });
        assert_eq!(parsed("(Abort m)").id(), Some("m"));
        let preview = parsed("(PREVIEW ((role x)) 10)");
        assert!(matches!(preview, Message::Preview { clock, .. } if clock.as_secs() == 10));
    }

    #[test]
    fn no_moves_are_written_in_many_ways() {
        for text in [
            "(PLAY m NIL)",
            "(play m nil)",
            "(PLAY m Nil)",
            "(PLAY m ())",
            "(PLAY m)",
        ] {
            let expected = Message::Play {
                id: "m".to_owned(),
                moves: Vec::new(),
            };
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused_and_says_why() {
        let error = |text: &str| Message::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error(" \n"), "the message is empty");
        assert!(error("(PLAY m").starts_with("not a message: this parenthesis"));
        assert_eq!(error("(HELLO)"), "no message is called HELLO");
        assert_eq!(error("(ABORT)"), "ABORT is written (ABORT id)");
        for text in [
            "()",
            "((INFO))",
            "(INFO)(INFO)",
            "?x",
            "(START m x rules 1 1)",
            "(START m x ((role x)) one 1)",
            "(START m x ((role x)) -1 1)",
            "(PLAY (m) nil)",
            "(PLAY m noop)",
            "\u{0}",
        ] {
            assert!(Message::parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(Message::parse(b"(PLAY m \xff)").is_err());
    }

    #[test]
    fn deep_lists_are_refused() {
        let deep = format!("(PLAY m {}{})", "(".repeat(100_000), ")".repeat(100_000));
        assert!(Message::parse(deep.as_bytes()).is_err());
    }

    #[test]
    fn a_move_is_one_term() {
        assert_eq!(parse_move(" ( mark 1\t1 )\n").unwrap(), "(mark 1 1)");
        assert_eq!(parse_move("noop").unwrap(), "noop");
        assert!(parse_move("").is_err() && parse_move("mark 1 1").is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Message::parse(&bytes);
        }

        #[test]
        fn no_damaged_message_makes_it_panic(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "(", ")", " ", "START", "play", "STOP", "NIL", "()", "m", "((role x))",
                    "30", "?x", ";", "\n", "Info", "ABORT", "preview", "\u{feff}", "é", "-1",
                ]), 0..30),
        ) {
            let text = pieces.concat();
            if let Ok(Message::Start { rules, .. } | Message::Preview { rules, .. }) =
                Message::parse(text.as_bytes())
            {
                prop_assert!(rules.starts_with('(') && rules.ends_with(')'));
            }
        }
    }
}
