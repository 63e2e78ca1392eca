//! All tuning knobs of the symbolic engine, in one place.
//!
//! A knob decides how long things take and how much memory they need; where it decides
//! more, it says so. Work is counted in nodes made and operations, not in time, so that
//! results depend on the game alone. What inner loops read is a constant, so that the
//! compiler knows it.

use game::Count;

/// The knobs that can be set; a [`Task`](crate::Task) carries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    // Room for nodes.
    /// With fewer nodes than this garbage is not collected. Default 2^18, from 1 to
    /// 2^30. More: more memory, and results live longer.
    pub few_nodes: usize,
    /// Garbage is collected when there are this many times as many nodes as were needed
    /// at the last collection. Default 3, from 1 to 1000. More: fewer collections, more
    /// memory.
    pub growth: usize,
    /// For algorithms that repeat their operations, garbage is not collected until one
    /// in this many nodes that fit into memory is in use. Default 8, from 1 to 2^20.
    /// More: earlier collections.
    pub hoard: usize,
    /// The largest number of times that a set is cut in two when nodes run out. Default
    /// 64, from 0 to 2^16. Fewer: nodes run out earlier; more: longer until they do.
    pub max_cuts: u32,
    // Encoding a game.
    /// Work ([`Task::work`](crate::Task::work)) that encoding may take for each node
    /// that there is room for. Default 16, from 0 to 2^20.
    pub encode_per_node: usize,
    /// Work that encoding may always take; 2^21 is about a second. Default 2^21, from
    /// 2^18 to 2^30. Less: games are refused sooner where memory is short.
    pub encode_least: usize,
    /// Work that encoding may never exceed, except for `encode_least`: 3 to 32
    /// seconds on games that come to it, none of which fits. Default 2^25, from 2^21
    /// to 2^40.
    pub encode_most: usize,
    /// Nodes up to which the relations of moves are joined into one. Default 2^15,
    /// from 1 to 2^24. More: fewer, larger relations.
    pub cluster_nodes: usize,
    /// Steps that joining two relations may take for each of their nodes. Default 8,
    /// from 0 to 2^20. More: more are joined, and more work is wasted.
    pub cluster_steps_per_node: usize,
    /// Steps that joining two relations may always take. Default 2^14, from 1 to 2^30.
    pub cluster_steps: usize,
    /// Nodes up to which a condition is one set; beyond, it stays in parts. Default
    /// 2^16, from 1 to 2^24.
    pub condition_nodes: usize,
    /// Steps that uniting two parts of a condition may take for each of their nodes.
    /// Default 4, from 0 to 2^20.
    pub condition_steps_per_node: u64,
    /// Steps that uniting two parts of a condition may always take. Default 2^12, from
    /// 1 to 2^30.
    pub condition_steps: u64,
    /// Sets held while building a relation that count as one node made: both take about
    /// the same time. Default 4, from 1 to 2^20. More: more memory before a relation is
    /// given up.
    pub sets_per_work: usize,
    /// Sets that may always be held while building a relation, however little memory
    /// there is: a few megabytes. Default 2^18, from 2^10 to 2^30.
    pub few_sets: usize,
    // Orders that are worth trying.
    /// Conditions on more groups than this tie nothing: in every order they are
    /// spread out. Default 24, from 0 to 1000. More: longer until orders are known.
    pub tied_groups: usize,
    /// How often the guess of a line of groups is refined. Default 200, from 0 to
    /// 10,000. More: longer, and hardly better.
    pub line_rounds: usize,
    /// How often all groups of a line are tried at other places. Default 20, from 0
    /// to 1000.
    pub line_passes: usize,
    /// With more groups than this, only places nearby are tried. Default 64, from 0 to
    /// 1000. More: cubic time.
    pub line_groups: usize,
    /// With more groups than this no order by ties is tried. Default 400, from 0 to
    /// 10,000. More: the ties of each with each, in time and memory.
    pub arranged_groups: usize,
    // The race of orders.
    /// Nodes that one order may take in its trial. Default 2^18, from 2^12 to 2^26.
    /// More: memory.
    pub trial_nodes: usize,
    /// All orders in the race together may hold one in this many of the nodes that fit
    /// into memory. Default 4, from 1 to 2^20. More: fewer orders where memory is
    /// short.
    pub race_share: usize,
    /// A game with no more nodes than this in all its layers needs no race. Default
    /// 2000, from 0 to 2^30.
    pub tiny_nodes: usize,
    /// Work of all trials together: about half a second. Default 1,200,000, from 0 to
    /// 2^32. More: a better order, later.
    pub race_work: usize,
    /// Work that all trials may always take once the game is encoded for them. Default
    /// 600,000, from 0 to 2^32.
    pub race_work_after_entry: usize,
    /// Work of encoding the game in all orders. Default 600,000, from 0 to 2^32.
    /// More: more orders are in the race.
    pub entry_work: usize,
    /// The same for the first order of each kind. Default 1,000,000, from 0 to 2^32.
    pub kinds_work: usize,
    /// Largest work of encoding the game in one order. Default 2^18, from 1 to 2^32.
    pub max_entry: usize,
    /// If the game can be encoded in no order, a second try may take this many times
    /// the work. Default 4, from 1 to 1000.
    pub second_try: usize,
    /// Encoding in an order may take this many times the work of the cheapest so far.
    /// Default 2, from 1 to 1000.
    pub max_entry_ratio: usize,
    /// Work that encoding the game in one order may always take. Default 60,000, from 0
    /// to 2^32.
    pub min_entry: usize,
    /// The number of last layers by which orders are compared. Default 3, from 1 to
    /// 1000.
    pub compared_layers: usize,
    /// Triples, in ascending order: from this many nodes of the best order on, this
    /// many orders stay, those with at most this many percent of its nodes. Default as
    /// below, from one order and 100 percent to 1000 orders and 100,000 percent. More:
    /// a better choice, later.
    pub race_cuts: [(usize, usize, usize); 4],
    /// The race ends where sets have become smaller over this many layers: an even
    /// number, because sizes go up and down when roles take turns. Default 4, from 2 to
    /// 1000.
    pub rest_layers: usize,
    /// With this many nodes the race ends where sets have grown by less than half.
    /// Default 8,000, from 0 to 2^30.
    pub many_nodes: usize,
    /// With this many nodes it is clear enough which order is best. Default 30,000,
    /// from 0 to 2^30. More: a safer choice, later.
    pub clear_nodes: usize,
    /// Nodes of the relations up to which merging groups is tried. Default 2,000,
    /// from 0 to 2^30.
    pub merged_relations: usize,
    /// Combinations of values up to which groups become one field. Default 600, from
    /// 1 to 2^16. A store of a run with more cannot be continued with fewer.
    pub merged_combinations: usize,
    /// Work of all searches for such combinations: about a tenth of a second. Default
    /// 200,000, from 0 to 2^32.
    pub merge_work: usize,
    /// Work of merging groups as a given order says; it was cheap enough when that
    /// order was found. Default 2^22, from 2^18 to 2^40.
    pub given_work: usize,
    // The passes.
    /// From this many nodes on, a few seconds' work, results go to disk. Default
    /// 2^22, any number.
    pub kept_nodes: usize,
    /// Number of different rewards up to which one set has the grades of all; with
    /// more, each has a set. One set was seen to take 0.77 to 0.97 times as long with
    /// two or three rewards, 1.1 times with four, and 1.9 times with eleven. Default 3,
    /// from 0 to 1000.
    pub graded_rewards: usize,
    /// The first layer with this many nodes decides by which group layers are cut.
    /// Default 20,000, from 0 to 2^30. More: a better group, later.
    pub cut_nodes: usize,
    // All states that the proven facts allow.
    /// Nodes up to which a fact narrows the set of these states. Default 2^14, from 1 to
    /// 2^24. More: fewer states that cannot be reached, in larger sets.
    pub universe_nodes: usize,
    /// Work after which no further facts narrow it. Default 2^20, from 0 to 2^32.
    pub universe_work: usize,
    /// Pairs of a sum of weights and a weight of the next field up to which states are
    /// told apart by their layer. Default 2^16, from 1 to 2^24.
    pub universe_sums: usize,
    // The forecast: what it finds decides which engine is taken.
    /// Nodes that a forecast may take. Default 2^20, from 2^12 to 2^30.
    pub forecast_nodes: usize,
    /// Work that encoding for a forecast may always take. Default 2^18, from 0 to 2^32.
    pub forecast_encode_least: usize,
    /// Work that encoding for a forecast may take at most, except for
    /// `forecast_encode_least`: about a second. Default 2^21, from 0 to 2^32.
    pub forecast_encode_most: usize,
    /// Work on layers that a forecast may always take: about a second. Default 2^21,
    /// from 0 to 2^32.
    pub forecast_work: usize,
    /// Expected states for which a forecast may take one more unit of work: a tenth of
    /// what it takes to list them. Default 6, from 1 to 2^32.
    pub forecast_states_per_work: Count,
    /// Largest work on layers in a forecast, except for `forecast_work`: about five
    /// seconds. Default 12,000,000, from 0 to 2^40.
    pub forecast_max_work: Count,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            few_nodes: 1 << 18,
            growth: 3,
            hoard: 8,
            max_cuts: 64,
            encode_per_node: 16,
            encode_least: 1 << 21,
            encode_most: 1 << 25,
            cluster_nodes: 1 << 15,
            cluster_steps_per_node: 8,
            cluster_steps: 1 << 14,
            condition_nodes: 1 << 16,
            condition_steps_per_node: 4,
            condition_steps: 1 << 12,
            sets_per_work: 4,
            few_sets: 1 << 18,
            tied_groups: 24,
            line_rounds: 200,
            line_passes: 20,
            line_groups: 64,
            arranged_groups: 400,
            trial_nodes: 1 << 18,
            race_share: 4,
            tiny_nodes: 2000,
            race_work: 1_200_000,
            race_work_after_entry: 600_000,
            entry_work: 600_000,
            kinds_work: 1_000_000,
            max_entry: 1 << 18,
            second_try: 4,
            max_entry_ratio: 2,
            min_entry: 60_000,
            compared_layers: 3,
            race_cuts: [
                (1_000, 12, 250),
                (3_000, 8, 200),
                (8_000, 5, 150),
                (20_000, 3, 120),
            ],
            rest_layers: 4,
            many_nodes: 8_000,
            clear_nodes: 30_000,
            merged_relations: 2_000,
            merged_combinations: 600,
            merge_work: 200_000,
            given_work: 1 << 22,
            kept_nodes: 1 << 22,
            graded_rewards: 3,
            cut_nodes: 20_000,
            universe_nodes: 1 << 14,
            universe_work: 1 << 20,
            universe_sums: 1 << 16,
            forecast_nodes: 1 << 20,
            forecast_encode_least: 1 << 18,
            forecast_encode_most: 1 << 21,
            forecast_work: 1 << 21,
            forecast_states_per_work: 6,
            forecast_max_work: 12_000_000,
        }
    }
}

