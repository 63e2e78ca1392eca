//! The numbers by which the flow and its engines decide, in one place.

use game::Count;

use crate::sample::Size;

/// What the choice of an engine and of a place to keep things is tuned by.
///
/// No answer depends on them: they trade the time of a look ahead for the chance of the
/// faster engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Knobs {
    /// Instances of rules up to which a game is made ground when the engine is left to
    /// us. More: larger sheets are solved fast, after a longer wait where that fails.
    /// At least 0.
    pub auto_instances: u64,
    /// States up to which a game with layers is listed without asking whether sets suit
    /// it: listing them takes about as long as asking.
    pub small: u64,
    /// The same for games that are valued as a whole, in states times moves: there a
    /// state takes the longer, the more moves there are.
    pub small_as_a_whole: u64,
    /// The least number of states that is small for games valued as a whole.
    pub small_anyway: u64,
    /// States that are looked at to see how sets do.
    pub forecast: Count,
    /// States for each node from which on sets are worth it: at this ratio both engines
    /// were seen to take about the same time.
    pub dense: Count,
    /// States times moves for which valuing all states at once may take one unit of
    /// work on sets. Beyond that it is given up, having taken about as long as listing.
    /// At least 1.
    pub moves_per_work: Count,
    /// The least number of moves that is counted for that.
    pub fewest_moves: Count,
    /// States from which on finished layers are kept in the cache: a few seconds' work.
    pub worth_keeping: u64,
    /// Which part of the memory that is left the writer of a solution file may take;
    /// 4 is a quarter. At least 1.
    pub writer_share: u64,
    /// States after which a solve that lists them tells what is to come: seconds of
    /// work, beside which the forecast costs little.
    pub watch: u64,
    /// The same for a solve by sets, in nodes of all layers.
    pub watch_nodes: usize,
    /// States that are listed to forecast a game that nobody asked for: one of the same
    /// family.
    pub look: u64,
    /// Nodes of layers as sets that are found for a forecast.
    pub look_nodes: usize,
    /// The sample by which it is forecast how layers grow.
    pub sample: Size,
    /// States up to which a game fits: about an hour of listing.
    pub many: u64,
    /// Nodes of layers up to which a game fits as sets.
    pub many_nodes: u64,
    /// Bits of a state from which a game that seems to have several parts is solved by them,
    /// where its states are counted too: below, listing them takes a tenth of a second and
    /// finds distances.
    pub parts_bits: u64,
    /// The same where states are not counted. From here on a game that seems to have one part
    /// is looked at too, after `parts_after` states were listed.
    pub uncounted_parts_bits: u64,
    /// States that are listed before parts are looked for in a game that seems to have one:
    /// so many that looking costs little beside.
    pub parts_after: u64,
    /// Bits of a state from which parts are looked for before any states are listed: such
    /// games are mostly too large for that.
    pub many_bits: u64,
    /// Bits of a state from which a game that does not suit sets is solved as a product of
    /// its parts: below, its states are listed and counted.
    pub product_bits: u64,
    /// How many times smaller than the game a product of its parts must be, by the numbers
    /// of their states and classes. More: fewer games are solved as products. At least 1.
    pub product_share: u32,
    /// What looking for parts may take in a game that has other ways to be solved.
    pub parts: decompose::Knobs,
    /// The explicit engine's own.
    pub explicit: explicit::Knobs,
    /// The symbolic engine's own.
    pub symbolic: symbolic::Knobs,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            auto_instances: ground::AUTO_INSTANCES,
            small: 1 << 20,
            small_as_a_whole: 1 << 23,
            small_anyway: 1 << 16,
            forecast: 4_000_000,
            dense: 70,
            moves_per_work: 4,
            fewest_moves: 64,
            worth_keeping: 1 << 22,
            writer_share: 4,
            watch: 1 << 24,
            watch_nodes: 1 << 20,
            look: 1 << 20,
            look_nodes: 1 << 19,
            sample: Size {
                layer: 200,
                all: 1 << 15,
                successors: 200 * 64,
            },
            many: 1 << 32,
            many_nodes: 1 << 26,
            parts_bits: 16,
            uncounted_parts_bits: 28,
            parts_after: 1 << 18,
            many_bits: 64,
            product_bits: 48,
            product_share: 100,
            parts: decompose::Knobs {
                pieces: 384,
                numbers: 1 << 22,
                listed_states: 1 << 17,
                alone_states: 0,
                splitting_moves: 50,
                misere_work: 500_000,
                search_steps: 4,
                ..decompose::Knobs::default()
            },
            explicit: explicit::Knobs::default(),
            symbolic: symbolic::Knobs::default(),
        }
    }
}
