//! The rules of a move, arranged for proofs.
//!
//! In: the circuit of a [`GroundGame`]. Out: the same functions, provided that
//! each role makes exactly one move, as gates that name as few moves as possible.
//! Many sheets say what stays by listing all the moves that leave it alone ("this
//! piece stays, and I move that one; or this piece stays, and …"): a proof would
//! go through them all. Here that is one gate: none of the few other moves is
//! made.

use game::RoleId;
use ground::{FluentId, GroundGame, MoveId, Node, NodeId};
use rustc_hash::FxHashMap;

/// A gate or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Signal(u32);

impl Signal {
    /// The gate that it is about.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it holds when the gate does not.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

/// What never holds.
const FALSE: Signal = Signal(0);
/// What always holds.
const TRUE: Signal = Signal(1);

/// The function of a gate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gate {
    /// Never holds.
    False,
    /// The fluent holds.
    Fluent(FluentId),
    /// One of these moves, all of one role, is made; in ascending order.
    Made(Box<[MoveId]>),
    /// All of these hold; in ascending order.
    And(Box<[Signal]>),
    /// A variable of a loop.
    Variable(u32),
}

/// The gates, and the gate of each rule.
pub(crate) struct Formula<'g> {
    game: &'g GroundGame,
    gates: Vec<Gate>,
    ids: FxHashMap<Gate, Signal>,
    /// The signal of each node of the circuit.
    signals: Vec<Signal>,
    definitions: FxHashMap<u32, NodeId>,
    /// For each move its role, and for each role its moves.
    roles: Vec<RoleId>,
    moves: Vec<Vec<MoveId>>,
    /// When each move is legal.
    legal: Vec<Signal>,
}

impl<'g> Formula<'g> {
    /// Arranges the rules of a game.
    pub fn new(game: &'g GroundGame) -> Self {
        let moves: Vec<Vec<MoveId>> = RoleId::all(game.roles().len())
            .map(|role| game.moves_of(role).collect())
            .collect();
        let roles = RoleId::all(moves.len()).zip(&moves);
        let mut formula = Formula {
            game,
            gates: Vec::new(),
            ids: FxHashMap::default(),
            signals: Vec::new(),
            definitions: FxHashMap::default(),
            roles: roles
                .flat_map(|(role, moves)| moves.iter().map(move |_| role))
                .collect(),
            moves,
            legal: Vec::new(),
        };
        formula.add(Gate::False);
        for node in game.circuit().nodes() {
            let signal = formula.translate(node);
            formula.signals.push(signal);
        }
        for &(variable, is) in game.circuit().loops().iter().flat_map(|it| &it.definitions) {
            let signal = formula.signals[variable.index()];
            formula.definitions.insert(signal.0, is);
        }
        // Moves are numbered role by role.
        let moves = formula.moves.iter().flatten();
        formula.legal = moves.map(|&mov| formula.signal(game.legal(mov))).collect();
        formula
    }

