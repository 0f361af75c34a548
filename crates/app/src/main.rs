//! The program `bouton`.

use std::process::ExitCode;

use bouton_cli::{Child, Console, at_interruption, run};

fn main() -> ExitCode {
    at_interruption(|code| std::process::exit(code.into()));
    // If the system does not report the path of this file, it may find it by its name.
    let program = std::env::current_exe().unwrap_or_else(|_| "bouton".into());
    let arguments = std::env::args_os().skip(1);
    run(arguments, &Child::from(program), &Console::process()).into()
}
