//! The program, as the command that the module installs runs it.

use std::ffi::OsString;

use bouton_cli::Console;
use pyo3::prelude::*;

/// Runs the program with some arguments, without its own name; returns the exit code.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    bouton_cli::at_interruption(|code| std::process::exit(code.into()));
    py.detach(|| bouton_cli::run(arguments, &Console::process()))
}
