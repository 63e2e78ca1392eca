//! Why some fluents are no state of a game, in words.

use std::fmt;

use crate::similar::pattern;

/// Most things of a kind that are listed.
const MAX_LISTED: usize = 4;

/// Why some fluents are no state of a game. All fluents are in KIF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misfit {
    /// Fluents that the game does not have.
    pub unknown: Vec<UnknownFluent>,
    /// Fluents that hold in no state.
    pub never: Vec<String>,
    /// Fluents that hold together in no state.
    pub together: Vec<Vec<String>>,
    /// Groups without a fluent, though one of each holds in every state.
    pub missing: Vec<Vec<String>>,
}

/// A fluent that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFluent {
    /// The fluent.
    pub fluent: String,
    /// Those that may have been meant.
    pub similar: Vec<String>,
}

impl Misfit {
    /// Whether there is nothing wrong.
    pub fn is_empty(&self) -> bool {
        *self == Misfit::default()
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(
            self.unknown
                .iter()
                .take(MAX_LISTED)
                .map(ToString::to_string),
        );
        if self.unknown.len() > MAX_LISTED {
            let more = self.unknown.len() - MAX_LISTED;
            parts.push(format!("{more} more fluents are unknown"));
        }
        if !self.never.is_empty() {
            let holds = if self.never.len() == 1 {
                "holds"
            } else {
                "hold"
            };
            parts.push(format!("{} never {holds}", listed(&self.never, "and")));
        }
        let together = self.together.iter().take(MAX_LISTED);
        parts.extend(together.map(|it| format!("{} never hold together", listed(it, "and"))));
        parts.extend(missing(&self.missing));
        f.write_str(&parts.join("; "))
    }
}

impl fmt::Display for UnknownFluent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game has no fluent {}", self.fluent)?;
        match self.similar.is_empty() {
            true => Ok(()),
            false => write!(f, ", but {}", listed(&self.similar, "and")),
        }
    }
}

fn missing(groups: &[Vec<String>]) -> Option<String> {
    let looks: Vec<String> = groups.iter().map(|it| look(it)).collect();
    let rest = match groups {
        [] => return None,
        [group] if group.len() == 1 => "it always holds".to_owned(),
        [group] if group.len() <= MAX_LISTED => format!("one of {} always holds", group.join(", ")),
        [_] => "one of them always holds".to_owned(),
        _ => "one of each always holds".to_owned(),
    };
    let told = looks.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>();
    let more = match looks.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "the state has no {}{more}: {rest}",
        told.join(", ")
    ))
}

/// A group in short: `(cell 1 1 *)`, or its fluents where they do not look alike.
fn look(group: &[String]) -> String {
    pattern(group).unwrap_or_else(|| listed(group, "or"))
}

/// Things as a list: `a, b and c`.
fn listed(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        _ if things.len() > MAX_LISTED => {
            let more = things.len() - MAX_LISTED;
            format!("{} {last} {more} more", things[..MAX_LISTED].join(", "))
        }
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let missing: Vec<Vec<String>> = (1..=9)
            .map(|cell| ["b", "o"].map(|it| format!("(cell {cell} {it})")).to_vec())
            .collect();
        let misfit = Misfit {
            missing,
            ..Misfit::default()
        };
        let expected = "the state has no (cell 1 *), (cell 2 *), (cell 3 *), (cell 4 *) and 5 more: \
             one of each always holds";
        assert_eq!(misfit.to_string(), expected);
    }

    #[test]
    fn groups_that_do_not_look_alike_are_listed() {
        let missing = vec![vec!["(at 1)".to_owned(), "gone".to_owned()]];
        let misfit = Misfit {
            missing,
            ..Misfit::default()
        };
        let expected = "the state has no (at 1) or gone: one of (at 1), gone always holds";
        assert_eq!(misfit.to_string(), expected);
    }
}
