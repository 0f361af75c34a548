//! The native half of the Python module `bouton`: sessions, queries, games written in Python, and the program.
//!
//! It answers in the JSON of the command line, which `bouton/answers.py` converts to objects. A question runs on a separate thread,
//! without the interpreter's lock, while the calling thread handles signals (`work`). A file imports from those
//! before it in this order: `errors`, `how`, `work`, `own`, `session`, `questions`,
//! `values`, `program`.

mod errors;
mod how;
mod own;
mod program;
mod questions;
mod session;
mod values;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _bouton {
    #[pymodule_export]
    use super::errors::in_python;
    #[pymodule_export]
    use super::own::{Opened, define};
    #[pymodule_export]
    use super::program::run;
    #[pymodule_export]
    use super::questions::{
        atlas, calc, catalogue, is_rule_file, notation, quotient, rule_text, sequence,
    };
    #[pymodule_export]
    use super::session::Session;
    #[pymodule_export]
    use super::values::{Exact, evaluate, make};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
