//! Runs one task with several threads.

use crate::interrupt::Interrupt;

/// A worker calls this now and then, to show that it is alive.
pub type Tick<'a> = &'a mut dyn FnMut();

/// Runs all workers at once and returns their results in order, or the first error.
/// The first worker runs in this thread, and ticks.
///
/// All take their work from one place. So workers for which the system has no thread
/// are left out: the others do the work.
///
/// # Errors
///
/// The first of the workers' errors, in their order.
pub fn run_all<T: Send, F>(workers: Vec<F>, tick: Tick<'_>) -> Result<Vec<T>, Interrupt>
where
    F: FnOnce(Tick<'_>) -> Result<T, Interrupt> + Send,
{
    std::thread::scope(|scope| {
        let mut workers = workers.into_iter();
        let first = workers.next();
        let spawn = |worker: F| {
            let thread = std::thread::Builder::new();
            thread.spawn_scoped(scope, move || worker(&mut || {})).ok()
        };
        let others: Vec<_> = workers.map_while(spawn).collect();
        let first = first.map(|worker| worker(tick));
        let joined = others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        // All are joined before the first error is returned.
        let all: Vec<_> = first.into_iter().chain(joined).collect();
        all.into_iter().collect()
    })
}
