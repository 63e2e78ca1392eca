//! Valid rules, which the checks of [`validate`](crate::validate()) make.

use crate::dependencies::Dependencies;
use crate::{Clause, RulesHash, Sheet};

/// The valid rules of a game.
///
/// [`validate`](crate::validate()) is the only way to make them.
#[derive(Clone, Debug)]
pub struct Rules {
    sheet: Sheet,
    dependencies: Dependencies,
    hash: RulesHash,
}

impl Rules {
    /// Rules whose dependencies are known; for [`validate`](crate::validate()) alone.
    pub(crate) fn new(sheet: Sheet, dependencies: Dependencies) -> Self {
        Rules {
            hash: RulesHash::of(&sheet),
            sheet,
            dependencies,
        }
    }

    /// Makes the derived order of roles part of the hash.
    pub(crate) fn count_in(&mut self, roles: &[String]) {
        self.hash = self.hash.with_roles(roles);
    }

    /// The clauses, as they were written.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The clauses, in the order of the text.
    pub fn clauses(&self) -> &[Clause] {
        &self.sheet.clauses
    }

    /// The hash of the rules' canonical form.
    pub fn hash(&self) -> RulesHash {
        self.hash
    }

    /// Which relation depends on which.
    pub fn dependencies(&self) -> &Dependencies {
        &self.dependencies
    }
}
