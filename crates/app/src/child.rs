//! [`Child`]: the command that starts this program again.

use std::ffi::OsString;

/// The command that evaluates a rule file in a separate process: this program again. Its own arguments follow
/// [`Child::arguments`] and must be passed to [`run`](crate::run).
///
/// ```
/// let interpreter = bouton_cli::Child {
///     program: "python3".into(),
///     arguments: vec!["-m".into(), "bouton".into()],
/// };
/// let program = bouton_cli::Child::from(std::env::current_exe()?);
/// assert!(program.arguments.is_empty() && interpreter.arguments.len() == 2);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The path of an executable file, or a name that is looked up as by a shell.
    pub program: OsString,
    /// Arguments before the program's own.
    pub arguments: Vec<OsString>,
}

impl<P: Into<OsString>> From<P> for Child {
    /// A program that takes only its own arguments.
    fn from(program: P) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
        }
    }
}
