//! Settings of the process, made before any work begins.
//!
//! Memory that is freed goes back to the system; memory and file space that the system
//! refuses (`ulimit -v`, `ulimit -f`) count as limits that were reached, with their exit
//! code. Not here: how much is in use (`resources.rs`), and the watch over it
//! (`watch.rs`).
#![allow(
    unsafe_code,
    reason = "the allocator's settings and a handler of SIGABRT are beyond what \
              safe Rust offers; each block says why it is sound"
)]

use std::panic::PanicHookInfo;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a panic was reported: an abort after that is ours, and stays one.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// What a door says when the system refuses memory, and with which code it ends.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// The text for standard error.
    pub text: &'static str,
    /// The exit code.
    pub code: i32,
}

static REFUSAL: OnceLock<Refusal> = OnceLock::new();

/// Makes all settings; call it before there are other threads.
pub fn arrange(refusal: Refusal) {
    REFUSAL.get_or_init(|| refusal);
    give_back();
    name_refusals();
}

/// Records that an abort from now on is not due to a lack of memory.
pub fn panicked() {
    PANICKED.store(true, Ordering::Relaxed);
}

/// Ends the process if a panic says that the system refused memory: a new thread needs
/// some for its stack, and the standard library panics without it, before a line of ours
/// runs there.
pub fn end_if_refused(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    if text.is_some_and(|text| text.contains("alternative stack")) {
        refused();
    }
}

/// Reports that memory ran out, and ends the process at once. It takes no lock and
/// allocates no memory.
fn refused() -> ! {
    const UNSAID: Refusal = Refusal {
        text: "error: the system gives no more memory\n",
        code: 1,
    };
    let refusal = REFUSAL.get().unwrap_or(&UNSAID);
    #[cfg(unix)]
    {
        let _ = nix::unistd::write(std::io::stderr(), refusal.text.as_bytes());
        signal_hook::low_level::exit(refusal.code)
    }
    #[cfg(not(unix))]
    {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), refusal.text.as_bytes());
        std::process::exit(refusal.code)
    }
}

/// Makes the allocator give every large block back to the system when it is freed.
///
/// By default glibc raises the size from which it does that, up to 32 MiB, whenever such
/// a block is freed. Memory that one phase of the work has freed then stays ours, in
/// pieces, while the next phase asks for more: Connect Four 5×5 reached its limit of 60
/// MiB after the last layer in this way, with 50 MiB in use otherwise.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    use nix::libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, mallopt};
    const LARGE: i32 = 128 << 10;
    // SAFETY: settings of the allocator, made while there is only one thread. Any value
    // is allowed, and a refused one changes nothing.
    unsafe { mallopt(M_MMAP_THRESHOLD, LARGE) };
    // If addresses are limited, no thread gets 64 MiB of them for itself.
    if crate::resources::address_limit_bytes().is_some() {
        // SAFETY: as above.
        unsafe { mallopt(M_ARENA_MAX, 1) };
    }
}

/// Elsewhere the allocator is left as it is.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}

/// Turns refusals of the system into an exit code.
///
/// The standard library reports how many bytes it did not get, and aborts: its hook for
/// that is not stable. Nothing half done is used after that, as after every other sudden
/// end: files get their names when they are complete.
#[cfg(unix)]
fn name_refusals() {
    use nix::libc::SIGXFSZ;
    use signal_hook::consts::SIGABRT;
    use signal_hook::low_level;
    // With a handler, a file that may not grow is an error like that of a full disk.
    let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    // SAFETY: the handler only calls what may be called in one. It loads an atomic,
    // writes existing bytes by a plain system call, and ends the process by `_exit`. It
    // takes no lock and allocates no memory.
    let registered = unsafe {
        low_level::register(SIGABRT, || {
            if !PANICKED.load(Ordering::Relaxed) {
                refused();
            }
        })
    };
    // Without a handler the process aborts, as it would have anyway.
    drop(registered);
}

/// Elsewhere it stays an abort.
#[cfg(not(unix))]
fn name_refusals() {}
