//! An open section: finds keys in it.
//!
//! In: a record of the directory. Out: the outcomes of keys. Not here: many keys
//! at once (`batch.rs`), and all of them (`states.rs`).

use std::ops::Range;

use super::SolutionError;
use super::cache::{Cache, Stream};
use super::directory::{Form, Record, outcome_bits};
use super::filter::Records;
use super::frame::{Extent, u32_at, u64_at};
use super::key::{Key, bit, key_bytes, key_words, to_bytes, zero_from};

/// What is needed to search a section, except its blocks.
#[derive(Debug)]
pub(super) struct Section {
    pub form: Form,
    pub states: u128,
    pub bits: u32,
    /// The outcomes that occur.
    palette: Vec<u32>,
    /// The number of references that are terminals.
    terminals: u64,
    /// The first reference of each level.
    starts: Vec<u64>,
    root: u64,
    /// Nodes or keys.
    body: Stream,
    outcomes: Stream,
    /// Bits of an outcome.
    outcome_bits: u32,
    /// Where the directory's record points to: the place named in errors.
    place: u64,
}

/// A place in a diagram that the bits of a key read so far lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub level: u32,
    pub reference: u64,
    /// The number of states before all that can be reached from here.
    pub rank: u64,
}

/// A node of a diagram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub lo: u64,
    pub hi: u64,
    pub below: u64,
}

impl Section {
    /// Reads the head of a section, in a file with keys of `bits` bits and
    /// `outcomes` outcomes.
    pub fn load(
        cache: &mut Cache,
        record: &Record,
        bits: u32,
        outcomes: usize,
    ) -> Result<Self, SolutionError> {
        let place = record.head.root;
        let head = cache.stream(record.head, Records::Plain(4))?;
        let with_levels = record.form != Form::Listed;
        let levels = if with_levels { bits as usize } else { 0 };
        let most = 4 * (1 + outcomes + levels) as u64;
        if record.head.len < 4 || record.head.len > most {
            return Err(cache.corrupt(place, "the head of a section has another length"));
        }
        let numbers = read_head(cache, &head)?;
        let damage = |why| cache.corrupt(place, why);
        let count = numbers[0] as usize;
        if numbers.len() as u64 != 1 + count as u64 + levels as u64 {
            return Err(damage("the head of a section has another length"));
        }
        let (palette, counts) = numbers[1..].split_at(count);
        let ascending = palette.is_sorted_by(|a, b| a < b);
        let known = palette
            .last()
            .is_some_and(|&last| (last as usize) < outcomes);
        if !ascending || !known || record.states == 0 {
            return Err(damage("a section has no proper outcomes"));
        }
        let terminals = match record.form {
            Form::Diagram => count as u64 + 1,
            _ => 2,
        };
        let mut starts = vec![0; levels];
        let mut next = terminals;
        for (start, &count) in starts.iter_mut().zip(counts).rev() {
            *start = next;
            next += u64::from(count);
        }
        let nodes = next - terminals;
        let (records, body_len) = match record.form {
            Form::Diagram => (Records::Nodes, Some(nodes * 8)),
            Form::Ranked => (Records::RankedNodes, Some(nodes * 16)),
            Form::Listed => {
                let width = key_bytes(bits);
                let len = u64::try_from(record.states).ok();
                (
                    Records::Keys(width),
                    len.and_then(|it| it.checked_mul(width as u64)),
                )
            }
        };
        let outcome_bits = outcome_bits(count);
        let outcomes_len = match record.form {
            Form::Diagram => Some(0),
            _ => bytes_of(record.states, outcome_bits),
        };
        let fits = Some(record.body.len) == body_len
            && Some(record.outcomes.len) == outcomes_len
            && (record.root < next || !with_levels);
        if !fits {
            return Err(damage("a section has other lengths than its head tells"));
        }
        Ok(Section {
            form: record.form,
            states: record.states,
            bits,
            palette: palette.to_vec(),
            terminals,
            starts,
            root: record.root,
            body: cache.stream(record.body, records)?,
            outcomes: cache.stream(record.outcomes, Records::Plain(1))?,
            outcome_bits,
            place,
        })
    }

