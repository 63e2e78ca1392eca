//! Boards are found without knowing any game, and stand upright.

use game::Playable;
use gdl::Rules;
use ground::{BitState, Budget, Simulator};
use play::{Arrow, Board, Cell, Referee, State};
use testkit::{SplitMix64, library_rules, load, obfuscated};

/// A game with its board; nothing is solved.
pub struct Game {
    referee: Referee,
    board: Option<Board>,
    start: State,
}

impl Game {
    pub fn new(rules: Rules) -> Self {
        let referee = Referee::new(rules, &Budget::new(game::Stop::new())).unwrap();
        let ground = referee.ground().unwrap();
        let start = BitState::new(ground.fluents().len(), |it| ground.holds_initially(it));
        Game {
            board: Board::of(&referee).unwrap(),
            referee,
            start: State::from(start),
        }
    }

    pub fn board(&self) -> &Board {
        self.board.as_ref().unwrap()
    }

    fn after(&self, moves: &str) -> Vec<String> {
        let state = self.referee.after_moves(&self.start, moves).unwrap();
        let fluents = self.referee.fluents(&state);
        fluents.iter().map(|&it| it.to_owned()).collect()
    }

    /// The fluents after so many moves, each drawn at random.
    pub fn after_some(&self, moves: usize) -> Vec<String> {
        let mut simulator = Simulator::new(self.referee.ground().unwrap().clone());
        let mut random = SplitMix64::new(7);
        let mut state = self.start.bits().unwrap().clone();
        for _ in 0..moves {
            let Ok(legal) = simulator.legal_moves(&state);
            let joint: Vec<_> = legal.iter().map(|it| it[random.below(it.len())]).collect();
            let Ok(next) = simulator.successor(&state, &joint);
            state = next;
        }
        let state = State::from(state);
        let fluents = self.referee.fluents(&state);
        fluents.iter().map(|&it| it.to_owned()).collect()
    }

    /// The moves of the first role at the start.
    fn first_moves(&self) -> Vec<String> {
        let mut simulator = Simulator::new(self.referee.ground().unwrap().clone());
        let Ok(legal) = simulator.legal_moves(self.start.bits().unwrap());
        legal[0].iter().map(|it| simulator.move_text(it)).collect()
    }

    pub fn drawn(&self, moves: &str) -> String {
        let fluents = self.after(moves);
        let fluents: Vec<&str> = fluents.iter().map(String::as_str).collect();
        self.board().draw(&fluents)
    }

    /// Where the last of the moves leads.
    pub fn arrow(&self, before: &str, text: &str) -> Option<Arrow> {
        let (from, to) = (self.after(before), self.after(&format!("{before}; {text}")));
        let from: Vec<&str> = from.iter().map(String::as_str).collect();
        let to: Vec<&str> = to.iter().map(String::as_str).collect();
        self.board().arrow(&from, &to, text)
    }
}

fn library(name: &str, settings: &[(&str, &str)]) -> Game {
    Game::new(library_rules(name, settings))
}

fn cell(row: usize, column: usize) -> Cell {
    Cell {
        panel: 0,
        row,
        column,
    }
}

#[test]
fn the_first_coordinate_goes_across_and_the_second_up() {
    let drawn = library("tic-tac-toe", &[]).drawn("mark 2 2; mark 1 3");
    assert_eq!(
        drawn,
        "     1 2 3\n  3  o . .\n  2  . x .\n  1  . . .\n  (control x)\n"
    );
}

#[test]
fn rows_that_come_first_count_down() {
    let drawn = library("clobber", &[("rows", "2"), ("columns", "3")]).drawn("");
    assert!(
        drawn.starts_with("         1     2     3\n  1  "),
        "{drawn}"
    );
}

#[test]
fn letters_go_across_and_numbers_up() {
    let text = "(role r) (column a) (column b) (row 1) (row 2)
        (init (on 1 a rook)) (init (on 1 b none)) (init (on 2 a none)) (init (on 2 b none))
        (<= (legal r (go ?m ?n)) (true (on ?m ?n none)))
        (<= (next (on ?m ?n rook)) (does r (go ?m ?n)))
        (<= (next (on ?m ?n none)) (row ?m) (column ?n) (not (does r (go ?m ?n))))
        (<= terminal (true (on 2 b rook))) (goal r 100)";
    let drawn = Game::new(load(text)).drawn("");
    assert_eq!(drawn, "        a    b\n  2     .    .\n  1  rook    .\n");
}

#[test]
fn a_numbered_board_is_read_from_the_top_left() {
    let game = library("sliding-puzzle", &[("width", "3"), ("height", "2")]);
    let drawn = game.drawn("");
    assert_eq!(drawn, "     1 2 3\n  1  5 4 3\n  2  2 1 .\n");
}

#[test]
fn discs_fall_down_whatever_they_are_called() {
    let settings = [("width", "5"), ("height", "4")];
    let rules = library_rules("connect-four", &settings);
    for seed in 0..4 {
        let game = match seed {
            0 => Game::new(rules.clone()),
            seed => Game::new(obfuscated(&rules, seed)),
        };
        let legal = game.first_moves();
        let [column, other] = [&legal[0], &legal[1]];
        let stacked = format!("{column}; {column}; {other}");
        let view = game.after(&stacked);
        let view: Vec<&str> = view.iter().map(String::as_str).collect();
        let view = game.board().view(&view).panels.remove(0);
        let discs = |row: usize| {
            let squares = view.squares[row].iter();
            squares.filter(|it| !it.pieces.is_empty()).count()
        };
        assert_eq!((view.panel.rows.len(), view.panel.columns.len()), (4, 5));
        assert_eq!([0, 1, 2, 3].map(discs), [0, 0, 1, 2], "seed {seed}");
    }
}

