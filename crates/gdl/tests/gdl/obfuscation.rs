//! The meaning of rules does not depend on names or on order: an obfuscated
//! game is validated and played as the original.
//!
//! In: the corpus beside the repository.

use game::{GoalValue, Playable, Stop};
use gdl::{
    Budget, Checked, InterpretError, Interpreter, Move, Notation, Severity, Sheet, Source, State,
    load, parse_terms, print,
};
use testkit::play::codes;
use testkit::{Corpus, Obfuscation, RuleSheet, SplitMix64, corpus_tests, obfuscate};

corpus_tests!(
    an_obfuscated_sheet_has_the_same_errors,
    an_obfuscated_game_is_played_as_the_original
);

/// How many joint moves of each game are compared.
const MOVES: usize = 10;

/// States that cost more instances of rules than this are left out: some of
/// the published games take minutes for a move.
const INSTANCES: u64 = 50_000;

fn load_printed(sheet: &Sheet) -> Checked {
    let text = print(sheet, Notation::Kif);
    load(&Source::new("obfuscated", text.as_bytes()), None)
}

fn sorted_errors(checked: &Checked) -> Vec<&'static str> {
    let mut errors = codes(checked, Severity::Error);
    errors.sort_unstable();
    errors
}

fn an_obfuscated_sheet_has_the_same_errors(corpus: &Corpus) {
    let sheets = corpus.all_sheets();
    for (seed, sheet) in sheets.iter().enumerate() {
        let source = Source::new(&sheet.name, &sheet.bytes);
        let written = gdl::parse(&source, None).sheet;
        let obfuscated = obfuscate(&written, seed as u64);
        assert_eq!(
            sorted_errors(&load_printed(obfuscated.sheet())),
            sorted_errors(&load(&source, None)),
            "{}",
            sheet.name
        );
    }
}

/// What the players can see of a state.
#[derive(Debug, PartialEq)]
struct View {
    fluents: Vec<String>,
    terminal: bool,
    moves: Vec<Vec<String>>,
    goals: Vec<Vec<GoalValue>>,
}

/// One game, original or obfuscated, with its texts mapped and sorted.
struct Side<'a> {
    interpreter: Interpreter,
    mapping: Option<&'a Obfuscation>,
}

impl<'a> Side<'a> {
    fn new(
        checked: &Checked,
        mapping: Option<&'a Obfuscation>,
    ) -> Option<Result<Self, InterpretError>> {
        let mut budget = Budget::new(Stop::new());
        budget.instances = INSTANCES;
        let interpreter = Interpreter::new(checked.rules.as_ref()?, budget);
        Some(interpreter.map(|interpreter| Side {
            interpreter,
            mapping,
        }))
    }

    /// A text of this side as the obfuscated game writes it.
    fn mapped(&self, text: &str) -> String {
        let Some(mapping) = self.mapping else {
            return text.to_owned();
        };
        let terms = parse_terms(&Source::new("term", text.as_bytes()));
        let terms = terms.expect("the interpreter prints terms");
        mapping.map_term(&terms[0]).to_string()
    }

    fn mapped_moves(&self, moves: &[Move]) -> Vec<String> {
        let texts = moves.iter().map(|mov| self.interpreter.move_text(mov));
        texts.map(|text| self.mapped(&text)).collect()
    }

    fn roles(&self) -> Vec<String> {
        let roles = self.interpreter.roles().iter();
        roles.map(|role| self.mapped(role)).collect()
    }

    fn view(&mut self, state: &State) -> Result<View, InterpretError> {
        let terminal = self.interpreter.is_terminal(state)?;
        let goals = self.interpreter.goals(state)?;
        let legal = self.interpreter.legal_moves(state)?;
        let fluents = self.interpreter.fluents(state);
        let sorted = |mut texts: Vec<String>| {
            texts.sort();
            texts
        };
        Ok(View {
            fluents: sorted(fluents.iter().map(|text| self.mapped(text)).collect()),
            terminal,
            moves: legal
                .iter()
                .map(|moves| sorted(self.mapped_moves(moves)))
                .collect(),
            goals,
        })
    }

    /// Makes the moves of these mapped texts.
    fn step(&mut self, state: &State, joint: &[String]) -> Result<State, InterpretError> {
        let legal = self.interpreter.legal_moves(state)?;
        let moves = legal.iter().zip(joint).map(|(moves, wanted)| {
            let place = self
                .mapped_moves(moves)
                .iter()
                .position(|text| text == wanted);
            moves[place.expect("the views have the same moves")]
        });
        let moves: Vec<Move> = moves.collect();
        self.interpreter.successor(state, &moves)
    }
}

/// Plays both games side by side; returns the number of joint moves made.
fn mirror(
    mut original: Side<'_>,
    mut obfuscated: Side<'_>,
    random: &mut SplitMix64,
    name: &str,
) -> Result<usize, InterpretError> {
    assert_eq!(original.roles(), obfuscated.roles(), "{name}");
    let mut states = (
        original.interpreter.initial()?,
        obfuscated.interpreter.initial()?,
    );
    for made in 0..MOVES {
        let view = original.view(&states.0)?;
        assert_eq!(view, obfuscated.view(&states.1)?, "{name}");
        if view.terminal || view.moves.iter().any(Vec::is_empty) {
            return Ok(made);
        }
        let joint = view.moves.iter().map(|moves| random.pick(moves).clone());
        let joint: Vec<String> = joint.collect();
        states = (
            original.step(&states.0, &joint)?,
            obfuscated.step(&states.1, &joint)?,
        );
    }
    Ok(MOVES)
}

/// Mirrors one sheet; `None` if it is not valid or its states cost too much.
fn mirror_sheet(sheet: &RuleSheet, seed: u64) -> Option<usize> {
    let checked = load(&Source::new(&sheet.name, &sheet.bytes), None);
    let obfuscation = obfuscate(checked.rules.as_ref()?.sheet(), seed);
    let sides = (
        Side::new(&checked, Some(&obfuscation))?,
        Side::new(&load_printed(obfuscation.sheet()), None)?,
    );
    let (original, obfuscated) = match sides {
        (Ok(original), Ok(obfuscated)) => (original, obfuscated),
        _ => return None,
    };
    let mut random = SplitMix64::new(seed);
    match mirror(original, obfuscated, &mut random, &sheet.name) {
        Ok(made) => Some(made),
        Err(InterpretError::TooManyInstances { .. }) => None,
        Err(error) => panic!("{}: {error}", sheet.name),
    }
}

fn an_obfuscated_game_is_played_as_the_original(corpus: &Corpus) {
    let sheets = corpus.all_sheets();
    let seeded = sheets.iter().zip(0..);
    let mirrored = seeded.filter_map(|(sheet, seed)| mirror_sheet(sheet, seed));
    let complete = mirrored.count();
    assert!(complete > 200, "only {complete} games were cheap enough");
}
