//! What people do with a solution file: query it, play, review matches.
//!
//! A [`SolvedGame`] is a [`Referee`], who knows the rules, with an [`Oracle`], who knows
//! values. It turns states into [`Position`]s: what they are worth, and all moves with
//! their judgements, best first. Many threads may use it at once.
//!
//! ```text
//! SolutionFile ─rules→ Referee ─┐
//!        └─outcomes→ FileOracle ┴─► SolvedGame ─position─► Position ─choose─► the perfect player
//!                                          │                    └─review─► Review, Summary
//!                                          └─survey─► Survey
//! ```
//!
//! Nothing here prints, reads a clock or any file except the open one.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `oracle`, `file`, `parts` | the trait of what knows values; a solution file, whole or in part; a game solved by its parts |
//! | `referee`, `state`, `expand` | the rules at work for many threads, ground or not |
//! | `turn` | moves of all roles, of any game |
//! | `solved` | both together: one state or many at once, as positions |
//! | `position` | moves judged in the words of `docs/semantics.md`, best first |
//! | `moves` | moves and states as people write them |
//! | `invariants`, `misfit`, `similar` | what holds in all states; why some fluents are none, and which were meant |
//! | `player`, `line` | the perfect player, and best play |
//! | `matches`, `review` | matches of ggp-base and plain lists; each move judged, each player summarised |
//! | `counts` | how many states there are, as the file or its parts tell |
//! | `survey/` | a walk over all states: where value is lost, and the hardest positions |
//! | `reached` | states in the order of a walk, or of a random game |
//! | `layers` | how many moves from the start each state is |
//! | `arrows`, `contest/` | the graph of these states; perfect play against random play |
//! | `board` | a board that stands upright, where two arguments of a function name a place |

mod arrows;
mod board;
mod contest;
mod counts;
mod error;
mod expand;
mod figures;
mod file;
mod invariants;
mod layers;
mod line;
mod matches;
mod misfit;
mod moves;
mod oracle;
mod parts;
mod player;
mod position;
mod reached;
mod referee;
mod review;
mod similar;
mod solved;
mod state;
mod survey;
mod tally;
mod turn;

pub use board::{Arrow, Board, Cell, Panel, PanelView, Piece, Square, View};
pub use contest::{Contest, Sample, sampled};
pub use counts::Counts;
pub use error::PlayError;
pub use figures::Figures;
pub use file::FileOracle;
pub use invariants::{Group, Invariants};
pub use layers::Layers;
pub use line::best_line;
pub use matches::{Match, MatchError, read_matches};
pub use misfit::{Misfit, UnknownFluent};
pub use moves::{MoveError, after_move, after_moves, readings_of_state};
pub use oracle::{Knowledge, Oracle};
pub use parts::PartsOracle;
pub use player::choose;
pub use position::{Choice, Judgement, Position};
pub use reached::{random_game, reached};
pub use referee::Referee;
pub use review::{Review, Reviewed, Summary, review};
pub use solved::SolvedGame;
pub use state::State;
pub use survey::{LayerMeans, NamedMove, OnlyMove, Survey, Turns, survey};
pub use tally::{Player, Tally};
pub use turn::Turn;
