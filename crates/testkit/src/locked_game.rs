//! Games with a rare event behind a lock, which random play does not see.
//!
//! In: a seed. Out: rules in KIF. A counter advances with every move, and the mover
//! presses a button. After the right code, and only then, something else happens: play
//! restarts, the counter stands still or jumps, a role loses its moves, fluents hold
//! together that never did. So a guess from random play that every move makes progress,
//! or that play always ends, is mostly wrong, and how rarely that shows depends on the
//! length of the code.

use crate::SplitMix64;

const ROLES: [&str; 3] = ["a", "b", "c"];

/// What happens after the right code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The counter restarts.
    Restart,
    /// It goes back by some moves.
    Back(usize),
    /// It skips some numbers.
    Skip(usize),
    /// It stands still.
    Stand,
    /// The counter disappears, which is the end.
    Lose,
    /// Only the mark is made.
    Mark,
}

/// What is wrong in states that have the mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    /// A role has no legal move.
    Stuck,
    /// A role has two goals at the end.
    TwoGoals,
    /// All roles choose at once.
    Simultaneous,
}

/// The rules of a game with a lock, drawn from the seed.
pub fn locked_game(seed: u64) -> String {
    Lock::draw(&mut SplitMix64::new(seed)).rules()
}

struct Lock {
    roles: usize,
    /// Whether the roles take turns; otherwise the first one always chooses.
    turns: bool,
    /// The button to press at each place.
    code: Vec<usize>,
    buttons: usize,
    /// Whether a wrong button resets the lock to its first place.
    strict: bool,
    /// The number at which the game ends.
    horizon: usize,
    event: Event,
    flaw: Flaw,
    /// For each role its rewards where the condition holds, and where it does not.
    goals: Vec<[i64; 2]>,
    condition: String,
    /// Whether there are pairs of fluents that hold together only after the event.
    pairs: bool,
}

impl Lock {
    fn draw(random: &mut SplitMix64) -> Self {
        let roles = 1 + random.below(3);
        let buttons = 2 + random.below(2);
        let length = 1 + random.below(9);
        let horizon = (length + random.below(4)).max(2);
        let event = match random.below(8) {
            0..=2 => Event::Restart,
            3 => Event::Back(1 + random.below(horizon)),
            4 => Event::Skip(1 + random.below(3)),
            5 => Event::Stand,
            6 => Event::Lose,
            _ => Event::Mark,
        };
        let flaw = match random.below(16) {
            0 => Flaw::Stuck,
            1 => Flaw::TwoGoals,
            2 => Flaw::Simultaneous,
            _ => Flaw::None,
        };
        let condition = match random.below(4) {
            0 => "(true mark)".to_owned(),
            1 => "(true (turn b))".to_owned(),
            _ => format!("(true (lock {}))", random.below(length)),
        };
        Lock {
            roles,
            turns: random.happens(1, 2),
            code: (0..length).map(|_| random.below(buttons)).collect(),
            buttons,
            strict: random.happens(3, 4),
            horizon,
            event,
            flaw,
            goals: goals(random, roles),
            condition,
            pairs: random.happens(1, 4),
        }
    }

    fn rules(&self) -> String {
        let mut lines: Vec<String> = self.roles().map(|it| format!("(role {it})")).collect();
        lines.extend(self.start());
        lines.extend(self.moves());
        lines.extend(self.lock());
        lines.extend(self.counter());
        lines.extend(self.pairs());
        lines.extend(self.ends());
        lines.join("\n") + "\n"
    }

