//! The moves that the claim lists for each part are those that the rules give it.

use ground::GroundGame;
use rustc_hash::FxHashSet;

use super::claim::Claim;
use super::effects::Turn;
use super::trouble::Trouble;

/// Checks the lists. A listed move that is never legal belongs to any part.
pub fn check(claim: &Claim, game: &GroundGame, turns: &[Turn; 2]) -> Result<(), Trouble> {
    let all: FxHashSet<&str> = game.moves().iter().map(|it| &**it).collect();
    let mut own = vec![FxHashSet::default(); claim.parts.len()];
    for effect in turns.iter().flat_map(|turn| &turn.effects) {
        own[effect.part].insert(&*game.moves()[effect.mov.index()]);
    }
    for (number, part) in claim.parts.iter().enumerate() {
        let listed: FxHashSet<&str> = part.moves.iter().map(|it| &**it).collect();
        for &name in &listed {
            let elsewhere = || own.iter().any(|own| own.contains(name));
            if !all.contains(name) || !own[number].contains(name) && elsewhere() {
                return Err(Trouble::wrong(format!(
                    "`{name}` is no move of part {number}"
                )));
            }
        }
        if let Some(name) = own[number].iter().find(|name| !listed.contains(**name)) {
            return Err(Trouble::wrong(format!(
                "`{name}` is a move of part {number}, which does not list it"
            )));
        }
    }
    Ok(())
}
