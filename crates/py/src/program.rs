//! The program, as the command that the module installs runs it.

use std::ffi::OsString;

use bouton_cli::{Child, Console};
use pyo3::prelude::*;

/// Runs the program with some arguments, without its own name; returns the exit code. `child` is the command that evaluates
/// rule files: this module again.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>, child: Vec<OsString>) -> u8 {
    bouton_cli::at_interruption(|code| std::process::exit(code.into()));
    let mut child = child.into_iter();
    let child = Child {
        program: child.next().unwrap_or_default(),
        arguments: child.collect(),
    };
    py.detach(|| bouton_cli::run(arguments, &child, &Console::process()))
}
