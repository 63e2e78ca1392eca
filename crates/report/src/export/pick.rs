//! The way to the states that are wanted, in the order of the file.

use std::iter::Peekable;
use std::vec;

use table::solution::{Key, OutcomeId, Ranks, SectionInfo, SolutionError, SolutionFile};

use super::sample::{Sample, Selection};

/// A state of a file.
pub struct Pick {
    /// Its section.
    pub section: u64,
    /// Its key there.
    pub key: Key,
    /// The number of its outcome.
    pub outcome: OutcomeId,
}

/// States of a file, until an error.
pub type Picks<'a> = Box<dyn Iterator<Item = Result<Pick, SolutionError>> + 'a>;

/// The states that are wanted.
pub fn picks(file: &SolutionFile, selection: Selection) -> Result<Picks<'_>, SolutionError> {
    let sections = file.sections()?;
    let sample = match selection {
        Selection::All => Sample::All,
        Selection::First(limit) => {
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            return Ok(Box::new(all(file, sections).take(limit)));
        }
        Selection::Sample { states, seed } => {
            let total = sections.iter().map(|it| it.states);
            // A damaged file may say any number; it is found when its states are.
            let total = total.fold(0, u128::saturating_add);
            Sample::new(states, total, seed)
        }
    };
    Ok(match sample {
        Sample::All => Box::new(all(file, sections)),
        Sample::At(places) => Box::new(At {
            file,
            sections: sections.into_iter(),
            places: places.into_iter().peekable(),
            first: 0,
            open: None,
        }),
        Sample::Without(places) => {
            let mut places = places.into_iter().peekable();
            let states = (0..).zip(all(file, sections));
            let wanted = states.filter(move |(place, _)| places.next_if_eq(place).is_none());
            Box::new(wanted.map(|(_, state)| state))
        }
    })
}

/// All states.
fn all(
    file: &SolutionFile,
    sections: Vec<SectionInfo>,
) -> impl Iterator<Item = Result<Pick, SolutionError>> {
    sections.into_iter().flat_map(|SectionInfo { number, .. }| {
        let states = file.states(number);
        states.map(move |state| {
            state.map(|(key, outcome)| Pick {
                section: number,
                key,
                outcome,
            })
        })
    })
}

/// The states at some places.
struct At<'a> {
    file: &'a SolutionFile,
    /// The sections behind the open one.
    sections: vec::IntoIter<SectionInfo>,
    places: Peekable<vec::IntoIter<u128>>,
    /// The place of the open section's first state.
    first: u128,
    open: Option<(SectionInfo, Ranks<'a>)>,
}

impl Iterator for At<'_> {
    type Item = Result<Pick, SolutionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let place = *self.places.peek()?;
        while self
            .open
            .as_ref()
            .is_none_or(|(open, _)| place - self.first >= open.states)
        {
            if let Err(error) = self.open_next(place)? {
                return Some(Err(error));
            }
        }
        self.places.next();
        let (open, ranks) = self.open.as_ref()?;
        let state = ranks.at(place - self.first);
        Some(state.map(|(key, outcome)| Pick {
            section: open.number,
            key,
            outcome,
        }))
    }
}

impl At<'_> {
    /// Opens the next section that has a place at or after this one.
    fn open_next(&mut self, place: u128) -> Option<Result<(), SolutionError>> {
        if let Some((before, _)) = self.open.take() {
            self.first += before.states;
        }
        let mut next = self.sections.next()?;
        while place - self.first >= next.states {
            self.first += next.states;
            next = self.sections.next()?;
        }
        let ranks = self.file.ranks(next.number).transpose()?;
        Some(ranks.map(|ranks| self.open = Some((next, ranks))))
    }
}
