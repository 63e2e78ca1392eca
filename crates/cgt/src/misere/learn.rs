//! Finds the monoid that is to be proven a misère quotient.
//!
//! In: positions, and a search that says who wins a sum. Out: a monoid in which
//! sums that some company was found to tell apart have different elements.
//!
//! This is learning of automata from questions (Angluin, *Learning regular sets
//! from queries and counterexamples*, 1987), with sums for words: two sums are
//! taken for the same until some company is known in which they have different
//! winners. Each new company makes a new element, so learning ends if the
//! quotient is finite.
//!
//! One position, the next, may have no element at first: the question is then who
//! wins sums of the others with up to some number of its copies. With that
//! proven, sums with its copies need no search, and it can become a letter.
//!
//! Letters are the positions that generate the monoid. All others are taken for
//! the element that has the same winners in all known companies. So questions
//! are about sums of few positions, mostly small ones, and quickly answered.

use rustc_hash::FxHashMap;

use crate::knobs::Exhausted;
use crate::misere::bits::Bits;
use crate::misere::knobs::MisereKnobs;
use crate::misere::monoid::{Monoid, Valued};
use crate::misere::positions::{Impartial, PositionId, Sum, Work, joined};
use crate::misere::search::Search;

pub(crate) struct Learner<'a> {
    search: Search<'a>,
    /// What is proven: these sums need no search.
    pub(crate) proven: Valued,
    limit: usize,
    /// The positions that are added to sums, sorted.
    letters: Vec<PositionId>,
    /// The other positions that are no ends, with their rows.
    others: Vec<(PositionId, Bits)>,
    companies: Vec<Sum>,
    /// Which companies are 0, 1, 2, … copies of the next position.
    copies: Vec<usize>,
    elements: Vec<Element>,
    /// The element with this row.
    by_row: FxHashMap<Bits, usize>,
    /// Whether questions are answered exactly, however long it takes.
    pub(crate) exact: bool,
}

/// Work units for a question before a shorter one is asked. With 20,000 kayles
/// takes twice as long.
const QUESTION: u64 = 500;

struct Element {
    /// A sum with this element.
    sum: Sum,
    /// The companies with which it is lost.
    row: Bits,
    /// The row of this sum plus each letter.
    rows_after: Vec<Bits>,
}

