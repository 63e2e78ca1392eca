//! `zermelo play`: a game in the terminal, against perfect play.

mod session;

use std::io::{self, BufRead};

use game::RoleId;

use self::session::{Session, Word};
use crate::context::Context;
use crate::failure::Failure;
use crate::file_arguments::PlayArguments;
use crate::{output, solved};

const HELP: &str = "  a move, or its number in the list
  moves   lists the moves
  hint    shows what each move is worth
  back    takes your last move back
  board   shows the position
  quit    ends
";

/// Runs the command.
pub fn run(arguments: &PlayArguments, context: &Context) -> Result<(), Failure> {
    let solved = solved::open(&arguments.file, context)?;
    solved::warn(&solved::warnings(&solved));
    if let Some(distances) = solved::about_distances(&solved)
        && !output::is_quiet()
    {
        output::note(&format!("distances: {distances}"));
    }
    if solved.is_partial() {
        output::warn("the file has a part of the states: elsewhere any move is as good to it");
    }
    let start = solved.after_moves(arguments.moves.as_deref().unwrap_or(""))?;
    let yours = roles(solved.roles(), &arguments.role)?;
    let mut session = Session::new(solved, &start, yours)?;
    let mut lines = io::stdin().lock();
    output::data(&session.greeting())?;
    loop {
        if let Some(reason) = context.stop.requested() {
            return Err(Failure::stopped(reason, ""));
        }
        output::data(&session.go_on()?)?;
        if session.is_over() {
            return Ok(());
        }
        if arguments.hints {
            output::data(&session.hint())?;
        }
        output::data(&session.prompt())?;
        while let Some(answer) = answer(&mut session, &mut lines)? {
            output::data(&answer)?;
            if session.is_over() {
                return Ok(());
            }
            output::data(&session.prompt())?;
        }
    }
}

/// What is said to a line that changes nothing; none if the position changed.
fn answer(session: &mut Session, lines: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let line = report::next_line(lines);
    let line = match line.map_err(|error| Failure::usage(format!("cannot read: {error}")))? {
        Some(Ok(line)) => line,
        Some(Err(error)) => return Ok(Some(format!("  {error}\n"))),
        None => {
            session.end();
            return Ok(Some("\n".to_owned()));
        }
    };
    Ok(match Word::of(line.trim()) {
        Word::Nothing => Some(String::new()),
        Word::Help => Some(HELP.to_owned()),
        Word::Moves => Some(session.list()),
        Word::Hint => Some(session.hint()),
        Word::Board => Some(session.picture()),
        Word::Quit => {
            session.end();
            Some(String::new())
        }
        Word::Back => match session.take_back() {
            true => None,
            false => Some("  there is no move of yours to take back\n".to_owned()),
        },
        Word::Move(text) => session.make(text)?,
    })
}

/// The roles that are played by the user; all if they are named, none otherwise.
fn roles(known: &[String], named: &[String]) -> Result<Vec<RoleId>, Failure> {
    let find = |name: &String| {
        let found = known.iter().position(|role| role == name);
        found.map(RoleId::new).ok_or_else(|| {
            Failure::usage(format!("there is no role {name}"))
                .help(format!("the roles are {}", known.join(", ")))
        })
    };
    named.iter().map(find).collect()
}
