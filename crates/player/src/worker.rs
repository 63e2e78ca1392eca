//! A player in a thread of its own, so that nobody waits for it longer than its time.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, Sender, channel};
use std::thread;
use std::time::Duration;

use game::{Stop, StopReason};

use crate::{Chosen, Player, PlayerError, Seat};

/// Bytes of stack for a player: grounding recurses as deep as rules are nested.
const STACK: usize = 8 << 20;

/// How often somebody who waits for a player looks whether that is still wanted.
const PARTS: u32 = 8;

/// What a player is to do.
enum Order {
    Start(Box<Seat>, Stop, Sender<Result<(), PlayerError>>),
    Told(Vec<String>),
    Choose(Stop, Sender<Result<Chosen, PlayerError>>),
    End,
}

/// How long a player has.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// After this it is asked to stop.
    pub soft: Duration,
    /// After this nobody waits any more.
    pub hard: Duration,
}

/// A player in a thread of its own. Dropped, it is stopped, hears of the end, and its
/// thread ends as soon as it returns.
pub struct Worker {
    orders: Sender<Order>,
    /// Closed when the thread ends.
    ended: Mutex<Receiver<()>>,
    /// For all of the match.
    stop: Stop,
}

impl Worker {
    /// Gives a player a thread.
    ///
    /// # Errors
    ///
    /// If the system has none.
    pub fn new(player: Box<dyn Player>) -> std::io::Result<Self> {
        let (orders, received) = channel();
        let (alive, ended) = channel();
        let thread = thread::Builder::new().stack_size(STACK);
        let stop = Stop::new();
        thread.spawn(move || {
            work(player, &received);
            drop(alive);
        })?;
        Ok(Worker {
            orders,
            ended: Mutex::new(ended),
            stop,
        })
    }

    /// Lets it prepare. `None` if it is not ready in time; then it goes on, unless it
    /// heeds the stop.
    pub fn start(&self, seat: Seat, time: Time) -> Option<Result<(), PlayerError>> {
        self.order(time, |stop, answer| {
            Order::Start(Box::new(seat), stop, answer)
        })
    }

    /// Lets it prepare, and returns at once.
    pub fn begin(&self, seat: Seat) {
        let (answer, _) = channel();
        let order = Order::Start(Box::new(seat), self.stop.child(), answer);
        // One that has crashed is found out when it is asked.
        let _ = self.orders.send(order);
    }

    /// Lets it hear of the end, and waits for it at most so long.
    pub fn finish(self, patience: Duration) {
        self.hurry();
        let _ = self.orders.send(Order::End);
        if let Ok(ended) = self.ended.lock() {
            let _ = ended.recv_timeout(patience);
        }
    }

    /// Tells it the moves that were made.
    pub fn told(&self, joint: &[String]) {
        // One that has crashed is found out when it is asked.
        let _ = self.orders.send(Order::Told(joint.to_vec()));
    }

    /// Lets it choose. `None` if it does not answer in time.
    pub fn choose(&self, time: Time) -> Option<Result<Chosen, PlayerError>> {
        self.order(time, Order::Choose)
    }

    /// Lets it choose, and returns at once: the answer comes later, if at all.
    pub fn ask(&self) -> Receiver<Result<Chosen, PlayerError>> {
        let (answer, answered) = channel();
        let _ = self.orders.send(Order::Choose(self.stop.child(), answer));
        answered
    }

    /// Ends what it is doing.
    pub fn hurry(&self) {
        self.stop.request(StopReason::Enough);
    }

    fn order<T>(
        &self,
        time: Time,
        order: impl FnOnce(Stop, Sender<Result<T, PlayerError>>) -> Order,
    ) -> Option<Result<T, PlayerError>> {
        let (answer, answered) = channel();
        let stop = self.stop.child();
        if self.orders.send(order(stop.clone(), answer)).is_err() {
            return Some(Err(PlayerError::Crashed));
        }
        let first = self.wait(&answered, time.soft);
        let last = match first {
            Err(RecvTimeoutError::Timeout) => {
                stop.request(StopReason::Time);
                self.wait(&answered, time.hard.saturating_sub(time.soft))
            }
            first => first,
        };
        match last {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(PlayerError::Crashed)),
        }
    }

    /// Waits for an answer; not to the end if it is hurried. A few long waits instead of
    /// many short ones: each of them takes a little longer than it should.
    fn wait<T>(&self, answered: &Receiver<T>, span: Duration) -> Result<T, RecvTimeoutError> {
        let part = span / PARTS;
        for _ in 1..PARTS {
            match answered.recv_timeout(part) {
                Err(RecvTimeoutError::Timeout) if self.stop.requested().is_none() => {}
                other => return other,
            }
        }
        answered.recv_timeout(span - part * (PARTS - 1))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.hurry();
    }
}

fn work(mut player: Box<dyn Player>, orders: &Receiver<Order>) {
    // A player that could not follow has no move from then on.
    let mut lost: Option<PlayerError> = None;
    for order in orders {
        // Who asked may have gone: then nobody wants the answer.
        match order {
            Order::Start(seat, stop, answer) => {
                // What nobody heard is told when it is to choose.
                if let Err(SendError(Err(error))) = answer.send(player.start(&seat, &stop)) {
                    lost = Some(error);
                }
            }
            Order::Told(joint) => {
                if let (None, Err(error)) = (&lost, player.told(&joint)) {
                    lost = Some(error);
                }
            }
            Order::Choose(stop, answer) => {
                let _ = answer.send(match lost.take() {
                    Some(error) => {
                        lost = Some(PlayerError::NoMatch);
                        Err(error)
                    }
                    None => player.choose(&stop),
                });
            }
            Order::End => break,
        }
    }
    player.end(&Stop::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ignores its stop for a while, or panics.
    struct Stubborn(Option<Duration>);

    impl Player for Stubborn {
        fn start(&mut self, _seat: &Seat, _stop: &Stop) -> Result<(), PlayerError> {
            Ok(())
        }

        fn told(&mut self, _joint: &[String]) -> Result<(), PlayerError> {
            Ok(())
        }

        fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError> {
            let span = self.0.expect("a crash, for the test");
            thread::sleep(span);
            let text = format!("{:?}", stop.requested());
            Ok(Chosen::any(text))
        }
    }

    fn time(soft: u64, hard: u64) -> Time {
        Time {
            soft: Duration::from_millis(soft),
            hard: Duration::from_millis(hard),
        }
    }

    #[test]
    fn nobody_waits_longer_than_the_time() {
        let slow = Worker::new(Box::new(Stubborn(Some(Duration::from_millis(150))))).unwrap();
        assert!(slow.choose(time(10, 50)).is_none());
        // The answer of before is not taken for the one to the next question.
        let stopped = slow.choose(time(10, 5000)).unwrap().unwrap();
        assert_eq!(stopped.text, "Some(Time)");
        let in_time = slow.choose(time(5000, 5000)).unwrap().unwrap();
        assert_eq!(in_time.text, "None");
    }

    #[test]
    fn a_crash_is_an_answer() {
        let crashing = Worker::new(Box::new(Stubborn(None))).unwrap();
        for _ in 0..2 {
            let answer = crashing.choose(time(5000, 5000)).unwrap();
            assert!(matches!(answer, Err(PlayerError::Crashed)));
        }
    }
}
