//! What a parameter takes: kinds, ranges and values.

use std::fmt;

/// The integers that are allowed: `min`, `min + step`, …, up to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The smallest integer.
    pub min: u32,
    /// The largest integer.
    pub max: u32,
    /// The distance between neighbours, at least 1.
    pub step: u32,
}

impl Span {
    /// Says whether the integer is allowed.
    pub fn contains(&self, number: u32) -> bool {
        (self.min..=self.max).contains(&number) && (number - self.min).is_multiple_of(self.step)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.min, self.max)?;
        if self.step > 1 {
            write!(f, " step {}", self.step)?;
        }
        Ok(())
    }
}

/// The values that a parameter takes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// One integer.
    Integer(Span),
    /// `true` or `false`.
    Boolean,
    /// Integers, separated by commas.
    List {
        /// How many.
        length: Span,
        /// Each of them.
        item: Span,
    },
    /// One of these words, at least two.
    Choice(Vec<String>),
}

/// Why a text is no value of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misfit {
    Form,
    Range,
}

impl Kind {
    pub(crate) fn parse(&self, text: &str) -> Result<Value, Misfit> {
        let text = text.trim();
        match self {
            Kind::Integer(span) => integer(text, span).map(Value::Integer),
            Kind::Boolean => match text {
                "true" => Ok(Value::Boolean(true)),
                "false" => Ok(Value::Boolean(false)),
                _ => Err(Misfit::Form),
            },
            Kind::List { length, item } => list(text, length, item).map(Value::List),
            Kind::Choice(words) => match words.iter().find(|word| *word == text) {
                Some(word) => Ok(Value::Choice(word.clone())),
                None => Err(Misfit::Form),
            },
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer(span) => write!(f, "an integer in {span}"),
            Kind::Boolean => f.write_str("true or false"),
            Kind::List { length, item } => {
                write!(f, "{length} integers in {item}, separated by commas")
            }
            Kind::Choice(words) => {
                let (last, others) = words.split_last().expect("a choice of two or more");
                write!(f, "{} or {last}", others.join(", "))
            }
        }
    }
}

/// The value of a parameter. Displayed as it is written in settings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// One integer.
    Integer(u32),
    /// `true` or `false`.
    Boolean(bool),
    /// Integers, in the order given.
    List(Vec<u32>),
    /// One word of a choice.
    Choice(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(f, "{number}"),
            Value::Boolean(truth) => write!(f, "{truth}"),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(u32::to_string).collect();
                f.write_str(&items.join(","))
            }
            Value::Choice(word) => f.write_str(word),
        }
    }
}

fn integer(text: &str, span: &Span) -> Result<u32, Misfit> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Misfit::Form);
    }
    // An integer by its form: what fails now is negative or too large, and so
    // outside every span.
    match text.parse() {
        Ok(number) if span.contains(number) => Ok(number),
        _ => Err(Misfit::Range),
    }
}

fn list(text: &str, length: &Span, item: &Span) -> Result<Vec<u32>, Misfit> {
    let items: Vec<Result<u32, Misfit>> = text
        .split(',')
        .map(|part| integer(part.trim(), item))
        .collect();
    if items.contains(&Err(Misfit::Form)) {
        return Err(Misfit::Form);
    }
    let fits = u32::try_from(items.len()).is_ok_and(|count| length.contains(count));
    if !fits {
        return Err(Misfit::Range);
    }
    items.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: Kind = Kind::Integer(Span {
        min: 4,
        max: 12,
        step: 2,
    });
    const HEAPS: Kind = Kind::List {
        length: Span {
            min: 2,
            max: 3,
            step: 1,
        },
        item: Span {
            min: 0,
            max: 9,
            step: 1,
        },
    };

    #[test]
    fn integers_keep_to_range_and_step() {
        assert_eq!(POINTS.parse("4"), Ok(Value::Integer(4)));
        assert_eq!(POINTS.parse(" 12 "), Ok(Value::Integer(12)));
        for text in ["2", "5", "14", "0", "-4", "99999999999999999999"] {
            assert_eq!(POINTS.parse(text), Err(Misfit::Range), "{text}");
        }
        for text in ["", "-", "four", "4.0", "+4", "4,6", "0x4"] {
            assert_eq!(POINTS.parse(text), Err(Misfit::Form), "{text}");
        }
    }

    #[test]
    fn booleans_are_true_or_false() {
        assert_eq!(Kind::Boolean.parse("true"), Ok(Value::Boolean(true)));
        assert_eq!(Kind::Boolean.parse("false"), Ok(Value::Boolean(false)));
        for text in ["", "yes", "1", "True"] {
            assert_eq!(Kind::Boolean.parse(text), Err(Misfit::Form), "{text}");
        }
    }

    #[test]
    fn lists_keep_to_length_and_items() {
        assert_eq!(HEAPS.parse("3, 4"), Ok(Value::List(vec![3, 4])));
        assert_eq!(HEAPS.parse("0,0,9"), Ok(Value::List(vec![0, 0, 9])));
        for text in ["1", "1,2,3,4", "1,10", "1,-1"] {
            assert_eq!(HEAPS.parse(text), Err(Misfit::Range), "{text}");
        }
        for text in ["", "1,", "1;2", "1,,2", "10,x"] {
            assert_eq!(HEAPS.parse(text), Err(Misfit::Form), "{text}");
        }
    }

    fn gains() -> Kind {
        Kind::Choice(vec!["win".into(), "moves".into(), "pieces".into()])
    }

    #[test]
    fn choices_take_one_of_their_words() {
        assert_eq!(
            gains().parse(" moves "),
            Ok(Value::Choice("moves".to_owned()))
        );
        for text in ["", "Win", "win,moves", "win | moves", "move"] {
            assert_eq!(gains().parse(text), Err(Misfit::Form), "{text}");
        }
    }

    #[test]
    fn choices_are_displayed_with_all_their_words() {
        assert_eq!(gains().to_string(), "win, moves or pieces");
        let two = Kind::Choice(vec!["flat".into(), "round".into()]);
        assert_eq!(two.to_string(), "flat or round");
    }

    #[test]
    fn values_are_displayed_as_they_are_set() {
        for (kind, text) in [
            (POINTS, "8"),
            (Kind::Boolean, "true"),
            (HEAPS, "3,4,5"),
            (gains(), "pieces"),
        ] {
            assert_eq!(kind.parse(text).unwrap().to_string(), text);
        }
    }
}
