//! A match as ggp-base's servers publish it.
//!
//! `play::read_matches` reads it again. There is one state more than there are moves; the
//! first list of errors is of the start.

use player::{Record, Slip};
use serde_json::{Value as Json, json};
use table::solution::reward_json;

/// A match as JSON of ggp-base.
pub fn record_json(record: &Record) -> Json {
    let states = record
        .states
        .iter()
        .map(|fluents| spaced(&format!("({})", fluents.join(" "))));
    let moves = record.moves.iter();
    let moves = moves.map(|joint| joint.iter().map(|it| spaced(it)).collect::<Vec<_>>());
    let errors = record.slips.iter();
    let errors = errors.map(|slips| slips.iter().map(slip_text).collect::<Vec<_>>());
    let mut object = json!({
        "matchId": record.id,
        "startTime": record.began,
        "gameMetaURL": "",
        "roles": record.roles,
        "startClock": record.start_clock.as_secs(),
        "playClock": record.play_clock.as_secs(),
        "isCompleted": record.rewards.is_some(),
        "isAborted": record.aborted,
        "states": states.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "stateTimes": record.times,
        "errors": errors.collect::<Vec<_>>(),
    });
    if let Some(rewards) = &record.rewards {
        let goals = rewards.iter().map(reward_json);
        object["goalValues"] = goals.collect();
    }
    if !record.players.is_empty() {
        object["playerNamesFromHost"] = json!(record.players);
    }
    object
}

/// What went wrong, in the words of ggp-base.
pub fn slip_text(slip: &Option<Slip>) -> String {
    match slip {
        None => String::new(),
        Some(Slip::Late) => "TO".to_owned(),
        Some(Slip::Illegal(text)) => format!("IL {}", spaced(text)),
        Some(Slip::Gone) => "CE".to_owned(),
    }
}

/// KIF with spaces around parentheses.
fn spaced(text: &str) -> String {
    text.replace('(', "( ").replace(')', " )")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::Rewards;

    use super::*;

    #[test]
    fn a_match_is_read_again() {
        let texts = |texts: &[&str]| texts.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let record = Record {
            id: "m".to_owned(),
            began: 5,
            start_clock: Duration::from_secs(30),
            play_clock: Duration::from_secs(5),
            roles: texts(&["x", "o"]),
            players: texts(&["A", "B"]),
            states: vec![
                texts(&["(cell 1 b)", "(control x)"]),
                texts(&["(cell 1 x)"]),
            ],
            times: vec![5, 6],
            moves: vec![texts(&["(mark 1)", "noop"])],
            slips: vec![
                vec![Some(Slip::Gone), Some(Slip::Late)],
                vec![None, Some(Slip::Illegal("(mark 2)".to_owned()))],
            ],
            grounds: Vec::new(),
            rewards: Some(Rewards::from_points(&[100, 0])),
            aborted: false,
        };
        let json = record_json(&record);
        assert_eq!(json["states"][0], "( ( cell 1 b ) ( control x ) )");
        assert_eq!(json["errors"], json!([["CE", "TO"], ["", "IL ( mark 2 )"]]));
        assert_eq!(json["goalValues"], json!([100, 0]));
        let read = play::read_matches(&json.to_string()).unwrap();
        assert_eq!(read[0].name.as_deref(), Some("m"));
        assert_eq!(read[0].players, ["A", "B"]);
        assert_eq!(read[0].moves, ["(( mark 1 ) noop)"]);
    }
}
