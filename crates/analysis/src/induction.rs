//! Proves claims together, by induction over the moves.
//!
//! In: claims that hold in the initial state. Out: those that are proven. All
//! are assumed in a state, and for each the prover searches a legal move that
//! breaks it. A claim that a move breaks is dropped, together with all others
//! that this move breaks; claims that were proven with its help are asked about
//! again. When no more are dropped, the rest hold in every reachable state. (Van
//! Eijk did so with the registers of circuits, 2000.)

use std::collections::VecDeque;

use ground::{Evaluator, FluentId, GroundGame};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::Claim;
use crate::covering::Covering;
use crate::exclusive::Exclusive;
use crate::knobs::Knobs;
use crate::prover::{ClaimId, Prover, Question, Verdict};
use crate::random_games::RandomGames;
use crate::sat::Lit;
use crate::sources::Sources;
use crate::step::Step;
use crate::terms::number;

/// Claims to try instead of a claim that was dropped, given the fluents of the
/// state that refuted it.
pub(crate) type Fallback<'a> = &'a dyn Fn(&Claim, &[bool]) -> Vec<Claim>;

/// Claims and their proofs so far.
pub(crate) struct Induction<'g> {
    game: &'g GroundGame,
    /// Has the claims that were not dropped.
    pub prover: Prover<'g>,
    evaluator: Evaluator,
    games: RandomGames<'g>,
    known: FxHashSet<Claim>,
    /// The claims that each proof rests on.
    proofs: FxHashMap<ClaimId, Vec<ClaimId>>,
    /// Claims that were proven once, perhaps with claims that were dropped
    /// since.
    seen_proven: FxHashSet<ClaimId>,
    /// Claims to ask about, first with only the nearby rules.
    open: VecDeque<ClaimId>,
    /// Claims for which the nearby rules are not enough.
    hard: VecDeque<ClaimId>,
    /// Whether a claim was dropped without being refuted.
    pub gave_up: bool,
}

impl<'g> Induction<'g> {
    /// No claims yet.
    pub fn new(game: &'g GroundGame, prover: Prover<'g>) -> Self {
        Induction {
            game,
            prover,
            evaluator: Evaluator::new(game),
            games: RandomGames::new(game),
            known: FxHashSet::default(),
            proofs: FxHashMap::default(),
            seen_proven: FxHashSet::default(),
            open: VecDeque::new(),
            hard: VecDeque::new(),
            gave_up: false,
        }
    }

    /// Adds a claim, if it is new and the initial state does not refute it.
    pub fn claim(&mut self, claim: Claim) {
        let initial = |fluent: FluentId| self.game.holds_initially(fluent);
        if claim.holds(initial) && self.known.insert(claim.clone()) {
            self.open.push_back(self.prover.add(claim));
        }
    }

    /// Proves or drops all claims: the easy ones first, so that they are proven
    /// if the budget runs out over the rest. Nothing new is begun when less than
    /// `reserve` percent of the budget is left.
    pub fn run(&mut self, reserve: u64, fallback: Fallback) {
        loop {
            if let Some(batch) = next_batch(&mut self.open, &self.prover) {
                self.settle_easy(&batch);
            } else if let Some(batch) = next_batch(&mut self.hard, &self.prover) {
                // The reserve is for repairing proofs that rested on dropped
                // claims.
                if self.prover.low(reserve) && !batch.iter().all(|it| self.seen_proven.contains(it))
                {
                    self.drop_all(&batch, None);
                } else {
                    self.settle_hard(&batch, fallback);
                }
            } else {
                break;
            }
        }
        self.check_proofs();
    }

    /// Keeps only proofs that rest on proven claims. All do, unless there is a
    /// bug above: so facts do not depend on the queues being right.
    fn check_proofs(&mut self) {
        loop {
            let proofs = &self.proofs;
            let sound = |below: &Vec<ClaimId>| below.iter().all(|id| proofs.contains_key(id));
            let unsound: Vec<ClaimId> = proofs
                .iter()
                .filter(|(_, below)| !sound(below))
                .map(|(&id, _)| id)
                .collect();
            debug_assert!(unsound.is_empty(), "a proof rests on an open claim");
            for id in &unsound {
                self.proofs.remove(id);
                self.prover.keep(*id, false);
            }
            if unsound.is_empty() {
                return;
            }
        }
    }

