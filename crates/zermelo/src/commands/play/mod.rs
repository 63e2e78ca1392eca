//! `zermelo play`: a game in the terminal, against perfect play.

mod ending;
mod prepare;
mod prompt;
mod session;

use game::{RoleId, StopReason};

use self::prepare::prepared;
use self::prompt::{Prompt, Typed};
use self::session::{Session, Word};
use crate::arguments::PlayArguments;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, position_text, solved};

const HELP: &str = "  a move, or its number in the list
  moves        lists the moves
  hint         shows what each move is worth
  back         takes your last move back
  board        shows the position
  again        starts over; `again ROLE` as that role
  quit         ends
";

/// Runs the command.
pub fn run(arguments: &PlayArguments, context: &Context) -> Result<(), Failure> {
    let solved = prepared(arguments, context)?;
    solved::warn(&solved::warnings(&solved));
    if let Some(distances) = solved::about_distances(&solved)
        && !output::is_quiet()
    {
        output::note(&format!("distances: {distances}"));
    }
    if solved.is_partial() {
        output::warn("the file has a part of the states: elsewhere any move is as good to it");
    }
    let start = solved.after_moves(arguments.moves.as_deref().unwrap_or(""));
    let start = start.map_err(|error| position_text::failure(error, &solved))?;
    let yours = roles(solved.roles(), &arguments.role)?;
    let mut session = Session::new(solved, &start, yours)?;
    let mut prompt = Prompt::new();
    output::data(&session.greeting())?;
    loop {
        if let Some(reason) = context.stop.requested() {
            return Err(Failure::stopped(reason, ""));
        }
        output::data(&session.go_on()?)?;
        if arguments.hints && !session.is_at_end() {
            output::data(&session.hint())?;
        }
        while !session.has_left() {
            match answer(&mut session, &mut prompt)? {
                Some(answer) => output::data(&answer)?,
                None => break,
            }
        }
        if session.has_left() {
            return Ok(());
        }
    }
}

/// What is said to a line that changes nothing; none if the position changed.
fn answer(session: &mut Session, prompt: &mut Prompt) -> Result<Option<String>, Failure> {
    let line = match prompt.ask(&session.prompt(), session.words())? {
        Typed::Line(line) => line,
        Typed::Refused(error) => return Ok(Some(format!("  {error}\n"))),
        Typed::Interrupt => return Err(Failure::stopped(StopReason::Interrupt, "")),
        Typed::End => {
            session.leave();
            return Ok(Some(String::new()));
        }
    };
    Ok(match Word::of(line.trim()) {
        Word::Nothing => Some(String::new()),
        Word::Help => Some(HELP.to_owned()),
        Word::Moves => Some(session.list()),
        Word::Hint => Some(session.hint()),
        Word::Board => Some(session.picture()),
        Word::Quit => {
            session.leave();
            Some(String::new())
        }
        Word::Back => match session.take_back() {
            true => None,
            false => Some("  there is no move of yours to take back\n".to_owned()),
        },
        Word::Again(role) => {
            let named = role.map(str::to_owned).into_iter().collect::<Vec<_>>();
            match roles(session.roles(), &named) {
                Ok(roles) => {
                    session.start_over(roles);
                    None
                }
                Err(failure) => Some(format!("  {}\n", failure.message)),
            }
        }
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
