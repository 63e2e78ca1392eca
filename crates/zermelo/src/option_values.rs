//! Values of options, from what the user wrote.
//!
//! In: a text. Out: its value, or what is wrong with it in words that follow clap's
//! `invalid value '…' for '…': `.

use std::path::{Path, PathBuf};

use game::{Reward, Rewards};

/// A parameter with its value: `width=5`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("write it as NAME=VALUE, such as width=5")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Rewards in role order: `50,50`.
pub fn rewards(text: &str) -> Result<Rewards, String> {
    let reward = |part: &str| -> Result<Reward, String> {
        let part = part.trim();
        part.parse().map_err(|_| {
            format!("`{part}` is not a number; write one for each role, such as 50,50")
        })
    };
    let rewards: Result<Vec<Reward>, String> = text.split(',').map(reward).collect();
    rewards.map(Rewards::new)
}

/// A file for a picture. Pictures are SVG, so a name that promises another format is
/// refused; a name without an ending, such as `/dev/stdout`, promises nothing.
pub fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = Path::new(text);
    match path.extension() {
        Some(ending) if !ending.eq_ignore_ascii_case("svg") => {
            let name = path.with_extension("svg");
            let name = name.display();
            Err(format!("pictures are written as SVG; name the file {name}"))
        }
        _ => Ok(path.to_owned()),
    }
}

/// A file for a graph: a picture, or text for Graphviz if its name ends in `.dot`.
pub fn graph_file(text: &str) -> Result<PathBuf, String> {
    let ending = Path::new(text).extension();
    match ending.is_some_and(|it| it.eq_ignore_ascii_case("dot")) {
        true => Ok(PathBuf::from(text)),
        false => svg_file(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_svg_or_has_no_ending() {
        for name in ["a.svg", "a.b/c.SVG", "/dev/stdout", "drawn", ".."] {
            assert_eq!(svg_file(name), Ok(PathBuf::from(name)));
        }
        let refused = svg_file("out/a.png").unwrap_err();
        assert_eq!(
            refused,
            "pictures are written as SVG; name the file out/a.svg"
        );
    }
}
