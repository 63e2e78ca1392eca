//! Names of games and of their parameters in Zsh.

use super::words::{games, settings};

const ADDITION: &str = r#"_zermelo_game() {
    _alternative 'games:game:(GAMES)' 'files:file:_files'
}

_zermelo_setting() {
    local word
    local -a settings
    for word in $words; do
        case $word in
SETTINGS        esac
    done
    compadd -S '' -- $settings
}

"#;

/// The generated script with the addition.
pub fn with_games(script: &str) -> String {
    let setting =
        |game: &str, settings: &str| format!("            ({game}) settings=({settings}) ;;\n");
    let addition = ADDITION
        .replace("SETTINGS", &settings(setting))
        .replace("GAMES", &games());
    let line = |line: &str| match line.strip_suffix(":_default' \\") {
        Some(rest) if rest.starts_with("':game") => format!("{rest}:_zermelo_game' \\\n"),
        Some(rest) if rest.contains("--set=") => format!("{rest}:_zermelo_setting' \\\n"),
        _ => format!("{line}\n"),
    };
    let script: String = script.lines().map(line).collect();
    script.replacen("_zermelo() {", &format!("{addition}_zermelo() {{"), 1)
}
