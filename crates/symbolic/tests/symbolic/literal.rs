//! Where the algorithms differ from the printed text of the papers, and why:
//! the text as it is, on graphs of a few positions, gives a wrong answer; the
//! algorithm gives the right one.

use std::collections::BTreeMap;

use game::{Level, Model, Options, Rewards, Stop, Value};
use ground::BitState;
use symbolic::{Algorithm, Classification, Order, Task, solve_by};
use testkit::{ground_game, load};

/// A set of positions, one bit for each.
type Mask = u32;

/// A game as the papers see it.
struct Graph {
    roles: usize,
    /// Whose move it is in each position, in terminal ones too.
    control: Vec<usize>,
    moves: Vec<Vec<usize>>,
    /// The gains of terminal positions.
    gains: BTreeMap<usize, Vec<i32>>,
}

impl Graph {
    fn sheet(&self) -> String {
        let mut sheet = String::new();
        let mut line = |text: String| sheet.push_str(&(text + "\n"));
        for role in 0..self.roles {
            line(format!("(role r{role})"));
        }
        line("(init (at p0))".to_owned());
        for (from, moves) in self.moves.iter().enumerate() {
            for to in moves {
                line(format!("(arc r{} p{from} p{to})", self.control[from]));
            }
        }
        for (end, gains) in &self.gains {
            line(format!("(<= terminal (true (at p{end})))"));
            for (role, gain) in gains.iter().enumerate() {
                line(format!("(<= (goal r{role} {gain}) (true (at p{end})))"));
            }
        }
        sheet
            + "(<= (moves ?r) (true (at ?x)) (arc ?r ?x ?y))
            (<= (legal ?r (go ?y)) (true (at ?x)) (arc ?r ?x ?y))
            (<= (legal ?r wait) (role ?r) (not (moves ?r)))
            (<= (next (at ?y)) (does ?r (go ?y)))"
    }

    fn solve(&self, algorithm: Algorithm) -> Classification {
        let game = ground_game(&load(self.sheet()));
        let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
        let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
        let task = Task {
            order: Order::Listed,
            ..Task::new(&game, &facts, &start, 16 << 20)
        };
        let options = Options {
            model: Model::Own,
            infinite: None,
            draw_distances: false,
            level: Level::Strong,
        };
        solve_by(&task, algorithm, &options, &mut |_| {}).unwrap()
    }

    fn mask(&self, holds: impl Fn(usize) -> bool) -> Mask {
        let positions = (0..self.moves.len()).filter(|&it| holds(it));
        positions.map(|it| 1 << it).sum()
    }

    fn reach(&self) -> Mask {
        self.mask(|_| true)
    }

    fn terminal(&self) -> Mask {
        self.mask(|it| self.gains.contains_key(&it))
    }

    fn moved_by(&self, role: usize) -> Mask {
        self.mask(|it| self.control[it] == role)
    }

    /// The relational product backwards.
    fn pre(&self, to: Mask) -> Mask {
        self.mask(|it| self.moves[it].iter().any(|&next| to >> next & 1 == 1))
    }

    /// The universal one.
    fn all(&self, to: Mask) -> Mask {
        self.mask(|it| self.moves[it].iter().all(|&next| to >> next & 1 == 1))
    }

    fn with_gain(&self, role: usize, gain: i32) -> Mask {
        self.mask(|it| self.gains.get(&it).is_some_and(|gains| gains[role] == gain))
    }
}

fn rewards(points: &[i32]) -> Value {
    Value::Rewards(Rewards::from_points(points))
}

/// How many states are worth this.
fn bucket(found: &Classification, points: &[i32]) -> u128 {
    let mut buckets = found.solution.buckets.iter();
    let bucket = buckets.find(|it| it.value == rewards(points));
    bucket.map_or(0, |it| it.states)
}

/// 2007, algorithm 2, as printed, with the states found last as `from`.
fn printed_algorithm_2(graph: &Graph) -> BTreeMap<i32, Mask> {
    let (mut partition, mut states) = (0, BTreeMap::new());
    for gain in (0..=100).rev() {
        let mut goal = graph.with_gain(0, gain) & graph.terminal();
        if goal == 0 {
            continue;
        }
        let mut front = goal;
        while front != 0 {
            let to = graph.reach() & graph.pre(front) & !partition;
            front = to & !goal;
            goal |= front;
        }
        states.insert(gain, goal);
        partition |= goal;
    }
    states
}

