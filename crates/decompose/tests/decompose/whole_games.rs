//! What the judge says of all states of a game, beside what the parts say.

use decompose::{Asked, Knobs, LastMover, Task, Unsuited};
use game::{Model, Stop};
use gdl::Rules;
use ground::{GroundGame, Simulator};

/// Solves a game as a sum.
pub fn by_parts(rules: &Rules) -> Result<(GroundGame, LastMover), Unsuited> {
    by_parts_with(rules, Knobs::default())
}

/// Solves a game as a sum, with these knobs.
pub fn by_parts_with(rules: &Rules, knobs: Knobs) -> Result<(GroundGame, LastMover), Unsuited> {
    let game = testkit::ground_game(rules);
    let stop = Stop::new();
    let facts = analysis::analyse(&game, &analysis::Budget::new(stop.clone())).unwrap();
    let start = start(&game);
    let task = Task {
        game: &game,
        facts: &facts,
        start: &start,
        model: Model::Difference,
        knobs,
        stop: &stop,
    };
    let solved = LastMover::solve(&task)?;
    Ok((game, solved))
}

/// The initial state.
pub fn start(game: &GroundGame) -> ground::BitState {
    ground::BitState::new(game.fluents().len(), |it| game.holds_initially(it))
}

/// Compares all states with the judge; how many there are.
pub fn agrees(game: GroundGame, solved: &LastMover) -> usize {
    let mut game = Simulator::new(game);
    let begin = start(game.game());
    let options = testkit::options(Model::Difference, None);
    let limits = judge::Limits::default();
    let table = judge::solve(&mut game, begin.clone(), &options, &limits, &mut |_| {}).unwrap();
    let json = solved.to_json(game.game(), Model::Difference);
    let json = serde_json::from_slice(&serde_json::to_vec(&json).unwrap()).unwrap();
    let read = LastMover::from_json(&json, game.game(), &begin, Knobs::default()).unwrap();
    assert_eq!(read.census(), solved.census());
    for entry in table.iter() {
        let expected = Asked::Known(entry.value.clone(), None);
        assert_eq!(read.ask(entry.state), expected);
        assert_eq!(solved.ask(entry.state), expected);
    }
    // Together too, in an order in which some differ by a move and others by many.
    let mut states: Vec<_> = table.iter().map(|it| it.state).collect();
    states.sort_by_key(|it| {
        it.words()
            .iter()
            .map(|word| word.swap_bytes())
            .collect::<Vec<u64>>()
    });
    let alone: Vec<Asked> = states.iter().map(|it| read.ask(it)).collect();
    assert_eq!(read.ask_all(&states), alone);
    if let Some(census) = solved.census() {
        let Ok(solution) = table.solution(&mut game);
        assert_eq!(census.states, solution.states);
        assert_eq!(census.terminals, solution.terminals);
        let layers: Vec<_> = solution.layers.iter().map(|it| it.states).collect();
        assert_eq!(census.layers, layers);
        assert_eq!(solved.buckets(Model::Difference, &census), solution.buckets);
    }
    table.iter().count()
}
