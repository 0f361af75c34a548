//! Memory for tables that are read at random places: in large pages, and prefetched.
//!
//! A read at a random place of a large table waits for the memory, and with pages of 4 KiB first for the page tables as
//! well; pages of 2 MiB avoid this. Linux provides them on request; elsewhere only time is lost.

use bouton_core::{Limits, StopReason};

/// A vector of this many values, in large pages if possible.
pub(crate) fn filled<T>(count: usize, value: impl FnMut() -> T) -> Vec<T> {
    let mut room = empty(count);
    room.extend(std::iter::repeat_with(value).take(count));
    room
}

/// The same within limits: allocating and writing a gigabyte takes a second.
pub(crate) fn filled_within<T>(
    limits: &Limits,
    count: usize,
    mut value: impl FnMut() -> T,
) -> Result<Vec<T>, StopReason> {
    const STRETCH: usize = 1 << 20;
    let mut room = empty(count);
    while room.len() < count {
        limits.check()?;
        let more = STRETCH.min(count - room.len());
        room.extend(std::iter::repeat_with(&mut value).take(more));
    }
    Ok(room)
}

fn empty<T>(count: usize) -> Vec<T> {
    #[cfg_attr(not(target_os = "linux"), expect(unused_mut))]
    let mut room = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    ask_for_large_pages(room.spare_capacity_mut());
    room
}

/// Requests large pages before the memory is first written, which is when pages are assigned.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "no safe crate passes this advice on")]
fn ask_for_large_pages<T>(room: &mut [std::mem::MaybeUninit<T>]) {
    const PAGE: usize = 1 << 12;
    const LARGE: usize = 1 << 21;
    let bytes = size_of_val(room);
    let start = room.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(PAGE);
    let Some(whole) = bytes.checked_sub(before).map(|rest| rest & !(PAGE - 1)) else {
        return;
    };
    if whole < 2 * LARGE {
        return;
    }
    // Without large pages the work is slower, not wrong.
    //
    // SAFETY: the pages lie within one allocation that this code owns, and this advice does not change their contents.
    let _ = unsafe {
        rustix::mm::madvise(
            start.add(before).cast(),
            whole,
            rustix::mm::Advice::LinuxHugepage,
        )
    };
}

/// Prefetches a value into the cache while other work continues.
#[inline]
pub(crate) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(
        unsafe_code,
        reason = "there is no other way to ask the memory without waiting for it"
    )]
    // SAFETY: the address is that of a reference, and nothing is read or written.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(value).cast(), _MM_HINT_T0);
    }
    // Elsewhere the work is slower, not wrong.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_is_as_it_was() {
        let room = filled(1 << 16, || 7u64);
        room.iter().step_by(8).for_each(fetch);
        assert!(room.iter().all(|value| *value == 7));
    }

    #[test]
    fn small_and_large_rooms_are_filled() {
        for count in [0, 1, 1000, 5_000_001] {
            let mut next = 0u32;
            let room = filled(count, || {
                next += 1;
                next
            });
            assert!(room.len() == count && room.iter().copied().eq(1..=count as u32));
            next = 0;
            let within = filled_within(&Limits::default(), count, || {
                next += 1;
                next
            });
            assert_eq!(within, Ok(room));
        }
    }

    #[test]
    fn a_limit_ends_the_filling() {
        let limits = Limits::within(std::time::Duration::ZERO);
        let asked = std::cell::Cell::new(0);
        let room = filled_within(&limits, 50_000_000, || asked.set(asked.get() + 1));
        assert_eq!(room, Err(StopReason::Time));
        assert!(asked.get() < 2_000_000);
    }
}
