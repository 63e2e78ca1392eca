//! A player of others, over the protocol.

use std::sync::Arc;
use std::time::Duration;

use game::{Clock, Stop};
use gdl::Notation;
use ggp::{ask, parse_move};

use crate::{Chosen, Player, PlayerError, Seat};

/// Time for messages whose answer counts for nothing.
const FAREWELL: Duration = Duration::from_secs(1);

/// Time beyond its clock after which nobody waits for an answer; the stop comes before.
const PATIENCE: Duration = Duration::from_secs(10);

/// A player at `host:port`.
pub struct Remote {
    address: String,
    clock: Arc<dyn Clock>,
    running: Option<(Seat, Vec<String>)>,
}

impl Remote {
    /// The player at `host:port`.
    pub fn new(address: String, clock: Arc<dyn Clock>) -> Self {
        Remote {
            address,
            clock,
            running: None,
        }
    }

    fn ask(&self, message: &str, time: Duration, stop: &Stop) -> Result<String, PlayerError> {
        let until = self.clock.now() + time;
        Ok(ask(&self.address, message, &*self.clock, until, stop)?)
    }
}

impl Player for Remote {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        let sheet = seat.rules.sheet();
        let rules = gdl::print(sheet, Notation::Kif).replace('\n', " ");
        let role = &seat.roles[seat.role.index()];
        let (start, play) = (seconds(seat.start_clock), seconds(seat.play_clock));
        let message = format!("( START {} {role} ( {rules} ) {start} {play} )", seat.id);
        // What it answers counts for nothing: it has its chance with every move.
        self.running = Some((seat.clone(), Vec::new()));
        self.ask(&message, seat.start_clock + PATIENCE, stop)?;
        Ok(())
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        let (_, last) = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        *last = joint.to_vec();
        Ok(())
    }

    fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError> {
        let (seat, last) = self.running.as_ref().ok_or(PlayerError::NoMatch)?;
        let message = format!("( PLAY {} {} )", seat.id, moves(last));
        let answer = self.ask(&message, seat.play_clock + PATIENCE, stop)?;
        match parse_move(&answer) {
            Ok(text) => Ok(Chosen::any(text)),
            Err(_) => Err(PlayerError::NoMove(
                answer.trim().chars().take(200).collect(),
            )),
        }
    }

    fn end(&mut self, stop: &Stop) {
        if let Some((seat, last)) = self.running.take() {
            let message = format!("( STOP {} {} )", seat.id, moves(&last));
            // It need not answer.
            let _ = self.ask(&message, FAREWELL, stop);
        }
    }
}

fn moves(joint: &[String]) -> String {
    match joint {
        [] => "NIL".to_owned(),
        joint => format!("( {} )", joint.join(" ")),
    }
}

/// Clocks of the protocol are whole seconds.
fn seconds(clock: Duration) -> u64 {
    clock.as_secs().max(1)
}
