//! The terminal as it was, for a process that ends in the middle of a line.
//!
//! Whoever edits lines sets the terminal to single keys, and back after each line. A
//! process that is ended in between must set it back as well: otherwise the user's shell
//! shows nothing of what is typed.

#[cfg(unix)]
mod unix {
    use std::io::stdin;
    use std::sync::{Mutex, PoisonError};

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    static REMEMBERED: Mutex<Option<Termios>> = Mutex::new(None);

    pub fn remember() {
        let mut remembered = REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
        *remembered = tcgetattr(stdin()).ok();
    }

    pub fn restore() -> bool {
        let remembered = REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
        let restored = |settings| tcsetattr(stdin(), SetArg::TCSANOW, settings).is_ok();
        remembered.as_ref().is_some_and(restored)
    }
}

/// Remembers how the terminal is set now.
pub fn remember_terminal() {
    #[cfg(unix)]
    unix::remember();
}

/// Sets the terminal as it was when it was remembered; false if it was not.
pub fn restore_terminal() -> bool {
    #[cfg(unix)]
    let restored = unix::restore();
    #[cfg(not(unix))]
    let restored = false;
    restored
}
