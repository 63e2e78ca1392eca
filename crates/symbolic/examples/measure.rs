//! Solves a game of the library, or counts it, and tells what it took.
//!
//! `measure GAME [NAME=VALUE…] [--order=NAME] [--obfuscated=SEED]
//! [--reach | --all] [--depth=N]
//! [--memory=MiB] [--layers] [--algorithm=NAME [--ultra] [--guaranteed]]
//! [--parts=auto|whole|FLUENT]`
//!
//! GAME may be a file. Without an order the best is looked for; `listed` is the
//! one of the sheet, others have the names that are told. `--all` keeps all states
//! in one set. `--parts` cuts layers by the values of a group of fluents.
#![allow(clippy::unwrap_used, reason = "a tool for developers")]

use game::{Level, Model, Options, Stop};
use gdl::Source;
use ground::{BitState, GroundGame};
use symbolic::{Cut, Duplicates, Effort, Order, Task};
use table::Storage;

/// User and system time of this process so far, in seconds.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    let ticks: f64 = fields[11..13]
        .iter()
        .map(|it| it.parse::<f64>().unwrap())
        .sum();
    ticks / 100.0
}

fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    line.to_owned()
}

fn tell(effort: &Effort) {
    for tried in &effort.order.tried {
        println!("tried {:10} {:?}", tried.name, tried.nodes);
    }
    println!(
        "order {}, {} variables",
        effort.order.name, effort.variables
    );
    let (relations, peak) = (&effort.relations, effort.peak_nodes);
    println!("relations {relations:?}, at most {peak} nodes");
}

/// Solves with layers in parts.
fn in_parts(task: &Task<'_>, cut: &str) {
    let cut = match cut {
        "auto" => Cut::Auto,
        "whole" => Cut::Whole,
        fluent => Cut::By(fluent.to_owned()),
    };
    let options = Options {
        model: Model::Difference,
        infinite: None,
        draw_distances: false,
        level: Level::Strong,
    };
    let divided = symbolic::solve_in_parts(task, &cut, &options).unwrap();
    let states: game::Count = divided.layers.iter().sum();
    println!("{states} states, {} terminal", divided.terminals);
    println!("{:?}", divided.buckets);
    println!("cut by {:?}", divided.group);
    let [part, layer] = divided.nodes;
    println!(
        "in parts {}, largest part {part}, largest layer {layer}, at once {}",
        divided.parts, divided.held
    );
    tell(&divided.effort);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| arguments.iter().any(|it| it == name);
    let option = |name: &str| {
        let mut values = arguments.iter().filter_map(|it| it.strip_prefix(name));
        values.next()
    };
    let memory: u64 = option("--memory=").map_or(1280, |it| it.parse().unwrap());
    let order = match option("--order=") {
        None => Order::Auto,
        Some("listed") => Order::Listed,
        Some(name) => Order::Named(name.to_owned()),
    };
    let settings = arguments[1..].iter().filter(|it| !it.starts_with("--"));
    let settings: Vec<(String, String)> = settings
        .map(|it| it.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let text = match library::find(&arguments[0]) {
        Some(entry) => entry.render(&settings).unwrap(),
        None => std::fs::read_to_string(&arguments[0]).unwrap(),
    };
    let load = |text: &str| gdl::load(&Source::new("game", text.as_bytes()), None).rules;
    let mut rules = load(&text).unwrap();
    if let Some(seed) = option("--obfuscated=") {
        let sheet = testkit::obfuscate(rules.sheet(), seed.parse().unwrap());
        rules = load(&gdl::print(sheet.sheet(), gdl::Notation::Kif)).unwrap();
    }
    let game = GroundGame::new(&rules, &ground::Budget::new(Stop::new())).unwrap();
    let facts = analysis::analyse(&game, &analysis::Budget::new(Stop::new())).unwrap();
    let prepared = cpu();
    let start = BitState::new(game.fluents().len(), |it| game.holds_initially(it));
    let task = Task {
        order,
        ..Task::new(&game, &facts, &start, memory << 20)
    };
    let (mut encoded, mut forward) = (None, prepared);
    let mut progress = |it: symbolic::Progress| {
        if let symbolic::Progress::Forward { .. } = it {
            forward = cpu();
            encoded.get_or_insert(forward);
        }
        if flag("--layers") {
            println!("{it:?} {:.2}", cpu());
        }
    };
    let depth = option("--depth=").map(|it| it.parse().unwrap());
    if flag("--reach") {
        let reached = symbolic::reach(&task, depth, Storage::Memory, &mut progress).unwrap();
        println!("{} states, {} terminal", reached.states, reached.terminals);
        tell(&reached.effort);
    } else if flag("--all") {
        let once = Duplicates::Removed;
        let search = symbolic::reach_by(&task, once, depth, &mut progress).unwrap();
        println!("reached {} states", search.reached.states);
        println!("all in one set of {} nodes", search.nodes.unwrap());
        tell(&search.reached.effort);
    } else if let Some(cut) = option("--parts=") {
        in_parts(&task, cut);
    } else if let Some(name) = option("--algorithm=") {
        let options = Options {
            model: if flag("--guaranteed") {
                Model::Guaranteed
            } else {
                Model::Difference
            },
            infinite: None,
            draw_distances: false,
            level: if flag("--ultra") {
                Level::UltraStrong
            } else {
                Level::Strong
            },
        };
        let algorithm = name.parse().expect("an algorithm's name");
        let found = match symbolic::solve_by(&task, algorithm, &options, &mut progress) {
            Ok(found) => found,
            Err(error) => return println!("refused: {error}"),
        };
        let solution = &found.solution;
        println!(
            "{} states, {} terminal, {} in layers",
            solution.states, solution.terminals, found.layer_states
        );
        println!("{:?}", solution.initial);
        println!("{:?}", solution.buckets);
        tell(&found.effort);
    } else {
        let options = Options {
            model: Model::Difference,
            infinite: None,
            draw_distances: false,
            level: Level::Strong,
        };
        let solved = symbolic::solve(&task, &options, Storage::Memory, &mut progress).unwrap();
        let solution = &solved.solution;
        println!(
            "{} states, {} terminal",
            solution.states, solution.terminals
        );
        println!("{:?}", solution.initial.value);
        println!("{:?}", solution.buckets);
        tell(&solved.effort);
    }
    let encoded = encoded.unwrap_or(prepared);
    println!(
        "CPU: prepare {prepared:.2} encode {:.2} forward {:.2} backward {:.2} {}",
        encoded - prepared,
        forward - encoded,
        cpu() - forward,
        peak_memory()
    );
}