/// The knobs that inner loops read, or that a store relies on.
impl Knobs {
    /// The share of entries of the table of nodes that may be in use, in eighths. More:
    /// less memory, longer lookups.
    pub(crate) const MAX_FILL_EIGHTHS: usize = 6;
    /// The fewest lines of the table of nodes, of 64 bytes each.
    pub(crate) const MIN_NODE_LINES: usize = 1 << 7;
    /// The fewest lines of the cache of results, of 64 bytes each.
    pub(crate) const MIN_CACHE_LINES: usize = 1 << 8;
    /// The fewest lines of a window of the cache: results are kept near those that
    /// were found a moment ago.
    pub(crate) const MIN_WINDOW: usize = 1 << 8;
    /// The windows of a large cache. More: results are nearer to each other, and
    /// push each other out more often.
    pub(crate) const WINDOWS: usize = 1 << 6;
    /// The largest number of cached results: more were seen to gain nothing.
    pub(crate) const MAX_RESULTS: usize = 1 << 26;
    /// The fewest nodes that a space has room for.
    pub(crate) const MIN_NODES: usize = 1 << 12;
    /// The largest number of levels of a band. The paths through a band are walked one
    /// by one, so more levels would cost what they save.
    pub(crate) const BAND_LEVELS: u32 = 4;
    /// Steps of a recursion between two checks of the request to stop.
    pub(crate) const STEPS_PER_CHECK: u64 = 1 << 12;
    /// Listed nodes between two such checks.
    pub(crate) const LISTED_PER_CHECK: usize = 1 << 14;
    /// Sets used while building a relation between two counts of them.
    pub(crate) const SETS_PER_COUNT: usize = 1 << 10;
    /// The largest number of joint moves that are compared to see who has a choice.
    /// With more, every role with several legal moves counts as choosing: no answer is
    /// wrong by that, but some games are refused that could be solved. The codes of
    /// merged groups, and so what a store keeps, depend on it.
    pub(crate) const JOINT_MOVES: usize = 1 << 12;
}

