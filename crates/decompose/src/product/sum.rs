//! The product of the classes of all parts, as a game.
//!
//! In: classes, families and views. Out: a [`Sum`], which is [`Playable`]: its states are a
//! class for each part and a context, packed into one number. Not here: what they are worth.

use std::convert::Infallible;
use std::rc::Rc;

use game::{GoalValue, Playable, RoleId};
use rustc_hash::FxHashMap;

use crate::product::fold::Level;
use crate::signal::Signal;

/// The classes of all parts, and the rules above them.
#[derive(Clone, Debug)]
pub(crate) struct Quotients {
    pub roles: Vec<String>,
    pub level: Level,
}

/// A state: a context and a class for each part.
pub(crate) type Code = u64;

impl Quotients {
    /// The number of a state; `None` if there are too many for numbers.
    pub fn code(&self, context: usize, classes: &[u32]) -> Option<Code> {
        let mut code = context as u64;
        for (part, &class) in self.level.parts.iter().zip(classes) {
            code = code.checked_mul(part.count as u64)?;
            code = code.checked_add(u64::from(class))?;
        }
        Some(code)
    }

    /// Whether all states have numbers.
    pub fn fits(&self) -> bool {
        let last: Vec<u32> = self
            .level
            .parts
            .iter()
            .map(|it| it.count as u32 - 1)
            .collect();
        self.code(self.level.outputs.contexts.len(), &last)
            .is_some()
    }

    fn decode(&self, mut code: Code, classes: &mut Vec<u32>) -> usize {
        classes.clear();
        for part in self.level.parts.iter().rev() {
            classes.push((code % part.count as u64) as u32);
            code /= part.count as u64;
        }
        classes.reverse();
        code as usize
    }

    fn evaluate(&self, context: usize, classes: &[u32]) -> Outlook {
        let level = &self.level;
        let values = level.net.evaluate(|bit| {
            let (part, place) = level.bits[bit];
            level.parts[part].sees(classes[part], place)
        });
        let context = &level.outputs.contexts[context];
        let letter = |inputs: &Vec<Signal>| {
            let bits = inputs.iter().enumerate();
            bits.fold(0, |letter, (place, it)| {
                letter | usize::from(it.among(&values)) << place
            })
        };
        let goals = context.goals.iter().map(|goals| {
            let holding = goals.iter().filter(|(_, it)| it.among(&values));
            GoalValue::distinct(holding.map(|(value, _)| value.clone()))
        });
        let open = context.families.iter().enumerate();
        let open = open.filter(|(_, it)| it.guards.iter().all(|guard| guard.among(&values)));
        Outlook {
            terminal: context.terminal.among(&values),
            goals: goals.collect(),
            letters: level.outputs.inputs.iter().map(letter).collect(),
            open: open.map(|(family, _)| family).collect(),
        }
    }
}

/// What follows from what is seen of all parts.
#[derive(Debug)]
struct Outlook {
    terminal: bool,
    goals: Vec<Vec<GoalValue>>,
    /// For each part the letter that its effects read.
    letters: Vec<usize>,
    /// The families whose guards hold.
    open: Vec<usize>,
}

/// A move of a state of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The role whose moves matter moves to this state.
    To(Code),
    /// Another role makes its only move.
    Wait,
}

/// The product as a game.
pub(crate) struct Sum<'a> {
    quotients: &'a Quotients,
    start: Code,
    /// The outlooks so far, by context and patterns.
    outlooks: FxHashMap<Box<[u32]>, Rc<Outlook>>,
    key: Vec<u32>,
    classes: Vec<u32>,
}

impl<'a> Sum<'a> {
    pub fn new(quotients: &'a Quotients, start: Code) -> Self {
        Sum {
            quotients,
            start,
            outlooks: FxHashMap::default(),
            key: Vec::new(),
            classes: Vec::new(),
        }
    }

    /// Leaves the classes in `self.classes`.
    fn enter(&mut self, state: Code) -> (usize, Rc<Outlook>) {
        let quotients = self.quotients;
        let context = quotients.decode(state, &mut self.classes);
        self.key.clear();
        self.key.push(context as u32);
        let parts = quotients.level.parts.iter().zip(&self.classes);
        self.key
            .extend(parts.map(|(part, &class)| part.pattern[class as usize]));
        if let Some(known) = self.outlooks.get(self.key.as_slice()) {
            return (context, known.clone());
        }
        let outlook = Rc::new(quotients.evaluate(context, &self.classes));
        self.outlooks
            .insert(self.key.as_slice().into(), outlook.clone());
        (context, outlook)
    }

    fn steps(&mut self, state: Code) -> (RoleId, Vec<Step>) {
        let (context, outlook) = self.enter(state);
        let quotients = self.quotients;
        let rules = &quotients.level.outputs.contexts[context];
        let mut codes: Vec<Code> = Vec::new();
        for &family in &outlook.open {
            let mut combined = vec![rules.families[family].to as u64];
            for (place, part) in quotients.level.parts.iter().enumerate() {
                let class = self.classes[place];
                let letter = outlook.letters[place];
                let next = part.next(class, letter, rules.first_family + family);
                let count = part.count as u64;
                let pairs = combined
                    .iter()
                    .flat_map(|code| next.iter().map(move |&next| code * count + u64::from(next)));
                combined = pairs.collect();
            }
            codes.extend(combined);
        }
        codes.sort_unstable();
        codes.dedup();
        (rules.role, codes.into_iter().map(Step::To).collect())
    }
}

impl Playable for Sum<'_> {
    type State = Code;
    type Move = Step;
    type Error = Infallible;

    fn roles(&self) -> &[String] {
        &self.quotients.roles
    }

    fn initial(&mut self) -> Result<Code, Infallible> {
        Ok(self.start)
    }

    fn is_terminal(&mut self, state: &Code) -> Result<bool, Infallible> {
        Ok(self.enter(*state).1.terminal)
    }

    fn legal_moves(&mut self, state: &Code) -> Result<Vec<Vec<Step>>, Infallible> {
        let (role, steps) = self.steps(*state);
        let mut legal = vec![vec![Step::Wait]; self.quotients.roles.len()];
        legal[role.index()] = steps;
        Ok(legal)
    }

    fn successor(&mut self, state: &Code, joint: &[Step]) -> Result<Code, Infallible> {
        let to = joint.iter().find_map(|step| match step {
            Step::To(code) => Some(*code),
            Step::Wait => None,
        });
        Ok(to.unwrap_or(*state))
    }

    fn goals(&mut self, state: &Code) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        Ok(self.enter(*state).1.goals.clone())
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<Code> {
        match fluents {
            [code] => code.parse().ok(),
            _ => None,
        }
    }

    fn fluents(&self, state: &Code) -> Vec<String> {
        vec![state.to_string()]
    }

    fn move_text(&self, mov: &Step) -> String {
        match mov {
            Step::To(code) => code.to_string(),
            Step::Wait => "wait".to_owned(),
        }
    }
}
