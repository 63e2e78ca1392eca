//! `zermelo verify`: a solution file against the rules of its game.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use verify::{Limits, Progress, Report, Sample, SolutionFile, Unreadable, VerifyError, Wrong};

use super::{Context, SCHEMA, verify_part};
use crate::arguments::{Format, VerifyArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::number::{counted, grouped, human_size};
use crate::output::{BOLD, RESET};
use crate::{output, resources};

/// How often a log line is written where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

#[derive(Serialize)]
struct Answer {
    schema: u32,
    file: String,
    game: String,
    rules_hash: String,
    /// What was found; an error otherwise.
    right: bool,
    /// `exhaustive` and `symbolic` are proofs, `sampled` is none.
    method: &'static str,
    checked: String,
    walked: String,
    states: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminals: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<usize>,
    arrows: Option<String>,
    unresolved: String,
    cyclic: Option<bool>,
    distances: bool,
    from_initial: bool,
    /// With 95 % confidence fewer states than this share are wrong beside their
    /// successors; null for a proof.
    error_bound: Option<f64>,
    /// On how many states the ground game was compared with the interpreter, and how
    /// large sets became; for `symbolic` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_set_nodes: Option<usize>,
    seed: Option<u64>,
    cpu_seconds: Option<f64>,
    peak_memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct WrongAnswer<'a> {
    schema: u32,
    file: String,
    game: &'a str,
    right: bool,
    what: &'a str,
    state: &'a Option<String>,
    path: &'a Option<Vec<String>>,
}

/// Runs the command.
pub fn run(arguments: &VerifyArguments, context: &Context) -> Result<(), Failure> {
    let name = arguments.file.display().to_string();
    let reader = File::open(&arguments.file).map_err(|error| missing(&name, &error))?;
    let mut file =
        SolutionFile::open(BufReader::new(reader)).map_err(|it| unreadable(&name, it))?;
    let game = file.game().to_owned();
    let rules_hash = file.rules_hash().to_owned();
    let limits = Limits {
        threads: context.threads(),
        memory: context.memory_left(),
        stop: context.stop.clone(),
    };
    let mut line = Line::start(&game);
    if !file.is_whole() && arguments.sample.is_none() {
        let report = verify::verify_part(&mut file, &limits, &mut |it| line.show(it));
        drop(line);
        let told = told((&name, &game), context.format);
        let report = report.map_err(|error| match error {
            // Samples are of whole solutions only.
            VerifyError::TooLarge { .. } => told(error).help("give more with --memory"),
            error => told(error),
        })?;
        return verify_part::tell((&name, &game, &rules_hash), &report, context);
    }
    let sample = |states| Sample {
        states,
        seed: arguments.seed,
    };
    let look = &mut |it| line.show(it);
    let report = match arguments.sample {
        Some(states) => verify::verify_sample(&mut file, sample(states.get()), &limits, look),
        None if arguments.symbolic => {
            verify::verify_symbolic(&mut file, sample(arguments.compare), &limits, look)
        }
        None => match verify::verify_all(&mut file, &limits, look) {
            Err(VerifyError::TooLarge { states, needed }) => {
                output::note(&format!(
                    "{name} does not fit into memory state by state: trying sets of states"
                ));
                let sample = sample(arguments.compare);
                match verify::verify_symbolic(&mut file, sample, &limits, look) {
                    // What sets cannot do says less than why they were tried.
                    Err(VerifyError::Unsuited { .. } | VerifyError::TooComplex { .. }) => {
                        Err(VerifyError::TooLarge { states, needed })
                    }
                    other => other,
                }
            }
            other => other,
        },
    };
    drop(line);
    let report = report.map_err(told((&name, &game), context.format))?;
    match context.format {
        Format::Json => output::json(&answer((name, game, rules_hash), arguments, &report)),
        Format::Text => {
            output::data(&describe(&name, (&game, &rules_hash), &report))?;
            output::used();
            Ok(())
        }
    }
}

/// What was found, for the program that asks; and the failure that it is.
fn told((name, game): (&str, &str), format: Format) -> impl FnOnce(VerifyError) -> Failure {
    move |error| {
        if let (VerifyError::Wrong(wrong), Format::Json) = (&error, format) {
            let answer = WrongAnswer {
                schema: SCHEMA,
                file: name.to_owned(),
                game,
                right: false,
                what: &wrong.what,
                state: &wrong.state,
                path: &wrong.path,
            };
            // That it is wrong counts more than that this cannot be written.
            let _ = output::json(&answer);
        }
        failure(name, error)
    }
}

fn missing(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::usage(format!("there is no file {name}")),
        _ => Failure::usage(format!("cannot read {name}: {error}")),
    }
    .help("`zermelo solve GAME -o FILE` writes solution files")
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

fn answer(
    (file, game, rules_hash): (String, String, String),
    arguments: &VerifyArguments,
    report: &Report,
) -> Answer {
    Answer {
        schema: SCHEMA,
        file,
        game,
        rules_hash,
        right: true,
        method: match (report.sets, report.exhaustive) {
            (Some(_), _) => "symbolic",
            (None, true) => "exhaustive",
            (None, false) => "sampled",
        },
        checked: report.checked.to_string(),
        walked: report.walked.to_string(),
        states: report.states.to_string(),
        terminals: report.exhaustive.then(|| report.terminals.to_string()),
        layers: (report.exhaustive && report.layers > 0).then_some(report.layers),
        arrows: report.arrows.map(|arrows| arrows.to_string()),
        unresolved: report.unresolved.to_string(),
        cyclic: report.cyclic,
        distances: report.distances,
        from_initial: report.from_initial,
        error_bound: report.error_bound(),
        compared: report.sets.map(|sets| sets.compared.to_string()),
        largest_set_nodes: report.sets.map(|sets| sets.largest),
        seed: (arguments.sample.is_some() || report.sets.is_some()).then_some(arguments.seed),
        cpu_seconds: resources::cpu_seconds(),
        peak_memory_bytes: resources::peak_memory_bytes(),
    }
}

fn describe(name: &str, (game, rules_hash): (&str, &str), report: &Report) -> String {
    let mut text = match report.exhaustive {
        true => format!("{BOLD}{name}{RESET}: the solution of {game} is right\n\n"),
        false => format!("{BOLD}{name}{RESET}: nothing wrong in a sample of {game}\n\n"),
    };
    let mut row = |what: &str, value: String| text.push_str(&format!("  {what:11} {value}\n"));
    row("Rules", rules_hash.to_owned());
    row(
        "Start",
        match report.from_initial {
            true => "where the game starts by its rules".into(),
            false => "another position of the game".into(),
        },
    );
    if report.exhaustive {
        let (states, terminals) = (grouped(report.states), grouped(report.terminals));
        let layers = match report.layers {
            0 => String::new(),
            layers => format!(", {}", counted(layers, "layer")),
        };
        row(
            "States",
            format!("{states} reached and no other stored, {terminals} terminal{layers}"),
        );
        row("Successors", successors(report));
        row(
            "Values",
            "each end has its goals, each state the best of its successors".into(),
        );
        row(
            "Play",
            match report.cyclic {
                Some(true) => "can go on for ever; an end stands behind each value",
                _ => "always ends",
            }
            .into(),
        );
        if report.unresolved > 0 {
            let unresolved = grouped(report.unresolved);
            row(
                "Unresolved",
                format!("{unresolved} states, just those that nothing forces"),
            );
        }
    } else {
        let (checked, walked) = (grouped(report.checked), grouped(report.walked));
        row(
            "States",
            format!(
                "{checked} of {}, {walked} of them on random walks",
                grouped(report.states)
            ),
        );
        row("Successors", successors(report));
        row("Values", "each fits its end or its successors".into());
    }
    row(
        "Distances",
        match report.distances {
            true => "each fits its successors' or is 0 at the end".into(),
            false => "the file has none".into(),
        },
    );
    if let Some(sets) = report.sets {
        let (compared, nodes) = (grouped(sets.compared), grouped(sets.largest));
        row(
            "Rests on",
            format!(
                "sets of states, the largest of {nodes} nodes, and the ground game, which\n  \
                 {:11} plays like the interpreter in {compared} sampled states",
                ""
            ),
        );
    }
    match report.error_bound() {
        None => row("Header", "its counts are right".into()),
        Some(share) => row(
            "Proves",
            format!(
                "nothing; with 95 % confidence fewer than {:.3} % of the states are wrong\n  \
                 {:11} beside their successors",
                100.0 * share,
                ""
            ),
        ),
    }
    text
}

fn successors(report: &Report) -> String {
    match report.arrows {
        Some(arrows) => format!("{} looked at, all stored", grouped(arrows)),
        None => "all stored".to_owned(),
    }
}

/// A line that tells how far the work is.
struct Line {
    bar: Option<ProgressBar>,
    shown: Instant,
}

impl Line {
    fn start(game: &str) -> Self {
        let shows = stderr().is_terminal() && !output::is_quiet();
        let bar = shows.then(|| {
            let style = ProgressStyle::with_template("{spinner} {prefix}: {msg} [{elapsed}]");
            let bar = ProgressBar::new_spinner().with_prefix(game.to_owned());
            bar.with_style(style.expect("the template is valid"))
        });
        Line {
            bar,
            shown: Instant::now(),
        }
    }

    fn show(&mut self, progress: Progress) {
        let text = match progress {
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
        };
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            None if !output::is_quiet() && self.shown.elapsed() >= LOG_INTERVAL => {
                self.shown = Instant::now();
                output::note(&text);
            }
            None => {}
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
