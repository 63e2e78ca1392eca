use std::collections::BTreeSet;

use ::game::{GoalValue, Playable, RoleId, Stop};

use super::{Condition, Part, PartError, PartGame};
use crate::{BitState, Budget, FluentId, GroundGame, MoveId, Simulator};

fn ground(text: &str) -> GroundGame {
    let rules = gdl::load(&gdl::Source::new("test", text.as_bytes()), None).rules;
    GroundGame::new(&rules.unwrap(), &Budget::new(Stop::new())).unwrap()
}

fn library(name: &str, settings: &[(&str, &str)]) -> GroundGame {
    let settings = settings.iter().map(|(a, b)| ((*a).into(), (*b).into()));
    let settings: Vec<(String, String)> = settings.collect();
    ground(&library::find(name).unwrap().render(&settings).unwrap())
}

fn fluents(game: &GroundGame, wanted: impl Fn(&str) -> bool) -> Vec<FluentId> {
    let named = |it: &FluentId| wanted(&game.fluents()[it.index()]);
    game.fluent_ids().filter(named).collect()
}

fn moves(game: &GroundGame, wanted: impl Fn(&str) -> bool) -> Vec<MoveId> {
    let all = RoleId::all(game.roles().len()).flat_map(|role| game.moves_of(role));
    all.filter(|it| wanted(&game.moves()[it.index()])).collect()
}

/// The state in which these fluents hold.
fn state(game: &GroundGame, held: &[&str]) -> BitState {
    let held = fluents(game, |name| held.contains(&name));
    BitState::new(game.fluents().len(), |it| held.contains(&it))
}

/// Plays everything that can be played in both, and returns the number of
/// states. `rename` maps names of the first to those of the second.
fn plays_as(part: &GroundGame, single: &GroundGame, rename: impl Fn(&str) -> String) -> usize {
    let (mut one, mut other) = (Simulator::new(part.clone()), Simulator::new(single.clone()));
    let (Ok(a), Ok(b)) = (one.initial(), other.initial());
    let mut seen = BTreeSet::from([b.clone()]);
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        assert_eq!(rename(&one.state_text(&a)), other.state_text(&b));
        let (Ok(is_over), Ok(expected)) = (one.is_terminal(&a), other.is_terminal(&b));
        assert_eq!(is_over, expected);
        assert_eq!(one.goals(&a), other.goals(&b), "{}", one.state_text(&a));
        let (Ok(legal), Ok(expected)) = (one.legal_moves(&a), other.legal_moves(&b));
        let text = |mov: &MoveId| rename(&part.moves()[mov.index()]);
        let names = |moves: &Vec<MoveId>| moves.iter().map(text).collect::<Vec<_>>();
        let other_text = |mov: &MoveId| single.moves()[mov.index()].clone();
        let others = |moves: &Vec<MoveId>| moves.iter().map(other_text).collect::<Vec<_>>();
        for (legal, expected) in legal.iter().zip(&expected) {
            assert_eq!(names(legal), others(expected));
        }
        if is_over {
            continue;
        }
        for (joint, same) in joints(&legal).iter().zip(&joints(&expected)) {
            let (Ok(a), Ok(b)) = (one.successor(&a, joint), other.successor(&b, same));
            if seen.insert(b.clone()) {
                open.push((a, b));
            }
        }
    }
    seen.len()
}

fn joints(legal: &[Vec<MoveId>]) -> Vec<Vec<MoveId>> {
    let mut joints = vec![Vec::new()];
    for moves in legal {
        let longer = joints.iter().flat_map(|joint: &Vec<MoveId>| {
            moves
                .iter()
                .map(move |&mov| [joint.as_slice(), &[mov]].concat())
        });
        joints = longer.collect();
    }
    joints
}

fn of_heap(game: &GroundGame, heap: usize) -> Part {
    let size = format!("(heap {heap} ");
    let take = format!("(take {heap} ");
    let own = |name: &str| name.starts_with(&size) || name.starts_with("(control");
    let made = |name: &str| name.starts_with(&take) || name == "noop";
    Part::new(game, fluents(game, own), moves(game, made))
}

