//! Which role chooses in which states.
//!
//! In: legal moves as sets, the proven turn if there is one. Out: for each role
//! the states in which it, and no other, may have a choice.

use analysis::Facts;
use game::RoleId;
use ground::GroundGame;

use crate::diagram::{Halt, Set};
use crate::encode::formula::any;
use crate::encode::moves::{Kind, Moves};
use crate::space::Space;

/// Disjoint classes of states, one for each role; states in which nobody has a choice
/// belong to the first role.
#[derive(Debug)]
pub(crate) struct Turns {
    pub of: Vec<Set>,
    /// States in which several roles have a choice; none if it is proven that
    /// there are no such states.
    pub several: Option<Set>,
}

impl Turns {
    /// `everywhere`: also for states that cannot be reached, in which what is proven of
    /// turns need not hold.
    pub fn new(
        (space, everywhere): (&Space, bool),
        game: &GroundGame,
        facts: &Facts,
        fluents: &[Set],
        moves: &mut Moves<'_>,
    ) -> Result<Self, Halt> {
        let roles = || RoleId::all(game.roles().len());
        if game.roles().len() == 1 {
            return Ok(Turns {
                of: vec![space.full()],
                several: None,
            });
        }
        if let Some(turn) = &facts.turn {
            let class = |role: RoleId| {
                let movers = turn.movers.iter();
                let own = movers.filter(|it| it.1.unwrap_or(RoleId::new(0)) == role);
                let sets = own.map(|(fluent, _)| fluents[fluent.index()].clone());
                any(space, sets.collect())
            };
            let of: Vec<Set> = roles().map(class).collect::<Result<_, _>>()?;
            return Ok(Turns {
                several: match everywhere {
                    true => Some(out_of_turn(space, &of, &moves.kinds()?)?),
                    false => None,
                },
                of,
            });
        }
        let kinds = moves.kinds()?;
        let chooses = |own: &Vec<Kind>| two_of(space, own.iter().map(|kind| &kind.legal));
        let mut of: Vec<Set> = kinds.iter().map(chooses).collect::<Result<_, _>>()?;
        let mut several = two_of(space, of.iter())?;
        // Two legal moves may do the same; this is checked where several roles have
        // several moves.
        if !several.is_empty()
            && let Some(choosing) = moves.choosers(&kinds, &several)?
        {
            for (of, choosing) in of.iter_mut().zip(&choosing) {
                *of = space.or(&space.minus(of, &several)?, choosing)?;
            }
            several = two_of(space, choosing.iter())?;
        }
        let others = any(space, of[1..].to_vec())?;
        of[0] = space.not(&others);
        Ok(Turns {
            of,
            several: Some(several),
        })
    }
}

/// The states in which a role has several moves, and it is another one's turn.
fn out_of_turn(space: &Space, of: &[Set], kinds: &[Vec<Kind>]) -> Result<Set, Halt> {
    let mut found = space.empty();
    for (role, class) in of.iter().enumerate() {
        let others = kinds.iter().enumerate().filter(|it| it.0 != role);
        for (_, own) in others {
            let legal = own.iter().map(|kind| space.and(&kind.legal, class));
            let legal: Vec<Set> = legal.collect::<Result<_, _>>()?;
            found = space.or(&found, &two_of(space, legal.iter())?)?;
        }
    }
    Ok(found)
}

/// The states that are in two of the sets or more.
fn two_of<'a>(space: &Space, sets: impl Iterator<Item = &'a Set>) -> Result<Set, Halt> {
    let (mut one, mut two) = (space.empty(), space.empty());
    for set in sets {
        two = space.or(&two, &space.and(&one, set)?)?;
        one = space.or(&one, set)?;
    }
    Ok(two)
}
