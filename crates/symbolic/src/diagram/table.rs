//! Tables that are accessed at random places.

use hugealloc::HugeAlloc;

/// A table in large pages, where the system has them. With small ones most accesses
/// would have to look up the address of a page as well.
pub(super) type Table<T> = allocator_api2::vec::Vec<T, HugeAlloc>;

/// Bytes of a large page. Smaller tables are in small pages.
const LARGE_PAGE: usize = 1 << 21;

pub(super) fn table<T: Clone>(len: usize, value: T) -> Table<T> {
    let mut table = Table::new_in(HugeAlloc);
    table.resize(len, value);
    table
}

/// Makes a table longer; it will never be longer than `most`.
///
/// From the size of a large page on, addresses for `most` elements are reserved at
/// once, and the table grows in place. Only what is used takes memory. Clearing new
/// memory and copying the table into it, time after time, took a tenth of all time.
pub(super) fn lengthen<T: Clone>(table: &mut Table<T>, len: usize, most: usize, value: T) {
    if len > table.capacity() {
        make_room(table, len, most);
    }
    table.resize(len, value);
}

#[cold]
fn make_room<T>(table: &mut Table<T>, len: usize, most: usize) {
    if len * size_of::<T>() >= LARGE_PAGE {
        // Without that many addresses the table is copied after all.
        let _ = table.try_reserve_exact(most.saturating_sub(table.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_table_grows_where_it_is() {
        let mut table = table(3, 7_u64);
        lengthen(&mut table, 5, 1 << 20, 8);
        assert_eq!(table[..], [7, 7, 7, 8, 8]);
        lengthen(&mut table, LARGE_PAGE, 1 << 20, 9);
        let place = table.as_ptr();
        lengthen(&mut table, 3 * LARGE_PAGE, 1 << 23, 9);
        assert_eq!(table.len(), 3 * LARGE_PAGE);
        assert_ne!(table.as_ptr(), place, "it is longer than it was said to be");
        let place = table.as_ptr();
        lengthen(&mut table, 4 * LARGE_PAGE, 1 << 23, 9);
        assert_eq!(table.as_ptr(), place);
        assert_eq!(table[..6], [7, 7, 7, 8, 8, 9]);
        // More addresses than there are.
        lengthen(&mut table, 5 * LARGE_PAGE, usize::MAX, 9);
        assert_eq!(table.len(), 5 * LARGE_PAGE);
        assert_eq!(table[..6], [7, 7, 7, 8, 8, 9]);
    }
}
