//! `zermelo serve-player`: a player that servers of general game playing can meet.

use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::StopReason;
use gdl::Rules;
use host::SystemClock;
use player::{Grounds, Means, Player, Record, Service, Told};
use report::counted;
use serde_json::json;

use super::matches::check_file;
use crate::arguments::Format;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::match_arguments::ServePlayerArguments;
use crate::match_file::MatchFolder;
use crate::output;
use crate::scratch::Scratch;

/// Runs the command.
pub fn run(arguments: &ServePlayerArguments, context: &Context) -> Result<(), Failure> {
    if arguments.player.is_remote() {
        return Err(Failure::usage("a player elsewhere cannot be passed on"));
    }
    check_file(&arguments.player)?;
    let folder = arguments
        .log
        .as_deref()
        .map(MatchFolder::open)
        .transpose()?;
    let address = SocketAddr::new(arguments.listen, arguments.port);
    let listener = TcpListener::bind(address).map_err(|error| taken(address, &error))?;
    tell_address(&listener, context)?;
    let scratch = Scratch::new().map_err(|error| {
        Failure::new(
            Exit::Limit,
            format!("cannot make a folder for temporary files: {error}"),
        )
    })?;
    let clock = SystemClock::start();
    let means = Means {
        limits: context.limits(),
        folder: scratch.path().to_owned(),
        clock: Arc::new(clock),
    };
    let stop = context.stop.child();
    let ended = AtomicUsize::new(0);
    let tell = |told: Told<'_>| {
        let is_end = matches!(told, Told::Ends { .. });
        hear(told, folder.as_ref());
        let count = ended.fetch_add(usize::from(is_end), Ordering::Relaxed) + 1;
        if is_end && arguments.matches.map(NonZeroUsize::get) == Some(count) {
            stop.request(StopReason::Enough);
        }
    };
    let maker = || -> Box<dyn Player> { arguments.player.player(&means) };
    let service = Service::new(&arguments.name, &maker, &clock, arguments.seed, &tell);
    let limits = ggp::Limits::default();
    let served = ggp::serve(&listener, &limits, &clock, &stop, &service);
    served.map_err(|error| Failure::new(Exit::Limit, format!("cannot serve: {error}")))?;
    match context.stop.requested() {
        Some(reason) => Err(Failure::stopped(reason, "")),
        None => Ok(()),
    }
}

fn taken(address: SocketAddr, error: &std::io::Error) -> Failure {
    let failure = Failure::usage(format!("cannot listen at {address}: {error}"));
    match error.kind() {
        std::io::ErrorKind::AddrInUse => failure.help("take another --port; 0 takes any"),
        _ => failure,
    }
}

fn tell_address(listener: &TcpListener, context: &Context) -> Result<(), Failure> {
    let address = listener.local_addr();
    let address = address.map_err(|error| Failure::new(Exit::Limit, error.to_string()))?;
    match context.format {
        Format::Text => output::data(&format!("listening at http://{address}\n")),
        Format::Json => output::json(&json!({
            "schema": report::SCHEMA,
            "address": address.ip().to_string(),
            "port": address.port(),
        })),
    }
}

fn hear(told: Told<'_>, folder: Option<&MatchFolder>) {
    match told {
        Told::Begins { id, role } => output::remark(&format!("match {id} begins: I am {role}")),
        Told::Refused { id, why } => output::warn(&format!("match {id}: {why}")),
        Told::Malformed(fault) => output::remark(&format!("no message: {fault}")),
        Told::Moves {
            chosen,
            instead,
            took,
        } => {
            let grounds = match chosen.grounds {
                Grounds::Proven => ", proven to be best",
                _ => "",
            };
            let seconds = took.as_secs_f64();
            output::remark(&format!("  {}{grounds}, {seconds:.2} s", chosen.text));
            if let Some(why) = instead {
                output::warn(&format!("that was a random move: {why}"));
            }
        }
        Told::Ends { rules, record } => ends(rules, *record, folder),
        _ => {}
    }
}

/// Tells how a match ended, and writes it.
fn ends(rules: &Rules, mut record: Record, folder: Option<&MatchFolder>) {
    if let Err(error) = record.replay(rules) {
        output::warn(&format!("match {}: {error}", record.id));
    }
    let moves = counted(record.moves.len(), "move");
    let how = match &record.rewards {
        Some(rewards) => format!("ends {rewards}"),
        None => "is given up".to_owned(),
    };
    output::remark(&format!("match {} {how} after {moves}", record.id));
    let Some(folder) = folder else { return };
    match folder.write(&record) {
        Ok(path) => output::remark(&format!("written: {}", path.display())),
        Err(failure) => {
            // The next match can be played all the same.
            output::failure(&failure);
        }
    }
}
