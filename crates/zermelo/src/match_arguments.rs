//! The grammar of the commands that play matches.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use host::Span;
use player::Who;

use crate::game_arguments::GameArguments;

/// Plays matches between players, and tells how good they are
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo match tic-tac-toe --player x=perfect --player o=random --games 20 --swap
  zermelo match connect-four --player greedy --player random --games 100 --parallel 2
  zermelo match my-game.kif --player perfect:my-game.solution \\
      --player http://127.0.0.1:9148 --start-clock 30 --play-clock 5 -o matches

WHO is
  zermelo           searches and solves at the same time, as long as the clock allows
  uct               searches
  random            all moves equally likely
  greedy            the move with the best goals in the next state
  perfect           solves the game within the start clock, and never loses value
  perfect:FILE      the same from a file of `zermelo solve -o FILE`
  uct:iterations=N,exploration=X  the same with settings; zermelo takes them too
  http://HOST:PORT  a player elsewhere, by the protocol of general game playing

Roles without --player are played at random. Who is late, or answers with an illegal
move, gets a random one, and the error is recorded: TO, IL or CE (no connection). If
the game can be solved in --judge seconds, or --solution is given, moves are judged.")]
pub struct MatchArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// Who plays a role; without ROLE, the next that nobody has
    #[arg(long = "player", value_name = "[ROLE=]WHO")]
    pub players: Vec<String>,
    /// How many matches are played
    #[arg(long, value_name = "N", default_value = "1")]
    pub games: NonZeroUsize,
    /// Time before the first move, such as 30 (seconds), 500ms or 2m
    #[arg(long, value_name = "DURATION", default_value = "10s")]
    pub start_clock: Span,
    /// Time for each move
    #[arg(long, value_name = "DURATION", default_value = "2s")]
    pub play_clock: Span,
    /// Exchanges the roles every other match; with more than two, everybody moves on by one
    #[arg(long)]
    pub swap: bool,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many matches are played at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    pub parallel: NonZeroUsize,
    /// Gives a match up after this many moves
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub length: usize,
    /// Judges the moves by this solution file
    #[arg(long, value_name = "FILE")]
    pub solution: Option<PathBuf>,
    /// Without --solution, solves the game for at most this long, to judge the moves; 0 for not
    #[arg(long, value_name = "DURATION", default_value = "10s")]
    pub judge: Span,
    /// Writes each match into this folder, as ggp-base does: `zermelo review` reads that
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Plays matches for servers of general game playing, over HTTP
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  zermelo serve-player
  zermelo serve-player --port 9148 --player uct --threads 1 --log matches
  zermelo serve-player --listen 0.0.0.0 --name Zermelo

It answers INFO, PING, PREVIEW, START, PLAY, STOP and ABORT, one match at a time; any
other server of a START in between is told `busy`. A match is given up 10 seconds after
its server should have sent the next message. Ctrl-C ends it.

Only programs on this machine can reach it unless --listen says otherwise: the protocol
knows no passwords.")]
pub struct ServePlayerArguments {
    /// The port; 0 takes any that is free, and tells which
    #[arg(long, value_name = "N", default_value_t = 9147)]
    pub port: u16,
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Who thinks, as for `zermelo match`
    #[arg(long, value_name = "WHO", default_value = "zermelo")]
    pub player: Who,
    /// What it is called: one word
    #[arg(long, value_name = "NAME", default_value = "Zermelo", value_parser = symbol)]
    pub name: String,
    /// Writes each match into this folder, as ggp-base does: `zermelo review` reads that
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Ends after this many matches
    #[arg(long, value_name = "N")]
    pub matches: Option<NonZeroUsize>,
}

/// A name that the protocol can carry.
fn symbol(text: &str) -> Result<String, String> {
    let bad = |it: char| it.is_whitespace() || it.is_control() || "();\"".contains(it);
    match text.is_empty() || text.contains(bad) {
        true => Err("a name is one word, without parentheses, `;` and quotes".to_owned()),
        false => Ok(text.to_owned()),
    }
}
