//! States with what they are worth, as a table.
//!
//! In: a solved game, which states and which columns. Out: rows in the order of the
//! file, some thousands at a time.
//!
//! | file | what |
//! |---|---|
//! | `column` | what there is to be told of a state |
//! | `sample`, `pick` | which states, and the way to them |
//! | `sums` | states of a game that was solved by its parts |
//! | `rows` | what is told of them |
//! | `table` | what takes rows |
//! | `csv` | rows of text |
//! | `parquet` | columns, in a build with the feature of that name |

mod column;
mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod pick;
mod rows;
mod sample;
mod sums;
mod table;

use std::io::Write;

use game::Stop;
use play::SolvedGame;

use self::pick::{Pick, picks};
use self::rows::{Describer, MAX_WALKED};
use self::table::Table;

pub use self::column::Column;
pub use self::sample::Selection;
pub use self::table::ExportEnd;

/// States that are described between two checks whether to stop.
const BATCH_STATES: usize = 4096;

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Rows of text.
    Csv,
    /// Columns.
    Parquet,
}

impl TableForm {
    /// Whether this build can write it.
    pub fn is_supported(self) -> bool {
        self == TableForm::Csv || cfg!(feature = "parquet")
    }
}

/// A table of states.
#[derive(Clone, Debug)]
pub struct Export {
    /// How it is written.
    pub form: TableForm,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// Its rows.
    pub selection: Selection,
}

impl Export {
    /// Writes the table, and gives back where it went.
    ///
    /// # Errors
    ///
    /// [`ExportEnd`] if there is no whole table.
    pub fn write<W: Write + Send + 'static>(
        &self,
        solved: &SolvedGame,
        out: W,
        stop: &Stop,
    ) -> Result<W, ExportEnd> {
        let describer = Describer::new(solved, &self.columns, stop)?;
        if solved.parts().is_some() {
            return self.write_sum(&describer, solved, out, stop);
        }
        let mut table = self.table(solved, out)?;
        let mut picks = picks(solved.file(), self.selection)?;
        let mut written = 0;
        loop {
            let part = picks.by_ref().take(BATCH_STATES);
            let part = part.collect::<Result<Vec<Pick>, _>>()?;
            if part.is_empty() {
                return table.finish();
            }
            for row in describer.rows(&part)? {
                table.row(row)?;
            }
            written += part.len() as u64;
            if let Some(reason) = stop.requested() {
                return Err(ExportEnd::Stopped(reason, written));
            }
        }
    }

    /// Writes states of a game that was solved by its parts.
    fn write_sum<W: Write + Send + 'static>(
        &self,
        describer: &Describer<'_>,
        solved: &SolvedGame,
        out: W,
        stop: &Stop,
    ) -> Result<W, ExportEnd> {
        if self.columns.contains(&Column::Key) {
            return Err(ExportEnd::NoKeys);
        }
        let states = sums::states(solved, self.selection, stop)?;
        let lacks_layers = states.iter().any(|it| it.1.is_none());
        if self.columns.contains(&Column::Layer) && lacks_layers {
            return Err(ExportEnd::NoLayers { most: MAX_WALKED });
        }
        let mut table = self.table(solved, out)?;
        let mut written = 0;
        for part in states.chunks(BATCH_STATES) {
            for row in describer.rows_of_sum(part)? {
                table.row(row)?;
            }
            written += part.len() as u64;
            if let Some(reason) = stop.requested() {
                return Err(ExportEnd::Stopped(reason, written));
            }
        }
        table.finish()
    }

    fn table<W: Write + Send + 'static>(
        &self,
        solved: &SolvedGame,
        out: W,
    ) -> Result<Box<dyn Table<W>>, ExportEnd> {
        match self.form {
            TableForm::Csv => {
                let rows = csv::Rows::new(&self.columns, solved.roles(), out)?;
                Ok(Box::new(rows))
            }
            #[cfg(feature = "parquet")]
            TableForm::Parquet => Ok(Box::new(parquet::Columns::new(&self.columns, solved, out)?)),
            #[cfg(not(feature = "parquet"))]
            TableForm::Parquet => Err(ExportEnd::Unsupported),
        }
    }
}
