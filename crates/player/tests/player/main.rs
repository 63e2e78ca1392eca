//! Matches: played for servers, and conducted.
#![allow(missing_docs, clippy::unwrap_used)]

mod conducted;
mod served;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::{Clock, Stop};
use gdl::{Rules, Source};
use host::SystemClock;
use player::{Chosen, Player, PlayerError, Random, Seat};

/// A game of the library, as text in KIF.
fn sheet(name: &str) -> String {
    library::find(name).unwrap().render(&[]).unwrap()
}

fn rules(text: &str) -> Rules {
    gdl::load(&Source::new("test", text.as_bytes()), None)
        .rules
        .unwrap()
}

/// The clock of the system, which can be put forward.
struct Skipping {
    clock: SystemClock,
    skipped: AtomicU64,
}

impl Skipping {
    fn new() -> Self {
        Skipping {
            clock: SystemClock::start(),
            skipped: AtomicU64::new(0),
        }
    }

    fn skip(&self, seconds: u64) {
        self.skipped.fetch_add(seconds, Ordering::Relaxed);
    }
}

impl Clock for Skipping {
    fn now(&self) -> Duration {
        self.clock.now() + Duration::from_secs(self.skipped.load(Ordering::Relaxed))
    }

    fn epoch_millis(&self) -> u64 {
        self.clock.epoch_millis()
    }
}

/// What goes wrong with a player.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// It thinks for ever, at the start too, whatever it is told.
    Stuck,
    /// It crashes when it is to choose.
    Crash,
    /// It answers with a move that is not legal.
    Illegal,
}

/// A player with a fault.
struct Faulty(Fault, Random);

impl Faulty {
    fn boxed(fault: Fault) -> Box<dyn Player> {
        Box::new(Faulty(fault, Random::new()))
    }

    fn stick(&self) {
        if self.0 == Fault::Stuck {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
}

impl Player for Faulty {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        self.stick();
        self.1.start(seat, stop)
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        self.1.told(joint)
    }

    fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError> {
        match self.0 {
            Fault::Crash => panic!("a crash, for the test"),
            Fault::Illegal => Ok(Chosen::any("(no such move)".to_owned())),
            Fault::Stuck => self.1.choose(stop),
        }
    }
}
