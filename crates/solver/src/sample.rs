//! A sample of each layer, and how many successors its states have.
//!
//! In: a game and a start. Out: means and states of each layer, up to the last that the
//! sample reaches. A layer of the sample is chosen among all successors of the one before; so it
//! prefers states to which many moves lead, and the means are those of such states.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Draws, JointMoves, Playable, Stop};

/// Most joint moves of a state that are made: beyond, several roles choose at once.
const MAX_JOINTS: usize = 4096;

/// How large a sample is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// States of each layer.
    pub layer: usize,
    /// States of all layers.
    pub all: usize,
    /// Successors of the states of a layer: where states have many, fewer of them are
    /// drawn, for it is the successors that take time.
    pub successors: usize,
}

/// Fewest states of a layer, however many successors they have.
const MIN_LAYER: usize = 8;

/// What a sample shows of each layer.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// The mean number of different successors of a state. It ends with 0 if a layer has
    /// no successors, and earlier if the sample is used up or the work is to stop.
    pub successors: Vec<f64>,
    /// The states that were drawn, each as a number that depends on the state alone.
    pub layers: Vec<Vec<u64>>,
}

/// Draws states of each layer.
///
/// # Errors
///
/// Those of the game.
pub fn sample<G: Playable>(
    game: &mut G,
    start: G::State,
    size: Size,
    stop: &Stop,
) -> Result<Sampled, G::Error> {
    let mut draws = Draws::new(1);
    let mut sampled = Sampled::default();
    let mut layer = vec![start];
    let mut expanded = 0;
    while !layer.is_empty() && expanded < size.all && stop.requested().is_none() {
        let mut arrows = 0;
        let mut found = Vec::new();
        let mut known = HashSet::new();
        for state in &layer {
            let mut after = after(game, state)?;
            let mut own = HashSet::new();
            after.retain(|next| own.insert(next.clone()));
            arrows += after.len();
            after.retain(|next| known.insert(next.clone()));
            found.append(&mut after);
        }
        sampled.successors.push(arrows as f64 / layer.len() as f64);
        sampled.layers.push(layer.iter().map(number).collect());
        expanded += layer.len();
        let each = arrows.div_ceil(layer.len()).max(1);
        let affordable = (size.successors / each).max(MIN_LAYER);
        layer = draws.choose(found, size.layer.min(affordable));
    }
    Ok(sampled)
}

/// A number for a state: the same for equal states, on every run.
fn number(state: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The states after each joint move; none if the game is over or ill-formed there.
fn after<G: Playable>(game: &mut G, state: &G::State) -> Result<Vec<G::State>, G::Error> {
    if game.is_terminal(state)? {
        return Ok(Vec::new());
    }
    let legal = game.legal_moves(state)?;
    if legal.iter().any(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let mut moves = JointMoves::new(&legal);
    let mut joints = vec![moves.joint().to_vec()];
    while joints.len() < MAX_JOINTS && moves.advance() {
        joints.push(moves.joint().to_vec());
    }
    game.successors(state, &joints)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The states that are drawn of each layer of a game with an open board.
    fn drawn(width: &str) -> (Vec<usize>, Vec<f64>) {
        let settings = [("width", width), ("height", "12")];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let text = library::find("mnk").unwrap().render(&settings).unwrap();
        let source = gdl::Source::new("mnk", text.as_bytes());
        let rules = gdl::load(&source, None).rules.unwrap();
        let game = ground::GroundGame::new(&rules, &ground::Budget::new(Stop::new()));
        let mut game = ground::Simulator::new(game.unwrap());
        let Ok(start) = game.initial();
        let size = Size {
            layer: 200,
            all: 1000,
            successors: 12_800,
        };
        let Ok(sampled) = sample(&mut game, start, size, &Stop::new());
        let layers = sampled.layers.iter().map(Vec::len);
        (layers.collect(), sampled.successors)
    }

    #[test]
    fn states_with_many_successors_are_drawn_more_rarely() {
        let (layers, successors) = drawn("12");
        let all = layers.iter().zip(&successors).skip(2);
        let costs: Vec<f64> = all.map(|(&states, each)| states as f64 * each).collect();
        assert!(!costs.is_empty());
        assert!(costs.iter().all(|it| *it <= 12_800.0), "{costs:?}");
        // The means are the same: each move takes one cell.
        assert_eq!(successors[2], 142.0);
        assert!(drawn("3").0.contains(&200));
    }
}
