//! What cannot be answered is an error of the right kind.

use game::Level;
use play::PlayError;
use solver::{Algorithm, AllStates, Engine, Error, Game, Kind, Request, Start};

use crate::game;

fn failed(request: &Request) -> Error {
    *solver::solve(request, &mut |_| {}).unwrap_err().error
}

#[test]
fn an_algorithm_of_another_engine_is_refused() {
    let request = Request {
        engine: Engine::Symbolic,
        algorithm: Algorithm::Retrograde,
        ..Request::new(game("nim", &[]))
    };
    let error = failed(&request);
    assert_eq!(error.kind(), Kind::Request);
    let explicit = Engine::Explicit;
    assert!(matches!(error, Error::WrongEngine { engine, .. } if engine == explicit));
}

#[test]
fn the_first_state_alone_is_not_for_algorithms_on_all() {
    let mut request = Request::new(game("nim", &[]));
    request.options.level = Level::Weak;
    request.algorithm = Algorithm::Retrograde;
    let error = failed(&request);
    assert!(matches!(error, Error::ForAllStates(AllStates::Retrograde)));
    request.algorithm = Algorithm::Auto;
    request.engine = Engine::Reference;
    let error = failed(&request);
    assert!(matches!(error, Error::WeakNeedsGround));
    assert_eq!(error.kind(), Kind::Rules);
}

#[test]
fn a_position_must_be_one_of_the_game() {
    let mut request = Request::new(game("nim", &[]));
    request.start = Start::Fluents("(no such fluent)".to_owned());
    let error = failed(&request);
    assert!(
        matches!(error, Error::Play(PlayError::Misfit(_))),
        "{error}"
    );
    assert_eq!(error.kind(), Kind::Request);
    request.engine = Engine::Reference;
    let error = failed(&request);
    assert!(matches!(error, Error::Unreachable(_)), "{error}");
    assert_eq!(error.kind(), Kind::Request);
    request.start = Start::After("no such move".to_owned());
    assert_eq!(failed(&request).kind(), Kind::Request);
}

#[test]
fn errors_of_rules_are_all_told() {
    let text = "(role a) (<= (legal a ?x) (true ?y)) (<= (goal a 100) (not (true ?z)))";
    match Game::from_text("game", text, None) {
        Err(Error::Rules(found)) => assert!(found.len() > 1, "{found:?}"),
        other => panic!("{other:?}"),
    }
    let unknown = Game::from_library("no such game", &[]).unwrap_err();
    assert_eq!(unknown.kind(), Kind::Request);
}
