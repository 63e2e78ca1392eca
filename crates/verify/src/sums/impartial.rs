//! What impartial positions and their sums are worth.
//!
//! In: the worth of the options of a position, or of the parts of a sum. Out: its own.
//! `docs/verification.md` has the proofs.

use super::claim::Genus;

/// The end of play.
const END: Genus = Genus {
    normal: 0,
    misere: 1,
    tame: true,
};

/// The least number that is not among some.
pub fn least_other(numbers: impl Iterator<Item = u32>) -> u32 {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    let both = (0..).zip(&numbers);
    both.take_while(|(place, number)| place == *number).count() as u32
}

/// The nimber of a sum.
pub fn nimber(parts: impl Iterator<Item = u32>) -> u32 {
    parts.fold(0, |sum, part| sum ^ part)
}

/// Whether a pair of Grundy values is one that heaps of nim have.
fn is_nim(genus: Genus) -> bool {
    genus.normal == genus.misere || genus.normal.min(2) + genus.misere.min(2) == 1
}

/// Of a sum: `None` if some part that is not tame stands beside others.
pub fn sum(parts: &[Genus]) -> Option<Genus> {
    if let [alone] = parts {
        return Some(*alone);
    }
    if !parts.iter().all(|it| it.tame) {
        return None;
    }
    let normal = nimber(parts.iter().map(|it| it.normal));
    let firm = parts.iter().any(|it| it.normal == it.misere);
    Some(Genus {
        normal,
        misere: if firm { normal } else { normal ^ 1 },
        tame: true,
    })
}

/// Of a position with these options.
pub fn genus(options: &[Genus]) -> Genus {
    if options.is_empty() {
        return END;
    }
    let mut genus = Genus {
        normal: least_other(options.iter().map(|it| it.normal)),
        misere: least_other(options.iter().map(|it| it.misere)),
        tame: true,
    };
    genus.tame = is_nim(genus) && options.iter().all(|it| it.tame);
    genus
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(size: u32) -> Genus {
        let heaps: Vec<Genus> = (0..size).fold(Vec::new(), |mut all, _| {
            all.push(genus(&all));
            all
        });
        genus(&heaps)
    }

    /// Sums of two tame positions by their options, beside the rule.
    #[test]
    fn the_rule_for_tame_sums_is_what_options_say() {
        let mut all: Vec<Vec<Genus>> = Vec::new();
        for one in 0..6_usize {
            all.push(Vec::new());
            for other in 0..6_usize {
                let fewer = (0..one).map(|it| all[it][other]);
                let options: Vec<Genus> = fewer.chain((0..other).map(|it| all[one][it])).collect();
                let right = genus(&options);
                let heaps = [heap(one as u32), heap(other as u32)];
                let rule = sum(&heaps).unwrap();
                assert_eq!((right.normal, right.misere), (rule.normal, rule.misere));
                all[one].push(right);
            }
        }
    }

    #[test]
    fn pairs_that_no_heaps_have_are_wild() {
        let pair = |normal, misere| Genus {
            normal,
            misere,
            tame: true,
        };
        assert!(
            [pair(0, 0), pair(0, 1), pair(1, 0), pair(5, 5)]
                .into_iter()
                .all(is_nim)
        );
        assert!(![pair(0, 2), pair(1, 2), pair(3, 1)].into_iter().any(is_nim));
    }
}
