//! A [`GraphGame`] written as GDL, in two styles that play the same.
//!
//! In: a graph. Out: a sheet in KIF that validates without errors. The mover
//! has a move `(go k)` for each arc, everybody else waits.
//! Not here: drawing the graph.

use std::fmt::Write;

use crate::{GraphGame, Position};

/// How a position becomes a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One fluent that names the position; the graph as facts, and rules with
    /// variables over them.
    Named,
    /// A fluent for each binary digit of the position's number plus one;
    /// rules without variables.
    Binary,
}

impl Style {
    /// Both styles.
    pub const ALL: [Style; 2] = [Style::Named, Style::Binary];
}

impl GraphGame {
    /// Writes the game as a sheet in KIF.
    pub fn to_gdl(&self, style: Style) -> String {
        let mut sheet = String::new();
        for role in 0..self.roles {
            line(&mut sheet, format!("(role r{role})"));
        }
        match style {
            Style::Named => Named { game: self }.write(&mut sheet),
            Style::Binary => Binary { game: self }.write(&mut sheet),
        }
        sheet
    }

    /// The fluents of a position, in alphabetical order.
    pub fn fluents(&self, position: usize, style: Style) -> Vec<String> {
        match style {
            Style::Named => vec![format!("(at p{position})")],
            Style::Binary => {
                let bits = Binary { game: self }.bits();
                let set = (0..bits).filter(|bit| (position + 1) >> bit & 1 == 1);
                set.map(|bit| format!("b{bit}")).collect()
            }
        }
    }

    /// The moves of a role in a position, in alphabetical order; in a terminal
    /// one the rules may allow any.
    pub fn moves(&self, position: usize, role: usize) -> Vec<String> {
        match &self.positions[position] {
            Position::Inner { mover, arcs, .. } if *mover == Some(role) => {
                (0..arcs.len()).map(|arc| format!("(go {arc})")).collect()
            }
            Position::Inner { idler, .. } if *idler == Some(role) => {
                vec!["fidget".to_owned(), "wait".to_owned()]
            }
            _ => vec!["wait".to_owned()],
        }
    }

    /// All arcs of positions that somebody decides: from, role, arc, to.
    fn decided_arcs(&self) -> impl Iterator<Item = (usize, usize, usize, usize)> + '_ {
        let positions = self.positions.iter().enumerate();
        positions.flat_map(|(from, position)| {
            let (role, arcs) = match position {
                Position::Inner {
                    mover: Some(role),
                    arcs,
                    ..
                } => (*role, arcs.as_slice()),
                _ => (0, &[][..]),
            };
            let arcs = arcs.iter().enumerate();
            arcs.map(move |(arc, &to)| (from, role, arc, to))
        })
    }

    /// The arcs of positions that nobody decides: from, to.
    fn forced_arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let positions = self.positions.iter().enumerate();
        positions.filter_map(|(from, position)| match position {
            Position::Inner {
                mover: None, arcs, ..
            } => Some((from, arcs[0])),
            _ => None,
        })
    }

    /// The roles that have two moves which do the same: position, role.
    fn idlers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let positions = self.positions.iter().enumerate();
        positions.filter_map(|(number, position)| match position {
            Position::Inner { idler, .. } => idler.map(|role| (number, role)),
            Position::Terminal { .. } => None,
        })
    }

    /// All rewards: position, role, points.
    fn rewards(&self) -> impl Iterator<Item = (usize, usize, i32)> + '_ {
        let positions = self.positions.iter().enumerate();
        positions.flat_map(|(number, position)| {
            let rewards = match position {
                Position::Terminal { rewards } => rewards.as_slice(),
                Position::Inner { .. } => &[],
            };
            let rewards = rewards.iter().enumerate();
            rewards.map(move |(role, &points)| (number, role, points))
        })
    }
}

fn line(sheet: &mut String, text: impl AsRef<str>) {
    sheet.push_str(text.as_ref());
    sheet.push('\n');
}

struct Named<'a> {
    game: &'a GraphGame,
}

