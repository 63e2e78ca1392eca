//! The reachable states of published games are as many as an independent
//! engine counted.
//!
//! In: the corpus beside the repository. Not here: the games'
//! values.

use std::collections::HashSet;

use game::{Playable, Stop};
use gdl::{Budget, InterpretError, Interpreter, Move, Source, State, load};
use testkit::{Corpus, RuleSheet, corpus_tests};

corpus_tests!(small_games_have_as_many_states_as_published);

/// Larger games are left to faster engines.
const MAX_STATES: u64 = 6000;

fn interpreter(sheet: &RuleSheet) -> Interpreter {
    let checked = load(&Source::new(&sheet.name, &sheet.bytes), None);
    let rules = checked.rules.expect("published games are valid");
    Interpreter::new(&rules, Budget::new(Stop::new())).expect("the roles are derived")
}

/// All combinations of one move of each role.
fn joint_moves(legal: &[Vec<Move>]) -> Vec<Vec<Move>> {
    legal.iter().fold(vec![Vec::new()], |joints, moves| {
        let extended = |joint: Vec<Move>| {
            moves
                .iter()
                .map(move |&mov| [joint.as_slice(), &[mov]].concat())
        };
        joints.into_iter().flat_map(extended).collect()
    })
}

fn count_states(game: &mut Interpreter) -> Result<usize, InterpretError> {
    let initial = game.initial()?;
    let mut seen: HashSet<State> = HashSet::from([initial.clone()]);
    let mut open = vec![initial];
    while let Some(state) = open.pop() {
        if game.is_terminal(&state)? {
            continue;
        }
        for joint in joint_moves(&game.legal_moves(&state)?) {
            let next = game.successor(&state, &joint)?;
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(seen.len())
}

fn small_games_have_as_many_states_as_published(corpus: &Corpus) {
    let games = corpus.games();
    let mut counted = 0;
    for row in corpus.inventory() {
        let Some(states) = row.reachable_states.filter(|&count| count <= MAX_STATES) else {
            continue;
        };
        let mut sheets = games.iter();
        let sheet = sheets.find(|game| game.name == row.file);
        let mut game = interpreter(sheet.expect("every row has a game"));
        assert_eq!(game.roles().len(), row.roles, "{}", row.file);
        let found = count_states(&mut game).expect("the states are affordable");
        assert_eq!(found as u64, states, "{}", row.file);
        counted += 1;
    }
    assert!(counted >= 15, "only {counted} games were counted");
}
