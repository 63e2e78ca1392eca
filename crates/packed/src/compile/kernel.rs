//! Evaluates many packed states at once: which are terminal, which moves are
//! legal, and where each move leads.
//!
//! In: a batch of states. Out: lanes, one bit for each state of the batch, and
//! successors. Not here: what is done with them.

use analysis::Group;
use game::RoleId;
use ground::{GroundGame, MoveId};

use crate::compile::code::{Code, Section};
use crate::compile::net::Literal;
use crate::compile::packing::Packing;
use crate::compile::specialise::{Effect, Specialised, specialise};
use crate::compile::transpose::transpose;
use crate::compile::work::expensive_and_shared;
use crate::knobs::Knobs;
use crate::lanes::{LANES, Lanes, NO_LANES, and, and_not, below, is_empty, or};

/// A state in as many words as the game needs.
pub type Words<const W: usize> = [u64; W];

/// How a move changes the words of a state.
#[derive(Clone, Debug)]
struct Write<const W: usize> {
    role: RoleId,
    mov: MoveId,
    legal: Literal,
    /// The bits that stay, and those that are set whatever the state.
    keep: Words<W>,
    set: Words<W>,
    /// Word, bit and condition of all other bits.
    open: Vec<(usize, u32, Literal)>,
    section: Section,
    /// Whether it takes far more work than others.
    is_expensive: bool,
}

/// Who is to move in the states of a batch.
#[derive(Clone, Debug)]
pub struct Turns {
    /// For each role the lanes in which it moves; where nobody has two moves, the
    /// first role does.
    pub of: Vec<Lanes>,
    /// The same, except that where nobody has two moves, a role whose move takes
    /// little work makes it.
    pub by: Vec<Lanes>,
    /// Lanes in which several roles have several legal moves.
    pub several: Lanes,
    /// Lanes in which a role has no legal move.
    pub stuck: Lanes,
}

/// The game as code on packed states.
#[derive(Clone, Debug)]
pub struct Kernel<const W: usize> {
    code: Code,
    packing: Packing,
    terminal: Literal,
    goals: Vec<Vec<Literal>>,
    writes: Vec<Write<W>>,
    before: Section,
    shared: Section,
    ends: Section,
    states: Vec<Words<W>>,
    entered: Lanes,
    /// The bits that the current move sets, for 64 lanes, with word and place.
    values: Vec<(u64, usize, u32)>,
    /// The same as bits of states, if there are many.
    rows: [[u64; 64]; W],
}

/// How many words the states of a game take, packed by these groups.
pub fn words_needed(game: &GroundGame, groups: &[Group]) -> usize {
    Packing::new(game, groups).words()
}

impl<const W: usize> Kernel<W> {
    /// Compiles a game; `None` if its rules cannot be specialised to moves.
    pub fn new(game: &GroundGame, groups: &[Group], knobs: &Knobs) -> Option<Self> {
        let packing = Packing::new(game, groups);
        let specialised = specialise(game, &packing, knobs)?;
        let Specialised { net, effects, .. } = &specialised;
        let mut code = Code::new(net, W * u64::BITS as usize);
        let legal = effects.iter().map(|effect| effect.legal);
        let before = code.first_section(net, legal.chain([specialised.terminal]));
        // Goals are read where play has ended, moves where it has not: neither may
        // rely on what the other computes.
        let goals = specialised.goals.iter().flatten().copied();
        let ends = code.section(net, goals);
        let (expensive, shared) = expensive_and_shared(&mut code, &specialised, knobs);
        let shared = code.first_section(net, shared.into_iter());
        let mut writes: Vec<Write<W>> = Vec::new();
        for (effect, &is_expensive) in effects.iter().zip(&expensive) {
            let write = Write::new(effect, &mut code, &specialised);
            writes.push(Write {
                is_expensive,
                ..write
            });
        }
        Some(Kernel {
            code,
            packing,
            terminal: specialised.terminal,
            goals: specialised.goals,
            writes,
            before,
            shared,
            ends,
            states: Vec::new(),
            entered: NO_LANES,
            values: Vec::new(),
            rows: [[0; 64]; W],
        })
    }

    /// How its states are packed.
    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// Enters up to [`LANES`] states, and computes which moves are legal.
    pub fn enter(&mut self, states: &[Words<W>]) {
        debug_assert!(states.len() <= LANES);
        self.states.clear();
        self.states.extend_from_slice(states);
        self.entered = below(states.len());
        for (at, chunk) in states.chunks(64).enumerate() {
            for word in 0..W {
                let mut columns = [0; 64];
                for (column, state) in columns.iter_mut().zip(chunk) {
                    *column = state[word];
                }
                transpose(&mut columns);
                for (bit, &lanes) in columns.iter().enumerate() {
                    self.code.set_bit((W - 1 - word) * 64 + bit, at, lanes);
                }
            }
        }
        self.code.run(&self.before);
    }

    /// The lanes whose states are terminal.
    pub fn terminal(&self) -> Lanes {
        and(self.code.get(self.terminal), self.entered)
    }

