//! What bounds the work on parts, in one place.

/// The knobs that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// Most states of a part that is listed whatever else could be done with it. Default
    /// 4096, any number. Larger parts are split into pieces first.
    pub small_part: usize,
    /// Most states of a part that are listed where pieces do not help. Default 2^20, any
    /// number. More: larger parts are solved, in more memory.
    pub listed_states: usize,
    /// Most states of a part that is listed where it is the only one: it has as many states as
    /// the game. Default 2^20, any number.
    pub alone_states: usize,
    /// Most pieces that are kept. Default 2^20, from 1 to 2^31. More: games that fall into
    /// more different pieces are decided, in more memory.
    pub pieces: usize,
    /// Least share of the moves that lead from the first position of a part to several
    /// pieces, in percent: with fewer, pieces grow like states, and none are kept. Default 0,
    /// up to 100. More: fewer parts are looked at by their pieces.
    pub splitting_moves: usize,
    /// Most numbers, of 4 bytes, in the tables of pieces. Default 2^27, any number. More:
    /// as `pieces`.
    pub numbers: usize,
    /// Most sums of pieces that are searched where values do not decide. Default 2^20, any
    /// number. More: longer, and more sums are decided.
    pub searched_sums: usize,
    /// Most work for the quotient of wild positions under misère play, in units of the crate
    /// `cgt`. Default 5,000,000, about a second; any number. With less, more sums are searched.
    pub misere_work: u64,
    /// Limits of the values of partizan positions. Default: those of the crate `cgt`, with
    /// less work for one value, since there may be very many.
    pub games: cgt::Knobs,
    /// Most kinds of states by which the states of a sum are counted. Default 2^16, any
    /// number. More: states of more games are counted.
    pub kinds: usize,
    /// Most bits of tables that are made to find parts: for each condition which fluents it
    /// depends on. Default 2^28, any number. More: parts of larger games are found.
    pub support_bits: usize,
    /// Most steps in each stage of the search for parts, for each gate of the game and each
    /// move: effects of moves; what is known where they are legal; conditions, writes and
    /// pairs of parts for each move. Default 2^14, any number. More: parts of larger games
    /// are found, more slowly.
    pub search_steps: usize,
    /// Most entries, of 4 bytes, in the table of what moves do to the states of a part.
    /// Default 2^24, any number. More: larger parts, in more memory.
    pub part_entries: usize,
    /// Parts are put together two at a time as long as their product may have more states
    /// than this. Default 2^16, any number. Less: smaller products, after more work.
    pub folded_states: usize,
    /// Most parts that are put together. Default 32, any number. More parts are left as they
    /// are: the work grows with their cube.
    pub folded_parts: usize,
    /// Most pairs of states of two parts that are put together. Default 2^20, any number.
    /// More: smaller products, in more memory.
    pub folded_pairs: usize,
    /// Most combinations of what is seen of all parts of a game of one role. Default 2^14,
    /// any number. More: games of more parts are solved without a product, but asking for a
    /// state may take a look at all combinations.
    pub planned_combinations: usize,
    /// Most states of a product of parts. Default 2^23, up to 2^32. More: larger products
    /// are solved, in more memory (about 200 bytes a state).
    pub product_states: u64,
}

impl Knobs {
    /// The same for so many parts.
    pub(crate) fn of_parts(self, parts: usize) -> Self {
        let most = match parts {
            1 => self.alone_states,
            _ => usize::MAX,
        };
        Knobs {
            small_part: self.small_part.min(most),
            listed_states: self.listed_states.min(most),
            ..self
        }
    }
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            small_part: 4096,
            listed_states: 1 << 20,
            alone_states: 1 << 20,
            pieces: 1 << 20,
            splitting_moves: 0,
            numbers: 1 << 27,
            searched_sums: 1 << 20,
            misere_work: 5_000_000,
            games: cgt::Knobs {
                work: 2_000_000,
                ..cgt::Knobs::default()
            },
            kinds: 1 << 16,
            support_bits: 1 << 28,
            search_steps: 1 << 14,
            part_entries: 1 << 24,
            folded_states: 1 << 16,
            folded_parts: 32,
            folded_pairs: 1 << 20,
            planned_combinations: 1 << 14,
            product_states: 1 << 23,
        }
    }
}
