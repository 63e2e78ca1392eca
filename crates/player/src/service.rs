//! A player that servers of the field can meet: one match at a time, messages in, answers
//! out.
//!
//! Two players sit at each match. One thinks. The other plays at random by the
//! interpreter, which is ready at once: its moves are made where the first has none in
//! time, be it still grounding, stuck or crashed.
//!
//! A match whose server has gone is given up when nothing was heard of it for longer than
//! its clocks allow. Until then another START is answered `busy`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::{Clock, RoleId, Stop};
use gdl::{Rules, Source};
use ggp::{Answer, Handler, Malformed, Message, Symbols};
use play::Referee;

use crate::margin::time;
use crate::{Chosen, Grounds, Player, Random, Record, Seat, Slip, Worker};

/// Time beyond its clocks after which a match that nothing is heard of is given up.
const SILENCE: Duration = Duration::from_secs(10);

/// What is told of matches while they run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Told<'a> {
    /// A match begins.
    Begins {
        /// Its name.
        id: &'a str,
        /// The role to play.
        role: &'a str,
    },
    /// A START was refused, for this reason.
    Refused {
        /// The name of the match.
        id: &'a str,
        /// Why.
        why: String,
    },
    /// A move was made.
    Moves {
        /// The move.
        chosen: &'a Chosen,
        /// Why it is not that of the player who thinks.
        instead: Option<String>,
        /// The time from the message to the answer.
        took: Duration,
    },
    /// A match is over, or given up.
    Ends {
        /// The rules that were played.
        rules: &'a Rules,
        /// How it was played; its states are not filled in.
        record: Box<Record>,
    },
    /// Something that is no message.
    Malformed(&'a Malformed),
}

/// Makes players.
pub type Maker<'a> = &'a (dyn Fn() -> Box<dyn Player> + Sync);

/// A player that servers can meet.
pub struct Service<'a> {
    /// One symbol.
    name: String,
    maker: Maker<'a>,
    clock: &'a dyn Clock,
    seed: u64,
    tell: &'a (dyn Fn(Told<'_>) + Sync),
    matches: AtomicU64,
    running: Mutex<Option<Running>>,
}

/// A match that runs.
struct Running {
    /// Which one of all: a name may come again.
    number: u64,
    id: String,
    symbols: Arc<Symbols>,
    /// Missing until START is answered.
    table: Option<Arc<Table>>,
    /// Whether a message is being answered.
    busy: bool,
    /// When the last answer was given, by the clock.
    heard: Duration,
    /// How long may pass between messages.
    patience: Duration,
    record: Record,
}

/// Who sits at a match.
struct Table {
    seat: Seat,
    mind: Worker,
    guard: Worker,
}

