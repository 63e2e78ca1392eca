//! The exhaustive check: the file has every reachable state, and no other.
//!
//! In: a file. Out: a [`Report`] that nothing is wrong, or the first error.
//! `docs/verification.md` says what that proves.

use std::io::{Read, Seek};

use game::Stop;

use crate::board::{self, Board};
use crate::error::{VerifyError, Wrong};
use crate::file::{Meta, SolutionFile};
use crate::graph::{Graph, NONE, Turned};
use crate::labels::{Kind, Labels, Values};
use crate::layered::{self, Layered, Passed};
use crate::listing::Listing;
use crate::local::Pace;
use crate::rank;
use crate::report::{Progress, Report};
use crate::tally;
use crate::value::Value;
use crate::walk::Walk;

/// Limits on the work.
pub struct Limits {
    /// The number of threads.
    pub threads: usize,
    /// The bytes of memory.
    pub memory: u64,
    /// Asked often whether to stop.
    pub stop: Stop,
}

/// Estimated bytes of a state besides its key: its outcome, its numbers, and ten
/// arrows in both directions.
pub(crate) const STATE_BYTES: u128 = 128;

/// Checks every state of a file.
///
/// # Errors
///
/// [`VerifyError::Wrong`] if the solution is wrong; others if that could not be
/// checked.
pub fn verify_all<R: Read + Seek>(
    file: &mut SolutionFile<R>,
    limits: &Limits,
    look: &mut dyn FnMut(Progress),
) -> Result<Report, VerifyError> {
    let rules = board::rules_of_whole(file.meta())?;
    let states = file.states();
    let key = file.meta().encoding.bytes() as u128;
    let needed = |each: u128| states.saturating_mul(key + each);
    let fits = |each: u128| needed(each) <= limits.memory.into() && states < NONE.into();
    let keeps_graph = fits(STATE_BYTES);
    if !keeps_graph && !fits(layered::STATE_BYTES) {
        let needed = needed(layered::STATE_BYTES);
        return Err(VerifyError::TooLarge { states, needed });
    }
    let mut boards = Vec::new();
    for _ in 0..limits.threads.max(1) {
        boards.push(Board::new(&rules, file.meta(), &limits.stop)?);
    }
    let listing = Listing::read(file, &mut |listed| {
        look(Progress::Read { states: listed });
        let stopped = limits.stop.requested();
        stopped.map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)))
    })?;
    let walk = Walk {
        encoding: &file.meta().encoding,
        listing: &listing,
        stop: &limits.stop,
    };
    let all = listing.len();
    let (start, initial) = start(&mut boards[0], file.meta(), &walk)?;
    if !keeps_graph {
        let pass = Layered::new(file.meta(), walk);
        return match pass.run(&mut boards, (start, initial), look)? {
            Passed::Right(report) => infinite(file.meta(), false)
                .map(|_| *report)
                .map_err(Into::into),
            Passed::Unsuited => {
                let needed = needed(STATE_BYTES);
                Err(VerifyError::TooLarge { states, needed })
            }
        };
    }
    let graph = walk.run(&mut boards, start, &mut |states| {
        look(Progress::Walked { states, all });
    })?;
    look(Progress::Valued);
    let checking = Checking {
        meta: file.meta(),
        walk,
        graph,
        stop: &limits.stop,
    };
    checking.run(&mut boards[0], initial)
}

/// The number of the start in the listing, and whether it is the initial state of
/// the rules.
fn start(board: &mut Board, meta: &Meta, walk: &Walk<'_>) -> Result<(u32, bool), VerifyError> {
    let start = board.start(meta)?;
    let place = board.place(walk.encoding, &start);
    let missing = || Wrong::new("the start is missing").at(board.text(&start));
    let listed = place.and_then(|place| walk.listing.find(&place));
    let listed = listed.ok_or_else(missing)?;
    Ok((listed, board.initial()? == start))
}

/// The checks after all states are known.
struct Checking<'a> {
    meta: &'a Meta,
    walk: Walk<'a>,
    graph: Graph,
    stop: &'a Stop,
}

/// A state and what is wrong with it.
type Flaw = (usize, String);

