//! `zermelo review`: each move of a match judged, and each player summed up.

mod curve;
mod tally;

use std::io;

use play::{Match, Review, Reviewed, SolvedGame, read_matches, review};
use serde::Serialize;
use serde_json::Value as Json;
use table::solution::value_json;

use self::tally::{SummaryReport, Tally, summaries_text};
use super::solve::rewards_text;
use super::{Context, SCHEMA};
use crate::arguments::Format;
use crate::failure::Failure;
use crate::file_arguments::ReviewArguments;
use crate::number::grouped;
use crate::output::{BOLD, DIM, RESET};
use crate::{input, output, plot, solved};

/// How many bytes a file with matches may have.
const LONGEST: u64 = 64 << 20;

/// A match with its name and what was found.
struct Judged {
    name: String,
    players: Vec<String>,
    review: Review,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    file: String,
    game: String,
    roles: Vec<String>,
    model: String,
    matches: Vec<MatchReport>,
    players: Vec<SummaryReport>,
    failed: Vec<FailedReport>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct MatchReport {
    name: String,
    /// What the roles got; null if the match is not over.
    rewards: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveReport>>,
    summary: Vec<SummaryReport>,
}

#[derive(Serialize)]
struct MoveReport {
    number: usize,
    #[serde(rename = "move")]
    text: String,
    mover: Option<String>,
    judgement: &'static str,
    cost: Json,
    before: Json,
    distance_before: Option<u64>,
    after: Json,
    distance_after: Option<u64>,
    best_moves: Vec<String>,
}

#[derive(Serialize)]
struct FailedReport {
    name: String,
    error: String,
}

/// Runs the command.
pub fn run(arguments: &ReviewArguments, context: &Context) -> Result<(), Failure> {
    let plot = plot::PlotFile::open(&arguments.plot)?;
    let mut solved = solved::open(&arguments.file, context)?;
    solved::warn(&solved::warnings(&solved));
    let (mut judged, mut failed) = (Vec::new(), Vec::new());
    let mut tally = Tally::default();
    for path in &arguments.matches {
        let matches = match read(path)? {
            Ok(matches) => matches,
            Err(error) => {
                failed.push((path.clone(), error));
                continue;
            }
        };
        let several = matches.len() > 1;
        for (number, played) in (1..).zip(matches) {
            let name = name(path, &played, several.then_some(number));
            match review(&mut solved, &played.moves) {
                Ok(review) => {
                    tally.add(solved.roles(), &played.players, &review);
                    let players = played.players;
                    judged.push(Judged {
                        name,
                        players,
                        review,
                    });
                }
                Err(error) if error.is_about_question() => failed.push((name, error.to_string())),
                Err(error) => return Err(error.into()),
            }
        }
    }
    match context.format {
        Format::Text => output::data(&describe(&solved, &judged, &tally, arguments.summary))?,
        Format::Json => output::json(&report(&solved, &judged, &tally, arguments, &failed))?,
    }
    for (name, error) in &failed {
        output::error(&format!("{name}: {error}"));
    }
    plot.write(&curve::draw(&solved, &judged))?;
    match failed.len() {
        0 => Ok(()),
        some => {
            let some = matches_text(some);
            Err(Failure::usage(format!("{some} could not be judged")))
        }
    }
}

fn matches_text(count: usize) -> String {
    match count {
        1 => "1 match".to_owned(),
        more => format!("{} matches", grouped(more)),
    }
}

/// The matches of a file, or why there are none; what there is no memory for ends all.
fn read(path: &str) -> Result<Result<Vec<Match>, String>, Failure> {
    Ok(match input::bounded_text(path, LONGEST) {
        Ok(text) => read_matches(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
            return Err(Failure::unreadable(path, &error));
        }
        Err(error) => Err(format!("cannot be read: {error}")),
    })
}

fn name(path: &str, played: &Match, number: Option<usize>) -> String {
    let path = if path == "-" { "standard input" } else { path };
    match (&played.name, number) {
        (Some(name), _) => name.clone(),
        (None, Some(number)) => format!("{path}, match {number}"),
        (None, None) => path.to_owned(),
    }
}

fn describe(solved: &SolvedGame, judged: &[Judged], tally: &Tally, summary: bool) -> String {
    let roles = solved.roles();
    let mut text = String::new();
    for Judged {
        name,
        players,
        review,
    } in judged.iter().filter(|_| !summary)
    {
        let end = match &review.end {
            Some(rewards) => rewards_text(roles, &game::Value::Rewards(rewards.clone())),
            None => "not over".to_owned(),
        };
        text.push_str(&format!("{BOLD}{name}{RESET}: {end}\n"));
        text.push_str(&moves_text(roles, review));
        let mut own = Tally::default();
        own.add(roles, players, review);
        text.push_str(&format!("{}\n", summaries_text(&own)));
    }
    if summary || judged.len() > 1 {
        let count = matches_text(judged.len());
        text.push_str(&format!("{BOLD}{count}{RESET}\n{}", summaries_text(tally)));
    }
    text
}

fn moves_text(roles: &[String], review: &Review) -> String {
    let long = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0).max(4);
    let wide = long(&mut review.moves.iter().map(|it| it.text.chars().count()));
    let role_wide = long(&mut roles.iter().map(|it| it.chars().count()));
    let mut text = format!(
        "\n  {DIM}{:>4}  {:<role_wide$}  {:<wide$}  {:<20}  value{RESET}\n",
        "", "role", "move", "judgement"
    );
    for (number, played) in (1..).zip(&review.moves) {
        let role = played.mover.map_or("–", |mover| &roles[mover.index()]);
        text.push_str(&format!(
            "  {number:>4}  {role:<role_wide$}  {:<wide$}  {:<20}  {}\n",
            played.text,
            solved::judgement_text(played.judgement),
            change(played),
        ));
    }
    text
}

