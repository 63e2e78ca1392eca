//! What pictures are made of: words, lines and legends, with room for all of them.
//!
//! In: places and words. Out: SVG. Not here: what is drawn.

use std::fmt::Write;

/// The width of every picture.
pub const WIDTH: f64 = 760.0;

/// The size of most words.
pub const SMALL: f64 = 12.0;
/// The size of titles.
pub const LARGE: f64 = 17.0;

/// The height of a line of a legend.
const LEGEND_LINE: f64 = 20.0;
/// What stands before the words of a legend: a gap, and the colour with its own gap.
const LEGEND_MARK: f64 = 24.0 + 18.0;
/// The most room for the words of a legend.
const LEGEND_WORDS: f64 = 200.0;
/// Behind everything at the right edge.
const EDGE: f64 = 12.0;

/// The beginning of a picture of some height.
pub fn begin(height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"{SMALL}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    )
}

/// Words as they stand in a picture.
pub fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Writes words into a picture.
pub fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, size: f64, words: &str) {
    let words = ("#333333".to_owned(), words.to_owned());
    coloured(svg, (x, y), anchor, size, &[words]);
}

/// Writes words of several colours, one after the other.
pub fn coloured(
    svg: &mut String,
    (x, y): (f64, f64),
    anchor: &str,
    size: f64,
    words: &[(String, String)],
) {
    let _ = write!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\""
    );
    match words {
        [(colour, words)] => {
            let _ = writeln!(svg, " fill=\"{colour}\">{}</text>", escaped(words));
        }
        words => {
            svg.push_str(" xml:space=\"preserve\">");
            for (colour, words) in words {
                let _ = write!(svg, "<tspan fill=\"{colour}\">{}</tspan>", escaped(words));
            }
            svg.push_str("</text>\n");
        }
    }
}

/// The room that words take, in any usual font: rather more than less.
pub fn width(words: &str, size: f64) -> f64 {
    let wide = |it: char| match it {
        ',' | '.' | ' ' | 'i' | 'l' | 'j' | '\'' => 0.36,
        'm' | 'w' | 'M' | 'W' | '%' => 0.98,
        it if it.is_ascii_uppercase() => 0.74,
        it if it.is_ascii() => 0.64,
        _ => 1.0,
    };
    words.chars().map(wide).sum::<f64>() * size
}

/// Words that take no more than some room: cut if they are longer.
pub fn cut(words: &str, size: f64, room: f64) -> String {
    if width(words, size) <= room {
        return words.to_owned();
    }
    let mut cut = String::new();
    for next in words.chars() {
        if width(&cut, size) + width(&format!("{next}…"), size) > room {
            break;
        }
        cut.push(next);
    }
    cut + "…"
}

/// Colours and what they stand for, to the right of a panel.
#[derive(Default)]
pub struct Legend(Vec<(String, String)>);

impl Legend {
    /// Adds a line; no colour is for words alone.
    pub fn add(&mut self, colour: impl Into<String>, words: &str) {
        let words = cut(words, SMALL, LEGEND_WORDS);
        self.0.push((colour.into(), words));
    }

    /// The room that it takes to the right of a panel.
    pub fn width(&self) -> f64 {
        let widths = self.0.iter().map(|it| width(&it.1, SMALL));
        LEGEND_MARK + widths.fold(0.0, f64::max) + EDGE
    }

    /// Writes it beside a panel that ends at `right` and begins at `top`.
    pub fn draw(&self, svg: &mut String, right: f64, top: f64) {
        for (place, (colour, words)) in self.0.iter().enumerate() {
            let (x, y) = (right + 24.0, top + 8.0 + LEGEND_LINE * place as f64);
            if !colour.is_empty() {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\" fill=\"{colour}\" \
                     stroke=\"#999999\" stroke-width=\"0.5\"/>",
                    y - 8.0
                );
            }
            text(svg, (x + 18.0, y + 2.0), "start", SMALL, words);
        }
    }
}

/// A number on an axis, in few signs: digits up to a million, then powers of ten.
pub fn axis_number(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    match rounded.abs() < 1e6 {
        true => rounded.to_string(),
        false => format!("{rounded:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_cut_and_short_ones_are_not() {
        assert_eq!(cut("white", SMALL, 200.0), "white");
        let long = "a-role-with-a-very-long-name-indeed";
        let short = cut(long, SMALL, 100.0);
        assert!(short.ends_with('…') && long.starts_with(short.trim_end_matches('…')));
        assert!(width(&short, SMALL) <= 100.0);
    }

    #[test]
    fn numbers_on_an_axis_are_short() {
        let told = [0.0, 37.5, 100.0 / 3.0, -250.0, 12_345_678.0].map(axis_number);
        assert_eq!(told, ["0", "37.5", "33.33", "-250", "1.2e7"]);
    }
}