#[test]
fn a_heap_of_nim_is_nim_when_all_others_are_empty() {
    let game = library("nim", &[("heaps", "4,5")]);
    let mut part = of_heap(&game, 1);
    part.start = state(&game, &["(heap 1 4)", "(heap 2 0)", "(control first)"]);
    part.fixed = fluents(&game, |name| name.starts_with("(heap 2 "));
    let PartGame { game: heap, .. } = game.part(&part).unwrap();
    let single = library("nim", &[("heaps", "4")]);
    assert_eq!(heap.fluents(), single.fluents());
    assert_eq!(heap.moves(), single.moves());
    assert_eq!(plays_as(&heap, &single, str::to_owned), 8);
}

/// Two boards of tic-tac-toe; the part is the left one.
#[test]
fn a_board_of_two_is_the_game_of_one_board() {
    let game = library("double-tic-tac-toe", &[]);
    let left = |name: &str| !name.contains(" right ");
    let mut part = Part::new(&game, fluents(&game, left), moves(&game, left));
    let marks = part.moves.iter();
    let marks = marks.filter(|it| game.moves()[it.index()] != "noop");
    let open = marks.map(|&it| Condition::Node(game.legal(it))).collect();
    part.terminal = Condition::not(Condition::Any(open));
    let lines = ["x", "o"].map(|role| line(&game, role));
    part.goals = vec![
        goals(lines[0].clone(), lines[1].clone()),
        goals(lines[1].clone(), lines[0].clone()),
    ];
    let board = game.part(&part).unwrap();
    let rename = |name: &str| name.replace(" left ", " ");
    let single = library("tic-tac-toe", &[]);
    // In the single game marks stay legal beside a line, when the game is over.
    let states = over_alike(&board.game, &single, rename);
    assert_eq!(states, 5478);
}

fn over_alike(part: &GroundGame, single: &GroundGame, rename: impl Fn(&str) -> String) -> usize {
    let never_after_the_end = |game: &GroundGame| {
        let mut game = game.clone();
        let terminal = game.terminal;
        let open = game.circuit.not(terminal);
        for place in 0..game.legal.len() {
            let legal = game.legal[place];
            game.legal[place] = game.circuit.and(vec![legal, open]);
        }
        game
    };
    plays_as(
        &never_after_the_end(part),
        &never_after_the_end(single),
        rename,
    )
}

/// Three marks of a role in a row of the left board.
fn line(game: &GroundGame, role: &str) -> Condition {
    let cell = |column: usize, row: usize| {
        let name = format!("(cell left {column} {row} {role})");
        Condition::Fluent(fluents(game, |it| it == name)[0])
    };
    let row = |row| Condition::All((1..4).map(|column| cell(column, row)).collect());
    let column = |column| Condition::All((1..4).map(|row| cell(column, row)).collect());
    let mut lines: Vec<Condition> = (1..4).flat_map(|at| [row(at), column(at)]).collect();
    lines.push(Condition::All((1..4).map(|at| cell(at, at)).collect()));
    lines.push(Condition::All((1..4).map(|at| cell(at, 4 - at)).collect()));
    Condition::Any(lines)
}

fn goals(won: Condition, lost: Condition) -> Vec<(GoalValue, Condition)> {
    let either = Condition::Any(vec![won.clone(), lost.clone()]);
    let points = GoalValue::Integer;
    vec![
        (points(100), won),
        (points(50), Condition::not(either)),
        (points(0), lost),
    ]
}

/// A puzzle, and another one beside it.
const LOCK: &str = "(<= (legal r (turn ?x)) (digit ?x))
    (<= (next (code 1)) (does r (turn 1)))
    (<= (next (code 2)) (does r (turn 2)) (true (code 1)))
    (digit 1) (digit 2)";
const LAMP: &str = "(<= (legal r switch) (not (true burnt)))
    (<= (next burnt) (true lit) (does r switch)) (<= (next burnt) (true burnt))
    (<= (next lit) (does r switch))";

