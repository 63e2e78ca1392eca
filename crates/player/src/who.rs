//! Players by name: `random`, `greedy`, `perfect:FILE`, `http://host:port`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use game::Clock;
use solver::Limits;

use crate::{Greedy, Mind, Perfect, Player, Random, Remote, SolutionSource, Uct, UctSettings};

/// Who is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Who {
    /// Random moves.
    Random,
    /// The best goals at once.
    Greedy,
    /// By a solution: of this file, or computed before the match.
    Perfect(Option<PathBuf>),
    /// By search and by solving, at the same time.
    Zermelo(UctSettings),
    /// By search.
    Uct(UctSettings),
    /// The player at `host:port`.
    Remote(String),
}

/// What players on this machine may use.
#[derive(Clone)]
pub struct Means {
    /// Threads and memory of each; its stop is not asked.
    pub limits: Limits,
    /// A folder for files that live as long as a match.
    pub folder: PathBuf,
    /// The clock, for those elsewhere.
    pub clock: Arc<dyn Clock>,
}

impl Who {
    /// How players are named, for messages.
    pub const FORMS: &'static str = "zermelo, uct, perfect, greedy, random or http://HOST:PORT";

    /// Makes the player.
    pub fn player(&self, means: &Means) -> Box<dyn Player> {
        match self {
            Who::Random => Box::new(Random::new()),
            Who::Greedy => Box::new(Greedy::new()),
            Who::Perfect(file) => {
                let source = match file {
                    Some(path) => SolutionSource::File(path.clone()),
                    None => SolutionSource::Solve(means.folder.clone()),
                };
                Box::new(Perfect::new(source, means.limits.clone()))
            }
            Who::Zermelo(settings) => Box::new(Mind::new(
                settings.clone(),
                means.limits.clone(),
                means.folder.clone(),
            )),
            Who::Uct(settings) => Box::new(Uct::new(settings.clone(), means.limits.clone())),
            Who::Remote(address) => Box::new(Remote::new(address.clone(), means.clock.clone())),
        }
    }

    /// Whether it plays elsewhere.
    pub fn is_remote(&self) -> bool {
        matches!(self, Who::Remote(_))
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, more) = match text.split_once(':') {
            Some((name, more)) => (name, Some(more)),
            None => (text, None),
        };
        match (name, more) {
            ("random", None) => Ok(Who::Random),
            ("greedy", None) => Ok(Who::Greedy),
            ("perfect", None) => Ok(Who::Perfect(None)),
            ("perfect", Some(file)) if !file.is_empty() => Ok(Who::Perfect(Some(file.into()))),
            ("zermelo", None) => Ok(Who::Zermelo(UctSettings::default())),
            ("zermelo", Some(settings)) => settings.parse().map(Who::Zermelo),
            ("uct", None) => Ok(Who::Uct(UctSettings::default())),
            ("uct", Some(settings)) => settings.parse().map(Who::Uct),
            ("http", Some(rest)) => {
                let address = rest.strip_prefix("//").map(|it| it.trim_end_matches('/'));
                let address = address.filter(|it| has_port(it));
                let address = address.ok_or("write it as http://HOST:PORT")?;
                Ok(Who::Remote(address.to_owned()))
            }
            _ => Err(format!("a player is {}", Who::FORMS)),
        }
    }
}

fn has_port(address: &str) -> bool {
    let parts = address.rsplit_once(':');
    parts.is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Random => f.write_str("random"),
            Who::Greedy => f.write_str("greedy"),
            Who::Perfect(None) => f.write_str("perfect"),
            Who::Perfect(Some(file)) => write!(f, "perfect:{}", file.display()),
            Who::Zermelo(settings) => write!(f, "zermelo{settings}"),
            Who::Uct(settings) => write!(f, "uct{settings}"),
            Who::Remote(address) => write!(f, "http://{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "perfect",
            "perfect:a:b.solution",
            "zermelo",
            "zermelo:playouts=2",
            "uct",
            "uct:iterations=1000,exploration=0.5",
            "http://127.0.0.1:9147",
            "http://[::1]:9147",
        ] {
            assert_eq!(text.parse::<Who>().unwrap().to_string(), text);
        }
        let slash: Who = "http://localhost:9147/".parse().unwrap();
        assert_eq!(slash, Who::Remote("localhost:9147".to_owned()));
        for text in [
            "",
            "Random",
            "random:1",
            "perfect:",
            "http:",
            "http://x",
            "http://:1",
        ] {
            assert!(text.parse::<Who>().is_err(), "{text}");
        }
    }
}