impl Named<'_> {
    /// Leaves out rules over relations without facts: they would only cause
    /// warnings.
    fn write(&self, sheet: &mut String) {
        line(sheet, "(init (at p0))");
        self.write_facts(sheet);
        let decided = self.game.decided_arcs().next().is_some();
        if decided {
            line(sheet, DECIDED);
        }
        line(sheet, if decided { WAIT_UNLESS_MOVER } else { WAIT });
        if self.game.forced_arcs().next().is_some() {
            line(sheet, FORCED);
        }
        if self.game.idlers().next().is_some() {
            line(sheet, IDLE);
        }
        line(sheet, END);
    }

    fn write_facts(&self, sheet: &mut String) {
        for (from, role, arc, to) in self.game.decided_arcs() {
            line(sheet, format!("(arc p{from} r{role} {arc} p{to})"));
        }
        for (from, to) in self.game.forced_arcs() {
            line(sheet, format!("(forced p{from} p{to})"));
        }
        for (position, role) in self.game.idlers() {
            line(sheet, format!("(idler p{position} r{role})"));
        }
        for (position, role, points) in self.game.rewards() {
            line(sheet, format!("(reward p{position} r{role} {points})"));
        }
    }
}

const DECIDED: &str = "\
(<= (moves ?role) (true (at ?from)) (arc ?from ?role ?arc ?to))
(<= (legal ?role (go ?arc)) (true (at ?from)) (arc ?from ?role ?arc ?to))
(<= (next (at ?to))
    (does ?role (go ?arc)) (arc ?from ?role ?arc ?to) (true (at ?from)))";

const WAIT_UNLESS_MOVER: &str = "(<= (legal ?role wait) (role ?role) (not (moves ?role)))";

const WAIT: &str = "(<= (legal ?role wait) (role ?role))";

const FORCED: &str = "(<= (next (at ?to)) (true (at ?from)) (forced ?from ?to))";

const IDLE: &str = "(<= (legal ?role fidget) (true (at ?here)) (idler ?here ?role))";

const END: &str = "\
(<= terminal (true (at ?end)) (reward ?end ?role ?points))
(<= (goal ?role ?points) (true (at ?end)) (reward ?end ?role ?points))";

struct Binary<'a> {
    game: &'a GraphGame,
}

impl Binary<'_> {
    /// The number plus one, so that no state is empty.
    fn bits(&self) -> u32 {
        usize::BITS - self.game.positions.len().leading_zeros()
    }

    fn write(&self, sheet: &mut String) {
        line(sheet, "(init b0)");
        for position in 0..self.game.positions.len() {
            line(sheet, self.recognised(position));
        }
        self.write_moves(sheet);
        self.write_steps(sheet);
        for (position, role, points) in self.game.rewards() {
            let goal = format!("(<= (goal r{role} {points}) at{position})");
            line(sheet, goal);
            if role == 0 {
                line(sheet, format!("(<= terminal at{position})"));
            }
        }
    }

    /// The rule that recognises a position by its digits.
    fn recognised(&self, position: usize) -> String {
        let mut rule = format!("(<= at{position}");
        for bit in 0..self.bits() {
            let set = (position + 1) >> bit & 1 == 1;
            let literal = match set {
                true => format!(" (true b{bit})"),
                false => format!(" (not (true b{bit}))"),
            };
            rule.push_str(&literal);
        }
        rule + ")"
    }

    fn write_moves(&self, sheet: &mut String) {
        for (from, role, arc, _) in self.game.decided_arcs() {
            line(sheet, format!("(<= (legal r{role} (go {arc})) at{from})"));
        }
        for role in 0..self.game.roles {
            let mut rule = format!("(<= (legal r{role} wait) (role r{role})");
            let own = self.game.decided_arcs();
            let own = own.filter(|&(_, mover, arc, _)| mover == role && arc == 0);
            for (from, ..) in own {
                let _ = write!(rule, " (not at{from})");
            }
            line(sheet, rule + ")");
        }
        for (position, role) in self.game.idlers() {
            line(sheet, format!("(<= (legal r{role} fidget) at{position})"));
        }
    }

    fn write_steps(&self, sheet: &mut String) {
        for (from, role, arc, to) in self.game.decided_arcs() {
            let cause = format!("at{from} (does r{role} (go {arc}))");
            self.write_step(sheet, &cause, to);
        }
        for (from, to) in self.game.forced_arcs() {
            self.write_step(sheet, &format!("at{from}"), to);
        }
    }

    fn write_step(&self, sheet: &mut String, cause: &str, to: usize) {
        for bit in (0..self.bits()).filter(|bit| (to + 1) >> bit & 1 == 1) {
            line(sheet, format!("(<= (next b{bit}) {cause})"));
        }
    }
}
