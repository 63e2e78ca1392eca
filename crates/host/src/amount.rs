//! Amounts as people write them: 4G, 30s.

use std::str::FromStr;
use std::time::Duration;

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
            _ => return Err(format!("`{unit}` is no unit; there are K, M, G and T")),
        };
        let number: u64 = digits
            .parse()
            .map_err(|_| "no number of bytes".to_owned())?;
        let size = number.checked_mul(1 << shift);
        size.map(Size).ok_or_else(|| "too large".to_owned())
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
            return span.map(Span).map_err(|error| error.to_string());
        }
        humantime::parse_duration(text)
            .map(Span)
            .map_err(|error| error.to_string())
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
        for text in ["", "x", "-1", "1e400"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}
