//! Evaluates many packed states at once: which are terminal, who may do what,
//! and where each move leads.
//!
//! In: a batch of states. Out: lanes, one bit for each state of the batch, and
//! successors. Not here: what is done with them.

use analysis::Group;
use game::RoleId;
use ground::{GroundGame, MoveId};
use rustc_hash::FxHashMap;

use crate::compile::code::{Code, LANES, Lanes, NO_LANES, Section};
use crate::compile::net::Literal;
use crate::compile::packing::Packing;
use crate::compile::specialise::{Effect, Specialised, specialise};
use crate::compile::transpose::transpose;

/// A state in as many words as the game needs.
pub(crate) type Words<const W: usize> = [u64; W];

/// What a move does to the words of a state.
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
}

/// Who is to move in the states of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    /// For each role the lanes in which the moves are its; where nobody has
    /// two moves, they are the first role's.
    pub of: Vec<Lanes>,
    /// Lanes in which several roles have several legal moves.
    pub several: Lanes,
    /// Lanes in which a role has no legal move.
    pub stuck: Lanes,
}

/// The game as code on packed states.
#[derive(Clone, Debug)]
pub(crate) struct Kernel<const W: usize> {
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
}

/// How many words the states of a game take, packed by these groups.
pub(crate) fn words_needed(game: &GroundGame, groups: &[Group]) -> usize {
    Packing::new(game, groups).words()
}

impl<const W: usize> Kernel<W> {
    /// Compiles a game; none if its rules cannot be specialised to moves.
    pub fn new(game: &GroundGame, groups: &[Group]) -> Option<Self> {
        let packing = Packing::new(game, groups);
        let specialised = specialise(game, &packing)?;
        let Specialised { net, effects, .. } = &specialised;
        let mut code = Code::new(net, W * u64::BITS as usize);
        let legal = effects.iter().map(|effect| effect.legal);
        let before = code.first_section(net, legal.chain([specialised.terminal]));
        // Goals are read where states end, moves where they do not: neither
        // may count on what the other computes.
        let goals = specialised.goals.iter().flatten().copied();
        let ends = code.section(net, goals);
        let shared = code.first_section(net, shared_nodes(&code, &specialised).into_iter());
        let mut writes = Vec::new();
        for effect in effects {
            writes.push(Write::new(effect, &packing, &mut code, &specialised));
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
        })
    }

    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// Enters up to [`LANES`] states, and finds out what is legal where.
    pub fn enter(&mut self, states: &[Words<W>]) {
        debug_assert!(states.len() <= LANES);
        self.states.clear();
        self.states.extend_from_slice(states);
        self.entered = lanes_below(states.len());
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
        let nobody = and_not(open, chosen);
        turns.of[0] = or(turns.of[0], nobody);
        let fine = or(turns.several, turns.stuck);
        for of in &mut turns.of {
            *of = and_not(*of, fine);
        }
        if !is_empty(open) {
            self.code.run(&self.shared);
        }
        turns
    }

    /// How many moves there are over all roles.
    pub fn move_count(&self) -> usize {
        self.writes.len()
    }

    /// The lanes in which a move is legal.
    pub fn legal(&self, number: usize) -> Lanes {
        and(self.code.get(self.writes[number].legal), self.entered)
    }

    /// Whose move it is, and which.
    pub fn mov(&self, number: usize) -> (RoleId, MoveId) {
        (self.writes[number].role, self.writes[number].mov)
    }

    /// The lanes in which a move can be made.
    pub fn active(&self, number: usize, turns: &Turns) -> Lanes {
        let write = &self.writes[number];
        and(self.code.get(write.legal), turns.of[write.role.index()])
    }

    /// Makes a move in some lanes in which it is active.
    #[inline]
    pub fn make(&mut self, number: usize, active: Lanes, mut found: impl FnMut(usize, Words<W>)) {
        let write = &self.writes[number];
        self.code.run(&write.section);
        for (at, &lanes) in active.iter().enumerate() {
            let mut open = lanes;
            while open != 0 {
                let lane = at * 64 + open.trailing_zeros() as usize;
                open &= open - 1;
                let mut state = self.states[lane];
                for (word, state) in state.iter_mut().enumerate() {
                    *state = *state & write.keep[word] | write.set[word];
                }
                for &(word, bit, literal) in &write.open {
                    let holds = self.code.get(literal)[at] >> (lane % 64) & 1;
                    state[word] |= holds << bit;
                }
                found(lane, state);
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
    fn new(effect: &Effect, packing: &Packing, code: &mut Code, game: &Specialised) -> Self {
        let mut write = Write {
            role: effect.role,
            mov: effect.mov,
            legal: effect.legal,
            keep: [u64::MAX; W],
            set: [0; W],
            open: Vec::new(),
            section: Section::default(),
        };
        for (field, bits) in &effect.writes {
            let field = &packing.fields[*field];
            let (word, shift) = Packing::position::<W>(field.first);
            write.keep[word] &= !(field.mask() << shift);
            for (bit, literal) in (shift..).zip(bits) {
                match literal.value() {
                    Some(value) => write.set[word] |= u64::from(value) << bit,
                    None => write.open.push((word, bit, *literal)),
                }
            }
        }
        let wanted = write.open.iter().map(|&(_, _, literal)| literal);
        write.section = code.section(&game.net, wanted);
        write
    }
}

/// The nodes that several moves need.
fn shared_nodes(code: &Code, game: &Specialised) -> Vec<Literal> {
    let mut users: FxHashMap<usize, usize> = FxHashMap::default();
    for effect in &game.effects {
        let wanted = effect.writes.iter().flat_map(|(_, bits)| bits).copied();
        for node in code.missing(&game.net, wanted) {
            *users.entry(node).or_default() += 1;
        }
    }
    let shared = users.into_iter().filter(|&(_, users)| users > 1);
    shared.map(|(node, _)| Literal::of_node(node)).collect()
}

pub(crate) fn and(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at] & b[at])
}

pub(crate) fn and_not(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at] & !b[at])
}

pub(crate) fn or(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at] | b[at])
}

pub(crate) fn is_empty(lanes: Lanes) -> bool {
    lanes == NO_LANES
}

/// The lanes that are set, in ascending order.
pub(crate) fn each_lane(lanes: Lanes) -> impl Iterator<Item = usize> {
    lanes.into_iter().enumerate().flat_map(|(at, mut open)| {
        std::iter::from_fn(move || {
            let bit = (open != 0).then(|| open.trailing_zeros() as usize)?;
            open &= open - 1;
            Some(at * 64 + bit)
        })
    })
}

fn lanes_below(count: usize) -> Lanes {
    std::array::from_fn(|at| match count.saturating_sub(at * 64) {
        full if full >= 64 => u64::MAX,
        rest => (1 << rest) - 1,
    })
}
