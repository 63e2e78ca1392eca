//! `zermelo match`: many matches between players.

mod roster;
mod text;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use game::Draws;
use ground::{AUTO_INSTANCES, Budget};
use host::SystemClock;
use play::{Referee, SolvedGame, review};
use player::{ConductError, Entrant, Means, PlayerError, Record, Terms, Who, conduct};
use report::{Conducted, Entered, MatchesReport};

use crate::arguments::Format;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::match_arguments::MatchArguments;
use crate::match_file::MatchFolder;
use crate::scratch::Scratch;
use crate::solve_first::{Unsolved, solve_first};
use crate::{input, mistaken, output, solved};

/// Matches up to which each gets a line while they are played.
const FEW: usize = 200;

/// Runs the command.
pub fn run(arguments: &MatchArguments, context: &Context) -> Result<(), Failure> {
    let game = input::game(&arguments.game)?;
    let mut budget = Budget::new(context.stop.clone());
    budget.instances = AUTO_INSTANCES;
    let referee = Referee::new(game.rules.clone(), &budget)?;
    let roster = roster::roster(&arguments.players, referee.roles())?;
    check(arguments, &roster)?;
    let folder = arguments
        .out
        .as_deref()
        .map(MatchFolder::open)
        .transpose()?;
    let scratch = Scratch::new().map_err(|error| {
        Failure::new(
            Exit::Limit,
            format!("cannot make a folder for temporary files: {error}"),
        )
    })?;
    let judge = judge(arguments, &game, context)?;
    let series = Series {
        arguments,
        context,
        referee: &referee,
        names: roster::names(&roster),
        roster,
        means: Means {
            limits: limits(arguments, context),
            folder: scratch.path().to_owned(),
            clock: Arc::new(SystemClock::start()),
        },
        judge: judge.as_ref(),
        folder: folder.as_ref(),
    };
    let (matches, failure) = series.play();
    let entered = Entered::of(&series.names, &matches);
    match context.format {
        Format::Json => {
            let roles = referee.roles();
            let told = (matches.as_slice(), entered.as_slice());
            let used = output::usage();
            output::json(&MatchesReport::new(
                &game,
                roles,
                arguments.seed,
                told,
                used,
            ))?;
        }
        Format::Text => {
            let clocks = (arguments.start_clock.0, arguments.play_clock.0);
            output::data(&text::table(&game.name, matches.len(), clocks, &entered))?;
        }
    }
    failure.map_or(Ok(()), Err)
}

fn check(arguments: &MatchArguments, roster: &[Who]) -> Result<(), Failure> {
    roster.iter().try_for_each(check_file)?;
    let parallel = arguments.parallel.get() > 1;
    if parallel && roster.iter().any(Who::is_remote) {
        let why = "a player elsewhere has one match at a time";
        return Err(Failure::usage(why).help("leave --parallel out"));
    }
    Ok(())
}

/// That the solution which somebody is to play by is one.
pub fn check_file(who: &Who) -> Result<(), Failure> {
    let failure = match who {
        Who::Perfect(Some(path)) => mistaken::not_a_solution(path),
        _ => None,
    };
    failure.map_or(Ok(()), Err)
}

/// What each player may use: the threads are shared by all that think at a time.
fn limits(arguments: &MatchArguments, context: &Context) -> solver::Limits {
    let threads = context.threads() / arguments.parallel.get();
    solver::Limits {
        threads: NonZeroUsize::new(threads.max(1)),
        ..context.limits()
    }
}

/// What judges the moves, if anything does.
fn judge(
    arguments: &MatchArguments,
    game: &solver::Game,
    context: &Context,
) -> Result<Option<SolvedGame>, Failure> {
    if let Some(file) = &arguments.solution {
        let solved = solved::open(file, context)?;
        if solved.rules().hash() != game.rules.hash() {
            let message = format!("{} is not a solution of these rules", file.display());
            return Err(
                Failure::usage(message).help("solve the same rules with `zermelo solve -o`")
            );
        }
        return Ok(Some(solved));
    }
    if arguments.judge.0.is_zero() {
        return Ok(None);
    }
    match solve_first(game.clone(), Some(arguments.judge.0), context) {
        Ok(solved) => Ok(Some(solved)),
        Err(_) if context.stop.requested().is_none() => {
            output::remark("the moves are not judged: the game is not solved in the time for it");
            Ok(None)
        }
        Err(Unsolved::Stopped(error)) => Err(error.into()),
        Err(Unsolved::Failed(failure)) => Err(*failure),
    }
}

