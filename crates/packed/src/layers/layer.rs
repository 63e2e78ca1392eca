//! A layer in the archive: what expanding the layer before showed, then its
//! states, sorted, in blocks.

use std::collections::BTreeSet;

use table::StoreError;

use crate::compile::ends::Combination;
use crate::compile::kernel::Words;
use crate::layers::blocks::{BLOCK, Encoded, decode};
use table::write_number;
use table::{Archive, Reader, Writer};

/// What expanding a layer showed, besides the states of the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// How many of its states are terminal.
    pub terminals: u64,
    /// Which goal values occur together.
    pub ends: BTreeSet<Combination>,
}

/// What a layer begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Whether it has all successors of the layer before, including those that
    /// earlier layers have.
    pub whole: bool,
    /// What expanding the layer before showed.
    pub before: Shown,
}

impl Head {
    /// The head of the layer that has only the start.
    pub fn first() -> Self {
        Head {
            whole: true,
            before: Shown::default(),
        }
    }
}

/// A layer that is being written, from its smallest state to its largest.
pub struct LayerWriter<const W: usize> {
    writer: Writer,
    count: u64,
    firsts: Vec<Words<W>>,
}

/// What is remembered of an archived layer.
#[derive(Clone, Debug, Default)]
pub struct Written<const W: usize> {
    /// How many states it has.
    pub count: u64,
    /// The first state of each block: a sample.
    pub firsts: Vec<Words<W>>,
}

impl<const W: usize> LayerWriter<W> {
    /// Begins a layer.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn new(archive: &Archive<'_>, layer: usize, head: &Head) -> Result<Self, StoreError> {
        let (whole, before) = (head.whole, &head.before);
        let mut head = Vec::new();
        write_number(&mut head, u64::from(whole));
        write_number(&mut head, before.terminals);
        write_number(&mut head, before.ends.len() as u64);
        for end in &before.ends {
            write_number(&mut head, end.len() as u64);
            for &goal in end {
                write_number(&mut head, u64::from(goal));
            }
        }
        let mut writer = archive.create(name(layer))?;
        writer.write(&head)?;
        Ok(LayerWriter {
            writer,
            count: 0,
            firsts: Vec::new(),
        })
    }

    /// Appends blocks of states that are larger than all before.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn append(&mut self, states: &Encoded<W>) -> Result<(), StoreError> {
        self.count += states.count;
        self.firsts.extend_from_slice(&states.firsts);
        self.writer.write(&states.bytes)
    }

    /// Ends the layer; it is in the archive from now on.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn finish(mut self, archive: &mut Archive<'_>) -> Result<Written<W>, StoreError> {
        let mut end = vec![0];
        write_number(&mut end, self.count);
        self.writer.write(&end)?;
        archive.put(self.writer)?;
        Ok(Written {
            count: self.count,
            firsts: self.firsts,
        })
    }
}

impl<const W: usize> Written<W> {
    /// Reads what is remembered of a layer that an earlier run wrote; calls
    /// `look` with all states.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn read(
        archive: &Archive<'_>,
        layer: usize,
        mut look: impl FnMut(&[Words<W>]),
    ) -> Result<(Head, Self), StoreError> {
        let mut reader = LayerReader::new(archive, layer)?;
        let mut written = Written::default();
        let (mut block, mut states) = (Block::default(), Vec::new());
        while reader.next(&mut block)? {
            states.clear();
            reader.decode(&block, &mut states)?;
            written.firsts.push(states[0]);
            look(&states);
        }
        written.count = reader.count;
        Ok((reader.head, written))
    }
}

/// A layer that is being read, block by block.
pub struct LayerReader<'a> {
    name: String,
    reader: Reader<'a>,
    /// What it begins with.
    pub head: Head,
    /// How many states were read.
    pub count: u64,
    ended: bool,
}

/// A block as it was read.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// How many states were before it in the layer.
    pub place: u64,
    /// How many states it has.
    pub count: usize,
    /// Their bytes.
    pub bytes: Vec<u8>,
}

