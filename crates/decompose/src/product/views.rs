//! What the rules see of each part.
//!
//! In: [`Outputs`] as signals of a net, and the part of each bit. Out: [`Views`]: conditions on
//! each part alone, and the same outputs as signals of a net whose bits are these conditions.
//!
//! What is seen is as coarse as the rules allow: of a conjunction all that concerns one part
//! is one condition.

use rustc_hash::FxHashMap;

use crate::net::Net;
use crate::product::columns::only_part;
use crate::product::outputs::Outputs;
use crate::product::supports::Supports;
use crate::signal::Signal;

/// What is seen of the parts, and what follows from it.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    /// For each part the conditions that are seen: each holds if all its signals do.
    pub seen: Vec<Vec<Vec<Signal>>>,
    /// A bit for each condition on each part.
    pub net: Net,
    /// For each bit its part, and its place among what is seen of it.
    pub bits: Vec<(usize, usize)>,
    pub outputs: Outputs,
}

impl Views {
    /// Sees as little of each part as the outputs allow.
    pub fn new(
        net: &Net,
        supports: &Supports,
        part: &[usize],
        parts: usize,
        outputs: &Outputs,
    ) -> Self {
        let mut viewer = Viewer {
            net,
            supports,
            part,
            ids: FxHashMap::default(),
            conditions: vec![Vec::new(); parts],
            bits: Vec::new(),
            views: FxHashMap::default(),
        };
        let mut mixed = Vec::new();
        outputs.clone().for_each(|it| mixed.push(it.number()));
        viewer.look(&mut mixed);
        let mut raised = Net::new(viewer.bits.len());
        let mut signals: FxHashMap<usize, Signal> = FxHashMap::default();
        signals.insert(0, Signal::TRUE);
        for number in mixed {
            let view = &viewer.views[&number];
            let signal = match view {
                View::Bit(signal) => *signal,
                View::All { bits, gates } => {
                    let gates = gates.iter();
                    let gates = gates.map(|it| signals[&it.number()].negated_if(it.is_negated()));
                    let all = gates.chain(bits.iter().copied()).collect();
                    raised.and(all)
                }
            };
            signals.insert(number, signal);
        }
        let outputs = outputs.map(|it| signals[&it.number()].negated_if(it.is_negated()));
        Views {
            seen: viewer.conditions,
            net: raised,
            bits: viewer.bits,
            outputs,
        }
    }
}

/// A signal in terms of what is seen.
enum View {
    Bit(Signal),
    /// All of these bits, and of these signals of the old net.
    All {
        bits: Vec<Signal>,
        gates: Vec<Signal>,
    },
}

struct Viewer<'a> {
    net: &'a Net,
    supports: &'a Supports,
    part: &'a [usize],
    ids: FxHashMap<(usize, Vec<Signal>), Signal>,
    conditions: Vec<Vec<Vec<Signal>>>,
    bits: Vec<(usize, usize)>,
    views: FxHashMap<usize, View>,
}

impl Viewer<'_> {
    /// Looks at these signals and all that they need; leaves all of them in `numbers`, each
    /// after those that it reads.
    fn look(&mut self, numbers: &mut Vec<usize>) {
        let mut open = std::mem::take(numbers);
        while let Some(number) = open.pop() {
            if number == 0 || self.views.contains_key(&number) {
                continue;
            }
            numbers.push(number);
            let view = self.view(number);
            if let View::All { gates, .. } = &view {
                open.extend(gates.iter().map(|it| it.number()));
            }
            self.views.insert(number, view);
        }
        // Gates come after those that they read.
        numbers.sort_unstable();
    }

    fn view(&mut self, number: usize) -> View {
        let of = |signal| only_part(self.supports, self.part, signal);
        if let Some(only) = of(Signal::of(number)) {
            return View::Bit(self.see(only, vec![Signal::of(number)]));
        }
        let mut own: Vec<Vec<Signal>> = vec![Vec::new(); self.conditions.len()];
        let mut gates = Vec::new();
        for &read in self.net.parts(number) {
            match of(read) {
                Some(only) => own[only].push(read),
                None => gates.push(read),
            }
        }
        let mut bits = Vec::new();
        for (part, own) in own.into_iter().enumerate() {
            if !own.is_empty() {
                bits.push(self.see(part, own));
            }
        }
        View::All { bits, gates }
    }

    fn see(&mut self, part: usize, signals: Vec<Signal>) -> Signal {
        // One negated signal is the opposite of what may be seen already.
        let (signals, negated) = match signals.as_slice() {
            [only] if only.is_negated() => (vec![!*only], true),
            _ => (signals, false),
        };
        let next = Signal::fluent(self.bits.len());
        let bit = *self
            .ids
            .entry((part, signals))
            .or_insert_with_key(|(_, it)| {
                self.bits.push((part, self.conditions[part].len()));
                self.conditions[part].push(it.clone());
                next
            });
        bit.negated_if(negated)
    }
}
