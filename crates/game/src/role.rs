//! Roles, numbered in the order in which the rules name them.

/// The number of a role, in the order of the sheet's `role` facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(u16);

impl RoleId {
    /// Makes the id of the role at this place in the sheet's order.
    ///
    /// # Panics
    ///
    /// On more than 65,536 roles; rules with that many are refused long before.
    pub fn new(index: usize) -> Self {
        RoleId(u16::try_from(index).expect("a game has at most 65,536 roles"))
    }

    /// The role's place in the sheet's order.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All the roles of a game that has `count` of them.
    pub fn all(count: usize) -> impl Iterator<Item = RoleId> {
        (0..count).map(RoleId::new)
    }
}