    /// Who is to move in the states that are not terminal.
    pub fn turns(&mut self) -> Turns {
        let open = and_not(self.entered, self.terminal());
        let mut turns = Turns {
            of: vec![NO_LANES; self.goals.len()],
            by: Vec::new(),
            several: NO_LANES,
            stuck: NO_LANES,
        };
        let mut chosen = NO_LANES;
        let mut places = self.writes.iter().peekable();
        for role in RoleId::all(self.goals.len()) {
            let (mut one, mut two) = (NO_LANES, NO_LANES);
            while let Some(write) = places.next_if(|write| write.role == role) {
                let legal = self.code.get(write.legal);
                two = or(two, and(one, legal));
                one = or(one, legal);
            }
            turns.stuck = or(turns.stuck, and_not(open, one));
            turns.several = or(turns.several, and(chosen, two));
            chosen = or(chosen, two);
            turns.of[role.index()] = and(two, open);
        }
        turns.several = and(turns.several, open);
        let irregular = or(turns.several, turns.stuck);
        for of in &mut turns.of {
            *of = and_not(*of, irregular);
        }
        turns.by.clone_from(&turns.of);
        let nobody = and_not(and_not(open, chosen), irregular);
        if !is_empty(nobody) {
            turns.of[0] = or(turns.of[0], nobody);
            self.share(nobody, &mut turns.by);
        }
        if !is_empty(open) {
            self.code.run(&self.shared);
        }
        turns
    }

    /// Gives each of the lanes to the first role whose move there is not
    /// expensive; the first role gets those where all are.
    fn share(&self, mut lanes: Lanes, by: &mut [Lanes]) {
        for (role, by) in RoleId::all(by.len()).zip(by.iter_mut()) {
            let expensive = self.writes.iter();
            let expensive = expensive.filter(|write| write.is_expensive && write.role == role);
            let expensive =
                expensive.fold(NO_LANES, |all, write| or(all, self.code.get(write.legal)));
            *by = or(*by, and_not(lanes, expensive));
            lanes = and(lanes, expensive);
        }
        by[0] = or(by[0], lanes);
    }

    /// The number of moves of all roles.
    pub fn move_count(&self) -> usize {
        self.writes.len()
    }

    /// The lanes in which a move is legal.
    pub fn legal(&self, number: usize) -> Lanes {
        and(self.code.get(self.writes[number].legal), self.entered)
    }

    /// The role of a move, and the move.
    pub fn mov(&self, number: usize) -> (RoleId, MoveId) {
        (self.writes[number].role, self.writes[number].mov)
    }

    /// The lanes in which a move can be made.
    pub fn active(&self, number: usize, turns: &Turns) -> Lanes {
        let write = &self.writes[number];
        and(self.code.get(write.legal), turns.of[write.role.index()])
    }

    /// The lanes in which this move is made: those of [`Kernel::active`], except
    /// where nobody has two moves, so that all moves are made at once. There the
    /// move of another role may be made, which takes less work and leads to the
    /// same state.
    pub fn makes(&self, number: usize, turns: &Turns) -> Lanes {
        let write = &self.writes[number];
        and(self.code.get(write.legal), turns.by[write.role.index()])
    }

    /// Makes a move in some lanes of [`Kernel::active`] or [`Kernel::makes`].
    #[inline]
    pub fn make(&mut self, number: usize, active: Lanes, mut found: impl FnMut(usize, Words<W>)) {
        let write = &self.writes[number];
        self.code.run(&write.section);
        for (at, &lanes) in active.iter().enumerate() {
            if lanes == 0 {
                continue;
            }
            self.values.clear();
            let values = write.open.iter();
            let values =
                values.map(|&(word, bit, literal)| (self.code.word(literal, at), word, bit));
            self.values.extend(values);
            let turned = self.values.len() * lanes.count_ones() as usize >= Knobs::TURNED_BITS;
            if turned {
                turn(&self.values, &mut self.rows);
                self.values.clear();
            }
            let states = &self.states[at * 64..];
            let mut open = lanes;
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                let mut state = write.fixed(&states[lane]);
                for &(value, word, bit) in &self.values {
                    state[in_words::<W>(word)] |= (value >> lane & 1) << bit;
                }
                if turned {
                    for (state, rows) in state.iter_mut().zip(&self.rows) {
                        *state |= rows[lane];
                    }
                }
                found(at * 64 + lane, state);
            }
        }
    }

    /// For each role and each of its goals the lanes in which it holds.
    pub fn goals(&mut self) -> Vec<Vec<Lanes>> {
        self.code.run(&self.ends);
        let lanes = |literals: &Vec<Literal>| {
            literals
                .iter()
                .map(|&literal| self.code.get(literal))
                .collect()
        };
        self.goals.iter().map(lanes).collect()
    }
}

impl<const W: usize> Write<W> {
    fn new(effect: &Effect, code: &mut Code, game: &Specialised) -> Self {
        let mut write = Write {
            role: effect.role,
            mov: effect.mov,
            legal: effect.legal,
            keep: [u64::MAX; W],
            set: [0; W],
            open: Vec::new(),
            section: Section::default(),
            is_expensive: false,
        };
        for &(place, literal) in &effect.writes {
            let (word, bit) = Packing::position::<W>(place);
            write.keep[word] &= !(1 << bit);
            match literal.value() {
                Some(value) => write.set[word] |= u64::from(value) << bit,
                None => write.open.push((word, bit, literal)),
            }
        }
        let wanted = write.open.iter().map(|&(_, _, literal)| literal);
        write.section = code.section(&game.net, wanted);
        write
    }