impl<'a> Service<'a> {
    /// A player of this name, one symbol; `maker` makes who thinks, for each match.
    pub fn new(
        name: &str,
        maker: Maker<'a>,
        clock: &'a dyn Clock,
        seed: u64,
        tell: &'a (dyn Fn(Told<'_>) + Sync),
    ) -> Self {
        Service {
            name: name.to_owned(),
            maker,
            clock,
            seed,
            tell,
            matches: AtomicU64::new(0),
            running: Mutex::new(None),
        }
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        // A thread that crashed has changed nothing by halves.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn info(&self) -> Answer {
        let now = self.clock.now();
        let running = self.running();
        let busy = running.as_ref().is_some_and(|it| !it.is_silent(now));
        Answer::Info {
            name: self.name.clone(),
            busy,
        }
    }

    fn start(&self, offer: &Offer<'_>, arrived: Duration) -> Answer {
        let number = self.matches.fetch_add(1, Ordering::Relaxed);
        let silent = {
            let mut running = self.running();
            if running.as_ref().is_some_and(|it| !it.is_silent(arrived)) {
                return Answer::Busy;
            }
            running.replace(offer.running(number, self.clock, arrived))
        };
        self.give_up(silent);
        let table = self.seated(offer);
        let mut running = self.running();
        let Some(own) = running.as_mut().filter(|it| it.number == number) else {
            return Answer::Aborted;
        };
        match table {
            Ok(table) => {
                own.record.roles = table.seat.roles.clone();
                let table = Arc::new(table);
                own.table = Some(table.clone());
                drop(running);
                (self.tell)(Told::Begins {
                    id: offer.id,
                    role: offer.role,
                });
                self.prepare(&table, arrived);
                self.released(number, |_| {});
                Answer::Ready
            }
            Err(why) => {
                *running = None;
                drop(running);
                (self.tell)(Told::Refused { id: offer.id, why });
                Answer::Busy
            }
        }
    }

    /// Lets both players prepare, as long as the clock allows.
    fn prepare(&self, table: &Table, arrived: Duration) {
        let clock = table.seat.start_clock;
        let passed = self.clock.now().saturating_sub(arrived);
        let time = time(clock, passed);
        // The second is ready soon, and has its order before the first move is asked for.
        table.guard.begin(table.seat.clone());
        if let Some(Err(error)) = table.mind.start(table.seat.clone(), time) {
            (self.tell)(Told::Refused {
                id: &table.seat.id,
                why: error.to_string(),
            });
        }
    }

    /// Reads the rules, and finds who is to play.
    fn seated(&self, offer: &Offer<'_>) -> Result<Table, String> {
        let rules = gdl::load(&Source::new("rules", offer.rules.as_bytes()), None);
        let fault = rules.diagnostics.first().map(|it| it.message.clone());
        let rules = rules
            .rules
            .ok_or_else(|| format!("the rules are invalid: {}", fault.unwrap_or_default()))?;
        let referee = Referee::interpreted(rules.clone(), Stop::new());
        let referee = referee.map_err(|error| error.to_string())?;
        let name = Symbols::of(offer.rules).restore_name(offer.role);
        let role = referee.roles().iter().position(|it| *it == name);
        let role = role.ok_or_else(|| format!("the game has no role {name}"))?;
        let seat = Seat {
            id: offer.id.to_owned(),
            roles: referee.roles().to_vec(),
            rules,
            role: RoleId::new(role),
            start_clock: offer.start_clock,
            play_clock: offer.play_clock,
            seed: self.seed,
        };
        let no_thread = |error: std::io::Error| format!("the system allows no thread: {error}");
        Ok(Table {
            seat,
            mind: Worker::new((self.maker)()).map_err(no_thread)?,
            guard: Worker::new(Box::new(Random::at_once())).map_err(no_thread)?,
        })
    }

    fn play(&self, id: &str, moves: &[String], arrived: Duration) -> Answer {
        let (table, symbols, number) = {
            let mut running = self.running();
            let Some(own) = running.as_mut().filter(|it| it.is(id) && !it.busy) else {
                return Answer::Busy;
            };
            let Some(table) = own.table.clone() else {
                return Answer::Busy;
            };
            own.busy = true;
            let joint = own.hear(moves, self.clock.date_millis());
            if let Some(joint) = joint {
                table.mind.told(&joint);
                table.guard.told(&joint);
            }
            (table, own.symbols.clone(), own.number)
        };
        let (chosen, instead) = self.choose(&table, arrived);
        let took = self.clock.now().saturating_sub(arrived);
        let grounds = chosen.grounds;
        (self.tell)(Told::Moves {
            chosen: &chosen,
            instead: instead.clone(),
            took,
        });
        let role = table.seat.role.index();
        self.released(number, |own| {
            own.record.note(role, grounds, instead.map(|_| Slip::Late));
        });
        Answer::Move(symbols.echo(&chosen.text))
    }

    /// A move, and why it is not one of the player who thinks, if it is not.
    fn choose(&self, table: &Table, arrived: Duration) -> (Chosen, Option<String>) {
        let passed = self.clock.now().saturating_sub(arrived);
        let time = time(table.seat.play_clock, passed);
        let guard = table.guard.ask();
        let why = match table.mind.choose(time) {
            Some(Ok(chosen)) => return (chosen, None),
            Some(Err(error)) => error.to_string(),
            None => "it had no move in time".to_owned(),
        };
        // It has had all the time of the other. What is left of the margin is its last.
        let passed = self.clock.now().saturating_sub(arrived);
        let left = table.seat.play_clock.saturating_sub(passed) / 2;
        match guard.recv_timeout(left) {
            Ok(Ok(chosen)) => (chosen, Some(why)),
            // Any answer is better than none: the server makes a move of its own.
            _ => (Chosen::any("nil".to_owned()), Some(why)),
        }
    }

    fn end(&self, id: &str, moves: Option<&[String]>) -> bool {
        let running = {
            let mut running = self.running();
            if !running.as_ref().is_some_and(|it| it.is(id)) {
                return false;
            }
            running.take()
        };
        let Some(mut running) = running else {
            return false;
        };
        match moves {
            Some(moves) => {
                running.hear(moves, self.clock.date_millis());
            }
            None => running.record.aborted = true,
        }
        self.tell_end(running);
        true
    }

    fn give_up(&self, running: Option<Running>) {
        if let Some(mut running) = running {
            running.record.aborted = true;
            self.tell_end(running);
        }
    }

    fn tell_end(&self, running: Running) {
        if let Some(table) = running.table {
            table.mind.hurry();
            table.guard.hurry();
            (self.tell)(Told::Ends {
                rules: &table.seat.rules,
                record: Box::new(running.record),
            });
        }
    }

    /// Notes that a message is answered, if its match still runs.
    fn released(&self, number: u64, note: impl FnOnce(&mut Running)) {
        let now = self.clock.now();
        if let Some(own) = self.running().as_mut().filter(|it| it.number == number) {
            own.busy = false;
            own.heard = now;
            note(own);
        }
    }
}

