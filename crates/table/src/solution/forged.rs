//! Numbers that no writer writes, under valid checksums: they give an error or
//! some answer, but no panic, no endless walk and no large allocation.

use std::path::Path;

use game::{Level, Model, Rewards, Value};
use proptest::prelude::*;

use super::directory::{Form, RECORD, Record};
use super::encoding::{Encoding, Field};
use super::features::Features;
use super::file::{Place, SolutionFile};
use super::filter::Records;
use super::frame::Extent;
use super::key::Key;
use super::meta::{About, Absent, Counts, Layout, Meta, Outcome, Subject, Terms};
use super::output::{Output, StreamWriter};
use crate::checksum::checksum;

const BITS: u32 = 6;
const OUTCOMES: u32 = 5;

/// The parts of a section of a forged file.
#[derive(Clone, Debug)]
struct Forged {
    form: Form,
    states: u128,
    root: u64,
    head: Vec<u32>,
    body: Vec<u8>,
    outcomes: Vec<u8>,
    /// How much longer than they are the lengths claim to be.
    longer: [u64; 3],
    /// Whether all streams have the body's root.
    shared: bool,
}

fn forged() -> impl Strategy<Value = Forged> {
    let form = prop_oneof![Just(Form::Diagram), Just(Form::Ranked), Just(Form::Listed)];
    let small = prop_oneof![8 => 0_u32..12, 1 => any::<u32>()];
    let head = (0_u32..4, prop::collection::vec(small.clone(), 0..12));
    let nodes = prop::collection::vec(small, 0..60);
    let long =
        || prop_oneof![6 => Just(0_u64), 1 => any::<u64>(), 1 => (1_u64..9).prop_map(|it| it * 8)];
    let states = prop_oneof![6 => 0_u128..40, 1 => any::<u128>()];
    let rest = ([long(), long(), long()], prop::bool::weighted(0.1));
    (form, states, 0_u64..20, head, nodes, any::<u64>(), rest).prop_map(
        |(form, states, root, (palette, mut head), nodes, outcomes, (longer, shared))| {
            // Mostly a valid head.
            head.insert(0, palette);
            if head.len() > 7 {
                (1..=palette).for_each(|it| head[it as usize] = it);
                head.truncate(1 + palette as usize + BITS as usize);
            }
            let body = nodes.iter().flat_map(|it| it.to_le_bytes()).collect();
            let outcomes = outcomes.to_le_bytes().to_vec();
            Forged {
                form,
                states,
                root,
                head,
                body,
                outcomes,
                longer,
                shared,
            }
        },
    )
}

fn stream(output: &mut Output, records: Records, bytes: &[u8]) -> Extent {
    let whole = bytes.len() / records.width() * records.width();
    let mut stream = StreamWriter::new(records);
    stream.write(output, &bytes[..whole]).unwrap();
    stream.finish(output).unwrap()
}

impl Forged {
    fn write(&self, path: &Path) {
        let mut output = Output::create(path, 1).unwrap();
        let records = match self.form {
            Form::Diagram => Records::Nodes,
            Form::Ranked => Records::RankedNodes,
            Form::Listed => Records::Keys(1),
        };
        let head: Vec<u8> = self.head.iter().flat_map(|it| it.to_le_bytes()).collect();
        let mut head = stream(&mut output, Records::Plain(4), &head);
        let mut body = stream(&mut output, records, &self.body);
        let mut outcomes = match self.form {
            Form::Diagram => Extent::default(),
            _ => stream(&mut output, Records::Plain(1), &self.outcomes),
        };
        for (extent, longer) in [&mut head, &mut body, &mut outcomes]
            .into_iter()
            .zip(self.longer)
        {
            extent.len = extent.len.wrapping_add(longer);
        }
        if self.shared {
            (head.root, outcomes.root) = (body.root, body.root);
        }
        let record = Record {
            number: 0,
            form: self.form,
            states: self.states,
            root: self.root,
            head,
            body,
            outcomes,
        };
        let directory = stream(&mut output, Records::Plain(RECORD), &record.to_bytes());
        let json = meta().to_json();
        let meta = stream(&mut output, Records::Plain(1), &json);
        output.finish(meta, directory, checksum(&json, 1)).unwrap();
    }
}

fn meta() -> Meta {
    let field = |bit| Field {
        bits: 1,
        fluents: vec![bit],
        codes: vec![Some(vec![]), Some(vec![bit])],
    };
    let fluents = (0..BITS).map(|it| it.to_string()).collect();
    let value = Value::Rewards(Rewards::from_points(&[1]));
    let outcome = |distance| Outcome {
        value: value.clone(),
        distance: Some(distance),
    };
    Meta {
        version: 1,
        required: Features::default(),
        about: About {
            subject: Subject {
                roles: vec!["r".into()],
                ..Subject::default()
            },
            terms: Terms {
                model: Model::Own,
                level: Level::Strong,
                infinite: None,
                cyclic: None,
            },
            absent: Absent::Unknown,
            terminals: None,
            layers: None,
        },
        distances: true,
        counts: Counts::default(),
        encoding: Encoding::new(fluents, vec![], (0..BITS).map(field).collect()).unwrap(),
        layout: Layout::single(BITS as usize),
        outcomes: (0..u64::from(OUTCOMES)).map(outcome).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_forged_file_does_no_harm(forged in forged()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        forged.write(&path);
        let Ok(file) = SolutionFile::open(&path, 0) else {
            return Ok(());
        };
        let key = |number: u64| Key::from_words(&[number << (64 - BITS)]);
        let places = (0..1 << BITS).map(|number| Place { section: 0, key: key(number) });
        let places: Vec<Place> = places.collect();
        let single: Vec<_> = places.iter().map(|place| file.probe(place).ok()).collect();
        if let Ok(batch) = file.probe_batch(&places) {
            let single: Vec<_> = single.into_iter().flatten().collect();
            prop_assert_eq!(batch, single);
        }
        let _ = file.states(0).take(1000).count();
        let _ = file.check_blocks();
    }
}
