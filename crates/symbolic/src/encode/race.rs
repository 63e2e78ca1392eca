//! Tries several orders of variables on the first layers of a game, and takes the one
//! with the smallest sets.
//!
//! Orders with small sets forward were seen to be the cheap ones backward too. All
//! orders advance layer by layer, side by side, so that what falls behind is dropped
//! before it costs much. The cost is counted in nodes and operations, not in time: so
//! the choice depends only on the game, and on the memory where that is short.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use analysis::Facts;
use game::{Stop, StopReason};
use ground::GroundGame;

use crate::diagram::Halt;
use crate::encode::candidates::{Candidate, Groups, LISTED};
use crate::encode::encoding::Encoding;
use crate::encode::merge::{MERGED, merged};
use crate::encode::order::Tried;
use crate::encode::trial::Trial;
use crate::knobs::Knobs;

pub(crate) struct Race<'a> {
    pub game: &'a GroundGame,
    pub facts: &'a Facts,
    pub groups: &'a Groups,
    pub knobs: &'a Knobs,
    pub stop: &'a Stop,
    /// The number of nodes that all runs together may hold; one may always run.
    room: usize,
    spent: usize,
    /// The least work that it took to encode the game in some order.
    cheapest: usize,
    /// The orders that have left the race.
    out: Vec<Tried>,
}

/// A candidate in the race.
struct Runner {
    name: String,
    candidate: Candidate,
    trial: Trial,
    relation_nodes: usize,
}

impl Runner {
    fn layers(&self) -> usize {
        self.trial.sizes.len()
    }

    /// The nodes of the last compared layers of the first `layers`, and an eighth of
    /// those of the relations, which count only where they are very large.
    fn nodes(&self, layers: usize) -> usize {
        let first = layers.saturating_sub(self.trial.knobs().compared_layers);
        let last = &self.trial.sizes[first..layers];
        last.iter().sum::<usize>() + self.relation_nodes / 8
    }

    fn tried(&self) -> Tried {
        Tried {
            name: self.name.clone(),
            nodes: self.trial.sizes.clone(),
        }
    }
}

impl<'a> Race<'a> {
    pub fn new(
        game: &'a GroundGame,
        facts: &'a Facts,
        groups: &'a Groups,
        room: usize,
        (knobs, stop): (&'a Knobs, &'a Stop),
    ) -> Self {
        Race {
            game,
            facts,
            groups,
            knobs,
            stop,
            room,
            spent: 0,
            cheapest: usize::MAX,
            out: Vec::new(),
        }
    }

    /// If a stop is requested.
    pub fn run(mut self) -> Result<(String, Encoding, Vec<Tried>), StopReason> {
        let listed = self.groups.listed();
        let plain = Encoding::new(self.game, self.groups.arranged(&listed));
        let mut runners: Vec<Runner> = self.enter(listed.clone(), 1)?.into_iter().collect();
        if let Some(runner) = runners.first_mut()
            && self.is_tiny(runner)?
        {
            return Ok((listed.name, plain, Vec::new()));
        }
        let candidates = self.groups.candidates(self.game, self.knobs);
        self.enter_all(&candidates, 1, &mut runners)?;
        if runners.is_empty() {
            self.enter_all(&candidates, self.knobs.second_try, &mut runners)?;
        }
        self.cut(&mut runners);
        let budget = self
            .knobs
            .race_work
            .max(self.spent + self.knobs.race_work_after_entry);
        while self.spent < budget && self.lap(&mut runners)? {}
        self.cut(&mut runners);
        // Only the best order is merged.
        let others = runners.drain(runners.len().min(1)..);
        self.out.extend(others.map(|it| it.tried()));
        if self.spent < budget {
            self.merge(&mut runners)?;
        }
        let mut tried: Vec<Tried> = runners.iter().map(Runner::tried).collect();
        tried.append(&mut self.out);
        tried.sort_by_key(|it| Reverse(it.nodes.len()));
        let best = runners.into_iter().next();
        let best = best.map(|it| (it.name, it.trial.encoding));
        let (name, encoding) = best.unwrap_or((listed.name, plain));
        Ok((name, encoding, tried))
    }

