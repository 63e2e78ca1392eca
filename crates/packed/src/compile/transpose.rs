//! Transposes a matrix of 64 by 64 bits: bit `i` of word `j` becomes bit `j` of
//! word `i`.

/// Transposes in place, by swapping ever smaller blocks (H. S. Warren,
/// *Hacker's Delight*, section 7-3).
#[inline]
pub(crate) fn transpose(words: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swap = ((words[row] >> width) ^ words[row + width]) & mask;
            words[row] ^= swap << width;
            words[row + width] ^= swap;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut random = testkit::SplitMix64::new(7);
        let rows: [u64; 64] = std::array::from_fn(|_| random.draw());
        let mut columns = rows;
        transpose(&mut columns);
        for (i, column) in columns.iter().enumerate() {
            for (j, row) in rows.iter().enumerate() {
                assert_eq!(column >> j & 1, row >> i & 1);
            }
        }
    }
}
