//! Claims to try, from samples alone.

use ground::{FluentId, GroundGame};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::Claim;
use crate::knobs::Knobs;
use crate::samples::Samples;
use crate::supports::Supports;

/// Claims that fluents never change.
pub(crate) fn constants(game: &GroundGame, samples: &Samples) -> Vec<Claim> {
    let claim = |fluent| Claim::Constant(fluent, game.holds_initially(fluent));
    let claims = game.fluent_ids().map(claim);
    claims.filter(|claim| claim.holds_in(samples)).collect()
}

/// Claims that fluents are equal or opposite, each paired with the first fluent
/// that had the same samples.
pub(crate) fn duplicates(samples: &Samples, varying: &[FluentId]) -> Vec<Claim> {
    let mut last: FxHashMap<Vec<u64>, (FluentId, bool)> = FxHashMap::default();
    let mut claims = Vec::new();
    for &fluent in varying {
        let column = &samples.columns[fluent.index()];
        // A column and its opposite are stored as the one that begins with a 0.
        let flip = column.first().is_some_and(|lanes| lanes & 1 == 1);
        let key = column
            .iter()
            .map(|lanes| if flip { !lanes } else { *lanes });
        if let Some((before, flipped)) = last.insert(key.collect(), (fluent, flip)) {
            claims.push(Claim::Same(before, fluent, flip == flipped));
        }
    }
    claims
}

/// Claims that one of these fluents implies another that its next value depends
/// on, or one of that fluent's group, for all four combinations of values.
pub(crate) fn implications(
    game: &GroundGame,
    fluents: &[FluentId],
    groups: &[&[FluentId]],
    samples: &Samples,
    supports: &mut Supports,
) -> Vec<Claim> {
    let places = places(groups);
    let groups_of = |fluent: FluentId| places.get(&fluent).map_or(&[][..], Vec::as_slice);
    let mut seen: FxHashSet<(FluentId, FluentId)> = FxHashSet::default();
    let mut claims = Vec::new();
    for &one in fluents.iter().filter(|&&it| samples.varies(it)) {
        let near = supports.of([game.next(one)]).into_iter().flat_map(|it| {
            let small = groups_of(it).iter().map(|&group| groups[group]);
            let small = small.filter(|group| group.len() <= Knobs::IMPLYING_FLUENTS);
            small.flatten().copied().chain([it])
        });
        for other in near.filter(|&other| other != one && samples.varies(other)) {
            let pair = (one.min(other), one.max(other));
            if !seen.insert(pair) {
                continue;
            }
            let excluded = groups_of(one)
                .iter()
                .any(|group| groups_of(other).contains(group));
            for values in [(true, true), (true, false), (false, true), (false, false)] {
                let said = values == (false, false) && excluded;
                let claim = Claim::Either((pair.0, values.0), (pair.1, values.1));
                if !said && claim.holds_in(samples) {
                    claims.push(claim);
                }
            }
            if claims.len() >= Knobs::IMPLICATIONS {
                return claims;
            }
        }
    }
    claims
}

/// For each fluent the groups that it is in.
fn places(groups: &[&[FluentId]]) -> FxHashMap<FluentId, Vec<usize>> {
    let mut places: FxHashMap<FluentId, Vec<usize>> = FxHashMap::default();
    for (place, group) in groups.iter().enumerate() {
        for &fluent in *group {
            places.entry(fluent).or_default().push(place);
        }
    }
    places
}