    /// Encodes the game in the order of one candidate after the other, as long as the
    /// budget lasts, which is `times` times the usual one. Orders of one kind mostly
    /// have similar sets, so the first of each kind may cost more.
    fn enter_all(
        &mut self,
        candidates: &[Candidate],
        times: usize,
        runners: &mut Vec<Runner>,
    ) -> Result<(), StopReason> {
        let mut kinds = BTreeSet::new();
        for candidate in candidates {
            let budget = match kinds.insert(&candidate.kind) {
                true => self.knobs.kinds_work,
                false => self.knobs.entry_work,
            };
            let more = self.spent < budget * times && held(runners) <= self.room;
            match runners.first_mut() {
                // Already in the race; this candidate knows its blocks.
                Some(first) if candidate.order == first.candidate.order => {
                    first.candidate.blocks.clone_from(&candidate.blocks);
                }
                _ if more => runners.extend(self.enter(candidate.clone(), times)?),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the whole game has few nodes.
    fn is_tiny(&mut self, runner: &mut Runner) -> Result<bool, StopReason> {
        while runner.trial.sizes.iter().sum::<usize>() <= self.knobs.tiny_nodes {
            match self.step(&mut runner.trial)? {
                Some(true) => {}
                Some(false) => return Ok(true),
                None => break,
            }
        }
        Ok(false)
    }

    /// Encodes the game in a candidate's order; none if that takes too much work.
    /// `times` raises the limit.
    fn enter(&mut self, candidate: Candidate, times: usize) -> Result<Option<Runner>, StopReason> {
        let encoding = Encoding::new(self.game, self.groups.arranged(&candidate));
        let name = candidate.name.clone();
        let allowance = self.cheapest.saturating_mul(self.knobs.max_entry_ratio);
        let most = (self.knobs.max_entry * times)
            .min(self.room)
            .max(self.knobs.min_entry);
        let allowance = allowance.clamp(self.knobs.min_entry, most);
        self.enter_as(name, candidate, encoding, allowance)
    }

    fn enter_as(
        &mut self,
        name: String,
        candidate: Candidate,
        encoding: Encoding,
        allowance: usize,
    ) -> Result<Option<Runner>, StopReason> {
        let trial = Trial::new(
            self.game,
            self.facts,
            encoding,
            allowance,
            (self.knobs, self.stop),
        );
        let Some(trial) = stopped(trial)? else {
            self.spent += allowance;
            return Ok(None);
        };
        self.spent += trial.cost();
        self.cheapest = self.cheapest.min(trial.cost());
        Ok(Some(Runner {
            name,
            candidate,
            relation_nodes: trial.relation_nodes(),
            trial,
        }))
    }

    /// Makes one more layer; none if that takes too many nodes.
    fn step(&mut self, trial: &mut Trial) -> Result<Option<bool>, StopReason> {
        let before = trial.cost();
        let stepped = stopped(trial.step())?;
        self.spent += trial.cost().saturating_sub(before);
        Ok(stepped)
    }

    /// The runs with the fewest layers make one more, and some drop out; returns
    /// whether to go on.
    fn lap(&mut self, runners: &mut Vec<Runner>) -> Result<bool, StopReason> {
        let layers = common(runners);
        let mut over = false;
        for mut runner in std::mem::take(runners) {
            if runner.layers() == layers {
                match self.step(&mut runner.trial)? {
                    Some(more) => over |= !more,
                    None => {
                        self.out.push(runner.tried());
                        continue;
                    }
                }
            }
            runners.push(runner);
        }
        let best = self.cut(runners);
        while runners.len() > 1 && held(runners) > self.room {
            self.out.extend(runners.pop().map(|it| it.tried()));
        }
        Ok(!over
            && runners.len() > 1
            && best < self.knobs.clear_nodes
            && !rests(runners, self.knobs))
    }

    /// Tries the best order with neighbours merged, as far as it has come, and puts the
    /// best of all first.
    fn merge(&mut self, runners: &mut Vec<Runner>) -> Result<(), StopReason> {
        // With large relations the search for combinations takes too long.
        let small = |it: &&Runner| it.relation_nodes <= self.knobs.merged_relations;
        let Some(best) = runners.first().filter(small) else {
            return Ok(());
        };
        let runs = self.groups.runs(&best.candidate);
        let merged = merged(self.game, &best.trial, &runs);
        let candidate = best.candidate.clone();
        let layers = best.layers();
        for (name, encoding) in MERGED.iter().zip(stopped(merged)?.unwrap_or_default()) {
            let name = format!("{} {name}", candidate.name);
            let Some(mut runner) =
                self.enter_as(name, candidate.clone(), encoding, self.knobs.max_entry)?
            else {
                continue;
            };
            while runner.layers() < layers && self.step(&mut runner.trial)? == Some(true) {}
            match runner.layers() < layers {
                true => self.out.push(runner.tried()),
                false => runners.push(runner),
            }
        }
        let layers = common(runners);
        runners.sort_by_key(|it| it.nodes(layers));
        Ok(())
    }

    /// Puts the best first and drops those that fall behind; returns the nodes of the
    /// best.
    fn cut(&mut self, runners: &mut Vec<Runner>) -> usize {
        let layers = common(runners);
        runners.sort_by_key(|it| it.nodes(layers));
        let best = runners.first().map_or(0, |it| it.nodes(layers));
        let cut = self.knobs.race_cuts.iter().rev().find(|cut| best >= cut.0);
        if let Some(&(_, count, percent)) = cut {
            let fit = runners.partition_point(|it| it.nodes(layers) * 100 <= best * percent);
            let mut place = 0;
            let (stay, out) = std::mem::take(runners).into_iter().partition(|runner| {
                place += 1;
                // Most of the others are similar and stand or fall together: they must
                // not crowd out the sheet's own order.
                place <= fit && (place <= count || runner.name == LISTED)
            });
            *runners = stay;
            let out: Vec<Runner> = out;
            self.out.extend(out.iter().map(Runner::tried));
        }
        best
    }
}

/// The number of layers that all runs have made.
fn common(runners: &[Runner]) -> usize {
    runners.iter().map(Runner::layers).min().unwrap_or(0)
}

/// The number of nodes that all runs hold together.
fn held(runners: &[Runner]) -> usize {
    runners.iter().map(|it| it.trial.held()).sum()
}

/// Whether the layers of the best order have stopped growing. From then on a race of
/// several costs as much as the game itself, for a difference that is already known.
fn rests(runners: &[Runner], knobs: &Knobs) -> bool {
    let now = common(runners);
    let Some((best, before)) = runners.first().zip(now.checked_sub(knobs.rest_layers)) else {
        return false;
    };
    let (before, now) = (best.nodes(before), best.nodes(now));
    match now >= knobs.many_nodes {
        true => now * 2 < before * 3,
        false => now < before,
    }
}

/// A result; none if nodes or steps ran out.
pub(crate) fn stopped<T>(result: Result<T, Halt>) -> Result<Option<T>, StopReason> {
    match result {
        Ok(it) => Ok(Some(it)),
        Err(Halt::OutOfNodes | Halt::OutOfSteps) => Ok(None),
        Err(Halt::Stopped(reason)) => Err(reason),
    }
}
