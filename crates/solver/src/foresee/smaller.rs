//! Smaller parameters of a library's game with which it would fit.
//!
//! Found by forecasts, from the ranges that the library gives. Nothing is known of what a
//! parameter means; a smaller number is taken to give fewer states.

use game::Playable;
use ground::StateMachine;
use library::{Entry, Kind, Parameter, Span, Value};

use super::look::{self, Extent};
use super::scout::Scout;
use crate::engine::Engine;
use crate::error::Error;
use crate::event::Event;
use crate::forecast::{Estimate, Smaller};
use crate::machine;
use crate::run::Run;
use crate::subject::Game;

/// Bits up to which states are packed: beyond, a look takes long, and a game of so many
/// has too many states if it is like the one that has too many.
const PACKED_BITS: u64 = 512;

/// A game that fits, but has fewer states than one in so many of those that may be, is
/// not a smaller one but another: two in a row are no aim.
const MAX_LEAP: f64 = 10_000.0;

/// Smallest number of a suggestion: boards of one row are no boards.
const MIN_NUMBER: u32 = 2;

/// For each parameter with a number, or a list of numbers, the largest smaller value with
/// which the game is expected to fit, the others as they are. Empty if it is not a game
/// of the library. What goes wrong on the way is left out.
pub fn smaller(game: &Game, run: &Run<'_>) -> Vec<Smaller> {
    let Some(family) = Family::of(game) else {
        return Vec::new();
    };
    let parameters = family.entry.parameters().iter();
    parameters
        .filter_map(|it| family.largest(it, run))
        .collect()
}

/// The games of a library's sheet, with the settings of one of them.
struct Family<'a> {
    entry: &'static Entry,
    game: &'a Game,
}

impl<'a> Family<'a> {
    /// The family of a game, if its rules are those of the library.
    fn of(game: &'a Game) -> Option<Self> {
        let entry = library::find(&game.name)?;
        let family = Family { entry, game };
        let rules = family.with(&game.settings)?.rules;
        (rules.hash() == game.rules.hash()).then_some(family)
    }

    fn with(&self, settings: &[(String, String)]) -> Option<Game> {
        let settings = settings.iter();
        let settings: Vec<(&str, &str)> = settings
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        Game::from_library(self.entry.name(), &settings).ok()
    }

    /// The largest smaller value of a parameter with which the game fits.
    fn largest(&self, parameter: &Parameter, run: &Run<'_>) -> Option<Smaller> {
        let steps = Steps::of(parameter, &self.value(parameter)?)?;
        let mut found = None;
        // Between a step that fits, or is before all, and one that does not.
        let (mut fits, mut too_large) = (0, steps.count() + 1);
        while fits + 1 < too_large {
            let middle = fits.midpoint(too_large);
            let value = steps.value(middle - 1);
            let states = self.states(parameter.name(), &value, run)?;
            match states.at_least() <= run.knobs.many as f64 {
                true => {
                    fits = middle;
                    let setting = (parameter.name().to_owned(), value);
                    found = Some(Smaller { setting, states });
                }
                false => too_large = middle,
            }
        }
        let many = run.knobs.many as f64;
        found.filter(|it| it.states.high * MAX_LEAP >= many)
    }

    /// The value that a parameter has.
    fn value(&self, parameter: &Parameter) -> Option<Value> {
        let mut settings = self.game.settings.iter();
        match settings.find(|it| it.0 == parameter.name()) {
            Some((_, text)) => parameter.parse(text).ok(),
            None => Some(parameter.default().clone()),
        }
    }

    /// The states of the game with another value.
    fn states(&self, name: &str, value: &str, run: &Run<'_>) -> Option<Estimate> {
        let others = self.game.settings.iter().filter(|it| it.0 != name);
        let mut settings: Vec<(String, String)> = others.cloned().collect();
        settings.push((name.to_owned(), value.to_owned()));
        states(&self.with(&settings)?, run).ok()
    }
}

/// How many states a game has: counted if there are few, else estimated.
fn states(game: &Game, run: &Run<'_>) -> Result<Estimate, Error> {
    let mut unheard = |_: Event<'_>| {};
    let run = &Run::new(run.limits, run.knobs, &mut unheard);
    let mut game = match machine::choose(Engine::Auto, &game.rules, run)? {
        StateMachine::Ground(game) => game,
        StateMachine::Reference(mut game) => {
            let start = game.initial()?;
            return Ok(look::interpreted(&mut game, start, run)?.states);
        }
    };
    let Ok(start) = game.initial();
    let facts = run.analyse(game.game())?;
    if facts.bits() > PACKED_BITS {
        return Ok(Estimate {
            low: f64::INFINITY,
            likely: None,
            high: f64::INFINITY,
        });
    }
    let (seen, extent) = look::states(&mut game, &facts, &start, run.knobs.look, run)?;
    let scout = Scout::new(&facts, game.game().roles().len());
    if extent == Extent::All {
        return Ok(scout.counted(&seen, run.knobs).states);
    }
    let Ok(forecast) = scout.foresee(&mut game, start, &seen, run);
    Ok(forecast.states)
}

/// The values of a parameter that are smaller than the one it has, smallest first.
enum Steps {
    /// Other numbers.
    Numbers(Vec<u32>),
    /// The same list with no number above these.
    Caps(Vec<u32>, Vec<u32>),
}

impl Steps {
    fn of(parameter: &Parameter, value: &Value) -> Option<Self> {
        let below = |span: &Span, number: u32| -> Vec<u32> {
            let step = span.step.max(1) as usize;
            let numbers = (span.min..number).step_by(step);
            numbers.filter(|&it| it >= MIN_NUMBER).collect()
        };
        match (parameter.kind(), value) {
            (Kind::Integer(span), Value::Integer(number)) => {
                Some(Steps::Numbers(below(span, *number)))
            }
            (Kind::List { item, .. }, Value::List(numbers)) => {
                let largest = numbers.iter().copied().max()?;
                Some(Steps::Caps(numbers.clone(), below(item, largest)))
            }
            _ => None,
        }
    }

    fn count(&self) -> usize {
        match self {
            Steps::Numbers(numbers) | Steps::Caps(_, numbers) => numbers.len(),
        }
    }

    fn value(&self, step: usize) -> String {
        match self {
            Steps::Numbers(numbers) => numbers[step].to_string(),
            Steps::Caps(list, caps) => {
                let capped = list.iter().map(|&number| number.min(caps[step]));
                Value::List(capped.collect()).to_string()
            }
        }
    }
}