/// From what to what, where something changes.
fn change(played: &Reviewed) -> String {
    let (before, after) = (played.before.as_ref(), played.after.as_ref());
    let (from, to) = (solved::short(before), solved::short(after));
    let better = match played.judgement {
        play::Judgement::Mistake(_) | play::Judgement::Inaccuracy => {
            format!("; best: {}", played.best.join(", "))
        }
        _ => String::new(),
    };
    let distances = (
        before.and_then(|it| it.distance),
        after.and_then(|it| it.distance),
    );
    match (from == to, played.judgement, distances) {
        (true, play::Judgement::Inaccuracy, (Some(from), Some(next))) => {
            format!("{to}, {next} moves to go instead of {}{better}", from - 1)
        }
        (true, ..) => to,
        (false, ..) => format!("{from} → {to}{better}"),
    }
}

fn report(
    solved: &SolvedGame,
    judged: &[Judged],
    tally: &Tally,
    arguments: &ReviewArguments,
    failed: &[(String, String)],
) -> Report {
    let roles = solved.roles();
    let one = |it: &Judged| {
        let mut own = Tally::default();
        own.add(roles, &it.players, &it.review);
        let numbered = (1..).zip(&it.review.moves);
        let moves = numbered.map(|(number, played)| MoveReport::new(roles, number, played));
        let end = it.review.end.clone();
        MatchReport {
            name: it.name.clone(),
            rewards: end.map(|it| value_json(&game::Value::Rewards(it))),
            moves: (!arguments.summary).then(|| moves.collect()),
            summary: own.reports(),
        }
    };
    let failed = failed.iter().map(|(name, error)| FailedReport {
        name: name.clone(),
        error: error.clone(),
    });
    Report {
        schema: SCHEMA,
        file: arguments.file.display().to_string(),
        game: solved.about().game.clone(),
        roles: roles.to_vec(),
        model: solved.about().model.to_string(),
        matches: judged.iter().map(one).collect(),
        players: tally.reports(),
        failed: failed.collect(),
        warnings: solved::warnings(solved),
    }
}

impl MoveReport {
    fn new(roles: &[String], number: usize, played: &Reviewed) -> Self {
        let (before, after) = (played.before.as_ref(), played.after.as_ref());
        MoveReport {
            number,
            text: played.text.clone(),
            mover: solved::role_name(roles, played.mover),
            judgement: played.judgement.name(),
            cost: solved::cost(played.judgement),
            before: value_json(solved::value(before)),
            distance_before: before.and_then(|it| it.distance),
            after: value_json(solved::value(after)),
            distance_after: after.and_then(|it| it.distance),
            best_moves: played.best.clone(),
        }
    }
}
