//! The open sections of a file, for all threads.

use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::section::Section;

/// Most bytes that the heads of open sections take.
const MAX_BYTES: usize = 32 << 20;
/// Bytes of a section besides its head.
const ENTRY_BYTES: usize = 64;

/// Sections by number; `None` where there is none.
#[derive(Default)]
pub(super) struct Sections(RwLock<Open>);

#[derive(Default)]
struct Open {
    sections: FxHashMap<u64, Option<Arc<Section>>>,
    bytes: usize,
}

impl Sections {
    pub fn get(&self, number: u64) -> Option<Option<Arc<Section>>> {
        // A panic can at worst leave one section too few.
        let open = self.0.read().unwrap_or_else(PoisonError::into_inner);
        open.sections.get(&number).cloned()
    }

    pub fn keep(&self, number: u64, section: Option<Arc<Section>>) {
        let bytes = section.as_ref().map_or(0, |it| it.bytes()) + ENTRY_BYTES;
        let mut open = self.0.write().unwrap_or_else(PoisonError::into_inner);
        open.bytes += bytes;
        if open.bytes > MAX_BYTES {
            open.sections.clear();
            open.bytes = bytes;
        }
        open.sections.insert(number, section);
    }
}
