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
        1_073_741_824..1_099_511_627_776 => {
            format!("{:.1} GiB", bytes as f64 / f64::from(1u32 << 30))
        }
        _ => format!("{} TiB", rounded(bytes as f64 / 1024f64.powi(4))),
    }
}

/// A number that is estimated: `about 70,000`, `about 5·10^12`.
pub fn about(number: f64) -> String {
    format!("about {}", rounded(number))
}

/// A number to one digit: `70,000`, `5·10^12`.
pub fn rounded(number: f64) -> String {
    match digits(number, 1) {
        (digits, power @ 0..7) => grouped(format!("{digits}{:0<1$}", "", power)),
        (digits, power) if digits == "1" => format!("10^{power}"),
        (digits, power) => format!("{digits}·10^{power}"),
    }
}

/// A number to two digits, in decimal, for programs.
pub fn decimal(number: f64) -> String {
    let (digits, power) = digits(number, 2);
    format!("{digits}{:0<1$}", "", power)
}

/// The first digits of a number, and how many zeros follow them.
fn digits(number: f64, count: usize) -> (String, usize) {
    let text = format!("{:.*e}", count - 1, number.max(0.0));
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    let zeros = power - (digits.len() as i32 - 1);
    match usize::try_from(zeros) {
        Ok(zeros) => (digits, zeros),
        Err(_) => (format!("{number:.0}"), 0),
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

    #[test]
    fn estimates_have_few_digits() {
        assert_eq!(about(4.4e12), "about 4·10^12");
        assert_eq!(about(9.6e11), "about 10^12");
        assert_eq!(about(69_763.0), "about 70,000");
        assert_eq!(about(3.0), "about 3");
        assert_eq!(decimal(4.44e12), "4400000000000");
        assert_eq!(decimal(7.0), "7");
        assert_eq!(decimal(1e40), format!("10{}", "0".repeat(39)));
    }

    #[test]
    fn large_sizes_have_large_units() {
        assert_eq!(human_size(3 << 29), "1.5 GiB");
        assert_eq!(human_size(40 << 40), "40 TiB");
    }
}
