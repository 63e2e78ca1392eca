//! Games as different authors would write them.
//!
//! In: the sheets of `formulations/`, in the markup of the library's. Out: their
//! texts, in a size for tests and in one whose cost can be measured. The library
//! has each of these games too, which makes one author more.

use std::collections::BTreeMap;

use minijinja::{Environment, UndefinedBehavior};

/// A game, with sheets by different authors.
#[derive(Clone, Copy, Debug)]
pub struct Formulated {
    /// Its name in the library.
    pub name: &'static str,
    /// The sheets, by what is special about each.
    sheets: &'static [(&'static str, &'static str)],
    /// The settings of a small game; the library's sheet takes the same.
    pub small: &'static [(&'static str, &'static str)],
    /// The settings of a large game, to measure its cost.
    pub large: &'static [(&'static str, &'static str)],
    /// Whether states take the same number of bits in all sheets. If some have
    /// fluents that others do without, sheets are not expected to cost the same.
    pub alike: bool,
}

macro_rules! sheet {
    ($game:literal, $kind:literal) => {
        (
            $kind,
            include_str!(concat!("../formulations/", $game, "-", $kind, ".kif")),
        )
    };
}

/// All games with several sheets.
pub const FORMULATED: &[Formulated] = &[
    Formulated {
        name: "connect-four",
        sheets: &[
            sheet!("connect-four", "open"),
            sheet!("connect-four", "last"),
        ],
        small: &[("width", "4"), ("height", "3"), ("misere", "true")],
        large: &[("width", "5"), ("height", "5"), ("misere", "true")],
        alike: true,
    },
    Formulated {
        name: "mnk",
        sheets: &[sheet!("mnk", "classic"), sheet!("mnk", "squares")],
        small: &[("width", "4"), ("height", "2"), ("length", "4")],
        large: &[("width", "4"), ("height", "4"), ("length", "4")],
        alike: true,
    },
    Formulated {
        name: "clobber",
        sheets: &[
            sheet!("clobber", "squares"),
            sheet!("clobber", "directions"),
        ],
        small: &[("rows", "3"), ("columns", "3")],
        large: &[("rows", "4"), ("columns", "5")],
        alike: true,
    },
    Formulated {
        name: "sliding-puzzle",
        sheets: &[
            sheet!("sliding-puzzle", "hole"),
            sheet!("sliding-puzzle", "tiles"),
        ],
        small: &[("width", "3"), ("height", "2")],
        large: &[("width", "5"), ("height", "2")],
        alike: true,
    },
    Formulated {
        name: "sheep-and-wolf",
        sheets: &[
            sheet!("sheep-and-wolf", "board"),
            sheet!("sheep-and-wolf", "places"),
        ],
        small: &[("size", "4")],
        large: &[("size", "8")],
        alike: false,
    },
];

impl Formulated {
    /// The sheets with some settings: what is special about each, and its text.
    ///
    /// # Panics
    ///
    /// When the markup of a sheet is wrong.
    pub fn render(&self, settings: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let context: BTreeMap<&str, minijinja::Value> = settings
            .iter()
            .map(|&(name, value)| (name, number_or_text(value)))
            .collect();
        let render = |text: &str| {
            let mut environment = Environment::new();
            environment.set_undefined_behavior(UndefinedBehavior::Strict);
            let rendered = environment.render_str(text, minijinja::Value::from(context.clone()));
            rendered.expect("sheets of this repository are well-formed")
        };
        let sheets = self.sheets.iter();
        sheets.map(|&(kind, text)| (kind, render(text))).collect()
    }
}

fn number_or_text(value: &str) -> minijinja::Value {
    match value.parse::<i64>() {
        Ok(number) => number.into(),
        Err(_) => value.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sheets_are_rules() {
        for game in FORMULATED {
            for settings in [game.small, game.large] {
                for (kind, text) in game.render(settings) {
                    let source = gdl::Source::new(kind, text.as_bytes());
                    let loaded = gdl::load(&source, None);
                    assert!(loaded.rules.is_some(), "{} {kind}", game.name);
                }
            }
        }
    }
}
