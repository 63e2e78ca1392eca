//! Answers whether a move is possible, given what is claimed of all states.
//!
//! In: claims, and questions about one move. Out: whether there is such a move
//! from a state in which all claims hold, or else which claims exclude it. A
//! small part of the rules is asked first, the whole only if that does not
//! settle it.

use game::RoleId;
use ground::{BitState, FluentId, MoveId};
use rustc_hash::FxHashMap;

use crate::Budget;
use crate::claim::Claim;
use crate::formula::Formula;
use crate::knobs::Knobs;
use crate::sat::{Answer, Effort, Lit};
use crate::step::Step;

/// The number of a claim.
pub(crate) type ClaimId = usize;

/// Literals that must all hold at once.
pub(crate) type Case = Vec<Lit>;

/// A question: whether one of these cases is possible.
pub(crate) type Question<'a> = &'a dyn Fn(&mut Step) -> Vec<Case>;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is such a move; [`Prover::found`] returns it.
    Possible,
    /// There is none where these claims hold.
    Impossible(Vec<ClaimId>),
    /// The budget ran out.
    Unknown,
}

struct Entry {
    claim: Claim,
    kept: bool,
}

/// A whole step, which grows with every question.
struct Whole<'f> {
    step: Step<'f>,
    /// The literal that assumes each claim that has been assumed.
    selectors: FxHashMap<ClaimId, Lit>,
    /// The number of literals beyond which a new start is cheaper.
    limit: u64,
}

/// The claims, and one move of the game.
pub(crate) struct Prover<'f> {
    formula: &'f Formula<'f>,
    effort: Effort,
    budget: Budget,
    entries: Vec<Entry>,
    /// For each fluent the claims about it.
    about: Vec<Vec<ClaimId>>,
    whole: Option<Whole<'f>>,
}

impl<'f> Prover<'f> {
    /// No claims yet.
    pub fn new(formula: &'f Formula<'f>, budget: &Budget) -> Self {
        Prover {
            formula,
            effort: Effort::new(budget),
            budget: budget.clone(),
            entries: Vec::new(),
            about: vec![Vec::new(); formula.game().fluents().len()],
            whole: None,
        }
    }

    /// The rules.
    pub fn formula(&self) -> &'f Formula<'f> {
        self.formula
    }

    /// Adds a claim.
    pub fn add(&mut self, claim: Claim) -> ClaimId {
        let id = self.entries.len();
        for fluent in claim.fluents() {
            self.about[fluent.index()].push(id);
        }
        self.entries.push(Entry { claim, kept: true });
        id
    }

    /// The numbers of all claims.
    pub fn ids(&self) -> impl Iterator<Item = ClaimId> + use<> {
        0..self.entries.len()
    }

    /// A claim.
    pub fn claim(&self, id: ClaimId) -> &Claim {
        &self.entries[id].claim
    }

    /// The assumed at-most-one groups that have a fluent.
    pub fn groups_of(&self, fluent: FluentId) -> Vec<ClaimId> {
        let is_group =
            |id: &ClaimId| self.is_kept(*id) && matches!(self.claim(*id), Claim::AtMostOne(_));
        let about = self.about[fluent.index()].iter().copied();
        about.filter(is_group).collect()
    }

    /// The claim that at most one of these fluents holds, if it is assumed.
    pub fn at_most_one_of(&self, fluents: &[FluentId]) -> Option<ClaimId> {
        self.assumed(*fluents.first()?, &|claim| match claim {
            Claim::AtMostOne(all) => all == fluents,
            _ => false,
        })
    }

    /// An assumed at-most-one group that has all of these fluents.
    pub fn at_most_one_around(&self, fluents: &[FluentId]) -> Option<ClaimId> {
        self.assumed(*fluents.first()?, &|claim| match claim {
            Claim::AtMostOne(all) => fluents.iter().all(|it| all.binary_search(it).is_ok()),
            _ => false,
        })
    }

    /// The claim that one of these fluents holds, if it is assumed.
    pub fn at_least_one_of(&self, fluents: &[FluentId]) -> Option<ClaimId> {
        self.assumed(*fluents.first()?, &|claim| match claim {
            Claim::AtLeastOne(all) => all == fluents,
            _ => false,
        })
    }

    /// The first assumed claim about a fluent that `wanted` accepts.
    fn assumed(&self, fluent: FluentId, wanted: &dyn Fn(&Claim) -> bool) -> Option<ClaimId> {
        let mut about = self.about[fluent.index()].iter().copied();
        about.find(|&id| self.is_kept(id) && wanted(self.claim(id)))
    }

    /// Whether a claim is assumed from now on.
    pub fn keep(&mut self, id: ClaimId, kept: bool) {
        self.entries[id].kept = kept;
    }

    /// Whether a claim is assumed.
    pub fn is_kept(&self, id: ClaimId) -> bool {
        self.entries[id].kept
    }

    /// Allows what was reserved for questions after the claims are settled.
    pub fn release(&mut self) {
        self.effort.release(&self.budget);
    }

    /// Charges the budget for work that was done elsewhere.
    pub fn pay(&mut self, work: u64) {
        self.effort.pay(work);
    }

