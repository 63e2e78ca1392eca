//! A game with what the judge says of it.

use analysis::Facts;
use explicit::ExplicitError;
use game::{Level, Model, Obstacle, Options, Playable, Rewards, Solution, Stop};
use gdl::Rules;
use ground::{BitState, GroundGame, Simulator};
use judge::Limits;
use symbolic::SymbolicError;
use testkit::{SplitMix64, ground_game, load, locked_game};

pub struct Subject {
    pub rules: Rules,
    pub game: GroundGame,
    pub facts: Facts,
    pub start: BitState,
}

/// Why there is no solution, as all engines must tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Fault,
    Simultaneous,
    InfiniteNeeded,
}

impl Subject {
    pub fn new(seed: u64) -> Self {
        let rules = load(locked_game(seed));
        let game = ground_game(&rules);
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
        let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
        Subject {
            rules,
            game,
            facts,
            start,
        }
    }

    /// What infinite play is worth is said, or not.
    pub fn options(&self, model: Model, level: Level, random: &mut SplitMix64) -> Options {
        let roles = self.game.roles().len();
        let mut worth = || (0..roles).map(|_| 10 * random.below(11) as i32).collect();
        let worth: Vec<i32> = worth();
        let given = roles > 1 && random.happens(1, 2);
        Options {
            model,
            infinite: given.then(|| Rewards::from_points(&worth)),
            draw_distances: false,
            level,
        }
    }

    pub fn judged(&self, options: &Options) -> Result<Solution, Refusal> {
        let mut game = Simulator::new(self.game.clone());
        let start = self.start.clone();
        let table = judge::solve(&mut game, start, options, &Limits::default(), &mut |_| {});
        let table = table.map_err(|error| Refusal::of(&error.into()))?;
        let Ok(solution) = table.solution(&mut game);
        Ok(solution)
    }

    /// How many states can be reached; none if the game is ill-formed.
    pub fn states(&self) -> Option<u64> {
        let mut game = Simulator::new(self.game.clone());
        let Ok(start) = game.initial();
        let (purpose, limits) = (judge::Purpose::Reach, Limits::default());
        let graph = judge::explore(&mut game, start, purpose, &limits, &mut |_| {});
        Some(graph.ok()?.state_count())
    }
}

impl Refusal {
    fn of(obstacle: &Obstacle) -> Self {
        match obstacle {
            Obstacle::Fault { .. } => Refusal::Fault,
            Obstacle::Simultaneous { .. } => Refusal::Simultaneous,
            Obstacle::InfiniteNeeded { .. } => Refusal::InfiniteNeeded,
            other => panic!("{other}"),
        }
    }

    pub fn of_explicit(error: &ExplicitError) -> Self {
        match error {
            ExplicitError::Obstacle(obstacle) => Refusal::of(obstacle),
            other => panic!("{other}"),
        }
    }

    /// None where the engine is not for the game, or the algorithm is not.
    pub fn of_sets(error: &SymbolicError) -> Option<Self> {
        match error {
            SymbolicError::Obstacle(obstacle) => Some(Refusal::of(obstacle)),
            SymbolicError::Unsuited(_)
            | SymbolicError::Inapplicable { .. }
            | SymbolicError::Cyclic { .. } => None,
            other => panic!("{other}"),
        }
    }
}
