//! From the fluents that hold in a state to its key and its section, and back.
//!
//! Keys are numbers in bytes, the most significant byte first. Two states never
//! have the same key: every fluent is in one field, holds always, or never, and no
//! two codes of a field are equal. So a key determines its state.

use rustc_hash::FxHashMap;
use serde::Deserialize;

/// Most bits of a key.
const MAX_BITS: u64 = 65535;
/// Most bits of a field.
const MAX_FIELD_BITS: u32 = 32;

/// The object `encoding` of the meta document.
#[derive(Debug, Deserialize)]
pub struct EncodingText {
    pub fluents: Vec<String>,
    always: Vec<u32>,
    bits: u64,
    fields: Vec<FieldText>,
}

#[derive(Debug, Deserialize)]
struct FieldText {
    bits: u32,
    fluents: Vec<u32>,
    codes: Vec<Option<Vec<u32>>>,
}

/// The object `sections`.
#[derive(Debug, Deserialize)]
pub struct SectionsText {
    offset: i64,
    weights: Vec<i64>,
}

/// Where the bits of a fluent are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// It holds in no state.
    Never,
    /// It holds in every state.
    Always,
    /// In this field.
    Field(usize),
}

/// A field: the level of its first bit, its bits, and the fluents of each code.
pub struct FieldCodes<'a> {
    pub first: usize,
    pub bits: u32,
    pub held: &'a [Option<Box<[u32]>>],
}

#[derive(Debug)]
struct Field {
    /// Its first bit, counted from the most significant bit of the first byte.
    at: usize,
    bits: u32,
    /// The fluents of each code.
    held: Vec<Option<Box<[u32]>>>,
    codes: FxHashMap<Box<[u32]>, u32>,
}

/// How states become keys, and which sections they are in.
#[derive(Debug)]
pub struct Encoding {
    bits: usize,
    bytes: usize,
    homes: Vec<Home>,
    always: Vec<u32>,
    fields: Vec<Field>,
    offset: i64,
    weights: Vec<i64>,
}

/// Memory that is reused.
#[derive(Debug, Default)]
pub struct Scratch {
    fields: Vec<Vec<u32>>,
}

impl Encoding {
    /// Reads the document's encoding, if it is consistent.
    pub fn new(text: &EncodingText, sections: &SectionsText) -> Result<Self, String> {
        if sections.weights.len() != text.fluents.len() {
            return Err("there is not one weight for each fluent".into());
        }
        let bits = text.fields.iter().map(|it| u64::from(it.bits)).sum::<u64>();
        if bits != text.bits || bits > MAX_BITS {
            return Err("the bits of the fields do not add up".into());
        }
        let (bits, bytes) = (bits as usize, bits.div_ceil(8).max(1) as usize);
        let mut encoding = Encoding {
            bits,
            bytes,
            homes: vec![Home::Never; text.fluents.len()],
            always: text.always.clone(),
            fields: Vec::new(),
            offset: sections.offset,
            weights: sections.weights.clone(),
        };
        for &fluent in &text.always {
            encoding.settle(fluent, Home::Always)?;
        }
        let mut at = 8 * bytes - bits;
        for field in &text.fields {
            for &fluent in &field.fluents {
                encoding.settle(fluent, Home::Field(encoding.fields.len()))?;
            }
            let field = encoding.field(at, field)?;
            at += field.bits as usize;
            encoding.fields.push(field);
        }
        Ok(encoding)
    }

    fn settle(&mut self, fluent: u32, home: Home) -> Result<(), String> {
        match self.homes.get_mut(fluent as usize) {
            Some(place @ Home::Never) => *place = home,
            Some(_) => return Err(format!("fluent {fluent} has two places")),
            None => return Err(format!("there is no fluent {fluent}")),
        }
        Ok(())
    }

    fn field(&self, at: usize, text: &FieldText) -> Result<Field, String> {
        if text.bits > MAX_FIELD_BITS || text.codes.len() as u64 > 1 << text.bits {
            return Err("a field has more codes than bits".into());
        }
        let here = Home::Field(self.fields.len());
        let mut codes = FxHashMap::default();
        let mut held = Vec::new();
        for (code, fluents) in (0..).zip(&text.codes) {
            let Some(fluents) = fluents else {
                held.push(None);
                continue;
            };
            let own = |&fluent: &u32| self.homes.get(fluent as usize) == Some(&here);
            if !fluents.is_sorted_by(|a, b| a < b) || !fluents.iter().all(own) {
                return Err("a code does not list fluents of its field in order".into());
            }
            if codes.insert(fluents.as_slice().into(), code).is_some() {
                return Err("two codes of a field are alike".into());
            }
            held.push(Some(fluents.as_slice().into()));
        }
        Ok(Field {
            at,
            bits: text.bits,
            held,
            codes,
        })
    }