    /// Conflicts and propagations spent, in that order.
    pub fn spent(&self) -> (u64, u64) {
        self.effort.spent(&self.budget)
    }

    /// Whether less than `percent` percent of the budget is left.
    pub fn low(&self, percent: u64) -> bool {
        self.effort.low(&self.budget, percent)
    }

    /// Whether questions about all moves are worth asking.
    pub fn is_feasible(&self) -> bool {
        self.formula.game().moves().len() <= Knobs::STEP_MOVES
    }

    /// Whether no question will be answered any more.
    pub fn exhausted(&self) -> bool {
        self.effort.exhausted()
    }

    /// Asks whether a legal move as in the question is possible, in a state
    /// that is not terminal and in which all claims hold.
    pub fn ask(&mut self, question: Question) -> Verdict {
        match self.ask_part(question) {
            Verdict::Possible => self.ask_whole(question),
            settled => settled,
        }
    }

    /// Asks with the nearby rules. What is possible by these may be impossible
    /// by all.
    pub fn ask_part(&mut self, question: Question) -> Verdict {
        let mut step = Step::part(self.formula);
        let cases = question(&mut step);
        step.restrict_moves();
        let mut assumed = Vec::new();
        for (id, claim) in self.near(&step) {
            let selector = step.sat.variable();
            claim.assume(&mut step, selector);
            assumed.push((selector, id));
        }
        self.settle(&mut step, cases, &assumed)
    }

    /// The claims about fluents of a part, narrowed to those fluents.
    fn near(&self, step: &Step) -> Vec<(ClaimId, Claim)> {
        let mut counts: FxHashMap<ClaimId, Vec<FluentId>> = FxHashMap::default();
        for fluent in step.fluents() {
            for &id in &self.about[fluent.index()] {
                counts.entry(id).or_default().push(fluent);
            }
        }
        let mut near: Vec<(ClaimId, Claim)> = counts
            .into_iter()
            .filter(|(id, _)| self.entries[*id].kept)
            .filter_map(|(id, fluents)| Some((id, self.entries[id].claim.narrowed(fluents)?)))
            .collect();
        near.sort();
        near
    }

    /// Asks with all rules.
    pub fn ask_whole(&mut self, question: Question) -> Verdict {
        if !self.is_feasible() {
            return Verdict::Unknown;
        }
        let mut whole = match self.whole.take() {
            Some(whole) if whole.step.sat.size() < whole.limit => whole,
            _ => Whole::new(self.formula),
        };
        let cases = question(&mut whole.step);
        let mut assumed = Vec::new();
        for (id, entry) in self.entries.iter().enumerate() {
            if entry.kept {
                assumed.push((whole.assume(id, &entry.claim), id));
            }
        }
        let verdict = self.settle(&mut whole.step, cases, &assumed);
        self.whole = Some(whole);
        verdict
    }

    /// Searches a case that is possible where all of these claims are assumed.
    fn settle(
        &mut self,
        step: &mut Step,
        mut cases: Vec<Case>,
        claims: &[(Lit, ClaimId)],
    ) -> Verdict {
        if cases.len() > 1 && cases.len() * claims.len() > Knobs::ASSUMED {
            cases = vec![vec![step.any_of(&cases)]];
        }
        let assumed: Vec<Lit> = claims.iter().map(|&(selector, _)| selector).collect();
        let ids: FxHashMap<Lit, ClaimId> = claims.iter().copied().collect();
        let mut rests_on = Vec::new();
        self.effort.begin_question(cases.len());
        for mut case in cases {
            case.extend(&assumed);
            match step.sat.ask(&case, &mut self.effort) {
                Answer::Possible => return Verdict::Possible,
                Answer::Unknown => return Verdict::Unknown,
                Answer::Impossible(core) => {
                    rests_on.extend(core.iter().filter_map(|lit| ids.get(lit)));
                }
            }
        }
        rests_on.sort_unstable();
        rests_on.dedup();
        Verdict::Impossible(rests_on)
    }

    /// The state and the moves that were found.
    pub fn found(&self) -> Option<(BitState, Vec<MoveId>)> {
        let step = &self.whole.as_ref()?.step;
        let game = self.formula.game();
        let state = BitState::new(game.fluents().len(), |fluent| step.held(fluent));
        let roles = RoleId::all(game.roles().len());
        let moves = roles.flat_map(|role| game.moves_of(role));
        Some((state, moves.filter(|&mov| step.was_made(mov)).collect()))
    }
}

impl<'f> Whole<'f> {
    fn new(formula: &'f Formula<'f>) -> Self {
        let step = Step::whole(formula);
        Whole {
            // What earlier questions have left slows later ones: at twice the
            // first size a new start is cheaper.
            limit: 2 * step.sat.size(),
            step,
            selectors: FxHashMap::default(),
        }
    }

    fn assume(&mut self, id: ClaimId, claim: &Claim) -> Lit {
        let step = &mut self.step;
        *self.selectors.entry(id).or_insert_with(|| {
            let selector = step.sat.variable();
            claim.assume(step, selector);
            selector
        })
    }
}