#[cfg(test)]
mod tests {
    use analysis::Facts;
    use game::Options;
    use game::{Level, Model, Solution, Stop};
    use ground::{BitState, GroundGame};
    use table::Storage;

    use super::*;
    use crate::{Algorithm, Task};

    /// Each knob at its least and at its most.
    macro_rules! ends {
        ($($knob:ident: $least:expr, $most:expr;)*) => {{
            // A knob that is missing here does not compile.
            // With a race of orders on games that need none.
            let all = Knobs { tiny_nodes: 0, ..Knobs::default() };
            #[allow(unused_variables, reason = "only their names matter")]
            let Knobs { $($knob),* } = all;
            vec![$(
                (stringify!($knob), Knobs { $knob: $least, ..all }),
                (stringify!($knob), Knobs { $knob: $most, ..all }),
            )*]
        }};
    }

    fn ends() -> Vec<(&'static str, Knobs)> {
        ends!(
            few_nodes: 1, 1 << 30;
            growth: 1, 1000;
            hoard: 1, 1 << 20;
            max_cuts: 0, 1 << 16;
            encode_per_node: 0, 1 << 20;
            encode_least: 1 << 18, 1 << 30;
            encode_most: 1 << 21, 1 << 40;
            cluster_nodes: 1, 1 << 24;
            cluster_steps_per_node: 0, 1 << 20;
            cluster_steps: 1, 1 << 30;
            condition_nodes: 1, 1 << 24;
            condition_steps_per_node: 0, 1 << 20;
            condition_steps: 1, 1 << 30;
            sets_per_work: 1, 1 << 20;
            few_sets: 1 << 10, 1 << 30;
            tied_groups: 0, 1000;
            line_rounds: 0, 10_000;
            line_passes: 0, 1000;
            line_groups: 0, 1000;
            arranged_groups: 0, 10_000;
            trial_nodes: 1 << 12, 1 << 26;
            race_share: 1, 1 << 20;
            tiny_nodes: 0, 1 << 30;
            race_work: 0, 1 << 32;
            race_work_after_entry: 0, 1 << 32;
            entry_work: 0, 1 << 32;
            kinds_work: 0, 1 << 32;
            max_entry: 1, 1 << 32;
            second_try: 1, 1000;
            max_entry_ratio: 1, 1000;
            min_entry: 0, 1 << 32;
            compared_layers: 1, 1000;
            race_cuts: [(0, 1, 100); 4], [(0, 1000, 100_000); 4];
            rest_layers: 2, 1000;
            many_nodes: 0, 1 << 30;
            clear_nodes: 0, 1 << 30;
            merged_relations: 0, 1 << 30;
            merged_combinations: 1, 1 << 16;
            merge_work: 0, 1 << 32;
            given_work: 1 << 18, 1 << 40;
            kept_nodes: 0, usize::MAX;
            graded_rewards: 0, 1000;
            cut_nodes: 0, 1 << 30;
            universe_nodes: 1, 1 << 24;
            universe_work: 0, 1 << 32;
            universe_sums: 1, 1 << 24;
            forecast_nodes: 1 << 12, 1 << 30;
            forecast_encode_least: 0, 1 << 32;
            forecast_encode_most: 0, 1 << 32;
            forecast_work: 0, 1 << 32;
            forecast_states_per_work: 1, 1 << 32;
            forecast_max_work: 0, 1 << 40;
        )
    }

