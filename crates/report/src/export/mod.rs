//! All states with what they are worth, as a table.
//!
//! | file | what |
//! |---|---|
//! | `table` | what takes rows |
//! | `csv` | rows of text |
//! | `parquet` | columns, in a build with the feature of that name |

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod table;

use std::io::Write;

use ::table::solution::Key;
use game::Stop;
use play::SolvedGame;

use self::table::Table;

pub use self::table::ExportEnd;

/// After this many states it is asked whether to stop.
const AT_ONCE: u64 = 4096;

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Rows of text.
    Csv,
    /// Columns.
    Parquet,
}

impl Export {
    /// Whether this build can write it.
    pub fn is_supported(self) -> bool {
        self == Export::Csv || cfg!(feature = "parquet")
    }

    /// Writes at most `limit` states, and gives back where they went.
    ///
    /// # Errors
    ///
    /// [`ExportEnd`] if there is no whole table.
    pub fn write<W: Write + Send + 'static>(
        self,
        solved: &SolvedGame,
        out: W,
        limit: Option<u64>,
        stop: &Stop,
    ) -> Result<W, ExportEnd> {
        let mut table = self.table(solved.roles(), out)?;
        let file = solved.file();
        let (limit, mut written) = (limit.unwrap_or(u64::MAX), 0_u64);
        for section in file.sections()? {
            for state in file.states(section.number) {
                if written == limit {
                    return table.finish();
                }
                let (key, outcome) = state?;
                let text = state_text(solved, &key).ok_or(ExportEnd::NotAState)?;
                table.row(text, file.outcome(outcome))?;
                written += 1;
                if written.is_multiple_of(AT_ONCE)
                    && let Some(reason) = stop.requested()
                {
                    return Err(ExportEnd::Stopped(reason, written));
                }
            }
        }
        table.finish()
    }

    fn table<W: Write + Send + 'static>(
        self,
        roles: &[String],
        out: W,
    ) -> Result<Box<dyn Table<W>>, ExportEnd> {
        match self {
            Export::Csv => Ok(Box::new(csv::Rows::new(roles, out)?)),
            #[cfg(feature = "parquet")]
            Export::Parquet => Ok(Box::new(parquet::Columns::new(roles, out)?)),
            #[cfg(not(feature = "parquet"))]
            Export::Parquet => Err(ExportEnd::Unsupported),
        }
    }
}

/// A state of the file in KIF; none if the key is no state.
fn state_text(solved: &SolvedGame, key: &Key) -> Option<String> {
    let encoding = solved.file().encoding();
    let held = encoding.decode(key)?;
    let fluents = held.iter();
    let fluents = fluents.map(|&it| encoding.fluents()[it as usize].as_str());
    Some(format!("({})", fluents.collect::<Vec<_>>().join(" ")))
}
