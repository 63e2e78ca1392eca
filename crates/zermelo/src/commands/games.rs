//! `zermelo games`: what the library has.

use library::{Entry, Parameter};
use serde::Serialize;

use crate::arguments::{Format, GamesArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::output::{BOLD, DIM, RESET};
use report::SCHEMA;

#[derive(Serialize)]
struct Report {
    schema: u32,
    games: Vec<GameReport>,
}

#[derive(Serialize)]
struct GameReport {
    name: String,
    title: String,
    summary: String,
    source: String,
    results: String,
    parameters: Vec<ParameterReport>,
}

#[derive(Serialize)]
struct ParameterReport {
    name: String,
    default: String,
    range: String,
    summary: String,
}

/// Runs the command.
pub fn run(arguments: &GamesArguments, context: &Context) -> Result<(), Failure> {
    let chosen: Vec<&Entry> = match &arguments.name {
        Some(name) => vec![library::find(name).ok_or_else(|| unknown(name))?],
        None => library::games().iter().collect(),
    };
    match context.format {
        Format::Json => output::json(&Report {
            schema: SCHEMA,
            games: chosen.into_iter().map(report).collect(),
        })?,
        Format::Text if arguments.name.is_some() => output::data(&details(chosen[0]))?,
        Format::Text => output::data(&list(&chosen))?,
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::usage(format!("the library has no game called {name}"));
    match library::similar(name) {
        Some(similar) => failure.help(format!("did you mean {similar}?")),
        None => failure.help("`zermelo games` lists them"),
    }
}

fn report(entry: &Entry) -> GameReport {
    let parameter = |parameter: &Parameter| ParameterReport {
        name: parameter.name().to_owned(),
        default: parameter.default().to_string(),
        range: parameter.kind().to_string(),
        summary: parameter.summary().to_owned(),
    };
    GameReport {
        name: entry.name().to_owned(),
        title: entry.title().to_owned(),
        summary: entry.summary().to_owned(),
        source: entry.source().to_owned(),
        results: entry.results().to_owned(),
        parameters: entry.parameters().iter().map(parameter).collect(),
    }
}

fn list(entries: &[&Entry]) -> String {
    let width = entries
        .iter()
        .map(|entry| entry.name().len())
        .max()
        .unwrap_or(0);
    let titles = entries.iter().map(|entry| entry.title().chars().count());
    let title_width = titles.max().unwrap_or(0);
    let mut text = String::new();
    for entry in entries {
        let (name, title) = (entry.name(), entry.title());
        let settings: Vec<String> = entry
            .parameters()
            .iter()
            .map(|parameter| format!("{}={}", parameter.name(), parameter.default()))
            .collect();
        text.push_str(&match settings.is_empty() {
            true => format!("{BOLD}{name:width$}{RESET}  {title}"),
            false => {
                let settings = settings.join(" ");
                format!("{BOLD}{name:width$}{RESET}  {title:title_width$}  {DIM}{settings}{RESET}")
            }
        });
        text.push('\n');
    }
    text + "\n`zermelo games NAME` tells more, `zermelo solve NAME --set …` solves one.\n"
}

fn details(entry: &Entry) -> String {
    let mut text = format!("{BOLD}{}{RESET}: {}\n\n", entry.name(), entry.title());
    text.push_str(&format!("{}\n\n", entry.summary()));
    text.push_str(&format!("Source: {}\n", entry.source()));
    text.push_str(&format!("Known results: {}\n", entry.results()));
    if !entry.parameters().is_empty() {
        text.push_str("\nParameters:\n");
    }
    for parameter in entry.parameters() {
        text.push_str(&format!(
            "  {BOLD}{}{RESET}={}  {} ({})\n",
            parameter.name(),
            parameter.default(),
            parameter.summary(),
            parameter.kind(),
        ));
    }
    text
}
