//! Layers in parts give what whole layers give, whatever group they are cut by.

use std::collections::BTreeMap;

use game::{Count, Level, Model, Obstacle, Options, Rewards, Stop, Value};
use gdl::Rules;
use ground::{BitState, GroundGame};
use symbolic::{Cut, Order, SymbolicError, Task, solve_in_parts};
use table::Storage;
use testkit::{Style, layered_game, library_rules, load};

/// Solves in all ways; tells by how many groups layers were cut.
fn compare(name: &str, rules: &Rules, model: Model) -> usize {
    let mut budget = ground::Budget::new(Stop::new());
    budget.instances = 200_000;
    let Ok(game) = GroundGame::new(rules, &budget) else {
        return 0;
    };
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let task = Task {
        order: Order::Listed,
        ..Task::new(&game, &facts, &start, 64 << 20)
    };
    let options = Options {
        model,
        infinite: None,
        draw_distances: false,
        level: Level::Strong,
    };
    let solution = match symbolic::solve(&task, &options, Storage::Memory, &mut |_| {}) {
        Ok(solved) => solved.solution,
        Err(SymbolicError::Unsuited(_) | SymbolicError::Obstacle(Obstacle::Fault { .. })) => {
            return 0;
        }
        Err(error) => panic!("{name}: {error}"),
    };
    let layers: Vec<Count> = solution.layers.iter().map(|it| it.states).collect();
    let buckets = solution.buckets.iter().map(|bucket| match &bucket.value {
        Value::Rewards(rewards) => (rewards.clone(), bucket.states),
        value => panic!("{value:?} in a game with layers"),
    });
    let buckets: BTreeMap<Rewards, Count> = buckets.collect();
    let partition = facts.partition();
    let groups = partition.iter().map(|group| group.fluents[0]);
    let groups = groups.map(|it| Cut::By(game.fluents()[it.index()].clone()));
    let mut cuts = 0;
    for cut in [Cut::Whole, Cut::Auto].into_iter().chain(groups) {
        let divided = solve_in_parts(&task, &cut, &options).unwrap();
        assert_eq!(divided.layers, layers, "{name}, {cut:?}");
        assert_eq!(divided.terminals, solution.terminals, "{name}, {cut:?}");
        assert_eq!(divided.buckets, buckets, "{name}, {cut:?}, {model}");
        cuts += usize::from(!divided.group.is_empty());
    }
    cuts
}

#[test]
fn random_games_in_parts() {
    let mut cuts = 0;
    for seed in 0..30 {
        let game = layered_game(seed);
        let model = [Model::Own, Model::Difference, Model::Guaranteed][seed as usize % 3];
        for style in [Style::Named, Style::Binary] {
            cuts += compare("random", &load(game.to_gdl(style)), model);
        }
    }
    assert!(cuts > 50, "only {cuts} cuts");
}

#[test]
fn boards_in_parts() {
    for (name, settings) in [
        ("connect-four", "width=3 height=3 length=3"),
        ("clobber", "rows=3 columns=3 gains=pieces"),
        ("tic-tac-toe", ""),
    ] {
        let settings = settings.split_whitespace();
        let settings = settings.filter_map(|it| it.split_once('='));
        let settings: Vec<_> = settings.collect();
        let rules = library_rules(name, &settings);
        let model = Model::Difference;
        assert!(compare(name, &rules, model) > 5, "{name}");
    }
}
