//! What tunes the explicit engine, in one place.
//!
//! A knob decides how long the work takes and how much memory it needs; if it decides
//! more, it says so. Those that inner loops read are constants, so that the compiler knows
//! them.

/// The knobs that may be set; a [`Task`](crate::Task) carries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// The knobs of the packed game.
    pub packed: packed::Knobs,
    /// Average number of successors that are sorted at once: they should fit a cache.
    /// Default 2^15, from 1 to 2^30. Fewer: more parts, each with its own memory.
    pub part_states: usize,
    /// Most parts of a layer. Default 2048, from 1 to 2^16. More: smaller parts of large
    /// layers, and more places that are written to at the same time.
    pub max_parts: usize,
    /// Blocks of states that a thread takes at once. Default 8, from 1 to 1024. More:
    /// threads wait less for each other, and idle more at the end of a layer.
    pub blocks_at_once: usize,
    /// Blocks of a layer for each thread at work on it. Default 8, from 1 to 2^20. More:
    /// fewer threads on small layers.
    pub blocks_per_thread: usize,
    /// Successors of each state of a layer that memory should have room for; otherwise
    /// finished layers go to disk first. Default 16, from 1 to 2^20. More: disk is used
    /// earlier.
    pub spread: usize,
    /// Most ranges into which the next layer is cut in the backward pass. Default 64, from
    /// 1 to 2^20. More: less memory for two layers, which are read more often.
    pub max_ranges: usize,
    /// States that a thread links at once. Default 4096, from 1 to 2^20; multiples of
    /// [`packed::lanes::LANES`] fill the lanes. More: threads wait less for each other,
    /// and idle more at the end.
    pub linked_states: usize,
    /// Estimated bytes of a state's arrows in the archive. Default 16, to 2^20. More:
    /// finished layers go to disk earlier.
    pub arrow_bytes: u64,
    /// Most states for which distances are found although nobody asked; so it decides
    /// whether they are reported. Default 2^20, 0 for never. More: more time and memory in
    /// the backward pass.
    pub distances_up_to: u64,
    /// Most combinations of rewards that weak solving checks in advance. Default 4096,
    /// from 1 to 2^20. Fewer: opposed roles are not recognised, so that a slower method is
    /// used, or none where play may go on for ever.
    pub max_combinations: usize,
    /// States in the first part of a cyclic game in weak solving. Default 64, from 1 to
    /// 2^20. More: fewer parts are valued, each of them larger.
    pub first_excerpt: usize,
    /// Estimated bytes of a state with its outcome, in the table of a weakly solved game
    /// that is written. Default 96, from 1 to 2^20. More: fewer states are kept for the
    /// same memory.
    pub exact_bytes: u64,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            packed: packed::Knobs::default(),
            part_states: 1 << 15,
            max_parts: 2048,
            blocks_at_once: 8,
            blocks_per_thread: 8,
            spread: 16,
            max_ranges: 64,
            linked_states: 4096,
            arrow_bytes: 16,
            distances_up_to: 1 << 20,
            max_combinations: 4096,
            first_excerpt: 64,
            exact_bytes: 96,
        }
    }
}

/// Those that inner loops read.
impl Knobs {
    /// Entries of each table of move scores, a power of two. More: fewer moves share an
    /// entry, and fewer entries are in cache.
    pub(crate) const ORDER_ENTRIES: usize = 1 << 16;
    /// Inverse learning rate of a move's score when it, or another in its place, settles a
    /// state: the score moves by one part in this many. More: slower to learn and to
    /// forget.
    pub(crate) const DECIDED: i32 = 50;
    /// The same when no move could have settled the state.
    pub(crate) const IN_VAIN: i32 = 500;
    /// States that the search visits between two reports.
    pub(crate) const REPORTED_STATES: u64 = 1 << 12;
    /// Neighbouring slots in a bucket of the search's table; a state may be in one of two
    /// buckets. More: a fuller table, longer look-ups.
    pub(crate) const BUCKET_SLOTS: usize = 8;
    /// Fewest slots of that table.
    pub(crate) const MIN_SLOTS: usize = 1 << 8;
}

#[cfg(test)]
mod tests {
    use analysis::Facts;
    use game::Options;
    use game::{Level, Model, Playable, Reward, Rewards, Solution, Stop};
    use ground::{GroundGame, Simulator};
    use table::{Storage, Store};

    use super::*;
    use crate::Task;

    /// Each knob at its least and at its most.
    macro_rules! ends {
        ($all:expr; $($knob:ident: $least:expr, $most:expr;)*) => {{
            // A knob that is missing here does not compile.
            #[allow(unused_variables, reason = "only their names matter")]
            let Knobs { packed, $($knob),* } = $all;
            vec![$(
                (stringify!($knob), Knobs { $knob: $least, ..$all }),
                (stringify!($knob), Knobs { $knob: $most, ..$all }),
            )*]
        }};
    }

    fn ends() -> Vec<(&'static str, Knobs)> {
        ends!(Knobs::default();
            part_states: 1, 1 << 30;
            max_parts: 1, 1 << 16;
            blocks_at_once: 1, 1024;
            blocks_per_thread: 1, 1 << 20;
            spread: 1, 1 << 20;
            max_ranges: 1, 1 << 20;
            linked_states: 1, 1 << 20;
            arrow_bytes: 0, 1 << 20;
            distances_up_to: 0, u64::MAX;
            max_combinations: 1, 1 << 20;
            first_excerpt: 1, 1 << 20;
            exact_bytes: 1, 1 << 20;
        )
    }

