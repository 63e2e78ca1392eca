//! `zermelo man`: the manual page, from the grammar itself.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::{Arguments, ManArguments};
use crate::failure::Failure;
use crate::output;

/// Runs the command.
pub fn run(arguments: &ManArguments) -> Result<(), Failure> {
    let mut grammar = Arguments::command();
    // Gives each command the options that all of them share.
    grammar.build();
    let mut title = "zermelo".to_owned();
    if let Some(name) = &arguments.command {
        let command = grammar.find_subcommand(name);
        let command =
            command.ok_or_else(|| Failure::usage(format!("there is no command {name}")))?;
        // Manual pages are named with a hyphen, like those of git.
        title = format!("zermelo-{name}");
        grammar = command.clone().display_name(title.clone());
    }
    let mut page = Vec::new();
    let rendered = Man::new(grammar).title(title).render(&mut page);
    rendered.expect("writing to memory does not fail");
    output::data(&String::from_utf8_lossy(&page))?;
    Ok(())
}
