//! The judge on the interpreter and on the ground game: published sheets, and
//! random games against the graphs they were made from. All of it on obfuscated
//! rules too.

use std::convert::Infallible;

use game::{GoalValue, Model, Obstacle, Options, Playable, Rewards, Solution, Stop, Value};
use gdl::{Budget, Interpreter, Rules};
use judge::{JudgeError, Limits, solve};
use proptest::prelude::*;
use testkit::{
    Corpus, GraphGame, Optimum, Position, Style, corpus_tests, load, obfuscated, options,
    random_game, simulator,
};

corpus_tests!(published_sheets_have_their_known_states_and_results);

/// Most states of the games solved here.
const MAX_STATES: u64 = 6000;

fn solution<G: Playable>(
    game: &mut G,
    options: &Options,
) -> Result<Solution, JudgeError<G::Error>> {
    let start = game.initial().map_err(JudgeError::Game)?;
    let table = solve(game, start, options, &Limits::default(), &mut |_| {})?;
    table.solution(game).map_err(JudgeError::Game)
}

fn solution_of(rules: &Rules, options: &Options) -> Solution {
    let mut game = Interpreter::new(rules, Budget::new(Stop::new())).unwrap();
    solution(&mut game, options).unwrap()
}

/// All that does not depend on names: lines depend on the order of moves.
fn nameless(mut solution: Solution) -> (Solution, usize) {
    let best_moves = solution.initial.best_moves.len();
    solution.initial.best_moves.clear();
    solution.initial.line.clear();
    (solution, best_moves)
}

fn published_sheets_have_their_known_states_and_results(corpus: &Corpus) {
    let sheets = corpus.games();
    let mut checked = 0;
    for row in corpus.inventory() {
        let is_small = row
            .reachable_states
            .is_some_and(|states| states <= MAX_STATES);
        if !is_small || row.class == "simultaneous" {
            continue;
        }
        let sheet = sheets.iter().find(|sheet| sheet.name == row.file).unwrap();
        let rules = load(&sheet.bytes);
        let own = options(Model::Own, None);
        let solved = solution_of(&rules, &own);
        assert_eq!(
            solved.states,
            u128::from(row.reachable_states.unwrap()),
            "{}",
            row.file
        );
        check_optimum(&row.file, &solved, row.value.as_ref().unwrap());
        for model in [Model::Own, Model::Difference, Model::Guaranteed] {
            let options = options(model, None);
            let whole = solution_of(&rules, &options);
            let fast = solution(&mut simulator(&rules), &options).unwrap();
            assert_eq!(whole, fast, "{} ground, {model}", row.file);
            let plain = nameless(whole);
            let other = nameless(solution_of(&obfuscated(&rules, 7), &options));
            assert_eq!(plain, other, "{} obfuscated, {model}", row.file);
        }
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} sheets were small enough");
}

fn check_optimum(file: &str, solved: &Solution, optimum: &Optimum) {
    let (rewards, moves) = match optimum {
        Optimum::Rewards(rewards) => (rewards.clone(), None),
        Optimum::Best { reward, moves } => (Rewards::from_points(&[*reward]), Some(*moves)),
    };
    assert_eq!(solved.initial.value, Value::Rewards(rewards), "{file}");
    if moves.is_some() {
        assert_eq!(solved.initial.distance, moves, "{file}");
    }
}

/// The graph itself as a game, without any rules.
struct Direct {
    game: GraphGame,
    roles: Vec<String>,
}

impl Direct {
    fn new(game: &GraphGame) -> Self {
        Direct {
            roles: (0..game.roles).map(|role| role.to_string()).collect(),
            game: game.clone(),
        }
    }
}

impl Playable for Direct {
    type State = usize;
    type Move = usize;
    type Error = Infallible;

    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn initial(&mut self) -> Result<usize, Infallible> {
        Ok(0)
    }

    fn is_terminal(&mut self, &at: &usize) -> Result<bool, Infallible> {
        Ok(matches!(self.game.positions[at], Position::Terminal { .. }))
    }

    fn legal_moves(&mut self, &at: &usize) -> Result<Vec<Vec<usize>>, Infallible> {
        let Position::Inner { mover, arcs, .. } = &self.game.positions[at] else {
            return Ok(vec![Vec::new(); self.game.roles]);
        };
        let moves = |role| match *mover == Some(role) {
            true => (0..arcs.len()).collect(),
            false => vec![0],
        };
        Ok((0..self.game.roles).map(moves).collect())
    }

    fn successor(&mut self, &at: &usize, joint: &[usize]) -> Result<usize, Infallible> {
        let Position::Inner { mover, arcs, .. } = &self.game.positions[at] else {
            unreachable!("terminal states are not expanded")
        };
        Ok(arcs[mover.map_or(0, |mover| joint[mover])])
    }

    fn goals(&mut self, &at: &usize) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        let Position::Terminal { rewards } = &self.game.positions[at] else {
            unreachable!("goals are read in terminal states only")
        };
        Ok(rewards
            .iter()
            .map(|&reward| vec![GoalValue::Integer(reward)])
            .collect())
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<usize> {
        fluents.first()?.parse().ok()
    }

    fn fluents(&self, at: &usize) -> Vec<String> {
        vec![at.to_string()]
    }

    fn move_text(&self, mov: &usize) -> String {
        mov.to_string()
    }
}

/// What two games must have in common: the solution, or how it is refused.
fn outcome<E: std::error::Error>(
    solved: Result<Solution, JudgeError<E>>,
) -> Result<(Solution, usize), String> {
    match solved {
        Ok(solution) => Ok(nameless(solution)),
        Err(JudgeError::Obstacle(Obstacle::InfiniteNeeded { .. })) => Err("infinite".to_owned()),
        Err(error) => panic!("a random game is well-formed: {error}"),
    }
}

proptest! {
    #[test]
    fn random_games_are_solved_alike_by_graph_and_by_rules(
        game in random_game(),
        seed: u64,
        model in prop::sample::select(&[Model::Own, Model::Difference, Model::Guaranteed]),
        infinite in prop::option::of(prop::collection::vec(0..=100, 3)),
    ) {
        let infinite = infinite.filter(|_| game.roles > 1);
        let infinite = infinite.map(|points| Rewards::from_points(&points[..game.roles]));
        let options = options(model, infinite);
        let expected = outcome(solution(&mut Direct::new(&game), &options));
        for style in [Style::Named, Style::Binary] {
            let rules = load(game.to_gdl(style));
            for rules in [obfuscated(&rules, seed), rules] {
                let mut plain = Interpreter::new(&rules, Budget::new(Stop::new())).unwrap();
                prop_assert_eq!(&outcome(solution(&mut plain, &options)), &expected);
                prop_assert_eq!(&outcome(solution(&mut simulator(&rules), &options)), &expected);
            }
        }
    }
}
