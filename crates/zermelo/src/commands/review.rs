//! `zermelo review`: each move of a match judged, and each player summed up.

use std::io;
use std::path::Path;

use play::{Match, Player, Review, Reviewed, SolvedGame, Tally, read_matches, review};
use report::{Judged, ReviewReport, grouped};

use crate::arguments::Format;
use crate::content::Content;
use crate::context::Context;
use crate::failure::Failure;
use crate::file_arguments::ReviewArguments;
use crate::output::{BOLD, DIM, RESET};
use crate::plot_file::PlotFile;
use crate::solution_text::rewards_text;
use crate::{input, layout, mistaken, output, position_text, solved};

/// How many bytes a file with matches may have.
const LONGEST: u64 = 64 << 20;

/// Runs the command.
pub fn run(arguments: &ReviewArguments, context: &Context) -> Result<(), Failure> {
    let plot = PlotFile::open(&arguments.plot)?;
    let solved = solved::open(&arguments.file, context)?;
    let warnings = solved::warnings(&solved);
    solved::warn(&warnings);
    let (mut judged, mut failed, mut told) = (Vec::new(), Vec::new(), Vec::new());
    let mut tally = Tally::default();
    for path in &arguments.matches {
        let matches = match read(path)? {
            Ok(matches) => matches,
            Err(error) => {
                told.push(Failure::usage(format!("{path}: {error}")));
                failed.push((path.clone(), error));
                continue;
            }
        };
        let several = matches.len() > 1;
        for (number, played) in (1..).zip(matches) {
            let name = name(path, &played, several.then_some(number));
            match review(&solved, &played.moves) {
                Ok(review) => {
                    tally.add(solved.roles(), &played.players, &review);
                    let players = played.players;
                    judged.push(Judged {
                        name,
                        players,
                        review,
                    });
                }
                Err(error) if error.is_about_question() => {
                    let text = error.to_string();
                    let failure = position_text::failure(error, &solved);
                    told.push(failure.of(&name));
                    failed.push((name, text));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    match context.format {
        Format::Text => output::data(&describe(&solved, &judged, &tally, arguments.summary))?,
        Format::Json => output::json(&ReviewReport::new(
            arguments.file.display().to_string(),
            &solved,
            (&judged, &tally),
            &failed,
            !arguments.summary,
            warnings,
        ))?,
    }
    for failure in &told {
        output::failure(failure);
    }
    plot.write(&report::match_curves(&solved, &judged))?;
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
    // Standard input is read once.
    if path != "-"
        && let Ok(content) = Content::of_file(Path::new(path))
        && let Some(why) = mistaken::not_a_match(content)
    {
        return Ok(Err(why.to_owned()));
    }
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
        let own = Tally::of(roles, players, review);
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
        let line = format!(
            "  {number:>4}  {role:<role_wide$}  {:<wide$}  {:<20}  {}",
            played.text,
            solved::judgement_text(played.judgement),
            change(played),
        );
        text.push_str(&with_better(line, played, role_wide + 10));
    }
    text
}

/// A line of the table, with the best moves where the player missed them: behind it, or
/// below the move, which begins at a column.
fn with_better(line: String, played: &Reviewed, column: usize) -> String {
    use play::Judgement::{Inaccuracy, Mistake};
    if !matches!(played.judgement, Mistake(_) | Inaccuracy) || played.best.is_empty() {
        return line + "\n";
    }
    let short = format!("{line}; best: {}\n", played.best.join(", "));
    if short.chars().count() <= layout::WIDTH + 1 {
        return short;
    }
    let best = layout::list(&played.best, ',', column + "best: ".len(), false);
    format!("{line}\n{:column$}best: {best}\n", "")
}

/// From what to what, where something changes.
fn change(played: &Reviewed) -> String {
    let (before, after) = (played.before.as_ref(), played.after.as_ref());
    let (from, to) = (solved::short(before), solved::short(after));
    let distances = (
        before.and_then(|it| it.distance),
        after.and_then(|it| it.distance),
    );
    match (from == to, played.judgement, distances) {
        (true, play::Judgement::Inaccuracy, (Some(from), Some(next))) => {
            format!("{to}, {next} moves to go instead of {}", from - 1)
        }
        (true, ..) => to,
        (false, ..) => format!("{from} → {to}"),
    }
}

/// The sums for people.
fn summaries_text(tally: &Tally) -> String {
    let lengths = tally.players().iter().map(|it| it.name.chars().count());
    let wide = lengths.max().unwrap_or(0).max(6);
    let mut text = format!(
        "\n  {DIM}{:<wide$}  {:>6}  {:>9}  {:>10}  {:>12}  {:>8}  {:>11}{RESET}\n",
        "player", "judged", "perfect", "only moves", "inaccuracies", "mistakes", "points lost"
    );
    for Player { name, sum, .. } in tally.players() {
        let rate = sum
            .perfect_rate()
            .map_or("–".to_owned(), |rate| format!("{:.1} %", rate * 100.0));
        text.push_str(&format!(
            "  {name:<wide$}  {:>6}  {rate:>9}  {:>10}  {:>12}  {:>8}  {:>11}\n",
            sum.judged,
            sum.only,
            sum.inaccuracies,
            sum.mistakes,
            sum.lost.to_string(),
        ));
    }
    text
}
