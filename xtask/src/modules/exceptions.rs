//! Allowed cycles, each with its reason; one that is no longer needed is a
//! fault, too.

/// Uses that may be part of a cycle: from which module, of which, and why.
const ALLOWED: [(&str, &str, &str); 0] = [];

/// The exceptions, and which of them were needed.
#[derive(Debug)]
pub struct Exceptions {
    allowed: Vec<bool>,
}

impl Exceptions {
    /// None of them was needed so far.
    pub fn new() -> Self {
        Exceptions {
            allowed: vec![false; ALLOWED.len()],
        }
    }

    /// Whether a module may use another one though that makes a cycle.
    pub fn allow(&mut self, from: &str, to: &str) -> bool {
        let mut all = ALLOWED.iter();
        let found = all.position(|(user, used, _)| *user == from && *used == to);
        found.inspect(|it| self.allowed[*it] = true).is_some()
    }

    /// The exceptions that were not needed.
    pub fn unused(&self) -> Vec<String> {
        let uses = ALLOWED.iter().zip(&self.allowed);
        let uses = uses.filter(|(_, needed)| !**needed);
        let uses = uses.map(|((from, to, _), _)| format!("{from} uses {to}"));
        uses.collect()
    }
}