    /// The bits of a key.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The bytes of a key.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The byte and bit of a level in a key.
    pub fn place(&self, level: usize) -> (usize, u8) {
        let at = 8 * self.bytes - self.bits + level;
        (at / 8, 0x80 >> (at % 8))
    }

    /// Whether the unused bits of a key are 0.
    pub fn fits(&self, key: &[u8]) -> bool {
        let mut beyond = 0..8 * self.bytes - self.bits;
        beyond.all(|at| key[at / 8] & (0x80 >> (at % 8)) == 0)
    }

    /// The key of the state in which exactly these fluents hold, in ascending
    /// order; `None` if it has no key.
    pub fn encode(&self, held: &[u32], scratch: &mut Scratch) -> Option<Box<[u8]>> {
        scratch.fields.resize_with(self.fields.len(), Vec::new);
        scratch.fields.iter_mut().for_each(Vec::clear);
        let mut always = 0;
        for &fluent in held {
            match *self.homes.get(fluent as usize)? {
                Home::Never => return None,
                Home::Always => always += 1,
                Home::Field(field) => scratch.fields[field].push(fluent),
            }
        }
        if always != self.always.len() {
            return None;
        }
        let mut key = vec![0; self.bytes];
        for (field, held) in self.fields.iter().zip(&scratch.fields) {
            let code = *field.codes.get(held.as_slice())?;
            for bit in 0..field.bits {
                if code >> (field.bits - 1 - bit) & 1 == 1 {
                    let at = field.at + bit as usize;
                    key[at / 8] |= 0x80 >> (at % 8);
                }
            }
        }
        Some(key.into())
    }

    /// The fluents that hold in the state of a key, in ascending order; `None` if
    /// it is not the key of a state.
    pub fn decode(&self, key: &[u8]) -> Option<Vec<u32>> {
        let mut held = self.always.clone();
        for field in &self.fields {
            let bit = |code, at: usize| code << 1 | usize::from(key[at / 8] >> (7 - at % 8) & 1);
            let code = (field.at..field.at + field.bits as usize).fold(0, bit);
            held.extend_from_slice(field.held.get(code)?.as_deref()?);
        }
        held.sort_unstable();
        Some(held)
    }

    /// Where each fluent is.
    pub fn homes(&self) -> &[Home] {
        &self.homes
    }

    /// The fields, in the order of their bits.
    pub fn fields(&self) -> impl Iterator<Item = FieldCodes<'_>> {
        let before = 8 * self.bytes - self.bits;
        self.fields.iter().map(move |field| FieldCodes {
            first: field.at - before,
            bits: field.bits,
            held: &field.held,
        })
    }

    /// The number of a section before any field is counted.
    pub fn base(&self) -> i128 {
        i128::from(self.offset) + self.weight(&self.always)
    }

    /// What these fluents add to the number of a section.
    pub fn weight(&self, held: &[u32]) -> i128 {
        let weights = held.iter().map(|&it| self.weights[it as usize]);
        weights.map(i128::from).sum()
    }

    /// The section of a state; `None` if there cannot be one.
    pub fn section(&self, held: &[u32]) -> Option<u64> {
        u64::try_from(self.weight(held) + i128::from(self.offset)).ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    fn encoding() -> Encoding {
        let text = json!({
            "fluents": ["a", "b", "c", "d", "e"], "always": [4], "bits": 3,
            "fields": [
                {"bits": 2, "fluents": [0, 1, 2], "codes": [[0], [1, 2], null, []]},
                {"bits": 1, "fluents": [3], "codes": [[], [3]]},
            ],
        });
        let sections = json!({"offset": 1, "weights": [0, 1, 1, 5, 0]});
        Encoding::new(&from_value(text).unwrap(), &from_value(sections).unwrap()).unwrap()
    }

    #[test]
    fn keys_and_states_belong_to_each_other() {
        let encoding = encoding();
        let key = |held: &[u32]| encoding.encode(held, &mut Scratch::default());
        assert_eq!(key(&[1, 2, 3, 4]).as_deref(), Some(&[0b011][..]));
        assert_eq!(key(&[4]).as_deref(), Some(&[0b110][..]));
        for held in [&[1, 4][..], &[0], &[0, 1, 2, 4]] {
            assert_eq!(key(held), None);
        }
        assert_eq!(encoding.decode(&[0b011]), Some(vec![1, 2, 3, 4]));
        assert_eq!(encoding.decode(&[0b100]), None);
        assert_eq!(encoding.section(&[1, 2, 3, 4]), Some(8));
        assert!(encoding.fits(&[0b111]) && !encoding.fits(&[0b1000]));
    }
}
