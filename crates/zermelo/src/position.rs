//! From `--moves` and `--state` to a position of the game.

use game::{Fault, Playable, RoleId};
use gdl::Source;
use judge::{Limits, Purpose, explore};

use crate::arguments::SolveArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Reporter;

/// The position that the arguments ask for; the initial state without them.
pub fn start<G: Playable>(
    game: &mut G,
    arguments: &SolveArguments,
    limits: &Limits,
) -> Result<G::State, Failure>
where
    Failure: From<G::Error>,
{
    let initial = game.initial()?;
    match (&arguments.moves, &arguments.state) {
        (Some(moves), _) => after_moves(game, initial, moves),
        (_, Some(fluents)) => reachable(game, initial, fluents, limits),
        _ => Ok(initial),
    }
}

fn after_moves<G: Playable>(
    game: &mut G,
    mut state: G::State,
    moves: &str,
) -> Result<G::State, Failure>
where
    Failure: From<G::Error>,
{
    for text in moves
        .split(';')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        if game.is_terminal(&state)? {
            return Err(Failure::usage(format!(
                "the game is over before the move `{text}`"
            )));
        }
        state = after_move(game, &state, text)?;
    }
    Ok(state)
}

/// The state after a move that is written as the mover's move alone, or as the
/// list of all roles' moves.
fn after_move<G: Playable>(game: &mut G, state: &G::State, text: &str) -> Result<G::State, Failure>
where
    Failure: From<G::Error>,
{
    let legal = game.legal_moves(state)?;
    if let Some(role) = legal.iter().position(Vec::is_empty) {
        let fault = Fault::NoLegalMove(RoleId::new(role)).describe(game.roles());
        let message = format!(
            "the game is ill-formed: {fault}\n  in {}",
            game.state_text(state)
        );
        return Err(Failure::new(Exit::Rules, message));
    }
    let wanted = normalised(text)?;
    let mut successors: Vec<G::State> = Vec::new();
    for (role, moves) in legal.iter().enumerate() {
        let mov = moves.iter().find(|mov| game.move_text(mov) == wanted);
        if let Some(mov) = mov.cloned() {
            successors.extend(only_successor(game, state, &legal, role, mov)?);
        }
    }
    if successors.is_empty() {
        successors.extend(after_joint(game, state, &legal, &wanted)?);
    }
    successors.dedup();
    match successors.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(not_a_move(game, state, &legal, &wanted)),
        _ => Err(
            Failure::usage(format!("`{text}` is a move of several roles"))
                .help("write the moves of all roles in one list: `((mark 1 1) noop)`"),
        ),
    }
}

/// The state after a role's move, if the others' moves make no difference.
fn only_successor<G: Playable>(
    game: &mut G,
    state: &G::State,
    legal: &[Vec<G::Move>],
    role: usize,
    mov: G::Move,
) -> Result<Option<G::State>, Failure>
where
    Failure: From<G::Error>,
{
    let mut lists = legal.to_vec();
    lists[role] = vec![mov];
    let mut found: Option<G::State> = None;
    let mut places = vec![0; lists.len()];
    if lists.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    loop {
        let joint = lists
            .iter()
            .zip(&places)
            .map(|(list, &at)| list[at].clone());
        let joint: Vec<G::Move> = joint.collect();
        let next = game.successor(state, &joint)?;
        if found.as_ref().is_some_and(|found| *found != next) {
            return Ok(None);
        }
        found = Some(next);
        // The next joint move, like an odometer.
        let Some(turn) = (0..lists.len()).find(|&at| places[at] + 1 < lists[at].len()) else {
            return Ok(found);
        };
        places[..turn].fill(0);
        places[turn] += 1;
    }
}