    /// The groups, each in ascending order, about which a claim was dropped and
    /// that `wanted` accepts.
    pub fn fallen_groups(&self, wanted: &dyn Fn(&[FluentId]) -> bool) -> Vec<FluentId> {
        let is_group = |claim: &Claim| matches!(claim, Claim::AtMostOne(_) | Claim::AtLeastOne(_));
        let fallen = self.prover.ids().filter(|&id| !self.prover.is_kept(id));
        let claims = fallen.map(|id| self.prover.claim(id));
        let groups = claims.filter(|it| is_group(it)).map(Claim::fluents);
        let groups = groups.filter(|fluents| wanted(fluents));
        let mut fluents: Vec<FluentId> = groups.flatten().collect();
        fluents.sort_unstable();
        fluents.dedup();
        fluents
    }

    /// Claims again what was dropped, now that more claims support it.
    pub fn claim_again(&mut self) {
        for id in self.prover.ids() {
            if !self.prover.is_kept(id) {
                self.prover.keep(id, true);
                self.open.push_back(id);
            }
        }
    }

    /// The claims that hold in every reachable state, in the order in which
    /// they were made.
    pub fn proven(&self) -> Vec<&Claim> {
        let mut proven: Vec<ClaimId> = self.proofs.keys().copied().collect();
        proven.sort_unstable();
        proven.iter().map(|&id| self.prover.claim(id)).collect()
    }

    /// Tries to prove claims by the nearby rules.
    fn settle_easy(&mut self, batch: &[ClaimId]) {
        match self.look_for_violation(batch, Scope::Part) {
            Verdict::Impossible(rests_on) => self.prove(batch, &rests_on),
            _ if batch.len() > Knobs::SPLIT => {
                let (one, other) = batch.split_at(batch.len() / 2);
                self.settle_easy(one);
                self.settle_easy(other);
            }
            Verdict::Possible => self.hard.extend(batch),
            // More rules would make it harder still.
            Verdict::Unknown => self.drop_all(batch, None),
        }
    }

    /// Proves or refutes claims by all rules.
    fn settle_hard(&mut self, batch: &[ClaimId], fallback: Fallback) {
        match self.look_for_violation(batch, Scope::Whole) {
            Verdict::Impossible(rests_on) => self.prove(batch, &rests_on),
            Verdict::Possible => self.refute(batch, fallback),
            // Too hard together, perhaps not each alone.
            Verdict::Unknown if batch.len() > 1 => self.one_by_one(batch, fallback),
            Verdict::Unknown => self.drop_all(batch, None),
        }
    }

    fn one_by_one(&mut self, batch: &[ClaimId], fallback: Fallback) {
        for &id in batch {
            if self.prover.is_kept(id) {
                self.settle_hard(&[id], fallback);
            }
        }
    }

    fn prove(&mut self, batch: &[ClaimId], rests_on: &[ClaimId]) {
        for &id in batch {
            self.proofs.insert(id, rests_on.to_vec());
            self.seen_proven.insert(id);
        }
    }

    /// Asks for a move that breaks one of the claims.
    fn look_for_violation(&mut self, batch: &[ClaimId], scope: Scope) -> Verdict {
        let claims = batch.iter().map(|&id| self.prover.claim(id).clone());
        let claims: Vec<Claim> = claims.collect();
        let ask = |question: Question, prover: &mut Prover| match scope {
            Scope::Whole => prover.ask_whole(question),
            Scope::Part => prover.ask_part(question),
        };
        match (batch, claims.as_slice()) {
            _ if self.prover.exhausted() => return Verdict::Unknown,
            (&[id], [Claim::AtMostOne(fluents)]) => {
                if let Some(verdict) = self.look_for_two(id, fluents, scope, &ask) {
                    return verdict;
                }
            }
            ([_], [Claim::AtLeastOne(fluents)]) if matches!(scope, Scope::Part) => {
                if let Some(rests_on) = self.look_whether_one_comes(fluents) {
                    return Verdict::Impossible(rests_on);
                }
            }
            _ => {}
        }
        let question = |step: &mut Step| vec![vec![any_violated(&claims, step)]];
        ask(&question, &mut self.prover)
    }

