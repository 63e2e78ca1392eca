//! What each move reads and changes, with the turn put in.
//!
//! In: the circuit as functions of part states. Out: for each turn the one move of the
//! role that waits, and for each move of the role on turn its part, where it is legal
//! there, and what it writes. That every move belongs to one part, that turns alternate
//! and that fluents of no part stay as they are is proven on the way, for all states in
//! which parts are in one of their states.

use game::{RoleId, Stop};
use ground::{GroundGame, MoveId};
use rustc_hash::FxHashMap;

use super::domain::{Care, Domain, Everywhere, Function, Where};
use super::setting::{Home, Setting};
use super::sheet::{Changed, Sheet};
use super::trouble::{Trouble, look_up};

/// A move of the role on turn.
#[derive(Debug)]
pub struct Effect {
    pub mov: MoveId,
    pub part: usize,
    pub legal: Function,
    /// Places of the part's fluents, and what they become where the move is legal.
    pub writes: Vec<(usize, Function)>,
}

/// All that can be done while one role is on turn.
pub struct Turn {
    /// Each node, if nothing but the waiting move is made.
    pub nodes: Vec<Function>,
    pub waiting: MoveId,
    pub effects: Vec<Effect>,
}

/// Works out both turns, and which fluents of no part never change.
pub fn effects(
    game: &GroundGame,
    setting: &Setting,
    domain: &Domain,
    stop: &Stop,
) -> Result<([Turn; 2], Vec<Home>), Trouble> {
    let sheet = Sheet::new(game);
    let mut homes = setting.homes.clone();
    loop {
        let mut work = Work {
            setting,
            domain,
            sheet: &sheet,
            homes: &homes,
            not_constant: Vec::new(),
            stop,
        };
        let first = work.turn(0);
        let turns = first.and_then(|first| Ok([first, work.turn(1)?]));
        let not_constant = std::mem::take(&mut work.not_constant);
        if not_constant.is_empty() {
            return turns.map(|turns| (turns, homes));
        }
        // What was found, trouble too, rests on fluents that do change.
        for place in not_constant {
            homes[place] = Home::Free;
        }
    }
}

struct Work<'a> {
    setting: &'a Setting,
    domain: &'a Domain,
    sheet: &'a Sheet<'a>,
    homes: &'a [Home],
    /// Fluents that were taken for constant, and may change.
    not_constant: Vec<usize>,
    stop: &'a Stop,
}

impl Work<'_> {
    fn turn(&mut self, turn: usize) -> Result<Turn, Trouble> {
        let game = self.sheet.game;
        let all = Everywhere(self.domain);
        let fluent = |place: usize| self.setting.fluent(self.domain, self.homes, place, turn);
        let still = self.sheet.functions(&all, &fluent, None);
        let waits = game.moves_of(RoleId::new(1 - turn));
        let never = Function::Constant(false);
        let waits = waits.filter(|&it| still[game.legal(it).index()] != never);
        let waits: Vec<MoveId> = waits.collect();
        let [waiting] = waits[..] else {
            return Err(Trouble::undecided(
                "the role that is not on turn has not just one move to wait",
            ));
        };
        let nodes = self.sheet.functions(&all, &fluent, Some(waiting));
        let before = Before::new(self, &fluent, &nodes);
        let mut effects = Vec::new();
        for mov in game.moves_of(RoleId::new(turn)) {
            if nodes[game.legal(mov).index()] != never {
                look_up(self.stop)?;
                effects.push(self.effect(turn, mov, &before)?);
            }
        }
        Ok(Turn {
            nodes,
            waiting,
            effects,
        })
    }

    fn effect(&mut self, turn: usize, mov: MoveId, before: &Before) -> Result<Effect, Trouble> {
        let name = &self.sheet.game.moves()[mov.index()];
        let legal = before.nodes[self.sheet.game.legal(mov).index()].clone();
        let everywhere = Everywhere(self.domain);
        let within;
        let care: &dyn Care = match &legal {
            Function::Local(part, set) => {
                within = Where {
                    domain: self.domain,
                    part: *part,
                    set,
                };
                &within
            }
            Function::Constant(_) => &everywhere,
            Function::Mixed => {
                return Err(Trouble::undecided(format!(
                    "whether `{name}` is legal may depend on more than one part"
                )));
            }
        };
        let changed = self.sheet.changed(care, before.nodes, mov);
        let mut part = match &legal {
            Function::Local(part, _) => Some(*part),
            _ => None,
        };
        let mut writes = Vec::new();
        for place in before.touched(&changed) {
            let new = before.next(place, care, &changed);
            let own = care.within(&before.own[place]);
            match self.homes[place] {
                Home::Free => {}
                Home::Constant(_) if new == own => {}
                Home::Constant(_) => self.not_constant.push(place),
                Home::Turn(first) => {
                    let right = Function::Constant(first == (turn == 1));
                    if new != right {
                        return Err(Trouble::undecided(format!(
                            "after `{name}` it may not be the other role's turn"
                        )));
                    }
                }
                Home::Part(home, at) if new != own => {
                    if part.is_some_and(|it| it != home) {
                        return Err(Trouble::undecided(format!(
                            "`{name}` may change more than one part"
                        )));
                    }
                    part = Some(home);
                    writes.push((at, new));
                }
                Home::Part(..) => {}
            }
        }
        let Some(part) = part else {
            return Err(Trouble::undecided(format!("`{name}` belongs to no part")));
        };
        let local = |it: &Function| match it {
            Function::Constant(_) => true,
            Function::Local(home, _) => *home == part,
            Function::Mixed => false,
        };
        match writes.iter().all(|it| local(&it.1)) {
            true => Ok(Effect {
                mov,
                part,
                legal,
                writes,
            }),
            false => Err(Trouble::undecided(format!(
                "what `{name}` changes may depend on more than one part"
            ))),
        }
    }
}

/// A turn before a move is made.
struct Before<'a> {
    nodes: &'a [Function],
    /// The function that each fluent is.
    own: Vec<Function>,
    /// Fluents that do not stay as they are if only the waiting move is made.
    restless: Vec<usize>,
    /// The node that each fluent gets.
    next: Vec<usize>,
    /// The fluents that get each node.
    getting: FxHashMap<usize, Vec<usize>>,
}

impl<'a> Before<'a> {
    fn new(work: &Work<'a>, fluent: &dyn Fn(usize) -> Function, nodes: &'a [Function]) -> Self {
        let game = work.sheet.game;
        let own: Vec<Function> = (0..game.fluents().len()).map(fluent).collect();
        let mut getting: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut restless = Vec::new();
        let next: Vec<usize> = game.fluent_ids().map(|id| game.next(id).index()).collect();
        for (place, &next) in next.iter().enumerate() {
            getting.entry(next).or_default().push(place);
            // The turn must be looked at even if it looks the same.
            let turn = matches!(work.homes[place], Home::Turn(_));
            if turn || nodes[next] != own[place] || own[place] == Function::Mixed {
                restless.push(place);
            }
        }
        Before {
            next,
            nodes,
            own,
            restless,
            getting,
        }
    }

    /// The fluents that may change, ascending.
    fn touched(&self, changed: &Changed) -> Vec<usize> {
        let gets = changed.keys().filter_map(|node| self.getting.get(node));
        let mut touched: Vec<usize> = gets.flatten().copied().collect();
        touched.extend(&self.restless);
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn next(&self, place: usize, care: &dyn Care, changed: &Changed) -> Function {
        let node = self.next[place];
        let known = changed.get(&node).cloned();
        known.unwrap_or_else(|| care.within(&self.nodes[node]))
    }
}