#[test]
fn the_first_role_begins_at_the_bottom_whatever_it_is_called() {
    let text = "(role low) (role high) (next-row 1 2) (next-row 2 3) (next-row 3 4)
        (file 1) (file 2) (file 3) (rank 1) (rank 2) (rank 3) (rank 4)
        (opponent low high) (opponent high low)
        (<= (init (man 1 ?f low)) (file ?f)) (<= (init (man 4 ?f high)) (file ?f))
        (init (turn low))
        (<= (ahead low ?a ?b) (next-row ?a ?b)) (<= (ahead high ?b ?a) (next-row ?a ?b))
        (<= (held ?a ?f) (true (man ?a ?f ?p)))
        (<= (legal ?p (step ?a ?f ?b)) (true (turn ?p)) (true (man ?a ?f ?p)) (ahead ?p ?a ?b)
            (not (held ?b ?f)))
        (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
        (<= (legal ?p stay) (true (turn ?p)))
        (<= (next (man ?b ?f ?p)) (does ?p (step ?a ?f ?b)))
        (<= (left ?a ?f) (does ?p (step ?a ?f ?b)))
        (<= (next (man ?a ?f ?p)) (true (man ?a ?f ?p)) (not (left ?a ?f)))
        (<= (next (turn ?q)) (true (turn ?p)) (opponent ?p ?q))
        (<= terminal (true (man 4 ?f low))) (<= terminal (true (man 1 ?f high)))
        (goal low 50) (goal high 50)";
    let rules = load(text);
    for seed in 0..4 {
        let game = match seed {
            0 => Game::new(rules.clone()),
            seed => Game::new(obfuscated(&rules, seed)),
        };
        let fluents = game.after("");
        let fluents: Vec<&str> = fluents.iter().map(String::as_str).collect();
        let view = game.board().view(&fluents).panels.remove(0);
        let owner = |row: usize| view.squares[row][0].pieces[0].owner.unwrap().index();
        assert_eq!((owner(0), owner(3)), (1, 0), "seed {seed}");
    }
}

#[test]
fn boards_keep_their_width() {
    let game = library("number-tic-tac-toe", &[]);
    let widths = |moves: &str| -> Vec<usize> {
        let drawn = game.drawn(moves);
        drawn.lines().take(4).map(str::len).collect()
    };
    assert_eq!(widths(""), widths("write 1 1 9; write 2 2 8"));
    let clobber = library("clobber", &[("rows", "2"), ("columns", "2")]);
    let heading = |moves: &str| clobber.drawn(moves).lines().next().unwrap().to_owned();
    assert_eq!(heading(""), heading("move 1 1 1 2"));
}

#[test]
fn what_belongs_to_a_role_is_not_empty() {
    let drawn = library("clobber", &[("rows", "2"), ("columns", "2")]).drawn("");
    assert!(drawn.contains("white black\n"), "{drawn}");
}

#[test]
fn pieces_of_several_functions_share_a_board() {
    let text = "(role hunter) (row 1) (row 2) (row 3) (init (hunter-at 1 1)) (init (pit 2 2))
        (init (control hunter))
        (<= (legal hunter (go ?x ?y)) (row ?x) (row ?y) (not (true (hunter-at ?x ?y))))
        (<= (legal hunter (dig ?x ?y)) (row ?x) (row ?y) (not (true (pit ?x ?y))))
        (<= (next (hunter-at ?x ?y)) (does hunter (go ?x ?y)))
        (<= (next (hunter-at ?x ?y)) (true (hunter-at ?x ?y)) (does hunter (dig ?v ?w)))
        (<= (next (pit ?x ?y)) (true (pit ?x ?y)))
        (<= (next (pit ?x ?y)) (does hunter (dig ?x ?y)))
        (<= (next (control hunter)) (true (control hunter)))
        (<= terminal (true (hunter-at ?x ?y)) (true (pit ?x ?y)))
        (goal hunter 100)";
    assert_eq!(
        Game::new(load(text)).drawn("dig 3 1; go 2 2"),
        "        1    2    3
  3     .    .    .
  2     . ha+p    .
  1     .    .    p
  ha is hunter-at, p is pit
  (control hunter)
"
    );
}

#[test]
fn heaps_are_no_board() {
    assert_eq!(library("nim", &[("heaps", "2,3")]).board, None);
}

#[test]
fn moves_lead_where_the_board_changes() {
    let game = library("connect-four", &[("width", "4"), ("height", "4")]);
    let dropped = game.arrow("drop 1", "drop 1").unwrap();
    assert_eq!((dropped.from, dropped.to), (None, cell(2, 0)));
    let game = library("clobber", &[("rows", "2"), ("columns", "3")]);
    let moved = game.arrow("", "move 1 1 1 2").unwrap();
    assert_eq!((moved.from, moved.to), (Some(cell(0, 0)), cell(0, 1)));
}

#[test]
fn a_move_that_empties_many_cells_is_about_the_one_that_it_names() {
    let game = library("chomp", &[("rows", "3"), ("columns", "4")]);
    let legal = game.first_moves();
    let bite = legal.iter().find(|it| it.contains(" 2 3)")).unwrap();
    assert_eq!(game.arrow("", bite).map(|it| it.to), Some(cell(1, 2)));
}