impl Handler for Service<'_> {
    fn answer(&self, message: Message, arrived: Duration) -> Answer {
        match message {
            Message::Info => self.info(),
            Message::Ping | Message::Preview { .. } => Answer::Ready,
            Message::Start {
                id,
                role,
                rules,
                start_clock,
                play_clock,
            } => {
                let offer = Offer {
                    id: &id,
                    role: &role,
                    rules: &rules,
                    start_clock,
                    play_clock,
                };
                self.start(&offer, arrived)
            }
            Message::Play { id, moves } => self.play(&id, &moves, arrived),
            Message::Stop { id, moves } => match self.end(&id, Some(&moves)) {
                true => Answer::Done,
                false => Answer::Busy,
            },
            Message::Abort { id } => match self.end(&id, None) {
                true => Answer::Aborted,
                false => Answer::Busy,
            },
        }
    }

    fn malformed(&self, fault: &Malformed) {
        (self.tell)(Told::Malformed(fault));
    }

    /// Gives up the match that runs, if one does.
    fn close(&self) {
        let running = self.running().take();
        self.give_up(running);
    }
}

/// What a START offers.
struct Offer<'a> {
    id: &'a str,
    role: &'a str,
    rules: &'a str,
    start_clock: Duration,
    play_clock: Duration,
}

impl Offer<'_> {
    fn running(&self, number: u64, clock: &dyn Clock, arrived: Duration) -> Running {
        let clocks = [self.start_clock, self.play_clock];
        Running {
            number,
            id: self.id.to_owned(),
            symbols: Arc::new(Symbols::of(self.rules)),
            table: None,
            busy: true,
            heard: arrived,
            patience: self.start_clock.max(self.play_clock) + SILENCE,
            record: Record::begun(self.id.to_owned(), clock.date_millis(), clocks),
        }
    }
}

impl Running {
    fn is(&self, id: &str) -> bool {
        self.id == id
    }

    /// Whether its server seems to have gone.
    fn is_silent(&self, now: Duration) -> bool {
        !self.busy && now.saturating_sub(self.heard) > self.patience
    }

    /// Takes in the moves of a message as the rules write them; none at the start.
    fn hear(&mut self, moves: &[String], date: u64) -> Option<Vec<String>> {
        if moves.is_empty() {
            return None;
        }
        let restored = |it: &String| self.symbols.restore(it).unwrap_or_else(|_| it.clone());
        let joint: Vec<String> = moves.iter().map(restored).collect();
        self.record.moves.push(joint.clone());
        self.record.times.push(date);
        Some(joint)
    }
}

impl Record {
    /// Notes why the next move of a role was chosen.
    fn note(&mut self, role: usize, grounds: Grounds, slip: Option<Slip>) {
        let roles = self.roles.len();
        let place = self.moves.len();
        self.grounds.resize(place + 1, vec![None; roles]);
        self.slips.resize(place + 2, vec![None; roles]);
        self.grounds[place][role] = Some(grounds);
        self.slips[place + 1][role] = slip;
    }
}
