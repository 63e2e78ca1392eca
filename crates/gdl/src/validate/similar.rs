//! The name that was probably meant by one that nothing knows.

/// Most pairs of names that are looked at for one sheet: a sheet with thousands of
/// unknown names has not merely been misspelt.
const MOST_PAIRS: usize = 300_000;

/// Looks for similar names, as long as that is affordable.
#[derive(Debug, Default)]
pub(super) struct Speller {
    pairs: usize,
}

impl Speller {
    /// The known name that is most similar, if any is similar at all.
    pub(super) fn nearest<'k>(
        &mut self,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Option<&'k str> {
        let left = MOST_PAIRS - self.pairs;
        let known = known.into_iter().take(left).filter(|other| *other != name);
        let near = known.filter_map(|other| Some((self.distance(name, other)?, other)));
        near.min().map(|(_, other)| other)
    }

    /// The number of letters to change, if it is small for names of this length.
    fn distance(&mut self, name: &str, other: &str) -> Option<usize> {
        self.pairs += 1;
        let most = name.len().max(other.len()) / 3;
        if name.len().abs_diff(other.len()) > most {
            return None;
        }
        let (name, other) = (name.to_lowercase(), other.to_lowercase());
        let distance = strsim::damerau_levenshtein(&name, &other);
        // Who errs twice still gets the beginning right.
        let begins_alike = name.chars().next() == other.chars().next();
        (distance <= most && (distance < 2 || begins_alike)).then_some(distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(name: &str) -> Option<&'static str> {
        let known = ["control", "cell", "mark", "x", "o", "succ"];
        Speller::default().nearest(name, known)
    }

    #[test]
    fn a_letter_more_or_less_is_near() {
        assert_eq!(nearest("contrl"), Some("control"));
        assert_eq!(nearest("cells"), Some("cell"));
        assert_eq!(nearest("Mark"), Some("mark"));
        assert_eq!(nearest("contorll"), Some("control"));
        assert_eq!(nearest("patrol"), None);
    }

    #[test]
    fn short_names_are_near_to_none() {
        assert_eq!(nearest("b"), None);
        assert_eq!(nearest("rank"), None);
    }
}
