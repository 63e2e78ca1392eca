//! From the fluents that hold in a state to its key and back.
//!
//! In: fields, each with some fluents and the meaning of its codes. Out: keys.
//! `docs/formats/solution.md` says how they are written.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize, Serializer};

use super::key::{Key, get_bits, put_bits, to_bytes};

/// Most bits of a key.
const MAX_BITS: u32 = 65535;
/// Most bits of a field.
const MAX_FIELD_BITS: u32 = 32;

/// Some bits of a key, with the fluents that hold for each code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its number of bits.
    pub bits: u32,
    /// The numbers of its fluents.
    pub fluents: Vec<u32>,
    /// For each code the fluents that hold, ascending; `None` for a code without
    /// a meaning.
    pub codes: Vec<Option<Vec<u32>>>,
}

/// The form in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EncodingText {
    pub fluents: Vec<String>,
    pub always: Vec<u32>,
    pub bits: u32,
    pub fields: Vec<Field>,
}

/// Where a fluent is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Never,
    Always,
    Field(u32),
}

/// How states become keys.
#[derive(Clone, Debug)]
pub struct Encoding {
    text: EncodingText,
    places: Vec<Place>,
    /// For each field its first level, and where reading its fluents begins.
    fields: Vec<(u32, u32)>,
    /// A field's fluents are read in ascending order: each fluent that holds
    /// leads from one set of them to the next.
    steps: FxHashMap<(u32, u32), u32>,
    /// The code of each set of fluents that has one.
    codes: Vec<Option<u32>>,
    numbers: FxHashMap<String, u32>,
}

impl Encoding {
    /// An encoding with these fluents in KIF; `always` are the numbers of those
    /// that hold in every state. Those in no field and not among them never
    /// hold.
    ///
    /// # Errors
    ///
    /// What is wrong, if fields share fluents, codes are not distinct, or there
    /// are too many bits.
    pub fn new(
        fluents: Vec<String>,
        always: Vec<u32>,
        fields: Vec<Field>,
    ) -> Result<Self, &'static str> {
        let bits = fields
            .iter()
            .map(|field| u64::from(field.bits))
            .sum::<u64>();
        let bits = u32::try_from(bits).map_err(|_| "keys have too many bits")?;
        Encoding::from_text(EncodingText {
            fluents,
            always,
            bits,
            fields,
        })
    }

    pub(super) fn from_text(text: EncodingText) -> Result<Self, &'static str> {
        let count = text.fluents.len();
        let mut encoding = Encoding {
            places: vec![Place::Never; count],
            fields: Vec::new(),
            steps: FxHashMap::default(),
            codes: Vec::new(),
            numbers: FxHashMap::default(),
            text,
        };
        let numbered = encoding.text.fluents.iter().cloned().zip(0..);
        encoding.numbers.extend(numbered);
        if encoding.numbers.len() != count {
            return Err("a fluent is listed twice");
        }
        for at in 0..encoding.text.always.len() {
            let fluent = encoding.text.always[at];
            encoding.settle(fluent, Place::Always)?;
        }
        let fields = std::mem::take(&mut encoding.text.fields);
        let mut bits = 0_u32;
        for (place, field) in (0..).zip(&fields) {
            if field.bits > MAX_FIELD_BITS || bits + field.bits > MAX_BITS {
                return Err("keys have too many bits");
            }
            encoding.add(place, bits, field)?;
            bits += field.bits;
        }
        encoding.text.fields = fields;
        match bits == encoding.text.bits {
            true => Ok(encoding),
            false => Err("the fields have another number of bits"),
        }
    }

    fn settle(&mut self, fluent: u32, as_what: Place) -> Result<(), &'static str> {
        let place = self.places.get_mut(fluent as usize);
        let place = place.ok_or("a field has a fluent that there is not")?;
        match std::mem::replace(place, as_what) {
            Place::Never => Ok(()),
            _ => Err("a fluent is in two fields"),
        }
    }

    fn add(&mut self, number: u32, level: u32, field: &Field) -> Result<(), &'static str> {
        for &fluent in &field.fluents {
            self.settle(fluent, Place::Field(number))?;
        }
        if field.codes.len() as u64 > 1 << field.bits {
            return Err("a field has more codes than its bits tell");
        }
        let start = self.state();
        self.fields.push((level, start));
        for (code, held) in (0..).zip(&field.codes) {
            let Some(held) = held else { continue };
            let mut state = start;
            let mut last = None;
            for &fluent in held {
                let own = self.places.get(fluent as usize) == Some(&Place::Field(number));
                if !own || last.is_some_and(|last| last >= fluent) {
                    return Err("a code does not list fluents of its field in order");
                }
                last = Some(fluent);
                state = match self.steps.get(&(state, fluent)) {
                    Some(&next) => next,
                    None => {
                        let next = self.state();
                        self.steps.insert((state, fluent), next);
                        next
                    }
                };
            }
            if self.codes[state as usize].replace(code).is_some() {
                return Err("two codes of a field say the same");
            }
        }
        Ok(())
    }

    fn state(&mut self) -> u32 {
        self.codes.push(None);
        self.codes.len() as u32 - 1
    }

    pub(super) fn text(&self) -> &EncodingText {
        &self.text
    }

    /// How many bits keys have.
    pub fn bits(&self) -> u32 {
        self.text.bits
    }

    /// All fluents in KIF, by their numbers.
    pub fn fluents(&self) -> &[String] {
        &self.text.fluents
    }

    /// The fluents that hold in every state.
    pub fn always(&self) -> &[u32] {
        &self.text.always
    }

    /// The fields, from the most significant bits on.
    pub fn fields(&self) -> &[Field] {
        &self.text.fields
    }

    /// The number of a fluent in KIF.
    pub fn fluent(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// The key of the state in which exactly these fluents hold, given by their
    /// numbers in ascending order; `None` if the game has no such state.
    pub fn encode(&self, held: &[u32]) -> Option<Key> {
        let mut states: Vec<u32> = self.fields.iter().map(|&(_, start)| start).collect();
        let mut always = 0;
        for &fluent in held {
            match *self.places.get(fluent as usize)? {
                Place::Never => return None,
                Place::Always => always += 1,
                Place::Field(field) => {
                    let state = &mut states[field as usize];
                    *state = *self.steps.get(&(*state, fluent))?;
                }
            }
        }
        if always != self.text.always.len() {
            return None;
        }
        let mut key = Key::zero(self.text.bits);
        let fields = self.text.fields.iter().zip(&self.fields);
        for ((field, &(level, _)), &state) in fields.zip(&states) {
            let code = self.codes[state as usize]?;
            put_bits(&mut key.0, level, field.bits, u64::from(code));
        }
        Some(key)
    }

    /// A key as a number in bytes, the most significant first: ⌈bits / 8⌉ of them, at
    /// least one.
    pub fn key_bytes(&self, key: &Key) -> Vec<u8> {
        let mut bytes = Vec::new();
        to_bytes(&key.0, self.text.bits, &mut bytes);
        bytes
    }

    /// The fluents that hold in the state of a key, in ascending order; `None` if
    /// it is not the key of a state.
    pub fn decode(&self, key: &Key) -> Option<Vec<u32>> {
        let mut held = self.text.always.clone();
        for (field, &(level, _)) in self.text.fields.iter().zip(&self.fields) {
            let code = get_bits(&key.0, level, field.bits);
            held.extend(field.codes.get(code as usize)?.as_ref()?);
        }
        held.sort_unstable();
        Some(held)
    }
}

