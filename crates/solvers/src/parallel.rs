//! Distributes work among threads, by functions that are compiled once for any kind of work.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

use bouton_core::Limits;

/// The number of threads that the limits ask for: all processors of the machine if they do not say.
pub(crate) fn threads(limits: &Limits) -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    let available = || available_parallelism().map_or(1, |threads| threads.get());
    let threads = limits.threads;
    threads.map_or_else(
        || *AVAILABLE.get_or_init(available),
        |threads| threads.max(1),
    )
}

/// Calls `work` with each number below `count`, once, on this many threads; the caller's is one of them.
///
/// # Panics
/// If `work` panics, with the same payload; the other threads then take no more numbers.
pub(crate) fn par_each(count: usize, threads: usize, work: &(dyn Fn(usize) + Sync)) {
    let threads = threads.min(count);
    if threads <= 1 {
        return (0..count).for_each(work);
    }
    let next = AtomicUsize::new(0);
    let run = || run(&next, count, work);
    let ended = scope(|scope| {
        // If a thread cannot be started, the work continues with those that exist.
        let others: Vec<_> = (1..threads)
            .filter_map(|_| Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        let mine = run();
        let others = others.into_iter().map(|thread| thread.join().flatten());
        others.fold(mine, Result::and)
    });
    if let Err(payload) = ended {
        resume_unwind(payload);
    }
}

/// Takes one number after the other until none is left.
fn run(
    next: &AtomicUsize,
    count: usize,
    work: &(dyn Fn(usize) + Sync),
) -> Result<(), Box<dyn Any + Send>> {
    // The data of the panicking work is dropped, and the panic continues in the caller.
    let ended = catch_unwind(AssertUnwindSafe(|| {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                return;
            }
            work(number);
        }
    }));
    if ended.is_err() {
        next.store(count, Relaxed);
    }
    ended
}

/// Calls `work` with each item and its index, once, on this many threads.
///
/// # Panics
/// As [`par_each`].
pub(crate) fn par_each_mut<T: Send>(
    items: &mut [T],
    threads: usize,
    work: &(dyn Fn(usize, &mut T) + Sync),
) {
    let items: Vec<_> = items.iter_mut().map(Mutex::new).collect();
    par_each(items.len(), threads, &|place| {
        let mut item = items[place].lock().unwrap_or_else(PoisonError::into_inner);
        work(place, &mut item);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_worked_on_once() {
        for threads in [1, 2, 7] {
            for count in [0, 1, 5, 1000] {
                let mut items = vec![0; count];
                par_each_mut(&mut items, threads, &|place, item| *item += place + 1);
                assert!(items.into_iter().eq(1..=count));
            }
        }
    }

    #[test]
    fn a_panic_of_a_worker_comes_to_the_caller_as_it_was() {
        for threads in [1, 2, 7] {
            let done = AtomicUsize::new(0);
            let work = |number: usize| {
                if number == 10 {
                    resume_unwind(Box::new(77u8));
                }
                done.fetch_add(1, Relaxed);
                std::thread::sleep(std::time::Duration::from_micros(100));
            };
            let ended = catch_unwind(AssertUnwindSafe(|| par_each(100_000, threads, &work)));
            assert_eq!(ended.unwrap_err().downcast_ref(), Some(&77u8));
            assert!(done.into_inner() < 50_000);
        }
    }
}
