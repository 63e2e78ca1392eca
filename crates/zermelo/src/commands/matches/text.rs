//! Words for matches.

use std::time::Duration;

use game::Value;
use player::Record;
use report::{Entered, counted, slip_text};

use crate::output::{BOLD, DIM, RESET};
use crate::solution_text::rewards_text;

/// A line on a match that has ended.
pub fn line(record: &Record) -> String {
    let end = match &record.rewards {
        Some(rewards) => rewards_text(&record.roles, &Value::Rewards(rewards.clone())),
        None => "given up".to_owned(),
    };
    let moves = counted(record.moves.len(), "move");
    format!("{}: {end}, {moves}{}", record.id, slips(record))
}

/// What went wrong in a match.
fn slips(record: &Record) -> String {
    let mut text = String::new();
    for (number, slips) in record.slips.iter().enumerate() {
        for (role, slip) in record.roles.iter().zip(slips) {
            if slip.is_some() {
                let what = slip_text(slip);
                text.push_str(&format!("; move {number}, {role}: {what}"));
            }
        }
    }
    text
}

/// All matches together.
pub fn table(
    game: &str,
    games: usize,
    clocks: (Duration, Duration),
    entered: &[Entered],
) -> String {
    let wide = entered.iter().map(|it| it.who.chars().count()).max();
    let wide = wide.unwrap_or(0).max("player".len());
    let (start, play) = clocks;
    let count = match games {
        1 => "1 match".to_owned(),
        more => format!("{more} matches"),
    };
    let mut text = format!(
        "{BOLD}{game}{RESET}: {count}, clocks {} and {}\n\n  \
         {DIM}{:<wide$}  {:>7}  {:>6}  {:>15}  {:>8}  {:>11}  {:>6}{RESET}\n",
        seconds(start),
        seconds(play),
        "player",
        "matches",
        "mean",
        "95 % interval",
        "perfect",
        "points lost",
        "errors",
    );
    for one in entered {
        text.push_str(&row(one, wide));
    }
    text
}

fn row(one: &Entered, wide: usize) -> String {
    let none = || "–".to_owned();
    let mean = one
        .standing
        .mean()
        .map_or_else(none, |it| format!("{it:.1}"));
    let interval = one.standing.interval();
    let interval = interval.map_or_else(none, |(low, high)| format!("{low:.1} – {high:.1}"));
    let rate = one.summary.and_then(|it| it.perfect_rate());
    let rate = rate.map_or_else(none, |it| format!("{:.1} %", it * 100.0));
    let lost = one.summary.map_or_else(none, |it| it.lost.to_string());
    format!(
        "  {:<wide$}  {:>7}  {mean:>6}  {interval:>15}  {rate:>8}  {lost:>11}  {:>6}\n",
        one.who,
        one.standing.matches(),
        one.slips,
    )
}

fn seconds(span: Duration) -> String {
    let seconds = span.as_secs_f64();
    format!("{seconds} s")
}