    /// The same for those of the packed game.
    fn packed_ends() -> Vec<(&'static str, Knobs)> {
        macro_rules! ends {
            ($($knob:ident: $least:expr, $most:expr;)*) => {{
                let all = packed::Knobs::default();
                #[allow(unused_variables, reason = "only their names matter")]
                let packed::Knobs { $($knob),* } = all;
                vec![$(
                    (stringify!($knob), packed::Knobs { $knob: $least, ..all }),
                    (stringify!($knob), packed::Knobs { $knob: $most, ..all }),
                )*]
            }};
        }
        let ends = ends!(
            expensive_move: 1, 1000;
            simplified_nodes: 0, 1 << 20;
            merged_literals: 0, 64;
            measure_bits: 1, 20;
            run_ratio: 1, 1000;
            run_in_memory: 0, u64::MAX;
            open_runs: 1, 1 << 16;
            copied_states: 1, usize::MAX;
        );
        let with = |packed| Knobs {
            packed,
            ..Knobs::default()
        };
        let ends = ends.into_iter().map(|(name, packed)| (name, with(packed)));
        ends.collect()
    }

    fn game(name: &str, settings: &[(&str, &str)]) -> (Simulator, Facts) {
        let settings = settings.iter().map(|(a, b)| ((*a).into(), (*b).into()));
        let settings: Vec<(String, String)> = settings.collect();
        let text = library::find(name).unwrap().render(&settings).unwrap();
        let rules = gdl::load(&gdl::Source::new(name, text.as_bytes()), None).rules;
        let budget = ground::Budget::new(Stop::new());
        let game = GroundGame::new(&rules.unwrap(), &budget).unwrap();
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new()));
        (Simulator::new(game), facts.unwrap())
    }

    /// With layers that are apart, and without; for one role, and for two.
    fn games() -> Vec<(Simulator, Facts)> {
        vec![
            game("tic-tac-toe", &[]),
            game("nim", &[("heaps", "3,4"), ("misere", "true")]),
            game("mu-torere", &[("points", "6")]),
            game("pancakes", &[("size", "5")]),
        ]
    }

    fn options(game: &Simulator, level: Level) -> Options {
        let even = Rewards::new(game.roles().iter().map(|_| Reward::from_points(50)));
        Options {
            model: Model::Own,
            infinite: Some(even).filter(|_| game.roles().len() > 1),
            draw_distances: false,
            level,
        }
    }

    /// A task for `threads` threads, in memory.
    fn task<'a>(
        (game, facts): &'a mut (Simulator, Facts),
        knobs: Knobs,
        threads: usize,
    ) -> Task<'a> {
        let Ok(start) = game.initial();
        Task {
            threads,
            memory: 1 << 30,
            knobs,
            ..Task::new(game, facts, start)
        }
    }

    fn solve(task: Task<'_>) -> Solution {
        let options = options(task.game, Level::UltraStrong);
        crate::solve(task, &options, &mut |_| {}).unwrap().result
    }

    #[test]
    fn at_their_ends_knobs_change_no_solution() {
        for mut game in games() {
            let expected = solve(task(&mut game, Knobs::default(), 2));
            for (name, knobs) in ends().into_iter().chain(packed_ends()) {
                let found = solve(task(&mut game, knobs, 2));
                assert_eq!(found, expected, "{name}: {knobs:?}");
                if expected.states < 400 {
                    continue;
                }
                // So little memory that states go to disk.
                let dir = tempfile::TempDir::new().unwrap();
                let store = Store::open(dir.path(), &[("engine", "test")], false);
                let found = solve(Task {
                    storage: Storage::Store(store.unwrap()),
                    memory: 1 << 18,
                    ..task(&mut game, knobs, 2)
                });
                assert_eq!(found, expected, "{name} on disk: {knobs:?}");
            }
        }
    }

    #[test]
    fn at_their_ends_knobs_change_no_weak_value() {
        for mut game in games() {
            let options = options(&game.0, Level::Weak);
            let always_ends = game.1.always_ends();
            let mut value = |knobs| {
                let weak = crate::solve_weakly(task(&mut game, knobs, 1), &options, &mut |_| {});
                weak.unwrap().solution.initial.value
            };
            let expected = value(Knobs::default());
            for (name, knobs) in ends().into_iter().chain(packed_ends()) {
                // Cyclic games are searched only where roles are recognised as opposed.
                if always_ends || name != "max_combinations" {
                    assert_eq!(value(knobs), expected, "{name}: {knobs:?}");
                }
            }
        }
    }

    #[test]
    fn distances_are_told_up_to_a_number_of_states() {
        let mut game = game("tic-tac-toe", &[]);
        let mut options = options(&game.0, Level::Strong);
        options.draw_distances = true;
        for (distances_up_to, told) in [(0, None), (5478, Some(9))] {
            let knobs = Knobs {
                distances_up_to,
                ..Knobs::default()
            };
            let solved = crate::solve(task(&mut game, knobs, 1), &options, &mut |_| {});
            assert_eq!(solved.unwrap().result.initial.distance, told);
        }
    }
}
