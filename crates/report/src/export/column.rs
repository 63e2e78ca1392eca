//! The columns that a table of states may have.

use std::str::FromStr;

/// A column, or several that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The state in KIF.
    State,
    /// The state as the bits of its key in the file.
    Key,
    /// A reward for each role.
    Rewards,
    /// The number of moves to the end.
    Distance,
    /// The role that has a choice.
    Mover,
    /// The number of moves from the start.
    Layer,
    /// The moves that keep value and distance.
    Best,
}

impl Column {
    /// All columns.
    pub const ALL: [Column; 7] = [
        Column::State,
        Column::Key,
        Column::Rewards,
        Column::Distance,
        Column::Mover,
        Column::Layer,
        Column::Best,
    ];
    /// The columns that come without a look at the rules.
    pub const USUAL: [Column; 3] = [Column::State, Column::Rewards, Column::Distance];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Column::State => "state",
            Column::Key => "key",
            Column::Rewards => "rewards",
            Column::Distance => "distance",
            Column::Mover => "mover",
            Column::Layer => "layer",
            Column::Best => "best",
        }
    }

    /// Columns by their names, separated by commas; `all` stands for all of them.
    ///
    /// # Errors
    ///
    /// The name that is no column, or occurs twice.
    pub fn list(names: &str) -> Result<Vec<Column>, String> {
        if names.trim() == "all" {
            return Ok(Column::ALL.to_vec());
        }
        let mut columns = Vec::new();
        for name in names.split(',').map(str::trim) {
            let column: Column = name.parse()?;
            if columns.contains(&column) {
                return Err(format!("the column `{name}` is named twice"));
            }
            columns.push(column);
        }
        Ok(columns)
    }
}

impl FromStr for Column {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let column = Column::ALL.into_iter().find(|it| it.name() == name);
        column.ok_or_else(|| {
            let names: Vec<&str> = Column::ALL.iter().map(|it| it.name()).collect();
            format!("no column `{name}`: there are {}, all", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_listed_by_name() {
        let columns = Column::list("key, best").unwrap();
        assert_eq!(columns, [Column::Key, Column::Best]);
        assert_eq!(Column::list("all").unwrap(), Column::ALL);
        assert!(Column::list("state,state").unwrap_err().contains("twice"));
        assert!(Column::list("states").unwrap_err().contains("state, key"));
        assert!(Column::list("").is_err());
    }
}
