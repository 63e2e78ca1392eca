//! Several threads at one task.

use crate::interrupt::Interrupt;

/// Runs all workers at once, in threads of their own where they are several,
/// and gives what each came to, in their order; the first error otherwise.
pub(crate) fn run_all<T: Send, F>(workers: Vec<F>) -> Result<Vec<T>, Interrupt>
where
    F: FnOnce() -> Result<T, Interrupt> + Send,
{
    if workers.len() == 1 {
        return workers.into_iter().map(|worker| worker()).collect();
    }
    std::thread::scope(|scope| {
        let handles: Vec<_> = workers.into_iter().map(|it| scope.spawn(it)).collect();
        let joined = handles.into_iter().map(|handle| match handle.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        // All are joined before the first error is looked at.
        joined.collect::<Vec<_>>().into_iter().collect()
    })
}
