//! The games that come with the program, by name.
//!
//! In: a name and settings such as `width=5`. Out: the rules as KIF text.
//! Not here: what the text means (`gdl`), and games that a user brings along.
//!
//! Each game is a *sheet*, `games/NAME.kif` at the root of the repository: KIF
//! text with a header of comments and, where the game is a family, minijinja
//! markup. The header's format:
//!
//! ```text
//! ; Title
//! ;
//! ; Summary, one paragraph of one or
//! ; more lines.
//! ;
//! ; source: where the rules are from
//! ; results: what is known about the game; a line that is indented
//! ;   further goes on with the field above
//! ; parameter width = 3 (1..19): an integer, with its range
//! ; parameter points = 8 (4..12 step 2): an integer from 4, 6, …, 12
//! ; parameter misere = false: a boolean, true or false
//! ; parameter heaps = 3,4,5 (1..16 of 0..99): a list, the range of its length
//! ;   and that of its items
//! ; parameter gains = win (win | moves): one of these words
//! ```
//!
//! It ends at the first line that is not a comment. The value after `=` is the
//! default. In rendered text the header stays, with the chosen values there.
//!
//! ```
//! let game = library::find("nim").expect("nim is in the library");
//! let settings = [("heaps".to_owned(), "2,3".to_owned())];
//! let text = game.render(&settings)?;
//! assert!(text.contains("(start 2 3)"));
//! # Ok::<(), library::LibraryError>(())
//! ```

mod catalogue;
mod entry;
mod error;
mod header;
mod kind;
mod parameter;

pub use catalogue::{find, games, similar};
pub use entry::Entry;
pub use error::LibraryError;
pub use kind::{Kind, Span, Value};
pub use parameter::Parameter;
