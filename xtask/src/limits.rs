//! Limits of a child, as given on the command line.

use std::time::Duration;

use clap::Args;

/// What each child may use.
#[derive(Clone, Copy, Debug, Args)]
pub struct Limits {
    /// The CPU time of each program on each sheet, in whole seconds
    #[arg(long = "time", value_name = "DURATION", default_value = "10s", value_parser = humantime::parse_duration)]
    pub cpu: Duration,
    /// The address space of each program, such as 512M or 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

/// Reads a size; `K`, `M` and `G` are powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().next_back() {
        Some((end, 'K')) => (&text[..end], 10),
        Some((end, 'M')) => (&text[..end], 20),
        Some((end, 'G')) => (&text[..end], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| "no size, such as 4G")?;
    let size = number.checked_mul(1 << shift);
    size.ok_or_else(|| "too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_1024() {
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("7"), Ok(7));
        for text in ["", "G", "4X", "-1", "99999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
