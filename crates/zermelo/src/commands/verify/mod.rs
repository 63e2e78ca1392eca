//! `zermelo verify`: a solution file against the rules of its game.

mod heading;
mod part;
mod sum;
mod whole;

use std::fs::File;
use std::io::BufReader;

use report::{CheckedFile, PartReport, VerifyReport, WrongReport, grouped, human_size};
use solver::{Check, Event, Method, Verdict};
use verify::{Progress, SolutionFile, Unreadable, VerifyError, Wrong};

use crate::arguments::{Format, VerifyArguments};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::line::Line;
use crate::{mistaken, output};

/// Runs the command.
pub fn run(arguments: &VerifyArguments, context: &Context) -> Result<(), Failure> {
    let name = arguments.file.display().to_string();
    if let Some(failure) = mistaken::not_a_solution(&arguments.file) {
        return Err(failure);
    }
    let reader = File::open(&arguments.file).map_err(|error| Failure::unreadable(&name, &error))?;
    let mut file =
        SolutionFile::open(BufReader::new(reader)).map_err(|it| unreadable(&name, it))?;
    let (game, rules_hash) = (file.game().to_owned(), file.rules_hash().to_owned());
    let about = CheckedFile {
        file: &name,
        game: &game,
        rules_hash: &rules_hash,
    };
    let has_samples = file.is_whole() || file.is_database();
    let check = Check {
        method: match (arguments.sample, arguments.symbolic) {
            (Some(states), _) => Method::Sample(states.get()),
            (None, true) => Method::Sets,
            (None, false) => Method::All,
        },
        compare: arguments.compare,
        seed: arguments.seed,
        limits: context.limits(),
    };
    let mut line = Line::start();
    let verdict = solver::check(&mut file, &check, &mut |event| match event {
        Event::Checked(progress) => line.show(|| vec![progress_text(progress)]),
        Event::CheckedBySets => output::remark(&format!(
            "{name} does not fit into memory state by state: trying sets of states"
        )),
        _ => {}
    });
    drop(line);
    let verdict = verdict.map_err(|error| {
        let too_large = matches!(error, VerifyError::TooLarge { .. });
        let failure = told(about, error, context.format);
        match too_large && !has_samples {
            // Samples are of whole solutions and of endgame databases only.
            true => failure.help("give more with --memory"),
            false => failure,
        }
    })?;
    tell(about, &verdict, arguments.seed, context.format)
}

fn tell(
    about: CheckedFile<'_>,
    verdict: &Verdict,
    seed: u64,
    format: Format,
) -> Result<(), Failure> {
    let used = output::usage();
    match (verdict, format) {
        (Verdict::Whole(report), Format::Json) => {
            return output::json(&VerifyReport::new(about, report, seed, used));
        }
        (Verdict::Part(report), Format::Json) => {
            return output::json(&PartReport::new(about, report, used));
        }
        (Verdict::Whole(report), Format::Text) => {
            let text = match &report.parts {
                Some(parts) => sum::describe(about, report, parts),
                None => whole::describe(about, report),
            };
            output::data(&text)?;
        }
        (Verdict::Part(report), Format::Text) => {
            output::data(&part::describe(about, report))?;
        }
    }
    output::used();
    Ok(())
}

/// What was found, for the program that asks; and the failure that it is.
fn told(about: CheckedFile<'_>, error: VerifyError, format: Format) -> Failure {
    if let (VerifyError::Wrong(wrong), Format::Json) = (&error, format) {
        // That it is wrong counts more than that this cannot be written.
        let _ = output::json(&WrongReport::new(about, wrong));
    }
    failure(about.file, error)
}

fn unreadable(name: &str, error: Unreadable) -> Failure {
    Failure::new(Exit::File, format!("{name}: {error}"))
}

fn failure(name: &str, error: VerifyError) -> Failure {
    match error {
        VerifyError::Unreadable(error) => unreadable(name, error),
        VerifyError::Wrong(wrong) => wrong_solution(name, &wrong),
        VerifyError::Rules(error) => error.into(),
        VerifyError::Stopped(reason) => Failure::stopped(reason, ""),
        VerifyError::TooLarge { states, needed } => {
            let size = human_size(u64::try_from(needed).unwrap_or(u64::MAX));
            let states = grouped(states);
            let message =
                format!("{name} has {states} states: to check all takes about {size} of memory");
            Failure::new(Exit::Limit, message)
                .help("give more with --memory, or check some with --sample 100000")
        }
        VerifyError::Undecided { .. } => Failure::new(Exit::Limit, format!("{name}: {error}"))
            .help("play some states through with --sample 1000"),
        VerifyError::Partial => Failure::new(Exit::Rules, format!("{name}: {error}"))
            .help("leave --sample out: all states that the file has are looked at"),
        VerifyError::Unsuited { .. } => Failure::new(Exit::Rules, format!("{name}: {error}"))
            .help("check it without --symbolic, or some states with --sample 100000"),
        VerifyError::TooComplex { .. } => Failure::new(Exit::Limit, format!("{name}: {error}"))
            .help("check it without --symbolic, or some states with --sample 100000"),
        VerifyError::Ground(error) => error.into(),
        VerifyError::Differ { ref state, .. } => {
            Failure::new(Exit::Bug, format!("{name}: {error}"))
                .note(format!("  in     {state}"))
                .help("check it without --symbolic; this is a bug, please report it")
        }
        error => Failure::new(Exit::Limit, format!("{name}: {error}")),
    }
}

fn wrong_solution(name: &str, wrong: &Wrong) -> Failure {
    let mut failure = Failure::new(Exit::Wrong, format!("{name} is wrong: {}", wrong.what));
    if let Some(state) = &wrong.state {
        failure = failure.note(format!("  in     {state}"));
    }
    match wrong.path.as_deref() {
        Some([]) => failure.note("  it is where the game starts"),
        Some(path) => failure.note(format!("  after  {}", path.join("; "))),
        None => failure,
    }
}

fn progress_text(progress: Progress) -> String {
    match progress {
        Progress::Read { states } => format!("{} states read", grouped(states)),
        Progress::Walked { states, all } => {
            format!("{} of {} states walked to", grouped(states), grouped(all))
        }
        Progress::Compared { states, all } => {
            let (states, all) = (grouped(states), grouped(all));
            format!("ground game compared with the interpreter in {states} of {all} states")
        }
        Progress::Sections { sections, all } => {
            format!("{} of {} sections", grouped(sections), grouped(all))
        }
        Progress::Sampled { states, all } => {
            format!("{} of {} states sampled", grouped(states), grouped(all))
        }
        _ => "values and distances".to_owned(),
    }
}