/// Matches that are to be played.
struct Series<'a> {
    arguments: &'a MatchArguments,
    context: &'a Context,
    referee: &'a Referee,
    roster: Vec<Who>,
    names: Vec<String>,
    means: Means,
    judge: Option<&'a SolvedGame>,
    folder: Option<&'a MatchFolder>,
}

impl Series<'_> {
    /// Plays them all, in order if one at a time: those that came to their end, and why
    /// not the others.
    fn play(&self) -> (Vec<Conducted>, Option<Failure>) {
        let games = self.arguments.games.get();
        let next = AtomicUsize::new(0);
        let ended: Mutex<Vec<(usize, Conducted)>> = Mutex::new(Vec::new());
        let failure: Mutex<Option<Failure>> = Mutex::new(None);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return;
                }
                match self.one(number) {
                    Ok(one) => lock(&ended).push((number, one)),
                    Err(why) => {
                        next.store(games, Ordering::Relaxed);
                        lock(&failure).get_or_insert(why);
                        return;
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.arguments.parallel.get().min(games) {
                // Where the system has no thread to give, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let mut ended = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        ended.sort_by_key(|(number, _)| *number);
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        (ended.into_iter().map(|(_, one)| one).collect(), failure)
    }

    fn one(&self, number: usize) -> Result<Conducted, Failure> {
        let roles = self.roster.len();
        let shift = if self.arguments.swap {
            number % roles
        } else {
            0
        };
        // Whoever has role 0 in the first match has role `shift` in this one.
        let entrants: Vec<usize> = (0..roles)
            .map(|role| (role + roles - shift) % roles)
            .collect();
        let players = entrants.iter().map(|&it| Entrant {
            name: self.names[it].clone(),
            player: self.roster[it].player(&self.means),
            is_remote: self.roster[it].is_remote(),
        });
        let own = Draws::new(self.arguments.seed ^ (number as u64).rotate_left(32)).draw();
        let clock = &*self.means.clock;
        let terms = Terms {
            id: format!("zermelo.{}.{}", clock.epoch_millis(), number + 1),
            start_clock: self.arguments.start_clock.0,
            play_clock: self.arguments.play_clock.0,
            seed: own,
            max_length: self.arguments.length,
        };
        let record = conduct(
            self.referee,
            players.collect(),
            &terms,
            clock,
            &self.context.stop,
        );
        let record = record.map_err(failure)?;
        if let Some(folder) = self.folder {
            folder.write(&record)?;
        }
        if self.arguments.games.get() <= FEW || self.context.verbose {
            output::remark(&text::line(&record));
        }
        Ok(Conducted {
            summaries: self.summaries(&record)?,
            entrants,
            record,
        })
    }

    fn summaries(&self, record: &Record) -> Result<Option<Vec<play::Summary>>, Failure> {
        let Some(judge) = self.judge else {
            return Ok(None);
        };
        let joint = |moves: &Vec<String>| match moves.as_slice() {
            [only] => only.clone(),
            all => format!("({})", all.join(" ")),
        };
        let moves: Vec<String> = record.moves.iter().map(joint).collect();
        let review = review(judge, &moves)?;
        Ok(Some(review.summaries(record.roles.len())))
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure(error: ConductError) -> Failure {
    match error {
        ConductError::Rules(error) => error.into(),
        ConductError::Stopped(reason) => Failure::stopped(reason, ""),
        ConductError::Player { name, source } => player_failure(*source).of(&name),
        error => Failure::new(Exit::Limit, error.to_string()),
    }
}

fn player_failure(error: PlayerError) -> Failure {
    match error {
        PlayerError::Play(error) => error.into(),
        PlayerError::Solve(error) => (*error).into(),
        PlayerError::Unsolved => Failure::new(Exit::Limit, error.to_string())
            .help("give more with --start-clock, or solve it once: perfect:FILE"),
        PlayerError::OtherRules => Failure::usage(error.to_string()),
        error => Failure::new(Exit::Bug, error.to_string()),
    }
}