    struct Prepared {
        game: GroundGame,
        facts: Facts,
        start: BitState,
    }

    fn prepare(name: &str, settings: &[(&str, &str)]) -> Prepared {
        let settings = settings.iter().map(|(a, b)| ((*a).into(), (*b).into()));
        let settings: Vec<(String, String)> = settings.collect();
        let text = library::find(name).unwrap().render(&settings).unwrap();
        let rules = gdl::load(&gdl::Source::new(name, text.as_bytes()), None).rules;
        let budget = ground::Budget::new(Stop::new());
        let game = GroundGame::new(&rules.unwrap(), &budget).unwrap();
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
        let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
        Prepared { game, facts, start }
    }

    impl Prepared {
        fn task(&self, knobs: Knobs) -> Task<'_> {
            Task {
                knobs,
                ..Task::new(&self.game, &self.facts, &self.start, 1 << 26)
            }
        }

        fn solve(&self, task: &Task<'_>) -> Solution {
            let options = Options {
                model: Model::Own,
                infinite: None,
                draw_distances: false,
                level: Level::Strong,
            };
            match self.facts.always_ends() {
                true => {
                    let solved = crate::solve(task, &options, Storage::Memory, &mut |_| {});
                    solved.unwrap().solution
                }
                false => {
                    let way = Algorithm::Attractor;
                    let solved = crate::solve_by(task, way, &options, &mut |_| {});
                    solved.unwrap().solution
                }
            }
        }
    }

    /// Games with layers, and one role's with cycles.
    #[test]
    fn at_their_ends_knobs_change_no_solution() {
        let games = [
            prepare("connect-four", &[("width", "3"), ("height", "4")]),
            prepare("clobber", &[("rows", "3"), ("columns", "3")]),
            prepare("pancakes", &[("size", "5")]),
        ];
        for game in games {
            let expected = game.solve(&game.task(Knobs::default()));
            for (name, knobs) in ends() {
                let mut task = game.task(knobs);
                assert_eq!(game.solve(&task), expected, "{name}: {knobs:?}");
                if name.starts_with("forecast") {
                    task.order = crate::forecast(&task, 1000, 100).unwrap().order;
                    assert_eq!(game.solve(&task), expected, "{name}: {knobs:?}");
                }
            }
        }
    }
}
