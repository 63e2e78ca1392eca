//! `zermelo games`: what the library has.

use library::{Entry, Parameter};
use report::GamesReport;

use crate::arguments::{Format, GamesArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::layout::paragraph;
use crate::output;
use crate::output::{BOLD, DIM, RESET};

/// Runs the command.
pub fn run(arguments: &GamesArguments, context: &Context) -> Result<(), Failure> {
    let chosen: Vec<&Entry> = match &arguments.name {
        Some(name) => vec![library::find(name).ok_or_else(|| unknown(name))?],
        None => library::games().iter().collect(),
    };
    match context.format {
        Format::Json => output::json(&GamesReport::new(&chosen))?,
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

fn list(entries: &[&Entry]) -> String {
    let width = entries
        .iter()
        .map(|entry| entry.name().len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for entry in entries {
        let (name, title) = (entry.name(), entry.title());
        let settings: Vec<String> = entry
            .parameters()
            .iter()
            .map(|parameter| format!("{}={}", parameter.name(), parameter.default()))
            .collect();
        text.push_str(&match settings.is_empty() {
            true => format!("{BOLD}{name:width$}{RESET}  {title}\n"),
            false => {
                let settings = settings.join(" ");
                format!("{BOLD}{name:width$}{RESET}  {title} {DIM}({settings}){RESET}\n")
            }
        });
    }
    text + "\n`zermelo games NAME` tells more, `zermelo solve NAME --set …` solves one.\n"
}

fn details(entry: &Entry) -> String {
    let mut text = format!("{BOLD}{}{RESET}: {}\n\n", entry.name(), entry.title());
    text.push_str(&format!("{}\n\n", paragraph(entry.summary(), 0)));
    let source = format!("Source: {}", entry.source());
    text.push_str(&format!("{}\n", paragraph(&source, 0)));
    let results = format!("Known results: {}", entry.results());
    text.push_str(&format!("{}\n", paragraph(&results, 0)));
    if !entry.parameters().is_empty() {
        text.push_str("\nParameters:\n");
    }
    let wide = entry.parameters().iter().map(setting_width).max();
    for parameter in entry.parameters() {
        text.push_str(&parameter_text(parameter, wide.unwrap_or(0)));
    }
    text
}

fn setting_width(parameter: &Parameter) -> usize {
    parameter.name().len() + 1 + parameter.default().to_string().len()
}

/// A parameter with its default, in a column of some width, and what it means.
fn parameter_text(parameter: &Parameter, wide: usize) -> String {
    let (name, default) = (parameter.name(), parameter.default());
    let gap = " ".repeat(wide - setting_width(parameter));
    let meaning = format!("{} ({})", parameter.summary(), parameter.kind());
    let meaning = paragraph(&meaning, wide + 4);
    format!("  {BOLD}{name}{RESET}={default}{gap}  {meaning}\n")
}
