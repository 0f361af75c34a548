//! [`Child`]: which command is this program again.

use std::ffi::OsString;

/// Which command is started to evaluate a rule file in a process of its own: this program again, whose own arguments
/// follow [`Child::arguments`] and are to be given to [`run`](crate::run).
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
    /// The path of an executable file, or a name to be looked up as a shell does.
    pub program: OsString,
    /// What it is to be given before the program's own arguments.
    pub arguments: Vec<OsString>,
}

impl<P: Into<OsString>> From<P> for Child {
    /// A program that takes nothing but its own arguments.
    fn from(program: P) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
        }
    }
}
