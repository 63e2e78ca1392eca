//! Rows of pins: kayles and Dawson's kayles.

use std::collections::{BTreeSet, HashMap};

use game::Value;

use super::{Solved, mex, solved_with};
use decompose::Asked;

/// OEIS A002186: kayles, from the empty row on.
const KAYLES: [u32; 71] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2,
    1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8,
    1, 4, 7, 2, 1, 8, 6,
];

/// OEIS A002187: Dawson's chess, which is Dawson's kayles with one pin more.
const DAWSON: [u32; 34] = [
    0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2,
    7, 4,
];

/// The Grundy values of rows of up to so many pins, if so many may be hit at once.
fn grundy(pins: usize, hits: &[usize]) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for row in 0..=pins {
        let options = hits.iter().filter(|&&hit| hit <= row).flat_map(|hit| {
            let rest = row - hit;
            (0..=rest).map(move |left| (left, rest - left))
        });
        let value = mex(options.map(|(left, right)| values[left] ^ values[right]));
        values.push(value);
    }
    values
}

#[test]
fn the_second_program_has_the_published_sequences() {
    let kayles = grundy(200, &[1, 2]);
    assert_eq!(kayles[..71], KAYLES);
    assert!((71..=188).all(|pins| kayles[pins] == kayles[pins + 12]));
    let dawson = grundy(200, &[2]);
    assert_eq!(dawson[1..35], DAWSON);
    assert!((53..=166).all(|pins| dawson[pins] == dawson[pins + 34]));
}

#[test]
fn rows_have_their_grundy_values() {
    for (name, hits) in [("kayles", &[1, 2][..]), ("dawsons-kayles", &[2])] {
        let known = grundy(24, hits);
        // With fewer pins nobody takes turns.
        for pins in 4..=24 {
            let worth = solved_with(name, &[("pins", pins)]).start().worth;
            assert_eq!(worth.nimber, Some(known[pins as usize]), "{name} {pins}");
        }
    }
}

/// How many pins of a row stand, if those that stand lie together.
fn standing(solved: &Solved, pins: std::ops::Range<usize>) -> Option<u32> {
    let names: BTreeSet<String> = pins.map(|it| format!("(standing {it})")).collect();
    let state = solved.state(|it| names.contains(it) || it == "(control first)");
    solved.sum.summary(&state)?.worth.nimber
}

/// Solves one long row, and asks for all rows that it may be cut down to.
fn cut_down(name: &str, pins: u32, hits: &[usize]) {
    let solved = solved_with(name, &[("pins", pins)]);
    let known = grundy(pins as usize, hits);
    assert_eq!(solved.start().worth.nimber, known.last().copied());
    let mut asked = 0;
    for (row, &value) in known.iter().enumerate() {
        for from in (1..=3).filter(|from| from + row <= pins as usize + 1) {
            if let Some(found) = standing(&solved, from..from + row) {
                assert_eq!(found, value, "{name} {row}");
                asked += 1;
            }
        }
    }
    assert!(asked >= pins, "{asked}");
}

#[test]
fn rows_of_70_pins() {
    cut_down("kayles", 70, &[1, 2]);
    cut_down("dawsons-kayles", 70, &[2]);
}

#[test]
#[ignore = "takes minutes"]
fn rows_of_200_pins() {
    cut_down("kayles", 200, &[1, 2]);
    cut_down("dawsons-kayles", 200, &[2]);
}

#[test]
fn obfuscated_rows() {
    for (name, hits) in [("kayles", &[1, 2][..]), ("dawsons-kayles", &[2])] {
        let rules = testkit::library_rules(name, &[("pins", "35")]);
        let solved = Solved::new(&testkit::obfuscated(&rules, 3));
        assert_eq!(
            solved.start().worth.nimber,
            grundy(35, hits).last().copied()
        );
    }
}

/// Whether the role on turn wins rows of these lengths if who cannot move wins.
fn wins_misere(rows: &[usize], hits: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&wins) = known.get(rows) {
        return wins;
    }
    let mut options = Vec::new();
    for (place, &row) in rows.iter().enumerate() {
        for hit in hits.iter().filter(|&&hit| hit <= row) {
            for left in 0..=row - hit {
                let mut after = rows.to_vec();
                after.remove(place);
                after.extend([left, row - hit - left]);
                after.retain(|&it| it >= hits[0]);
                after.sort_unstable();
                options.push(after);
            }
        }
    }
    let wins = options.is_empty() || options.iter().any(|it| !wins_misere(it, hits, known));
    known.insert(rows.to_vec(), wins);
    wins
}

#[test]
fn misere_rows_are_won_by_whom_plain_search_says() {
    for (name, hits) in [("kayles", &[1, 2][..]), ("dawsons-kayles", &[2])] {
        let mut known = HashMap::new();
        let mut lost = Vec::new();
        for pins in 4..=22 {
            let text = pins.to_string();
            let settings = [("pins", text.as_str()), ("misere", "true")];
            let solved = Solved::library(name, &settings);
            let asked = solved.sum.ask(&crate::whole_games::start(&solved.game));
            let Asked::Known(Value::Rewards(rewards), _) = asked else {
                panic!("{name} {pins}: {asked:?}");
            };
            let wins = wins_misere(&[pins], hits, &mut known);
            let won = rewards.to_string() == "100/0";
            assert_eq!(won, wins, "{name} {pins}");
            if !wins {
                lost.push(pins);
            }
        }
        if name == "kayles" {
            // Sibert and Conway: these and 1 are all, however long the row.
            assert_eq!(lost, [4, 9, 12, 20]);
        }
    }
}