impl Checking<'_> {
    fn run(&self, board: &mut Board, initial: bool) -> Result<Report, VerifyError> {
        self.no_foreign_state(board)?;
        let turned = self.graph.turned();
        let cyclic = !rank::always_ends(&self.graph, &turned);
        let infinite = infinite(self.meta, cyclic)?;
        let role_count = self.meta.roles.len();
        let values = Values::new(
            (role_count, self.meta.model),
            &self.meta.outcomes,
            &self.graph.ends,
            infinite.as_ref(),
        );
        let listing = self.walk.listing;
        let labels = Labels::new(&self.graph, &values, &self.meta.outcomes, |state| {
            listing.outcome(state)
        });
        let mut flaw = self.value_flaw(&values, &labels);
        if flaw.is_none() {
            self.look_up()?;
            flaw = self.rank_flaw(&turned, &values, &labels);
        }
        if flaw.is_none() {
            self.look_up()?;
            flaw = self.distance_flaw(&turned, &values, &labels);
        }
        if let Some((state, what)) = flaw {
            return Err(self.walk.wrong(board, &self.graph, state, what)?.into());
        }
        let tally = tally::Tally::new(&self.graph, &values, &labels);
        tally.compare(self.meta)?;
        Ok(Report {
            states: self.graph.len() as u128,
            terminals: tally.terminals,
            layers: self.graph.layers.len(),
            arrows: Some(self.graph.arrows() as u128),
            unresolved: tally.unresolved,
            cyclic: Some(cyclic),
            distances: self.meta.distances,
            from_initial: initial,
            checked: self.graph.len() as u128,
            walked: self.graph.len() as u128,
            exhaustive: true,
            sets: None,
            parts: None,
        })
    }

    fn look_up(&self) -> Result<(), VerifyError> {
        let stopped = self.stop.requested();
        stopped.map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)))
    }

    /// Checks that all states of the file were reached.
    fn no_foreign_state(&self, board: &Board) -> Result<(), VerifyError> {
        let listing = self.walk.listing;
        if self.graph.len() == listing.len() {
            return Ok(());
        }
        let mut reached = vec![false; listing.len()];
        for &listed in &self.graph.listed {
            reached[listed as usize] = true;
        }
        let foreign = reached.iter().position(|&reached| !reached);
        let foreign = foreign.expect("fewer were reached than there are") as u32;
        let section = listing.section(foreign);
        let wrong = Wrong::new(format!(
            "the file has states that cannot be reached, or in a section that is not theirs\n  \
             says   {} states; this one is in section {section}\n  right  {} states can be reached",
            listing.len(),
            self.graph.len(),
        ));
        let held = self.walk.encoding.decode(listing.key(foreign));
        Err(match held {
            Some(held) => wrong.at(board.text(&board.state(&held))),
            None => wrong.at("(its key is that of no state)"),
        }
        .into())
    }

    fn mover(&self, state: usize) -> Option<usize> {
        let mover = self.graph.movers[state];
        (mover != NONE).then_some(mover as usize)
    }

    /// The first state whose value is not that of its end, or not the best of its
    /// successors'.
    fn value_flaw(&self, values: &Values, labels: &Labels) -> Option<Flaw> {
        let graph = &self.graph;
        let mut after = Vec::new();
        for state in 0..graph.len() {
            let says = &values.all[labels.values[state] as usize];
            if graph.is_terminal(state) {
                let right = &graph.ends[graph.end_of[state] as usize];
                if says != right {
                    return Some((
                        state,
                        format!("play ends with other rewards\n  says   {says}\n  right  {right}"),
                    ));
                }
                continue;
            }
            after.clear();
            let successors = graph.successors(state).iter();
            after.extend(successors.map(|&next| labels.values[next as usize]));
            let right = values.best(self.mover(state), &after);
            if right.as_ref() != Some(says) {
                let who = match self.mover(state) {
                    Some(mover) => format!("{} chooses among", self.meta.roles[mover]),
                    None => "nobody has a choice, and the successor has".to_owned(),
                };
                let right = right.map_or("no state is unresolved".to_owned(), |it| it.to_string());
                after.sort_unstable();
                after.dedup();
                let after: Vec<String> = after.iter().map(|&it| values.text(it)).collect();
                let after = after.join(", ");
                return Some((
                    state,
                    format!(
                        "a value does not fit those of the successors\n  says   {says}\n  \
                     right  {right}: {who} {after}"
                    ),
                ));
            }
        }
        None
    }

    /// The first state whose value only a cycle supports.
    fn rank_flaw(&self, turned: &Turned, values: &Values, labels: &Labels) -> Option<Flaw> {
        let graph = &self.graph;
        let flaw = |state: usize| {
            let says = values.text(labels.values[state]);
            let what = format!(
                "a value has no end of play behind it, only a cycle\n  says   {says}\n  \
                 right  nobody can force that"
            );
            Some((state, what))
        };
        match values.kind {
            Kind::Acyclic => None,
            Kind::Opposed => {
                let distances = self.distances(turned, values, labels, false);
                let infinite = |state: usize| Some(labels.values[state]) == values.infinite;
                let mut states = 0..graph.len();
                let state = states.find(|&it| distances[it] == NONE && !infinite(it));
                state.and_then(flaw)
            }
            Kind::Mixed => {
                let forced = rank::forced(graph, turned, values, &labels.values);
                let mut states = 0..graph.len();
                let resolved = |state: usize| !values.is_unresolved(labels.values[state]);
                let state = states.find(|&state| forced[state] != resolved(state));
                state.and_then(flaw)
            }
            Kind::Guaranteed => {
                let mut roles = 0..values.roles;
                let state = roles.find_map(|role| self.unsecured(turned, values, labels, role));
                state.and_then(flaw)
            }
        }
    }

    /// The first state in which a role's security value is not backed by an end of
    /// play: the role must force an end that is better for it than infinite play,
    /// or the others together one that is worse.
    fn unsecured(
        &self,
        turned: &Turned,
        values: &Values,
        labels: &Labels,
        role: usize,
    ) -> Option<usize> {
        let infinite = values.rank(role, values.infinite?);
        let class = |state: usize| values.rank(role, labels.values[state]);
        let pace = |state: usize| {
            let wants_end = match self.mover(state) {
                None => return Pace::Hasten,
                Some(mover) => (mover == role) == (class(state) > infinite),
            };
            match wants_end {
                true => Pace::Hasten,
                false => Pace::Delay,
            }
        };
        let distances = rank::distances(&self.graph, turned, class, pace);
        let mut states = 0..self.graph.len();
        states.find(|&state| distances[state] == NONE && class(state) != infinite)
    }

    fn distances(
        &self,
        turned: &Turned,
        values: &Values,
        labels: &Labels,
        draws: bool,
    ) -> Vec<u32> {
        let class = |state: usize| labels.values[state];
        let pace = |state: usize| values.pace(self.mover(state), labels.values[state], draws);
        rank::distances(&self.graph, turned, class, pace)
    }

    /// The first state with a wrong distance.
    fn distance_flaw(&self, turned: &Turned, values: &Values, labels: &Labels) -> Option<Flaw> {
        let graph = &self.graph;
        let is_draw = |state: usize| match &values.all[labels.values[state] as usize] {
            Value::Rewards(rewards) => matches!(**rewards, [one, other] if one == other),
            _ => false,
        };
        // The file does not say whether draws have distances, which is optional:
        // if one draw has a distance, all must.
        let mut states = 0..graph.len();
        let counted = |state: usize| !graph.is_terminal(state) && labels.distances[state] != NONE;
        let draws = states.any(|state| counted(state) && is_draw(state));
        let right = self.distances(turned, values, labels, draws);
        let text = |distance: u32| match distance {
            NONE => "no distance".to_owned(),
            distance => format!("distance {distance}"),
        };
        let mut states = 0..graph.len();
        let wrong = |state: usize| {
            let says = labels.distances[state];
            says != right[state] && (self.meta.distances || says != NONE)
        };
        let state = states.find(|&state| wrong(state))?;
        let (says, right) = (text(labels.distances[state]), text(right[state]));
        let value = values.text(labels.values[state]);
        let what =
            format!("the value {value} has another distance\n  says   {says}\n  right  {right}");
        Some((state, what))
    }
}

/// What infinite play is worth, if it is possible.
pub fn infinite(meta: &Meta, cyclic: bool) -> Result<Option<Value>, Wrong> {
    let words = |cyclic| match cyclic {
        true => "play can go on for ever",
        false => "play always ends",
    };
    let right = words(cyclic);
    if let Some(says) = meta.cyclic.filter(|&says| says != cyclic) {
        let says = words(says);
        return Err(Wrong::new(format!(
            "whether play ends is told wrongly\n  says   {says}\n  right  {right}"
        )));
    }
    if meta.infinite.is_some() != cyclic {
        return Err(Wrong::new(format!(
            "the file says what infinite play is worth just where it should not\n  right  {right}"
        )));
    }
    if meta.level == "ultra-strong" && !meta.distances {
        return Err(Wrong::new(
            "the file says that it has distances, but has none",
        ));
    }
    let one = meta.roles.len() == 1;
    match &meta.infinite {
        Some(Value::Rewards(_)) if one => Err(Wrong::new(
            "infinite play of one role is worse than every reward, and the file says otherwise",
        )),
        other => Ok(other.clone()),
    }
}