    /// A state after the move, with 0 for all bits that depend on the state.
    fn fixed(&self, state: &Words<W>) -> Words<W> {
        std::array::from_fn(|word| state[word] & self.keep[word] | self.set[word])
    }
}

/// The same number; written so that the compiler knows it where there is one word.
fn in_words<const W: usize>(word: usize) -> usize {
    if W == 1 { 0 } else { word }
}

/// Bits by lane, each with its word and place, as the words of each lane.
fn turn<const W: usize>(values: &[(u64, usize, u32)], rows: &mut [[u64; 64]; W]) {
    for (word, rows) in rows.iter_mut().enumerate() {
        rows.fill(0);
        let mut empty = true;
        for &(value, _, bit) in values.iter().filter(|value| value.1 == word) {
            rows[bit as usize] = value;
            empty = false;
        }
        if !empty {
            transpose(rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use analysis::Budget;
    use game::{Playable, Stop};
    use ground::{BitState, Simulator};

    use super::*;

    /// Thirty lamps in a ring; each takes the state of another at some distance.
    /// So a move writes bits that depend on the state, too many to be picked one
    /// by one. While the first lamp is lit there is a single move.
    fn lamps() -> GroundGame {
        let mut text = String::from(
            "(role a) (role b) (init (turn a)) (init (lamp 0)) (init (lamp 7))
             (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
             (<= (legal ?r (look 1)) (true (turn ?r)))
             (<= (legal ?r (look ?far)) (true (turn ?r)) (away ?far 0 ?far)
                 (not (true (lamp 0))))
             (<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
             (<= (says ?m) (does ?r (look ?far)) (true (lamp ?n)) (away ?far ?n ?m))
             (<= (next (lamp ?n)) (says ?n) (not (true (lamp ?n))))
             (<= (next (lamp ?n)) (true (lamp ?n)) (away 1 ?n ?m) (not (true (lamp ?m))))
             (<= terminal (true (lamp 3)) (true (lamp 9)) (true (lamp 20)))
             (goal a 0) (goal b 0)",
        );
        for lamp in 0..30 {
            for far in 1..=20 {
                let other = (lamp + far) % 30;
                text.push_str(&format!("(away {far} {lamp} {other})"));
            }
        }
        let rules = gdl::load(&gdl::Source::new("test", text.as_bytes()), None).rules;
        GroundGame::new(&rules.unwrap(), &ground::Budget::new(Stop::new())).unwrap()
    }

    fn successors(game: &mut Simulator, state: &BitState) -> Vec<BitState> {
        let Ok(legal) = game.legal_moves(state);
        let mut found = Vec::new();
        for a in &legal[0] {
            for b in &legal[1] {
                let Ok(next) = game.successor(state, &[*a, *b]);
                found.push(next);
            }
        }
        found
    }

    #[test]
    fn many_bits_at_once_are_the_same_as_one_by_one() {
        let ground = lamps();
        let facts = analysis::analyse(&ground, &Budget::new(Stop::new())).unwrap();
        let mut kernel = Kernel::<1>::new(&ground, facts.partition(), &Knobs::default()).unwrap();
        assert!(kernel.writes.iter().any(|write| write.open.len() >= 20));
        let mut game = Simulator::new(ground);
        let Ok(start) = game.initial();
        let mut states = vec![start];
        for place in 0..200 {
            let Ok(terminal) = game.is_terminal(&states[place % states.len()]);
            if !terminal {
                let state = states[place % states.len()].clone();
                states.extend(successors(&mut game, &state));
            }
        }
        let mut shared = false;
        // Full and sparse batches.
        for count in [LANES, 65, 3] {
            let batch = &states[..count.min(states.len())];
            let packed: Vec<Words<1>> = batch.iter().map(|it| kernel.packing.pack(it)).collect();
            kernel.enter(&packed);
            let turns = kernel.turns();
            // At the start there is no choice: the cheaper move is made, not the
            // first role's.
            shared |= turns.of[0][0] & turns.by[1][0] & 2 == 2;
            let mut made = vec![Vec::new(); batch.len()];
            for number in 0..kernel.move_count() {
                let active = kernel.makes(number, &turns);
                kernel.make(number, active, |lane, state| made[lane].push(state));
            }
            for (state, mut made) in batch.iter().zip(made) {
                let Ok(terminal) = game.is_terminal(state);
                let next = match terminal {
                    true => Vec::new(),
                    false => successors(&mut game, state),
                };
                let pack = |it: &BitState| kernel.packing.pack::<1>(it);
                let mut expected: Vec<Words<1>> = next.iter().map(pack).collect();
                expected.sort_unstable();
                made.sort_unstable();
                assert_eq!(made, expected);
            }
        }
        assert!(shared);
    }
}
