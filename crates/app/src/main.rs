//! The program `bouton`.

use std::process::ExitCode;

use bouton_cli::{Console, at_interruption, run};

fn main() -> ExitCode {
    at_interruption(|code| std::process::exit(code.into()));
    run(std::env::args_os().skip(1), &Console::process()).into()
}
