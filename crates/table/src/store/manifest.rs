//! The manifest: a small text that says which run the layers belong to.
//!
//! In: an identity, as names with values. Out: its text, and back.
//! Not here: what follows from a manifest that differs; see `open`.

use super::checksum::checksum;
use super::error::Difference;
use super::layout::VERSION;

const TITLE: &str = "zermelo layer store, version ";

/// Names with values, in the order in which they were given.
type Identity = Vec<(String, String)>;

/// A complete manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    identity: Identity,
}

/// The state of the manifest's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Missing,
    /// Includes what a power failure leaves of a manifest that was not durable
    /// yet.
    Damaged,
    Version(u32),
    Whole(Manifest),
}

impl Manifest {
    pub fn new(identity: &[(&str, &str)]) -> Self {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let identity = identity.iter().map(owned).collect();
        Manifest { identity }
    }

    /// The checksum of the manifest's content; the entries' checksums are
    /// seeded with it.
    pub fn checksum(&self) -> u64 {
        checksum(self.body().as_bytes(), 0)
    }

    pub fn to_text(&self) -> String {
        format!("{}checksum\t{:016x}\n", self.body(), self.checksum())
    }

    fn body(&self) -> String {
        let line =
            |(name, value): &(String, String)| format!("{}\t{}\n", escape(name), escape(value));
        let lines: String = self.identity.iter().map(line).collect();
        format!("{TITLE}{VERSION}\n{lines}")
    }

    /// Reads the text of a manifest.
    pub fn parse(bytes: &[u8]) -> Found {
        let Some(mut lines) = str::from_utf8(bytes).ok().map(str::lines) else {
            return Found::Damaged;
        };
        let version = lines.next().and_then(|line| line.strip_prefix(TITLE));
        match version.and_then(|text| text.parse().ok()) {
            None => return Found::Damaged,
            Some(VERSION) => {}
            Some(other) => return Found::Version(other),
        }
        // The last line is the checksum.
        lines.next_back();
        let pairs = lines.map(|line| line.split_once('\t'));
        let pair = |(name, value)| (unescape(name), unescape(value));
        let identity: Option<Identity> = pairs.map(|it| it.map(pair)).collect();
        let manifest = identity.map(|identity| Manifest { identity });
        // Printing it again gives the same text: so nothing in it was skipped.
        match manifest.filter(|manifest| manifest.to_text().as_bytes() == bytes) {
            Some(manifest) => Found::Whole(manifest),
            None => Found::Damaged,
        }
    }

    /// What differs in another manifest, the one in the folder.
    pub fn differences(&self, stored: &Manifest) -> Vec<Difference> {
        let added = stored.identity.iter();
        let added = added.filter(|(name, _)| self.get(name).is_none());
        let names = self.identity.iter().chain(added).map(|(name, _)| name);
        let difference = |name: &String| Difference {
            name: name.clone(),
            stored: stored.get(name),
            wanted: self.get(name),
        };
        let all = names.map(difference);
        all.filter(|it| it.stored != it.wanted).collect()
    }

    fn get(&self, name: &str) -> Option<String> {
        let mut identity = self.identity.iter();
        let found = identity.find(|(other, _)| other == name)?;
        Some(found.1.clone())
    }
}

/// One line, without tabs.
fn escape(text: &str) -> String {
    let text = text.replace('\\', r"\\").replace('\t', r"\t");
    text.replace('\n', r"\n").replace('\r', r"\r")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            other => other,
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_text_is_readable() {
        let manifest = Manifest::new(&[("rules", "ab12"), ("start", "a\tb\n\\")]);
        let text = manifest.to_text();
        let (body, sum) = text.split_once("checksum\t").unwrap();
        assert_eq!(
            body,
            "zermelo layer store, version 1\nrules\tab12\nstart\ta\\tb\\n\\\\\n"
        );
        assert_eq!(sum.len(), 17);
    }

    #[test]
    fn differences_are_named() {
        let stored = Manifest::new(&[("rules", "a"), ("engine", "x"), ("old", "1")]);
        let wanted = Manifest::new(&[("rules", "b"), ("engine", "x"), ("new", "2")]);
        let differences = wanted.differences(&stored);
        let names: Vec<&str> = differences.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["rules", "new", "old"]);
        assert_eq!(differences[1].to_string(), "new is unset there and 2 here");
    }

    #[test]
    fn another_version_is_told_from_damage() {
        let text = "zermelo layer store, version 2\nin a way not known here";
        assert_eq!(Manifest::parse(text.as_bytes()), Found::Version(2));
    }

    #[test]
    fn every_damage_is_found() {
        let text = Manifest::new(&[("rules", "ab12"), ("level", "strong")]).to_text();
        for at in 0..text.len() {
            assert_eq!(Manifest::parse(&text.as_bytes()[..at]), Found::Damaged);
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let found = Manifest::parse(&bytes);
                assert!(!matches!(found, Found::Whole(_)), "{found:?}");
            }
        }
        assert_eq!(Manifest::parse(&[0; 100]), Found::Damaged);
        assert_eq!(Manifest::parse(b""), Found::Damaged);
    }

    proptest! {
        #[test]
        fn any_identity_comes_back(identity: Vec<(String, String)>) {
            let manifest = Manifest { identity };
            let found = Manifest::parse(manifest.to_text().as_bytes());
            prop_assert_eq!(found, Found::Whole(manifest));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            Manifest::parse(&bytes);
        }
    }
}