impl<'a> LayerReader<'a> {
    /// Opens a layer that is in the archive.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn new(archive: &'a Archive<'_>, layer: usize) -> Result<Self, StoreError> {
        let name = name(layer);
        let mut reader = LayerReader {
            reader: archive.read(&name)?,
            name,
            head: Head::default(),
            count: 0,
            ended: false,
        };
        reader.head.whole = match reader.number()? {
            0 => false,
            1 => true,
            _ => return Err(corrupt(&reader.name)),
        };
        reader.head.before.terminals = reader.number()?;
        for _ in 0..reader.number()? {
            let mut end = Combination::new();
            for _ in 0..reader.number()? {
                let goal = u16::try_from(reader.number()?);
                end.push(goal.map_err(|_| corrupt(&reader.name))?);
            }
            reader.head.before.ends.insert(end);
        }
        Ok(reader)
    }

    fn number(&mut self) -> Result<u64, StoreError> {
        let number = self.reader.number()?;
        number.ok_or_else(|| corrupt(&self.name))
    }

    /// Reads the next block into `block`; false at the end.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn next(&mut self, block: &mut Block) -> Result<bool, StoreError> {
        if self.ended {
            return Ok(false);
        }
        let count = self.number()?;
        if count == 0 {
            let mut more = [0];
            if self.number()? != self.count || self.reader.fill(&mut more)? {
                return Err(corrupt(&self.name));
            }
            self.ended = true;
            return Ok(false);
        }
        let length = self.number()?;
        // No state takes more than 82 bytes, and none less than one.
        if count > BLOCK as u64 || length > count * 82 {
            return Err(corrupt(&self.name));
        }
        block.place = self.count;
        block.count = count as usize;
        block.bytes.resize(length as usize, 0);
        if !self.reader.fill(&mut block.bytes)? {
            return Err(corrupt(&self.name));
        }
        self.count += count;
        Ok(true)
    }

    /// Appends the states of a block of this layer to others.
    ///
    /// # Errors
    ///
    /// Those of the archive.
    pub fn decode<const W: usize>(
        &self,
        block: &Block,
        states: &mut Vec<Words<W>>,
    ) -> Result<(), StoreError> {
        decode_block(&self.name, block, states)
    }

    /// What its entry is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The states of a block of the layer of this name.
///
/// # Errors
///
/// Those of the archive.
pub fn decode_block<const W: usize>(
    name: &str,
    block: &Block,
    states: &mut Vec<Words<W>>,
) -> Result<(), StoreError> {
    decode(&block.bytes, block.count, states).ok_or_else(|| corrupt(name))
}

/// The places of some states in a layer; `None` for those that it does not have.
///
/// # Errors
///
/// Those of the archive.
pub fn places<const W: usize>(
    archive: &Archive<'_>,
    layer: usize,
    wanted: &[Words<W>],
) -> Result<Vec<Option<usize>>, StoreError> {
    let mut places = vec![None; wanted.len()];
    let mut reader = LayerReader::new(archive, layer)?;
    let (mut block, mut states) = (Block::default(), Vec::new());
    while reader.next(&mut block)? {
        states.clear();
        reader.decode::<W>(&block, &mut states)?;
        for (place, state) in places.iter_mut().zip(wanted) {
            if let Ok(found) = states.binary_search(state) {
                *place = Some(block.place as usize + found);
            }
        }
    }
    Ok(places)
}

/// The state at a place of a layer.
///
/// # Errors
///
/// Those of the archive.
pub fn state_at<const W: usize>(
    archive: &Archive<'_>,
    layer: usize,
    place: usize,
) -> Result<Words<W>, StoreError> {
    let mut reader = LayerReader::new(archive, layer)?;
    let (mut block, mut states) = (Block::default(), Vec::new());
    while reader.next(&mut block)? {
        states.clear();
        reader.decode::<W>(&block, &mut states)?;
        let inside = place.checked_sub(block.place as usize);
        if let Some(state) = inside.and_then(|at| states.get(at)) {
            return Ok(*state);
        }
    }
    Err(corrupt(&reader.name))
}

/// What the entry of a layer is called.
pub fn name(layer: usize) -> String {
    format!("states-{layer:05}")
}

fn corrupt(name: &str) -> StoreError {
    StoreError::Corrupt {
        file: name.into(),
        why: "it is not a list of states",
    }
}