impl<'a> Learner<'a> {
    /// Starts with letters, and others; none an end.
    pub(crate) fn new(
        positions: &'a Impartial,
        letters: Vec<PositionId>,
        others: Vec<PositionId>,
        proven: Valued,
        knobs: MisereKnobs,
    ) -> Learner<'a> {
        Learner {
            search: Search::new(positions, knobs),
            proven,
            limit: knobs.elements,
            letters,
            others: others.into_iter().map(|it| (it, Bits::default())).collect(),
            companies: Vec::new(),
            copies: Vec::new(),
            elements: Vec::new(),
            by_row: FxHashMap::default(),
            exact: false,
        }
    }

    /// Asks who wins with one more copy of the next position; first with none.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub(crate) fn add_copy(&mut self, work: &mut Work) -> Result<(), Exhausted> {
        let copies = vec![self.proven.next(); self.copies.len()];
        self.copies.push(self.companies.len());
        self.add_company(copies, work)?;
        if self.elements.is_empty() {
            let row = self.row(&Vec::new(), work)?;
            self.add_element(Vec::new(), row, work)?;
        }
        Ok(())
    }

    /// Makes a letter of the next position. Copies are letters from now on.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub(crate) fn add_next(&mut self, work: &mut Work) -> Result<(), Exhausted> {
        self.copies.truncate(1);
        self.add_letter(self.proven.next(), work)
    }

    /// The monoid that fits all that is known, and the element of each position.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] at a limit.
    pub(crate) fn monoid(&mut self, work: &mut Work) -> Result<Valued, Exhausted> {
        loop {
            self.close(work)?;
            if let Some(company) = self.disagreement(work)? {
                self.add_company(company, work)?;
            } else if let Some(position) = self.without_element() {
                self.add_letter(position, work)?;
            } else {
                return Ok(self.valued());
            }
        }
    }

    /// Learns from a sum whose element says the wrong winner.
    ///
    /// Replaces its parts one by one: what is no letter by the sum of its
    /// element, then what is added up so far by the element's own sum. Where the
    /// winner changes, the rest of the sum is a company that tells two sums
    /// apart that were taken for the same.
    pub(crate) fn learn(
        &mut self,
        sum: &[PositionId],
        valued: &Valued,
        work: &mut Work,
    ) -> Result<(), Exhausted> {
        let lost = self.is_lost(&sum.to_vec(), work)?;
        let mut letters: Sum = Vec::new();
        let (sum, copies) = self.split(sum);
        for (at, &part) in sum.iter().enumerate() {
            let before = letters.clone();
            match self.letters.binary_search(&part) {
                Ok(_) => letters.push(part),
                Err(_) => {
                    let value = valued.values[part.index()];
                    letters.extend_from_slice(&self.elements[value].sum);
                }
            }
            let rest = joined(&sum[at + 1..], copies);
            if self.is_lost(&joined(&letters, &rest), work)? != lost {
                return self.add_company(joined(&before, &rest), work);
            }
        }
        self.learn_from_letters(&letters, copies, lost, work)
    }

    fn learn_from_letters(
        &mut self,
        letters: &[PositionId],
        copies: &[PositionId],
        lost: bool,
        work: &mut Work,
    ) -> Result<(), Exhausted> {
        let mut element = 0;
        for (at, &part) in letters.iter().enumerate() {
            let rest = joined(&letters[at + 1..], copies);
            element = self.after(element, self.letter(part));
            let replaced = joined(&self.elements[element].sum, &rest);
            if self.is_lost(&replaced, work)? != lost {
                return self.add_company(rest, work);
            }
        }
        // Nothing was wrong: the answers contradict each other.
        Err(Exhausted::Work)
    }

    /// The sum without the copies of the next position, unless it is a letter;
    /// and these copies, which are last in a sum.
    fn split<'s>(&self, sum: &'s [PositionId]) -> (&'s [PositionId], &'s [PositionId]) {
        let next = self.proven.next();
        if self.letters.last() == Some(&next) {
            return (sum, &[]);
        }
        sum.split_at(sum.partition_point(|&part| part < next))
    }

    /// The positions that generate the monoid.
    pub(crate) fn into_letters(self) -> Vec<PositionId> {
        self.letters
    }

    /// Whether the player to move loses the sum.
    ///
    /// If that takes long, the same is asked of a shorter sum: one that had the
    /// same element before the copies came. Mostly it has the same winner. If
    /// not, the proof will fail, and then only what is `exact` helps.
    pub(crate) fn is_lost(&mut self, sum: &Sum, work: &mut Work) -> Result<bool, Exhausted> {
        if !self.exact {
            let mut some = Work(work.0.min(QUESTION));
            let before = some.0;
            let answer = self.search.mover_wins(sum, &self.proven, &mut some);
            work.spend((before - some.0) as usize)?;
            match answer {
                Err(Exhausted::Work) => {}
                answer => return Ok(!answer?),
            }
            let at = sum.partition_point(|&part| part < self.proven.next());
            let (parts, copies) = sum.split_at(at);
            if let Some(value) = self.proven.value(parts) {
                let shorter = joined(&self.proven.sums[value], copies);
                return Ok(!self.search.mover_wins(&shorter, &self.proven, work)?);
            }
        }
        Ok(!self.search.mover_wins(sum, &self.proven, work)?)
    }

    fn letter(&self, position: PositionId) -> usize {
        let found = self.letters.binary_search(&position);
        found.expect("sums consist of letters")
    }

    fn after(&self, element: usize, letter: usize) -> usize {
        self.by_row[&self.elements[element].rows_after[letter]]
    }

    fn row(&mut self, sum: &Sum, work: &mut Work) -> Result<Bits, Exhausted> {
        let mut row = Bits::new(self.companies.len());
        for company in 0..self.companies.len() {
            let whole = joined(sum, &self.companies[company]);
            if self.is_lost(&whole, work)? {
                row.insert(company);
            }
        }
        Ok(row)
    }

    fn add_element(&mut self, sum: Sum, row: Bits, work: &mut Work) -> Result<(), Exhausted> {
        if self.elements.len() >= self.limit {
            return Err(Exhausted::Elements);
        }
        let mut rows_after = Vec::with_capacity(self.letters.len());
        for letter in 0..self.letters.len() {
            let after = joined(&sum, &[self.letters[letter]]);
            rows_after.push(self.row(&after, work)?);
        }
        self.by_row.insert(row.clone(), self.elements.len());
        self.elements.push(Element {
            sum,
            row,
            rows_after,
        });
        Ok(())
    }

    /// Makes an element of each sum of an element and a letter that has none.
    fn close(&mut self, work: &mut Work) -> Result<(), Exhausted> {
        let mut at = 0;
        while at < self.elements.len() {
            for letter in 0..self.letters.len() {
                let element = &self.elements[at];
                let row = &element.rows_after[letter];
                if !self.by_row.contains_key(row) {
                    let sum = joined(&element.sum, &[self.letters[letter]]);
                    self.add_element(sum, row.clone(), work)?;
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn add_company(&mut self, company: Sum, work: &mut Work) -> Result<(), Exhausted> {
        // Only answers that contradict each other lead to a company twice.
        if self.companies.contains(&company) {
            return Err(Exhausted::Work);
        }
        let number = self.companies.len();
        self.by_row.clear();
        for at in 0..self.elements.len() {
            let whole = joined(&self.elements[at].sum, &company);
            if self.is_lost(&whole, work)? {
                self.elements[at].row.insert(number);
            }
            for letter in 0..self.letters.len() {
                let after = joined(&whole, &[self.letters[letter]]);
                if self.is_lost(&after, work)? {
                    self.elements[at].rows_after[letter].insert(number);
                }
            }
            self.by_row.insert(self.elements[at].row.clone(), at);
        }
        for at in 0..self.others.len() {
            let whole = joined(&[self.others[at].0], &company);
            if self.is_lost(&whole, work)? {
                self.others[at].1.insert(number);
            }
        }
        self.companies.push(company);
        Ok(())
    }

    /// A position that no element has the same winners as.
    fn without_element(&self) -> Option<PositionId> {
        let mut others = self.others.iter();
        let found = others.find(|(_, row)| !self.by_row.contains_key(row));
        found.map(|(position, _)| *position)
    }

    /// Makes a letter of another position.
    fn add_letter(&mut self, position: PositionId, work: &mut Work) -> Result<(), Exhausted> {
        self.others.retain(|(other, _)| *other != position);
        let letter = self.letters.partition_point(|it| *it < position);
        self.letters.insert(letter, position);
        for at in 0..self.elements.len() {
            let after = joined(&self.elements[at].sum, &[position]);
            let row = self.row(&after, work)?;
            self.elements[at].rows_after.insert(letter, row);
        }
        Ok(())
    }

    /// A company that shows where two letters lead to different elements in
    /// different order, though the sum is the same.
    fn disagreement(&mut self, work: &mut Work) -> Result<Option<Sum>, Exhausted> {
        for at in 0..self.elements.len() {
            work.spend(self.letters.len())?;
            for first in 0..self.letters.len() {
                for second in 0..first {
                    let one = self.after(self.after(at, first), second);
                    let other = self.after(self.after(at, second), first);
                    if one != other {
                        return self.tell_apart(at, first, second, work).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The rows of both elements differ in some company. With it the true sum is
    /// unlike one of both: there, one letter more in the company tells the
    /// sum after the other letter apart from the element it was taken for.
    fn tell_apart(
        &mut self,
        at: usize,
        first: usize,
        second: usize,
        work: &mut Work,
    ) -> Result<Sum, Exhausted> {
        let one = self.after(self.after(at, first), second);
        let other = self.after(self.after(at, second), first);
        let rows = [one, other].map(|element| &self.elements[element].row);
        let company = rows[0].first_difference(rows[1]);
        let company = company.expect("elements have different rows");
        let lost_by_one = rows[0].contains(company);
        let letters = [self.letters[first], self.letters[second]];
        let company = self.companies[company].clone();
        let whole = joined(&joined(&self.elements[at].sum, &letters), &company);
        let more = match self.is_lost(&whole, work)? == lost_by_one {
            true => letters[0],
            false => letters[1],
        };
        Ok(joined(&company, &[more]))
    }

    /// Products by adding the letters of one element's sum to the other: letters
    /// agree in every order, so this is a commutative monoid.
    fn as_monoid(&self) -> Monoid {
        let order = self.elements.len();
        let mut products = Vec::with_capacity(order * order);
        for at in 0..order {
            for other in &self.elements {
                let letters = other.sum.iter().map(|&part| self.letter(part));
                let product = letters.fold(at, |element, letter| self.after(element, letter));
                products.push(product as u32);
            }
        }
        Monoid::new(order, products)
    }

    fn valued(&self) -> Valued {
        let letters = self.letters.iter().enumerate();
        let letters = letters.map(|(letter, position)| (position, self.after(0, letter)));
        let others = self.others.iter();
        let others = others.map(|(position, row)| (position, self.by_row[row]));
        // Ends are neither; they keep the identity.
        let next_is_letter = self.letters.last() == Some(&self.proven.next());
        let mut values = vec![0; self.proven.values.len() + usize::from(next_is_letter)];
        for (position, element) in letters.chain(others) {
            values[position.index()] = element;
        }
        Valued {
            monoid: self.as_monoid(),
            values,
            sums: self.elements.iter().map(|it| it.sum.clone()).collect(),
            lost: self
                .copies
                .iter()
                .map(|&company| self.lost_with(company))
                .collect(),
        }
    }

    /// The elements that are lost with this company.
    fn lost_with(&self, company: usize) -> Bits {
        let mut lost = Bits::new(self.elements.len());
        for (at, element) in self.elements.iter().enumerate() {
            if element.row.contains(company) {
                lost.insert(at);
            }
        }
        lost
    }
}
