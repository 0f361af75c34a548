//! The calls of Windows that no safe crate makes: the memory of this process and of the machine. On that system all unsafe code
//! of the program is here.

use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// The bytes that this process holds.
pub(crate) fn held() -> Option<u64> {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the structure is ours and has the size that is passed.
    let told = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut counters, size) };
    (told != 0).then_some(counters.WorkingSetSize as u64)
}

/// The bytes of the machine's memory that are available now.
pub(crate) fn available() -> Option<u64> {
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..Default::default()
    };
    // SAFETY: the structure is ours, and says its size.
    let told = unsafe { GlobalMemoryStatusEx(&raw mut status) };
    (told != 0).then_some(status.ullAvailPhys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_told() {
        let block = std::hint::black_box(vec![1u8; 256 << 20]);
        assert!(held().unwrap() >= block.len() as u64);
        assert!(available().unwrap() > 0);
    }
}