    fn roles(&self) -> impl Iterator<Item = &'static str> {
        ROLES.into_iter().take(self.roles)
    }

    fn start(&self) -> Vec<String> {
        let mut lines = vec![
            "(init (count 0))".to_owned(),
            "(init (lock 0))".to_owned(),
            "(init (turn a))".to_owned(),
        ];
        let next = |place: usize| ROLES[(place + 1) % self.roles];
        for (place, role) in self.roles().enumerate() {
            let after = if self.turns { next(place) } else { "a" };
            lines.push(format!("(<= (next (turn {after})) (true (turn {role})))"));
        }
        lines
    }

    fn moves(&self) -> Vec<String> {
        let stuck = match self.flaw {
            Flaw::Stuck => " (not (true mark))",
            _ => "",
        };
        let mut lines = Vec::new();
        for button in 0..self.buttons {
            lines.push(format!(
                "(<= (legal ?r (press {button})) (true (turn ?r)){stuck})"
            ));
            if self.flaw == Flaw::Simultaneous {
                lines.push(format!(
                    "(<= (legal ?r (press {button})) (role ?r) (true mark))"
                ));
            }
        }
        lines.push("(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))".to_owned());
        lines.push("(<= (pressed ?n) (true (turn ?r)) (does ?r (press ?n)))".to_owned());
        // Otherwise the choice of the others would make no difference.
        lines.push(
            "(<= (next (other ?n)) (true mark) (does ?r (press ?n)) (not (true (turn ?r))))"
                .to_owned(),
        );
        lines
    }

    fn lock(&self) -> Vec<String> {
        let keys = self.code.iter().enumerate();
        let keys = keys.map(|(place, button)| format!("(key {place} {button} {})", place + 1));
        let mut lines: Vec<String> = keys.collect();
        lines.push("(<= right (true (lock ?i)) (pressed ?n) (key ?i ?n ?j))".to_owned());
        let last = self.code.len() - 1;
        lines.push(format!("(<= event (true (lock {last})) right)"));
        lines.push(
            "(<= (next (lock ?j)) (true (lock ?i)) (pressed ?n) (key ?i ?n ?j) (not event))"
                .to_owned(),
        );
        lines.push(match self.strict {
            true => "(<= (next (lock 0)) (not right))".to_owned(),
            false => "(<= (next (lock ?i)) (true (lock ?i)) (not right))".to_owned(),
        });
        lines.push("(<= (next (lock 0)) event)".to_owned());
        let marks = self.flaw != Flaw::None || matches!(self.event, Event::Mark);
        if marks || self.condition == "(true mark)" {
            lines.push("(<= (next mark) event)".to_owned());
            lines.push("(<= (next mark) (true mark))".to_owned());
        }
        lines
    }

    /// `(v p)` and `(v q)` look like a group, and so do three of `(w *)`, which are a
    /// group if and only if the first are.
    fn pairs(&self) -> Vec<String> {
        let lines = [
            "(init (v p))",
            "(init (w q))",
            "(<= (next (v p)) (pressed 0))",
            "(<= (next (v q)) (pressed 1))",
            "(<= (next (v p)) event)",
            "(<= (next (v q)) event)",
            "(<= (next (w p)) (pressed 1))",
            "(<= (next (w q)) (pressed 0) (true (lock 0)))",
            "(<= (next (w s)) (pressed 0) (not (true (lock 0))))",
            "(<= (next (w p)) (true (v p)) (true (v q)))",
        ];
        let lines = lines.into_iter().filter(|_| self.pairs);
        lines.map(str::to_owned).collect()
    }

    fn counter(&self) -> Vec<String> {
        let pairs = |name: &str, by: i64| -> Vec<String> {
            let to = |from: i64| (from + by).clamp(0, self.horizon as i64);
            let all = 0..self.horizon as i64;
            all.map(|from| format!("({name} {from} {})", to(from)))
                .collect()
        };
        let mut lines = pairs("after", 1);
        let on = "(<= (next (count ?d)) (true (count ?c)) (after ?c ?d)";
        let jump = match self.event {
            Event::Mark => None,
            Event::Lose => Some(None),
            Event::Restart => Some(Some(-(self.horizon as i64))),
            Event::Back(by) => Some(Some(-(by as i64))),
            Event::Skip(by) => Some(Some(1 + by as i64)),
            Event::Stand => Some(Some(0)),
        };
        match jump {
            None => lines.push(format!("{on})")),
            Some(by) => {
                lines.push(format!("{on} (not event))"));
                if let Some(by) = by {
                    lines.extend(pairs("jump", by));
                    lines.push(
                        "(<= (next (count ?d)) (true (count ?c)) (jump ?c ?d) event)".to_owned(),
                    );
                }
            }
        }
        lines
    }

    fn ends(&self) -> Vec<String> {
        let mut lines = vec![
            format!("(<= terminal (true (count {})))", self.horizon),
            "(<= counting (true (count ?c)))".to_owned(),
            "(<= terminal (not counting))".to_owned(),
        ];
        for (role, [here, there]) in self.roles().zip(&self.goals) {
            lines.push(format!("(<= (goal {role} {here}) {})", self.condition));
            lines.push(format!(
                "(<= (goal {role} {there}) (not {}))",
                self.condition
            ));
            if self.flaw == Flaw::TwoGoals {
                lines.push(format!("(<= (goal {role} 7) (true mark))"));
            }
        }
        lines
    }
}

/// Rewards of each role in two kinds of ends; often they add up to a constant.
fn goals(random: &mut SplitMix64, roles: usize) -> Vec<[i64; 2]> {
    let first = [0; 2].map(|_| 10 * random.below(11) as i64);
    let constant = random.happens(1, 2);
    let others = (1..roles).map(|_| match constant {
        true => first.map(|it| 100 - it),
        false => [0; 2].map(|_| 10 * random.below(11) as i64),
    });
    let others: Vec<[i64; 2]> = others.collect();
    [vec![first], others].concat()
}
