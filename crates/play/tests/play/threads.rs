//! Many threads ask one file, and get the answers that one gets.

use std::thread;

use play::{SolvedGame, State, choose};

use super::solved;

/// What is told of all states of a game, by their order.
fn told(solved: &SolvedGame, states: &[State]) -> Vec<String> {
    let told = |state: &State| {
        let position = solved.position(state).unwrap();
        let chosen = choose(solved, &position).unwrap().map(|it| &it.text);
        format!("{position:?} {chosen:?}")
    };
    states.iter().map(told).collect()
}

#[test]
fn eight_threads_are_told_what_one_is() {
    let (_folder, solved) = solved("connect-four", &["width=4", "height=4"]);
    let mut states = vec![solved.start().clone()];
    for at in 0..400 {
        let position = solved.position(&states[at]).unwrap();
        states.extend(position.moves.into_iter().map(|it| it.next));
    }
    let expected = told(&solved, &states);
    thread::scope(|scope| {
        for number in 0..8 {
            let (solved, states, expected) = (&solved, &states, &expected);
            scope.spawn(move || {
                // Each begins elsewhere, so that they are never at the same place.
                let middle = number * states.len() / 8;
                let (late, early) = states.split_at(middle);
                assert_eq!(told(solved, early), expected[middle..]);
                assert_eq!(told(solved, late), expected[..middle]);
            });
        }
    });
}

#[test]
fn a_solved_game_is_for_many_threads() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<SolvedGame>();
    is_shared::<State>();
}
