//! `zermelo estimate`: what search thinks of a position and its moves.

use std::time::{Duration, Instant};

use game::{Model, Playable, RoleId, StopReason};
use ground::{BitState, Budget, GroundGame, MoveId, Simulator};
use host::Deadline;
use play::{PlayError, Referee, SolvedGame, State, best_line, readings_of_state};
use report::{Effort, EstimatePlot, EstimateReport, Moment, MoveReport, grouped};
use search::{Ended, Estimates, MoveEstimate, Search, SearchError, Settings};
use solver::{Game, Start};

use crate::arguments::Format;
use crate::context::Context;
use crate::estimate_arguments::EstimateArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{BOLD, DIM, RESET};
use crate::plot_file::PlotFile;
use crate::solution_text::{NAMES, list};
use crate::{input, layout, output, solved};

/// How long is searched, unless the user says so.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// What share of the memory that is left the graph may take: the rest is for what grows
/// beside it.
const GRAPH_SHARE: (u64, u64) = (3, 4);

/// A search that has ended.
struct Searched {
    search: Search,
    ended: Ended,
    seconds: f64,
    moments: Vec<Moment>,
}

/// Runs the command.
pub fn run(arguments: &EstimateArguments, context: &Context) -> Result<(), Failure> {
    let plot = PlotFile::open(&arguments.plot)?;
    let game = input::game(&arguments.game)?;
    let database = database(arguments, &game, context)?;
    let ground = match database.as_ref().and_then(|it| it.referee().ground()) {
        // The numbers of its fluents are those of the database.
        Some(ground) => ground.clone(),
        None => GroundGame::new(&game.rules, &Budget::new(context.stop.clone()))?,
    };
    let start = start(arguments, &game, &ground, context)?;
    let mut searched = search(arguments, ground, &start, database.as_ref(), context)?;
    let report = report(arguments, &game, &searched);
    let line = line(&mut searched, database.as_ref())?;
    let estimates = searched.search.estimates();
    let report = report.of_position(estimates.rewards.clone(), estimates.proven.as_ref(), line);
    match context.format {
        Format::Json => output::json(&report)?,
        Format::Text => {
            output::data(&describe(&report, &estimates, &searched, context.verbose))?;
            output::used();
        }
    }
    plot.write(&picture(&report, &estimates, &searched))?;
    match searched.ended {
        Ended::Stopped(StopReason::Time) | Ended::Enough | Ended::Proven => Ok(()),
        Ended::Stopped(reason) => Err(Failure::stopped(reason, "")),
    }
}

/// The moves that are expected: by the database, if it knows the position.
fn line(searched: &mut Searched, database: Option<&SolvedGame>) -> Result<Vec<String>, Failure> {
    if let (Some(solved), Ended::Proven, 0) =
        (database, searched.ended, searched.search.iterations())
    {
        let position = solved.position(&State::Bits(searched.search.state()))?;
        return Ok(best_line(solved, &position)?);
    }
    Ok(searched.search.line())
}

/// Opens the database, if there is one, of the same rules.
fn database(
    arguments: &EstimateArguments,
    game: &Game,
    context: &Context,
) -> Result<Option<SolvedGame>, Failure> {
    let Some(path) = &arguments.database else {
        return Ok(None);
    };
    let solved = solved::open(path, context)?;
    if solved.about().subject.rules_hash != game.rules.hash().to_string() {
        let message = format!("{} is of another game", path.display());
        return Err(
            Failure::usage(message).help("rules and settings must be those it was solved with")
        );
    }
    if solved.referee().ground().is_none() {
        let message = format!(
            "{}: the game cannot be made ground, so it cannot be searched",
            path.display()
        );
        return Err(Failure::new(Exit::Rules, message));
    }
    let theirs = solved.about().terms.model;
    if arguments
        .terms
        .model
        .is_some_and(|it| Model::from(it).among(solved.roles().len()) != theirs)
    {
        let message = format!("{} has the values of the model {theirs}", path.display());
        return Err(Failure::usage(message).help(format!("say --model {theirs}, or leave it out")));
    }
    Ok(Some(solved))
}