#[test]
fn a_puzzle_beside_another_is_itself() {
    let ends = "(role r) (<= (goal r 100) (true (code 2))) (<= (goal r 0) (not (true (code 2))))
        (<= terminal (true (code 2)))";
    let both = ground(&format!("{ends} {LOCK} {LAMP} (init lit)"));
    let single = ground(&format!("{ends} {LOCK}"));
    let own = |name: &str| name.starts_with("(code") || name.starts_with("(turn");
    let part = Part::new(&both, fluents(&both, own), moves(&both, own));
    let part = both.part(&part).unwrap();
    assert_eq!(part.game.fluents(), single.fluents());
    assert_eq!(plays_as(&part.game, &single, str::to_owned), 3);
    // What the state of the whole is in the part.
    let whole = state(&both, &["lit", "(code 1)"]);
    assert_eq!(part.state(&whole), state(&single, &["(code 1)"]));
    let names = part.fluents.iter().map(|it| &both.fluents()[it.index()]);
    assert!(names.eq(single.fluents()));
}

#[test]
fn what_depends_on_another_part_is_refused() {
    let game = library("nim", &[("heaps", "4,5")]);
    // Whether it is over depends on both heaps.
    let part = of_heap(&game, 1);
    let Err(PartError::Depends { what, fluent }) = game.part(&part) else {
        panic!("it is not refused");
    };
    assert_eq!(what, "terminal");
    assert!(fluent.starts_with("(heap 2 "), "{fluent}");
    // A heap without whose turn it is.
    let mut part = of_heap(&game, 1);
    part.terminal = Condition::Any(Vec::new());
    part.fluents
        .retain(|it| !game.fluents()[it.index()].starts_with("(control"));
    let Err(PartError::Depends { what, fluent }) = game.part(&part) else {
        panic!("it is not refused");
    };
    assert!(what.starts_with("(legal "), "{what}");
    assert!(fluent.starts_with("(control "), "{fluent}");
}

#[test]
fn ends_that_depend_on_moves_are_refused() {
    let game = library("nim", &[("heaps", "4,5")]);
    let mut part = of_heap(&game, 1);
    part.terminal = Condition::Node(game.next(part.fluents[2]));
    part.fixed = fluents(&game, |name| name.starts_with("(heap 2 "));
    let next = game.part(&part).unwrap_err();
    assert!(matches!(next, PartError::DependsOnMove { what, .. } if what == "terminal"));
}

#[test]
fn what_contradicts_itself_is_refused() {
    let game = library("nim", &[("heaps", "4,5")]);
    let mut part = of_heap(&game, 1);
    part.fixed = vec![part.fluents[0]];
    let name = game.fluents()[part.fluents[0].index()].clone();
    assert_eq!(game.part(&part).unwrap_err(), PartError::KeptAndFixed(name));
    let mut part = of_heap(&game, 1);
    part.goals.pop();
    let expected = PartError::Goals { roles: 2, found: 1 };
    assert_eq!(game.part(&part).unwrap_err(), expected);
}

/// With rules that depend on each other in a cycle.
#[test]
fn a_part_of_a_loop_is_a_loop_and_what_it_depends_on_is_seen() {
    let wires = "(role r) (<= (legal r (cut ?x)) (wire ?x)) (wire 1) (wire 2) (wire 3)
        (init (whole 1)) (init (whole 2)) (init (whole 3))
        (<= (next (whole ?x)) (true (whole ?x)) (not (does r (cut ?x))))
        (ends 1 a b) (ends 2 b c) (ends 3 c a)
        (<= (live a)) (<= (live ?y) (live ?x) (ends ?n ?x ?y) (true (whole ?n)))
        (<= (live ?x) (live ?y) (ends ?n ?x ?y) (true (whole ?n)))
        (<= terminal (not (live c))) (goal r 0)";
    let game = ground(wires);
    assert!(!game.circuit().loops().is_empty());
    let own = |name: &str| !name.contains('3');
    let mut part = Part::new(&game, fluents(&game, own), moves(&game, own));
    let refused = game.part(&part).unwrap_err();
    let expected = PartError::Depends {
        what: "terminal".into(),
        fluent: "(whole 3)".into(),
    };
    assert_eq!(refused, expected);
    // The third wire is cut: it is over as soon as another one is.
    part.start = state(&game, &["(whole 1)", "(whole 2)"]);
    part.fixed = fluents(&game, |name| name == "(whole 3)");
    let two = game.part(&part).unwrap().game;
    let single = ground(
        &wires
            .replace("(wire 3)", "")
            .replace("(init (whole 3))", "")
            .replace("(ends 3 c a)", ""),
    );
    assert_eq!(plays_as(&two, &single, str::to_owned), 3);
}
