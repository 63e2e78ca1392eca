//! Chores with logic: `cargo xtask COMMAND`.
//!
//! A file or folder for each command. What they share: [`child`] runs programs
//! within limits and measures them, [`sheets`] finds rulesheets, [`zermelo`]
//! has the program that is measured, [`table`] writes rows.

mod bench;
mod child;
mod corpus;
mod engines;
mod formulations;
mod golden;
mod gringo;
mod limits;
mod measure;
mod measured;
mod modules;
mod obfuscated;
mod outcome;
mod partitions;
mod reachability;
mod record;
mod release;
mod results;
mod scratch;
mod sheets;
mod strength;
mod sums;
mod table;
mod warden;
mod zermelo;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use outcome::Shown;

/// Chores of this repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Races the engines against a program written by hand
    Bench(bench::BenchArguments),
    /// Tries to solve all published sheets, and keeps a table of it
    Corpus(corpus::CorpusArguments),
    /// Compares the explicit and the symbolic engine on the same sheets
    Engines(engines::EnginesArguments),
    /// Compares the cost of games as different authors wrote them
    Formulations(formulations::FormulationsArguments),
    /// Writes the solution files that tests read, for a new version of the format
    Golden,
    /// Races the grounder against gringo, and compares fluents and moves
    Gringo(gringo::GringoArguments),
    /// Prints which module uses which, and fails on a cycle
    Modules(modules::ModulesArguments),
    /// Compares the cost of sheets with that of the same ones under other names
    Obfuscated(obfuscated::ObfuscatedArguments),
    /// Makes an archive to hand out: the program, manual pages, completions
    Release(release::ReleaseArguments),
    /// Measures the tables of docs/results.md, and writes them
    Results(results::ResultsArguments),
    /// Measures estimates of search against solutions, and writes the table
    Strength(strength::StrengthArguments),
    /// Measures sums of parts beside plain solving, and writes the table
    Sums(sums::SumsArguments),
    /// Runs one program within limits; for the other commands
    #[command(hide = true)]
    Warden(warden::WardenArguments),
}

fn main() -> ExitCode {
    let shown = match &Arguments::parse().command {
        Command::Bench(arguments) => bench::run(arguments),
        Command::Corpus(arguments) => corpus::run(arguments),
        Command::Engines(arguments) => engines::run(arguments),
        Command::Formulations(arguments) => formulations::run(arguments),
        Command::Golden => golden::run(),
        Command::Gringo(arguments) => gringo::run(arguments),
        Command::Modules(arguments) => modules::run(arguments),
        Command::Obfuscated(arguments) => obfuscated::run(arguments),
        Command::Release(arguments) => release::run(arguments),
        Command::Results(arguments) => results::run(arguments),
        Command::Strength(arguments) => strength::run(arguments),
        Command::Sums(arguments) => sums::run(arguments),
        Command::Warden(arguments) => warden::run(arguments),
    };
    match shown {
        Ok(Shown::Yes) => ExitCode::SUCCESS,
        Ok(Shown::No) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