    /// The game whose rules these are.
    pub fn game(&self) -> &'g GroundGame {
        self.game
    }

    /// The signal of a node of the circuit.
    pub fn signal(&self, node: NodeId) -> Signal {
        self.signals[node.index()]
    }

    /// The gate of a signal.
    pub fn gate(&self, signal: Signal) -> &Gate {
        &self.gates[signal.gate()]
    }

    /// The role that has a move.
    pub fn role(&self, mov: MoveId) -> RoleId {
        self.roles[mov.index()]
    }

    /// When the move with this number is legal.
    pub fn legal(&self, number: usize) -> Signal {
        self.legal[number]
    }

    /// What a variable of a loop stands for.
    pub fn definition(&self, variable: Signal) -> Option<Signal> {
        let node = self.definitions.get(&variable.0);
        node.map(|&node| self.signal(node))
    }

    fn translate(&mut self, node: &Node) -> Signal {
        let signal = |formula: &Self, part: &NodeId| formula.signals[part.index()];
        match node {
            Node::Constant(value) => {
                if *value {
                    TRUE
                } else {
                    FALSE
                }
            }
            Node::Fluent(fluent) => self.add(Gate::Fluent(*fluent)),
            Node::Move(mov) => self.made(
                self.roles[mov.index()],
                Moves {
                    moves: vec![*mov],
                    except: false,
                },
            ),
            Node::Variable(number) => self.add(Gate::Variable(*number)),
            Node::Not(inner) => !signal(self, inner),
            Node::And(parts) => {
                let parts = parts.iter().map(|part| signal(self, part)).collect();
                self.and(parts)
            }
            Node::Or(parts) => {
                let parts = parts.iter().map(|part| signal(self, part)).collect();
                self.or(parts)
            }
        }
    }

    fn add(&mut self, gate: Gate) -> Signal {
        if let Some(&known) = self.ids.get(&gate) {
            return known;
        }
        let signal = Signal((self.gates.len() as u32) << 1);
        self.gates.push(gate.clone());
        self.ids.insert(gate, signal);
        signal
    }

    /// One of these moves is made, expressed by the other moves if they are
    /// fewer.
    fn made(&mut self, role: RoleId, moves: Moves) -> Signal {
        let all = self.moves[role.index()].len();
        let Moves { mut moves, except } = moves;
        let mut negated = except;
        if 2 * moves.len() > all {
            let others = self.moves[role.index()].iter();
            let others = others.filter(|mov| moves.binary_search(mov).is_err());
            moves = others.copied().collect();
            negated = !negated;
        }
        let signal = match moves.is_empty() {
            true => FALSE,
            false => self.add(Gate::Made(moves.into())),
        };
        if negated { !signal } else { signal }
    }

    /// The role and the moves, if the signal says that one of them is made.
    fn as_moves(&self, signal: Signal) -> Option<(RoleId, Moves)> {
        let Gate::Made(moves) = self.gate(signal) else {
            return None;
        };
        let role = self.roles[moves[0].index()];
        let moves = Moves {
            moves: moves.to_vec(),
            except: signal.negated(),
        };
        Some((role, moves))
    }

    fn and(&mut self, parts: Vec<Signal>) -> Signal {
        !self.or_plain(parts.into_iter().map(|part| !part).collect())
    }

    /// The or of the parts; parts that differ only in a move become one.
    fn or(&mut self, parts: Vec<Signal>) -> Signal {
        let mut with_move: FxHashMap<(Vec<Signal>, RoleId), Vec<Moves>> = FxHashMap::default();
        let mut order = Vec::new();
        let mut others = Vec::new();
        for part in parts {
            let Some((rest, role, moves)) = self.one_move_in(part) else {
                others.push(part);
                continue;
            };
            let known = with_move.entry((rest.clone(), role)).or_insert_with(|| {
                order.push((rest, role));
                Vec::new()
            });
            known.push(moves);
        }
        for key in order {
            let moves = Moves::union(with_move.remove(&key).unwrap_or_default());
            let (mut rest, role) = key;
            rest.push(self.made(role, moves));
            others.push(self.and(rest));
        }
        self.or_plain(others)
    }

    /// The parts of a conjunction besides one move.
    fn one_move_in(&self, signal: Signal) -> Option<(Vec<Signal>, RoleId, Moves)> {
        let Gate::And(parts) = self.gate(signal) else {
            return None;
        };
        let is_move = |part: &Signal| matches!(self.gate(*part), Gate::Made(_));
        let mut moves = parts.iter().filter(|part| is_move(part));
        let (first, second) = (moves.next(), moves.next());
        let (Some(first), None, false) = (first, second, signal.negated()) else {
            return None;
        };
        let (role, moves) = self.as_moves(*first)?;
        let rest = parts.iter().filter(|part| *part != first);
        Some((rest.copied().collect(), role, moves))
    }

    /// The or of the parts; all parts about one role's moves become one.
    fn or_plain(&mut self, parts: Vec<Signal>) -> Signal {
        let mut by_role: Vec<Vec<Moves>> = vec![Vec::new(); self.moves.len()];
        let mut rest: Vec<Signal> = Vec::new();
        for part in parts {
            match self.as_moves(part) {
                Some((role, moves)) => by_role[role.index()].push(moves),
                None => rest.push(part),
            }
        }
        for (role, moves) in RoleId::all(by_role.len()).zip(by_role) {
            if !moves.is_empty() {
                rest.push(self.made(role, Moves::union(moves)));
            }
        }
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|&part| part != FALSE);
        let opposite = |&part: &Signal| part == TRUE || rest.binary_search(&!part).is_ok();
        if rest.iter().any(opposite) {
            return TRUE;
        }
        match rest.as_slice() {
            [] => FALSE,
            [only] => *only,
            _ => {
                let mut negated: Vec<Signal> = rest.into_iter().map(|part| !part).collect();
                negated.sort_unstable();
                !self.add(Gate::And(negated.into()))
            }
        }
    }
}

/// Some moves of a role, or all but some; in ascending order.
#[derive(Clone, Debug, Default)]
struct Moves {
    moves: Vec<MoveId>,
    except: bool,
}

impl Moves {
    /// The union.
    fn union(all: Vec<Moves>) -> Moves {
        let (except, plain): (Vec<Moves>, Vec<Moves>) = all.into_iter().partition(|it| it.except);
        let mut moves: Vec<MoveId> = plain.into_iter().flat_map(|it| it.moves).collect();
        moves.sort_unstable();
        moves.dedup();
        let mut except = except.into_iter();
        let Some(mut left) = except.next() else {
            return Moves {
                moves,
                except: false,
            };
        };
        // All but some, or all but others, is all but their common ones.
        for other in except {
            left.moves
                .retain(|it| other.moves.binary_search(it).is_ok());
        }
        left.moves.retain(|it| moves.binary_search(it).is_err());
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[usize]) -> Vec<MoveId> {
        let text = "(role r) (init p) (<= (legal r (a ?n)) (number ?n)) (next p)
            (number 1) (number 2) (number 3) (number 4) (number 5) (<= terminal (true q)) (goal r 0)";
        let rules = gdl::load(&gdl::Source::new("moves", text.as_bytes()), None).rules;
        let budget = ground::Budget::new(game::Stop::new());
        let game = GroundGame::new(&rules.unwrap(), &budget).unwrap();
        let all: Vec<MoveId> = game.moves_of(RoleId::new(0)).collect();
        numbers.iter().map(|&number| all[number]).collect()
    }

    #[test]
    fn moves_are_joined() {
        let some = |numbers: &[usize], except| Moves {
            moves: ids(numbers),
            except,
        };
        let joined = Moves::union(vec![some(&[0, 2], false), some(&[1, 2], false)]);
        assert_eq!((joined.moves, joined.except), (ids(&[0, 1, 2]), false));
        let joined = Moves::union(vec![some(&[0, 1, 2], true), some(&[1, 2, 3], true)]);
        assert_eq!((joined.moves, joined.except), (ids(&[1, 2]), true));
        let joined = Moves::union(vec![some(&[0, 1], true), some(&[1, 3], false)]);
        assert_eq!((joined.moves, joined.except), (ids(&[0]), true));
    }
}