#[test]
fn play_does_not_go_on_beyond_a_terminal_state() {
    // 0 leads to 1 and 2, these to the ends 3 and 4; 3 has a legal move to 4.
    let graph = Graph {
        roles: 1,
        control: vec![0; 5],
        moves: vec![vec![1, 2], vec![3], vec![4], vec![4], vec![]],
        gains: BTreeMap::from([(3, vec![50]), (4, vec![100])]),
    };
    let printed = printed_algorithm_2(&graph);
    assert_eq!(printed[&100], 0b11111, "a state that is lost already wins");
    for algorithm in [
        Algorithm::OnePlayer,
        Algorithm::Restarts,
        Algorithm::Attractor,
    ] {
        let found = graph.solve(algorithm);
        assert_eq!((bucket(&found, &[100]), bucket(&found, &[50])), (3, 2));
    }
}

/// 2007, algorithm 3, as printed: for each player what it loses, and what the
/// opponent wins.
fn printed_algorithm_3(graph: &Graph) -> Vec<(Mask, Mask)> {
    let player = |player: usize| {
        let own = graph.moved_by(player);
        let mut lose = graph.with_gain(player, 0) & graph.terminal();
        let (mut from, mut win) = (lose, lose);
        loop {
            win |= graph.moved_by(1 - player) & graph.pre(from);
            let new = own & graph.all(win) & !lose;
            from = new;
            lose |= new;
            if new == 0 {
                return (lose, win);
            }
        }
    };
    vec![player(0), player(1)]
}

#[test]
fn a_draw_at_the_end_is_not_lost_for_want_of_moves() {
    // 0 is the first player's, with a drawn end and a lost one after it.
    let graph = Graph {
        roles: 2,
        control: vec![0, 1, 1],
        moves: vec![vec![1, 2], vec![], vec![]],
        gains: BTreeMap::from([(1, vec![50, 50]), (2, vec![0, 100])]),
    };
    let (_, first_wins) = printed_algorithm_3(&graph)[1];
    assert_eq!(
        first_wins & 1,
        1,
        "the drawn end counts as lost for who has no move"
    );
    let found = graph.solve(Algorithm::ZeroSum);
    assert_eq!(found.solution.initial.value, rewards(&[50, 50]));
}

#[test]
fn a_win_by_two_moves_in_a_row_is_found() {
    // The first player moves at 0 and at 1, and wins at 2.
    let graph = Graph {
        roles: 2,
        control: vec![0, 0, 1, 0],
        moves: vec![vec![1, 3], vec![2, 3], vec![], vec![]],
        gains: BTreeMap::from([(2, vec![100, 0]), (3, vec![0, 100])]),
    };
    let (_, first_wins) = printed_algorithm_3(&graph)[1];
    assert_eq!(
        first_wins & 0b11,
        0b10,
        "only the second of the two moves is seen"
    );
    let found = graph.solve(Algorithm::ZeroSum);
    assert_eq!(found.solution.initial.value, rewards(&[100, 0]));
}

/// What of 2007, algorithms 4 to 6, is as printed.
#[derive(Clone, Copy, PartialEq)]
enum Printed {
    Algorithm5,
    Algorithm6,
    End,
}

type Matrix = BTreeMap<(i32, i32), Mask>;

