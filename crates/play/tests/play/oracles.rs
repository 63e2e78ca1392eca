//! Positions are the same, whatever knows the values and plays the rules.

use game::{Model, Stop};
use gdl::Rules;
use ground::{BitState, Budget};
use judge::{Limits, Table};
use play::{
    FileOracle, Knowledge, Oracle, PlayError, Position, Referee, SolvedGame, State, best_line,
    choose, review,
};
use table::solution::{Outcome, SolutionFile};

use super::{first, library_rules, options, simulator, solved};

/// What the judge knows of every other state.
struct EvenHalf(Table<BitState>);

impl Oracle for EvenHalf {
    fn model(&self) -> Model {
        self.0.model()
    }

    fn is_whole(&self) -> bool {
        false
    }

    fn has_distances(&self) -> bool {
        true
    }

    fn ask(&self, states: &[&State]) -> Result<Vec<Knowledge>, PlayError> {
        let answer = |state: &&State| {
            let mut entries = self.0.iter();
            let found = entries.find(|it| Some(it.state) == state.bits());
            match found {
                Some(entry) if entry.id.index() % 2 == 0 => Knowledge::Known(Outcome {
                    value: entry.value.clone(),
                    distance: entry.distance,
                }),
                _ => Knowledge::Unknown,
            }
        };
        Ok(states.iter().map(answer).collect())
    }
}

/// All positions from the start on, breadth first.
fn positions(solved: &SolvedGame) -> Vec<Position> {
    let mut states = vec![solved.start().clone()];
    let mut positions = Vec::new();
    while positions.len() < states.len() {
        let position = solved.position(&states[positions.len()]).unwrap();
        for choice in &position.moves {
            if !states.contains(&choice.next) {
                states.push(choice.next.clone());
            }
        }
        positions.push(position);
    }
    positions
}

#[test]
fn any_oracle_will_do() {
    let (_folder, solved) = solved("nim", &["heaps=2,2,3"]);
    let game = &mut simulator(&solved);
    let (options, limits) = (options(), Limits::default());
    let table = judge::solve(game, first(&solved), &options, &limits, &mut |_| {}).unwrap();
    let referee = referee(solved.rules().clone(), u64::MAX);
    let half = SolvedGame::with(referee, EvenHalf(table), solved.start().clone());
    let (mut known, mut unknown) = (0, 0);
    for all in positions(&solved) {
        let some = half.position(&all.state).unwrap();
        match some.outcome {
            Some(_) => known += 1,
            None => unknown += 1,
        }
        assert!(some.outcome.is_none() || some.outcome == all.outcome);
        assert!(
            some.outcome.is_some() || !some.terminal,
            "the rules tell it"
        );
        let chosen = choose(&half, &some).unwrap();
        assert_eq!(chosen.is_none(), some.terminal);
        best_line(&half, &some).unwrap();
    }
    assert!(known > 10 && unknown > 10, "{known}, {unknown}");
    let first = half.position(half.start()).unwrap().moves[0].text.clone();
    assert_eq!(review(&half, &[first]).unwrap().moves.len(), 1);
}

/// A referee whose grounding is limited to `instances` instances.
fn referee(rules: Rules, instances: u64) -> Referee {
    let budget = Budget {
        instances,
        ..Budget::new(Stop::new())
    };
    Referee::new(rules, &budget).unwrap()
}

#[test]
fn the_interpreter_plays_a_file_as_the_ground_game_does() {
    for (name, settings) in [("tic-tac-toe", &[][..]), ("mu-torere", &[]), ("hanoi", &[])] {
        let (folder, solved) = solved(name, settings);
        let referee = referee(library_rules(name, settings), 1);
        assert!(referee.obstacle().is_some() && referee.ground().is_none());
        let path = folder.path().join("game.solution");
        let file = SolutionFile::open(&path, 0).unwrap();
        let start = referee
            .state_of(&file.about().subject.start)
            .unwrap()
            .unwrap();
        let oracle = FileOracle::new(file, &referee).unwrap();
        let plain = SolvedGame::with(referee, oracle, start);
        let mut states = vec![solved.start().clone()];
        let mut at = 0;
        while at < states.len().min(150) {
            let expected = solved.position(&states[at]).unwrap();
            let text = solved.state_text(&states[at]);
            let state = plain.state_with(&text).unwrap();
            let found = plain.position(&state).unwrap();
            assert_eq!(
                (found.mover, found.terminal),
                (expected.mover, expected.terminal)
            );
            assert_eq!(found.outcome, expected.outcome);
            assert_eq!(told(&plain, &found), told(&solved, &expected), "{name}");
            states.extend(expected.moves.into_iter().map(|it| it.next));
            at += 1;
        }
        assert_eq!(
            plain.board().unwrap().is_some(),
            solved.board().unwrap().is_some()
        );
        let error = plain.after_moves("no-such-move").unwrap_err();
        assert!(matches!(error, PlayError::Move(_)));
        assert!(plain.state_with("(no-such-fluent 1)").is_err());
    }
}

/// The outcomes and judgements of all moves, by their texts.
fn told(solved: &SolvedGame, position: &Position) -> Vec<String> {
    let set = |state: &State| {
        let mut fluents = solved.referee().fluents(state);
        fluents.sort_unstable();
        fluents.join(" ")
    };
    let moves = position.moves.iter();
    let mut told: Vec<String> = moves
        .map(|it| {
            format!(
                "{} {:?} {:?} {}",
                it.text,
                it.outcome,
                it.judgement,
                set(&it.next)
            )
        })
        .collect();
    told.sort();
    told
}
