//! What an oracle knows is used, and is not searched.

use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Model, Playable, RoleId, Stop, Value};
use ground::BitState;
use judge::{Limits, Table};
use play::{Knowledge, Oracle, PlayError, State};
use search::{Algorithm, Ended, Search, SearchError, Settings};
use table::solution::Outcome;
use testkit::{ground_game, library_rules, simulator};

use crate::games::{begin, uct};

/// The judge's values of the states that have fewer than so many empty cells.
struct Late {
    table: Table<BitState>,
    blank: Vec<ground::FluentId>,
    most_blank: usize,
    asked: AtomicUsize,
}

impl Late {
    fn of_tic_tac_toe(most_blank: usize) -> Self {
        let mut game = simulator(&library_rules("tic-tac-toe", &[]));
        let Ok(start) = game.initial();
        let options = testkit::options(Model::Difference, None);
        let solved = judge::solve(&mut game, start, &options, &Limits::default(), &mut |_| {});
        let named = game.game().fluents().iter().zip(game.game().fluent_ids());
        let blank = named.filter(|(name, _)| name.ends_with(" blank)"));
        Late {
            blank: blank.map(|(_, it)| it).collect(),
            table: solved.expect("it is solved"),
            most_blank,
            asked: AtomicUsize::new(0),
        }
    }
}

impl Oracle for Late {
    fn model(&self) -> Model {
        Model::Difference
    }

    fn is_whole(&self) -> bool {
        false
    }

    fn has_distances(&self) -> bool {
        false
    }

    fn ask(&self, states: &[&State]) -> Result<Vec<Knowledge>, PlayError> {
        self.asked.fetch_add(states.len(), Ordering::Relaxed);
        let answer = |state: &&State| {
            let bits = state.bits().expect("the game is ground");
            let blank = self.blank.iter().filter(|it| bits.holds(**it)).count();
            let value = self.table.value(bits).expect("play has reached it");
            match blank <= self.most_blank {
                true => Knowledge::Known(Outcome {
                    value: value.clone(),
                    distance: None,
                }),
                false => Knowledge::Unknown,
            }
        };
        Ok(states.iter().map(answer).collect())
    }
}

fn searched(late: &Late, settings: Settings, iterations: u64) -> (Search, Ended) {
    let mut search = begin(ground_game(&library_rules("tic-tac-toe", &[])), settings);
    let ended = search.run(iterations, Some(late), &Stop::new(), &mut |_| {});
    (search, ended.expect("all is well-formed"))
}

#[test]
fn more_of_a_database_takes_less_search() {
    let mut iterations = Vec::new();
    for most_blank in [0, 5, 7] {
        let late = Late::of_tic_tac_toe(most_blank);
        assert_eq!(late.blank.len(), 9);
        let (search, ended) = searched(&late, uct(), 1_000_000);
        assert_eq!(ended, Ended::Proven);
        for (state, rewards) in search.proven_states() {
            assert_eq!(late.table.value(&state), Some(&Value::Rewards(rewards)));
        }
        iterations.push(search.iterations());
    }
    assert!(
        iterations[0] > iterations[1] && iterations[1] > iterations[2],
        "{iterations:?}"
    );
}

#[test]
fn a_root_that_is_known_needs_no_search_and_has_all_moves() {
    let late = Late::of_tic_tac_toe(9);
    for algorithm in [Algorithm::Uct, Algorithm::Uct2008] {
        let (search, ended) = searched(&late, Settings::new(algorithm), 1000);
        assert_eq!((ended, search.iterations()), (Ended::Proven, 0));
        let estimates = search.estimates();
        assert_eq!(estimates.rewards, [50.0, 50.0]);
        assert!(estimates.moves.iter().all(|it| it.proven.is_some()));
        let best = search.best_move(RoleId::new(0)).expect("play goes on");
        let best = estimates
            .moves
            .iter()
            .find(|it| it.mov == best)
            .expect("it is legal");
        assert_eq!(best.estimate, Some(50.0));
    }
}

#[test]
fn the_printed_algorithm_stops_at_what_the_database_knows() {
    let late = Late::of_tic_tac_toe(8);
    let (search, ended) = searched(&late, Settings::new(Algorithm::Uct2008), 500);
    // Every first move is worth a draw, and each is looked up once.
    assert_eq!(ended, Ended::Enough);
    assert_eq!(search.size(), 10);
    assert_eq!(search.estimates().rewards, [50.0, 50.0]);
    assert_eq!(late.asked.load(Ordering::Relaxed), 10);
}

/// Without the oracle that knew the root, it is searched.
#[test]
fn an_oracle_that_is_gone_leaves_no_gap() {
    let late = Late::of_tic_tac_toe(8);
    let (mut search, _) = searched(&late, uct(), 10);
    let joint: Vec<_> = search.legal().iter().map(|moves| moves[0]).collect();
    search.advance(&joint).expect("it is legal");
    let ended = search.run(100_000, None, &Stop::new(), &mut |_| {});
    assert!(matches!(ended, Ok(Ended::Proven)) && search.iterations() > 0);
}

#[test]
fn an_oracle_of_another_model_is_refused() {
    let late = Late::of_tic_tac_toe(3);
    let settings = Settings {
        model: Model::Own,
        ..uct()
    };
    let mut search = begin(ground_game(&library_rules("tic-tac-toe", &[])), settings);
    let error = search.run(10, Some(&late), &Stop::new(), &mut |_| {});
    assert!(matches!(error, Err(SearchError::OtherModel)));
}
