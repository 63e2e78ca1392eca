//! Names of games and of their parameters in Bash.

use super::words::{Words, games, settings};

/// Goes round the generated function: where the first argument of a command is due, it
/// offers files, and games if the command takes one; behind `--set` the parameters of
/// the game. The rest is left as it was, without placeholders such as `<GAME>`.
const ADDITION: &str = r#"
_zermelo_with_games() {
    _zermelo "$@"
    local cur="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}"
    local i word game="" settings="" reply=() value=0
    for word in "${COMPREPLY[@]}"; do
        [[ ${word} == [\<\[]* ]] || reply+=("${word}")
    done
    COMPREPLY=("${reply[@]}")
    [[ ${COMP_CWORD} -gt 1 ]] || return 0
    for i in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        case " FLAGS " in
            *" ${i} "*) value=0; continue ;;
        esac
        case "${i}" in
            -?*) value=1 ;;
            *) [[ ${value} -eq 1 ]] || game="${game:-${i}}"; value=0 ;;
        esac
    done
    if [[ ${COMP_WORDS[COMP_CWORD-1]} == --set ]]; then
        case "${game}" in
SETTINGS        esac
        COMPREPLY=($(compgen -W "${settings}" -- "${cur}"))
        compopt -o nospace 2>/dev/null
        return 0
    fi
    [[ ${value} -eq 0 && ${cur} != -* ]] || return 0
    case "${command}" in
        games|man|completions|help) return 0 ;;
        review) ;;
        *) [[ -z ${game} ]] || return 0 ;;
    esac
    COMPREPLY=()
    case "${command}" in
        COMMANDS) COMPREPLY=($(compgen -W "GAMES" -- "${cur}")) ;;
    esac
    local IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "${cur}"))
    compopt -o filenames 2>/dev/null
}
"#;

/// The generated script with the addition.
pub fn with_games(script: &str, words: &Words) -> String {
    let setting =
        |game: &str, settings: &str| format!("            {game}) settings=\"{settings}\" ;;\n");
    let addition = ADDITION
        .replace("SETTINGS", &settings(setting))
        .replace("FLAGS", &words.flags.join(" "))
        .replace("COMMANDS", &words.commands.join("|"))
        .replace("GAMES", &games());
    let (functions, registration) = script
        .split_once("\nif [[ \"${BASH_VERSINFO[0]}\" -eq 4")
        .unwrap_or((script, ""));
    let registration = registration.replace("-F _zermelo ", "-F _zermelo_with_games ");
    format!("{functions}{addition}\nif [[ \"${{BASH_VERSINFO[0]}}\" -eq 4{registration}")
}