    /// Searches two fluents of a group that start to hold at once: by the terms
    /// that make them hold, and where these are not enough, by the fluents that
    /// they follow. `None` if neither gives an answer.
    fn look_for_two(
        &mut self,
        id: ClaimId,
        fluents: &[FluentId],
        scope: Scope,
        ask: Ask,
    ) -> Option<Verdict> {
        let seen = match scope {
            Scope::Part => Exclusive::new(&self.prover, fluents),
            // Already tried with the nearby rules.
            Scope::Whole => None,
        };
        self.prover.pay(seen.as_ref().map_or(0, |it| it.work));
        if let Some(seen) = &seen
            && seen.clusters.is_empty()
        {
            return Some(Verdict::Impossible(seen.rests_on.clone()));
        }
        let mut sources = Sources::new(self.prover.formula(), fluents)?;
        let open = seen.as_ref().and_then(|it| it.open_sources(id));
        if let Some(open) = open {
            sources.retain(|source| open.contains(&number(source)));
        }
        if !sources.are_few() {
            return None;
        }
        Some(match ask(&|step| sources.cases(step), &mut self.prover) {
            Verdict::Impossible(mut rests_on) => {
                // That two follow the same fluent rests on the claim itself.
                rests_on.push(id);
                rests_on.extend(seen.into_iter().flat_map(|it| it.rests_on));
                Verdict::Impossible(rests_on)
            }
            other => other,
        })
    }

    /// The claims by which one fluent of a group always holds next, if the terms
    /// show it.
    fn look_whether_one_comes(&mut self, fluents: &[FluentId]) -> Option<Vec<ClaimId>> {
        let seen = Covering::new(&self.prover, fluents)?;
        self.prover.pay(seen.work);
        seen.proven
    }

    /// Drops what the move found breaks.
    fn refute(&mut self, batch: &[ClaimId], fallback: Fallback) {
        let next = self.successor();
        let holds = |fluent: FluentId| next[fluent.index()];
        let kept: Vec<ClaimId> = self.kept(batch);
        let fallen = kept.iter().copied();
        let mut fallen: Vec<ClaimId> = fallen
            .filter(|&id| !self.prover.claim(id).holds(holds))
            .collect();
        let still_open = batch.iter().filter(|id| !fallen.contains(id)).copied();
        if fallen.iter().any(|id| batch.contains(id)) {
            self.hard.extend(still_open);
        } else if let [only] = batch {
            // The move relies on a loop without its least values: no such move
            // may exist, but nothing is proven either.
            fallen.push(*only);
        } else {
            self.one_by_one(batch, fallback);
        }
        self.drop_all(&fallen, Some((&next, fallback)));
        self.wander(&next, fallback);
    }

