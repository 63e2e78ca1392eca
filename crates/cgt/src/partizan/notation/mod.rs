//! Games as text, in the notation of CGSuite.
//!
//! | module | in → out |
//! |---|---|
//! | `sort` | options → the order in which they are written |
//! | `expand` | game → its uptimal expansion, if it has one |
//! | `show` | game → text |

mod expand;
mod show;
mod sort;
