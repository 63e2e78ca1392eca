//! What a run may use: threads, memory, and when it is to stop.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use game::Stop;

/// What a run may use. By default: a thread for each core, 4 GiB, no end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The number of threads; one for each core if none is given.
    pub threads: Option<NonZeroUsize>,
    /// How much memory the run may take.
    pub memory: Memory,
    /// The request to stop. Time limits and signals are the door's: it requests the stop.
    pub stop: Stop,
}

/// How much memory a run may take, in bytes.
#[derive(Clone)]
pub enum Memory {
    /// What each part of the work may add to what the program uses already. Parts come
    /// one after the other, and give back what they took.
    Added(u64),
    /// What is left of the memory of the whole process, asked before each part.
    Left(Arc<dyn Fn() -> u64 + Send + Sync>),
}

impl Memory {
    /// The bytes that the next part of the work may take.
    pub fn bytes(&self) -> u64 {
        match self {
            Memory::Added(bytes) => *bytes,
            Memory::Left(ask) => ask(),
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Memory::Added(4 << 30)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Memory::Added(bytes) => f.debug_tuple("Added").field(bytes).finish(),
            Memory::Left(_) => f.write_str("Left"),
        }
    }
}

impl Limits {
    /// The number of threads to work with.
    pub fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}
