//! The program `bouton` as a function: the command line of the library with the same name, its full-screen mode and its server.
//!
//! ```
//! let child = bouton_cli::Child::from("bouton");
//! let words = ["solve", "wythoff", "75,90"].map(Into::into);
//! let code = bouton_cli::run(words, &child, &bouton_cli::Console::process());
//! assert_eq!(code, 0);
//! ```

mod child;
// The subject of a command matters only for its sandbox, and that only for rule files.
#[cfg_attr(not(feature = "rules"), allow(dead_code))]
mod cli;
#[cfg(any(feature = "rules", feature = "serve"))]
mod confinement;
mod console;
mod interruption;
mod memory;
mod status;
#[cfg(feature = "tui")]
mod tui;
mod watchdog;
#[cfg(feature = "serve")]
mod web;
#[cfg(windows)]
#[expect(unsafe_code, reason = "no safe crate makes these calls")]
mod windows;

use std::ffi::OsString;

pub use bouton_web::typed::time as read_time;
pub use child::Child;
pub use cli::options::bytes as read_bytes;
pub use console::Console;
pub use interruption::{Interruption, at_interruption};
pub use memory::{most as available_memory, most_of_rules as memory_of_rules};

/// Runs the program with these arguments, without its own name, on this console. Returns the exit code: 0 answered, 2 bad
/// input, 3 stopped at a limit, 4 refuted, 130 interrupted.
///
/// A query about a rule file starts `child`, whose arguments end with a memory limit and these. That process is limited
/// permanently and may end within this function. In all other cases the function returns, and leaves a handler of Ctrl-C
/// installed ([`at_interruption`]) if the console is that of the process. On consoles of their own several commands can run
/// at the same time; --trusted and limits of memory are of the whole process.
///
/// ```
/// # let child = bouton_cli::Child::from("bouton");
/// let console = bouton_cli::Console::process();
/// let run = |arguments: [&str; 3]| bouton_cli::run(arguments.map(Into::into), &child, &console);
/// assert_eq!(run(["solve", "nim", "3,4,5"]), 0);
/// assert_eq!(run(["solve", "nim", "three"]), 2);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>, child: &Child, console: &Console) -> u8 {
    let arguments: Vec<_> = arguments.into_iter().collect();
    console.interruption().forget();
    console.during(&arguments, || cli::run(&arguments, child)) as u8
}