/// 2007, algorithms 4 to 6: one part as printed, the others as they are meant.
fn printed_algorithms_4_to_6(graph: &Graph, printed: Printed) -> Matrix {
    let mut forbidden: BTreeMap<(i32, i32), Vec<(usize, Mask)>> = BTreeMap::new();
    'restart: loop {
        let mut matrix = Matrix::new();
        for (end, gains) in &graph.gains {
            *matrix.entry((gains[0], gains[1])).or_default() |= 1 << end;
        }
        let mut unchanged: BTreeMap<(i32, i32), usize> = BTreeMap::new();
        let mut new_sets = matrix.len() as i64;
        let mut step = 0;
        loop {
            for player in 0..2 {
                for (key, set) in &mut matrix {
                    let before = *set;
                    let items = forbidden.get(key).map_or(&[][..], Vec::as_slice);
                    let from = graph.pre(before) & graph.moved_by(player) & !graph.terminal();
                    if printed == Printed::Algorithm5 {
                        for (_, item) in items {
                            *set = from & !item;
                        }
                    } else {
                        *set |= items.iter().fold(from, |from, (_, item)| from & !item);
                    }
                    let count = unchanged.entry(*key).or_default();
                    *count = if *set == before { *count + 1 } else { 0 };
                    let settled = match printed {
                        Printed::End => *count >= 2,
                        _ => *count == 40,
                    };
                    new_sets -= i64::from(settled);
                }
                let twice = duplicates(&matrix, player, printed);
                for (key, set) in &twice {
                    forbidden.entry(*key).or_default().push((step, *set));
                }
                if !twice.is_empty() {
                    for items in forbidden.values_mut() {
                        items.retain(|(at, _)| *at >= step);
                    }
                    continue 'restart;
                }
                step += 1;
            }
            if new_sets <= 0 {
                return matrix;
            }
        }
    }
}

/// The states of each set that a preferred one has too.
fn duplicates(matrix: &Matrix, player: usize, printed: Printed) -> Matrix {
    let at = |own, other| {
        let key = if player == 0 {
            (own, other)
        } else {
            (other, own)
        };
        (key, matrix.get(&key).copied().unwrap_or(0))
    };
    let (mut total, mut twice) = (0, Matrix::new());
    for own in (0..=100).rev() {
        for other in 0..=100 {
            if other != 0 {
                total |= at(own, other - 1).1;
            }
            let (key, set) = at(own, other);
            if total & set != 0 {
                twice.insert(key, total & set);
            }
        }
        if printed != Printed::Algorithm6 {
            total |= at(own, 100).1;
        }
    }
    twice
}

/// A line of `length` positions with ends of both kinds; the players alternate.
fn line(length: usize) -> Graph {
    let (win, lose) = (length, length + 1);
    let mut moves: Vec<Vec<usize>> = (1..=length).map(|next| vec![next]).collect();
    moves[0].push(lose);
    moves.extend([vec![], vec![]]);
    Graph {
        roles: 2,
        control: (0..length + 2).map(|it| it % 2).collect(),
        moves,
        gains: BTreeMap::from([(win, vec![100, 0]), (lose, vec![50, 50])]),
    }
}

fn assert_solved_by_restarts(graph: &Graph, points: &[i32]) {
    let found = graph.solve(Algorithm::Restarts);
    assert_eq!(found.solution.initial.value, rewards(points));
    let buckets = found.solution.buckets.iter().map(|it| it.states);
    assert_eq!(buckets.sum::<u128>(), found.solution.states);
}

#[test]
fn predecessors_are_made_before_anything_is_forbidden() {
    let graph = line(3);
    let printed = printed_algorithms_4_to_6(&graph, Printed::Algorithm5);
    assert_eq!(
        printed.values().sum::<Mask>() & 1,
        0,
        "the start is in no set"
    );
    assert_solved_by_restarts(&graph, &[100, 0]);
}

#[test]
fn a_set_at_the_end_of_a_row_is_preferred_too() {
    // The first player has 50 or 25, the second 100 anyway.
    let graph = Graph {
        roles: 2,
        control: vec![0, 1, 1],
        moves: vec![vec![1, 2], vec![], vec![]],
        gains: BTreeMap::from([(1, vec![50, 100]), (2, vec![25, 100])]),
    };
    let printed = printed_algorithms_4_to_6(&graph, Printed::Algorithm6);
    let start = (printed[&(50, 100)] & 1, printed[&(25, 100)] & 1);
    assert_eq!(start, (0, 1), "the second player decides for the first");
    assert_solved_by_restarts(&graph, &[50, 100]);
}

#[test]
fn a_set_that_rests_does_not_end_the_work_on_another() {
    let graph = line(9);
    let printed = printed_algorithms_4_to_6(&graph, Printed::End);
    assert_eq!(printed[&(100, 0)] & 1, 0, "the start is not reached");
    assert_solved_by_restarts(&graph, &[100, 0]);
}
