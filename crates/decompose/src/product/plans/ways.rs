//! The ways through one part: what is seen of it on the way, and how long they are.
//!
//! In: the classes of a part, and which families move it. Out: its [`Ways`]. Not here: how ways
//! of several parts come together (`one_by_one`).
//!
//! A *phase* is all that the rules see of a part: its pattern, and which moves in other parts
//! it allows. A way to an *entry* goes through one phase until its last move, which leads to
//! this class of another phase.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::product::classes::Classes;

/// The phases of a part, and the shortest ways from one to another.
#[derive(Debug)]
pub(super) struct Ways {
    /// The phase of each class.
    phase: Vec<u32>,
    phases: Vec<Phase>,
    /// The classes that a move leads to from another phase.
    entries: Vec<u32>,
    /// For each class and entry how many moves the shortest way takes.
    lengths: Vec<u32>,
    /// Whether moves can go on for ever from a class, in its phase.
    endless: Vec<bool>,
}

/// What is seen of a part.
#[derive(Debug)]
pub(super) struct Phase {
    pub pattern: u32,
    /// For each family that moves another part whether it may be moved.
    pub allows: Box<[bool]>,
    /// The families that move this part from some class of the phase.
    pub families: Vec<usize>,
    /// A class of the phase has no moves.
    pub may_be_stuck: bool,
}

/// There is no such way.
const NO_WAY: u32 = u32::MAX;

impl Ways {
    /// The ways through a part; `own` are the families that move it. `None` if there are more
    /// than `most` lengths to be kept.
    pub fn new(part: &Classes, own: &[bool], most: usize) -> Option<Self> {
        let (phase, phases) = phases(part, own);
        let moves = Moves::new(part, &phases, &phase);
        let mut entries: Vec<u32> = moves
            .edges()
            .filter(|it| it.leaves)
            .map(|it| it.to)
            .collect();
        entries.sort_unstable();
        entries.dedup();
        if part.count.checked_mul(entries.len())? > most {
            return None;
        }
        Some(Ways {
            lengths: moves.lengths(&entries),
            endless: moves.endless(),
            entries,
            phase,
            phases,
        })
    }

    /// The phase of a class.
    pub fn phase(&self, class: u32) -> u32 {
        self.phase[class as usize]
    }

    /// What is seen in a phase.
    pub fn seen(&self, phase: u32) -> &Phase {
        &self.phases[phase as usize]
    }

    /// The entries that ways lead to from a class, and how many moves they take.
    pub fn from(&self, class: u32) -> impl Iterator<Item = (u32, u32)> {
        let lengths = &self.lengths[class as usize * self.entries.len()..];
        let ways = self.entries.iter().copied().zip(lengths.iter().copied());
        ways.filter(|&(_, length)| length != NO_WAY)
    }

    /// Whether moves can go on for ever from a class, in its phase.
    pub fn is_endless(&self, class: u32) -> bool {
        self.endless[class as usize]
    }
}

/// The phase of each class, and what is seen in each phase.
fn phases(part: &Classes, own: &[bool]) -> (Vec<u32>, Vec<Phase>) {
    let mut ids: FxHashMap<(u32, Box<[bool]>), u32> = FxHashMap::default();
    let mut phases: Vec<Phase> = Vec::new();
    let mut of = Vec::with_capacity(part.count);
    for class in 0..part.count as u32 {
        let moves = |family: usize| !part.next(class, 0, family).is_empty();
        let allows: Box<[bool]> = (0..own.len()).map(|it| !own[it] && moves(it)).collect();
        let pattern = part.pattern[class as usize];
        let phase = *ids
            .entry((pattern, allows))
            .or_insert_with_key(|(_, allows)| {
                phases.push(Phase {
                    pattern,
                    allows: allows.clone(),
                    families: Vec::new(),
                    may_be_stuck: false,
                });
                phases.len() as u32 - 1
            });
        of.push(phase);
        let phase = &mut phases[phase as usize];
        let mut is_stuck = true;
        for family in (0..own.len()).filter(|&it| own[it] && moves(it)) {
            is_stuck = false;
            if !phase.families.contains(&family) {
                phase.families.push(family);
            }
        }
        phase.may_be_stuck |= is_stuck;
    }
    (of, phases)
}

/// A move from one class to another.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    /// It leads to another phase.
    leaves: bool,
}

/// The moves of a part, by where they lead.
struct Moves {
    classes: usize,
    /// In ascending order of `to`.
    edges: Vec<Edge>,
    /// For each class where the edges that lead to it end.
    ends: Vec<usize>,
}

impl Moves {
    fn new(part: &Classes, phases: &[Phase], phase: &[u32]) -> Self {
        let mut edges = Vec::new();
        for from in 0..part.count as u32 {
            let own = &phases[phase[from as usize] as usize].families;
            let to = own.iter().flat_map(|&family| part.next(from, 0, family));
            edges.extend(to.map(|&to| Edge {
                from,
                to,
                leaves: phase[from as usize] != phase[to as usize],
            }));
        }
        edges.sort_unstable_by_key(|it| (it.to, it.from));
        edges.dedup_by_key(|it| (it.to, it.from));
        let mut ends = vec![0; part.count];
        for (place, edge) in edges.iter().enumerate() {
            ends[edge.to as usize] = place + 1;
        }
        for class in 1..part.count {
            ends[class] = ends[class].max(ends[class - 1]);
        }
        Moves {
            classes: part.count,
            edges,
            ends,
        }
    }

    fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter()
    }

    /// The moves that lead to a class.
    fn to(&self, class: u32) -> impl Iterator<Item = &Edge> {
        let start = (class as usize).checked_sub(1);
        self.edges[start.map_or(0, |it| self.ends[it])..self.ends[class as usize]].iter()
    }

    /// For each class and entry the length of the shortest way: breadth first from the entry
    /// back.
    fn lengths(&self, entries: &[u32]) -> Vec<u32> {
        let mut lengths = vec![NO_WAY; self.classes * entries.len()];
        let mut open = VecDeque::new();
        for (place, &entry) in entries.iter().enumerate() {
            let at = |class: u32| class as usize * entries.len() + place;
            for edge in self.to(entry).filter(|it| it.leaves) {
                lengths[at(edge.from)] = 1;
                open.push_back(edge.from);
            }
            while let Some(class) = open.pop_front() {
                for edge in self.to(class).filter(|it| !it.leaves) {
                    if lengths[at(edge.from)] == NO_WAY {
                        lengths[at(edge.from)] = lengths[at(class)] + 1;
                        open.push_back(edge.from);
                    }
                }
            }
        }
        lengths
    }

    /// Whether moves can go on for ever from each class in its phase: what is left when
    /// classes are taken away whose moves in the phase all lead to classes taken away before.
    fn endless(&self) -> Vec<bool> {
        let mut left = vec![0_u32; self.classes];
        for edge in self.edges().filter(|it| !it.leaves) {
            left[edge.from as usize] += 1;
        }
        let mut endless = vec![true; self.classes];
        let all = 0..self.classes as u32;
        let mut open: Vec<u32> = all.filter(|&it| left[it as usize] == 0).collect();
        while let Some(class) = open.pop() {
            endless[class as usize] = false;
            for edge in self.to(class).filter(|it| !it.leaves) {
                left[edge.from as usize] -= 1;
                if left[edge.from as usize] == 0 {
                    open.push(edge.from);
                }
            }
        }
        endless
    }
}