/// The state that is meant.
fn start(
    arguments: &EstimateArguments,
    game: &Game,
    ground: &GroundGame,
    context: &Context,
) -> Result<BitState, Failure> {
    let Ok(initial) = Simulator::new(ground.clone()).initial();
    let referee = Referee::of_ground(game.rules.clone(), ground.clone(), context.stop.clone());
    let state = match arguments.position.start() {
        Start::After(moves) => referee.after_moves(&State::Bits(initial), &moves)?,
        Start::Fluents(fluents) => with_fluents(&referee, &fluents)?,
        _ => State::Bits(initial),
    };
    state
        .bits()
        .cloned()
        .ok_or_else(|| Failure::new(Exit::Bug, "a ground game has bits"))
}

/// The state with just these fluents.
fn with_fluents(referee: &Referee, fluents: &str) -> Result<State, Failure> {
    for reading in readings_of_state(fluents).map_err(PlayError::NotAState)? {
        if let Some(state) = referee.state_of(&reading)? {
            return Ok(state);
        }
    }
    let failure = Failure::usage(format!(
        "--state: no state of the game has all of {fluents}"
    ));
    Err(failure.help("`zermelo ground GAME --list` lists the fluents"))
}

fn search(
    arguments: &EstimateArguments,
    ground: GroundGame,
    start: &BitState,
    database: Option<&SolvedGame>,
    context: &Context,
) -> Result<Searched, Failure> {
    let roles = ground.roles().to_vec();
    let fault = |error| failure(error, &roles);
    let mut search =
        Search::new(ground, start, settings(arguments, database, context)).map_err(fault)?;
    let stop = context.stop.child();
    let unlimited = arguments.iterations.is_none() && !context.has_deadline;
    let _deadline = unlimited.then(|| Deadline::of(stop.clone(), USUAL_TIME).ok());
    let clock = Instant::now();
    let mut moments = Vec::new();
    let mut note = |estimates: &Estimates| {
        if arguments.plot.is_some() {
            moments.push(Moment {
                seconds: clock.elapsed().as_secs_f64(),
                estimates: estimates.moves.iter().map(|it| it.estimate).collect(),
            });
        }
    };
    let iterations = arguments.iterations.map_or(u64::MAX, u64::from);
    let oracle = database.map(|it| it.oracle() as &dyn play::Oracle);
    let ended = search
        .run(iterations, oracle, &stop, &mut note)
        .map_err(fault)?;
    note(&search.estimates());
    Ok(Searched {
        seconds: clock.elapsed().as_secs_f64(),
        search,
        ended,
        moments,
    })
}

fn settings(
    arguments: &EstimateArguments,
    database: Option<&SolvedGame>,
    context: &Context,
) -> Settings {
    let options = arguments.terms.options();
    let (share, of) = GRAPH_SHARE;
    Settings {
        model: database.map_or(options.model, |it| it.about().terms.model),
        infinite: options.infinite,
        seed: arguments.seed,
        threads: context.threads(),
        memory_bytes: context.limits().memory.bytes() / of * share,
        ..Settings::new(arguments.algorithm.into())
    }
}

fn failure(error: SearchError, roles: &[String]) -> Failure {
    match error {
        SearchError::Fault { fault, state } => {
            let fault = fault.describe(roles);
            Failure::new(
                Exit::Rules,
                format!("the game is ill-formed: {fault}\n  in {state}"),
            )
        }
        SearchError::Oracle(error) => error.into(),
        SearchError::TooManyMoves { .. } => Failure::new(Exit::Rules, error.to_string()),
        error => Failure::new(Exit::Bug, error.to_string()),
    }
}

/// The moves of the position, of each role the recommended one first, then by visits.
fn report(arguments: &EstimateArguments, game: &Game, searched: &Searched) -> EstimateReport {
    let search = &searched.search;
    let ground = search.game();
    let named = |it: &MoveEstimate| MoveReport::new(ground.roles(), ground.moves(), it);
    let moves = ranked(search).iter().map(named).collect();
    let effort = Effort {
        iterations: search.iterations(),
        states: search.playout_states(),
        seconds: searched.seconds,
        seed: arguments.seed,
    };
    EstimateReport::new(game, ground.roles(), moves, effort, output::usage())
}

