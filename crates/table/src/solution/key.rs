//! Keys: states as strings of bits.

/// A state as a string of bits.
///
/// Bit 0, the most significant one, is the highest bit of the first word;
/// unused bits of the last word are 0. So keys of one encoding are ordered as
/// their words are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(super) Box<[u64]>);

/// The number of words of a key of `bits` bits: at least one.
pub fn key_words(bits: u32) -> usize {
    bits.div_ceil(u64::BITS).max(1) as usize
}

impl Key {
    /// The key of all zeroes.
    pub fn zero(bits: u32) -> Self {
        Key(vec![0; key_words(bits)].into())
    }

    /// The key of these words, the most significant first.
    pub fn from_words(words: &[u64]) -> Self {
        Key(words.into())
    }

    /// Its words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}

/// Bit `level` of a key.
#[inline]
pub(super) fn bit(key: &[u64], level: u32) -> bool {
    key[(level / 64) as usize] >> (63 - level % 64) & 1 == 1
}

/// Whether all bits from a level on are 0.
#[inline]
pub(super) fn zero_from(key: &[u64], level: u32) -> bool {
    let word = (level / 64) as usize;
    match key.get(word) {
        None => true,
        Some(&first) => first << (level % 64) == 0 && key[word + 1..].iter().all(|&word| word == 0),
    }
}

/// The first level at which two keys differ.
#[inline]
pub(super) fn first_difference(a: &[u64], b: &[u64]) -> Option<u32> {
    let place = a.iter().zip(b).position(|(a, b)| a != b)?;
    Some(64 * place as u32 + (a[place] ^ b[place]).leading_zeros())
}

/// Writes a number of at most 64 bits at a level, where the key has zeroes.
pub(super) fn put_bits(key: &mut [u64], level: u32, bits: u32, number: u64) {
    if bits == 0 {
        return;
    }
    let (word, room) = ((level / 64) as usize, 64 - level % 64);
    match bits.checked_sub(room) {
        None | Some(0) => key[word] |= number << (room - bits),
        Some(over) => {
            key[word] |= number >> over;
            key[word + 1] |= number << (64 - over);
        }
    }
}

/// The number of at most 64 bits at a level.
pub(super) fn get_bits(key: &[u64], level: u32, bits: u32) -> u64 {
    if bits == 0 {
        return 0;
    }
    let (word, room) = ((level / 64) as usize, 64 - level % 64);
    let mut number = key[word] << (level % 64);
    if bits > room {
        number |= key[word + 1] >> room;
    }
    number >> (64 - bits)
}

/// The bytes of a key in a list.
pub(super) fn key_bytes(bits: u32) -> usize {
    bits.div_ceil(8).max(1) as usize
}

/// A key as a number in bytes, most significant first.
pub(super) fn to_bytes(key: &[u64], bits: u32, bytes: &mut Vec<u8>) {
    let count = key_bytes(bits);
    // The string ends with the last byte: it is shifted right by the unused
    // bits.
    let spare = 8 * count as u32 - bits;
    let byte = |at: usize| (key[at / 8] >> (56 - 8 * (at % 8))) as u8;
    for at in 0..count {
        let high = match (at, spare) {
            (0, _) | (_, 0) => 0,
            _ => u16::from(byte(at - 1)) << 8,
        };
        bytes.push(((high | u16::from(byte(at))) >> spare) as u8);
    }
}

/// The key of such bytes; `None` if they have more bits than it.
pub(super) fn from_bytes(bytes: &[u8], bits: u32) -> Option<Key> {
    let spare = 8 * key_bytes(bits) as u32 - bits;
    let mut key = Key::zero(bits);
    let first = u32::from(*bytes.first()?);
    if bytes.len() != key_bytes(bits) || first >> (8 - spare) != 0 {
        return None;
    }
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).map_or(0, |&next| u16::from(next));
        let both = (u16::from(byte) << 8 | next) << spare;
        key.0[at / 8] |= u64::from(both >> 8) << (56 - 8 * (at % 8));
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keys_come_back_from_bytes(bits in 1_u32..200, words in proptest::array::uniform4(any::<u64>())) {
            let mut key = Key::zero(bits);
            for level in (0..bits).filter(|&level| bit(&words, level)) {
                put_bits(&mut key.0, level, 1, 1);
            }
            let mut bytes = Vec::new();
            to_bytes(&key.0, bits, &mut bytes);
            prop_assert_eq!(bytes.len(), key_bytes(bits));
            prop_assert_eq!(from_bytes(&bytes, bits), Some(key.clone()));
            let from = (0..bits).rev().take_while(|&level| !bit(&key.0, level)).last();
            prop_assert!(zero_from(&key.0, from.unwrap_or(bits)));
            prop_assert!(from == Some(0) || !zero_from(&key.0, from.unwrap_or(bits) - 1));
        }
    }

    #[test]
    fn numbers_are_found_where_they_were_put() {
        for bits in 0..=64 {
            for level in 0..=192 - bits {
                let number = 0x9e37_79b9_7f4a_7c15_u64
                    .checked_shr(64 - bits)
                    .unwrap_or(0);
                let mut key = Key::zero(192);
                put_bits(&mut key.0, level, bits, number);
                assert_eq!(get_bits(&key.0, level, bits), number);
                let ones: u32 = key.0.iter().map(|word| word.count_ones()).sum();
                assert_eq!(ones, number.count_ones());
                assert_eq!(
                    bits > 0 && bit(&key.0, level),
                    number >> (bits.max(1) - 1) & 1 == 1
                );
            }
        }
    }

    #[test]
    fn bytes_are_the_number_of_the_string() {
        let mut key = Key::zero(10);
        put_bits(&mut key.0, 0, 10, 0b10_0000_0011);
        let mut bytes = Vec::new();
        to_bytes(&key.0, 10, &mut bytes);
        assert_eq!(bytes, [0b10, 0b0000_0011]);
        assert_eq!(get_bits(&key.0, 7, 3), 0b011);
        assert_eq!(from_bytes(&[0b100, 0], 10), None);
    }

    #[test]
    fn no_bits_are_one_byte() {
        let mut bytes = Vec::new();
        to_bytes(&[0], 0, &mut bytes);
        assert_eq!(bytes, [0]);
        assert_eq!(from_bytes(&[0], 0), Some(Key::zero(0)));
        assert_eq!(from_bytes(&[1], 0), None);
    }
}