    /// Estimated bytes of memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + 8 * self.starts.len() + 4 * self.palette.len()
    }

    /// The error for damage in the section.
    pub fn damage(&self, cache: &Cache, why: &'static str) -> SolutionError {
        cache.corrupt(self.place, why)
    }

    /// Reads and checks all blocks.
    pub fn check_blocks(&self, cache: &mut Cache) -> Result<(), SolutionError> {
        read_all(cache, &self.body, &mut |_| {})?;
        read_all(cache, &self.outcomes, &mut |_| {})
    }

    /// Whether a key has the file's length.
    pub fn takes(&self, key: &Key) -> bool {
        key.words().len() == key_words(self.bits)
    }

    /// Where every walk begins.
    pub fn top(&self) -> Spot {
        Spot {
            level: 0,
            reference: self.root,
            rank: 0,
        }
    }

    /// The outcome of a key, if the section has it.
    pub fn find(&self, cache: &mut Cache, key: &[u64]) -> Result<Option<u32>, SolutionError> {
        if self.form == Form::Listed {
            return self.find_listed(cache, key);
        }
        let mut spot = self.top();
        while spot.reference >= self.terminals {
            match self.step(cache, spot, key)? {
                Some(next) => spot = next,
                None => return Ok(None),
            }
        }
        self.at_end(cache, spot, key)
    }

    /// Goes one node further; `None` if the key is not in the section.
    #[inline]
    pub fn step(
        &self,
        cache: &mut Cache,
        mut spot: Spot,
        key: &[u64],
    ) -> Result<Option<Spot>, SolutionError> {
        // The bit of a skipped level is 0.
        while spot.reference < self.starts[spot.level as usize] {
            if bit(key, spot.level) {
                return Ok(None);
            }
            spot.level += 1;
        }
        let node = self.node(cache, spot.reference, spot.level)?;
        spot.reference = match bit(key, spot.level) {
            true => {
                spot.rank = spot.rank.wrapping_add(node.below);
                node.hi
            }
            false => node.lo,
        };
        spot.level += 1;
        Ok(Some(spot))
    }

    /// The levels of a diagram with the references of their nodes, deepest first.
    pub fn levels(&self) -> impl Iterator<Item = (u32, Range<u64>)> {
        let end = self.terminals + self.body.extent.len / self.body.records.width() as u64;
        let ends = std::iter::once(end).chain(self.starts.iter().copied());
        let levels = self.starts.iter().zip(ends).map(|(&start, end)| start..end);
        let levels: Vec<_> = (0..).zip(levels).collect();
        levels.into_iter().rev()
    }

    /// Whether a reference is the end of a walk.
    #[inline]
    pub fn is_terminal(&self, reference: u64) -> bool {
        reference < self.terminals
    }

    /// The level of a node, searched from a level above it on.
    pub fn level(&self, reference: u64, from: u32) -> u32 {
        let deeper = |&&start: &&u64| reference < start;
        from + self.starts[from as usize..]
            .iter()
            .take_while(deeper)
            .count() as u32
    }

    /// The node of a level.
    #[inline]
    pub fn node(
        &self,
        cache: &mut Cache,
        reference: u64,
        level: u32,
    ) -> Result<Node, SolutionError> {
        let place = reference - self.terminals;
        let ranked = self.form == Form::Ranked;
        let (number, at) = match ranked {
            true => (place / 4096, place as usize % 4096 * 16),
            false => (place / 8192, place as usize % 8192 * 8),
        };
        let record = &cache.block(&self.body, number)?[at..];
        let node = Node {
            lo: u64::from(u32_at(record, 0)),
            hi: u64::from(u32_at(record, 4)),
            below: if ranked { u64_at(record, 8) } else { 0 },
        };
        // Deeper levels have smaller references, so every walk ends.
        match node.lo.max(node.hi) < self.starts[level as usize] {
            true => Ok(node),
            false => Err(cache.corrupt(self.place, "a node refers upwards")),
        }
    }

    /// The outcome of a key that led to a terminal.
    #[inline]
    pub fn at_end(
        &self,
        cache: &mut Cache,
        spot: Spot,
        key: &[u64],
    ) -> Result<Option<u32>, SolutionError> {
        if spot.reference == 0 || !zero_from(key, spot.level) {
            return Ok(None);
        }
        self.outcome(cache, spot).map(Some)
    }

    /// The outcome at a terminal that is not 0.
    #[inline]
    pub fn outcome(&self, cache: &mut Cache, spot: Spot) -> Result<u32, SolutionError> {
        match self.form {
            Form::Diagram => Ok(self.palette[spot.reference as usize - 1]),
            _ => self.outcome_of(cache, spot.rank),
        }
    }

    /// The outcome of a rank.
    pub fn outcome_of(&self, cache: &mut Cache, rank: u64) -> Result<u32, SolutionError> {
        if u128::from(rank) >= self.states {
            return Err(cache.corrupt(self.place, "a rank beyond the states of its section"));
        }
        let bits = u64::from(self.outcome_bits);
        let entry = match bits {
            0 => 0,
            _ => {
                let per_block = 8 * self.outcomes.records.block_len() as u64 / bits;
                let (number, within) = (rank / per_block, rank % per_block * bits);
                let content = cache.block(&self.outcomes, number)?;
                let at = (within / 8) as usize;
                match bits {
                    32 => u32_at(content, at) as usize,
                    16 => usize::from(content[at]) | usize::from(content[at + 1]) << 8,
                    _ => usize::from(content[at]) >> (within % 8) & ((1 << bits) - 1),
                }
            }
        };
        let outcome = self.palette.get(entry).copied();
        outcome.ok_or_else(|| cache.corrupt(self.place, "an outcome that its section has not"))
    }

    /// The key of a rank in a list, as bytes.
    pub fn listed<'c>(&self, cache: &'c mut Cache, rank: u64) -> Result<&'c [u8], SolutionError> {
        let width = self.body.records.width();
        let per_block = (self.body.records.block_len() / width) as u64;
        let content = cache.block(&self.body, rank / per_block)?;
        let at = (rank % per_block) as usize * width;
        Ok(&content[at..at + width])
    }

    fn find_listed(&self, cache: &mut Cache, key: &[u64]) -> Result<Option<u32>, SolutionError> {
        let mut wanted = Vec::with_capacity(key_bytes(self.bits));
        to_bytes(key, self.bits, &mut wanted);
        // A list has at most as many states as fit in its bytes.
        let rank = self.rank_from(cache, &wanted, 0)?;
        if u128::from(rank) == self.states || self.listed(cache, rank)? != wanted {
            return Ok(None);
        }
        self.outcome_of(cache, rank).map(Some)
    }

    /// The first rank, from one on, whose key is not smaller.
    pub fn rank_from(
        &self,
        cache: &mut Cache,
        wanted: &[u8],
        from: u64,
    ) -> Result<u64, SolutionError> {
        let (mut first, mut end) = (from, self.states as u64);
        while first < end {
            let middle = first + (end - first) / 2;
            match self.listed(cache, middle)? < wanted {
                true => first = middle + 1,
                false => end = middle,
            }
        }
        Ok(first)
    }
}

/// The bytes of `count` numbers of `bits` bits.
fn bytes_of(count: u128, bits: u32) -> Option<u64> {
    let bits = count.checked_mul(u128::from(bits))?;
    u64::try_from(bits.div_ceil(8)).ok()
}

/// All numbers of a head.
fn read_head(cache: &mut Cache, head: &Stream) -> Result<Vec<u32>, SolutionError> {
    let mut numbers = Vec::with_capacity((head.extent.len / 4) as usize);
    read_all(cache, head, &mut |content| {
        numbers.extend(content.chunks_exact(4).map(|it| u32_at(it, 0)));
    })?;
    Ok(numbers)
}

/// Calls a function with the content of all blocks of a stream.
pub(super) fn read_all(
    cache: &mut Cache,
    stream: &Stream,
    take: &mut dyn FnMut(&[u8]),
) -> Result<(), SolutionError> {
    let Extent { len, .. } = stream.extent;
    for number in 0..len.div_ceil(stream.records.block_len() as u64) {
        take(cache.block(stream, number)?);
    }
    Ok(())
}
