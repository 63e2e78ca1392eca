//! Numbers as people read them: 5,478 states, 4.0 GiB.

/// A number with commas between groups of three digits.
pub fn grouped(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, such as `1 move` and `5,478 states`.
pub fn counted(number: impl std::fmt::Display, what: &str) -> String {
    let number = grouped(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// A size for people.
pub fn human_size(bytes: u64) -> String {
    match bytes {
        0..1_048_576 => format!("{} KiB", bytes >> 10),
        1_048_576..1_073_741_824 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1u32 << 30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(grouped(5), "5");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(5478), "5,478");
        assert_eq!(grouped(4_531_985_219_092u128), "4,531,985,219,092");
    }
}
