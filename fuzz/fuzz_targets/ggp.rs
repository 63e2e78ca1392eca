//! Any bytes as a message of the protocol: it never panics, what is read says what was
//! written, and names are translated into each other.
#![no_main]

use ggp::{Message, Symbols, parse_move};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(message) = Message::parse(bytes) else {
        return;
    };
    match &message {
        Message::Start { rules, role, .. } => {
            assert!(rules.starts_with('(') && rules.ends_with(')'));
            let symbols = Symbols::of(rules);
            let restored = symbols.restore_name(role);
            assert!(restored.eq_ignore_ascii_case(role) || !role.is_ascii());
            assert_eq!(symbols.restore_name(&restored), restored);
            let _ = symbols.echo(&restored);
        }
        Message::Play { moves, .. } | Message::Stop { moves, .. } => {
            let symbols = Symbols::of(&moves.join(" "));
            for text in moves {
                // Moves are printed in one form, which stays when it is read again.
                assert_eq!(parse_move(text).as_ref(), Ok(text));
                let _ = symbols.restore(text).expect("it is one term");
            }
        }
        _ => {}
    }
});
