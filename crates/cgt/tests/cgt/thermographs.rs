//! Means, temperatures and walls that are known.

use cgt::{Dyadic, Games, Knobs};

use crate::notation::read;

fn heat(text: &str) -> (String, String) {
    let mut games = Games::new(Knobs::default());
    let game = read(&mut games, text);
    let thermograph = games.thermograph(game).unwrap();
    (
        thermograph.mean.to_string(),
        thermograph.temperature.to_string(),
    )
}

#[test]
fn means_and_temperatures_are_those_of_cgsuite() {
    let known = [
        ("5", "5", "-1"),
        ("-1/2", "-1/2", "-1/2"),
        ("25/16", "25/16", "-1/16"),
        ("*8", "0", "0"),
        ("73/16v9*8", "73/16", "0"),
        ("±1", "0", "1"),
        ("{2|-1}", "1/2", "3/2"),
        ("{3||2|1}", "9/4", "3/4"),
        ("Tiny(3/2)", "0", "0"),
        ("{1|^^||^}", "0", "0"),
        ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", "-5/16", "21/16"),
    ];
    for (text, mean, temperature) in known {
        let (found_mean, found_temperature) = heat(text);
        assert_eq!(
            (&*found_mean, &*found_temperature),
            (mean, temperature),
            "{text}"
        );
    }
}

#[test]
fn walls_bend_where_the_threat_is_no_longer_answered() {
    // {4 ‖ 2 | 0}: below 1 Right's move to {2|0} is answered and keeps 2.
    let mut games = Games::new(Knobs::default());
    let game = read(&mut games, "{4||2|0}");
    let thermograph = games.thermograph(game).unwrap();
    let text = |wall: &cgt::Wall| -> Vec<String> {
        let corners = wall.corners();
        corners.map(|(at, value)| format!("{at}:{value}")).collect()
    };
    assert_eq!(text(&thermograph.left), ["0:4", "3/2:5/2"]);
    assert_eq!(text(&thermograph.right), ["0:2", "1:2", "3/2:5/2"]);
    let half = Dyadic::new(1, 1).unwrap();
    assert_eq!(thermograph.left.at(half).unwrap().to_string(), "7/2");
    assert_eq!(thermograph.right.at(half).unwrap().to_string(), "2");
}
