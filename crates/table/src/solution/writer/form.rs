//! The bytes of a section, in the form that was chosen.

use super::diagram::{Diagram, Ordered, Ref};
use super::take::Take;
use super::tally::Tally;
use crate::solution::SolutionError;
use crate::solution::directory::{Form, Record, outcome_bits};
use crate::solution::file::OutcomeId;
use crate::solution::filter::Records;
use crate::solution::frame::Extent;
use crate::solution::key::{key_bytes, to_bytes};
use crate::solution::output::{Output, StreamWriter};

/// A section to be written.
pub(super) struct Shape<'a> {
    pub bits: u32,
    pub number: u64,
    pub tally: &'a Tally,
}

/// A diagram and where it begins.
type Rooted<'d> = Option<(&'d Diagram, Ref)>;

impl Shape<'_> {
    /// Writes all streams; `made` gives outcomes, `set` only which states there
    /// are.
    pub fn write<E: From<SolutionError>>(
        &self,
        output: &mut Output,
        form: Form,
        (made, set): (Rooted<'_>, Rooted<'_>),
        source: &mut dyn FnMut(Take<'_>) -> Result<(), E>,
    ) -> Result<Record, E> {
        let palette = self.tally.palette();
        let (mut root, mut counts) = (0, Vec::new());
        let mut outcomes = Extent::default();
        let body = match form {
            Form::Diagram => {
                let mut terminals = vec![0; self.tally.outcomes.len() + 1];
                for (place, &outcome) in (1..).zip(&palette) {
                    terminals[outcome as usize + 1] = place;
                }
                let ordered = order(made, &terminals, palette.len() as u32 + 1)?;
                (root, counts) = (ordered.root, ordered.counts.clone());
                nodes(output, &ordered)?
            }
            Form::Ranked => {
                let ordered = order(set, &[0, 1], 2)?;
                (root, counts) = (ordered.root, ordered.counts.clone());
                let body = ranked_nodes(output, &ordered)?;
                drop(ordered);
                outcomes = self.by_rank(output, &palette, source)?;
                body
            }
            Form::Listed => {
                let keys;
                (keys, outcomes) = self.listed(output, &palette, source)?;
                keys
            }
        };
        let mut head = vec![palette.len() as u32];
        head.extend(palette);
        head.extend(counts);
        let head: Vec<u8> = head.iter().flat_map(|it| it.to_le_bytes()).collect();
        let mut stream = StreamWriter::new(Records::Plain(4));
        stream.write(output, &head)?;
        Ok(Record {
            number: self.number,
            form,
            states: self.tally.states,
            root: u64::from(root),
            head: stream.finish(output)?,
            body,
            outcomes,
        })
    }

    fn by_rank<E: From<SolutionError>>(
        &self,
        output: &mut Output,
        palette: &[u32],
        source: &mut dyn FnMut(Take<'_>) -> Result<(), E>,
    ) -> Result<Extent, E> {
        let mut entries = Entries::new(palette);
        source(&mut |_, outcome| entries.push(output, outcome))?;
        Ok(entries.finish(output)?)
    }

    fn listed<E: From<SolutionError>>(
        &self,
        output: &mut Output,
        palette: &[u32],
        source: &mut dyn FnMut(Take<'_>) -> Result<(), E>,
    ) -> Result<(Extent, Extent), E> {
        let mut entries = Entries::new(palette);
        let mut keys = StreamWriter::new(Records::Keys(key_bytes(self.bits)));
        let mut bytes = Vec::new();
        source(&mut |key, outcome| {
            bytes.clear();
            to_bytes(key, self.bits, &mut bytes);
            keys.write(output, &bytes)?;
            entries.push(output, outcome)
        })?;
        Ok((keys.finish(output)?, entries.finish(output)?))
    }
}

fn order(rooted: Rooted<'_>, terminals: &[u32], count: u32) -> Result<Ordered, SolutionError> {
    let (diagram, root) = rooted.expect("a form is chosen that is there");
    let ordered = diagram.order(root, terminals, count);
    ordered.ok_or(SolutionError::Limit("a section has more than 2^32 nodes"))
}

fn nodes(output: &mut Output, ordered: &Ordered) -> Result<Extent, SolutionError> {
    let mut stream = StreamWriter::new(Records::Nodes);
    for &(lo, hi) in &ordered.nodes {
        let mut record = [0; 8];
        record[..4].copy_from_slice(&lo.to_le_bytes());
        record[4..].copy_from_slice(&hi.to_le_bytes());
        stream.write(output, &record)?;
    }
    stream.finish(output)
}

fn ranked_nodes(output: &mut Output, ordered: &Ordered) -> Result<Extent, SolutionError> {
    let mut stream = StreamWriter::new(Records::RankedNodes);
    for (&(lo, hi), below) in ordered.nodes.iter().zip(ordered.below()) {
        let mut record = [0; 16];
        record[..4].copy_from_slice(&lo.to_le_bytes());
        record[4..8].copy_from_slice(&hi.to_le_bytes());
        record[8..].copy_from_slice(&below.to_le_bytes());
        stream.write(output, &record)?;
    }
    stream.finish(output)
}

/// Outcomes by rank, in few bits each.
struct Entries {
    /// The place of each outcome in the palette.
    places: Vec<u32>,
    bits: u32,
    stream: StreamWriter,
    /// Bits that do not fill a byte yet.
    pending: u64,
    filled: u32,
}

impl Entries {
    fn new(palette: &[u32]) -> Self {
        let last = palette.last().map_or(0, |&last| last as usize);
        let mut places = vec![0; last + 1];
        for (place, &outcome) in (0..).zip(palette) {
            places[outcome as usize] = place;
        }
        Entries {
            places,
            bits: outcome_bits(palette.len()),
            stream: StreamWriter::new(Records::Plain(1)),
            pending: 0,
            filled: 0,
        }
    }

    fn push(&mut self, output: &mut Output, outcome: OutcomeId) -> Result<(), SolutionError> {
        let place = u64::from(self.places[outcome.0 as usize]);
        self.pending |= place << self.filled;
        self.filled += self.bits;
        match self.filled >= 32 {
            true => self.flush(output),
            false => Ok(()),
        }
    }

    /// Writes what is pending, up to the next whole byte.
    fn flush(&mut self, output: &mut Output) -> Result<(), SolutionError> {
        let whole = self.filled.div_ceil(8) as usize;
        let bytes = self.pending.to_le_bytes();
        (self.pending, self.filled) = (0, 0);
        self.stream.write(output, &bytes[..whole])
    }

    fn finish(mut self, output: &mut Output) -> Result<Extent, SolutionError> {
        self.flush(output)?;
        self.stream.finish(output)
    }
}
