//! Neighbouring groups in one field, where few combinations of their values can occur.
//!
//! Cells that are filled one after the other have far fewer combinations than
//! independent cells. One field for all of them has fewer variables, and a move changes
//! few of these.

use analysis::Group;
use ground::GroundGame;

use crate::diagram::Halt;
use crate::encode::block::Block;
use crate::encode::encoding::{Encoding, Field};
use crate::encode::project::Projector;
use crate::encode::trial::Trial;

/// Names of the two numberings: the topmost group counts most, or the last one.
pub(crate) const MERGED: [&str; 2] = ["merged+", "merged-"];

/// Combinations of codes, by the least number of moves after which they occur.
type Combinations = Vec<Vec<Vec<usize>>>;

/// The plain encoding of a trial with some of its neighbours merged, in both
/// numberings; empty if nothing is gained. Each run lists neighbours by the numbers of
/// their fields.
pub(crate) fn merged(
    game: &GroundGame,
    trial: &Trial,
    runs: &[Vec<usize>],
) -> Result<Vec<Encoding>, Halt> {
    let projector = trial.projector()?;
    let fields = &projector.encoding.fields;
    let space = projector.space;
    space.allow(space.work().saturating_add(space.knobs.merge_work));
    let mut whole: Vec<(Vec<&Field>, Option<Combinations>)> = Vec::new();
    for run in runs {
        let run: Vec<&Field> = run.iter().map(|&it| &fields[it]).collect();
        split(&projector, &run, &mut whole)?;
    }
    if whole.iter().all(|(_, found)| found.is_none()) {
        return Ok(Vec::new());
    }
    let encodings = [false, true].map(|backward| {
        let blocks = whole.iter().map(|(fields, found)| match found {
            Some(found) => block(fields, found, backward),
            None => fields[0].block.clone(),
        });
        Encoding::new(game, blocks.collect())
    });
    Ok(encodings.to_vec())
}

/// Several fields in one; none if they have too many combinations.
pub(crate) fn joined(projector: &Projector<'_>, fields: &[&Field]) -> Result<Option<Block>, Halt> {
    let found = projector.combinations(fields, projector.space.knobs.merged_combinations)?;
    Ok(found.map(|found| block(fields, &found, false)))
}

/// Finds what to merge in a run: all of it, or parts of it if there are too many
/// combinations, and only if that saves a quarter of the variables.
fn split<'a>(
    projector: &Projector<'_>,
    run: &[&'a Field],
    whole: &mut Vec<(Vec<&'a Field>, Option<Combinations>)>,
) -> Result<(), Halt> {
    if run.len() > 1 {
        // With more combinations, a quarter would not be saved.
        let plain: u32 = run.iter().map(|field| field.bits).sum();
        let most = projector.space.knobs.merged_combinations;
        let most = 1_usize.checked_shl(plain * 3 / 4).unwrap_or(most).min(most);
        let Some(found) = projector.combinations(run, most)? else {
            let (first, second) = run.split_at(run.len() / 2);
            split(projector, first, whole)?;
            return split(projector, second, whole);
        };
        if block(run, &found, false).bits() * 4 <= plain * 3 {
            whole.push((run.to_vec(), Some(found)));
            return Ok(());
        }
    }
    whole.extend(run.iter().map(|&field| (vec![field], None)));
    Ok(())
}

fn block(fields: &[&Field], combinations: &Combinations, backward: bool) -> Block {
    let groups = fields.iter().flat_map(|field| &field.block.groups);
    let mut groups: Vec<Group> = groups.cloned().collect();
    let mut combinations = combinations.clone();
    if backward {
        groups.reverse();
        for combination in combinations.iter_mut().flatten() {
            combination.reverse();
        }
    }
    Block::merged(&groups, &combinations)
}
