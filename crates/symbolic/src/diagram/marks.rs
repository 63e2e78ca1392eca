//! A number for each node that a walk over diagrams has visited.

/// The marks of all nodes. Those of earlier walks are recognised by being small, so
/// nothing has to be cleared between walks.
#[derive(Default)]
pub(crate) struct Marks {
    of: Vec<u32>,
    before: u32,
    largest: u32,
}

impl Marks {
    /// Forgets all marks. The numbers of nodes are below `numbers`, and so are the
    /// marks.
    pub fn begin(&mut self, numbers: usize) {
        self.before = self.largest;
        if self.of.len() < numbers || self.before > u32::MAX / 2 {
            // Pages of zeros cost nothing until they are written to.
            self.of = vec![0; numbers.next_power_of_two()];
            self.before = 0;
        }
        self.largest = self.before;
    }

    /// Marks a node with 1; returns whether it had no mark yet.
    #[inline]
    pub fn mark(&mut self, number: usize) -> bool {
        let new = !self.has(number);
        if new {
            self.set(number, 1);
        }
        new
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.of[number] > self.before
    }

    /// The mark of a node, if it has one.
    #[inline]
    pub fn get(&self, number: usize) -> Option<u32> {
        self.of[number]
            .checked_sub(self.before)
            .filter(|it| *it > 0)
    }

    /// Marks a node with a number of at least 1.
    #[inline]
    pub fn set(&mut self, number: usize, mark: u32) {
        self.of[number] = self.before + mark;
        self.largest = self.largest.max(self.of[number]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_forgotten_when_a_walk_begins() {
        let mut marks = Marks::default();
        marks.begin(3);
        assert!(marks.mark(2) && !marks.mark(2));
        marks.set(1, 700);
        assert_eq!([marks.get(0), marks.get(1)], [None, Some(700)]);
        marks.begin(3);
        assert!(!marks.has(1) && !marks.has(2));
        marks.set(1, 2);
        assert_eq!(marks.get(1), Some(2));
        // More nodes than before, and numbers used up.
        marks.begin(5000);
        assert!(!marks.has(1) && marks.mark(4999));
        marks.set(0, u32::MAX / 2 + 1);
        marks.begin(5000);
        assert!(!marks.has(0) && !marks.has(4999));
        marks.set(0, u32::MAX / 2);
        assert_eq!(marks.get(0), Some(u32::MAX / 2));
    }
}
