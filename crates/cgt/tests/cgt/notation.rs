//! Text of games, and a reader of that text for the tests.

use std::cmp::Reverse;

use cgt::{Dyadic, GameId, Games, Knobs, Nimber};

/// Reads the notation that [`Games::show`] writes.
pub fn read(games: &mut Games, text: &str) -> GameId {
    if let Some(inner) = text.strip_prefix('±') {
        let left = read_list(games, unbraced(inner).unwrap_or(inner));
        let right: Vec<GameId> = left.iter().map(|&it| games.negate(it)).collect();
        return games.of_options(&left, &right).unwrap();
    }
    match unbraced(text).unwrap_or(text) {
        inner if longest_bars(inner).is_some() => read_bars(games, inner),
        _ => read_sum(games, text),
    }
}

/// What is inside the braces or parentheses that enclose the whole text.
fn unbraced(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let mut depth = 0;
    for sign in inner.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    Some(inner)
}

/// Places of the signs that are in no braces or parentheses.
fn outermost(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut depth = 0;
    text.char_indices().filter(move |(_, sign)| {
        match sign {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Start and length of the longest outermost row of bars.
fn longest_bars(text: &str) -> Option<(usize, usize)> {
    let bars = outermost(text).filter(|&(_, sign)| sign == '|');
    let rows = bars.map(|(start, _)| {
        let rest = &text[start..];
        (start, rest.len() - rest.trim_start_matches('|').len())
    });
    // A place inside a row starts a shorter row; the first of equal ones counts.
    rows.max_by_key(|&(start, length)| (length, Reverse(start)))
}

fn read_bars(games: &mut Games, text: &str) -> GameId {
    let (start, length) = longest_bars(text).unwrap();
    let left = read_list(games, &text[..start]);
    let right = read_list(games, &text[start + length..]);
    games.of_options(&left, &right).unwrap()
}

fn read_list(games: &mut Games, text: &str) -> Vec<GameId> {
    if longest_bars(text).is_some() {
        return vec![read_bars(games, text)];
    }
    let mut list = Vec::new();
    let mut from = 0;
    let commas: Vec<usize> = outermost(text)
        .filter_map(|(at, sign)| (sign == ',').then_some(at))
        .collect();
    for to in commas.into_iter().chain([text.len()]) {
        if from < to {
            let item = &text[from..to];
            list.push(read(games, item));
        }
        from = to + 1;
    }
    list
}

/// A number, then a tiny or ups and a nimber.
fn read_sum(games: &mut Games, text: &str) -> GameId {
    let text = text
        .strip_prefix('(')
        .map_or(text, |it| &it[..it.len() - 1]);
    let end = text.find(|sign: char| !"-/0123456789".contains(sign));
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let number = read_number(games, number);
    let rest = match (rest.strip_prefix("Tiny("), rest.strip_prefix("Miny(")) {
        (Some(inner), _) => tiny(games, inner),
        (_, Some(inner)) => {
            let tiny = tiny(games, inner);
            games.negate(tiny)
        }
        _ => read_ups(games, rest),
    };
    games.plus(number, rest).unwrap()
}

fn read_number(games: &mut Games, text: &str) -> GameId {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let numerator = if text.is_empty() {
        0
    } else {
        numerator.parse().unwrap()
    };
    let denominator: u64 = denominator.parse().unwrap();
    let number = Dyadic::new(numerator, denominator.trailing_zeros());
    games.number(number.unwrap()).unwrap()
}

fn tiny(games: &mut Games, inner: &str) -> GameId {
    let subscript = read(games, inner.strip_suffix(')').unwrap());
    let threat = games.negate(subscript);
    let threat = games.of_options(&[GameId::ZERO], &[threat]).unwrap();
    games.of_options(&[GameId::ZERO], &[threat]).unwrap()
}

fn read_ups(games: &mut Games, text: &str) -> GameId {
    let (arrows, star) = match text.split_once('*') {
        Some((arrows, "")) => (arrows, 1),
        Some((arrows, size)) => (arrows, size.parse().unwrap()),
        None => (text, 0),
    };
    let ups = match arrows {
        "" => 0,
        "^" | "v" => 1,
        "^^" | "vv" => 2,
        "^^^" | "vvv" => 3,
        many => many[1..].parse().unwrap(),
    };
    let ups = games
        .ups(if arrows.starts_with('v') { -ups } else { ups })
        .unwrap();
    let star = games.nimber(Nimber(star)).unwrap();
    games.plus(ups, star).unwrap()
}

fn written(text: &str) -> String {
    let mut games = Games::new(Knobs::default());
    let game = read(&mut games, text);
    games.show(game).unwrap()
}

/// Values that CGSuite writes so, some of them from its own tests.
const WRITTEN: &[&str] = &[
    "0",
    "3",
    "-1/2",
    "-1823437481924",
    "25/16",
    "*",
    "*8",
    "9/8*",
    "^",
    "v*",
    "6^*",
    "^*6",
    "73/16v9*8",
    "^^*",
    "vv",
    "^3",
    "±1",
    "±1/2",
    "±(1*)",
    "±{2|1}",
    "±{1,{2|0}}",
    "{2|-1}",
    "{2||1|0}",
    "{3||2*|1*}",
    "{1|^^||^}",
    "{1|^3||^}",
    "{^3|vv}",
    "{0||0|v3}",
    "{^^*|*,v}",
    "{4|0,±1}",
    "Tiny(1)",
    "Tiny(3/2)",
    "Tiny({3|1})",
    "Miny({5||3|1})",
    "2Tiny(2)",
    "±(2Tiny(2))",
    "{3Tiny({3|1})|1Tiny({3|1}),{2,{3|1}|0}||0}",
    "{{1v|^},{1v||1vv|0}|0,{^|0,{0|-1^^}}}",
    "{5Tiny({5||3|1})|{3,{3|1}|||3|1||0|-2,{-2|-4}},{{4|2},{5||3|1}|0}||0}",
    "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
    "{{9/2*|7/2||{3|0},{2*,{5/2|2*}|1/2}},{9/2*|7/2||3/2*|1/2}|0,{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}}",
    "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
    "{0,*,*2,*3,{0,*,*2,*3,*4||*4,v*5|vv*4}||{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}},{0,*,*2,*3,*4||*4,v*5|vv*4}|{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}||||vv*4}}",
];

#[test]
fn values_are_written_as_in_cgsuite() {
    for text in WRITTEN {
        assert_eq!(written(text), *text);
    }
}

#[test]
fn other_forms_are_written_canonically() {
    let forms = [
        ("{|}", "0"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("{0|*2}", "^*3"),
        ("{1|-1}", "±1"),
        ("{1*|-1*}", "±(1*)"),
        ("{0||0|-1}", "Tiny(1)"),
        ("{2||2|0}", "2Tiny(2)"),
        ("{0||0|v*}", "{0|^<2>}"),
        ("{0||v*}", "^<2>"),
        ("{^|*}", "^[2]"),
        ("{0|*||*|||*||||*}", "^[4]"),
        ("{*|-1}", "{*|-1}"),
        ("{0|1}", "1/2"),
        ("{-3|17}", "0"),
        ("{1|*}", "{1|*}"),
        ("{^^^|vv}", "{^3|vv}"),
        // Left's move to *2 is reversible: Right's answer * is as good as the whole.
        ("{0,*2|0}", "*"),
    ];
    for (form, text) in forms {
        assert_eq!(written(form), text, "{form}");
    }
}

#[test]
fn a_number_goes_before_uptimals() {
    let mut games = Games::new(Knobs::default());
    let up2 = read(&mut games, "{0||v*}");
    let up = games.ups(1).unwrap();
    let number = games.number(Dyadic::new(3, 2).unwrap()).unwrap();
    let star = games.nimber(Nimber(1)).unwrap();
    let show = |games: &mut Games, parts: &[GameId]| {
        let sum = games.sum(parts).unwrap();
        games.show(sum).unwrap()
    };
    assert_eq!(show(&mut games, &[number, up2, star]), "3/4^<2>*");
    let down = [games.negate(up2), games.negate(up), number];
    assert_eq!(show(&mut games, &down), "3/4v[2]");
    let switch = read(&mut games, "±1");
    let hot = games.plus(switch, number).unwrap();
    assert_eq!(games.show(hot).unwrap(), "{7/4|-1/4}");
}