/// As the meta document of a file has it.
impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoding() -> Encoding {
        let fluents = ["a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec();
        let one = Field {
            bits: 2,
            fluents: vec![1, 3],
            codes: vec![Some(vec![]), Some(vec![1]), Some(vec![3])],
        };
        let merged = Field {
            bits: 3,
            fluents: vec![2, 5],
            codes: vec![None, Some(vec![2]), Some(vec![2, 5])],
        };
        Encoding::new(fluents, vec![0], vec![one, merged]).unwrap()
    }

    #[test]
    fn states_have_keys_and_other_sets_of_fluents_have_none() {
        let encoding = encoding();
        let key = encoding.encode(&[0, 2, 3, 5]).unwrap();
        assert_eq!(key.words(), [0b10_010 << 59]);
        assert_eq!(encoding.key_bytes(&key), [0b10_010]);
        assert_eq!(encoding.decode(&key), Some(vec![0, 2, 3, 5]));
        let none: [&[u32]; 6] = [&[2], &[0], &[0, 5], &[0, 1, 2, 3], &[0, 2, 4], &[0, 2, 9]];
        for held in none {
            assert_eq!(encoding.encode(held), None, "{held:?}");
        }
        assert_eq!(encoding.decode(&Key::zero(5)), None);
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let fluents = || vec!["a".to_owned(), "b".to_owned()];
        let field = |fluents: &[u32], codes: &[&[u32]]| Field {
            bits: 1,
            fluents: fluents.to_vec(),
            codes: codes.iter().map(|it| Some(it.to_vec())).collect(),
        };
        let fine = field(&[0], &[&[], &[0]]);
        assert!(Encoding::new(fluents(), vec![1], vec![fine.clone()]).is_ok());
        for (always, fields) in [
            (vec![0], vec![fine.clone()]),
            (vec![2], vec![]),
            (vec![], vec![fine.clone(), fine.clone()]),
            (vec![], vec![field(&[0], &[&[0], &[0]])]),
            (vec![], vec![field(&[0], &[&[1]])]),
            (vec![], vec![field(&[0, 1], &[&[1, 0]])]),
            (vec![], vec![field(&[0, 1], &[&[], &[0], &[1]])]),
        ] {
            assert!(Encoding::new(fluents(), always, fields).is_err());
        }
    }
}