    /// The claims that were not dropped.
    fn kept(&self, batch: &[ClaimId]) -> Vec<ClaimId> {
        let all = self.proofs.keys().chain(&self.open).chain(&self.hard);
        let all = all.chain(batch).copied();
        let mut kept: Vec<ClaimId> = all.filter(|&id| self.prover.is_kept(id)).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// Plays at random from a state in which all remaining claims hold, and
    /// drops what that breaks: much cheaper than asking the prover.
    fn wander(&mut self, state: &[bool], fallback: Fallback) {
        let holds = |fluent: FluentId| state[fluent.index()];
        let mut kept = self.kept(&[]);
        if !kept.iter().all(|&id| self.prover.claim(id).holds(holds)) {
            return;
        }
        // The cost in propagations, measured on breakthrough.
        self.prover
            .pay((Knobs::WANDERING * self.game.circuit().nodes().len() / 4) as u64);
        self.games.place(state);
        for _ in 0..Knobs::WANDERING {
            let moved = self.games.round();
            let lanes = |fluent: FluentId| self.games.state[fluent.index()];
            let broken = |id: &ClaimId| !self.prover.claim(*id).holding(lanes) & moved;
            let Some(lane) = kept.iter().map(broken).find(|&lanes| lanes != 0) else {
                continue;
            };
            let lane = lane.trailing_zeros();
            let next: Vec<bool> = self
                .games
                .state
                .iter()
                .map(|it| it >> lane & 1 == 1)
                .collect();
            let fallen = kept.iter().filter(|id| broken(id) != 0);
            let fallen: Vec<ClaimId> = fallen.copied().collect();
            self.drop_all(&fallen, Some((&next, fallback)));
            kept = self.kept(&[]);
            let lanes = |fluent: FluentId| self.games.state[fluent.index()];
            let fine = |id: &ClaimId| self.prover.claim(*id).holding(lanes) == u64::MAX;
            if !kept.iter().all(fine) {
                return;
            }
        }
    }

    /// The state after the move that was found.
    pub fn successor(&mut self) -> Vec<bool> {
        let Some((state, moves)) = self.prover.found() else {
            return Vec::new();
        };
        let evaluator = &mut self.evaluator;
        for fluent in self.game.fluent_ids() {
            evaluator.set_fluent(fluent, u64::from(state.holds(fluent)));
        }
        evaluator.run_before_moves();
        for &mov in &moves {
            evaluator.set_move(mov, 1);
        }
        evaluator.run_after_moves();
        let next = |fluent| evaluator.get(self.game.next(fluent)) & 1 == 1;
        let next = self.game.fluent_ids().map(next).collect();
        for &mov in &moves {
            evaluator.set_move(mov, 0);
        }
        next
    }

    /// Drops claims; whatever rests on them has to be proven again.
    fn drop_all(&mut self, fallen: &[ClaimId], refuted: Option<(&[bool], Fallback)>) {
        self.gave_up |= refuted.is_none();
        for &id in fallen {
            self.prover.keep(id, false);
            self.proofs.remove(&id);
            if let Some((next, fallback)) = refuted {
                for claim in fallback(self.prover.claim(id), next) {
                    self.claim(claim);
                }
            }
        }
        let proofs = self.proofs.iter();
        let shaken = proofs.filter(|(_, below)| below.iter().any(|id| fallen.contains(id)));
        let mut shaken: Vec<ClaimId> = shaken.map(|(&id, _)| id).collect();
        shaken.sort_unstable();
        for id in shaken {
            self.proofs.remove(&id);
            self.open.push_back(id);
        }
    }
}

/// Asks with some of the rules, or with all.
type Ask<'a> = &'a dyn Fn(Question, &mut Prover) -> Verdict;

/// How much of the rules a question uses.
#[derive(Clone, Copy)]
enum Scope {
    Part,
    Whole,
}

/// A single group, or several small claims.
fn next_batch(queue: &mut VecDeque<ClaimId>, prover: &Prover) -> Option<Vec<ClaimId>> {
    let is_small = |claim: &Claim| !matches!(claim, Claim::AtMostOne(_) | Claim::AtLeastOne(_));
    let mut batch: Vec<ClaimId> = Vec::new();
    while let Some(&id) = queue.front() {
        let fits = batch.first().is_none_or(|&first| {
            batch.len() < Knobs::BATCH
                && is_small(prover.claim(id))
                && is_small(prover.claim(first))
        });
        if prover.is_kept(id) {
            if !fits {
                break;
            }
            batch.push(id);
        }
        queue.pop_front();
    }
    (!batch.is_empty()).then_some(batch)
}

/// A literal that implies that one of the claims is violated after the move.
fn any_violated(claims: &[Claim], step: &mut Step) -> Lit {
    let any = step.sat.variable();
    let mut clause = vec![!any];
    clause.extend(claims.iter().map(|claim| claim.violated_next(step)));
    step.sat.add(&clause);
    any
}
