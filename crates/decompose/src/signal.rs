//! What a condition is made of: a bit or a conjunction, or its negation.

/// A constant, a fluent or a gate, or its negation.
///
/// Number 0 always holds; the fluents follow, then the gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Signal(u32);

impl Signal {
    pub const TRUE: Signal = Signal(0);
    pub const FALSE: Signal = Signal(1);

    pub fn of(number: usize) -> Self {
        Signal((number as u32) << 1)
    }

    /// A bit: a fluent of a local game.
    pub fn fluent(fluent: usize) -> Self {
        Signal::of(fluent + 1)
    }

    pub fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negated if `negate` says so.
    pub fn negated_if(self, negate: bool) -> Self {
        Signal(self.0 ^ u32::from(negate))
    }

    /// Its value, given those of all signals by their numbers.
    pub fn among(self, values: &[bool]) -> bool {
        values[self.number()] != self.is_negated()
    }

    /// The signal with this [code](Signal::code).
    pub fn read(code: u32) -> Self {
        Signal(code)
    }

    /// As a number that tells it from all other signals.
    pub fn code(self) -> u32 {
        self.0
    }
}

impl std::ops::Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}
