//! What is told of a game before it is solved.

use solver::{Engine, Event, Forecast, Knobs, Request, Smaller};

use crate::{connect_four, game, solution, solved};

/// Connect Four on a board of 4×4, of which few states are looked at.
fn request() -> Request {
    let mut knobs = Knobs::default();
    knobs.small = 20_000;
    knobs.look = 5_000;
    Request {
        engine: Engine::Explicit,
        knobs,
        ..Request::new(connect_four())
    }
}

fn forecast(request: &Request) -> (Forecast, Vec<Smaller>) {
    solver::forecast(request, &mut |_| {}).unwrap()
}

#[test]
fn few_states_are_counted() {
    let (forecast, smaller) = forecast(&Request::new(game("tic-tac-toe", &[])));
    assert!(forecast.states.is_exact() && smaller.is_empty());
    assert_eq!(forecast.fits, Some(true));
    assert_eq!(forecast.states.likely, Some(5478.0));
    assert_eq!(forecast.layers, Some(10));
}

#[test]
fn many_states_are_estimated() {
    let (forecast, _) = forecast(&request());
    let states = 161_029.0;
    let likely = forecast.states.likely.unwrap() / states;
    assert!((0.5..2.0).contains(&likely), "{forecast:?}");
    assert!(forecast.states.low < states && states < forecast.states.high);
    assert_eq!(forecast.layers, Some(17));
    assert!(forecast.counted.0 < 82_000);
}

/// The states of a puzzle that can be taken back are met again.
#[test]
fn states_of_games_without_layers_are_met_again() {
    let mut request = Request::new(game("pancakes", &[("size", "8")]));
    request.knobs.small = 2_000;
    request.engine = Engine::Explicit;
    let (forecast, _) = forecast(&request);
    let likely = forecast.states.likely.unwrap() / 40_320.0;
    assert!((0.5..1.5).contains(&likely), "{forecast:?}");
    assert!(forecast.states.low <= 40_320.0 && forecast.layers.is_none());
}

#[test]
fn what_does_not_fit_comes_with_what_would() {
    let mut request = request();
    request.knobs.many = 20_000;
    let (forecast, smaller) = forecast(&request);
    assert_eq!(forecast.fits, Some(false));
    let settings: Vec<String> = smaller
        .iter()
        .map(|it| format!("{}={}", it.setting.0, it.setting.1))
        .collect();
    assert!(settings.contains(&"width=3".to_owned()), "{settings:?}");
    assert!(smaller.iter().all(|it| it.states.at_least() <= 20_000.0));
    // Rules that are not the library's have no smaller sizes.
    request.game.name = "nim".to_owned();
    assert!(self::forecast(&request).1.is_empty());
}

#[test]
fn a_long_solve_tells_once_what_is_to_come_and_goes_on() {
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let mut request = request();
        (request.engine, request.knobs.many) = (engine, 1000);
        (request.knobs.watch, request.knobs.watch_nodes) = (5_000, 500);
        request.knobs.many_nodes = 1000;
        let mut told = Vec::new();
        let answer = solver::solve(&request, &mut |event| match event {
            Event::Forecast(forecast) => told.push(forecast.clone()),
            Event::WouldFit(smaller) => assert!(!smaller.is_empty()),
            _ => {}
        });
        let answer = answer.unwrap();
        assert_eq!(told.len(), 1, "{engine:?}");
        assert!(told[0].states.low < 161_029.0 && 161_029.0 < told[0].states.high);
        assert_eq!(told[0].nodes.is_some(), engine == Engine::Symbolic);
        let usual = solved(&Request::new(connect_four()));
        assert_eq!(solution(&answer).buckets, solution(&usual).buckets);
    }
}

#[test]
fn a_short_solve_tells_nothing_of_what_is_to_come() {
    let request = Request::new(connect_four());
    let answer = solver::solve(&request, &mut |event| {
        assert!(!matches!(event, Event::Forecast(_) | Event::WouldFit(_)));
    });
    assert!(answer.is_ok());
}
