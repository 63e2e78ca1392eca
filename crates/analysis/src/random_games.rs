//! 64 games side by side, played at random.

use game::RoleId;
use ground::{Evaluator, GroundGame, MoveId};

/// 64 games in progress.
pub(crate) struct RandomGames<'a> {
    game: &'a GroundGame,
    evaluator: Evaluator,
    /// For each fluent the games in which it holds.
    pub state: Vec<u64>,
    initial: Vec<bool>,
    /// For each role the games in which it had several legal moves.
    pub choices: Vec<u64>,
    random: u64,
}

impl<'a> RandomGames<'a> {
    /// All games at their start.
    pub fn new(game: &'a GroundGame) -> Self {
        let initial: Vec<bool> = game
            .fluent_ids()
            .map(|fluent| game.holds_initially(fluent))
            .collect();
        RandomGames {
            game,
            evaluator: Evaluator::new(game),
            state: initial.iter().map(wide).collect(),
            initial,
            choices: vec![0; game.roles().len()],
            random: 0x2545_F491_4F6C_DD1D,
        }
    }

    /// Puts all games at one state.
    pub fn place(&mut self, state: &[bool]) {
        self.state = state.iter().map(wide).collect();
    }

    /// Makes a move in each game, or restarts it; returns the games with a move.
    pub fn round(&mut self) -> u64 {
        for (fluent, &lanes) in self.game.fluent_ids().zip(&self.state) {
            self.evaluator.set_fluent(fluent, lanes);
        }
        self.evaluator.run_before_moves();
        let ended = self.evaluator.get(self.game.terminal());
        let moved = self.choose(!ended);
        self.evaluator.run_after_moves();
        for fluent in self.game.fluent_ids() {
            let next = self.evaluator.get(self.game.next(fluent));
            let anew = if self.initial[fluent.index()] {
                !moved
            } else {
                0
            };
            self.state[fluent.index()] = next & moved | anew;
        }
        moved
    }

    /// Chooses a joint move in each of these games; returns the games that have
    /// one.
    fn choose(&mut self, playing: u64) -> u64 {
        let mut able = playing;
        for role in RoleId::all(self.game.roles().len()) {
            let moves: Vec<(MoveId, u64)> = self
                .game
                .moves_of(role)
                .map(|mov| (mov, self.evaluator.get(self.game.legal(mov)) & playing))
                .collect();
            let mut counts = [0u32; 64];
            for number in moves.iter().flat_map(|&(_, lanes)| bits(lanes)) {
                counts[number] += 1;
            }
            let among = |wanted: &dyn Fn(u32) -> bool| {
                let lanes = counts.iter().enumerate();
                lanes.fold(0u64, |all, (number, &count)| {
                    all | u64::from(wanted(count)) << number
                })
            };
            able &= among(&|count| count > 0);
            self.choices[role.index()] = among(&|count| count > 1);
            let mut skip = counts.map(|count| self.below(count));
            for (mov, lanes) in moves {
                let mut made = 0;
                for number in bits(lanes) {
                    made |= u64::from(skip[number] == 0) << number;
                    skip[number] = skip[number].wrapping_sub(1);
                }
                self.evaluator.set_move(mov, made);
            }
        }
        able
    }

    /// A random number below `count`; 0 if there is none.
    fn below(&mut self, count: u32) -> u32 {
        // Xorshift* (Marsaglia 2003, Vigna 2016): good enough for random walks.
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        let drawn = self.random.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((drawn * u64::from(count)) >> 32) as u32
    }
}

fn wide(holds: &bool) -> u64 {
    if *holds { u64::MAX } else { 0 }
}

/// The numbers of the bits that are set.
pub(crate) fn bits(mut lanes: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = lanes.trailing_zeros() as usize;
        lanes &= lanes.wrapping_sub(1);
        (number < 64).then_some(number)
    })
}
