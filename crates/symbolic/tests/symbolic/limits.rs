//! What does not fit is told, and what is kept is used again.

use std::fmt::Write;

use analysis::Facts;
use game::{Level, Model, Options, Stop};
use ground::{BitState, GroundGame};
use symbolic::{Algorithm, Ending, Forecast, Order, Part, Solved, SymbolicError, Task, forecast};
use table::{Storage, Store};
use testkit::{SplitMix64, ground_game, library_text, load};

const OPTIONS: Options = Options {
    model: Model::Difference,
    infinite: None,
    draw_distances: false,
    level: Level::Strong,
};

fn prepare(text: &str) -> (GroundGame, Facts) {
    let game = ground_game(&load(text));
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    (game, facts)
}

fn solve(
    (game, facts): &(GroundGame, Facts),
    order: Order,
    storage: Storage<'_>,
) -> Result<Solved, SymbolicError> {
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let task = Task {
        order,
        ..Task::new(game, facts, &start, 4 << 20)
    };
    symbolic::solve(&task, &OPTIONS, storage, &mut |_| {})
}

fn look((game, facts): &(GroundGame, Facts), enough: game::Count) -> Forecast {
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let task = Task {
        order: Order::Listed,
        ..Task::new(game, facts, &start, 4 << 20)
    };
    forecast(&task, enough, 70).unwrap()
}

/// A move that makes each of many bits the sum of three others at random: its
/// relation is large in every order.
fn scrambler(bits: usize) -> String {
    let mut random = SplitMix64::new(3);
    let mut text = String::from("(role r) (init (step 0)) (legal r go) (legal r stay)");
    for step in 0..5 {
        write!(text, "(<= (next (step {})) (true (step {step})))", step + 1).unwrap();
    }
    text.push_str("(<= terminal (true (step 5))) (goal r 100) (init (bit 0))");
    let all: Vec<usize> = (0..bits).collect();
    for bit in 0..bits {
        let [a, b, c] = [0; 3].map(|_| *random.pick(&all));
        let kept = format!("(<= (next (bit {bit})) (does r stay) (true (bit {bit})))");
        text.push_str(&kept);
        for odd in 0..8_u32 {
            if odd.count_ones() % 2 == 1 {
                write!(text, "(<= (next (bit {bit})) (does r go)").unwrap();
                for (place, read) in [a, b, c].into_iter().enumerate() {
                    let holds = odd >> place & 1 == 1;
                    let (not, end) = if holds { ("", "") } else { ("(not ", ")") };
                    write!(text, " {not}(true (bit {read})){end}").unwrap();
                }
                text.push(')');
            }
        }
    }
    text
}

#[test]
fn a_relation_without_bounds_is_given_up() {
    let game = prepare(&scrambler(60));
    for order in [Order::Listed, Order::Auto] {
        let solved = solve(&game, order, Storage::Memory);
        let error = solved.map(|it| it.effort).unwrap_err();
        assert!(
            matches!(error, SymbolicError::TooLarge(Part::Relations)),
            "{error}"
        );
    }
}

#[test]
fn a_forecast_says_why_it_ends() {
    let large = look(&prepare(&scrambler(60)), 1000);
    assert_eq!(large.ending, Ending::TooLarge(Part::Relations));
    let game = |name: &str| prepare(&library_text(name, &[]));
    let whole = look(&game("tic-tac-toe"), 1_000_000);
    assert_eq!((whole.ending, whole.states), (Ending::Complete, 5478));
    assert_eq!(whole.expected, (5478, whole.nodes as game::Count));
    let begun = look(&game("connect-four"), 10_000);
    assert_eq!(begun.ending, Ending::Enough);
    // Without layers that can be told apart, it looks at all states or says nothing.
    let whole = look(&game("kayles"), 10);
    assert_eq!((whole.ending, whole.states), (Ending::Complete, 457));
    assert!(whole.nodes < 40, "{whole:?}");
}

/// What one look is allowed is counted in the same units.
#[test]
fn values_of_all_states_at_once_are_given_up_at_a_bound_of_work() {
    let (game, facts) = prepare(&library_text("kayles", &[]));
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let solve = |work: usize| {
        let task = Task {
            order: Order::Listed,
            work,
            ..Task::new(&game, &facts, &start, 4 << 20)
        };
        symbolic::solve_by(&task, Algorithm::Attractor, &OPTIONS, &mut |_| {})
    };
    let whole = solve(usize::MAX).unwrap();
    assert_eq!(solve(10_000_000).unwrap(), whole);
    let bounded = solve(10);
    assert!(
        matches!(bounded, Err(SymbolicError::OutOfNodes { .. })),
        "{bounded:?}"
    );
}

#[test]
fn with_many_steps_to_come_a_forecast_waits_for_dense_layers() {
    // Two pieces walk on a ring of twelve places: there are 78 sets of places, and
    // few nodes once all of them are reached.
    let mut text = String::from(
        "(role r) (init (at a 0)) (init (at b 0)) (init (step 0)) (goal r 100)
         (<= (legal r (walk ?p ?d)) (piece ?p) (by ?d)) (piece a) (piece b) (by 1) (by 2)
         (<= (next (at ?p ?y)) (does r (walk ?p ?d)) (true (at ?p ?x)) (add ?d ?x ?y))
         (<= (next (at ?p ?x)) (does r (walk ?q ?d)) (true (at ?p ?x)) (distinct ?p ?q))
         (<= (next (step ?t)) (true (step ?s)) (add step ?s ?t)) (<= terminal (true (step 30)))",
    );
    for place in 0..12 {
        write!(text, "(add 1 {place} {})", (place + 1) % 12).unwrap();
        write!(text, "(add 2 {place} {})", (place + 2) % 12).unwrap();
    }
    for step in 0..30 {
        write!(text, "(add step {step} {})", step + 1).unwrap();
    }
    let found = look(&prepare(&text), 5);
    assert!(
        found.states >= 5 && found.expected.0 > found.states,
        "{found:?}"
    );
}

#[test]
fn a_store_has_its_order_of_variables() {
    let text = library_text("tic-tac-toe", &[]);
    let game = prepare(&text);
    let folder = tempfile::tempdir().unwrap();
    let open = || Storage::Store(Store::open(folder.path(), &[], false).unwrap());
    let reversed = solve(&game, Order::Named("arranged-".into()), Storage::Memory);
    let reversed = reversed.or_else(|_| solve(&game, Order::Listed, Storage::Memory));
    let mut fields = reversed.unwrap().effort.order.fields;
    let last = fields.len() - 1;
    fields.swap(last, last - 1);
    let first = solve(&game, Order::Given(fields.clone()), open()).unwrap();
    // `Order::Auto` takes the order of the layers in the store.
    let again = solve(&game, Order::Auto, open()).unwrap();
    assert_eq!(again.effort.order.fields, fields);
    assert_eq!(again.solution, first.solution);
    let other = solve(&game, Order::Listed, open());
    assert!(matches!(other, Err(SymbolicError::OtherOrder)));
}
