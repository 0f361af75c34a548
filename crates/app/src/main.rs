//! The program `bouton`: the command line over the library of the same name.

#[cfg(all(unix, feature = "rules"))]
mod child;
mod cli;
mod games;
mod ranges;
#[cfg(feature = "tui")]
mod tui;
#[cfg(feature = "serve")]
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
