//! Nim in random positions, beside the formula.

use decompose::Asked;
use game::Value;
use ground::FluentId;

use super::Solved;
use testkit::SplitMix64;

/// Whether the role on turn wins.
fn wins(heaps: &[u32], misere: bool) -> bool {
    let sum = heaps.iter().fold(0, |a, b| a ^ b);
    match misere && heaps.iter().all(|&it| it <= 1) {
        true => sum == 0,
        false => sum != 0,
    }
}

/// Whether moves lead there: a heap of one object is taken at once.
fn is_reached(start: &[u32], heaps: &[u32], first_on_turn: bool) -> bool {
    let pairs = || start.iter().zip(heaps).filter(|(from, to)| from != to);
    let least = pairs().count();
    let most: u32 = pairs().map(|(from, to)| from - to).sum();
    let is_odd = !first_on_turn;
    match least as u32 == most {
        true => (most % 2 == 1) == is_odd,
        false => true,
    }
}

fn agrees(heaps: &[u32], misere: bool) {
    let texts: Vec<String> = heaps.iter().map(u32::to_string).collect();
    let misere_text = misere.to_string();
    let settings = [("heaps", texts.join(",")), ("misere", misere_text)];
    let settings = settings.each_ref().map(|it| (it.0, it.1.as_str()));
    let solved = Solved::library("nim", &settings);
    let id = |name: &str| -> FluentId {
        let mut ids = solved.game.fluent_ids();
        ids.find(|it| solved.game.fluents()[it.index()] == name)
            .unwrap()
    };
    let turns = ["first", "second"].map(|it| id(&format!("(control {it})")));
    let sizes: Vec<Vec<FluentId>> = (heaps.iter().zip(1..))
        .map(|(&most, heap)| {
            let name = |size| format!("(heap {heap} {size})");
            (0..=most).map(|size| id(&name(size))).collect()
        })
        .collect();
    let mut random = SplitMix64::new(17);
    let mut known = 0;
    for round in 0..10_000 {
        // Large heaps are hardly ever balanced by chance.
        let mut now: Vec<u32> = heaps
            .iter()
            .map(|&it| random.below(it as usize + 1) as u32)
            .collect();
        if round % 4 == 0 {
            let rest = now[1..].iter().fold(0, |a, b| a ^ b);
            now[0] = if rest <= heaps[0] { rest } else { now[0] };
        }
        if round % 4 == 1 {
            now.iter_mut().for_each(|it| *it %= 2);
        }
        let turn = random.below(2);
        let mut holds = vec![turns[turn]];
        holds.extend(
            sizes
                .iter()
                .zip(&now)
                .map(|(ids, &size)| ids[size as usize]),
        );
        let state = ground::BitState::new(solved.game.fluents().len(), |it| holds.contains(&it));
        let asked = solved.sum.ask(&state);
        if !is_reached(heaps, &now, turn == 0) {
            assert_eq!(asked, Asked::Unreachable, "{now:?}");
            continue;
        }
        let Asked::Known(Value::Rewards(rewards), _) = asked else {
            panic!("{now:?}: {asked:?}");
        };
        let won = rewards.to_string() == ["100/0", "0/100"][turn];
        assert_eq!(won, wins(&now, misere), "{now:?}");
        known += 1;
    }
    assert!(known > 9_000, "{known}");
}

#[test]
fn nim_of_the_published_table() {
    agrees(&[1, 5, 4, 2], false);
    agrees(&[2, 2, 10, 10], false);
    agrees(&[11, 12, 15, 25], false);
    agrees(&[12, 12, 20, 20], true);
}

#[test]
fn nim_with_large_heaps() {
    agrees(&[99, 99, 99], false);
    agrees(&[100; 8], false);
}
