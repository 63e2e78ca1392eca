//! Sums of parts whose worth does not follow from that of the parts: a product of quotients.
//!
//! In: a ground game, its facts, a start. Out: a [`Split`], the parts with their states merged
//! into classes; from it a [`Product`], which knows the value of every state. Not here: games
//! whose last mover wins or loses ([`LastMover`](crate::LastMover)).
//!
//! | file | what |
//! |---|---|
//! | `known`, `rules`, `supports` | the rules for each value of whose turn it is, as conditions on bits, and on which |
//! | `partition` | which bits hang together: the parts |
//! | `columns`, `families` | what moves do to parts, and which moves differ in that alone |
//! | `outputs`, `views` | what the rules see of each part |
//! | `draft`, `machine`, `classes` | the states of a part, and which of them are alike |
//! | `matters` | what is seen of parts and makes no difference, taken out |
//! | `fold` | parts put together two at a time, and merged again |
//! | `dominated` | moves in a part that another move dominates, left out on request |
//! | `sequences` | how many sequences of moves that leaves, for comparison |
//! | `plans/` | one role that moves in all parts at once, or in one at a time: no product is needed |
//! | `sum` | the product of the classes as a game, which the judge solves |
//!
//! **Theorem.** A state of the game is worth what its classes are worth in the product, and
//! has the same distance. *Proof.* Map each reachable state to its context and the classes of
//! its parts. States with the same image are bisimilar: (1) Whether play is over, the goals,
//! whose turn it is, the letters and the guards are expressions of what is seen, which is the
//! same but for what makes no difference (`matters`). (2) A legal move is in one family, whose
//! guards hold; its columns are legal in each part. In the other state the guards hold too,
//! and each part has a column of the family to the same class. The family has all combinations
//! of columns, so one of its moves does all of it, and is legal. It leads to the same context.
//! So the map is a bisimulation of the
//! game and the product, by roles: a role's moves from a state lead to the same classes. The
//! reward order of a role, backward induction, attractors and distances look at nothing but
//! rewards of ends, who moves, and where moves lead up to bisimulation. A role that has only
//! moves to one class has a choice in the game and none in the product; all its moves are
//! worth the same then, in value and distance, so it does not matter who chooses. ∎

mod classes;
mod columns;
mod dominated;
mod draft;
mod families;
mod fold;
mod known;
mod machine;
mod matters;
mod no_product;
mod outputs;
mod partition;
mod plans;
mod rules;
mod sequences;
mod solved;
mod split;
mod sum;
mod supports;
mod views;

pub use no_product::NoProduct;
pub use plans::Plans;
pub use sequences::Sequences;
pub use solved::Product;
pub use split::{Estimate, ProductPart, Split, SplitTask};
