//! Names of games and of their parameters in Fish, which offers files by itself.

use super::words::{Words, games, settings};

/// The generated script with the addition.
pub fn with_games(script: &str, words: &Words) -> String {
    let (games, commands) = (games(), words.commands.join(" "));
    let setting = |game: &str, settings: &str| {
        let settings = settings.replace(' ', "\\n");
        format!("            case {game}\n                printf '{settings}\\n'\n")
    };
    let settings = settings(setting);
    format!(
        "{script}
function __zermelo_settings
    for word in (commandline -opc)
        switch $word
{settings}        end
    end
end
complete -c zermelo -n \"__fish_seen_subcommand_from {commands}\" -a \"{games}\"
complete -c zermelo -n \"__fish_seen_subcommand_from {commands}\" -l set -x \
-a \"(__zermelo_settings)\"
complete -c zermelo -n \"__fish_seen_subcommand_from games\" -f -a \"{games}\"
"
    )
}
