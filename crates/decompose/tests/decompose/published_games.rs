//! All published sheets, by parts and plain: no split may change an answer.
//!
//! A sheet that the judge solves within its limits is compared state by state, larger ones
//! by the equations of backward induction along random games.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use analysis::Facts;
use decompose::{Asked, Knobs, LastMover, Split, SplitTask, Task};
use gdl::Rules;
use ground::{BitState, GroundGame};
use testkit::{Corpus, load_if_valid};

use crate::detection::within;
use crate::product::{MODEL, Said, is_consistent, judged_within, said};
use crate::whole_games::start;

testkit::corpus_tests!(; slow: published_games_are_worth_the_same_by_parts);

/// States up to which a game is solved by the judge too.
const JUDGED_STATES: u64 = 100_000;

/// How long each step may take.
const TIME: Duration = Duration::from_secs(8);

/// Most states of a product.
const PRODUCT_STATES: u64 = 1 << 19;

/// How a sheet was compared.
enum Compared {
    /// In all its states.
    States(usize),
    /// Along random games.
    Games,
    /// By parts it has no answer, or none in time.
    No(String),
}

/// What is found, one line for each sheet and way.
#[derive(Default)]
struct Tally {
    in_all_states: usize,
    along_games: usize,
    not_solved: usize,
    differing: Vec<String>,
}

impl Tally {
    fn add(&mut self, sheet: String, compare: impl FnOnce() -> Compared) {
        let told = match catch_unwind(AssertUnwindSafe(compare)) {
            Ok(Compared::States(states)) => {
                self.in_all_states += 1;
                format!("{states} states")
            }
            Ok(Compared::Games) => {
                self.along_games += 1;
                "random games".to_owned()
            }
            Ok(Compared::No(why)) => {
                self.not_solved += 1;
                why
            }
            Err(_) => {
                self.differing.push(sheet.clone());
                "DIFFERENT".to_owned()
            }
        };
        println!("{sheet}: {told}");
    }
}

fn published_games_are_worth_the_same_by_parts(corpus: &Corpus) {
    let mut tally = Tally::default();
    for sheet in corpus.games() {
        let Some(rules) = load_if_valid(&sheet.bytes) else {
            continue;
        };
        let obfuscated = testkit::obfuscated(&rules, 1);
        for (names, rules) in [("", &rules), (", obfuscated", &obfuscated)] {
            let name = format!("{}{names}", sheet.name);
            match Subject::new(rules) {
                Some(subject) => subject.compare(&name, &mut tally),
                None => println!("{name}: not analysed in time"),
            }
        }
    }
    let Tally {
        in_all_states,
        along_games,
        not_solved,
        differing,
    } = tally;
    println!(
        "{in_all_states} compared in all states, {along_games} along random games, \
         {not_solved} not solved by parts"
    );
    assert!(differing.is_empty(), "{differing:#?}");
}

/// A game to be compared, by parts and plain.
struct Subject {
    game: GroundGame,
    facts: Facts,
    begin: BitState,
    /// What the judge says, or why it does not.
    judged: OnceCell<Result<judge::Table<BitState>, String>>,
}

impl Subject {
    /// A game and its facts, if both are found in time.
    fn new(rules: &Rules) -> Option<Self> {
        within(TIME, |stop| {
            let game = GroundGame::new(rules, &ground::Budget::new(stop.clone())).ok()?;
            let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).ok()?;
            Some(Subject {
                begin: start(&game),
                game,
                facts,
                judged: OnceCell::new(),
            })
        })
    }

    fn compare(&self, name: &str, tally: &mut Tally) {
        tally.add(format!("{name}, last mover"), || self.by_last_mover());
        let split = within(TIME, |stop| {
            let task = SplitTask {
                game: &self.game,
                facts: &self.facts,
                start: &self.begin,
                knobs: knobs(),
                stop,
            };
            Some(Split::find(&task))
        });
        let split = match split {
            None => Err("not taken apart in time".to_owned()),
            Some(split) => split.map_err(|why| why.to_string()),
        };
        if self.game.roles().len() == 1
            && let Ok(split) = &split
        {
            tally.add(format!("{name}, plan"), || self.by_plan(split));
        }
        tally.add(format!("{name}, product"), || match split {
            Ok(split) => self.by_product(split),
            Err(why) => Compared::No(why),
        });
    }

    fn by_last_mover(&self) -> Compared {
        let solved = within(TIME, |stop| {
            let task = Task {
                game: &self.game,
                facts: &self.facts,
                start: &self.begin,
                model: MODEL,
                knobs: knobs(),
                stop,
            };
            Some(LastMover::solve(&task))
        });
        match solved {
            Some(Ok(solved)) => self.beside_the_judge(None, |state| match solved.ask(state) {
                Asked::Known(value, distance) => Some((value, distance)),
                _ => None,
            }),
            Some(Err(why)) => Compared::No(why.to_string()),
            None => Compared::No("not taken apart in time".to_owned()),
        }
    }

    fn by_plan(&self, split: &Split) -> Compared {
        match within(TIME, |stop| Some(split.clone().plan(stop))) {
            Some(Ok(Ok(plans))) => self.beside_the_judge(Some(plans.is_cyclic()), |state| {
                plans.value(state).map(|it| (it.0.clone(), it.1))
            }),
            Some(Ok(Err(_))) => Compared::No("the parts have no plans of their own".to_owned()),
            Some(Err(why)) => Compared::No(why.to_string()),
            None => Compared::No("not planned in time".to_owned()),
        }
    }

    fn by_product(&self, split: Split) -> Compared {
        let options = testkit::options(MODEL, None);
        match within(TIME, |stop| Some(split.solve(&options, stop))) {
            Some(Ok(product)) => self.beside_the_judge(Some(product.is_cyclic()), said(&product)),
            Some(Err(why)) => Compared::No(why.to_string()),
            None => Compared::No("not solved in time".to_owned()),
        }
    }

    /// Compares what is said of all states with what the judge says, or checks the equations
    /// in some if there are too many.
    fn beside_the_judge(&self, cyclic: Option<bool>, said: impl Fn(&BitState) -> Said) -> Compared {
        let judged = self
            .judged
            .get_or_init(|| judged_within(self.game.clone(), JUDGED_STATES));
        match judged {
            Ok(table) => {
                assert_eq!(cyclic.unwrap_or(table.is_cyclic()), table.is_cyclic());
                for entry in table.iter() {
                    // Sums that the last mover decides tell no distances.
                    let distance = cyclic.and(entry.distance);
                    assert_eq!(said(entry.state), Some((entry.value.clone(), distance)));
                }
                Compared::States(table.iter().count())
            }
            Err(error) => {
                assert!(error.contains("states"), "solved by parts, but {error}");
                is_consistent(self.game.clone(), said, 10);
                Compared::Games
            }
        }
    }
}

fn knobs() -> Knobs {
    Knobs {
        listed_states: 1 << 17,
        product_states: PRODUCT_STATES,
        ..Knobs::default()
    }
}
