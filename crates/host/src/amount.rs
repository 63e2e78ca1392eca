//! Amounts as people write them: 4G, 30s.

use std::str::FromStr;
use std::time::Duration;

/// What to write for a size.
const SIZE_WANTED: &str = "write a whole number with a unit (K, M, G or T), such as 512M or 4G";

/// What to write for a time span.
const SPAN_WANTED: &str =
    "write a time such as 90s, 15m or \"2h 15m\"; a number alone is in seconds";

/// A size in bytes; `K`, `M` and `G` are powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let split = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (digits, unit) = text.split_at(split);
        let shift = match unit.to_ascii_uppercase().as_str() {
            "" | "B" => 0,
            "K" | "KB" | "KIB" => 10,
            "M" | "MB" | "MIB" => 20,
            "G" | "GB" | "GIB" => 30,
            "T" | "TB" | "TIB" => 40,
            _ => return Err(SIZE_WANTED.to_owned()),
        };
        let number: u64 = digits.parse().map_err(|_| SIZE_WANTED.to_owned())?;
        let size = number.checked_mul(1 << shift);
        size.map(Size)
            .ok_or_else(|| "no machine has that much".to_owned())
    }
}

/// A time span such as `90s`, `2h 15m`; a number alone counts seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(seconds) = text.parse::<f64>() {
            let span = Duration::try_from_secs_f64(seconds);
            return span.map(Span).map_err(|_| SPAN_WANTED.to_owned());
        }
        let span = humantime::parse_duration(text);
        span.map(Span).map_err(|_| SPAN_WANTED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_1024() {
        assert_eq!("4G".parse(), Ok(Size(4 << 30)));
        assert_eq!("512m".parse(), Ok(Size(512 << 20)));
        assert_eq!("100".parse(), Ok(Size(100)));
        for text in ["", "G", "4X", "-1", "99999999999999T"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn spans_have_units_or_are_seconds() {
        assert_eq!("1.5".parse(), Ok(Span(Duration::from_millis(1500))));
        assert_eq!("2m 30s".parse(), Ok(Span(Duration::from_secs(150))));
        for text in ["", "x", "-1", "1e400", "inf", "5 parsecs"] {
            assert_eq!(text.parse::<Span>(), Err(SPAN_WANTED.to_owned()), "{text}");
        }
    }
}
