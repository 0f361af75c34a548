//! The program `bouton` as a function: the command line of the library with the same name, and its server.
//!
//! ```
//! let words = ["solve", "wythoff", "75,90"].map(Into::into);
//! let code = bouton_cli::run(words, &bouton_cli::Console::process());
//! assert_eq!(code, 0);
//! ```

mod cli;
mod console;
mod interruption;
mod memory;
mod status;
#[cfg(feature = "serve")]
mod web;
#[cfg(windows)]
#[expect(unsafe_code, reason = "no safe crate makes these calls")]
mod windows;

use std::ffi::OsString;

use cli::output::complain;
use status::Status;

pub use bouton::questions::time as read_time;
pub use bouton_web::in_other_words;
pub use cli::options::{bytes as read_bytes, tables};
pub use console::Console;
pub use interruption::{Interruption, at_interruption};
pub use memory::{most as available_memory, most_of_rules as memory_of_rules};

/// The stack of the thread that answers: rules and values may nest deeply. Only what is used of it takes memory.
const STACK: usize = 64 << 20;

/// Runs the program with these arguments, without its own name, on this console. Returns the exit code: 0 answered, 2 bad
/// input, 3 stopped at a limit, 4 refuted, 101 a fault in the program, 130 interrupted.
///
/// The command runs on a thread of its own. A handler of Ctrl-C stays installed ([`at_interruption`]) if the console is that of
/// the process. On consoles of their own several commands can run at the same time; the memory that they may hold is that of the
/// whole process.
///
/// ```
/// let console = bouton_cli::Console::process();
/// let run = |arguments: [&str; 3]| bouton_cli::run(arguments.map(Into::into), &console);
/// assert_eq!(run(["solve", "nim", "3,4,5"]), 0);
/// assert_eq!(run(["solve", "nim", "three"]), 2);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>, console: &Console) -> u8 {
    let arguments: Vec<_> = arguments.into_iter().collect();
    console.interruption().forget();
    let command = || console.during(&arguments, || cli::run(&arguments));
    let status = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let ended = thread
            .spawn_scoped(scope, command)
            .map(|thread| thread.join());
        let why = match ended {
            Ok(Ok(status)) => return status,
            Ok(Err(_)) => "this command hit a fault in the program; please report it".to_owned(),
            Err(error) => format!("no thread can be started: {error}"),
        };
        console.during(&arguments, || complain(why));
        Status::Fault
    });
    status as u8
}
