//! A solution outside its file: to be changed, and written with valid checksums.
//!
//! In: rules, solved by the judge. Out: the bytes of a file, or the checker's
//! answer. Fields, codes and sections are drawn at random, so that the reader sees
//! more kinds of them than the engines make.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use game::{Level, Model, Obstacle, Options, Playable, Rewards, RoleId, Stop, Value};
use gdl::{Budget, Interpreter, Rules};
use judge::JudgeError;
use table::solution::SolutionWriter;
use table::solution::{About, Absent, Encoding, Field, Form, Key, Layout, SolutionError, Terms};
use testkit::solution_files::subject;
use testkit::{SplitMix64, load};
use verify::{Limits, Report, Sample, SolutionFile, VerifyError};

pub type Outcome = (Value, Option<u64>);

/// A solution that is not written yet.
#[derive(Clone)]
pub struct Decoded {
    pub about: About,
    pub encoding: Encoding,
    pub layout: Layout,
    pub distances: bool,
    pub form: Option<Form>,
    pub sections: BTreeMap<u64, BTreeMap<Key, Outcome>>,
    /// The moves between the states, in the order of their discovery.
    pub moves: Vec<Moves>,
}

/// A state in the graph of the game.
#[derive(Clone)]
pub struct Moves {
    pub state: (u64, Key),
    pub mover: Option<RoleId>,
    /// By their places among all states; empty if it is terminal.
    pub successors: Vec<usize>,
}

/// The worth of infinite play, for games that need one.
pub const INFINITE: [i32; 3] = [50, 25, 0];

impl Decoded {
    /// Has the judge solve a game; `draws` says whether draws have distances.
    pub fn solve(text: &str, model: Model, draws: bool, random: &mut SplitMix64) -> Self {
        let rules = load(text);
        let mut game = Interpreter::new(&rules, Budget::new(Stop::new())).unwrap();
        let start = game.initial().unwrap();
        let mut options = Options {
            model,
            infinite: None,
            draw_distances: draws,
            level: Level::UltraStrong,
        };
        let mut solve = |options: &Options| {
            let limits = judge::Limits::default();
            judge::solve(&mut game, start.clone(), options, &limits, &mut |_| {})
        };
        let table = match solve(&options) {
            Err(JudgeError::Obstacle(Obstacle::InfiniteNeeded { .. })) => {
                let roles = rules_roles(&rules);
                options.infinite = Some(Rewards::from_points(&INFINITE[..roles]));
                solve(&options).unwrap()
            }
            other => other.unwrap(),
        };
        let entries = table.iter().map(|entry| {
            let fluents = game.fluents(entry.state);
            (fluents, (entry.value.clone(), entry.distance))
        });
        let entries: Vec<(Vec<String>, Outcome)> = entries.collect();
        let graph = table.graph();
        let about = About {
            subject: subject(
                &rules,
                game.roles(),
                ("judge", "retrograde"),
                game.fluents(&start),
            ),
            terms: Terms {
                model: table.model(),
                level: Level::UltraStrong,
                infinite: table.infinite().cloned(),
                cyclic: Some(table.is_cyclic()),
            },
            absent: Absent::Unreachable,
            terminals: Some(graph.terminal_count().into()),
            layers: Some(graph.layers().iter().map(|layer| layer.states).collect()),
        };
        let mut solution = Decoded::of(about, &entries, random);
        for (id, moves) in graph.ids().zip(&mut solution.moves) {
            moves.mover = graph.mover(id);
            moves.successors = graph.successors(id).iter().map(|it| it.index()).collect();
        }
        solution
    }

    fn of(about: About, entries: &[(Vec<String>, Outcome)], random: &mut SplitMix64) -> Self {
        let fluents: BTreeSet<&String> = entries.iter().flat_map(|entry| &entry.0).collect();
        let fluents: Vec<String> = fluents.into_iter().cloned().collect();
        let number = |fluent: &String| fluents.binary_search(fluent).unwrap() as u32;
        let states = entries.iter().map(|(held, outcome)| {
            let mut held: Vec<u32> = held.iter().map(number).collect();
            held.sort_unstable();
            (held, outcome.clone())
        });
        let states: Vec<(Vec<u32>, Outcome)> = states.collect();
        let always = (0..fluents.len() as u32)
            .filter(|fluent| states.iter().all(|state| state.0.contains(fluent)));
        let always: Vec<u32> = always.collect();
        let mut others: Vec<u32> = (0..fluents.len() as u32).collect();
        others.retain(|fluent| !always.contains(fluent));
        random.shuffle(&mut others);
        let mut fields = Vec::new();
        while !others.is_empty() {
            let taken = others.len().min(1 + random.below(4));
            let group = others.split_off(others.len() - taken);
            fields.push(field(group, &states, random));
        }
        let offset = random.below(3) as i64;
        let weights = (0..fluents.len()).map(|_| random.below(9) as i64 / 7);
        let weights = weights.collect();
        let layout = Layout { offset, weights };
        let encoding = Encoding::new(fluents, always, fields).unwrap();
        let mut sections: BTreeMap<u64, BTreeMap<Key, Outcome>> = BTreeMap::new();
        let mut moves = Vec::new();
        for (held, outcome) in states {
            let section = layout.section(&held).unwrap();
            let key = encoding.encode(&held).unwrap();
            moves.push(Moves {
                state: (section, key.clone()),
                mover: None,
                successors: Vec::new(),
            });
            sections.entry(section).or_default().insert(key, outcome);
        }
        let forms = [Form::Diagram, Form::Ranked, Form::Listed];
        Decoded {
            about,
            encoding,
            layout,
            distances: true,
            form: random.happens(3, 4).then(|| *random.pick(&forms)),
            sections,
            moves,
        }
    }