fn after_joint<G: Playable>(
    game: &mut G,
    state: &G::State,
    legal: &[Vec<G::Move>],
    wanted: &str,
) -> Result<Option<G::State>, Failure>
where
    Failure: From<G::Error>,
{
    let inner = wanted
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let Ok(parts) = gdl::parse_terms(&Source::new("--moves", inner.unwrap_or("").as_bytes()))
    else {
        return Ok(None);
    };
    if parts.len() != legal.len() {
        return Ok(None);
    }
    let mut joint = Vec::new();
    for (moves, part) in legal.iter().zip(&parts) {
        let text = part.to_string();
        joint.extend(
            moves
                .iter()
                .find(|mov| game.move_text(mov) == text)
                .cloned(),
        );
    }
    match joint.len() == legal.len() {
        true => Ok(Some(game.successor(state, &joint)?)),
        false => Ok(None),
    }
}

fn not_a_move<G: Playable>(
    game: &G,
    state: &G::State,
    legal: &[Vec<G::Move>],
    wanted: &str,
) -> Failure {
    let texts = |moves: &Vec<G::Move>| -> Vec<String> {
        moves.iter().map(|mov| game.move_text(mov)).collect()
    };
    let is_legal = legal
        .iter()
        .any(|moves| texts(moves).iter().any(|text| text == wanted));
    if is_legal {
        return Failure::usage(format!("`{wanted}` alone does not tell what happens next"))
            .help("write the moves of all roles in one list: `((mark 1 1) noop)`");
    }
    let roles = game.roles().iter().zip(legal);
    let lists: Vec<String> = roles
        .map(|(role, moves)| format!("{role}: {}", texts(moves).join(", ")))
        .collect();
    let message = format!("`{wanted}` is not a move in {}", game.state_text(state));
    Failure::usage(message).help(format!("the legal moves are\n  {}", lists.join("\n  ")))
}

/// The move in the form in which moves are printed; the outermost parentheses
/// may be left out.
fn normalised(text: &str) -> Result<String, Failure> {
    let wrapped = match text.starts_with('(') || !text.contains(char::is_whitespace) {
        true => text.to_owned(),
        false => format!("({text})"),
    };
    // A list of moves is no term where it begins with a list: so the parts are
    // read one by one.
    let read = |text: &str| gdl::parse_terms(&Source::new("--moves", text.as_bytes()));
    if let Ok([term]) = read(&wrapped).as_deref() {
        return Ok(term.to_string());
    }
    let inner = wrapped
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match inner.map(read) {
        Some(Ok(parts)) => {
            let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            Ok(format!("({})", parts.join(" ")))
        }
        _ => Err(Failure::usage(format!("`{text}` is not a move in KIF"))),
    }
}

/// The state with these fluents, if it can be reached.
fn reachable<G: Playable>(
    game: &mut G,
    initial: G::State,
    fluents: &str,
    limits: &Limits,
) -> Result<G::State, Failure>
where
    Failure: From<G::Error>,
{
    let candidates = readings(fluents)?;
    let mut reporter = Reporter::start("reach");
    let graph = explore(game, initial, Purpose::Reach, limits, &mut |progress| {
        reporter.report(progress);
    })?;
    for fluents in &candidates {
        if let Some(state) = game
            .state_of(fluents)
            .filter(|state| graph.find(state).is_some())
        {
            return Ok(state);
        }
    }
    let state = candidates[0].join(" ");
    Err(Failure::usage(format!(
        "the state ({state}) cannot be reached"
    )))
}

/// The lists of fluents that the text can mean: states are printed as one
/// list, and `(p (q 1))` is a list of two fluents as well as a single one.
fn readings(fluents: &str) -> Result<Vec<Vec<String>>, Failure> {
    let inner = fluents.trim().strip_prefix('(');
    let inner = inner.and_then(|text| text.strip_suffix(')'));
    let mut readings = Vec::new();
    let mut fault = "a fluent has no variables".to_owned();
    for text in [Some(fluents), inner].into_iter().flatten() {
        match gdl::parse_terms(&Source::new("--state", text.as_bytes())) {
            Ok(terms) if terms.iter().all(gdl::Term::is_ground) => {
                readings.push(terms.iter().map(ToString::to_string).collect());
            }
            Ok(_) => {}
            Err(found) => fault.clone_from(&found[0].message),
        }
    }
    match readings.is_empty() {
        true => Err(Failure::usage(format!("--state: {fault}"))),
        false => Ok(readings),
    }
}
