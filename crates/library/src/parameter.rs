//! Parameters of a game family.
//!
//! In: the text of one setting. Out: a [`Value`] of the parameter's [`Kind`].
//! Not here: how a sheet declares its parameters.

use crate::LibraryError;
use crate::kind::{Kind, Misfit, Value};

/// A parameter as a sheet declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) kind: Kind,
    pub(crate) default: Value,
}

impl Parameter {
    /// Returns the name, as used in settings.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what the parameter means, without a full stop.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Returns which values are allowed.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Returns the value that holds where none is set.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// Reads a value of this parameter.
    ///
    /// # Errors
    ///
    /// [`LibraryError::NotAValue`] or [`LibraryError::OutOfRange`].
    pub fn parse(&self, text: &str) -> Result<Value, LibraryError> {
        match self.kind.parse(text) {
            Ok(value) => Ok(value),
            Err(Misfit::Form) => Err(LibraryError::NotAValue {
                name: self.name.clone(),
                given: text.to_owned(),
                kind: self.kind.clone(),
            }),
            Err(Misfit::Range) => Err(LibraryError::OutOfRange {
                name: self.name.clone(),
                given: text.to_owned(),
                kind: self.kind.clone(),
            }),
        }
    }
}
