//! What an engine has computed, on disk.
//!
//! The [`Store`] keeps finished layers while a game is being solved, so that a
//! run that was killed can be resumed: `docs/formats/layer-store.md` has the
//! bytes and the guarantees. It knows nothing of games: an entry is a name and
//! bytes, whose meaning is up to the engine.
//!
//! This is the only crate below the command line that touches files, and only
//! those in the folder that it is given.

mod archive;
mod bytes;
mod checksum;
mod digest;
pub mod solution;
mod space;
mod store;
mod temp;
mod whole;

pub use archive::{Archive, OpenStore, Reader, Storage, Writer};
pub use bytes::{read_byte, read_number, write_number};
pub use digest::digest;
pub use store::{
    Difference, Durability, EntryReader, EntryWriter, Scratch, ScratchWriter, Store, StoreError,
};
pub use temp::remove_unfinished;
pub use whole::WholeFile;