/// The estimates in the order in which they are told.
fn ranked(search: &Search) -> Vec<MoveEstimate> {
    let roles = RoleId::all(search.game().roles().len());
    let best: Vec<Option<MoveId>> = roles.map(|role| search.best_move(role)).collect();
    let mut moves = search.estimates().moves;
    moves.sort_by(|a, b| {
        let later = |it: &MoveEstimate| (it.role, best[it.role.index()] != Some(it.mov));
        let told = |it: &MoveEstimate| it.estimate.unwrap_or(f64::NEG_INFINITY);
        let order = later(a).cmp(&later(b)).then(b.visits.cmp(&a.visits));
        order.then(told(b).total_cmp(&told(a)))
    });
    moves
}

/// The estimates for people.
fn describe(
    report: &EstimateReport,
    estimates: &Estimates,
    searched: &Searched,
    all: bool,
) -> String {
    let mut text = format!(
        "{BOLD}{}{RESET}: {}\n\n",
        report.game,
        verdict(report, estimates)
    );
    let mut row = |what: &str, value: &str| text.push_str(&layout::row(what, NAMES, value));
    if let Some(rewards) = &report.rewards {
        let named = report.roles.iter().zip(rewards);
        let named: Vec<String> = named
            .map(|(role, mean)| format!("{role} {}", points(Some(*mean))))
            .collect();
        let what = if estimates.proven.is_some() {
            "Rewards"
        } else {
            "Expected"
        };
        row(what, &named.join(", "));
    }
    let movers = movers(report);
    if !movers.is_empty() {
        row("To move", &movers.join(", "));
    }
    text.push_str(&list("Best play", &report.line, ';', all));
    let mut row = |what: &str, value: &str| text.push_str(&layout::row(what, NAMES, value));
    let states = grouped(searched.search.size() as u64);
    let searched = format!(
        "{} iterations, {states} states in memory",
        grouped(report.iterations)
    );
    row("Searched", &searched);
    text + &table(report, movers.len() > 1)
}

/// Who has several moves.
fn movers(report: &EstimateReport) -> Vec<String> {
    let mut movers: Vec<String> = Vec::new();
    for mov in &report.moves {
        if movers.last() != Some(&mov.role) {
            movers.push(mov.role.clone());
        }
    }
    movers
}

/// The first line.
fn verdict(report: &EstimateReport, estimates: &Estimates) -> String {
    match (report.moves.first(), &estimates.proven) {
        (None, _) => "the end".to_owned(),
        (Some(_), Some(rewards)) => format!("proven, {rewards}"),
        (Some(best), None) => match best.visits {
            0 => "nothing is known".to_owned(),
            _ => format!("{} looks best", best.text),
        },
    }
}

fn table(report: &EstimateReport, with_roles: bool) -> String {
    let name = |it: &MoveReport| match with_roles {
        true => format!("{} {}", it.role, it.text),
        false => it.text.clone(),
    };
    let names: Vec<String> = report.moves.iter().map(name).collect();
    let wide = names
        .iter()
        .map(|it| it.chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    if names.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n  {DIM}{:<wide$}  {:>8}{:>14}  proven{RESET}\n",
        "move", "estimate", "visits"
    );
    for (name, it) in names.iter().zip(&report.moves) {
        let proven: Vec<String> = it
            .proven
            .as_array()
            .into_iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        let line = format!(
            "  {name:<wide$}  {:>8}{:>14}  {}",
            points(it.estimate),
            grouped(it.visits),
            proven.join("/")
        );
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    text
}

/// Mean points; a dash if there are none.
fn points(mean: Option<f64>) -> String {
    mean.map_or("–".to_owned(), |mean| format!("{mean:.1}"))
}

/// The estimates over time, best move first.
fn picture(report: &EstimateReport, estimates: &Estimates, searched: &Searched) -> String {
    let ranked = ranked(&searched.search);
    let place = |of: &MoveEstimate| estimates.moves.iter().position(|it| it.mov == of.mov);
    let named = report.moves.iter().map(|it| it.text.as_str()).zip(&ranked);
    let plot = EstimatePlot {
        title: &format!("{}: what each move is worth", report.game),
        curves: named
            .filter_map(|(name, of)| Some((name, place(of)?)))
            .collect(),
        moments: &searched.moments,
    };
    plot.to_svg()
}
