//! `zermelo print`: the rules, in either notation.

use report::SCHEMA;
use serde::Serialize;

use crate::arguments::{Format, PrintArguments};
use crate::context::Context;
use crate::failure::Failure;
use crate::{input, output};

#[derive(Serialize)]
struct Report {
    schema: u32,
    rules_hash: String,
    text: String,
}

/// Runs the command.
pub fn run(arguments: &PrintArguments, context: &Context) -> Result<(), Failure> {
    let (text, rules) = input::rules(&arguments.game)?;
    let printed = match arguments.to {
        Some(notation) => gdl::print(rules.sheet(), notation.into()),
        None => text.source.text().to_owned(),
    };
    match context.format {
        Format::Text => output::data(&printed)?,
        Format::Json => output::json(&Report {
            schema: SCHEMA,
            rules_hash: rules.hash().to_string(),
            text: printed,
        })?,
    }
    Ok(())
}
