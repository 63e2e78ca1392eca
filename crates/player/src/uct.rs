//! Plays by search.

use std::fmt;
use std::str::FromStr;

use game::{RoleId, Stop};
use ground::{AUTO_INSTANCES, Budget, GroundGame, MoveId, Simulator};
use search::{Algorithm, Ended, Search, Settings};
use solver::Limits;

use crate::{Chosen, Grounds, Player, PlayerError, Random, Seat};

/// The share of the memory that a search takes: what was allocated before is not known
/// here, and the graph is copied when the root moves on.
const MEMORY_SHARE: u64 = 4;

/// How a search plays.
#[derive(Clone, Debug, PartialEq)]
pub struct UctSettings {
    /// Which form of UCT.
    pub algorithm: Algorithm,
    /// The number of iterations for each move; as many as the clock allows if not given.
    pub iterations: Option<u64>,
    /// See [`Settings::exploration`]; that of the algorithm if not given.
    pub exploration: Option<f32>,
    /// See [`Settings::playouts`]; that of the algorithm if not given.
    pub playouts: Option<u32>,
}

impl Eq for UctSettings {}

impl Default for UctSettings {
    fn default() -> Self {
        UctSettings {
            algorithm: Algorithm::Uct,
            iterations: None,
            exploration: None,
            playouts: None,
        }
    }
}

impl UctSettings {
    /// The settings of the search itself.
    pub(crate) fn search(&self, seed: u64, limits: &Limits) -> Settings {
        let usual = Settings::new(self.algorithm);
        Settings {
            exploration: self.exploration.unwrap_or(usual.exploration),
            playouts: self.playouts.unwrap_or(usual.playouts),
            seed,
            threads: limits.threads(),
            memory_bytes: limits.memory.bytes() / MEMORY_SHARE,
            ..usual
        }
    }
}

impl FromStr for UctSettings {
    type Err = String;

    /// Settings such as `iterations=1000,exploration=0.5`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut settings = UctSettings::default();
        for setting in text.split(',') {
            let bad = || {
                format!(
                    "`{setting}` is no setting of uct: these are iterations=N, exploration=X, \
                     playouts=N and algorithm=uct|uct-2008"
                )
            };
            let (name, value) = setting.split_once('=').ok_or_else(bad)?;
            match name.trim() {
                "iterations" => {
                    let count: u64 = value.parse().map_err(|_| bad())?;
                    settings.iterations = Some(count.max(1));
                }
                "exploration" => {
                    let factor: f32 = value.parse().map_err(|_| bad())?;
                    let fits = factor.is_finite() && factor >= 0.0;
                    settings.exploration = Some(fits.then_some(factor).ok_or_else(bad)?);
                }
                "playouts" => {
                    let count: u32 = value.parse().map_err(|_| bad())?;
                    settings.playouts = Some(count.max(1));
                }
                "algorithm" => {
                    settings.algorithm = match value {
                        "uct" => Algorithm::Uct,
                        "uct-2008" => Algorithm::Uct2008,
                        _ => return Err(bad()),
                    }
                }
                _ => return Err(bad()),
            }
        }
        Ok(settings)
    }
}

impl fmt::Display for UctSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let algorithm = (self.algorithm != Algorithm::Uct).then(|| "algorithm=uct-2008".to_owned());
        let iterations = self.iterations.map(|it| format!("iterations={it}"));
        let exploration = self.exploration.map(|it| format!("exploration={it}"));
        let playouts = self.playouts.map(|it| format!("playouts={it}"));
        let all = [algorithm, iterations, exploration, playouts];
        let given: Vec<String> = all.into_iter().flatten().collect();
        match given.is_empty() {
            true => Ok(()),
            false => write!(f, ":{}", given.join(",")),
        }
    }
}

/// A player that searches.
///
/// Without a number of iterations it uses all of its time, that of the start clock too.
/// Games that cannot be made ground in time, or have too many moves in a state, it plays
/// at random.
pub struct Uct {
    settings: UctSettings,
    limits: Limits,
    running: Option<Running>,
}

/// What plays.
enum Running {
    Search(Box<Search>, RoleId),
    Random(Box<Random>),
}

impl Uct {
    /// Plays by search, with the threads and memory of these limits.
    pub fn new(settings: UctSettings, limits: Limits) -> Self {
        Uct {
            settings,
            limits,
            running: None,
        }
    }
}

impl Player for Uct {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        self.running = None;
        let settings = self.settings.search(seat.seed, &self.limits);
        self.running = Some(match begun(seat, settings, stop) {
            Some(mut search) => {
                if self.settings.iterations.is_none() {
                    search.run(u64::MAX, None, stop, &mut |_| {})?;
                }
                Running::Search(Box::new(search), seat.role)
            }
            None => {
                let mut random = Box::new(Random::at_once());
                random.start(seat, stop)?;
                Running::Random(random)
            }
        });
        Ok(())
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        match self.running.as_mut().ok_or(PlayerError::NoMatch)? {
            Running::Search(search, _) => advance(search, joint),
            Running::Random(random) => random.told(joint),
        }
    }

    fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError> {
        match self.running.as_mut().ok_or(PlayerError::NoMatch)? {
            Running::Search(search, role) => {
                let iterations = self.settings.iterations.unwrap_or(u64::MAX);
                searched(search, *role, iterations, stop)
            }
            Running::Random(random) => random.choose(stop),
        }
    }

    fn end(&mut self, _stop: &Stop) {
        self.running = None;
    }
}

/// A search from the start of the game; `None` if it cannot be searched, or not be made
/// ground in time.
pub(crate) fn begun(seat: &Seat, settings: Settings, stop: &Stop) -> Option<Search> {
    let mut budget = Budget::new(stop.clone());
    budget.instances = AUTO_INSTANCES;
    let game = GroundGame::new(&seat.rules, &budget).ok()?;
    let start = Simulator::new(game.clone());
    let start = initial(start);
    Search::new(game, &start, settings).ok()
}

fn initial(mut simulator: Simulator) -> ground::BitState {
    use game::Playable;
    let Ok(state) = simulator.initial();
    state
}

/// Goes on from the state after a joint move.
pub(crate) fn advance(search: &mut Search, joint: &[String]) -> Result<(), PlayerError> {
    let texts = search.game().moves();
    let find = |(legal, text): (&Vec<MoveId>, &String)| {
        let found = legal.iter().find(|it| texts[it.index()] == *text);
        found.copied()
    };
    let made: Option<Vec<MoveId>> = search.legal().iter().zip(joint).map(find).collect();
    let made = made.ok_or_else(|| PlayerError::NoMove(joint.join(" ")))?;
    Ok(search.advance(&made)?)
}

/// The best move after a search; an only move is made at once.
pub(crate) fn searched(
    search: &mut Search,
    role: RoleId,
    iterations: u64,
    stop: &Stop,
) -> Result<Chosen, PlayerError> {
    let legal = search
        .legal()
        .get(role.index())
        .ok_or(PlayerError::NoMatch)?;
    let alone = legal.len() == 1;
    let mut proven = false;
    if !alone {
        proven = search.run(iterations, None, stop, &mut |_| {})? == Ended::Proven;
    }
    let mov = search.best_move(role).ok_or(PlayerError::NoMatch)?;
    Ok(Chosen {
        text: search.game().moves()[mov.index()].clone(),
        grounds: match proven {
            true => Grounds::Proven,
            false if alone => Grounds::Any,
            false => Grounds::Estimate,
        },
    })
}