    /// All states.
    pub fn states(&self) -> Vec<(u64, Key)> {
        let sections = self.sections.iter();
        let states =
            sections.flat_map(|(&number, states)| states.keys().map(move |it| (number, it)));
        states.map(|(number, key)| (number, key.clone())).collect()
    }

    pub fn outcome(&mut self, state: &(u64, Key)) -> &mut Outcome {
        self.sections
            .get_mut(&state.0)
            .unwrap()
            .get_mut(&state.1)
            .unwrap()
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes_with(|_| ())
    }

    /// The file, after `say` has configured the writer.
    pub fn bytes_with(&self, say: impl FnOnce(&mut SolutionWriter)) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solution");
        let mut writer =
            SolutionWriter::create(&path, &self.about.subject.rules_hash, 1 << 24).unwrap();
        if let Some(form) = self.form {
            writer.force(form);
        }
        writer.begin(self.encoding.clone(), self.layout.clone(), self.distances);
        say(&mut writer);
        for (&number, states) in &self.sections {
            let states = states.iter().map(|(key, (value, distance))| {
                let outcome = writer.outcome(value, *distance);
                (key.clone(), outcome)
            });
            let states: Vec<_> = states.collect();
            let added: Result<(), SolutionError> = writer.add_sorted(number, &mut |take| {
                states
                    .iter()
                    .try_for_each(|(key, outcome)| take(key.words(), *outcome))
            });
            added.unwrap();
        }
        writer.finish(self.about.clone()).unwrap();
        std::fs::read(&path).unwrap()
    }

    pub fn verify(&self) -> Result<Report, VerifyError> {
        verify(&self.bytes(), 1)
    }

    /// The checker's answer with little memory: enough for a pass over sections,
    /// too little for a graph.
    pub fn verify_in_layers(&self) -> Result<Report, VerifyError> {
        let key = self.encoding.bits().div_ceil(8).max(1) as usize;
        let limits = Limits {
            memory: (self.states().len() * (key + 8)) as u64,
            ..limits(1)
        };
        let bytes = self.bytes();
        let mut file = SolutionFile::open(Cursor::new(&bytes))?;
        verify::verify_all(&mut file, &limits, &mut |_| {})
    }

    /// The checker's answer by sets.
    pub fn verify_by_sets(&self) -> Result<Report, VerifyError> {
        let bytes = self.bytes();
        let mut file = SolutionFile::open(Cursor::new(&bytes))?;
        let sample = Sample {
            states: 20,
            seed: 1,
        };
        verify::verify_symbolic(&mut file, sample, &limits(1), &mut |_| {})
    }

    /// The same solution with all states in sections of their own, by the numbers
    /// in the names of fluents: for games of positions that ascend.
    pub fn in_order(self) -> Self {
        self.in_sections(0, |fluent| {
            let digits: String = fluent.chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        })
    }

    /// The same solution in other sections.
    pub fn in_sections(mut self, offset: i64, weight: impl Fn(&str) -> i64) -> Self {
        let fluents = self.encoding.fluents().iter();
        let weights = fluents.map(|fluent| weight(fluent)).collect();
        self.layout = Layout { offset, weights };
        let sections = std::mem::take(&mut self.sections);
        for (key, outcome) in sections.into_values().flatten() {
            let held = self.encoding.decode(&key).unwrap();
            let section = self.layout.section(&held).unwrap();
            self.sections
                .entry(section)
                .or_default()
                .insert(key, outcome);
        }
        self
    }
}

/// The checker's answer for a file.
pub fn verify(bytes: &[u8], threads: usize) -> Result<Report, VerifyError> {
    let mut file = SolutionFile::open(Cursor::new(bytes))?;
    verify::verify_all(&mut file, &limits(threads), &mut |_| {})
}

pub fn limits(threads: usize) -> Limits {
    Limits {
        threads,
        memory: 1 << 30,
        stop: Stop::new(),
    }
}

fn rules_roles(rules: &Rules) -> usize {
    let game = Interpreter::new(rules, Budget::new(Stop::new())).unwrap();
    game.roles().len()
}

/// A field that has a code for each combination in which these fluents hold, in
/// any order, and some unused codes.
fn field(mut group: Vec<u32>, states: &[(Vec<u32>, Outcome)], random: &mut SplitMix64) -> Field {
    group.sort_unstable();
    let part = |held: &Vec<u32>| {
        let held = held.iter().copied();
        held.filter(|fluent| group.contains(fluent))
            .collect::<Vec<u32>>()
    };
    let codes: BTreeSet<Vec<u32>> = states.iter().map(|state| part(&state.0)).collect();
    let mut codes: Vec<Option<Vec<u32>>> = codes.into_iter().map(Some).collect();
    codes.extend((0..random.below(2)).map(|_| None));
    random.shuffle(&mut codes);
    let bits = codes.len().next_power_of_two().trailing_zeros();
    Field {
        bits: bits + random.below(2) as u32,
        fluents: group,
        codes,
    }
}
